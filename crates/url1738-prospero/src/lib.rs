#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod access;
mod builder;
mod parse;
mod repair;

use alloc::string::String;

use url1738_core::{BorrowOrShare, impl_login, impl_url, scheme::Raw};

pub use builder::ProsperoBuilder;
pub use parse::{FIELDNAME, FIELDVALUE, PPATH, Prospero, ProsperoSpans};
pub use url1738_core::exports::*;

/// The codes of this scheme (section 3.11), beyond those of all schemes.
pub const CODES: &[&CodeInfo] = &[&parse::EMPTY_FIELD_NAME];

/// `prospero://host:port/hsoname;field=value` (section 3.11).
#[derive(Clone, Copy)]
pub struct ProsperoUrl<T = String>(Raw<Prospero, T>);
impl_url!(ProsperoUrl: Prospero);
impl_login!(ProsperoUrl: Prospero, hostport: |spans| spans.login, port: 1525, example: url1738_prospero, "prospero", "/name");

impl ProsperoUrl {
    /// Starts a URL for the object `hsoname`, given as octets, of the server `host`.
    pub fn builder(host: Host<'_>, hsoname: impl AsRef<[u8]>) -> ProsperoBuilder {
        ProsperoBuilder::new(host, hsoname.as_ref())
    }
}

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
        self.0.path().unwrap_or_default()
    }

    /// Returns the host-specific object name: one opaque string, whatever slashes are in it.
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
        Escaped::new_validated(self.0.spans().hsoname().slice(self.as_str()))
    }

    /// Returns what is between the slashes of the hsoname. The server alone knows whether they mean a hierarchy.
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

    /// Returns a builder that holds all parts of this URL, to change some of them.
    pub fn to_builder(&'i self) -> ProsperoBuilder {
        ProsperoBuilder::from_url(self.login(), self.hsoname(), self.fields())
    }
}

#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(ProsperoUrl);
