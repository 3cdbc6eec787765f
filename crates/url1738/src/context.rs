//! URLs in running text, by the Appendix of RFC 1738; typed.

use crate::{Error, Url};

pub use url1738_context::*;

/// Finds the URLs in `text` and parses each. Many URLs in texts are malformed by the RFC (a raw `~`): then
/// the error says why, and [`Url::repair`] repairs most of it.
///
/// A URL that was cut may parse all the same: see [`Match::is_truncated`].
///
/// ```
/// use url1738::{Url, context};
///
/// let text = b"See <URL:ftp://info.cern.ch/pub/www/doc;
///     type=d> and http://host.dom/~joe/.";
/// let urls: Vec<_> = context::urls(text).collect();
/// assert!(matches!(&urls[0].1, Ok(Url::Ftp(ftp)) if ftp.path().unwrap() == "pub/www/doc"));
/// assert_eq!(urls[1].1.as_ref().unwrap_err().code(), "tilde");
/// assert!(urls.iter().all(|(found, _)| !found.is_truncated()));
/// ```
pub fn urls(text: &[u8]) -> impl Iterator<Item = (Match<'_>, Result<Url, Error>)> {
    find_iter(text).map(|found| {
        let url = found.url.parse();
        (found, url)
    })
}
