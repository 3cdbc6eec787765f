//! The spans of the parts of a login (section 3.1).

use crate::syntax::{
    part::{HOST, PASSWORD, PORT, PartSpan, USER},
    span::Span,
};

/// Spans of the parts of a login (section 3.1) in 24 bytes, for use in the spans of a scheme.
///
/// Exactly one delimiter separates consecutive parts, so that the ends of the parts determine their spans. An end of 0
/// marks an absent part, because `//` precedes the login and no part can end there.
///
/// ```
/// use url1738_core::scheme::{Cursor, LoginSpans};
///
/// let text = "//joe@host.dom:021/x";
/// let spans: LoginSpans = Cursor::new(text.as_bytes())?.login()?;
/// assert_eq!((spans.host().range(), spans.end()), (6..14, 18));
/// assert_eq!(spans.view(text).port_str(), Some("021"));
/// assert_eq!((spans.span_to(20).slice(text), spans.path(20), spans.path(0)), ("x", Some(spans.span_to(20)), None));
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LoginSpans {
    pub(super) start: u32,
    #[doc(hidden)]
    pub user_end: u32,
    #[doc(hidden)]
    pub password_end: u32,
    #[doc(hidden)]
    pub host_end: u32,
    #[doc(hidden)]
    pub port_end: u32,
    #[doc(hidden)]
    pub port: u16,
}

impl LoginSpans {
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub const fn at(start: u32) -> Self {
        Self { start, user_end: 0, password_end: 0, host_end: 0, port_end: 0, port: 0 }
    }

    /// Returns the span of the user, or `None` if there is no `@`.
    #[must_use]
    #[inline]
    pub const fn user(&self) -> Option<Span> {
        if self.user_end == 0 { None } else { Some(Span::new(self.start, self.user_end)) }
    }

    /// Returns the span of the password, or `None` if there is no `:` before the `@`.
    #[must_use]
    #[inline]
    pub const fn password(&self) -> Option<Span> {
        match self.password_end {
            0 => None,
            end => Some(Span::new(self.user_end + 1, end)),
        }
    }

    /// Returns the span of the host.
    #[must_use]
    #[inline]
    pub const fn host(&self) -> Span {
        // One byte before the host is the `@`, which follows the password, or the user if there is
        // none.
        let start = match (self.user_end, self.password_end) {
            (0, _) => self.start,
            (end, 0) | (_, end) => end + 1,
        };
        Span::new(start, self.host_end)
    }

    /// Returns the span of the digits of the port, or `None` if there is no port.
    #[must_use]
    #[inline]
    pub const fn port(&self) -> Option<Span> {
        // The digits begin one byte after the host, whose end the `:` is at.
        match self.port_end {
            0 => None,
            end => Some(Span::new(self.host_end + 1, end)),
        }
    }

    /// Returns the offset of the end of the login: the end of the port if there is one, else of the host.
    #[must_use]
    #[inline]
    pub const fn end(&self) -> u32 {
        if self.port_end == 0 { self.host_end } else { self.port_end }
    }

    /// Returns the span from the byte after the delimiter that follows the login to `end`, for the part that follows.
    #[inline]
    #[must_use]
    pub const fn span_to(&self, end: u32) -> Span {
        // At the end of a text of 4 GiB - 1, there is no delimiter to count.
        Span::new(self.end().wrapping_add(1), end)
    }

    /// Like [`span_to`](Self::span_to), but returns `None` if `end` is 0, the mark of an absent part.
    #[inline]
    #[must_use]
    pub const fn path(&self, end: u32) -> Option<Span> {
        if end == 0 { None } else { Some(self.span_to(end)) }
    }

    /// Calls `each` with the parts in the order in which they appear.
    pub fn each(&self, each: &mut dyn FnMut(PartSpan)) {
        if let Some(span) = self.user() {
            each(PartSpan { part: &USER, span });
        }
        if let Some(span) = self.password() {
            each(PartSpan { part: &PASSWORD, span });
        }
        each(PartSpan { part: &HOST, span: self.host() });
        if let Some(span) = self.port() {
            each(PartSpan { part: &PORT, span });
        }
    }
}
