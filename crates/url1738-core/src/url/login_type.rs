//! The macros that implement the accessors and builders that several schemes share.

/// Implements the accessors of user, password, host and port of a URL type, for a newtype over [`Raw`](crate::scheme::Raw).
///
/// They are `login`, `host`, `host_str`, `port`, `port_or_default`, `user` and `password`. With `hostport` in place of
/// `userinfo`, the last two always return `None`. The closure returns the [`LoginSpans`](crate::scheme::LoginSpans) from the spans of the scheme. The name of
/// the crate, the scheme and the end of a URL are used in the examples of the generated docs.
///
/// ```
/// use url1738_core::{
///     Error, PartSpan,
///     impl_login,
///     impl_url,
///     scheme::{Cursor, LoginSpans, Raw, Scheme},
/// };
/// # use url1738_core::plan::{Plan, Refusal};
///
/// /// `echo://host[:port]`.
/// #[derive(Clone, Copy)]
/// pub struct EchoUrl<T = String>(Raw<Echo, T>);
/// impl_url!(EchoUrl: Echo);
/// impl_login!(EchoUrl: Echo, hostport: |spans| spans, port: 7, example: my_echo, "echo", "");
///
/// #[derive(Clone, Copy)]
/// pub enum Echo {}
///
/// impl Scheme for Echo {
///     const NAME: &'static str = "echo";
///     const DEFAULT_PORT: Option<u16> = Some(7);
///     type Spans = LoginSpans;
///
///     fn parse(cursor: &mut Cursor<'_>) -> Result<LoginSpans, Error> {
///         cursor.hostport()
///     }
///
///     fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
///         url.spans().each(each);
///     }
///     // ...
/// #     fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> { Ok(Plan::tcp(url.login(), Self::DEFAULT_PORT)) }
/// #     fn login(spans: &LoginSpans) -> Option<LoginSpans> { Some(*spans) }
/// }
///
/// let url = EchoUrl::parse("echo://host.dom")?;
/// assert_eq!((url.host_str(), url.port(), url.port_or_default()), ("host.dom", None, 7));
/// # Ok::<(), Error>(())
/// ```
///
/// URL types without a port (`host`) or without any of these parts (`opaque`) have the same methods, so that the common
/// questions can be asked of every type. They return `None`, and `port_or_default` the default port of the
/// scheme. A type with a host defines `host`, `host_str` and `path` itself:
///
/// ```
/// use url1738_core::{
///     Error, PartSpan, Span,
///     impl_login, impl_url,
///     part::SCHEMEPART,
///     scheme::{Cursor, Raw, Scheme},
/// };
/// # use url1738_core::plan::{Plan, Refusal};
///
/// /// `x-note:text`.
/// #[derive(Clone, Copy)]
/// pub struct NoteUrl<T = String>(Raw<Note, T>);
/// impl_url!(NoteUrl: Note);
/// impl_login!(NoteUrl: Note, opaque, port: None, example: my_note, "x-note", ":text");
///
/// #[derive(Clone, Copy)]
/// pub enum Note {}
///
/// impl Scheme for Note {
///     const NAME: &'static str = "x-note";
///     type Spans = Span;
///
///     fn parse(cursor: &mut Cursor<'_>) -> Result<Span, Error> {
///         let text = cursor.run(&SCHEMEPART);
///         cursor.finish(&SCHEMEPART).map(|()| text)
///     }
///
///     fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
///         each(PartSpan { part: &SCHEMEPART, span: *url.spans() });
///     }
///     // ...
/// #     fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> { Err(Refusal::new(&SCHEMEPART, *url.spans(), "nothing", "nothing to access")) }
/// }
///
/// let url = NoteUrl::parse("x-note:text")?;
/// assert_eq!((url.scheme(), url.host(), url.path()), ("x-note", None, None));
/// # Ok::<(), Error>(())
/// ```
#[macro_export]
macro_rules! impl_login {
    (
        $Url:ident: $Scheme:ident, hostport: |$spans:ident| $login:expr,
        port: $port:literal, example: $krate:ident, $name:literal, $end:literal
    ) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            #[doc = concat!("Returns host and port. `", $name, "` URLs cannot contain a user name or password.")]
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, "://host.dom:8000", $end, "\")?;")]
            /// assert_eq!((url.login().host_str(), url.login().user()), ("host.dom", None));
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            #[inline]
            pub fn login(&'i self) -> $crate::Login<'o> {
                let $spans = self.0.spans();
                $login.view(self.as_str())
            }
        }

        $crate::__impl_no_userinfo!($Url, $krate, $name, concat!("://host.dom", $end));
        $crate::__impl_hostport!($Url: $Scheme, $port, $krate, $name, $end);
    };
    (
        $Url:ident: $Scheme:ident, host,
        port: $port:expr, example: $krate:ident, $name:literal, $rest:literal
    ) => {
        $crate::__impl_no_userinfo!($Url, $krate, $name, $rest);
        $crate::__impl_no_port!($Url: $Scheme, $port, $krate, $name, $rest);
    };
    (
        $Url:ident: $Scheme:ident, opaque,
        port: $port:expr, example: $krate:ident, $name:literal, $rest:literal
    ) => {
        $crate::__impl_no_userinfo!($Url, $krate, $name, $rest);
        $crate::__impl_no_port!($Url: $Scheme, $port, $krate, $name, $rest);
        $crate::__impl_no_host!($Url, $krate, $name, $rest);
    };
    (
        $Url:ident: $Scheme:ident, userinfo: |$spans:ident| $login:expr,
        port: $port:literal, example: $krate:ident, $name:literal, $end:literal
    ) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns user, password, host and port.
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, "://joe:pw@host.dom", $end, "\")?;")]
            /// assert_eq!((url.login().host_str(), url.login().user().unwrap().as_str()), ("host.dom", "joe"));
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            #[inline]
            pub fn login(&'i self) -> $crate::Login<'o> {
                let $spans = self.0.spans();
                $login.view(self.as_str())
            }

            /// Returns the user name: `None` if there is no `@`, empty if nothing precedes it.
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, "://j%40e@host.dom", $end, "\")?;")]
            /// assert_eq!(&*url.user().unwrap().decode(), b"j@e");
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            #[inline]
            pub fn user(&'i self) -> Option<$crate::Escaped<'o>> {
                self.login().user()
            }

            /// Returns the password: `None` if there is no `:` before the `@`, empty if nothing is between them.
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, "://joe:p%40ss@host.dom", $end, "\")?;")]
            /// assert_eq!(&*url.password().unwrap().decode(), b"p@ss");
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            #[inline]
            pub fn password(&'i self) -> Option<$crate::Escaped<'o>> {
                self.login().password()
            }
        }

        $crate::__impl_hostport!($Url: $Scheme, $port, $krate, $name, $end);
    };
}

/// Implements accessors of [`impl_login!`] that always return `None`: user and password.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_no_userinfo {
    ($Url:ident, $krate:ident, $name:literal, $rest:expr) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            #[doc = concat!("Returns `None`: `", $name, "` URLs cannot contain a user name.")]
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, $rest, "\")?;")]
            /// assert_eq!(url.user(), None);
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            pub const fn user(&'i self) -> Option<$crate::Escaped<'o>> {
                None
            }

            #[doc = concat!("Returns `None`: `", $name, "` URLs cannot contain a password.")]
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, $rest, "\")?;")]
            /// assert_eq!(url.password(), None);
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            pub const fn password(&'i self) -> Option<$crate::Escaped<'o>> {
                None
            }
        }
    };
}

/// Implements the accessors of [`impl_login!`] for the port of URLs that contain none.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_no_port {
    ($Url:ident: $Scheme:ident, $port:expr, $krate:ident, $name:literal, $rest:expr) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            #[doc = concat!("Returns `None`: `", $name, "` URLs cannot contain a port.")]
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, $rest, "\")?;")]
            /// assert_eq!(url.port(), None);
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            pub const fn port(&'i self) -> Option<u16> {
                None
            }

            #[doc = concat!("Returns the default port of the scheme, `", stringify!($port), "`.")]
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, $rest, "\")?;")]
            #[doc = concat!("assert_eq!(url.port_or_default(), ", stringify!($port), ");")]
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            pub const fn port_or_default(&'i self) -> Option<u16> {
                <$Scheme as $crate::scheme::Scheme>::DEFAULT_PORT
            }
        }
    };
}

/// Implements accessors of [`impl_login!`] that always return `None`: host and path.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_no_host {
    ($Url:ident, $krate:ident, $name:literal, $rest:expr) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            #[doc = concat!("Returns `None`: `", $name, "` URLs cannot contain a host.")]
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, $rest, "\")?;")]
            /// assert_eq!(url.host(), None);
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            pub const fn host(&'i self) -> Option<$crate::Host<'o>> {
                None
            }

            #[doc = concat!("Returns `None`: `", $name, "` URLs cannot contain a host.")]
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, $rest, "\")?;")]
            /// assert_eq!(url.host_str(), None);
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            pub const fn host_str(&'i self) -> Option<&'o str> {
                None
            }

            #[doc = concat!("Returns `None`: `", $name, "` URLs cannot contain a path.")]
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, $rest, "\")?;")]
            /// assert_eq!(url.path(), None);
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            pub const fn path(&'i self) -> Option<$crate::Escaped<'o>> {
                None
            }
        }
    };
}

/// Implements the accessors of [`impl_login!`] that all URL types with a host have.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_hostport {
    ($Url:ident: $Scheme:ident, $port:literal, $krate:ident, $name:literal, $end:literal) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns the host.
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, "://host.dom", $end, "\")?;")]
            /// assert_eq!(url.host().name(), Some("host.dom"));
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            #[inline]
            pub fn host(&'i self) -> $crate::Host<'o> {
                self.login().host()
            }

            /// Returns the host as written.
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, "://HOST.dom", $end, "\")?;")]
            #[doc = concat!("assert_eq!((url.scheme(), url.host_str()), (\"", $name, "\", \"HOST.dom\"));")]
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            #[inline]
            pub fn host_str(&'i self) -> &'o str {
                self.login().host_str()
            }

            /// Returns the port, if the URL contains one.
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, "://host.dom:8000", $end, "\")?;")]
            /// assert_eq!((url.port(), url.port_or_default()), (Some(8000), 8000));
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            #[inline]
            pub fn port(&'i self) -> Option<u16> {
                self.login().port()
            }

            #[doc = concat!("Returns the port to connect to: that of the URL, or ", $port, ".")]
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, "://host.dom", $end, "\")?;")]
            #[doc = concat!("assert_eq!((url.port(), url.port_or_default()), (None, ", $port, "));")]
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            #[must_use]
            #[inline]
            pub fn port_or_default(&'i self) -> u16 {
                self.port().or(<$Scheme as $crate::scheme::Scheme>::DEFAULT_PORT).unwrap_or_default()
            }
        }
    };
}

/// Implements the common methods of builders: `build`, `try_build` and a `Debug` that masks secrets, for a type with
/// a method `write` that returns the text of the URL.
///
/// With `hostport` it also writes `host`, `port` and `without_port`, and with `userinfo` in addition `user`,
/// `credentials` and `without_credentials`. The type then needs a field `login` of the type
/// [`LoginBuilder`](crate::scheme::LoginBuilder). The name of the crate, the scheme and the end of a URL are used in the
/// examples of the generated docs, as in [`impl_login!`].
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
    ) => {
        impl $Builder {
            /// Sets the user name, and removes the password.
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, "://host.dom", $end, "\")?;")]
            #[doc = concat!("assert_eq!(url.to_builder().user(\"j@e\").build(), \"", $name, "://j%40e@host.dom", $end, "\");")]
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            pub fn user(mut self, user: impl AsRef<[u8]>) -> Self {
                self.login = self.login.user(user.as_ref());
                self
            }

            /// Sets user name and password.
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, "://host.dom", $end, "\")?;")]
            /// let url = url.to_builder().credentials("joe", "p:w").build();
            #[doc = concat!("assert_eq!(url, \"", $name, "://joe:p%3Aw@host.dom", $end, "\");")]
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
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
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, "://joe:pw@host.dom", $end, "\")?;")]
            #[doc = concat!("assert_eq!(url.to_builder().without_credentials().build(), \"", $name, "://host.dom", $end, "\");")]
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            pub fn without_credentials(mut self) -> Self {
                self.login = self.login.without_credentials();
                self
            }
        }

        $crate::impl_builder! {
            $Builder: $Url, hostport,
            port: $port, example: $krate, $name, $end
        }
    };
    (
        $Builder:ident: $Url:ident, hostport,
        port: $port:literal, example: $krate:ident, $name:literal, $end:literal
    ) => {
        impl $Builder {
            /// Sets the host.
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::{Host, ", stringify!($Url), "};")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, "://host.dom", $end, "\")?;")]
            /// let url = url.to_builder().host(Host::parse("10.0.0.1")?).build();
            #[doc = concat!("assert_eq!(url, \"", $name, "://10.0.0.1", $end, "\");")]
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            pub fn host(mut self, host: $crate::Host<'_>) -> Self {
                self.login = self.login.host(host);
                self
            }

            /// Sets the port.
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, "://host.dom", $end, "\")?;")]
            #[doc = concat!("assert_eq!(url.to_builder().port(8000).build(), \"", $name, "://host.dom:8000", $end, "\");")]
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            pub fn port(mut self, port: u16) -> Self {
                self.login = self.login.port(port);
                self
            }

            #[doc = concat!("Removes the port, which is then ", $port, ".")]
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, "://host.dom:8000", $end, "\")?;")]
            #[doc = concat!("assert_eq!(url.to_builder().without_port().build(), \"", $name, "://host.dom", $end, "\");")]
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
            pub fn without_port(mut self) -> Self {
                self.login = self.login.without_port();
                self
            }
        }

        $crate::__impl_build!($Builder: $Url, $krate, $name, concat!("://host.dom", $end));
    };
    ($Builder:ident: $Url:ident, example: $krate:ident, $name:literal, $rest:literal) => {
        $crate::__impl_build!($Builder: $Url, $krate, $name, $rest);
    };
}

/// Implements the methods of [`impl_builder!`] that every builder has.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_build {
    ($Builder:ident: $Url:ident, $krate:ident, $name:literal, $rest:expr) => {
        impl $Builder {
            /// Returns the URL.
            ///
            /// # Panics
            ///
            /// Panics if the URL is longer than 4 GiB - 1; [`try_build`](Self::try_build) returns an error instead.
            #[must_use]
            pub fn build(self) -> $Url {
                $Url($crate::scheme::Raw::built(self.write()))
            }

            /// Returns the URL. Like [`build`](Self::build), but returns an error instead of panicking.
            ///
            /// ```
            #[doc = concat!("use ", stringify!($krate), "::", stringify!($Url), ";")]
            ///
            #[doc = concat!("let url = ", stringify!($Url), "::parse(\"", $name, $rest, "\")?;")]
            /// assert_eq!(url.to_builder().try_build()?, url);
            #[doc = concat!("# Ok::<(), ", stringify!($krate), "::Error>(())")]
            /// ```
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
