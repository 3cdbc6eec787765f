#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod builder;
mod scheme;

use alloc::string::String;

use url1738_core::{BorrowOrShare, impl_login, impl_url, scheme::Raw};

pub use builder::ProsperoBuilder;
pub use scheme::{FIELDNAME, FIELDVALUE, PPATH, Prospero, ProsperoSpans};
pub use url1738_core::exports::*;

/// The codes of this scheme (section 3.11), beyond those of all schemes.
pub const CODES: &[&CodeInfo] = &[&scheme::EMPTY_FIELD_NAME];

/// `prospero://host:port/hsoname;field=value` (section 3.11).
#[derive(Clone, Copy)]
pub struct ProsperoUrl<T = String>(Raw<Prospero, T>);
impl_url!(ProsperoUrl: Prospero);
impl_login!(ProsperoUrl: Prospero);

/// A field of a Prospero URL, which serves to identify the target of the link (section 3.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field<'a> {
    /// The name.
    pub name: Escaped<'a>,
    /// The value.
    pub value: Escaped<'a>,
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> ProsperoUrl<T> {
    /// Returns the path as written: the [`hsoname`](Self::hsoname), without the fields.
    ///
    /// ```
    /// use url1738_prospero::ProsperoUrl;
    ///
    /// assert_eq!(ProsperoUrl::parse("prospero://host.dom/pros/name;v=1")?.path(), "pros/name");
    /// # Ok::<(), url1738_prospero::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn path(&'i self) -> Escaped<'o> {
        self.hsoname()
    }

    /// Returns the host-specific object name: one opaque string, even if it contains slashes.
    ///
    /// ```
    /// use url1738_prospero::ProsperoUrl;
    ///
    /// let url = ProsperoUrl::parse("prospero://host.dom//pros/name;VERSION=1;VERSION=2")?;
    /// assert_eq!(url.hsoname().as_str(), "/pros/name");
    /// assert!(url.fields().map(|field| field.value.as_str()).eq(["1", "2"]));
    /// # Ok::<(), url1738_prospero::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn hsoname(&'i self) -> Escaped<'o> {
        self.0.part(self.0.spans().hsoname())
    }

    /// Returns the segments between the slashes of the hsoname. Only the server knows whether they are a hierarchy.
    #[inline]
    pub fn segments(&'i self) -> impl DoubleEndedIterator<Item = Escaped<'o>> + use<'i, 'o, T> {
        self.0.spans().hsoname().split(self.as_str(), b'/').escaped()
    }

    /// Returns the fields in order; names may be empty and repeat.
    #[inline]
    pub fn fields(&'i self) -> impl Iterator<Item = Field<'o>> + use<'i, 'o, T> {
        let text = self.as_str();
        self.0.spans().fields(text).map(move |(name, value)| Field {
            name: Escaped::new_validated(name.slice(text)),
            value: Escaped::new_validated(value.slice(text)),
        })
    }
}

#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(ProsperoUrl);
