//! Builders of URLs: how an [`Editor`] sets parts by their declarations, and the macro that writes the builder of a URL type.

use alloc::string::ToString as _;

use super::{edit::Editor, host::Host, scheme::Scheme};
use crate::{
    diagnostics::error::Error,
    syntax::part::{HOST, PASSWORD, PORT, USER},
};

/// The methods for builders. They set parts by their declarations, and check no value: a builder that
/// [`impl_builder!`](crate::impl_builder) writes has a method for each part, and checks what is not only percent-encoded, such as
/// a group, or a selector without a tab.
///
/// ```
/// use url1738_core::{Editor, Host, part::URLPATH, scheme::{Generic, Raw}};
///
/// let url = Raw::<Generic, &str>::parse("x-db://joe:pw@host.dom:5432/orders")?;
/// let editor = url.edit().with(&URLPATH, ["my data"]).without_port();
/// assert_eq!(editor.clone().user(b"a:b").unchecked_text(), "x-db://a%3Ab@host.dom/my%20data");
/// assert_eq!(editor.clone().credentials(b"a", b"@").unchecked_text(), "x-db://a:%40@host.dom/my%20data");
/// let public = editor.without_credentials().host(Host::parse("10.0.0.1")?).port(80);
/// assert_eq!(public.clone().add(&URLPATH, b"x").unchecked_text(), "x-db://10.0.0.1:80/my%20data");
/// assert_eq!(public.clone().without(&[&URLPATH]).ending("").unchecked_text(), "x-db://10.0.0.1:80");
/// let public = public.with_pairs(&URLPATH, [("a b", Some("1&2")), ("c", Some("%")), ("d", None)]);
/// assert_eq!(public.unchecked_text(), "x-db://10.0.0.1:80/a%20b=1%262&c=%25&d");
/// assert!(Editor::on::<Generic>("my_host").is_err());
/// # Ok::<(), url1738_core::Error>(())
/// ```
impl Editor {
    /// Returns an editor of a URL on a host, without other parts.
    ///
    /// # Errors
    ///
    /// Returns an error if `host` is a text that is not a host name or IPv4 address.
    pub fn on<'a, S: Scheme>(
        host: impl TryInto<Host<'a>, Error: Into<Error>>,
    ) -> Result<Self, Error> {
        host.try_into().map(|host| Self::new::<S>(S::INFO.name).host(host)).map_err(Into::into)
    }

    /// Sets the user, and removes the password.
    pub fn user(self, user: &[u8]) -> Self {
        self.with(&USER, [user]).without(&[&PASSWORD])
    }

    /// Sets user and password.
    pub fn credentials(self, user: &[u8], password: &[u8]) -> Self {
        self.with(&USER, [user]).with(&PASSWORD, [password])
    }

    /// Removes user and password.
    pub fn without_credentials(self) -> Self {
        self.without(&[&USER, &PASSWORD])
    }

    /// Sets the host.
    pub fn host(self, host: Host<'_>) -> Self {
        self.with(&HOST, [host.to_string()])
    }

    /// Sets the port.
    pub fn port(self, port: u16) -> Self {
        self.with(&PORT, [port.to_string()])
    }

    /// Removes the port.
    pub fn without_port(self) -> Self {
        self.without(&[&PORT])
    }
}

/// Writes the builder of a URL type, or the common methods of one.
///
/// With `pub struct` it writes the type, with a field `parts` of the type [`Editor`](crate::Editor); with `struct` also `to_builder`
/// of the URL type, and with `struct` and `on host` its `builder`. Without `struct`, the type is written by hand, with a method
/// `write` that returns the text of the URL, and `raw` that returns the URL. The common methods are `build`, `try_build` and
/// a `Debug` that masks secrets; with `hostport` also `host`, `port` and `without_port`, and with `userinfo` in addition `user`,
/// `credentials` and `without_credentials`: they call those of the field `parts`. [`own_scheme`](crate::own_scheme) shows a
/// builder with `userinfo`.
#[macro_export]
macro_rules! impl_builder {
    ($(#[$doc:meta])* struct $Builder:ident: $Url:ident on host, $login:ident) => {
        $crate::impl_builder!($(#[$doc])* struct $Builder: $Url, $login);

        impl $Url {
            /// Returns a builder of a URL on `host`: a [`Host`], or its text.
            ///
            /// # Errors
            ///
            /// Returns an error if `host` is a text that is not a host name or IPv4 address.
            pub fn builder<'a>(
                host: impl TryInto<$crate::Host<'a>, Error: Into<$crate::Error>>,
            ) -> ::core::result::Result<$Builder, $crate::Error> {
                type Scheme = <$Url as $crate::scheme::TypedUrl>::Scheme;
                Ok($Builder { parts: $crate::Editor::on::<Scheme>(host)? })
            }
        }
    };
    ($(#[$doc:meta])* struct $Builder:ident: $Url:ident $(, $login:ident)?) => {
        $crate::impl_builder!($(#[$doc])* pub struct $Builder: $Url $(, $login)?);

        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns a builder with all parts of this URL.
            pub fn to_builder(&'i self) -> $Builder {
                $Builder { parts: self.0.view().edit() }
            }
        }
    };
    ($(#[$doc:meta])* pub struct $Builder:ident: $Url:ident $(, $login:ident)?) => {
        $(#[$doc])*
        #[derive(Clone)]
        #[must_use]
        pub struct $Builder {
            parts: $crate::Editor,
        }

        impl $Builder {
            fn write(&self) -> $crate::__private::String {
                self.parts.unchecked_text()
            }

            fn raw(self) -> $crate::scheme::Raw<<$Url as $crate::scheme::TypedUrl>::Scheme, $crate::__private::String> {
                $crate::scheme::Raw::built(self.write())
            }
        }

        $crate::impl_builder!($Builder: $Url $(, $login)?);
    };
    ($Builder:ident: $Url:ident, userinfo) => {
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

        $crate::impl_builder!($Builder: $Url, hostport);
    };
    ($Builder:ident: $Url:ident, hostport) => {
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

        $crate::impl_builder!($Builder: $Url);
    };
    ($Builder:ident: $Url:ident) => {
        impl $Builder {
            /// Returns the URL.
            ///
            /// # Panics
            ///
            /// Panics if the URL is longer than 4 GiB - 1; [`try_build`](Self::try_build) returns an error instead.
            #[must_use]
            #[inline]
            pub fn build(self) -> $Url {
                $Url(self.raw())
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
