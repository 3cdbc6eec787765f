#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod codes;
#[cfg(feature = "context")]
pub mod context;
pub mod convert;
pub mod guide;
mod parts;
pub mod reading;
#[cfg(feature = "relative")]
pub mod relative;
#[cfg(feature = "surt")]
pub mod surt;
mod url;

pub use parts::PARTS;
pub use url::{OtherUrl, Url, Visitor, WrongScheme, registry};
pub use url1738_core::{
    Annotated, AnyUrl, BorrowOrShare, Change, Components, Error, ErrorKind, Escaped, EscapedSplit,
    Fix, GenericUrl, Host, Hostname, Lint, Lints, Login, Pairs, PartSpan, Redacted, Registry,
    Repaired, Rule, Safety, SchemeKind, Span, Storage, Token, plan,
    scheme::{Part, PartRule, Role, Scheme, TypedUrl},
};

/// The rules that all schemes share; for authors of schemes.
///
/// It is not re-exported under the name `core`, which would hide the `core` of the language.
pub mod syntax {
    pub use url1738_core::*;
}

#[cfg(feature = "file")]
#[doc(inline)]
pub use url1738_file as file;
#[cfg(feature = "ftp")]
#[doc(inline)]
pub use url1738_ftp as ftp;
#[cfg(feature = "gopher")]
#[doc(inline)]
pub use url1738_gopher as gopher;
#[cfg(feature = "http")]
#[doc(inline)]
pub use url1738_http as http;
#[cfg(feature = "mailto")]
#[doc(inline)]
pub use url1738_mailto as mailto;
#[cfg(feature = "news")]
#[doc(inline)]
pub use url1738_news as news;
#[cfg(feature = "nntp")]
#[doc(inline)]
pub use url1738_nntp as nntp;
#[cfg(feature = "prospero")]
#[doc(inline)]
pub use url1738_prospero as prospero;
#[cfg(feature = "telnet")]
#[doc(inline)]
pub use url1738_telnet as telnet;
#[cfg(feature = "wais")]
#[doc(inline)]
pub use url1738_wais as wais;

#[cfg(feature = "file")]
pub use url1738_file::FileUrl;
#[cfg(feature = "ftp")]
pub use url1738_ftp::FtpUrl;
#[cfg(feature = "gopher")]
pub use url1738_gopher::GopherUrl;
#[cfg(feature = "http")]
pub use url1738_http::HttpUrl;
#[cfg(feature = "mailto")]
pub use url1738_mailto::MailtoUrl;
#[cfg(feature = "news")]
pub use url1738_news::NewsUrl;
#[cfg(feature = "nntp")]
pub use url1738_nntp::NntpUrl;
#[cfg(feature = "prospero")]
pub use url1738_prospero::ProsperoUrl;
#[cfg(feature = "telnet")]
pub use url1738_telnet::TelnetUrl;
#[cfg(feature = "wais")]
pub use url1738_wais::WaisUrl;

/// Runs the examples of the README of the repository, which no package contains.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct FrontPage;
