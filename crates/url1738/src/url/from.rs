//! Conversions between [`Url`] and the types of its variants.

use url1738_core::{Error, GenericUrl};
#[allow(unused_imports, reason = "each scheme has its feature")]
use url1738_core::{Storage, scheme::Scheme};

use super::Url;
#[allow(unused_imports, reason = "each scheme has its feature")]
use super::WrongScheme;

/// Converts a variant to [`Url`] and back.
macro_rules! variant {
    (
        $feature:literal, $krate:ident::$Url:ident: $Scheme:ident, $Variant:ident, $as:ident,
        $example:literal, $other:literal
    ) => {
        #[cfg(feature = $feature)]
        impl<T> From<$krate::$Url<T>> for Url<T> {
            fn from(url: $krate::$Url<T>) -> Self {
                Self::$Variant(url)
            }
        }

        /// Returns an error if the URL is of another scheme. The error returns the URL.
        #[cfg(feature = $feature)]
        impl<T: Storage> TryFrom<Url<T>> for $krate::$Url<T> {
            type Error = WrongScheme<T>;

            fn try_from(url: Url<T>) -> Result<Self, WrongScheme<T>> {
                match url {
                    Url::$Variant(url) => Ok(url),
                    other => Err(WrongScheme::new(other, <$krate::$Scheme as Scheme>::NAME)),
                }
            }
        }

        #[cfg(feature = $feature)]
        impl<T> Url<T> {
            #[doc = concat!("Returns the URL as [`", stringify!($Url), "`](", stringify!($krate), "::", stringify!($Url), "), or `None` if it is of another scheme.")]
            ///
            /// ```
            /// use url1738::Url;
            ///
            #[doc = concat!("let url = Url::parse(\"", $example, "\")?;")]
            #[doc = concat!("assert_eq!(url.", stringify!($as), "().unwrap().scheme(), \"", $feature, "\");")]
            #[doc = concat!("assert!(Url::parse(\"", $other, "\")?.", stringify!($as), "().is_none());")]
            /// # Ok::<(), url1738::Error>(())
            /// ```
            #[must_use]
            pub const fn $as(&self) -> Option<&$krate::$Url<T>> {
                match self {
                    Self::$Variant(url) => Some(url),
                    _ => None,
                }
            }
        }
    };
}

variant!("ftp", url1738_ftp::FtpUrl: Ftp, Ftp, as_ftp, "ftp://host.dom/motd", "x-db://host.dom/");
variant!("http", url1738_http::HttpUrl: Http, Http, as_http, "http://host.dom/a", "x-db://host.dom/");
variant!("gopher", url1738_gopher::GopherUrl: Gopher, Gopher, as_gopher, "gopher://host.dom/", "x-db://host.dom/");
variant!("mailto", url1738_mailto::MailtoUrl: Mailto, Mailto, as_mailto, "mailto:joe@host.dom", "x-db://host.dom/");
variant!("news", url1738_news::NewsUrl: News, News, as_news, "news:comp.lang.c", "x-db://host.dom/");
variant!("nntp", url1738_nntp::NntpUrl: Nntp, Nntp, as_nntp, "nntp://host.dom/comp.lang.c/10", "x-db://host.dom/");
variant!("telnet", url1738_telnet::TelnetUrl: Telnet, Telnet, as_telnet, "telnet://host.dom/", "x-db://host.dom/");
variant!("wais", url1738_wais::WaisUrl: Wais, Wais, as_wais, "wais://host.dom/db", "x-db://host.dom/");
variant!("file", url1738_file::FileUrl: File, File, as_file, "file:///etc/motd", "x-db://host.dom/");
variant!("prospero", url1738_prospero::ProsperoUrl: Prospero, Prospero, as_prospero, "prospero://host.dom/name", "x-db://host.dom/");

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
