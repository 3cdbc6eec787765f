//! The traits of all URL types: one for code that is generic over the type, one for trait objects.

use alloc::{string::String, vec::Vec};
use core::{any::Any, fmt};

use super::{login::Login, raw::Raw, scheme::Scheme};
use crate::{
    diagnostics::error::Error,
    lint::Lints,
    normal,
    plan::{Plan, Refusal},
    syntax::part::PartSpan,
};

/// URL type that wraps a [`Raw`]. Implemented by [`impl_url!`](crate::impl_url).
///
/// ```
/// use url1738_core::{GenericUrl, scheme::{Scheme, TypedUrl}};
///
/// /// Works with any URL type.
/// fn describe<U: TypedUrl>(url: &U) -> (String, bool) {
///     (url.raw().scheme().to_owned(), url.owned().is_some())
/// }
///
/// let url = GenericUrl::parse("tel:+358-555")?;
/// assert_eq!(describe(&url), ("tel".into(), false));
/// assert_eq!(describe(&url.to_owned()), ("tel".into(), true));
/// # Ok::<(), url1738_core::Error>(())
/// ```
pub trait TypedUrl: fmt::Debug + fmt::Display + Send + Sync {
    /// Scheme of the type.
    type Scheme: Scheme;
    /// The type if it owns its text, which code that is generic over the type can make of a `String`.
    type Owned: TypedUrl<Scheme = Self::Scheme> + TryFrom<String, Error = Error>;

    /// Returns the text and the spans of its parts.
    fn raw(&self) -> Raw<Self::Scheme, &str>;

    /// Returns the value for downcasting, or `None` if it borrows its text.
    fn owned(&self) -> Option<&dyn Any>;
}

/// URL of any scheme, for code that knows the scheme only at run time (section 4).
///
/// Every URL type also has these methods as inherent methods; the trait is for `dyn AnyUrl`.
///
/// ```
/// use url1738_core::{AnyUrl, GenericUrl, Registry};
///
/// let url: Box<dyn AnyUrl> = Registry::new().parse("X-DB://HOST.dom/db")?;
/// assert_eq!((url.as_str(), url.default_port()), ("X-DB://HOST.dom/db", None));
/// assert_eq!(url.normal_form(), "x-db://host.dom/db");
/// let mut parts = 0;
/// url.each_part(&mut |_| parts += 1);
/// assert_eq!((parts, url.parts().len()), (3, 3));
/// assert!(url.owned().is_some() && url.downcast_ref::<GenericUrl>().is_some());
/// # Ok::<(), url1738_core::Error>(())
/// ```
pub trait AnyUrl: fmt::Debug + fmt::Display + Send + Sync {
    /// Returns the scheme name: in lower case, or as written if no crate defines the scheme.
    fn scheme(&self) -> &str;
    /// Returns the URL as written.
    fn as_str(&self) -> &str;
    /// Returns the port to use if the URL contains none.
    fn default_port(&self) -> Option<u16>;
    /// Returns user, password, host and port, or `None` if the scheme has none of them.
    fn login(&self) -> Option<Login<'_>>;
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
    /// Returns the text of the normal form (section 2.2).
    fn normal_form(&self) -> String;
    /// Returns the value for downcasting, or `None` if it borrows its text.
    fn owned(&self) -> Option<&dyn Any>;

    /// Returns the parts in order, beginning with the scheme.
    fn parts(&self) -> Vec<PartSpan> {
        let mut parts = Vec::new();
        self.each_part(&mut |part| parts.push(part));
        parts
    }
}

impl<U: TypedUrl> AnyUrl for U {
    fn scheme(&self) -> &str {
        self.raw().scheme()
    }
    fn as_str(&self) -> &str {
        self.raw().into_text()
    }
    fn default_port(&self) -> Option<u16> {
        U::Scheme::DEFAULT_PORT
    }
    fn login(&self) -> Option<Login<'_>> {
        self.raw().login()
    }
    fn each_part(&self, each: &mut dyn FnMut(PartSpan)) {
        self.raw().each_part(each);
    }
    fn plan(&self) -> Result<Plan, Refusal> {
        U::Scheme::plan(self.raw())
    }
    fn lints(&self) -> Lints {
        self.raw().lints()
    }
    fn normal_form(&self) -> String {
        normal::form(self.raw())
    }
    fn owned(&self) -> Option<&dyn Any> {
        TypedUrl::owned(self)
    }
}

impl dyn AnyUrl + '_ {
    /// Returns the URL as the type `U`, or `None` if it is of another type or borrows its text.
    #[must_use]
    pub fn downcast_ref<U: Any>(&self) -> Option<&U> {
        self.owned()?.downcast_ref()
    }
}
