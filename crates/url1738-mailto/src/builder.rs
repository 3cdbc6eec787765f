//! mailto URLs from decoded data.

use alloc::{borrow::ToOwned, format, string::String};
use core::fmt;

use url1738_core::{Error, Escaped, Raw, Redacted, Scheme};

use crate::{ENCODED822ADDR, Mailto, MailtoUrl};

/// Holds the address of a [`MailtoUrl`] (section 3.5).
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
    address: String,
}

impl MailtoBuilder {
    pub(crate) fn new(address: &str) -> Result<Self, Error> {
        let text = write(&ENCODED822ADDR.encode(address.as_bytes()));
        MailtoUrl::parse(&text).map(|url| Self::from_url(url.encoded_address()))
    }

    pub(crate) fn from_url(address: Escaped<'_>) -> Self {
        Self { address: address.as_str().to_owned() }
    }

    /// Sets another address, decoded.
    ///
    /// # Errors
    ///
    /// Where it is no addr-spec; the span is that of the URL it would make.
    pub fn address(self, address: &str) -> Result<Self, Error> {
        Self::new(address)
    }

    /// Writes the URL.
    ///
    /// # Panics
    ///
    /// Panics if the URL is longer than 4 GiB - 1; [`try_build`](Self::try_build) returns an error instead.
    #[must_use]
    pub fn build(self) -> MailtoUrl {
        MailtoUrl(Raw::built(self.write()))
    }

    /// Writes the URL, like [`build`](Self::build), from data of any size.
    ///
    /// ```
    /// use url1738_mailto::MailtoUrl;
    ///
    /// let url = MailtoUrl::parse("mailto:joe@host.dom")?;
    /// assert_eq!(url.to_builder().try_build()?, url);
    /// # Ok::<(), url1738_mailto::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the URL is longer than 4 GiB - 1.
    pub fn try_build(self) -> Result<MailtoUrl, Error> {
        Raw::parse(self.write()).map(MailtoUrl)
    }

    fn write(&self) -> String {
        write(&self.address)
    }
}

/// Shows the URL without its secrets.
impl fmt::Debug for MailtoBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MailtoBuilder").field(&Redacted::new(self.write().as_bytes())).finish()
    }
}

fn write(encoded: &str) -> String {
    format!("{}:{encoded}", Mailto::NAME)
}
