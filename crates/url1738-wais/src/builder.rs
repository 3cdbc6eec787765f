//! WAIS URLs from decoded data.

use alloc::{borrow::ToOwned, string::String};

use url1738_core::{
    Escaped, Host, Login, impl_builder,
    scheme::{LoginBuilder, Scheme},
};

use crate::{DATABASE, SEARCH, WPATH, WTYPE, Wais, WaisForm, WaisUrl};

/// Collects the parts of a [`WaisUrl`] (section 3.9): decoded octets come in, and are escaped where the part wants it.
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
/// A part of a URL is changed by way of it, too:
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
    form: Form,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    Database,
    Index(String),
    Document(String, String),
}

impl WaisBuilder {
    pub(crate) fn new(host: Host<'_>, database: &[u8]) -> Self {
        let database = DATABASE.encode(database).into_owned();
        Self { login: LoginBuilder::new(host), database, form: Form::Database }
    }

    pub(crate) fn from_url(login: Login<'_>, database: Escaped<'_>, form: WaisForm<'_>) -> Self {
        let text = |part: Escaped<'_>| part.as_str().to_owned();
        let form = match form {
            WaisForm::Database => Form::Database,
            WaisForm::Index { search } => Form::Index(text(search)),
            WaisForm::Document { wtype, wpath } => Form::Document(text(wtype), text(wpath)),
        };
        Self { login: login.into(), database: text(database), form }
    }

    /// Sets the database.
    pub fn database(mut self, database: impl AsRef<[u8]>) -> Self {
        self.database = DATABASE.encode(database.as_ref()).into_owned();
        self
    }

    /// Names a search in the database.
    pub fn search(mut self, search: impl AsRef<[u8]>) -> Self {
        self.form = Form::Index(SEARCH.encode(search.as_ref()).into_owned());
        self
    }

    /// Names a document of the database, by its type and document-id.
    pub fn document(mut self, wtype: impl AsRef<[u8]>, wpath: impl AsRef<[u8]>) -> Self {
        let wtype = WTYPE.encode(wtype.as_ref()).into_owned();
        self.form = Form::Document(wtype, WPATH.encode(wpath.as_ref()).into_owned());
        self
    }

    /// Names the database alone.
    pub fn database_only(mut self) -> Self {
        self.form = Form::Database;
        self
    }

    fn write(&self) -> String {
        let mut text = self.login.write(Wais::NAME);
        text.push('/');
        text.push_str(&self.database);
        match &self.form {
            Form::Database => {}
            Form::Index(search) => {
                text.push('?');
                text.push_str(search);
            }
            Form::Document(wtype, wpath) => {
                for piece in [wtype, wpath] {
                    text.push('/');
                    text.push_str(piece);
                }
            }
        }
        text
    }
}

impl_builder!(WaisBuilder: WaisUrl, hostport, port: 210, example: url1738_wais, "wais", "/db");
