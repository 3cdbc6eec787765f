//! The choice of a scheme: by the variant of a [`Url`](super::Url), and by the name that a text begins with.

#[allow(unused_imports, reason = "each scheme has its feature")]
pub(super) use url1738_core::__private::{is_named, name_key};

/// Evaluates an expression for the URL in any variant.
///
/// `each!(url, inner => inner.parts())` is the value of the expression;
/// `each!(url, inner => inner.normalize(), in its variant)` puts the value in the variant that `url` has.
macro_rules! each {
    ($url:expr, $inner:ident => $value:expr) => {
        match $url {
            #[cfg(feature = "ftp")]
            Url::Ftp($inner) => $value,
            #[cfg(feature = "http")]
            Url::Http($inner) => $value,
            #[cfg(feature = "gopher")]
            Url::Gopher($inner) => $value,
            #[cfg(feature = "mailto")]
            Url::Mailto($inner) => $value,
            #[cfg(feature = "news")]
            Url::News($inner) => $value,
            #[cfg(feature = "nntp")]
            Url::Nntp($inner) => $value,
            #[cfg(feature = "telnet")]
            Url::Telnet($inner) => $value,
            #[cfg(feature = "wais")]
            Url::Wais($inner) => $value,
            #[cfg(feature = "file")]
            Url::File($inner) => $value,
            #[cfg(feature = "prospero")]
            Url::Prospero($inner) => $value,
            Url::Other(OtherUrl($inner)) => $value,
        }
    };
    ($url:expr, $inner:ident => $value:expr, in its variant) => {
        match $url {
            #[cfg(feature = "ftp")]
            Url::Ftp($inner) => Url::Ftp($value),
            #[cfg(feature = "http")]
            Url::Http($inner) => Url::Http($value),
            #[cfg(feature = "gopher")]
            Url::Gopher($inner) => Url::Gopher($value),
            #[cfg(feature = "mailto")]
            Url::Mailto($inner) => Url::Mailto($value),
            #[cfg(feature = "news")]
            Url::News($inner) => Url::News($value),
            #[cfg(feature = "nntp")]
            Url::Nntp($inner) => Url::Nntp($value),
            #[cfg(feature = "telnet")]
            Url::Telnet($inner) => Url::Telnet($value),
            #[cfg(feature = "wais")]
            Url::Wais($inner) => Url::Wais($value),
            #[cfg(feature = "file")]
            Url::File($inner) => Url::File($value),
            #[cfg(feature = "prospero")]
            Url::Prospero($inner) => Url::Prospero($value),
            Url::Other(OtherUrl($inner)) => Url::Other(OtherUrl($value)),
        }
    };
}

/// Calls the same function of the type whose scheme a text names, and maps its result with the variant.
///
/// It jumps once, by a key of the first two letters: a chain of comparisons costs a mispredicted branch per link.
macro_rules! by_name {
    ($bytes:expr, $function:ident $arguments:tt) => {
        by_name!($bytes, $function $arguments, |url, variant| url.map(variant))
    };
    ($bytes:expr, $function:ident $arguments:tt as repaired) => {
        by_name!($bytes, $function $arguments, |url, variant| url.map(|it| it.map(variant)))
    };
    ($bytes:expr, $function:ident $arguments:tt, |$url:ident, $variant:ident| $map:expr) => {{
        #[allow(unused_imports, reason = "each scheme has its feature")]
        use crate::url::dispatch::{is_named, keys, name_key};
        match name_key($bytes) {
            #[cfg(feature = "ftp")]
            keys::FTP if is_named::<url1738_ftp::Ftp>($bytes) => {
                let ($url, $variant) = (url1738_ftp::FtpUrl::$function $arguments, Self::Ftp);
                $map
            }
            #[cfg(feature = "http")]
            keys::HTTP if is_named::<url1738_http::Http>($bytes) => {
                let ($url, $variant) = (url1738_http::HttpUrl::$function $arguments, Self::Http);
                $map
            }
            #[cfg(feature = "gopher")]
            keys::GOPHER if is_named::<url1738_gopher::Gopher>($bytes) => {
                let ($url, $variant) = (url1738_gopher::GopherUrl::$function $arguments, Self::Gopher);
                $map
            }
            #[cfg(feature = "mailto")]
            keys::MAILTO if is_named::<url1738_mailto::Mailto>($bytes) => {
                let ($url, $variant) = (url1738_mailto::MailtoUrl::$function $arguments, Self::Mailto);
                $map
            }
            #[cfg(feature = "news")]
            keys::NEWS if is_named::<url1738_news::News>($bytes) => {
                let ($url, $variant) = (url1738_news::NewsUrl::$function $arguments, Self::News);
                $map
            }
            #[cfg(feature = "nntp")]
            keys::NNTP if is_named::<url1738_nntp::Nntp>($bytes) => {
                let ($url, $variant) = (url1738_nntp::NntpUrl::$function $arguments, Self::Nntp);
                $map
            }
            #[cfg(feature = "telnet")]
            keys::TELNET if is_named::<url1738_telnet::Telnet>($bytes) => {
                let ($url, $variant) = (url1738_telnet::TelnetUrl::$function $arguments, Self::Telnet);
                $map
            }
            #[cfg(feature = "wais")]
            keys::WAIS if is_named::<url1738_wais::Wais>($bytes) => {
                let ($url, $variant) = (url1738_wais::WaisUrl::$function $arguments, Self::Wais);
                $map
            }
            #[cfg(feature = "file")]
            keys::FILE if is_named::<url1738_file::File>($bytes) => {
                let ($url, $variant) = (url1738_file::FileUrl::$function $arguments, Self::File);
                $map
            }
            #[cfg(feature = "prospero")]
            keys::PROSPERO if is_named::<url1738_prospero::Prospero>($bytes) => {
                let ($url, $variant) = (url1738_prospero::ProsperoUrl::$function $arguments, Self::Prospero);
                $map
            }
            _ => {
                let ($url, $variant) = (GenericUrl::$function $arguments, Self::other);
                $map
            }
        }
    }};
}

/// The keys of the ten names. No two are equal; if they were, it would cost a second comparison.
#[allow(dead_code, reason = "each scheme has its feature")]
pub(super) mod keys {
    use super::name_key as key;

    pub(in crate::url) const FTP: u8 = key(b"ftp");
    pub(in crate::url) const HTTP: u8 = key(b"http");
    pub(in crate::url) const GOPHER: u8 = key(b"gopher");
    pub(in crate::url) const MAILTO: u8 = key(b"mailto");
    pub(in crate::url) const NEWS: u8 = key(b"news");
    pub(in crate::url) const NNTP: u8 = key(b"nntp");
    pub(in crate::url) const TELNET: u8 = key(b"telnet");
    pub(in crate::url) const WAIS: u8 = key(b"wais");
    pub(in crate::url) const FILE: u8 = key(b"file");
    pub(in crate::url) const PROSPERO: u8 = key(b"prospero");
}
