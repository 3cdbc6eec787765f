//! The macro that writes the builders of URL types.

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
