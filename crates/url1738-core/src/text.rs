//! What a URL value may hold its text in.

use alloc::string::String;
use core::fmt;

#[expect(unnameable_types, reason = "sealed: nobody else shall implement `Text`")]
mod sealed {
    pub trait Sealed {}
    impl Sealed for &str {}
    impl Sealed for alloc::string::String {}
}

/// `&'o str`, whose parts live for `'o`, or [`String`], whose parts live as long
/// as the borrow `'i` of the URL.
///
/// ```
/// use url1738_core::Text;
///
/// /// What a part of a borrowed URL is cut from outlives the URL.
/// fn first_word<'i, 'o>(text: &'i impl Text<'i, 'o>) -> &'o str {
///     text.text().split(':').next().unwrap_or_default()
/// }
///
/// let long = String::from("ftp://host.dom/");
/// let word = first_word(&long.as_str());
/// assert_eq!(word, "ftp");
/// ```
pub trait Text<'i, 'o>: sealed::Sealed + AsRef<str> + fmt::Debug {
    /// The text with the longest lifetime it can have.
    fn text(&'i self) -> &'o str;
}

impl<'a> Text<'_, 'a> for &'a str {
    fn text(&self) -> &'a str {
        self
    }
}

impl<'i> Text<'i, 'i> for String {
    fn text(&'i self) -> &'i str {
        self
    }
}
