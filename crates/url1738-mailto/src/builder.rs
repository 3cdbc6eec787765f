//! mailto URLs from decoded data.

use alloc::{borrow::ToOwned, format, string::String};

use url1738_core::{Error, Escaped, impl_builder, scheme::Scheme};

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
    /// Returns an error if it is not an addr-spec; the span is that of the URL it would make.
    pub fn address(self, address: &str) -> Result<Self, Error> {
        Self::new(address)
    }

    fn write(&self) -> String {
        write(&self.address)
    }
}

impl_builder!(MailtoBuilder: MailtoUrl, example: url1738_mailto, "mailto", ":joe@host.dom");

fn write(encoded: &str) -> String {
    format!("{}:{encoded}", Mailto::NAME)
}
