//! Errors of references.

use alloc::string::{String, ToString as _};
use core::fmt;

use url1738_core::{CodeInfo, Error, Span, codes};

/// Error that [`Base::join`](crate::Base::join) returns (RFC 1808, sections 2.3 and 4).
///
/// It contains no text, so logging it cannot leak a password.
///
/// ```
/// use url1738_core::GenericUrl;
/// use url1738_relative::{Base, JoinError};
///
/// let reference = "../~joe/";
/// let error = GenericUrl::parse("x-db://host.dom/a/b")?.join(reference).unwrap_err();
/// assert!(matches!(error, JoinError::Invalid { .. }));
/// assert_eq!((error.code(), error.span().slice(reference)), ("tilde", "~"));
/// assert!(GenericUrl::annotate(reference, error.error().unwrap()).starts_with("../~joe/\n   ^\n"));
///
/// let error = GenericUrl::parse("mailto:joe@host.dom")?.join("../x").unwrap_err();
/// assert_eq!((error.code(), error.info().section), ("never-a-base", "2.3"));
/// assert_eq!(error.to_string(), "mailto URLs cannot be the base of relative references");
/// assert_eq!(format!("{error:#}"), format!("{error}; {}", error.help()));
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JoinError {
    /// The base is a mailto, news or telnet URL, with which relative URLs are never used (RFC 1808, section 2.3).
    #[non_exhaustive]
    NeverBase {
        /// The name of the scheme.
        scheme: &'static str,
        /// The whole reference.
        span: Span,
    },
    /// The base has a `?` or `;` after its host, as in `https://host.dom?query`: by RFC 1808, section 2.4.3, it belongs to
    /// the `net_loc`, which no login of RFC 1738 does.
    #[non_exhaustive]
    OpaqueBase {
        /// The whole reference.
        span: Span,
    },
    /// The base has no host, and the path of the result begins with `//`: it would be read as a host.
    #[non_exhaustive]
    PathAsHost {
        /// The whole reference.
        span: Span,
    },
    /// The result is not a URL of its scheme because of the reference.
    #[non_exhaustive]
    Invalid {
        /// The error of the parser, with a span in the reference.
        error: Error,
    },
    /// The result is not a URL of its scheme because of a part that it inherits from the base.
    #[non_exhaustive]
    InvalidInBase {
        /// The error of the parser, with a span in the base.
        error: Error,
        /// The whole reference.
        span: Span,
    },
}

/// Writes the message and the position; with `{:#}` the help, too.
impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeverBase { scheme, .. } => {
                write!(f, "{scheme} URLs cannot be the base of relative references")
            }
            Self::OpaqueBase { .. } | Self::PathAsHost { .. } => f.write_str(self.info().message),
            Self::Invalid { error } => write!(f, "{error} of the reference"),
            Self::InvalidInBase { error, .. } => {
                write!(f, "{error} of the base, which the result inherits")
            }
        }?;
        let help = if f.alternate() { self.help() } else { String::new() };
        if help.is_empty() { Ok(()) } else { write!(f, "; {help}") }
    }
}

impl core::error::Error for JoinError {}

impl JoinError {
    /// Returns the stable code: `never-a-base`, `opaque-base`, `path-as-host`, or the code of the parser's error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.info().code
    }

    /// Returns the declaration of the code: why it is reported, with an example.
    #[must_use]
    pub fn info(&self) -> &'static CodeInfo {
        match self {
            Self::NeverBase { .. } => &NEVER_A_BASE,
            Self::OpaqueBase { .. } => &OPAQUE_BASE,
            Self::PathAsHost { .. } => &PATH_AS_HOST,
            Self::Invalid { error } | Self::InvalidInBase { error, .. } => error.info(),
        }
    }

    /// Returns the bytes of the reference that the error is about: the whole reference if its text is not the reason.
    #[must_use]
    pub const fn span(&self) -> Span {
        match self {
            Self::NeverBase { span, .. }
            | Self::OpaqueBase { span }
            | Self::PathAsHost { span }
            | Self::InvalidInBase { span, .. } => *span,
            Self::Invalid { error } => error.span(),
        }
    }

    /// Returns the error of the parser that refused the result, or `None` if there was no result to parse. Its span is in
    /// the reference, or in the base for [`InvalidInBase`](Self::InvalidInBase).
    #[must_use]
    pub const fn error(&self) -> Option<&Error> {
        match self {
            Self::Invalid { error } | Self::InvalidInBase { error, .. } => Some(error),
            _ => None,
        }
    }

    /// Returns a suggestion; may be empty.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::NeverBase { .. } | Self::OpaqueBase { .. } => "write an absolute URL".into(),
            Self::PathAsHost { .. } => "write no `//` at the beginning of the path".into(),
            Self::Invalid { error } | Self::InvalidInBase { error, .. } => error.help().to_string(),
        }
    }
}

codes! {
    /// The codes of relative references (RFC 1808, section 4).
    pub const CODES;

    Join NEVER_A_BASE "never-a-base" ("2.3"):
        "mailto URLs cannot be the base of relative references",
        "URLs of mailto, news and telnet have no hierarchy that a relative reference could refer to (RFC 1808, section 2.3).",
        "mailto:joe@host.dom x" => "http://host.dom/a x";

    Join OPAQUE_BASE "opaque-base" ("2.3"):
        "the base has no path that a relative reference could be appended to",
        "RFC 1738 does not allow a `?` or `;` directly after a host, and RFC 1808 does not say what a path after it is (section 2.4.3).",
        "x-any://host.dom?a x" => "x-any://host.dom/?a x";

    Join PATH_AS_HOST "path-as-host" ("2.3"):
        "the path of the result begins with `//` and would be read as a host",
        "The base has no host, and the path of the result would begin with `//`, so that its first segment would be read as one.",
        "x-any:/a .//b" => "x-any:/a ./b";

    Lint GOPHER_TYPE_CHANGED "gopher-type-changed" ("3.4"):
        "the item type differs from that of the base: the first character of a gopher path is the type",
        "The first character of the path of a Gopher URL is the type of the item. A relative reference replaces it by the first character of a name.",
        "gopher://host.dom/0a 1b" => "gopher://host.dom/0a 0b";
}
