//! The macro that implements the accessors of user, password, host and port.

/// Implements `login`, `host`, `host_str`, `port`, `port_or_default`, `user` and `password` of a URL type, for a newtype
/// over [`Raw`](crate::scheme::Raw).
///
/// The word after the scheme says what its URLs contain:
///
/// | word | contents |
/// |---|---|
/// | `userinfo` | user, password, host and port |
/// | `hostport` | host and port |
/// | `host` | a host alone; the crate implements `host`, `host_str` and `path` itself |
/// | `opaque` | none of them |
///
/// A type has the accessors of what its URLs cannot contain, too, so that code can call them on every type. They return
/// `None`, and `port_or_default` the default port of the scheme. With `userinfo` and `hostport`,
/// [`Scheme::login`](crate::scheme::Scheme::login) must never return `None`, and the scheme must have a default port.
///
/// [`own_scheme`](crate::own_scheme) shows a scheme with `userinfo`.
#[macro_export]
macro_rules! impl_login {
    ($Url:ident: $Scheme:ident, userinfo) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns the user name: `None` if there is no `@`, empty if nothing precedes it.
            #[must_use]
            #[inline]
            pub fn user(&'i self) -> Option<$crate::Escaped<'o>> {
                self.login().user()
            }

            /// Returns the password: `None` if there is no `:` before the `@`, empty if nothing is between them.
            #[must_use]
            #[inline]
            pub fn password(&'i self) -> Option<$crate::Escaped<'o>> {
                self.login().password()
            }
        }

        $crate::__impl_hostport!($Url: $Scheme);
    };
    ($Url:ident: $Scheme:ident, hostport) => {
        $crate::__impl_none! { $Url: user: $crate::Escaped<'o>, password: $crate::Escaped<'o> }
        $crate::__impl_hostport!($Url: $Scheme);
    };
    ($Url:ident: $Scheme:ident, host) => {
        $crate::__impl_none! {
            $Url: user: $crate::Escaped<'o>, password: $crate::Escaped<'o>, port: u16
        }

        impl<T> $Url<T> {
            /// Returns the default port of the scheme, or `None` if it has none.
            #[must_use]
            pub const fn port_or_default(&self) -> Option<u16> {
                <$Scheme as $crate::scheme::Scheme>::DEFAULT_PORT
            }
        }
    };
    ($Url:ident: $Scheme:ident, opaque) => {
        $crate::impl_login!($Url: $Scheme, host);
        $crate::__impl_none! {
            $Url: host: $crate::Host<'o>, host_str: &'o str, path: $crate::Escaped<'o>
        }
    };
}

/// Implements accessors of [`impl_login!`] that always return `None`.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_none {
    ($Url:ident: $($method:ident: $Type:ty),+) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            $(
                /// Returns `None`: URLs of this scheme cannot contain this part.
                #[must_use]
                pub const fn $method(&'i self) -> Option<$Type> {
                    None
                }
            )+
        }
    };
}

/// Implements the accessors of [`impl_login!`] that all URL types with host and port have.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_hostport {
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

            /// Returns the port, or `None` if the URL contains none.
            #[must_use]
            #[inline]
            pub fn port(&'i self) -> Option<u16> {
                self.login().port()
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
    };
}
