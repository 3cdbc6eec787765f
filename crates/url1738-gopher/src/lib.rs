#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod builder;
mod plus;
mod scheme;

use alloc::string::String;

use url1738_core::{impl_login, impl_url, scheme::Raw};

pub use builder::GopherBuilder;
pub use plus::GopherPlus;
pub use scheme::{CODES, GOPHER_PLUS, GTYPE, Gopher, GopherSpans, GopherType, SEARCH, SELECTOR};
pub use url1738_core::exports::*;

/// `gopher://host:port/` *type* *selector* `%09` *search* `%09` *gopher+ string* (section 3.4).
///
/// ```
/// use url1738_gopher::{GopherType, GopherUrl};
///
/// let url = GopherUrl::parse("gopher://host.dom/%37find%09words%09+")?;
/// assert_eq!(url.path().unwrap(), "%37find%09words%09+");
/// assert_eq!((url.gtype().unwrap().as_str(), url.item_type().octet()), ("%37", b'7'));
/// assert_eq!((url.selector().unwrap().as_str(), url.search().unwrap().as_str()), ("find", "words"));
/// assert_eq!(url.gopher_plus_string().unwrap(), "+");
/// assert_eq!(GopherUrl::parse("gopher://host.dom/")?.item_type(), GopherType::Directory);
/// # Ok::<(), url1738_gopher::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct GopherUrl<T = String>(Raw<Gopher, T>);
impl_url!(GopherUrl: Gopher);
impl_login!(GopherUrl: Gopher, path);

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> GopherUrl<T> {
    /// Returns the item type as written, or `None` if the gopher-path is empty.
    #[must_use]
    #[inline]
    pub fn gtype(&'i self) -> Option<Escaped<'o>> {
        self.0.spans().gtype().map(|span| self.0.part(span))
    }

    /// Returns the item type, which is a directory if the gopher-path is empty (section 3.4.1).
    #[must_use]
    pub fn item_type(&'i self) -> GopherType {
        let octet = self.gtype().and_then(|gtype| gtype.decode().first().copied());
        octet.map_or(GopherType::Directory, GopherType::from)
    }

    /// Returns the selector as written, or `None` if the gopher-path is empty.
    #[must_use]
    #[inline]
    pub fn selector(&'i self) -> Option<Escaped<'o>> {
        self.0.spans().selector().map(|span| self.0.part(span))
    }

    /// Returns the search string after the first `%09`, as written.
    #[must_use]
    #[inline]
    pub fn search(&'i self) -> Option<Escaped<'o>> {
        self.0.spans().search().map(|span| self.0.part(span))
    }

    /// Returns the Gopher+ string after the second `%09`, as written.
    #[must_use]
    #[inline]
    pub fn gopher_plus_string(&'i self) -> Option<Escaped<'o>> {
        self.0.spans().plus(self.as_str()).map(|span| self.0.part(span))
    }

    /// Returns the request of the Gopher+ string (sections 3.4.4 to 3.4.9).
    #[must_use]
    pub fn gopher_plus(&'i self) -> Option<GopherPlus<'o>> {
        self.gopher_plus_string().map(GopherPlus::new)
    }
}
