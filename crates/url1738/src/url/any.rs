//! [`Url`] as a trait object.

use alloc::{borrow::Cow, boxed::Box, string::String};
use core::any::Any;

use url1738_core::{
    AnyUrl, Components, Editor, Escaped, Host, Lints, Login, PartSpan, Redacted,
    plan::{Plan, Refusal},
    scheme::SchemeInfo,
};

use crate::Url;

/// Implements [`AnyUrl`] for a [`Url`] that owns its text, and for one that borrows it.
macro_rules! any_url {
    ($T:ty, |$url:ident| $owned:expr) => {
        impl AnyUrl for Url<$T> {
            fn scheme(&self) -> &str {
                self.scheme()
            }
            fn as_str(&self) -> &str {
                self.as_ref()
            }
            fn scheme_info(&self) -> &'static SchemeInfo {
                self.scheme_info()
            }
            fn login(&self) -> Option<Login<'_>> {
                self.login()
            }
            fn host_str(&self) -> Option<&str> {
                self.host_str()
            }
            fn host(&self) -> Option<Host<'_>> {
                self.host()
            }
            fn path(&self) -> Option<Escaped<'_>> {
                self.path()
            }
            fn redacted(&self) -> Redacted<'_> {
                self.redacted()
            }
            fn components(&self) -> Components<'_> {
                self.components()
            }
            fn each_part(&self, each: &mut dyn FnMut(PartSpan)) {
                self.each_part(each);
            }
            fn plan(&self) -> Result<Plan, Refusal> {
                self.plan()
            }
            fn lints(&self) -> Lints {
                self.lints()
            }
            fn normal_form(&self) -> Cow<'_, str> {
                self.normal_form()
            }
            fn edit(&self) -> Editor {
                self.edit()
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

any_url!(String, |url| Some(url));
any_url!(&str, |_url| None);
