//! The faces that all URL types share: one for code over any type, one for code over any scheme.

use alloc::{string::String, vec::Vec};
use core::{any::Any, fmt};

use super::{login::Login, raw::Raw, scheme::Scheme};
use crate::{
    lint::Lints,
    normal,
    plan::{Plan, Refusal},
    syntax::part::PartSpan,
};

/// A URL type over a [`Raw`]; [`impl_url!`](crate::impl_url) implements it.
///
/// ```
/// use url1738_core::{GenericUrl, scheme::{Scheme, TypedUrl}};
///
/// /// What any URL type of the family tells without naming its scheme.
/// fn told<U: TypedUrl>(url: &U) -> (String, bool) {
///     (url.raw().scheme().to_owned(), url.owned().is_some())
/// }
///
/// let url = GenericUrl::parse("tel:+358-555")?;
/// assert_eq!(told(&url), ("tel".into(), false));
/// assert_eq!(told(&url.to_owned()), ("tel".into(), true));
/// # Ok::<(), url1738_core::Error>(())
/// ```
pub trait TypedUrl: fmt::Debug + fmt::Display + Send + Sync {
    /// The scheme of the type.
    type Scheme: Scheme;

    /// The text and the places of its parts.
    fn raw(&self) -> Raw<Self::Scheme, &str>;

    /// The value for downcasting, where it owns its text.
    fn owned(&self) -> Option<&dyn Any>;
}

/// A URL of any scheme, for code that learns the scheme at run time (section 4).
///
/// Every URL type has these as methods of its own; the trait serves `dyn`.
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
    /// The scheme name: in lower case, but as written where no crate knows the scheme.
    fn scheme(&self) -> &str;
    /// The URL as written.
    fn as_str(&self) -> &str;
    /// The port that is meant where the URL names none.
    fn default_port(&self) -> Option<u16>;
    /// User, password, host and port, for schemes that have them.
    fn login(&self) -> Option<Login<'_>>;
    /// Calls `each` with the parts in order, the scheme first.
    fn each_part(&self, each: &mut dyn FnMut(PartSpan));
    /// The steps to reach what the URL names.
    ///
    /// # Errors
    ///
    /// Where there is no safe way.
    fn plan(&self) -> Result<Plan, Refusal>;
    /// What is valid but risky or misread elsewhere.
    fn lints(&self) -> Lints;
    /// The text of the normal form (section 2.2).
    fn normal_form(&self) -> String;
    /// The value for downcasting, where it owns its text.
    fn owned(&self) -> Option<&dyn Any>;

    /// The parts in order, the scheme first.
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
    /// The URL as the type of one scheme; `None` for another scheme, or a borrowed URL.
    #[must_use]
    pub fn downcast_ref<U: Any>(&self) -> Option<&U> {
        self.owned()?.downcast_ref()
    }
}
