//! The macro that implements the methods that the builders of several schemes share.

/// Implements the common methods of builders: `build`, `try_build` and a `Debug` that masks secrets, for a type with a
/// method `write` that returns the text of the URL.
///
/// With `hostport` it also implements `host`, `port` and `without_port`, and with `userinfo` in addition `user`,
/// `credentials` and `without_credentials`. The type then needs a field `login` of the type
/// [`LoginBuilder`](crate::scheme::LoginBuilder). [`own_scheme`](crate::own_scheme) shows a builder with `userinfo`.
#[macro_export]
macro_rules! impl_builder {
    ($Builder:ident: $Url:ident, userinfo $(, $written:ident)?) => {
        impl $Builder {
            /// Sets the user name, and removes the password.
            pub fn user(mut self, user: impl AsRef<[u8]>) -> Self {
                self.login = self.login.user(user.as_ref());
                self
            }

            /// Sets user name and password.
            pub fn credentials(
                mut self,
                user: impl AsRef<[u8]>,
                password: impl AsRef<[u8]>,
            ) -> Self {
                self.login = self.login.credentials(user.as_ref(), password.as_ref());
                self
            }

            /// Removes user name and password.
            pub fn without_credentials(mut self) -> Self {
                self.login = self.login.without_credentials();
                self
            }
        }

        $crate::impl_builder!($Builder: $Url, hostport $(, $written)?);
    };
    ($Builder:ident: $Url:ident, hostport $(, $written:ident)?) => {
        impl $Builder {
            /// Sets the host.
            pub fn host(mut self, host: $crate::Host<'_>) -> Self {
                self.login = self.login.host(host);
                self
            }

            /// Sets the port.
            pub fn port(mut self, port: u16) -> Self {
                self.login = self.login.port(port);
                self
            }

            /// Removes the port, so that the default port of the scheme applies.
            pub fn without_port(mut self) -> Self {
                self.login = self.login.without_port();
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
            pub fn build(self) -> $Url {
                $Url($crate::__built!(self $(, $written)?))
            }

            /// Returns the URL. Like [`build`](Self::build), but returns an error instead of panicking.
            ///
            /// # Errors
            ///
            /// Returns an error if the URL is longer than 4 GiB - 1.
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
