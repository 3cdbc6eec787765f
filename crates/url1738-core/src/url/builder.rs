//! The part of a builder that all IP-based schemes share (section 3.1).

use alloc::{string::String, vec::Vec};
use core::fmt;

use super::{host::Host, login::Login};
use crate::{
    diagnostics::{error::Error, redact::MASK},
    parse::spans::LoginSpans,
    syntax::{
        escaped::Escaped,
        part::{PASSWORD, USER},
        span::{Span, offset},
    },
};

/// Builder of user, password, host and port (section 3.1). Percent-encodes its arguments.
///
/// ```
/// use url1738_core::scheme::LoginBuilder;
///
/// let login = LoginBuilder::new("host.dom")?.credentials(b"a:b", b"c@d").port(21);
/// assert_eq!(login.write("ftp"), "ftp://a%3Ab:c%40d@host.dom:21");
/// # Ok::<(), url1738_core::Error>(())
/// ```
///
/// Created from the login of a URL, it can remove parts of it:
///
/// ```
/// use url1738_core::{GenericUrl, scheme::LoginBuilder};
///
/// let url = GenericUrl::parse("x-db://joe:pw@host.dom:0021/")?;
/// let login = LoginBuilder::from(url.login().unwrap());
/// assert_eq!(login.clone().without_credentials().write("x-db"), "x-db://host.dom:0021");
/// assert_eq!(login.without_port().write("x-db"), "x-db://joe:pw@host.dom");
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone)]
pub struct LoginBuilder {
    /// The parts, encoded, in the order in which they were set, so that they share one allocation. Parts that were
    /// replaced or removed are left in it. Bytes, because text would be checked again with each part.
    text: Vec<u8>,
    user: Option<Span>,
    password: Option<Span>,
    host: Span,
    /// The digits and their value.
    port: Option<(Span, u16)>,
}

impl LoginBuilder {
    /// Creates a builder with the host, the only required part.
    ///
    /// # Errors
    ///
    /// Returns an error if `host` is a text that is not a host name or IPv4 address.
    pub fn new<'a>(host: impl TryInto<Host<'a>, Error: Into<Error>>) -> Result<Self, Error> {
        host.try_into().map(|host| Self::empty().host(host)).map_err(Into::into)
    }

    fn empty() -> Self {
        // Room for the logins of most URLs.
        let text = Vec::with_capacity(96);
        Self { text, user: None, password: None, host: Span::default(), port: None }
    }

    /// Appends what `write` writes, and returns its span.
    #[inline]
    fn hold(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Span {
        let start = offset(self.text.len());
        write(&mut self.text);
        Span::new(start, offset(self.text.len()))
    }

    fn part(&self, span: Span) -> &[u8] {
        span.slice_bytes(&self.text)
    }

    /// Returns user, password, host and port as they are written.
    fn parts(&self) -> [Option<&[u8]>; 4] {
        let port = self.port.map(|(digits, _)| digits);
        [self.user, self.password, Some(self.host), port].map(|span| Some(self.part(span?)))
    }

    /// Sets the user, and removes the password.
    #[must_use]
    pub fn user(mut self, user: &[u8]) -> Self {
        self.user = Some(self.hold(|text| USER.encode_bytes_into(user, text)));
        self.password = None;
        self
    }

    /// Sets user and password. A password requires a user.
    #[must_use]
    pub fn credentials(self, user: &[u8], password: &[u8]) -> Self {
        let mut login = self.user(user);
        login.password = Some(login.hold(|text| PASSWORD.encode_bytes_into(password, text)));
        login
    }

    /// Removes user and password.
    #[must_use]
    pub fn without_credentials(self) -> Self {
        Self { user: None, password: None, ..self }
    }

    /// Sets the host.
    #[must_use]
    pub fn host(mut self, host: Host<'_>) -> Self {
        self.host = self.hold(|text| host.write_to(text));
        self
    }

    /// Sets the port.
    #[must_use]
    pub fn port(mut self, port: u16) -> Self {
        self.port = Some((self.hold(|text| push_decimal(text, port)), port));
        self
    }

    /// Removes the port, so that the default port of the scheme applies.
    #[must_use]
    pub fn without_port(self) -> Self {
        Self { port: None, ..self }
    }

    /// Writes `scheme "://" login`.
    #[must_use]
    pub fn write(&self, scheme: &str) -> String {
        let mut out = Vec::with_capacity(scheme.len() + self.text.len() + 32);
        self.write_to(scheme, &mut out);
        // Every part was encoded or read from a URL, so that the text is US-ASCII unless `scheme` is not.
        String::from_utf8(out)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    /// Like [`write`](Self::write), but appends to `out`, and returns the spans of the login from where it begins.
    #[doc(hidden)]
    pub fn write_to(&self, scheme: &str, out: &mut Vec<u8>) -> LoginSpans {
        let start = out.len();
        let here = |out: &Vec<u8>| offset(out.len() - start);
        out.extend_from_slice(scheme.as_bytes());
        out.extend_from_slice(b"://");
        let mut spans = LoginSpans::at(here(out));
        if let Some(user) = self.user {
            out.extend_from_slice(self.part(user));
            spans = spans.with_user(here(out));
            if let Some(password) = self.password {
                out.push(b':');
                out.extend_from_slice(self.part(password));
                spans = spans.with_password(here(out));
            }
            out.push(b'@');
        }
        out.extend_from_slice(self.part(self.host));
        spans = spans.with_host(here(out));
        if let Some((digits, port)) = self.port {
            out.push(b':');
            let digits_start = here(out);
            out.extend_from_slice(self.part(digits));
            spans = spans.with_port((Span::new(digits_start, here(out)), port));
        }
        spans
    }
}

/// Appends the decimal digits of `number`. A formatter would write them to a text first.
fn push_decimal(out: &mut Vec<u8>, number: u16) {
    let places = [number / 10_000, number / 1000, number / 100, number / 10, number];
    // At least the last place is written: `0` for 0.
    let zeros = places.iter().take(4).take_while(|place| **place == 0).count();
    out.extend(places.iter().skip(zeros).map(|place| b'0' | (place % 10) as u8));
}

/// Keeps the parts as written, so that the login is rebuilt byte for byte.
impl From<Login<'_>> for LoginBuilder {
    fn from(login: Login<'_>) -> Self {
        let mut builder = Self::empty();
        let mut hold = |part: &str| builder.hold(|text| text.extend_from_slice(part.as_bytes()));
        let user = login.user().map(Escaped::as_str).map(&mut hold);
        let password = login.password().map(Escaped::as_str).map(&mut hold);
        let host = hold(login.host_str());
        let port = login.port_str().map(hold).zip(login.port());
        Self { user, password, host, port, ..builder }
    }
}

/// Compares the parts as they are written.
impl PartialEq for LoginBuilder {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for LoginBuilder {}

/// Shows the password as `***`, so that it does not reach logs.
impl fmt::Debug for LoginBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [user, password, host, port] =
            self.parts().map(|part| part.map(String::from_utf8_lossy));
        f.debug_struct("LoginBuilder")
            .field("user", &user)
            .field("password", &password.map(|_| MASK))
            .field("host", &host.unwrap_or_default())
            .field("port", &port)
            .finish_non_exhaustive()
    }
}

/// Writes the builder of a URL type, or the common methods of one.
///
/// With `struct` it writes the type, with a field `parts` of the type [`FormBuilder`](crate::scheme::FormBuilder), and
/// `to_builder` of the URL type. Without it, the type is written by hand, with a method `write` that returns the text of the
/// URL. The common methods are `build`, `try_build`, `==` and a `Debug` that masks secrets; with `hostport` also `host`, `port`
/// and `without_port`, and with `userinfo` in addition `user`, `credentials` and `without_credentials`: they call those of the
/// field `parts`. [`own_scheme`](crate::own_scheme) shows a builder with `userinfo`.
#[macro_export]
macro_rules! impl_builder {
    ($(#[$doc:meta])* struct $Builder:ident: $Url:ident $($rest:tt)*) => {
        $(#[$doc])*
        #[derive(Clone)]
        #[must_use]
        pub struct $Builder {
            parts: $crate::scheme::FormBuilder,
        }

        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns a builder with all parts of this URL.
            pub fn to_builder(&'i self) -> $Builder {
                $Builder { parts: $crate::scheme::FormBuilder::of(self.0.view()) }
            }
        }

        impl $Builder {
            fn write(&self) -> $crate::__private::String {
                self.parts.write()
            }
        }

        $crate::impl_builder!($Builder: $Url $($rest)*);
    };
    ($Builder:ident: $Url:ident, userinfo $(, $written:ident)?) => {
        impl $Builder {
            /// Sets the user name, and removes the password.
            #[inline]
            pub fn user(mut self, user: impl AsRef<[u8]>) -> Self {
                self.parts = self.parts.user(user.as_ref());
                self
            }

            /// Sets user name and password.
            #[inline]
            pub fn credentials(
                mut self,
                user: impl AsRef<[u8]>,
                password: impl AsRef<[u8]>,
            ) -> Self {
                self.parts = self.parts.credentials(user.as_ref(), password.as_ref());
                self
            }

            /// Removes user name and password.
            #[inline]
            pub fn without_credentials(mut self) -> Self {
                self.parts = self.parts.without_credentials();
                self
            }
        }

        $crate::impl_builder!($Builder: $Url, hostport $(, $written)?);
    };
    ($Builder:ident: $Url:ident, hostport $(, $written:ident)?) => {
        impl $Builder {
            /// Sets the host.
            #[inline]
            pub fn host(mut self, host: $crate::Host<'_>) -> Self {
                self.parts = self.parts.host(host);
                self
            }

            /// Sets the port.
            #[inline]
            pub fn port(mut self, port: u16) -> Self {
                self.parts = self.parts.port(port);
                self
            }

            /// Removes the port, so that the default port of the scheme applies.
            #[inline]
            pub fn without_port(mut self) -> Self {
                self.parts = self.parts.without_port();
                self
            }
        }

        $crate::__impl_build!($Builder: $Url $(, $written)?);
    };
    ($Builder:ident: $Url:ident) => {
        $crate::__impl_build!($Builder: $Url);
    };
}

/// Implements the methods of [`impl_builder!`] that every builder has.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_build {
    ($Builder:ident: $Url:ident $(, $written:ident)?) => {
        impl $Builder {
            /// Returns the URL.
            ///
            /// # Panics
            ///
            /// Panics if the URL is longer than 4 GiB - 1; [`try_build`](Self::try_build) returns an error instead.
            #[must_use]
            #[inline]
            pub fn build(self) -> $Url {
                $Url($crate::__built!(self $(, $written)?))
            }

            /// Returns the URL. Like [`build`](Self::build), but returns an error instead of panicking.
            ///
            /// # Errors
            ///
            /// Returns an error if the URL is longer than 4 GiB - 1.
            #[inline]
            pub fn try_build(self) -> ::core::result::Result<$Url, $crate::Error> {
                $crate::scheme::Raw::parse(self.write()).map($Url)
            }
        }

        /// Compares the texts of the URLs.
        impl PartialEq for $Builder {
            fn eq(&self, other: &Self) -> bool {
                self.write() == other.write()
            }
        }

        impl Eq for $Builder {}

        /// Shows the URL with its secrets masked.
        impl ::core::fmt::Debug for $Builder {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let text = self.write();
                f.debug_tuple(stringify!($Builder))
                    .field(&$crate::Redacted::new(text.as_bytes()))
                    .finish()
            }
        }
    };
}

/// Returns the URL of a builder: from its text, or by its method that also knows the spans of what it writes.
#[doc(hidden)]
#[macro_export]
macro_rules! __built {
    ($builder:ident) => {
        $crate::scheme::Raw::built($builder.write())
    };
    ($builder:ident, $written:ident) => {
        $builder.$written()
    };
}
