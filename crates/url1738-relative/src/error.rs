//! Reasons why a reference does not lead to a URL.

use url1738_core::{Error, Span};

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
/// assert_eq!((error.code(), error.span().slice(reference)), ("unexpected-byte", "~"));
/// assert!(error.error().unwrap().annotate(reference).to_string().starts_with("../~joe/\n   ^\n"));
///
/// let error = GenericUrl::parse("mailto:joe@host.dom")?.join("../x").unwrap_err();
/// assert_eq!(error.code(), "never-a-base");
/// assert_eq!(error.to_string(), "mailto URLs cannot be the base of relative references");
/// assert_eq!(error.help(), "write an absolute URL");
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JoinError {
    /// The base is a mailto, news or telnet URL, with which relative URLs are never used (RFC 1808, section 2.3).
    #[error("{scheme} URLs cannot be the base of relative references")]
    #[non_exhaustive]
    NeverBase {
        /// The name of the scheme.
        scheme: &'static str,
        /// The whole reference.
        span: Span,
    },
    /// The base is not of the form `scheme://net_loc/path` or `scheme:/path` (RFC 1808, section 2.2).
    #[error("the base has no path that a relative reference could be appended to")]
    #[non_exhaustive]
    OpaqueBase {
        /// The whole reference.
        span: Span,
    },
    /// The base has no host, and the path of the result begins with `//`: it would be read as a host.
    #[error("the path of the result begins with `//` and would be read as a host")]
    #[non_exhaustive]
    PathAsHost {
        /// The whole reference.
        span: Span,
    },
    /// The result is not a URL of its scheme because of the reference.
    #[error("{error} of the reference")]
    #[non_exhaustive]
    Invalid {
        /// The error of the parser, with a span in the reference.
        error: Error,
    },
    /// The result is not a URL of its scheme because of what it inherits from the base.
    #[error("{error} of the base, which the result inherits")]
    #[non_exhaustive]
    InvalidInBase {
        /// The error of the parser, with a span in the base.
        error: Error,
        /// The whole reference.
        span: Span,
    },
}

impl JoinError {
    /// Returns the stable code: `never-a-base`, `opaque-base`, `path-as-host`, or the code of the parser's error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NeverBase { .. } => "never-a-base",
            Self::OpaqueBase { .. } => "opaque-base",
            Self::PathAsHost { .. } => "path-as-host",
            Self::Invalid { error } | Self::InvalidInBase { error, .. } => error.code(),
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

    /// Returns what to do instead; may be empty.
    #[must_use]
    pub fn help(&self) -> alloc::string::String {
        use alloc::string::ToString as _;
        match self {
            Self::NeverBase { .. } | Self::OpaqueBase { .. } => "write an absolute URL".into(),
            Self::PathAsHost { .. } => "write no `//` at the beginning of the path".into(),
            Self::Invalid { error } | Self::InvalidInBase { error, .. } => error.help().to_string(),
        }
    }
}
