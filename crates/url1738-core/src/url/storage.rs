//! The types in which a URL may store its text.

use alloc::string::String;
use core::fmt;

#[expect(unnameable_types, reason = "sealed: no other type may implement `Storage`")]
mod sealed {
    pub trait Sealed {}
    impl Sealed for &str {}
    impl Sealed for alloc::string::String {}
}

/// Type in which a URL may store its text: `&str` or [`String`].
///
/// ```
/// use url1738_core::{GenericUrl, Storage};
///
/// /// Accepts URLs that borrow their text and URLs that own it.
/// fn len<T: Storage>(url: &GenericUrl<T>) -> usize {
///     url.as_ref().len()
/// }
///
/// let url = GenericUrl::parse("tel:+358-555")?;
/// assert_eq!((len(&url), len(&url.to_owned())), (12, 12));
/// # Ok::<(), url1738_core::Error>(())
/// ```
///
/// The trait is sealed. If a text could change after it was parsed by the grammar of section 5, a URL could contain bytes
/// that the parser has not checked, such as a line break in the host. This does not compile:
///
/// ```compile_fail,E0277
/// use std::cell::Cell;
/// use url1738_core::scheme::{Generic, Raw};
///
/// struct Changing(Cell<usize>);
///
/// impl AsRef<str> for Changing {
///     fn as_ref(&self) -> &str {
///         ["x://host.dom/", "x://h\r\nQUIT/"][self.0.replace(1)]
///     }
/// }
///
/// let url = Raw::<Generic, Changing>::parse(Changing(Cell::new(0)));
/// ```
pub trait Storage: sealed::Sealed + AsRef<str> + Into<String> + fmt::Debug {}

impl Storage for &str {}
impl Storage for String {}

/// Storage of the text of a URL (section 5) from which parts can be borrowed for as long as possible.
///
/// The parts of a URL in a `&'o str` live for `'o`. The parts of a URL in a [`String`] live as long as the borrow `'i` of
/// the URL.
///
/// ```
/// use url1738_core::BorrowOrShare;
///
/// /// The returned part outlives a borrowed URL.
/// fn first_word<'i, 'o>(text: &'i impl BorrowOrShare<'i, 'o>) -> &'o str {
///     text.borrow_or_share().split(':').next().unwrap_or_default()
/// }
///
/// let long = String::from("ftp://host.dom/");
/// let word = first_word(&long.as_str());
/// assert_eq!(word, "ftp");
/// ```
pub trait BorrowOrShare<'i, 'o>: Storage {
    /// Returns the text with the longest possible lifetime.
    fn borrow_or_share(&'i self) -> &'o str;
}

impl<'a> BorrowOrShare<'_, 'a> for &'a str {
    #[inline]
    fn borrow_or_share(&self) -> &'a str {
        self
    }
}

impl<'i> BorrowOrShare<'i, 'i> for String {
    #[inline]
    fn borrow_or_share(&'i self) -> &'i str {
        self
    }
}
