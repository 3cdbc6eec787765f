//! Conversions between [`Url`] and the types of its variants.

use url1738_core::{Error, GenericUrl};

use super::Url;

/// Converts a variant to [`Url`] and back.
macro_rules! variant {
    ($feature:literal, $krate:ident::$Url:ident, $Variant:ident) => {
        #[cfg(feature = $feature)]
        impl<T> From<$krate::$Url<T>> for Url<T> {
            fn from(url: $krate::$Url<T>) -> Self {
                Self::$Variant(url)
            }
        }

        /// Returns the URL unchanged if it is of another scheme.
        #[cfg(feature = $feature)]
        impl<T> TryFrom<Url<T>> for $krate::$Url<T> {
            type Error = Url<T>;

            fn try_from(url: Url<T>) -> Result<Self, Url<T>> {
                match url {
                    Url::$Variant(url) => Ok(url),
                    other => Err(other),
                }
            }
        }
    };
}

variant!("ftp", url1738_ftp::FtpUrl, Ftp);
variant!("http", url1738_http::HttpUrl, Http);
variant!("gopher", url1738_gopher::GopherUrl, Gopher);
variant!("mailto", url1738_mailto::MailtoUrl, Mailto);
variant!("news", url1738_news::NewsUrl, News);
variant!("nntp", url1738_nntp::NntpUrl, Nntp);
variant!("telnet", url1738_telnet::TelnetUrl, Telnet);
variant!("wais", url1738_wais::WaisUrl, Wais);
variant!("file", url1738_file::FileUrl, File);
variant!("prospero", url1738_prospero::ProsperoUrl, Prospero);

/// Chooses the scheme anew, since the general syntax accepts what a scheme of the ten refuses.
///
/// ```
/// use url1738::{GenericUrl, Url};
///
/// let url = Url::try_from(GenericUrl::parse("ftp://host.dom/a")?)?;
/// assert!(matches!(url, Url::Ftp(_)));
/// assert!(Url::try_from(GenericUrl::parse("ftp://host.dom/a;b")?).is_err());
/// # Ok::<(), url1738::Error>(())
/// ```
impl<'a> TryFrom<GenericUrl<&'a str>> for Url<&'a str> {
    type Error = Error;

    fn try_from(url: GenericUrl<&'a str>) -> Result<Self, Error> {
        Url::parse(url.into_raw().into_text())
    }
}

/// Chooses the scheme anew, like that of a borrowed URL.
impl TryFrom<GenericUrl> for Url {
    type Error = Error;

    fn try_from(url: GenericUrl) -> Result<Self, Error> {
        url.into_string().try_into()
    }
}
