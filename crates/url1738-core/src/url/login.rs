//! `login = [ user [ ":" password ] "@" ] hostport` (section 3.1).

use core::fmt;

use super::host::Host;
use crate::{
    diagnostics::redact::{MASK, Redacted},
    parse::spans::LoginSpans,
    syntax::{escaped::Escaped, span::Span},
};

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
/// assert_eq!(login.host(), Host::parse("HOST.dom")?);
/// assert_eq!(login.port(), Some(5432));
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Login<'a> {
    spans: LoginSpans,
    text: &'a str,
}

impl LoginSpans {
    /// The typed view of these spans in `text`.
    #[must_use]
    pub fn view<'a>(&self, text: &'a str) -> Login<'a> {
        Login { spans: *self, text }
    }
}

impl<'a> Login<'a> {
    fn part(self, span: Span) -> Escaped<'a> {
        Escaped::new_validated(span.slice(self.text))
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
        self.spans.host().slice(self.text)
    }

    /// The port, where the URL names one.
    #[must_use]
    pub const fn port(self) -> Option<u16> {
        self.spans.port_number()
    }

    /// The port as written, leading zeros and all.
    #[must_use]
    pub fn port_str(self) -> Option<&'a str> {
        self.spans.port().map(|span| span.slice(self.text))
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
            .field("password", &self.password().map(|_| MASK))
            .field("host", &self.host())
            .field("port", &self.port())
            .finish()
    }
}
