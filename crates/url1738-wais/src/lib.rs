#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod builder;
mod scheme;

use alloc::string::String;

use url1738_core::{BorrowOrShare, impl_login, impl_url, scheme::Raw};

pub use builder::WaisBuilder;
pub use scheme::{DATABASE, SEARCH, WPATH, WTYPE, Wais, WaisSpans};
pub use url1738_core::exports::*;

/// The codes of this scheme (section 3.9), beyond those of all schemes.
pub const CODES: &[&CodeInfo] = &[&scheme::EMPTY_WAIS_NAME];

/// `wais://host:port/database`, with `?search` or `/wtype/wpath` (section 3.9).
#[derive(Clone, Copy)]
pub struct WaisUrl<T = String>(Raw<Wais, T>);
impl_url!(WaisUrl: Wais);
impl_login!(WaisUrl: Wais);

/// The three forms of a WAIS URL (section 3.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WaisForm<'a> {
    /// A database that can be searched.
    Database,
    /// One search; an empty one differs from none.
    Index {
        /// The search terms.
        search: Escaped<'a>,
    },
    /// One document.
    Document {
        /// The WAIS type of the document.
        wtype: Escaped<'a>,
        /// The document-id, which only the server that issued it may parse.
        wpath: Escaped<'a>,
    },
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> WaisUrl<T> {
    /// Returns the path as written: the database, and WAIS type and document-id after a `/`. A search part is not included.
    ///
    /// ```
    /// use url1738_wais::WaisUrl;
    ///
    /// assert_eq!(WaisUrl::parse("wais://host.dom/db?find")?.path(), "db");
    /// # Ok::<(), url1738_wais::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn path(&'i self) -> Escaped<'o> {
        self.0.part(self.0.spans().path(self.as_str()))
    }

    /// Returns the name of the database, which may be empty.
    #[must_use]
    #[inline]
    pub fn database(&'i self) -> Escaped<'o> {
        self.0.part(self.0.spans().database())
    }

    /// Returns the form of the URL, with the parts that follow the database.
    ///
    /// ```
    /// use url1738_wais::{WaisForm, WaisUrl};
    ///
    /// let url = WaisUrl::parse("wais://host.dom/db/TEXT/1%3Dhost%3B2%3Ddb")?;
    /// let WaisForm::Document { wtype, wpath } = url.form() else { panic!() };
    /// assert_eq!((wtype.as_str(), &*wpath.decode()), ("TEXT", &b"1=host;2=db"[..]));
    /// assert!(matches!(WaisUrl::parse("wais://host.dom/db?")?.form(), WaisForm::Index { .. }));
    /// # Ok::<(), url1738_wais::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn form(&'i self) -> WaisForm<'o> {
        let (text, spans) = (self.as_str(), self.0.spans());
        if let Some((wtype, wpath)) = spans.document(text) {
            WaisForm::Document { wtype: self.0.part(wtype), wpath: self.0.part(wpath) }
        } else if let Some(search) = spans.search(text) {
            WaisForm::Index { search: self.0.part(search) }
        } else {
            WaisForm::Database
        }
    }
}

#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(WaisUrl);
