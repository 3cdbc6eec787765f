#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod annotate;
#[cfg(feature = "arbitrary")]
pub mod arbitrary;
mod block;
mod builder;
pub mod chars;
mod cursor;
#[cfg(feature = "dev")]
pub mod dev;
mod encode;
#[cfg(feature = "std")]
mod endpoint;
mod error;
mod escaped;
mod fix;
mod generic;
mod host;
mod hostport;
mod lanes;
pub mod lint;
mod login;
mod login_type;
mod message;
#[doc(hidden)]
pub mod normal;
pub mod part;
mod part_texts;
mod pieces;
pub mod plan;
mod raw;
pub mod redact;
mod registry;
pub mod repair;
mod scheme;
mod span;
mod text;
mod url_type;

pub use annotate::Annotated;
pub use builder::LoginBuilder;
pub use cursor::Cursor;
pub use error::{Error, ErrorKind, Rule, Token};
pub use escaped::Escaped;
pub use fix::Fix;
pub use generic::{Generic, GenericBuilder, GenericUrl};
pub use host::{Host, Hostname};
pub use lint::{Lint, Lints};
pub use login::{Login, LoginSpans};
pub use part::{Canon, Fault, Part};
pub use part_texts::PartTexts;
pub use pieces::Pieces;
pub use raw::Raw;
pub use redact::{HIDDEN, Redacted};
pub use registry::Registry;
pub use repair::{Change, Repaired};
pub use scheme::{AnyUrl, PartSpan, Scheme, SchemeKind, TypedUrl};
pub use span::Span;
pub use text::{Storage, Text};

#[doc = include_str!("../docs/own-scheme.md")]
pub mod own_scheme {}

/// For [`impl_url!`] alone.
#[doc(hidden)]
pub mod __private {
    pub use crate::scheme::is_named;
    pub use alloc::{string::String, vec::Vec};
    #[cfg(feature = "serde")]
    pub use serde_core;
    #[cfg(feature = "std")]
    pub use {
        crate::endpoint::socket_addrs,
        alloc::vec::IntoIter,
        core::net::SocketAddr,
        std::{io, net::ToSocketAddrs},
    };
}
