//! The builder of URLs by the form of their scheme, and the macro that writes the builder of a URL type.

use alloc::string::{String, ToString as _};

use super::{edit::Editor, host::Host, raw::Raw, scheme::Scheme};
use crate::{
    diagnostics::error::Error,
    syntax::part::{HOST, PASSWORD, PORT, Part, USER},
};

/// Builder of a URL from decoded parts, by the [form](crate::form) of its scheme (section 3).
///
/// [`impl_builder!`](crate::impl_builder) writes the type of a scheme that wraps it. Its methods name the parts, and check
/// values that are not only percent-encoded: a group, or a selector without a tab.
///
/// ```
/// use url1738_core::{Host, part::URLPATH, scheme::{FormBuilder, Generic, Raw}};
///
/// let url = Raw::<Generic, &str>::parse("x-db://joe:pw@host.dom:5432/orders")?;
/// let builder = FormBuilder::of(url).set(&URLPATH, ["my data"]).without_port();
/// assert_eq!(builder.clone().user(b"a:b").write(), "x-db://a%3Ab@host.dom/my%20data");
/// assert_eq!(builder.clone().credentials(b"a", b"@").write(), "x-db://a:%40@host.dom/my%20data");
/// let public = builder.without_credentials().host(Host::parse("10.0.0.1")?).port(80);
/// assert_eq!(public.clone().add(&URLPATH, b"x").write(), "x-db://10.0.0.1:80/my%20data");
/// assert_eq!(public.clone().without(&[&URLPATH]).ending("").write(), "x-db://10.0.0.1:80");
/// let public = public.set_pairs(&URLPATH, [("a b", "1&2"), ("c", "%")]);
/// assert_eq!(public.write(), "x-db://10.0.0.1:80/a%20b=1%262&c=%25");
/// assert!(FormBuilder::on::<Generic>("my_host").is_err());
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct FormBuilder(Editor);

impl FormBuilder {
    /// Creates a builder of a URL without parts.
    pub fn new<S: Scheme>() -> Self {
        Self::named::<S>(S::NAME)
    }

    /// Like [`new`](Self::new), but with the name of the scheme, for the syntax of schemes of any name.
    pub(crate) fn named<S: Scheme>(scheme: &str) -> Self {
        Self(Editor::new::<S>(scheme))
    }

    /// Creates a builder of a URL on a host.
    ///
    /// # Errors
    ///
    /// Returns an error if `host` is a text that is not a host name or IPv4 address.
    pub fn on<'a, S: Scheme>(
        host: impl TryInto<Host<'a>, Error: Into<Error>>,
    ) -> Result<Self, Error> {
        host.try_into().map(|host| Self::new::<S>().host(host)).map_err(Into::into)
    }

    /// Creates a builder with the parts of a URL, which stay as they are written until they are set.
    pub fn of<S: Scheme>(url: Raw<S, &str>) -> Self {
        Self(Editor::of(url))
    }

    /// Sets the values of a part: percent-encoded, if the part can contain escapes.
    pub fn set<V: AsRef<[u8]>>(
        mut self,
        part: &'static Part,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        self.0.take(part);
        let texts = values.into_iter().map(|value| self.0.encoded(part, value.as_ref())).collect();
        self.0.put(part, texts);
        self
    }

    /// Sets a part to text that is percent-encoded already, or removes it.
    pub(crate) fn set_written(mut self, part: &'static Part, text: Option<String>) -> Self {
        self.0.take(part);
        self.0.put(part, text.into_iter().collect());
        self
    }

    /// Sets a part to `name=value&name=value`, which [`Escaped::pairs`](crate::Escaped::pairs) reads: `&`, `=`, `+` and `%` within a name or a value are
    /// percent-encoded. Without a pair, the part is removed.
    pub fn set_pairs<N: AsRef<[u8]>, V: AsRef<[u8]>>(
        mut self,
        part: &'static Part,
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        self.0.put_pairs(part, pairs.into_iter().map(|(name, value)| (name, Some(value))));
        self
    }

    /// Adds a value of a part after the others.
    pub fn add(mut self, part: &'static Part, value: &[u8]) -> Self {
        let mut texts = self.0.take(part);
        texts.push(self.0.encoded(part, value));
        self.0.put(part, texts);
        self
    }

    /// Removes parts.
    pub fn without(mut self, parts: &[&'static Part]) -> Self {
        for part in parts {
            self.0.take(part);
        }
        self
    }

    /// Sets whether the URL ends with the `/` before an absent part: `/`, or nothing.
    pub fn ending(mut self, ending: &str) -> Self {
        self.0.set_tail(ending);
        self
    }

    /// Sets the user, and removes the password.
    pub fn user(self, user: &[u8]) -> Self {
        self.set(&USER, [user]).without(&[&PASSWORD])
    }

    /// Sets user and password.
    pub fn credentials(self, user: &[u8], password: &[u8]) -> Self {
        self.set(&USER, [user]).set(&PASSWORD, [password])
    }

    /// Removes user and password.
    pub fn without_credentials(self) -> Self {
        self.without(&[&USER, &PASSWORD])
    }

    /// Sets the host.
    pub fn host(self, host: Host<'_>) -> Self {
        self.set(&HOST, [host.to_string()])
    }

    /// Sets the port.
    pub fn port(self, port: u16) -> Self {
        self.set(&PORT, [port.to_string()])
    }

    /// Removes the port.
    pub fn without_port(self) -> Self {
        self.without(&[&PORT])
    }

    /// Returns the text of the URL. It is valid if every part that the scheme requires was set.
    #[must_use]
    pub fn write(&self) -> String {
        self.0.unchecked_text()
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
