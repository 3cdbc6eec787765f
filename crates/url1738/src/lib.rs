#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![deny(
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::arithmetic_side_effects
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "context")]
pub mod context;
pub mod convert;
pub mod guide;
pub mod reading;
mod url;

pub use url::{OtherUrl, Url, Visitor, registry};
pub use url1738_core::{
    AnyUrl, Change, Error, ErrorKind, Escaped, Fix, GenericUrl, Host, Hostname, Lint, Lints, Login,
    Part, PartSpan, PartTexts, Redacted, Registry, Repaired, Rule, Scheme, SchemeKind, Span,
    Storage, TypedUrl, plan,
};

/// The rules that all schemes share; for authors of schemes.
///
/// It is not re-exported under the name `core`, which would hide the `core` of the language.
pub mod syntax {
    pub use url1738_core::*;
}

macro_rules! modules {
    ($($feature:literal $module:ident $krate:ident $Url:ident;)*) => {$(
        #[cfg(feature = $feature)]
        #[doc(inline)]
        pub use $krate as $module;
        #[cfg(feature = $feature)]
        pub use $krate::$Url;
    )*};
}

modules! {
    "ftp" ftp url1738_ftp FtpUrl;
    "http" http url1738_http HttpUrl;
    "gopher" gopher url1738_gopher GopherUrl;
    "mailto" mailto url1738_mailto MailtoUrl;
    "news" news url1738_news NewsUrl;
    "nntp" nntp url1738_nntp NntpUrl;
    "telnet" telnet url1738_telnet TelnetUrl;
    "wais" wais url1738_wais WaisUrl;
    "file" file url1738_file FileUrl;
    "prospero" prospero url1738_prospero ProsperoUrl;
}
