//! [`Url`] as a trait object.

use alloc::{borrow::Cow, boxed::Box, string::String};
use core::any::Any;

use url1738_core::{
    AnyUrl, Editor, Escaped, Lints, Login, PartSpan, Redacted,
    plan::{Plan, Refusal},
    scheme::SchemeInfo,
};

use crate::Url;

/// Writes methods that call the methods of [`Url`] with the same names.
macro_rules! forward {
    ($(fn $method:ident($($argument:ident: $Argument:ty)?) $(-> $Return:ty)?;)+) => {
        $(
            fn $method(&self, $($argument: $Argument)?) $(-> $Return)? {
                self.$method($($argument)?)
            }
        )+
    };
}

/// Implements [`AnyUrl`] for a [`Url`] that owns its text, and for one that borrows it.
macro_rules! any_url {
    ($T:ty, |$url:ident| $owned:expr) => {
        impl AnyUrl for Url<$T> {
            forward! {
                fn scheme() -> &str;
                fn as_str() -> &str;
                fn scheme_info() -> &'static SchemeInfo;
                fn default_port() -> Option<u16>;
                fn login() -> Option<Login<'_>>;
                fn host_str() -> Option<&str>;
                fn path() -> Option<Escaped<'_>>;
                fn redacted() -> Redacted<'_>;
                fn each_part(each: &mut dyn FnMut(PartSpan));
                fn plan() -> Result<Plan, Refusal>;
                fn lints() -> Lints;
                fn normal_form() -> Cow<'_, str>;
                fn edit() -> Editor;
            }

            fn owned(&self) -> Option<&dyn Any> {
                let $url = self;
                $owned
            }

            fn into_any(self: Box<Self>) -> Box<dyn Any>
            where
                Self: 'static,
            {
                self
            }
        }
    };
}

// `Any` needs `'static`, which a URL that borrows its text is not: only the owned one is a type to downcast to.
any_url!(String, |url| Some(url));
any_url!(&str, |_url| None);
