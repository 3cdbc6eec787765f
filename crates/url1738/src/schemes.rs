//! The macro that writes the code of which each scheme has its own copy. Its only call is in `lib.rs`, with a row for each
//! scheme.

/// Writes the modules of the schemes, the enum [`Url`](crate::Url) with its dispatch and conversions, the registry, the lists
/// of schemes, codes and parts, and the generators for fuzzers.
///
/// The first token is a `$`, which the macros within the macro need. The rest are rows: the feature, the module in this crate,
/// the type, the variant (which has the name of the marker), the method that returns the variant, the documentation of the
/// variant, and an example.
macro_rules! schemes {
    ($d:tt $(
        $feature:literal $module:ident: $krate:ident::$Type:ident as $Variant:ident, $method:ident,
        $doc:literal, $example:literal;
    )*) => {
        $(
            #[doc = concat!("`", $feature, "` URLs: the type, its builder, its parts and its codes, which [`", stringify!($krate), "`] documents.")]
            #[cfg(feature = $feature)]
            pub mod $module {
                #[doc(no_inline)]
                pub use $krate::*;
            }
            #[cfg(feature = $feature)]
            pub use $krate::$Type;
        )*

        /// A URL of any scheme: typed if it is one of the ten or, with their features, `https`, `ws` and `wss`; else read by
        /// the general syntax.
        ///
        /// These names never fall back to [`Url::Other`] if their feature is enabled: `ftp:x` is an error, not a
        /// generic URL (section 5 defines `otherurl` for new schemes).
        ///
        /// ```
        /// use url1738::Url;
        ///
        /// let url = Url::parse("GOPHER://host.dom/7/find%09words")?;
        /// assert_eq!(url.scheme(), "gopher");
        /// assert!(matches!(url, Url::Gopher(gopher) if gopher.search().unwrap() == "words"));
        /// # Ok::<(), url1738::Error>(())
        /// ```
        ///
        /// ```
        /// use url1738::{SchemeKind, Url};
        ///
        /// let url = Url::parse_bytes(b"telnet://guest@host.dom/")?;
        /// assert_eq!((url.default_port(), url.scheme_kind()), (Some(23), SchemeKind::Standard));
        /// assert_eq!(url.into_generic().scheme(), "telnet");
        /// # Ok::<(), url1738::Error>(())
        /// ```
        ///
        /// A path is what the scheme has as one. In [`Url::Other`], only the scheme defines what a `?` separates, so that it is
        /// part of the path:
        ///
        /// ```
        /// use url1738::Url;
        ///
        /// let path = |text| Url::parse(text).map(|url| url.path().map(|path| path.as_str()));
        /// assert_eq!(path("http://host.dom/a%2Fb/c?find")?, Some("a%2Fb/c"));
        /// assert_eq!(path("ftp://host.dom/a;type=i")?, Some("a"));
        /// assert_eq!((path("file:///etc/motd")?, path("ftp://host.dom")?), (Some("etc/motd"), None));
        /// assert_eq!(path("x-db://host.dom/orders?sslmode=require")?, Some("orders?sslmode=require"));
        /// # Ok::<(), url1738::Error>(())
        /// ```
        #[derive(Clone, Copy)]
        #[non_exhaustive]
        pub enum Url<T = alloc::string::String> {
            $(
                #[doc = $doc]
                #[cfg(feature = $feature)]
                $Variant($krate::$Type<T>),
            )*
            /// A URL of any other scheme.
            Other(OtherUrl<T>),
        }

        $(
            #[cfg(feature = $feature)]
            impl<T> From<$krate::$Type<T>> for Url<T> {
                fn from(url: $krate::$Type<T>) -> Self {
                    Self::$Variant(url)
                }
            }

            /// Returns an error if the URL is of another scheme. The error returns the URL.
            #[cfg(feature = $feature)]
            impl<T: Storage> TryFrom<Url<T>> for $krate::$Type<T> {
                type Error = WrongScheme<T>;

                fn try_from(url: Url<T>) -> Result<Self, WrongScheme<T>> {
                    match url {
                        Url::$Variant(url) => Ok(url),
                        url => {
                            Err(WrongScheme { url, expected: <$krate::$Variant as url1738_core::scheme::Scheme>::INFO.name })
                        }
                    }
                }
            }

            #[cfg(feature = $feature)]
            impl<T> Url<T> {
                #[doc = concat!("Returns the URL as [`", stringify!($Type), "`](", stringify!($krate), "::", stringify!($Type), "), or `None` if it is of another scheme.")]
                ///
                /// ```
                /// use url1738::Url;
                ///
                #[doc = concat!("let url = Url::parse(\"", $example, "\")?;")]
                #[doc = concat!("assert_eq!(url.", stringify!($method), "().unwrap().scheme(), \"", $feature, "\");")]
                #[doc = concat!("assert!(Url::parse(\"x-db://host.dom/\")?.", stringify!($method), "().is_none());")]
                /// # Ok::<(), url1738::Error>(())
                /// ```
                #[must_use]
                pub const fn $method(&self) -> Option<&$krate::$Type<T>> {
                    match self {
                        Self::$Variant(url) => Some(url),
                        _ => None,
                    }
                }
            }
        )*

        /// Returns a registry of all schemes whose features are enabled (section 4), to which others can be added.
        ///
        /// ```
        /// # #[cfg(all(feature = "gopher", feature = "wais"))] {
        /// let registry = url1738::registry();
        /// assert!(registry.schemes().any(|scheme| scheme.title == "WAIS"));
        /// assert_eq!(registry.parse("gopher://host.dom/")?.default_port(), Some(70));
        /// # }
        /// # Ok::<(), url1738::Error>(())
        /// ```
        #[must_use]
        pub fn registry() -> Registry {
            #[allow(unused_mut, reason = "without any feature there is nothing to register")]
            let mut registry = Registry::new();
            $(
                #[cfg(feature = $feature)]
                registry.register::<$krate::$Type>();
            )*
            registry
        }

        impl Url {
            /// Returns an editor without parts for a URL of this scheme (section 3): of the general syntax if the scheme is
            /// none of the types.
            ///
            /// ```
            /// use url1738::Url;
            ///
            /// let editor = Url::editor("x-db").set("host", ["host.dom"]).unwrap();
            /// assert_eq!(editor.set("segments", ["a b"]).unwrap().text().unwrap(), "x-db://host.dom/a%20b");
            /// ```
            // A registry, which has all functions of the schemes, would be a thirtieth of what a page downloads.
            pub fn editor(scheme: &str) -> Editor {
                $(
                    #[cfg(feature = $feature)]
                    if scheme.eq_ignore_ascii_case(<$krate::$Variant as url1738_core::scheme::Scheme>::INFO.name) {
                        return Editor::new::<$krate::$Variant>(scheme);
                    }
                )*
                Editor::new::<url1738_core::scheme::Generic>(scheme)
            }
        }

        /// The descriptions of the schemes whose features are enabled: those of section 3 in its order, then their successors.
        ///
        /// ```
        /// use url1738::{SCHEMES, Url};
        ///
        /// # #[cfg(feature = "ftp")] {
        /// assert_eq!((SCHEMES[0].name, SCHEMES[0].section), ("ftp", "3.2"));
        /// assert_eq!(SCHEMES[0].forms, ["ftp://user:password@host:port/cwd/name;type=code"]);
        /// assert_eq!(SCHEMES[0].purpose, "files by FTP");
        /// # }
        /// assert!(SCHEMES.iter().all(|scheme| Url::parse(scheme.example).is_ok()));
        /// ```
        pub const SCHEMES: &[&SchemeInfo] = &[
            $(
                #[cfg(feature = $feature)]
                <$krate::$Variant as url1738_core::scheme::Scheme>::INFO,
            )*
        ];

        /// The lists of codes of the crates beside core.
        const CODES: &[&[&codes::CodeInfo]] = &[
            &[&scheme_names::UNKNOWN_SCHEME],
            $(
                #[cfg(feature = $feature)]
                $krate::CODES,
            )*
            #[cfg(feature = "relative")]
            url1738_relative::CODES,
        ];

        /// A function for each scheme that makes a URL from the bytes of a fuzzer.
        #[cfg(feature = "arbitrary")]
        const ARBITRARY: &[fn(&mut arbitrary::Unstructured<'_>) -> arbitrary::Result<Url>] = &[
            $(
                #[cfg(feature = $feature)]
                |bytes| arbitrary::Arbitrary::arbitrary(bytes).map(Url::$Variant),
            )*
        ];

        /// Calls a macro with module, variant and type of each scheme, for bindings that have a class for each. All features are
        /// enabled then.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! with_schemes {
            ($d callback:ident) => {
                $d callback! { $($module $Variant $Type)* }
            };
        }

        /// Evaluates an expression for the URL in any variant.
        ///
        /// `each!(url, inner => inner.parts())` is the value of the expression;
        /// `each!(url, inner => inner.normalize(), in its variant)` puts the value in the variant that `url` has.
        macro_rules! each {
            ($d url:expr, $d inner:ident => $d value:expr) => {
                match $d url {
                    $(
                        #[cfg(feature = $feature)]
                        $crate::Url::$Variant($d inner) => $d value,
                    )*
                    $crate::Url::Other($crate::OtherUrl($d inner)) => $d value,
                }
            };
            ($d url:expr, $d inner:ident => $d value:expr, in its variant) => {
                match $d url {
                    $(
                        #[cfg(feature = $feature)]
                        $crate::Url::$Variant($d inner) => $crate::Url::$Variant($d value),
                    )*
                    $crate::Url::Other($crate::OtherUrl($d inner)) => {
                        $crate::Url::Other($crate::OtherUrl($d value))
                    }
                }
            };
        }

        /// Evaluates an expression for the [`Raw`](url1738_core::scheme::Raw) of the URL in any variant, whose parts live as long
        /// as possible.
        macro_rules! view {
            ($d url:expr, $d raw:ident => $d value:expr) => {
                each!($d url.view(), url => {
                    let $d raw = url.into_raw();
                    $d value
                })
            };
        }

        /// Like `view!`, for any text: its parts live as long as the borrow of the URL.
        macro_rules! raw {
            ($d url:expr, $d raw:ident => $d value:expr) => {
                each!($d url, url => {
                    let $d raw = url1738_core::scheme::TypedUrl::raw(url);
                    $d value
                })
            };
        }

        /// Calls the same function of the type whose scheme a text names, and maps its result with the variant.
        ///
        /// It jumps once, by a key of the first two letters: a chain of comparisons costs a mispredicted branch per link.
        macro_rules! by_name {
            ($d bytes:expr, $d function:ident $d arguments:tt) => {
                by_name!($d bytes, $d function $d arguments, |url, variant| url.map(variant))
            };
            ($d bytes:expr, $d function:ident $d arguments:tt as repaired) => {
                by_name!($d bytes, $d function $d arguments, |url, variant| url.map(|it| it.map(variant)))
            };
            ($d bytes:expr, $d function:ident $d arguments:tt, |$d url:ident, $d variant:ident| $d map:expr) => {
                match url1738_core::__private::name_key($d bytes) {
                    $(
                        #[cfg(feature = $feature)]
                        $crate::schemes::Key::<$krate::$Variant>::OF
                            if url1738_core::__private::is_named::<$krate::$Variant>($d bytes) =>
                        {
                            let ($d url, $d variant) = ($krate::$Type::$d function $d arguments, Self::$Variant);
                            $d map
                        }
                    )*
                    _ => {
                        let ($d url, $d variant) = (GenericUrl::$d function $d arguments, Self::other);
                        $d map
                    }
                }
            };
        }
    };
}

/// The key by which the name of a scheme is found. No two of the ten are equal. `https`, `ws` and `wss` have the key of `http`,
/// and cost a second comparison.
#[allow(dead_code, reason = "each scheme has its feature")]
pub(crate) struct Key<S>(core::marker::PhantomData<S>);

#[allow(dead_code, reason = "each scheme has its feature")]
impl<S: url1738_core::scheme::Scheme> Key<S> {
    pub(crate) const OF: u8 = url1738_core::__private::name_key(S::INFO.name.as_bytes());
}
