//! `login = [ user [ ":" password ] "@" ] hostport` (section 3.1).

use core::fmt;

use crate::{
    escaped::Escaped,
    host::Host,
    part::{HOST, PASSWORD, PORT, USER},
    redact::{HIDDEN, Redacted},
    scheme::PartSpan,
    span::Span,
};

/// Where the parts of a login are, in 24 bytes (section 3.1); a scheme's spans hold it.
///
/// A part follows the one before it with one delimiter between, so that the ends tell all. An end of 0
/// is that of an absent part, since no part ends there.
///
/// ```
/// use url1738_core::{Cursor, LoginSpans};
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

    /// The typed view of these spans in `text`.
    #[must_use]
    pub fn view<'a>(&self, text: &'a str) -> Login<'a> {
        Login { spans: *self, text }
    }
}

/// User, password, host and port of a URL (section 3.1).
///
/// The four states of user and password are kept apart: no `@` (no user), `@` (an empty user), `u@` (a user
/// without a password), `u:@` (a user with an empty password). Debug shows the password as `***`.
///
/// ```
/// use url1738_core::{GenericUrl, Host};
///
/// let url = GenericUrl::parse("x-db://joe:@host.dom:5432/db")?;
/// let login = url.login().unwrap();
/// assert_eq!(login.user().unwrap(), "joe");
/// assert_eq!(login.password().unwrap(), "");
/// assert_eq!(login.host(), Host::new("HOST.dom")?);
/// assert_eq!(login.port(), Some(5432));
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Login<'a> {
    spans: LoginSpans,
    text: &'a str,
}

impl<'a> Login<'a> {
    fn part(self, span: Span) -> Escaped<'a> {
        Escaped::new_validated(span.of(self.text))
    }

    /// The user: `None` where there is no `@`.
    #[must_use]
    pub fn user(self) -> Option<Escaped<'a>> {
        self.spans.user().map(|span| self.part(span))
    }

    /// The password: `None` where no `:` stands before the `@`.
    #[must_use]
    pub fn password(self) -> Option<Escaped<'a>> {
        self.spans.password().map(|span| self.part(span))
    }

    /// The host, typed.
    #[must_use]
    pub fn host(self) -> Host<'a> {
        Host::new_validated(self.host_str())
    }

    /// The host as written.
    #[must_use]
    pub fn host_str(self) -> &'a str {
        self.spans.host().of(self.text)
    }

    /// The port, where the URL names one.
    #[must_use]
    pub const fn port(self) -> Option<u16> {
        if self.spans.port_end == 0 { None } else { Some(self.spans.port) }
    }

    /// The port as written, leading zeros and all.
    #[must_use]
    pub fn port_str(self) -> Option<&'a str> {
        self.spans.port().map(|span| span.of(self.text))
    }

    /// Where the parts are.
    #[must_use]
    pub const fn spans(self) -> LoginSpans {
        self.spans
    }
}

/// Equal are logins with the same four parts, as written.
impl PartialEq for Login<'_> {
    fn eq(&self, other: &Self) -> bool {
        let parts = |login: Self| (login.user(), login.password(), login.host(), login.port());
        parts(*self) == parts(*other)
    }
}

impl Eq for Login<'_> {}

impl fmt::Debug for Login<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Login")
            .field("user", &self.user().map(|user| Redacted::of_user(user.as_str().as_bytes())))
            .field("password", &self.password().map(|_| HIDDEN))
            .field("host", &self.host())
            .field("port", &self.port())
            .finish()
    }
}
