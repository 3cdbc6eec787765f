//! Host names outside US-ASCII (RFC 5890), which section 3.1 does not allow: their form in US-ASCII, and back.
//!
//! Without the feature `idna`, whose tables are larger than the crate, no name is converted.

use alloc::string::String;

use crate::scan::has;

/// Returns the name with each label outside US-ASCII as an A-label (UTS 46), or `None` if the DNS cannot have the name, or it
/// has a symbol or punctuation.
///
/// ```
/// use url1738_core::international;
///
/// # #[cfg(feature = "idna")] {
/// assert_eq!(international::to_ascii("Bücher.de".as_bytes()).as_deref(), Some("xn--bcher-kva.de"));
/// # }
/// assert_eq!(international::to_ascii(b"a b"), None);
/// ```
#[must_use]
pub fn to_ascii(host: &[u8]) -> Option<String> {
    #[cfg(feature = "idna")]
    return {
        let name = idna::domain_to_ascii_cow(host, idna::AsciiDenyList::STD3).ok()?;
        // UTS 46 has names with punctuation, which IDNA 2008 refuses: `host.dom»` is a host and what follows it in a text.
        let is_of_name = |c: char| {
            c == '.'
                || c.is_alphanumeric()
                || unicode_security::GeneralSecurityProfile::identifier_allowed(c)
        };
        // A zero-width space alone is an empty name.
        let is_name = !name.is_empty() && idna::domain_to_unicode(&name).0.chars().all(is_of_name);
        is_name.then(|| name.into())
    };
    #[cfg(not(feature = "idna"))]
    return {
        let _ = host;
        None
    };
}

/// Returns the name with its A-labels in Unicode, or `None` if it has none, or one that is malformed.
///
/// ```
/// use url1738_core::international;
///
/// # #[cfg(feature = "idna")] {
/// assert_eq!(international::to_unicode("xn--bcher-kva.de").as_deref(), Some("bücher.de"));
/// # }
/// assert_eq!(international::to_unicode("host.dom"), None);
/// ```
#[must_use]
pub fn to_unicode(host: &str) -> Option<String> {
    let is_a_label =
        |label: &[u8]| label.get(..4).is_some_and(|it| it.eq_ignore_ascii_case(b"xn--"));
    // Most hosts have no hyphen, and one search for it is all that they cost.
    let mut labels = host.as_bytes().split(|byte| *byte == b'.');
    if !has(host.as_bytes(), b'-') || !labels.any(is_a_label) {
        return None;
    }
    #[cfg(feature = "idna")]
    return Some(idna::domain_to_unicode(host)).filter(|it| it.1.is_ok()).map(|(name, _)| name);
    #[cfg(not(feature = "idna"))]
    None
}
