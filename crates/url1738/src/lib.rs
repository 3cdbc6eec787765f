#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[macro_use]
mod schemes;

// The rows of the schemes: the ten of section 3, and three successors of http. Without a feature, its row is absent.
schemes! { $
    "ftp" ftp: url1738_ftp::FtpUrl as Ftp, as_ftp, "An FTP URL (section 3.2).", "ftp://host.dom/motd";
    "http" http: url1738_http::HttpUrl as Http, as_http, "An HTTP URL (section 3.3).", "http://host.dom/a";
    "gopher" gopher: url1738_gopher::GopherUrl as Gopher, as_gopher, "A Gopher URL (section 3.4).", "gopher://host.dom/";
    "mailto" mailto: url1738_mailto::MailtoUrl as Mailto, as_mailto, "A mailto URL (section 3.5).", "mailto:joe@host.dom";
    "news" news: url1738_news::NewsUrl as News, as_news, "A news URL (section 3.6).", "news:comp.lang.c";
    "nntp" nntp: url1738_nntp::NntpUrl as Nntp, as_nntp, "An nntp URL (section 3.7).", "nntp://host.dom/comp.lang.c/10";
    "telnet" telnet: url1738_telnet::TelnetUrl as Telnet, as_telnet, "A telnet URL (section 3.8).", "telnet://host.dom/";
    "wais" wais: url1738_wais::WaisUrl as Wais, as_wais, "A WAIS URL (section 3.9).", "wais://host.dom/db";
    "file" file: url1738_file::FileUrl as File, as_file, "A file URL (section 3.10).", "file:///etc/motd";
    "prospero" prospero: url1738_prospero::ProsperoUrl as Prospero, as_prospero, "A Prospero URL (section 3.11).", "prospero://host.dom/name";
    "https" https: url1738_http::HttpsUrl as Https, as_https, "An HTTPS URL (RFC 2818).", "https://host.dom/a";
    "ws" ws: url1738_http::WsUrl as Ws, as_ws, "A WebSocket URL (RFC 6455).", "ws://host.dom/chat";
    "wss" wss: url1738_http::WssUrl as Wss, as_wss, "A WebSocket URL over TLS (RFC 6455).", "wss://host.dom/chat";
}

pub mod codes;
pub mod convert;
mod parts;
pub mod reading;
#[cfg(feature = "relative")]
pub mod relative;
pub mod scheme_names;
#[cfg(feature = "surt")]
pub mod surt;
mod url;

pub use parts::parts;
pub use url::{OtherUrl, WrongScheme};
pub use url1738_core::{Registry, SchemeKind, exports::*, scheme::SchemeInfo};

/// The rules that all schemes share; for authors of schemes.
///
/// It is not re-exported under the name `core`, which would hide the `core` of the language.
pub mod syntax {
    #[doc(no_inline)]
    pub use url1738_core::*;
}

/// URLs in running text, by the Appendix of RFC 1738.
///
/// Many URLs in texts are malformed by the RFC (a raw `~`): the error of the parser says why, and [`Url::repair`] repairs most
/// of it.
///
/// ```
/// use url1738::{Url, context};
///
/// let text = b"See <URL:ftp://info.cern.ch/pub/www/doc;
///     type=d> and http://host.dom/~joe/.";
/// let urls: Vec<Result<Url, _>> = context::find_iter(text).map(|found| found.url.parse()).collect();
/// assert!(matches!(&urls[0], Ok(Url::Ftp(ftp)) if ftp.path().unwrap() == "pub/www/doc"));
/// assert_eq!(urls[1].as_ref().unwrap_err().code(), "tilde");
/// ```
#[cfg(feature = "context")]
pub mod context {
    #[doc(no_inline)]
    pub use url1738_context::*;
}

/// Guides: the ten schemes by example, migration from other crates, corpora, and fetching.
pub mod guide {
    #[doc = include_str!("../docs/ten-schemes.md")]
    pub mod ten_schemes {}

    #[doc = include_str!("../docs/migration.md")]
    pub mod migration {}

    #[doc = include_str!("../docs/archive.md")]
    pub mod archive {}

    #[doc = include_str!("../docs/fetching.md")]
    pub mod fetching {}
}

/// Runs the examples of the README of the repository, which no package contains.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct FrontPage;
