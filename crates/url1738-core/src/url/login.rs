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
/// Absent and empty parts are distinguished: `host` has no user, `@host` has an empty user, `u@host` has a user and no
/// password, `u:@host` has a user and an empty password. Debug shows the password as `***`.
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
    /// Returns the login that these spans cover in `text`.
    #[must_use]
    #[inline]
    pub fn view<'a>(&self, text: &'a str) -> Login<'a> {
        Login { spans: *self, text }
    }
}

impl<'a> Login<'a> {
    #[inline]
    fn part(self, span: Span) -> Escaped<'a> {
        Escaped::new_validated(span.slice(self.text))
    }

    /// Returns the user, or `None` if there is no `@`.
    #[doc(alias = "username")]
    #[must_use]
    #[inline]
    pub fn user(self) -> Option<Escaped<'a>> {
        self.spans.user().map(|span| self.part(span))
    }

    /// Returns the password, or `None` if there is no `:` before the `@`.
    #[must_use]
    #[inline]
    pub fn password(self) -> Option<Escaped<'a>> {
        self.spans.password().map(|span| self.part(span))
    }

    /// Returns the host as a name or an IPv4 address.
    #[must_use]
    pub fn host(self) -> Host<'a> {
        Host::new_validated(self.host_str())
    }

    /// Returns the host as written.
    #[doc(alias = "domain")]
    #[must_use]
    #[inline]
    pub fn host_str(self) -> &'a str {
        self.spans.host().slice(self.text)
    }

    /// Returns the port, or `None` if the URL contains none.
    #[must_use]
    #[inline]
    pub const fn port(self) -> Option<u16> {
        if self.spans.port_end == 0 { None } else { Some(self.spans.port) }
    }

    /// Returns the port as written, including leading zeros.
    #[must_use]
    #[inline]
    pub fn port_str(self) -> Option<&'a str> {
        self.spans.port().map(|span| span.slice(self.text))
    }

    /// Returns the spans of the parts.
    #[must_use]
    #[inline]
    pub const fn spans(self) -> LoginSpans {
        self.spans
    }
}

/// Compares user and password as written, and the values of host and port.
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

/// Implements `host`, `host_str`, `port`, `port_or_default`, `user` and `password` of a URL type, for a newtype over
/// [`Raw`](crate::scheme::Raw), so that code can call them on every type.
///
/// By default also implements `login`; host and port are then not an `Option`.
/// [`Scheme::login`](crate::scheme::Scheme::login) must never return `None`, and the scheme must have a default port.
/// With `path`, it implements `path` in addition, which returns an `Option`. With `optional`, every accessor returns an
/// `Option`. `opaque` is for schemes whose URLs contain none of these parts: it is `optional` with `path`.
///
/// [`own_scheme`](crate::own_scheme) shows a scheme with a login, and one that is opaque.
#[macro_export]
macro_rules! impl_login {
    ($Url:ident: $Scheme:ident) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns host and port, and user and password if the URL contains them.
            #[doc(alias = "authority")]
            #[must_use]
            #[inline]
            pub fn login(&'i self) -> $crate::Login<'o> {
                let Some(login) = self.0.login() else {
                    ::core::unreachable!("a scheme with `login` returns it")
                };
                login
            }

            /// Returns the host.
            #[must_use]
            #[inline]
            pub fn host(&'i self) -> $crate::Host<'o> {
                self.login().host()
            }

            /// Returns the host as written.
            #[doc(alias = "domain")]
            #[must_use]
            #[inline]
            pub fn host_str(&'i self) -> &'o str {
                self.login().host_str()
            }

            /// Returns the port to connect to: that of the URL, or the default port of the scheme.
            #[must_use]
            #[inline]
            pub fn port_or_default(&'i self) -> u16 {
                const DEFAULT: u16 = match <$Scheme as $crate::scheme::Scheme>::INFO.port {
                    Some(port) => port,
                    None => panic!("the scheme needs a default port"),
                };
                self.port().unwrap_or(DEFAULT)
            }
        }

        $crate::__accessors!($Url, $crate::__view, login);
    };
    ($Url:ident: $Scheme:ident, optional) => {
        $crate::__accessors!(
            $Url,
            $crate::__view,
            host,
            |url| <$Scheme as $crate::scheme::Scheme>::INFO.port
        );
    };
    ($Url:ident: $Scheme:ident, path) => {
        $crate::impl_login!($Url: $Scheme);
        $crate::__accessors!($Url, $crate::__view, path);
    };
    ($Url:ident: $Scheme:ident, opaque) => {
        $crate::impl_login!($Url: $Scheme, optional);
        $crate::__accessors!($Url, $crate::__view, path);
    };
}

/// Evaluates an expression for the [`Raw`](crate::scheme::Raw) of a URL, whose parts live as long as possible, as `view` of the
/// umbrella does for that of any variant.
#[doc(hidden)]
#[macro_export]
macro_rules! __view {
    ($url:expr, $raw:ident => $value:expr) => {{
        let $raw = $url.0.view();
        $value
    }};
}

/// Implements the accessors of [`impl_login!`] that return an `Option`, also for the enum of all schemes: by the Raw that `view`
/// finds in the URL, and by its default port.
#[doc(hidden)]
#[macro_export]
macro_rules! __accessors {
    ($Url:ident, $view:path, path) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns the path as written, without the `/` before it, or `None` if the URL has none. What the scheme
            /// separates from it, such as a search part, a typecode or fields, is not part of it; its reserved characters
            /// have the meaning that the scheme gives them.
            #[doc(alias = "pathname")]
            #[must_use]
            #[inline]
            pub fn path(&'i self) -> Option<$crate::Escaped<'o>> {
                $view!(self, url => url.path())
            }
        }
    };
    ($Url:ident, $view:path, login) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns the port, or `None` if the URL contains none.
            #[doc(alias = "port_u16")]
            #[must_use]
            #[inline]
            pub fn port(&'i self) -> Option<u16> {
                $view!(self, url => url.login())?.port()
            }

            /// Returns the user name: `None` if there is no `@`, empty if nothing precedes it.
            #[doc(alias = "username")]
            #[must_use]
            #[inline]
            pub fn user(&'i self) -> Option<$crate::Escaped<'o>> {
                $view!(self, url => url.login())?.user()
            }

            /// Returns the password: `None` if there is no `:` before the `@`, empty if nothing is between them.
            #[must_use]
            #[inline]
            pub fn password(&'i self) -> Option<$crate::Escaped<'o>> {
                $view!(self, url => url.login())?.password()
            }
        }
    };
    ($Url:ident, $view:path, host, |$url:ident| $port:expr) => {
        $crate::__accessors!($Url, $view, login);

        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns the host as a name or an IPv4 address, or `None` if the URL contains none.
            #[must_use]
            #[inline]
            pub fn host(&'i self) -> Option<$crate::Host<'o>> {
                $view!(self, url => url.host())
            }

            /// Returns the host as written, or `None` if the URL contains none.
            #[doc(alias = "domain")]
            #[doc(alias = "hostname")]
            #[must_use]
            #[inline]
            pub fn host_str(&'i self) -> Option<&'o str> {
                $view!(self, url => url.host_str())
            }

            /// Returns the port to connect to: that of the URL, or the default port of the scheme. Returns `None` if there
            /// is neither.
            #[doc(alias = "port_or_known_default")]
            #[must_use]
            #[inline]
            pub fn port_or_default(&'i self) -> Option<u16> {
                let $url = self;
                $url.port().or($port)
            }
        }
    };
}
