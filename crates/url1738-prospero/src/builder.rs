//! Prospero URLs from decoded data.

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use url1738_core::{
    Escaped, Host, Login, impl_builder,
    scheme::{LoginBuilder, Scheme},
};

use crate::{FIELDNAME, FIELDVALUE, Field, PPATH, Prospero, ProsperoUrl};

/// Collects the parts of a [`ProsperoUrl`] (section 3.11): decoded octets come in, and are escaped where the part
/// wants it.
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
/// A part of a URL is changed by way of it, too:
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
    fields: Vec<(String, String)>,
}

impl ProsperoBuilder {
    pub(crate) fn new(host: Host<'_>, hsoname: &[u8]) -> Self {
        let hsoname = PPATH.encode(hsoname).into_owned();
        Self { login: LoginBuilder::new(host), hsoname, fields: Vec::new() }
    }

    pub(crate) fn from_url<'a>(
        login: Login<'_>,
        hsoname: Escaped<'_>,
        fields: impl Iterator<Item = Field<'a>>,
    ) -> Self {
        let text = |part: Escaped<'_>| part.as_str().to_owned();
        let fields = fields.map(|field| (text(field.name), text(field.value))).collect();
        Self { login: login.into(), hsoname: text(hsoname), fields }
    }

    /// Sets the object name.
    pub fn hsoname(mut self, hsoname: impl AsRef<[u8]>) -> Self {
        self.hsoname = PPATH.encode(hsoname.as_ref()).into_owned();
        self
    }

    /// Adds a field after the others.
    pub fn field(mut self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Self {
        let name = FIELDNAME.encode(name.as_ref()).into_owned();
        self.fields.push((name, FIELDVALUE.encode(value.as_ref()).into_owned()));
        self
    }

    /// Leaves all fields out.
    pub fn without_fields(mut self) -> Self {
        self.fields.clear();
        self
    }

    fn write(&self) -> String {
        let mut text = self.login.write(Prospero::NAME);
        text.push('/');
        text.push_str(&self.hsoname);
        for (name, value) in &self.fields {
            for piece in [";", name, "=", value] {
                text.push_str(piece);
            }
        }
        text
    }
}

impl_builder!(ProsperoBuilder: ProsperoUrl, hostport, port: 1525, example: url1738_prospero, "prospero", "/name");
