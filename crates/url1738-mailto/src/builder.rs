//! The builder of mailto URLs.

use alloc::{format, string::String};

use url1738_core::{BorrowOrShare, Error, impl_builder, scheme::Scheme};

use crate::{ENCODED822ADDR, Mailto, MailtoUrl};

/// Builder of a [`MailtoUrl`] (section 3.5). Percent-encodes its argument.
///
/// ```
/// use url1738_mailto::MailtoUrl;
///
/// let url = MailtoUrl::builder("\"J. Doe\"@host.dom")?.build();
/// assert_eq!(url, "mailto:%22J.%20Doe%22@host.dom");
/// assert!(MailtoUrl::builder("J. Doe@host.dom").is_err());
/// # Ok::<(), url1738_mailto::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct MailtoBuilder {
    url: String,
}

impl MailtoUrl {
    /// Returns a builder of a URL of a decoded addr-spec, such as `gorby%kremvax@host.dom`.
    ///
    /// # Errors
    ///
    /// Returns an error if `address` is not an addr-spec. The span of the error is relative to the URL with the address.
    pub fn builder(address: &str) -> Result<MailtoBuilder, Error> {
        let url = format!("{}:{}", Mailto::NAME, ENCODED822ADDR.encode(address.as_bytes()));
        MailtoUrl::parse(&url)?;
        Ok(MailtoBuilder { url })
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> MailtoUrl<T> {
    /// Returns a builder with the address of this URL.
    pub fn to_builder(&'i self) -> MailtoBuilder {
        MailtoBuilder { url: format!("{}:{}", Mailto::NAME, self.encoded_address()) }
    }
}

impl MailtoBuilder {
    /// Sets the address, and percent-encodes it.
    ///
    /// # Errors
    ///
    /// Returns an error if `address` is not an addr-spec. The span of the error is relative to the URL with the address.
    pub fn address(self, address: &str) -> Result<Self, Error> {
        MailtoUrl::builder(address)
    }

    fn write(&self) -> String {
        self.url.clone()
    }
}

impl_builder!(MailtoBuilder: MailtoUrl);
