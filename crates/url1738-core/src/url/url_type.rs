//! The macro that writes the plumbing of a URL type.

/// Writes what all URL types have in common, for a newtype over [`Raw`](crate::scheme::Raw).
///
/// That is `parse`, `parse_bytes`, `as_str`, `borrow`, `to_owned`, `into_string`, `parts`, `plan`,
/// `lints`, `normalize`, `equivalent`, and the traits of conversion, comparison, formatting and serde. The
/// accessors are the crate's own. Debug shows a password as `***`; Display writes the URL whole.
///
/// A scheme of one's own, whole:
///
/// ```
/// use url1738_core::{
///     Error, Escaped, PartSpan, Span, BorrowOrShare,
///     chars::UCHAR,
///     impl_url,
///     plan::{Argument, Plan, Refusal, Step},
///     scheme::{Cursor, LoginSpans, Part, Raw, Scheme},
/// };
///
/// /// `finger://host[:port][/query]`.
/// #[derive(Clone, Copy)]
/// pub struct FingerUrl<T = String>(Raw<Finger, T>);
/// impl_url!(FingerUrl: Finger);
///
/// #[derive(Clone, Copy, Debug)]
/// pub struct Finger;
/// const QUERY: Part = Part::new("query", UCHAR, b"", "RFC 1288, 2.3");
///
/// impl Scheme for Finger {
///     const NAME: &'static str = "finger";
///     const DEFAULT_PORT: Option<u16> = Some(79);
///     type Spans = (LoginSpans, Option<Span>);
///
///     fn parse(cursor: &mut Cursor<'_>) -> Result<Self::Spans, Error> {
///         let login = cursor.hostport()?;
///         let query = cursor.eat(b"/").then(|| cursor.run(&QUERY));
///         cursor.finish(&QUERY)?;
///         Ok((login, query))
///     }
///
///     fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
///         let (login, query) = url.spans();
///         login.each(each);
///         query.map(|span| each(PartSpan { part: &QUERY, span }));
///     }
///
///     fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
///         let query = url.spans().1.unwrap_or_default();
///         let octets = Escaped::new_validated(query.slice(url.as_str())).decode();
///         let line = Argument::of_part(&QUERY, query, &octets)?;
///         Ok(Plan::tcp(url.login(), Self::DEFAULT_PORT).step(Step::send_line(&line)))
///     }
///
///     fn login(spans: &Self::Spans) -> Option<LoginSpans> {
///         Some(spans.0)
///     }
/// }
///
/// let url = FingerUrl::parse("finger://host.dom/joe")?;
/// assert_eq!(url.plan()?.steps()[0].to_string(), r#"send "joe\r\n""#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! impl_url {
    ($Url:ident: $Scheme:ty) => {
        $crate::__url_type!($Url: $Scheme);

        /// Every URL is one of the general syntax.
        impl<T: $crate::Storage> From<$Url<T>> for $crate::GenericUrl<T> {
            fn from(url: $Url<T>) -> Self {
                $crate::GenericUrl::from_raw(url.0)
            }
        }
    };
}

/// All of it but the way to [`GenericUrl`](crate::GenericUrl), which that type itself cannot have.
#[doc(hidden)]
#[macro_export]
macro_rules! __url_type {
    ($Url:ident: $Scheme:ty) => {
        impl<'a> $Url<&'a str> {
            /// Parses a URL without copying it.
            ///
            /// # Errors
            ///
            /// What makes the text no URL of this scheme, and where.
            #[inline(always)]
            pub fn parse(text: &'a str) -> ::core::result::Result<Self, $crate::Error> {
                $crate::scheme::Raw::parse(text).map(Self)
            }

            /// Parses bytes without copying them; a URL is US-ASCII, so others are refused.
            ///
            /// # Errors
            ///
            /// What makes the bytes no URL of this scheme, and where.
            #[inline]
            pub fn parse_bytes(bytes: &'a [u8]) -> ::core::result::Result<Self, $crate::Error> {
                $crate::scheme::Raw::parse_bytes(bytes).map(Self)
            }

            /// Copies the text into a URL of its own.
            #[must_use]
            pub fn to_owned(self) -> $Url {
                $Url(self.0.to_owned())
            }
        }

        impl $Url {
            /// Mends what people write in place of such a URL: unsafe characters, bad escapes, blanks and
            /// wrappers around it, and what else the scheme knows. A URL stays as it is.
            ///
            /// # Errors
            ///
            /// What no change mends, in its place in the text.
            pub fn repair(
                text: &str,
            ) -> ::core::result::Result<$crate::Repaired<Self>, $crate::Error> {
                Self::repair_bytes(text.as_bytes())
            }

            /// The same for bytes that need not be UTF-8; octets outside US-ASCII become escapes.
            ///
            /// # Errors
            ///
            /// What no change mends, in its place in the bytes.
            pub fn repair_bytes(
                bytes: &[u8],
            ) -> ::core::result::Result<$crate::Repaired<Self>, $crate::Error> {
                $crate::repair::repair(bytes).map(|repaired| repaired.map(Self))
            }

            /// Like [`repair_bytes`](Self::repair_bytes), but calls `each` with every change and returns no list of
            /// them: a list may take fifty times the memory of the text. `each` also sees the changes of bytes that
            /// cannot be repaired in the end.
            ///
            /// # Errors
            ///
            /// Returns an error if no change makes the bytes such a URL.
            pub fn repair_bytes_with(
                bytes: &[u8],
                each: &mut dyn FnMut($crate::repair::Change),
            ) -> ::core::result::Result<$crate::Repaired<Self>, $crate::Error> {
                $crate::repair::repair_with(bytes, each).map(|repaired| repaired.map(Self))
            }

            /// Borrows the URL.
            #[must_use]
            pub fn borrow(&self) -> $Url<&str> {
                $Url(self.0.borrow())
            }

            /// Gives the text back.
            #[must_use]
            pub fn into_string(self) -> $crate::__private::String {
                self.0.into_text()
            }
        }

        impl<T: $crate::Storage> $Url<T> {
            /// The parts in the order they stand, the scheme first.
            #[must_use]
            pub fn parts(&self) -> $crate::__private::Vec<$crate::PartSpan> {
                let mut parts = $crate::__private::Vec::new();
                self.0.borrow().each_part(&mut |part| parts.push(part));
                parts
            }

            /// The parts as texts by their names, for those who store columns.
            #[must_use]
            pub fn components(&self) -> $crate::Components<'_> {
                $crate::Components::new(&self.parts(), self.as_ref())
            }

            /// The steps to reach what the URL names, as inert data.
            ///
            /// # Errors
            ///
            /// Where there is no way to follow it, or none that is safe (section 6).
            pub fn plan(
                &self,
            ) -> ::core::result::Result<$crate::plan::Plan, $crate::plan::Refusal> {
                <$Scheme as $crate::scheme::Scheme>::plan(self.0.borrow())
            }

            /// What is valid but risky, or misread by other software.
            #[must_use]
            pub fn lints(&self) -> $crate::Lints {
                self.0.borrow().lints()
            }

            /// The same in a list that serves for one URL after the other, so that a loop needs no memory.
            pub fn lints_into(&self, lints: &mut $crate::Lints) {
                self.0.borrow().lints_into(lints);
            }

            /// The normal form (section 2.2): as few escapes as the parts allow, in upper-case
            /// hexadecimal; scheme and host in lower case; no default port. Its access plan has the same
            /// steps, except that an HTTP request names the path as it is written, with fewer escapes here.
            #[must_use]
            pub fn normalize(&self) -> $Url {
                $Url($crate::normal::normalize(self.0.borrow()))
            }

            /// Whether both have the same normal form. `==` compares the texts.
            #[must_use]
            pub fn equivalent<U: $crate::Storage>(&self, other: &$Url<U>) -> bool {
                self.normalize() == other.normalize()
            }

            /// The text with its password as `***`, for logs.
            #[must_use]
            pub fn redacted(&self) -> $crate::Redacted<'_> {
                self.0.redacted()
            }
        }

        impl<T> $Url<T> {
            /// The text with the places of the parts; for code that works on any scheme.
            #[must_use]
            pub fn into_raw(self) -> $crate::scheme::Raw<$Scheme, T> {
                self.0
            }
        }

        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// The URL over its text borrowed for as long as it lives.
            #[must_use]
            pub fn view(&'i self) -> $Url<&'o str> {
                $Url(self.0.view())
            }

            /// The URL as written.
            #[must_use]
            pub fn as_str(&'i self) -> &'o str {
                self.0.as_str()
            }
        }

        impl TryFrom<$crate::__private::String> for $Url {
            type Error = $crate::Error;
            fn try_from(
                text: $crate::__private::String,
            ) -> ::core::result::Result<Self, $crate::Error> {
                $crate::scheme::Raw::parse(text).map(Self)
            }
        }

        impl<T: $crate::Storage> AsRef<str> for $Url<T> {
            fn as_ref(&self) -> &str {
                self.0.borrow().into_text()
            }
        }

        impl $crate::scheme::TypedUrl for $Url {
            type Scheme = $Scheme;
            fn raw(&self) -> $crate::scheme::Raw<$Scheme, &str> {
                self.0.borrow()
            }
            fn owned(&self) -> Option<&dyn ::core::any::Any> {
                Some(self)
            }
        }

        impl $crate::scheme::TypedUrl for $Url<&str> {
            type Scheme = $Scheme;
            fn raw(&self) -> $crate::scheme::Raw<$Scheme, &str> {
                self.0.borrow()
            }
            fn owned(&self) -> Option<&dyn ::core::any::Any> {
                None
            }
        }

        $crate::__text_impls!($Url);
        $crate::__std_impls!($Url);
    };
}

/// What follows from `parse`, `to_owned`, `into_string` and `AsRef<str>`; for the URL types of the family, the
/// enum over all schemes among them.
#[doc(hidden)]
#[macro_export]
macro_rules! __text_impls {
    ($Url:ident) => {
        impl ::core::str::FromStr for $Url {
            type Err = $crate::Error;
            fn from_str(text: &str) -> ::core::result::Result<Self, $crate::Error> {
                $Url::parse(text).map($Url::to_owned)
            }
        }

        impl<'a> TryFrom<&'a str> for $Url<&'a str> {
            type Error = $crate::Error;
            fn try_from(text: &'a str) -> ::core::result::Result<Self, $crate::Error> {
                $Url::parse(text)
            }
        }

        impl From<$Url> for $crate::__private::String {
            fn from(url: $Url) -> Self {
                url.into_string()
            }
        }

        impl From<$Url<&str>> for $Url {
            fn from(url: $Url<&str>) -> Self {
                url.to_owned()
            }
        }

        impl ::core::borrow::Borrow<str> for $Url {
            fn borrow(&self) -> &str {
                self.as_ref()
            }
        }

        impl<T: $crate::Storage> ::core::fmt::Display for $Url<T> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.as_ref())
            }
        }

        impl<T: $crate::Storage> ::core::fmt::Debug for $Url<T> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_tuple(stringify!($Url)).field(&self.redacted()).finish()
            }
        }

        impl<T: $crate::Storage, U: $crate::Storage> PartialEq<$Url<U>> for $Url<T> {
            fn eq(&self, other: &$Url<U>) -> bool {
                self.as_ref() == other.as_ref()
            }
        }

        impl<T: $crate::Storage> PartialEq<str> for $Url<T> {
            fn eq(&self, other: &str) -> bool {
                self.as_ref() == other
            }
        }

        impl<T: $crate::Storage> PartialEq<&str> for $Url<T> {
            fn eq(&self, other: &&str) -> bool {
                self.as_ref() == *other
            }
        }

        impl<T: $crate::Storage> Eq for $Url<T> {}

        impl<T: $crate::Storage> PartialOrd for $Url<T> {
            fn partial_cmp(&self, other: &Self) -> Option<::core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl<T: $crate::Storage> Ord for $Url<T> {
            fn cmp(&self, other: &Self) -> ::core::cmp::Ordering {
                self.as_ref().cmp(other.as_ref())
            }
        }

        impl<T: $crate::Storage> ::core::hash::Hash for $Url<T> {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.as_ref().hash(state);
            }
        }

        $crate::__serde_impls!($Url);
    };
}

/// The cfg is read here, in the crate that has the feature, not where the macro expands.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde_impls {
    ($Url:ident) => {
        impl<T: $crate::Storage> $crate::__private::serde_core::Serialize for $Url<T> {
            fn serialize<S: $crate::__private::serde_core::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_ref())
            }
        }

        impl<'de> $crate::__private::serde_core::Deserialize<'de> for $Url {
            fn deserialize<D: $crate::__private::serde_core::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                let text: $crate::__private::String =
                    $crate::__private::serde_core::Deserialize::deserialize(deserializer)?;
                Self::try_from(text).map_err($crate::__private::serde_core::de::Error::custom)
            }
        }

        impl<'de: 'a, 'a> $crate::__private::serde_core::Deserialize<'de> for $Url<&'a str> {
            fn deserialize<D: $crate::__private::serde_core::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                let text: &'a str =
                    $crate::__private::serde_core::Deserialize::deserialize(deserializer)?;
                Self::try_from(text).map_err($crate::__private::serde_core::de::Error::custom)
            }
        }
    };
}

/// Without the feature there is nothing to write.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde_impls {
    ($Url:ident) => {};
}

/// Host and port as socket addresses.
#[cfg(feature = "std")]
#[doc(hidden)]
#[macro_export]
macro_rules! __std_impls {
    ($Url:ident) => {
        impl<T: $crate::Storage> $crate::__private::ToSocketAddrs for $Url<T> {
            type Iter = $crate::__private::IntoIter<$crate::__private::SocketAddr>;

            fn to_socket_addrs(&self) -> $crate::__private::io::Result<Self::Iter> {
                $crate::__private::socket_addrs(&self.0)
            }
        }
    };
}

/// Without the feature there is nothing to write.
#[cfg(not(feature = "std"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __std_impls {
    ($Url:ident) => {};
}
