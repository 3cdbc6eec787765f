//! The builder of Prospero URLs.

use alloc::{borrow::ToOwned, format, string::String};

use url1738_core::{
    BorrowOrShare, Host, Span, impl_builder,
    scheme::{LoginBuilder, Scheme},
};

use crate::{FIELDNAME, FIELDVALUE, PPATH, Prospero, ProsperoUrl};

/// Builder of a [`ProsperoUrl`] (section 3.11). Percent-encodes its arguments.
///
/// ```
/// use url1738_prospero::{Host, ProsperoUrl};
///
/// let url = ProsperoUrl::builder(Host::parse("host.dom")?, "/pros/name;1")
///     .field("OBJECT-VERSION", "2")
///     .build();
/// assert_eq!(url, "prospero://host.dom//pros/name%3B1;OBJECT-VERSION=2");
/// # Ok::<(), url1738_prospero::Error>(())
/// ```
///
/// It also changes parts of an existing URL:
///
/// ```
/// use url1738_prospero::{Host, ProsperoUrl};
///
/// let url = ProsperoUrl::parse("prospero://host.dom:1526//pros/name;v=1")?;
/// assert_eq!((url.host(), url.port(), url.port_or_default()), (Host::parse("host.dom")?, Some(1526), 1526));
/// assert!(url.segments().map(|segment| segment.as_str()).eq(["", "pros", "name"]));
/// let moved = url.to_builder().host(Host::parse("other.dom")?).without_port().without_fields();
/// assert_eq!(moved.clone().build(), "prospero://other.dom//pros/name");
/// assert_eq!(moved.port(1525).build(), "prospero://other.dom:1525//pros/name");
/// # Ok::<(), url1738_prospero::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct ProsperoBuilder {
    login: LoginBuilder,
    hsoname: String,
    /// The fields with their delimiters, as in `;name=value`.
    fields: String,
}

impl ProsperoUrl {
    /// Returns a builder of a URL of the object `hsoname` of the server `host`.
    pub fn builder(host: Host<'_>, hsoname: impl AsRef<[u8]>) -> ProsperoBuilder {
        let (login, fields) = (LoginBuilder::new(host), String::new());
        ProsperoBuilder { login, hsoname: String::new(), fields }.hsoname(hsoname)
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> ProsperoUrl<T> {
    /// Returns a builder with all parts of this URL.
    pub fn to_builder(&'i self) -> ProsperoBuilder {
        let hsoname = self.0.spans().hsoname();
        let fields = Span::to_end(hsoname.end, self.as_str()).slice(self.as_str()).to_owned();
        let hsoname = hsoname.slice(self.as_str()).to_owned();
        ProsperoBuilder { login: self.login().into(), hsoname, fields }
    }
}

impl ProsperoBuilder {
    /// Sets the object name.
    pub fn hsoname(mut self, hsoname: impl AsRef<[u8]>) -> Self {
        self.hsoname = PPATH.encode(hsoname.as_ref()).into_owned();
        self
    }

    /// Adds a field after the others.
    pub fn field(mut self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Self {
        let (name, value) = (FIELDNAME.encode(name.as_ref()), FIELDVALUE.encode(value.as_ref()));
        self.fields.extend([";", &*name, "=", &*value]);
        self
    }

    /// Removes all fields.
    pub fn without_fields(mut self) -> Self {
        self.fields.clear();
        self
    }

    fn write(&self) -> String {
        format!("{}/{}{}", self.login.write(Prospero::NAME), self.hsoname, self.fields)
    }
}

impl_builder!(ProsperoBuilder: ProsperoUrl, hostport);
