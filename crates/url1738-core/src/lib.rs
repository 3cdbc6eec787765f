#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(feature = "arbitrary")]
pub mod arbitrary;
pub mod codes;
#[cfg(feature = "dev")]
pub mod dev;
mod diagnostics;
pub mod lint;
mod normal;
mod parse;
pub mod plan;
pub mod repair;
mod scan;
mod syntax;
mod url;

pub use codes::CodeInfo;
pub use diagnostics::{
    error::{Error, ErrorKind, Rule, Token},
    redact::{self, MASK, Redacted},
};
pub use lint::{Lint, Lints};
pub use repair::{Change, Repaired, Safety};
pub use scan::chars;
pub use syntax::{
    escaped::Escaped,
    international,
    part::{self, PartSpan},
    span::{Fix, Span},
};
pub use url::{
    any::AnyUrl,
    components::Components,
    edit::{EditError, Editor},
    generic::{GenericBuilder, GenericUrl},
    host::{Host, Hostname},
    login::Login,
    raw::{BorrowOrShare, Storage},
    registry::Registry,
    scheme::SchemeKind,
};

/// The interface for authors of schemes.
///
/// Users of URLs do not need it. [`impl_url!`](crate::impl_url) and [`own_scheme`] show complete schemes.
pub mod scheme {
    pub use crate::{
        parse::{cursor::Cursor, spans::LoginSpans},
        syntax::{
            part::{Canon, Part, Role},
            scheme_info::SchemeInfo,
            split::Split,
        },
        url::{any::TypedUrl, form::Form, generic::Generic, raw::Raw, scheme::Scheme},
    };
}

/// The names that the crate of a scheme exports as its own, so that its users need no dependency on this crate: the types
/// in the signatures of a URL type, and what matching on its errors takes.
///
/// Every crate of the family has this line:
///
/// ```
/// pub use url1738_core::exports::*;
/// ```
pub mod exports {
    pub use crate::{
        AnyUrl, BorrowOrShare, Change, CodeInfo, Components, EditError, Editor, Error, ErrorKind,
        Escaped, Fix, GenericUrl, Host, Hostname, Lint, Lints, Login, PartSpan, Redacted, Repaired,
        Rule, Safety, Span, Storage, Token, plan,
        scheme::{Part, Role},
    };
}

#[doc = include_str!("../docs/own-scheme.md")]
pub mod own_scheme {}

/// Internals for [`impl_url!`] and the crates of this family.
#[doc(hidden)]
pub mod __private {
    pub use crate::diagnostics::{
        fix::fix,
        message::{SLASH_AFTER_HOST, annotate, help},
    };
    pub use crate::repair::inside;
    pub use crate::scan::hex::octet_of;
    pub use crate::url::scheme::{is_named, name_key};
    #[cfg(feature = "arbitrary")]
    pub use ::arbitrary;
    pub use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};
    #[cfg(feature = "serde")]
    pub use {crate::url::deserialize, serde_core};
    #[cfg(feature = "std")]
    pub use {
        crate::url::raw::addresses,
        alloc::vec::IntoIter,
        core::net::SocketAddr,
        std::{io, net::ToSocketAddrs},
    };
}
