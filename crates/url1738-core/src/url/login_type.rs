//! The macro that implements the accessors that several schemes share.

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
/// # use url1738_core::{codes::{CodeInfo, CodeKind}, plan::{Plan, Refusal}};
/// # static NOTHING: CodeInfo = CodeInfo::new(CodeKind::Refusal, "nothing", "nothing to access");
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
/// #     fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> { Err(Refusal::new(&SCHEMEPART, *url.spans(), &NOTHING)) }
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
            #[doc = concat!("Returns host and port. `", $name, "` URLs cannot contain a user or password.")]
            ///
            #[doc = $crate::__example!(
                $krate, $Url, [$name, "://host.dom:8000", $end],
                r#"assert_eq!((url.login().host_str(), url.login().user()), ("host.dom", None));"#
            )]
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
            #[doc = $crate::__example!(
                $krate, $Url, [$name, "://joe:pw@host.dom", $end],
                r#"assert_eq!((url.login().host_str(), url.login().user().unwrap().as_str()), ("host.dom", "joe"));"#
            )]
            #[must_use]
            #[inline]
            pub fn login(&'i self) -> $crate::Login<'o> {
                let $spans = self.0.spans();
                $login.view(self.as_str())
            }

            /// Returns the user name: `None` if there is no `@`, empty if nothing precedes it.
            ///
            #[doc = $crate::__example!(
                $krate, $Url, [$name, "://j%40e@host.dom", $end],
                r#"assert_eq!(&*url.user().unwrap().decode(), b"j@e");"#
            )]
            #[must_use]
            #[inline]
            pub fn user(&'i self) -> Option<$crate::Escaped<'o>> {
                self.login().user()
            }

            /// Returns the password: `None` if there is no `:` before the `@`, empty if nothing is between them.
            ///
            #[doc = $crate::__example!(
                $krate, $Url, [$name, "://joe:p%40ss@host.dom", $end],
                r#"assert_eq!(&*url.password().unwrap().decode(), b"p@ss");"#
            )]
            #[must_use]
            #[inline]
            pub fn password(&'i self) -> Option<$crate::Escaped<'o>> {
                self.login().password()
            }
        }

        $crate::__impl_hostport!($Url: $Scheme, $port, $krate, $name, $end);
    };
}

/// Implements accessors of [`impl_login!`] that always return `None`.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_none {
    (
        $Url:ident, $krate:ident, $name:literal, $rest:expr;
        $($method:ident: $Type:ty, $what:literal;)+
    ) => {
        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            $(
                #[doc = concat!("Returns `None`: `", $name, "` URLs cannot contain ", $what, ".")]
                ///
                #[doc = $crate::__example!(
                    $krate, $Url, [$name, $rest],
                    "assert_eq!(url.", stringify!($method), "(), None);"
                )]
                #[must_use]
                pub const fn $method(&'i self) -> Option<$Type> {
                    None
                }
            )+
        }
    };
}

/// Implements the accessors of [`impl_login!`] for user and password of URLs that contain none.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_no_userinfo {
    ($Url:ident, $krate:ident, $name:literal, $rest:expr) => {
        $crate::__impl_none! {
            $Url, $krate, $name, $rest;
            user: $crate::Escaped<'o>, "a user name";
            password: $crate::Escaped<'o>, "a password";
        }
    };
}

/// Implements the accessors of [`impl_login!`] for the port of URLs that contain none.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_no_port {
    ($Url:ident: $Scheme:ident, $port:expr, $krate:ident, $name:literal, $rest:expr) => {
        $crate::__impl_none! { $Url, $krate, $name, $rest; port: u16, "a port"; }

        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            #[doc = concat!("Returns the default port of the scheme, `", stringify!($port), "`.")]
            ///
            #[doc = $crate::__example!(
                                $krate, $Url, [$name, $rest],
                                "assert_eq!(url.port_or_default(), ", stringify!($port), ");"
                            )]
            #[must_use]
            pub const fn port_or_default(&'i self) -> Option<u16> {
                <$Scheme as $crate::scheme::Scheme>::DEFAULT_PORT
            }
        }
    };
}

/// Implements the accessors of [`impl_login!`] for host and path of URLs that contain none.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_no_host {
    ($Url:ident, $krate:ident, $name:literal, $rest:expr) => {
        $crate::__impl_none! {
            $Url, $krate, $name, $rest;
            host: $crate::Host<'o>, "a host";
            host_str: &'o str, "a host";
            path: $crate::Escaped<'o>, "a path";
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
            #[doc = $crate::__example!(
                $krate, $Url, [$name, "://host.dom", $end],
                r#"assert_eq!(url.host().name(), Some("host.dom"));"#
            )]
            #[must_use]
            #[inline]
            pub fn host(&'i self) -> $crate::Host<'o> {
                self.login().host()
            }

            /// Returns the host as written.
            ///
            #[doc = $crate::__example!(
                $krate, $Url, [$name, "://HOST.dom", $end],
                r#"assert_eq!((url.scheme(), url.host_str()), (""#, $name, r#"", "HOST.dom"));"#
            )]
            #[must_use]
            #[inline]
            pub fn host_str(&'i self) -> &'o str {
                self.login().host_str()
            }

            /// Returns the port, if the URL contains one.
            ///
            #[doc = $crate::__example!(
                $krate, $Url, [$name, "://host.dom:8000", $end],
                "assert_eq!((url.port(), url.port_or_default()), (Some(8000), 8000));"
            )]
            #[must_use]
            #[inline]
            pub fn port(&'i self) -> Option<u16> {
                self.login().port()
            }

            #[doc = concat!("Returns the port to connect to: that of the URL, or ", $port, ".")]
            ///
            #[doc = $crate::__example!(
                $krate, $Url, [$name, "://host.dom", $end],
                "assert_eq!((url.port(), url.port_or_default()), (None, ", $port, "));"
            )]
            #[must_use]
            #[inline]
            pub fn port_or_default(&'i self) -> u16 {
                self.port().or(<$Scheme as $crate::scheme::Scheme>::DEFAULT_PORT).unwrap_or_default()
            }
        }
    };
}

/// Expands to an example, as Markdown: it parses the URL, whose pieces are concatenated, and does what follows.
#[doc(hidden)]
#[macro_export]
macro_rules! __example {
    ($krate:ident, $Url:ident, [$($url:expr),+], $($then:expr),+) => {
        concat!(
            "```\nuse ", stringify!($krate), "::", stringify!($Url), ";\n\n",
            "let url = ", stringify!($Url), "::parse(\"", $($url,)+ "\")?;\n",
            $($then,)+
            "\n# Ok::<(), ", stringify!($krate), "::Error>(())\n```",
        )
    };
}
