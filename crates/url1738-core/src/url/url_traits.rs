//! The macros that implement traits of URL types, for [`impl_url!`](crate::impl_url) and the enum of all schemes.

/// Implements the traits that are based on `parse`, `to_owned`, `into_string` and `AsRef<str>`, and what errors say of a
/// text, for the URL types and for the enum of all schemes, whose title is empty.
#[doc(hidden)]
#[macro_export]
macro_rules! __text_impls {
    ($Url:ident, $title:expr) => {
        impl $Url {
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

            /// Returns the help for `error` in `text`, the text that was parsed. Like `Error::help`, but it suggests no escape if the text with that escape does not lead to a URL either, and a file URL in place
            /// of a path of Windows.
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
            pub fn annotate<'t>(text: &'t str, error: &$crate::Error) -> $crate::Annotated<'t> {
                $crate::Annotated::new(text, error, |bytes| $Url::parse_bytes(bytes).map(drop))
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

        $crate::__serde_impls!($Url, $title);
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
    ($Url:ident) => {
        impl<T: $crate::Storage> $crate::__private::ToSocketAddrs for $Url<T> {
            type Iter = $crate::__private::IntoIter<$crate::__private::SocketAddr>;

            fn to_socket_addrs(&self) -> $crate::__private::io::Result<Self::Iter> {
                $crate::__private::ToSocketAddrs::to_socket_addrs(&self.0)
            }
        }
    };
}

/// Expands to nothing without the feature `std`.
#[cfg(not(feature = "std"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __std_impls {
    ($Url:ident) => {};
}
