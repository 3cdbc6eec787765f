//! The macro that implements the methods that the builders of several schemes share.

/// Implements the common methods of builders: `build`, `try_build` and a `Debug` that masks secrets, for a type with
/// a method `write` that returns the text of the URL.
///
/// With `hostport` it also writes `host`, `port` and `without_port`, and with `userinfo` in addition `user`,
/// `credentials` and `without_credentials`. The type then needs a field `login` of the type
/// [`LoginBuilder`](crate::scheme::LoginBuilder). The name of the crate, the scheme and the end of a URL are used in the
/// examples of the generated docs, as in [`impl_login!`](crate::impl_login).
///
/// ```
/// use url1738_core::{Host, impl_builder, impl_login, impl_url, scheme::{LoginBuilder, Raw}};
/// # use url1738_core::{
/// #     Error, PartSpan,
/// #     plan::{Plan, Refusal},
/// #     scheme::{Cursor, LoginSpans, Scheme},
/// # };
/// # #[derive(Clone, Copy)]
/// # pub struct EchoUrl<T = String>(Raw<Echo, T>);
/// # impl_url!(EchoUrl: Echo);
/// # #[derive(Clone, Copy)]
/// # pub enum Echo {}
/// # impl Scheme for Echo {
/// #     const NAME: &'static str = "echo";
/// #     type Spans = LoginSpans;
/// #     fn parse(cursor: &mut Cursor<'_>) -> Result<LoginSpans, Error> {
/// #         cursor.hostport()
/// #     }
/// #     fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) { url.spans().each(each); }
/// #     fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> { Ok(Plan::tcp(url.login(), Self::DEFAULT_PORT)) }
/// #     fn login(spans: &LoginSpans) -> Option<LoginSpans> { Some(*spans) }
/// # }
///
/// /// Collects the parts of an [`EchoUrl`].
/// #[derive(Clone)]
/// pub struct EchoBuilder {
///     login: LoginBuilder,
/// }
///
/// impl EchoBuilder {
///     fn write(&self) -> String {
///         self.login.write("echo")
///     }
/// }
///
/// impl_builder!(EchoBuilder: EchoUrl, hostport, port: 7, example: my_echo, "echo", "");
///
/// let builder = EchoBuilder { login: LoginBuilder::new(Host::parse("host.dom")?) };
/// assert_eq!(builder.port(8000).build(), "echo://host.dom:8000");
/// # Ok::<(), Error>(())
/// ```
#[macro_export]
macro_rules! impl_builder {
    (
        $Builder:ident: $Url:ident, userinfo,
        port: $port:literal, example: $krate:ident, $name:literal, $end:literal
        $(, $written:ident)?
    ) => {
        impl $Builder {
            /// Sets the user name, and removes the password.
            ///
            #[doc = $crate::__example!(
                $krate, $Url, [$name, "://host.dom", $end],
                r#"assert_eq!(url.to_builder().user("j@e").build(), ""#, $name, "://j%40e@host.dom", $end, r#"");"#
            )]
            pub fn user(mut self, user: impl AsRef<[u8]>) -> Self {
                self.login = self.login.user(user.as_ref());
                self
            }

            /// Sets user name and password.
            ///
            #[doc = $crate::__example!(
                $krate, $Url, [$name, "://host.dom", $end],
                r#"let url = url.to_builder().credentials("joe", "p:w").build();"#, "\n",
                r#"assert_eq!(url, ""#, $name, "://joe:p%3Aw@host.dom", $end, r#"");"#
            )]
            pub fn credentials(
                mut self,
                user: impl AsRef<[u8]>,
                password: impl AsRef<[u8]>,
            ) -> Self {
                self.login = self.login.credentials(user.as_ref(), password.as_ref());
                self
            }

            /// Removes user name and password.
            ///
            #[doc = $crate::__example!(
                $krate, $Url, [$name, "://joe:pw@host.dom", $end],
                r#"assert_eq!(url.to_builder().without_credentials().build(), ""#, $name, "://host.dom", $end, r#"");"#
            )]
            pub fn without_credentials(mut self) -> Self {
                self.login = self.login.without_credentials();
                self
            }
        }

        $crate::impl_builder! {
            $Builder: $Url, hostport,
            port: $port, example: $krate, $name, $end $(, $written)?
        }
    };
    (
        $Builder:ident: $Url:ident, hostport,
        port: $port:literal, example: $krate:ident, $name:literal, $end:literal
        $(, $written:ident)?
    ) => {
        impl $Builder {
            /// Sets the host.
            ///
            #[doc = $crate::__example!(
                $krate, $Url, [$name, "://host.dom", $end],
                "let host = ", stringify!($krate), r#"::Host::parse("10.0.0.1")?;"#, "\n",
                r#"assert_eq!(url.to_builder().host(host).build(), ""#, $name, "://10.0.0.1", $end, r#"");"#
            )]
            pub fn host(mut self, host: $crate::Host<'_>) -> Self {
                self.login = self.login.host(host);
                self
            }

            /// Sets the port.
            ///
            #[doc = $crate::__example!(
                $krate, $Url, [$name, "://host.dom", $end],
                r#"assert_eq!(url.to_builder().port(8000).build(), ""#, $name, "://host.dom:8000", $end, r#"");"#
            )]
            pub fn port(mut self, port: u16) -> Self {
                self.login = self.login.port(port);
                self
            }

            #[doc = concat!("Removes the port, which is then ", $port, ".")]
            ///
            #[doc = $crate::__example!(
                $krate, $Url, [$name, "://host.dom:8000", $end],
                r#"assert_eq!(url.to_builder().without_port().build(), ""#, $name, "://host.dom", $end, r#"");"#
            )]
            pub fn without_port(mut self) -> Self {
                self.login = self.login.without_port();
                self
            }
        }

        $crate::__impl_build!($Builder: $Url, $krate, $name, concat!("://host.dom", $end) $(, $written)?);
    };
    ($Builder:ident: $Url:ident, example: $krate:ident, $name:literal, $rest:literal) => {
        $crate::__impl_build!($Builder: $Url, $krate, $name, $rest);
    };
}

/// Implements the methods of [`impl_builder!`] that every builder has.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_build {
    ($Builder:ident: $Url:ident, $krate:ident, $name:literal, $rest:expr $(, $written:ident)?) => {
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
            #[doc = $crate::__example!(
                                                $krate, $Url, [$name, $rest],
                                                "assert_eq!(url.to_builder().try_build()?, url);"
                                            )]
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
