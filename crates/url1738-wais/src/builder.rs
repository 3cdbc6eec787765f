//! The builder of WAIS URLs.

use alloc::{borrow::ToOwned, format, string::String};

use url1738_core::{
    BorrowOrShare, Host, Span, impl_builder,
    scheme::{LoginBuilder, Scheme},
};

use crate::{DATABASE, SEARCH, WPATH, WTYPE, Wais, WaisUrl};

/// Builder of a [`WaisUrl`] (section 3.9). Percent-encodes its arguments.
///
/// ```
/// use url1738_wais::{Host, WaisUrl};
///
/// let builder = WaisUrl::builder(Host::parse("host.dom")?, "db");
/// assert_eq!(builder.clone().build(), "wais://host.dom/db");
/// assert_eq!(builder.clone().search("a b").build(), "wais://host.dom/db?a%20b");
/// assert_eq!(builder.document("TEXT", "1=x;2=/y").build(), "wais://host.dom/db/TEXT/1%3Dx%3B2%3D%2Fy");
/// # Ok::<(), url1738_wais::Error>(())
/// ```
///
/// It also changes parts of an existing URL:
///
/// ```
/// use url1738_wais::{Host, WaisUrl};
///
/// let url = WaisUrl::parse("wais://host.dom:8210/db?words")?;
/// assert_eq!((url.host(), url.port(), url.port_or_default()), (Host::parse("host.dom")?, Some(8210), 8210));
/// let moved = url.to_builder().host(Host::parse("other.dom")?).without_port().database_only();
/// assert_eq!(moved.clone().build(), "wais://other.dom/db");
/// assert_eq!(moved.port(2100).build(), "wais://other.dom:2100/db");
/// # Ok::<(), url1738_wais::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct WaisBuilder {
    login: LoginBuilder,
    database: String,
    /// The search part or the document with its delimiters, or nothing.
    rest: String,
}

impl WaisUrl {
    /// Returns a builder of a URL of a database of the server `host`.
    pub fn builder(host: Host<'_>, database: impl AsRef<[u8]>) -> WaisBuilder {
        let (login, rest) = (LoginBuilder::new(host), String::new());
        WaisBuilder { login, database: String::new(), rest }.database(database)
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> WaisUrl<T> {
    /// Returns a builder with all parts of this URL.
    pub fn to_builder(&'i self) -> WaisBuilder {
        let database = self.0.spans().database();
        let rest = Span::to_end(database.end, self.as_str()).slice(self.as_str()).to_owned();
        let database = database.slice(self.as_str()).to_owned();
        WaisBuilder { login: self.login().into(), database, rest }
    }
}

impl WaisBuilder {
    /// Sets the database.
    pub fn database(mut self, database: impl AsRef<[u8]>) -> Self {
        self.database = DATABASE.encode(database.as_ref()).into_owned();
        self
    }

    /// Sets a search in the database.
    pub fn search(mut self, search: impl AsRef<[u8]>) -> Self {
        self.rest = format!("?{}", SEARCH.encode(search.as_ref()));
        self
    }

    /// Sets a document of the database, by its type and document-id.
    pub fn document(mut self, wtype: impl AsRef<[u8]>, wpath: impl AsRef<[u8]>) -> Self {
        self.rest = format!("/{}/{}", WTYPE.encode(wtype.as_ref()), WPATH.encode(wpath.as_ref()));
        self
    }

    /// Removes the search or document.
    pub fn database_only(mut self) -> Self {
        self.rest.clear();
        self
    }

    fn write(&self) -> String {
        format!("{}/{}{}", self.login.write(Wais::NAME), self.database, self.rest)
    }
}

impl_builder!(WaisBuilder: WaisUrl, hostport);
