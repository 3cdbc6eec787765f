//! The macro that implements the accessors of user, password, host and port.

/// Implements `host`, `host_str`, `port`, `port_or_default`, `user` and `password` of a URL type, for a newtype over
/// [`Raw`](crate::scheme::Raw), so that code can call them on every type.
///
/// By default also implements `login`; host and port are then not an `Option`.
/// [`Scheme::login`](crate::scheme::Scheme::login) must never return `None`, and the scheme must have a default port.
/// With `optional`, every accessor returns an `Option`. With `opaque`, for schemes whose URLs contain none of these parts,
/// it implements `path` in addition, which returns `None`.
///
/// [`own_scheme`](crate::own_scheme) shows a scheme with a login, and one that is opaque.
#[macro_export]
macro_rules! impl_login {
    ($Url:ident: $Scheme:ident) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns host and port, and user and password if the URL contains them.
            #[must_use]
            #[inline]
            pub fn login(&'i self) -> $crate::Login<'o> {
                self.0.required_login()
            }

            /// Returns the host.
            #[must_use]
            #[inline]
            pub fn host(&'i self) -> $crate::Host<'o> {
                self.login().host()
            }

            /// Returns the host as written.
            #[must_use]
            #[inline]
            pub fn host_str(&'i self) -> &'o str {
                self.login().host_str()
            }

            /// Returns the port to connect to: that of the URL, or the default port of the scheme.
            #[must_use]
            #[inline]
            pub fn port_or_default(&'i self) -> u16 {
                const DEFAULT: u16 = match <$Scheme as $crate::scheme::Scheme>::DEFAULT_PORT {
                    Some(port) => port,
                    None => panic!("the scheme needs a default port"),
                };
                self.port().unwrap_or(DEFAULT)
            }
        }

        $crate::__impl_optional!($Url);
    };
    ($Url:ident: $Scheme:ident, optional) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns the host as a name or an IPv4 address, or `None` if the URL contains none.
            #[must_use]
            #[inline]
            pub fn host(&'i self) -> Option<$crate::Host<'o>> {
                self.0.host()
            }

            /// Returns the host as written, or `None` if the URL contains none.
            #[must_use]
            #[inline]
            pub fn host_str(&'i self) -> Option<&'o str> {
                self.0.host_str()
            }

            /// Returns the port to connect to: that of the URL, or the default port of the scheme. Returns `None` if there
            /// is neither.
            #[must_use]
            #[inline]
            pub fn port_or_default(&'i self) -> Option<u16> {
                self.port().or(<$Scheme as $crate::scheme::Scheme>::DEFAULT_PORT)
            }
        }

        $crate::__impl_optional!($Url);
    };
    ($Url:ident: $Scheme:ident, opaque) => {
        $crate::impl_login!($Url: $Scheme, optional);

        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns `None`: URLs of this scheme contain no path.
            #[must_use]
            pub const fn path(&'i self) -> Option<$crate::Escaped<'o>> {
                None
            }
        }
    };
}

/// Implements the accessors of [`impl_login!`] that return an `Option` in every type.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_optional {
    ($Url:ident) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns the port, or `None` if the URL contains none.
            #[must_use]
            #[inline]
            pub fn port(&'i self) -> Option<u16> {
                self.0.login()?.port()
            }

            /// Returns the user name: `None` if there is no `@`, empty if nothing precedes it.
            #[must_use]
            #[inline]
            pub fn user(&'i self) -> Option<$crate::Escaped<'o>> {
                self.0.login()?.user()
            }

            /// Returns the password: `None` if there is no `:` before the `@`, empty if nothing is between them.
            #[must_use]
            #[inline]
            pub fn password(&'i self) -> Option<$crate::Escaped<'o>> {
                self.0.login()?.password()
            }
        }
    };
}
