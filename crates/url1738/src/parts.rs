//! The parts of URLs of all schemes.

use url1738_core::{
    part::{FSEGMENT, GROUP, HOST, PASSWORD, PORT, SCHEME, SCHEMEPART, URLPATH, USER},
    scheme::Part,
};

/// Every part that a URL can have, of the schemes whose features are enabled and of unknown ones (section 5): what a table
/// of URLs needs columns for.
///
/// Names differ. A part that several schemes share by name, such as the group of news and nntp, appears once.
///
/// ```
/// use url1738::{PARTS, Url};
///
/// let names: Vec<&str> = PARTS.iter().map(|part| part.name()).collect();
/// assert_eq!(names[..6], ["scheme", "user", "password", "host", "port", "fsegment"]);
/// for at in Url::parse("gopher://host.dom/7/find%09words")?.parts() {
///     assert!(names.contains(&at.part.name()));
/// }
/// # Ok::<(), url1738::Error>(())
/// ```
pub const PARTS: &[Part] = &[
    SCHEME,
    USER,
    PASSWORD,
    HOST,
    PORT,
    FSEGMENT,
    #[cfg(feature = "ftp")]
    url1738_ftp::FTPTYPE,
    #[cfg(feature = "http")]
    url1738_http::HSEGMENT,
    #[cfg(feature = "http")]
    url1738_http::SEARCH,
    #[cfg(feature = "gopher")]
    url1738_gopher::GTYPE,
    #[cfg(feature = "gopher")]
    url1738_gopher::SELECTOR,
    #[cfg(all(feature = "gopher", not(feature = "http")))]
    url1738_gopher::SEARCH,
    #[cfg(feature = "gopher")]
    url1738_gopher::GOPHER_PLUS,
    #[cfg(feature = "mailto")]
    url1738_mailto::ENCODED822ADDR,
    GROUP,
    #[cfg(feature = "news")]
    url1738_news::ARTICLE,
    #[cfg(feature = "news")]
    url1738_news::GROUPPART,
    #[cfg(feature = "nntp")]
    url1738_nntp::DIGITS,
    #[cfg(feature = "wais")]
    url1738_wais::DATABASE,
    #[cfg(all(feature = "wais", not(any(feature = "http", feature = "gopher"))))]
    url1738_wais::SEARCH,
    #[cfg(feature = "wais")]
    url1738_wais::WTYPE,
    #[cfg(feature = "wais")]
    url1738_wais::WPATH,
    #[cfg(feature = "prospero")]
    url1738_prospero::PPATH,
    #[cfg(feature = "prospero")]
    url1738_prospero::FIELDNAME,
    #[cfg(feature = "prospero")]
    url1738_prospero::FIELDVALUE,
    URLPATH,
    SCHEMEPART,
];
