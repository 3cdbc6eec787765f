//! Where the parts of a login are (section 3.1).

use crate::syntax::{
    part::{HOST, PASSWORD, PORT, PartSpan, USER},
    span::Span,
};

/// Where the parts of a login are, in 24 bytes (section 3.1); a scheme's spans hold it.
///
/// A part follows the one before it with one delimiter between, so that the ends tell all. An end of 0
/// is that of an absent part, since no part ends there.
///
/// ```
/// use url1738_core::scheme::{Cursor, LoginSpans};
///
/// let text = "//joe@host.dom:021/x";
/// let spans: LoginSpans = Cursor::new(text.as_bytes())?.login()?;
/// assert_eq!((spans.host().range(), spans.end()), (6..14, 18));
/// assert_eq!(spans.view(text).port_str(), Some("021"));
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoginSpans {
    start: u32,
    user_end: u32,
    password_end: u32,
    host_end: u32,
    port_end: u32,
    port: u16,
}

impl LoginSpans {
    pub(crate) const fn at(start: u32) -> Self {
        Self { start, user_end: 0, password_end: 0, host_end: 0, port_end: 0, port: 0 }
    }

    pub(crate) const fn with_user(self, user_end: u32) -> Self {
        Self { user_end, ..self }
    }

    pub(crate) const fn with_password(self, password_end: u32) -> Self {
        Self { password_end, ..self }
    }

    pub(crate) const fn with_host(self, host_end: u32) -> Self {
        Self { host_end, ..self }
    }

    pub(crate) const fn with_port(self, (digits, port): (Span, u16)) -> Self {
        Self { port_end: digits.end, port, ..self }
    }

    /// The user, where there is an `@`.
    #[must_use]
    pub const fn user(&self) -> Option<Span> {
        if self.user_end == 0 { None } else { Some(Span::new(self.start, self.user_end)) }
    }

    /// The password, where there is a `:` before the `@`.
    #[must_use]
    pub const fn password(&self) -> Option<Span> {
        match self.password_end {
            0 => None,
            end => Some(Span::new(self.user_end.saturating_add(1), end)),
        }
    }

    /// The host.
    #[must_use]
    pub const fn host(&self) -> Span {
        let start = match (self.user_end, self.password_end) {
            (0, _) => self.start,
            (end, 0) | (_, end) => end.saturating_add(1),
        };
        Span::new(start, self.host_end)
    }

    /// The digits of the port, where there are any.
    #[must_use]
    pub const fn port(&self) -> Option<Span> {
        match self.port_end {
            0 => None,
            end => Some(Span::new(self.host_end.saturating_add(1), end)),
        }
    }

    /// The value of the port, where there is one.
    pub(crate) const fn port_number(&self) -> Option<u16> {
        if self.port_end == 0 { None } else { Some(self.port) }
    }

    /// The end of the login: that of the port, or of the host.
    #[must_use]
    pub const fn end(&self) -> u32 {
        if self.port_end == 0 { self.host_end } else { self.port_end }
    }

    /// Calls `each` with the parts in order.
    pub fn each(&self, each: &mut dyn FnMut(PartSpan)) {
        let user = self.user().map(|span| PartSpan { part: &USER, span });
        let password = self.password().map(|span| PartSpan { part: &PASSWORD, span });
        let port = self.port().map(|span| PartSpan { part: &PORT, span });
        let host = Some(PartSpan { part: &HOST, span: self.host() });
        [user, password, host, port].into_iter().flatten().for_each(each);
    }
}
