//! The macros that implement the common methods and traits of URL types, and of the enum of all schemes.

/// Implements the common methods and traits of URL types, for a newtype over [`Raw`](crate::scheme::Raw).
///
/// The methods include `parse`, `parse_bytes`, `as_str`, `view`, `into_owned`, `into_string`, `parts`, `plan`, `lints`,
/// `normalize` and `equivalent`. The traits are [`AnyUrl`](crate::AnyUrl), [`TypedUrl`](crate::scheme::TypedUrl) and those of
/// conversion, comparison, formatting and serde. The crate implements the accessors itself. Debug shows a password as `***`;
/// Display writes the whole URL.
///
/// The name of the marker has several letters: `D`, `H`, `S`, `T` and `U` are those of type parameters of the traits.
///
/// [`own_scheme`](crate::own_scheme) shows a complete scheme.
#[macro_export]
macro_rules! impl_url {
    ($Url:ident: $Scheme:ty) => {
        $crate::__url_type!($Url: $Scheme);

        impl<T> $Url<T> {
            /// Returns the scheme name in lower case.
            #[must_use]
            pub const fn scheme(&self) -> &'static str {
                <$Scheme as $crate::scheme::Scheme>::INFO.name
            }
        }

        /// Converts to the generic syntax, which every scheme follows.
        impl<T: $crate::Storage> From<$Url<T>> for $crate::GenericUrl<T> {
            fn from(url: $Url<T>) -> Self {
                $crate::GenericUrl::from_raw(url.0)
            }
        }
    };
}

/// Like [`impl_url!`], but without the conversion to [`GenericUrl`](crate::GenericUrl), which would conflict for that
/// type.
#[doc(hidden)]
#[macro_export]
macro_rules! __url_type {
    ($Url:ident: $Scheme:ty) => {
        impl<'a> $Url<&'a str> {
            /// Parses a URL without copying it.
            ///
            /// # Errors
            ///
            /// Returns an error if `text` is not a URL of this scheme. Its span covers the invalid bytes.
            #[inline(always)]
            pub fn parse(text: &'a str) -> ::core::result::Result<Self, $crate::Error> {
                $crate::scheme::Raw::parse(text).map(Self)
            }

            /// Parses bytes without copying them. They need not be UTF-8.
            ///
            /// # Errors
            ///
            /// Returns an error if `bytes` are not a URL of this scheme, which is always US-ASCII. Its span covers the
            /// invalid bytes.
            #[inline]
            pub fn parse_bytes(bytes: &'a [u8]) -> ::core::result::Result<Self, $crate::Error> {
                $crate::scheme::Raw::parse_bytes(bytes).map(Self)
            }

            /// Returns a URL that owns a copy of the text. Through a reference, this name calls the method of
            /// [`ToOwned`](https://doc.rust-lang.org/alloc/borrow/trait.ToOwned.html), which copies the reference to the
            /// text only; [`into_owned`](Self::into_owned) always returns a URL that owns its text.
            #[must_use]
            #[inline]
            pub fn to_owned(self) -> $Url {
                $Url(self.0.into_owned())
            }
        }

        impl $Url {
            /// Like [`repair`](Self::repair), but calls `each` with every change instead of returning a list, which may
            /// take fifty times the memory of the text. `each` is called even if the bytes turn out not to be
            /// repairable.
            ///
            /// # Errors
            ///
            /// Returns an error if the bytes cannot be repaired. Its span is relative to `bytes`.
            pub fn repair_with(
                bytes: &[u8],
                each: &mut dyn FnMut($crate::repair::Change),
            ) -> ::core::result::Result<$crate::Repaired<Self>, $crate::Error> {
                $crate::repair::repair_with(bytes, each).map(|repaired| repaired.map(Self))
            }

            /// Returns the text, without copying it.
            #[must_use]
            pub fn into_string(self) -> $crate::__private::String {
                self.0.into_text()
            }
        }

        impl<T: $crate::Storage> $Url<T> {
            /// Returns a URL that owns its text. Copies the text only if it is borrowed.
            #[must_use]
            pub fn into_owned(self) -> $Url {
                $Url(self.0.into_owned())
            }

            /// Returns the normal form (section 2.2): as few escapes as the parts allow, in upper-case hexadecimal;
            /// scheme and host in lower case; no default port.
            ///
            /// Its access plan has the same steps, except that an HTTP request contains the path as written, which may
            /// have fewer escapes in the normal form.
            #[must_use]
            pub fn normalize(&self) -> $Url {
                $Url(self.0.as_deref().normalize())
            }
        }

        impl<T> $Url<T> {
            /// Returns the text with the spans of its parts, for code that is generic over the scheme.
            #[must_use]
            #[inline]
            pub fn into_raw(self) -> $crate::scheme::Raw<$Scheme, T> {
                self.0
            }
        }

        impl<'i, 'o, T: $crate::BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns a URL that borrows the text for as long as possible: for `'o` if this URL wraps a `&'o str`.
            #[must_use]
            #[inline]
            pub fn view(&'i self) -> $Url<&'o str> {
                $Url(self.0.view())
            }

            /// Returns the URL as written.
            #[must_use]
            #[inline]
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
            #[inline]
            fn as_ref(&self) -> &str {
                self.0.as_deref().into_text()
            }
        }

        impl<T: $crate::Storage> $crate::scheme::TypedUrl for $Url<T> {
            type Scheme = $Scheme;
            type Owned = $Url;
            fn raw(&self) -> $crate::scheme::Raw<$Scheme, &str> {
                self.0.as_deref()
            }
        }

        $crate::__common_impls!(
            $Url,
            $crate::__raw,
            <$Scheme as $crate::scheme::Scheme>::INFO.title,
            |_url| <$Scheme as $crate::scheme::Scheme>::INFO.port
        );
    };
}

/// Evaluates an expression for the [`Raw`](crate::scheme::Raw) of a URL, as `raw` of the umbrella does for that of any
/// variant.
#[doc(hidden)]
#[macro_export]
macro_rules! __raw {
    ($url:expr, $raw:ident => $value:expr) => {{
        let $raw = $url.0.as_deref();
        $value
    }};
}

/// Implements what the URL types and the enum of all schemes, whose title is empty, have in common: the methods that `each`
/// finds in the [`Raw`](crate::scheme::Raw) within, what is based on `repair_with`, `parse`, `to_owned`, `into_string` and
/// `AsRef<str>`, what errors say of a text, and what needs the default port.
#[doc(hidden)]
#[macro_export]
macro_rules! __common_impls {
    ($Url:ident, $each:path, $title:expr, |$url:ident| $port:expr) => {
        impl<T: $crate::Storage> $Url<T> {
            /// Returns the parts in the order in which they appear, beginning with the scheme.
            #[must_use]
            pub fn parts(&self) -> $crate::__private::Vec<$crate::PartSpan> {
                $each!(self, url => url.parts())
            }

            /// Returns the parts as strings by their names, for example for the columns of a table.
            #[must_use]
            pub fn components(&self) -> $crate::Components<'_> {
                $crate::Components::new(&self.parts(), self.as_ref())
            }

            /// Returns the access plan: the steps to retrieve the resource, as data. Does not connect to a server.
            ///
            /// # Errors
            ///
            /// Returns an error if the resource cannot be accessed, or not safely (section 6).
            pub fn plan(
                &self,
            ) -> ::core::result::Result<$crate::plan::Plan, $crate::plan::Refusal> {
                $each!(self, url => url.plan())
            }

            /// Returns the lints: what is valid but risky, or read differently by other software.
            #[must_use]
            pub fn lints(&self) -> $crate::Lints {
                $each!(self, url => url.lints())
            }

            /// Returns the text of the normal form (section 2.2), without a copy if the URL is normal already.
            #[must_use]
            pub fn normal_form(&self) -> $crate::__private::Cow<'_, str> {
                $each!(self, url => url.normal_form())
            }

            /// Returns `true` if the URL is its own normal form (section 2.2), which takes no allocation to find out
            /// for nearly all URLs that are.
            #[must_use]
            pub fn is_normal(&self) -> bool {
                $each!(self, url => url.is_normal())
            }

            /// Returns `true` if the normal forms of both URLs are identical. `==` compares the texts instead.
            #[must_use]
            pub fn equivalent<U: $crate::Storage>(&self, other: &$Url<U>) -> bool {
                self.normal_form() == other.normal_form()
            }

            /// Returns an editor, which sets and removes parts by their names.
            pub fn edit(&self) -> $crate::Editor {
                $each!(self, url => url.edit())
            }

            /// Returns the text with its secrets masked as `***`, for logs.
            #[must_use]
            pub fn redacted(&self) -> $crate::Redacted<'_> {
                $each!(self, url => url.redacted())
            }
        }

        impl $Url {
            /// Repairs a malformed URL: unsafe characters, bad escapes, spaces and wrappers around it, and the errors that
            /// are specific to its scheme. The text need not be UTF-8: bytes outside US-ASCII become escapes. A valid URL
            /// is not changed, except that the prefix `URL:` is removed if another scheme follows it (Appendix).
            ///
            /// # Errors
            ///
            /// Returns an error if the text cannot be repaired. Its span is relative to `text`.
            pub fn repair(
                text: impl AsRef<[u8]>,
            ) -> ::core::result::Result<$crate::Repaired<Self>, $crate::Error> {
                let mut changes = $crate::__private::Vec::new();
                let mut repaired = $Url::repair_with(text.as_ref(), &mut |change| changes.push(change))?;
                repaired.changes = changes;
                Ok(repaired)
            }

            /// Returns the edit of `text`, the text that was parsed, that fixes `error`.
            ///
            /// A fix is returned only if it leads to a URL: `text` parses as this type after it and the fixes of the errors
            /// after it. A text with more than 32 errors has no fix; use `repair` for it. Neither has a text of more than
            /// 64 KiB, nor a path of Windows, such as `C:\\Users\\joe`: the letter of its drive is not a scheme.
            #[must_use]
            pub fn fix(text: impl AsRef<[u8]>, error: &$crate::Error) -> Option<$crate::Fix> {
                $crate::__private::fix(text.as_ref(), error, |bytes| {
                    $Url::parse_bytes(bytes).map(drop)
                })
            }

            /// Returns the help for `error` in `text`, the text that was parsed. Like `Error::help`, but it suggests no escape
            /// that does not lead to a URL, and a file URL in place of a path of Windows.
            #[must_use]
            pub fn help(
                text: impl AsRef<[u8]>,
                error: &$crate::Error,
            ) -> $crate::__private::String {
                $crate::__private::help(text.as_ref(), error, |bytes| {
                    $Url::parse_bytes(bytes).map(drop)
                })
            }

            /// Returns `text`, the text that was parsed, with a caret line under the span of `error`, followed by the message
            /// and the help. Passwords in the text are masked as `***`.
            #[must_use]
            pub fn annotate(text: &str, error: &$crate::Error) -> $crate::__private::String {
                $crate::__private::annotate(text, error, |bytes| {
                    $Url::parse_bytes(bytes).map(drop)
                })
            }
        }

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

        $crate::__any_url!($Url<$crate::__private::String>, $each, |$url| $port, |url| Some(url));
        // `Any` needs `'static`, which a URL that borrows its text is not.
        $crate::__any_url!($Url<&str>, $each, |$url| $port, |_url| None);
        $crate::__serde_impls!($Url, $title);
        $crate::__std_impls!($Url, |$url| $port);
    };
}

/// Implements [`AnyUrl`](crate::AnyUrl) for a URL type with one type of text: the methods that `each` finds in the URL within,
/// its default port, and the value for downcasting.
#[doc(hidden)]
#[macro_export]
macro_rules! __any_url {
    ($Url:ident<$T:ty>, $each:path, |$url:ident| $port:expr, |$any:ident| $owned:expr) => {
        impl $crate::AnyUrl for $Url<$T> {
            $crate::__any_url! { $each;
                fn scheme() -> &str;
                fn as_str() -> &str;
                fn scheme_info() -> &'static $crate::scheme::SchemeInfo;
                fn login() -> Option<$crate::Login<'_>>;
                fn host_str() -> Option<&str>;
                fn path() -> Option<$crate::Escaped<'_>>;
                fn redacted() -> $crate::Redacted<'_>;
                fn each_part(each: &mut dyn FnMut($crate::PartSpan));
                fn plan() -> ::core::result::Result<$crate::plan::Plan, $crate::plan::Refusal>;
                fn lints() -> $crate::Lints;
                fn normal_form() -> $crate::__private::Cow<'_, str>;
                fn edit() -> $crate::Editor;
            }

            #[inline]
            fn default_port(&self) -> Option<u16> {
                let $url = self;
                $port
            }

            #[inline]
            fn owned(&self) -> Option<&dyn ::core::any::Any> {
                let $any = self;
                $owned
            }

            #[inline]
            fn into_any(
                self: $crate::__private::Box<Self>,
            ) -> $crate::__private::Box<dyn ::core::any::Any>
            where
                Self: 'static,
            {
                self
            }
        }
    };
    ($each:path; $(fn $method:ident($($part:ident: $Part:ty)?) $(-> $Return:ty)?;)+) => {
        $(
            #[inline]
            fn $method(&self, $($part: $Part)?) $(-> $Return)? {
                $each!(self, url => url.$method($($part)?))
            }
        )+
    };
}

/// Implements the traits of serde. The `cfg` is on the macro itself, because in its expansion it would test the features
/// of the calling crate.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde_impls {
    ($Url:ident, $title:expr) => {
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
                $crate::__private::deserialize::owned(deserializer, $title)
            }
        }

        impl<'de: 'a, 'a> $crate::__private::serde_core::Deserialize<'de> for $Url<&'a str> {
            fn deserialize<D: $crate::__private::serde_core::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::__private::deserialize::borrowed(deserializer, $title)
            }
        }
    };
}

/// Expands to nothing without the feature `serde`.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde_impls {
    ($Url:ident, $title:expr) => {};
}

/// Implements `ToSocketAddrs`.
#[cfg(feature = "std")]
#[doc(hidden)]
#[macro_export]
macro_rules! __std_impls {
    ($Url:ident, |$url:ident| $port:expr) => {
        impl<T: $crate::Storage> $crate::__private::ToSocketAddrs for $Url<T> {
            type Iter = $crate::__private::IntoIter<$crate::__private::SocketAddr>;

            fn to_socket_addrs(&self) -> $crate::__private::io::Result<Self::Iter> {
                let $url = self;
                $crate::__private::addresses(self.as_ref(), &self.parts(), $port)
            }
        }
    };
}

/// Expands to nothing without the feature `std`.
#[cfg(not(feature = "std"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __std_impls {
    ($Url:ident, |$url:ident| $port:expr) => {};
}
