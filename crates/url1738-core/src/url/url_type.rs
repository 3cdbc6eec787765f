//! The macro that implements the common methods and traits of URL types.

/// Implements the common methods and traits of URL types, for a newtype over [`Raw`](crate::scheme::Raw).
///
/// The methods include `parse`, `parse_bytes`, `as_str`, `view`, `into_owned`, `into_string`, `parts`, `plan`, `lints`,
/// `normalize` and `equivalent`. The traits are those of conversion, comparison, formatting and serde. The crate
/// implements the accessors itself. Debug shows a password as `***`; Display writes the whole URL.
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
                <$Scheme as $crate::scheme::Scheme>::NAME
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
            /// Repairs a malformed URL of this scheme: unsafe characters, bad escapes, spaces and wrappers around it,
            /// and the errors that are specific to the scheme. A valid URL is not changed.
            ///
            /// # Errors
            ///
            /// Returns an error if the text cannot be repaired. Its span is relative to `text`.
            pub fn repair(
                text: &str,
            ) -> ::core::result::Result<$crate::Repaired<Self>, $crate::Error> {
                Self::repair_bytes(text.as_bytes())
            }

            /// Like [`repair`](Self::repair), but for bytes, which need not be UTF-8. Bytes outside US-ASCII become
            /// escapes.
            ///
            /// # Errors
            ///
            /// Returns an error if the bytes cannot be repaired. Its span is relative to `bytes`.
            pub fn repair_bytes(
                bytes: &[u8],
            ) -> ::core::result::Result<$crate::Repaired<Self>, $crate::Error> {
                $crate::repair::repair(bytes).map(|repaired| repaired.map(Self))
            }

            /// Like [`repair_bytes`](Self::repair_bytes), but calls `each` with every change instead of returning a
            /// list, which may take fifty times the memory of the text. `each` is called even if the bytes turn out
            /// not to be repairable.
            ///
            /// # Errors
            ///
            /// Returns an error if the bytes cannot be repaired. Its span is relative to `bytes`.
            pub fn repair_bytes_with(
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

            /// Returns the parts in the order in which they appear, beginning with the scheme.
            #[must_use]
            pub fn parts(&self) -> $crate::__private::Vec<$crate::PartSpan> {
                let url = self.0.as_deref();
                $crate::__private::collect_parts(url.as_str().len(), |each| url.each_part(each))
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
                self.0.as_deref().plan()
            }

            /// Returns the lints: what is valid but risky, or read differently by other software.
            #[must_use]
            pub fn lints(&self) -> $crate::Lints {
                self.0.as_deref().lints()
            }

            /// Like [`lints`](Self::lints), but writes to an existing list, so that a loop can reuse its memory.
            pub fn lints_into(&self, lints: &mut $crate::Lints) {
                self.0.as_deref().lints_into(lints);
            }

            /// Returns the normal form (section 2.2): as few escapes as the parts allow, in upper-case hexadecimal;
            /// scheme and host in lower case; no default port.
            ///
            /// Its access plan has the same steps, except that an HTTP request contains the path as written, which may
            /// have fewer escapes in the normal form.
            #[must_use]
            pub fn normalize(&self) -> $Url {
                $Url($crate::normal::normalize(self.0.as_deref()))
            }

            /// Returns the text of the normal form (section 2.2), without a copy if the URL is normal already.
            #[must_use]
            pub fn normal_form(&self) -> $crate::__private::Cow<'_, str> {
                $crate::normal::form(self.0.as_deref())
            }

            /// Returns `true` if the URL is its own normal form (section 2.2), which takes no allocation to find out
            /// for nearly all URLs that are.
            #[must_use]
            pub fn is_normal(&self) -> bool {
                $crate::normal::is_normal(self.0.as_deref())
            }

            /// Returns `true` if the normal forms of both URLs are identical. `==` compares the texts instead.
            #[must_use]
            pub fn equivalent<U: $crate::Storage>(&self, other: &$Url<U>) -> bool {
                self.normal_form() == other.normal_form()
            }

            /// Returns an editor, which sets and removes parts by their names.
            pub fn edit(&self) -> $crate::Editor {
                $crate::__private::edit(self.0.as_deref())
            }

            /// Returns the text with its secrets masked as `***`, for logs.
            #[must_use]
            pub fn redacted(&self) -> $crate::Redacted<'_> {
                self.0.as_deref().redacted()
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

        impl $crate::scheme::TypedUrl for $Url {
            type Scheme = $Scheme;
            type Owned = $Url;
            fn raw(&self) -> $crate::scheme::Raw<$Scheme, &str> {
                self.0.as_deref()
            }
            fn owned(&self) -> Option<&dyn ::core::any::Any> {
                Some(self)
            }
        }

        impl $crate::scheme::TypedUrl for $Url<&str> {
            type Scheme = $Scheme;
            type Owned = $Url;
            fn raw(&self) -> $crate::scheme::Raw<$Scheme, &str> {
                self.0.as_deref()
            }
            fn owned(&self) -> Option<&dyn ::core::any::Any> {
                None
            }
        }

        $crate::__text_impls!($Url, <$Scheme as $crate::scheme::Scheme>::TITLE);
        $crate::__std_impls!($Url);
    };
}
