//! The target of a redirect.

use url1738::Url;

/// Returns the URL that a response at `base` redirects to, if it is one of http: a response must not lead to files of this
/// machine, or to a server of another protocol.
pub(crate) fn target(base: &str, location: &str) -> Option<Url> {
    // The fragment is for the reader of the page.
    let location = location.split('#').next().unwrap_or_default();
    let base = Url::parse(base).ok()?;
    let joined = base.join(location).ok()?.url;
    matches!(joined, Url::Http(_)).then_some(joined)
}
