//! The traits of all URL types: one for code that is generic over the type, one for trait objects.

use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};
use core::{any::Any, fmt};

use super::{
    components::{Components, collect_parts},
    edit::Editor,
    host::Host,
    login::Login,
    raw::Raw,
    scheme::Scheme,
};
use crate::{
    diagnostics::{error::Error, redact::Redacted},
    lint::Lints,
    plan::{Plan, Refusal},
    syntax::{escaped::Escaped, part::PartSpan, scheme_info::SchemeInfo},
};

/// URL type that wraps a [`Raw`]. Implemented by [`impl_url!`](crate::impl_url).
///
/// ```
/// use url1738_core::{GenericUrl, scheme::{Scheme, TypedUrl}};
///
/// /// Works with any URL type.
/// fn describe<U: TypedUrl>(url: &U) -> (String, usize) {
///     (url.raw().scheme().to_owned(), url.raw().parts().len())
/// }
///
/// let url = GenericUrl::parse("tel:+358-555")?;
/// assert_eq!(describe(&url), ("tel".into(), 2));
/// assert_eq!(describe(&url.to_owned()), ("tel".into(), 2));
/// # Ok::<(), url1738_core::Error>(())
/// ```
pub trait TypedUrl: fmt::Debug + fmt::Display + Send + Sync {
    /// Scheme of the type.
    type Scheme: Scheme;
    /// The type if it owns its text, which code that is generic over the type can make of a `String`.
    type Owned: TypedUrl<Scheme = Self::Scheme> + AnyUrl + TryFrom<String, Error = Error> + 'static;

    /// Returns the text and the spans of its parts.
    fn raw(&self) -> Raw<Self::Scheme, &str>;
}

/// URL of any scheme, for code that knows the scheme only at run time (section 4).
///
/// The questions that are common to all URLs have the same names in every URL type, as inherent methods; the trait is for
/// `dyn AnyUrl`. The type of a scheme returns without `Option` what its grammar requires: `FtpUrl::host` returns a
/// [`Host`], and here it is an `Option`.
///
/// ```
/// use url1738_core::{AnyUrl, GenericUrl, Host, Registry};
///
/// let url: Box<dyn AnyUrl> = Registry::new().parse("X-DB://joe:p%40ss@HOST.dom:5432/db")?;
/// assert_eq!((url.scheme(), url.as_str()), ("X-DB", "X-DB://joe:p%40ss@HOST.dom:5432/db"));
/// assert_eq!((url.host(), url.host_str()), (Some(Host::parse("host.dom")?), Some("HOST.dom")));
/// assert_eq!((url.scheme_info().title, url.scheme_info().port), ("", None));
/// assert_eq!((url.port(), url.default_port(), url.port_or_default()), (Some(5432), None, Some(5432)));
/// assert_eq!((url.user().unwrap().as_str(), &*url.password().unwrap().decode()), ("joe", &b"p@ss"[..]));
/// assert_eq!(url.path().unwrap(), "db");
/// assert_eq!(url.redacted().to_string(), "X-DB://joe:***@HOST.dom:5432/db");
/// assert_eq!(url.components().get("port"), Some("5432"));
/// assert_eq!(url.normal_form(), "x-db://joe:p%40ss@host.dom:5432/db");
///
/// let mut parts = 0;
/// url.each_part(&mut |_| parts += 1);
/// assert_eq!((parts, url.parts().len()), (6, 6));
/// assert!(url.owned().is_some() && url.downcast_ref::<GenericUrl>().is_some());
/// assert!(url.into_any().is::<GenericUrl>());
/// # Ok::<(), url1738_core::Error>(())
/// ```
pub trait AnyUrl: fmt::Debug + fmt::Display + Send + Sync {
    /// Returns the scheme name: in lower case, or as written if no crate defines the scheme.
    fn scheme(&self) -> &str;
    /// Returns the URL as written.
    fn as_str(&self) -> &str;
    /// Returns what is said about the scheme, such as its section (section 3.2 for ftp). Its name is empty if no crate defines
    /// the scheme.
    fn scheme_info(&self) -> &'static SchemeInfo;
    /// Returns user, password, host and port, or `None` if the scheme has none of them.
    fn login(&self) -> Option<Login<'_>>;
    /// Returns the host as written, or `None` if the URL contains none. A file URL has a host, but no login.
    fn host_str(&self) -> Option<&str>;
    /// Returns the path as written, without the `/` before it, or `None` if the URL has none (section 3.1). Search part,
    /// typecode and fields are not part of it. Its reserved characters have the meaning that the scheme gives them.
    fn path(&self) -> Option<Escaped<'_>>;
    /// Returns the text with its secrets masked as `***`, for logs.
    fn redacted(&self) -> Redacted<'_>;
    /// Calls `each` with the parts in order, beginning with the scheme.
    fn each_part(&self, each: &mut dyn FnMut(PartSpan));
    /// Returns the access plan: the steps to retrieve the resource.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no safe way to access the resource.
    fn plan(&self) -> Result<Plan, Refusal>;
    /// Returns the lints: what is valid but risky, or read differently by other software.
    fn lints(&self) -> Lints;
    /// Returns the text of the normal form (section 2.2), borrowed if the URL is normal already.
    fn normal_form(&self) -> Cow<'_, str>;
    /// Returns an editor, which sets and removes parts by their names.
    fn edit(&self) -> Editor;
    /// Returns the port to use if the URL contains none.
    fn default_port(&self) -> Option<u16>;
    /// Returns the value for downcasting, or `None` if it borrows its text.
    fn owned(&self) -> Option<&dyn Any>;
    /// Returns the value for downcasting by value: the one that [`owned`](Self::owned) refers to, if there is one.
    fn into_any(self: Box<Self>) -> Box<dyn Any>
    where
        Self: 'static;

    /// Returns the host as a name or an IPv4 address, or `None` if the URL contains none.
    fn host(&self) -> Option<Host<'_>> {
        self.host_str().map(Host::new_validated)
    }
    /// Returns the port, or `None` if the URL contains none.
    fn port(&self) -> Option<u16> {
        self.login()?.port()
    }
    /// Returns the port to connect to: that of the URL, or the default port of the scheme.
    fn port_or_default(&self) -> Option<u16> {
        self.port().or(self.default_port())
    }
    /// Returns the user: `None` if there is no `@`, empty if nothing precedes it.
    fn user(&self) -> Option<Escaped<'_>> {
        self.login()?.user()
    }
    /// Returns the password: `None` if there is no `:` before the `@`, empty if nothing is between them.
    fn password(&self) -> Option<Escaped<'_>> {
        self.login()?.password()
    }
    /// Returns the parts in order, beginning with the scheme.
    fn parts(&self) -> Vec<PartSpan> {
        collect_parts(self.as_str().len(), |each| self.each_part(each))
    }
    /// Returns the parts as strings by their names.
    fn components(&self) -> Components<'_> {
        Components::new(&self.parts(), self.as_str())
    }
}

impl dyn AnyUrl + '_ {
    /// Returns the URL as the type `U`, or `None` if it is of another type or borrows its text.
    #[must_use]
    pub fn downcast_ref<U: Any>(&self) -> Option<&U> {
        self.owned()?.downcast_ref()
    }
}

impl dyn AnyUrl {
    /// Returns the URL by value as the type `U`.
    ///
    /// ```
    /// use url1738_core::{AnyUrl, GenericUrl, Registry};
    ///
    /// let url: Box<dyn AnyUrl> = Registry::new().parse("x-db://host.dom/db")?;
    /// // The value comes back if it is of another type.
    /// let url: Box<dyn AnyUrl> = url.downcast::<String>().unwrap_err();
    /// let url: Box<GenericUrl> = url.downcast::<GenericUrl>().unwrap();
    /// assert_eq!(url.into_string(), "x-db://host.dom/db");
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the value unchanged if it is of another type or borrows its text.
    pub fn downcast<U: Any>(self: Box<Self>) -> Result<Box<U>, Box<Self>> {
        if self.downcast_ref::<U>().is_none() {
            return Err(self);
        }
        match self.into_any().downcast() {
            Ok(url) => Ok(url),
            Err(_) => unreachable!("`into_any` returns the value that `owned` refers to"),
        }
    }
}

/// Returns the URL as written.
impl AsRef<str> for Box<dyn AnyUrl> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}
