//! The item type of gopher URLs, which is the first character of their path.

use url1738_core::{Lints, PartSpan};

use crate::{
    components::{scheme, split},
    error::GOPHER_TYPE_CHANGED,
};

/// Item type of a URL without a path (section 3.4.1).
const MENU: u8 = b'1';

/// Returns where the item type of a gopher URL is and which it is, or `None` for a URL of another scheme.
fn item_type(url: &str) -> Option<(usize, u8)> {
    let (scheme, rest) = split(url, scheme(url).len());
    let rest = rest.strip_prefix("//").filter(|_| scheme.eq_ignore_ascii_case("gopher:"))?;
    let slash = rest.find('/').unwrap_or(rest.len());
    let at = url.len() - rest.len() + slash + 1;
    let mut octets = split(url, at).1.bytes();
    let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
    let octet = match octets.next() {
        None => MENU,
        Some(b'%') => {
            let (high, low) = (digit(octets.next())?, digit(octets.next())?);
            u8::try_from((high << 4) | low).ok()?
        }
        Some(octet) => octet,
    };
    Some((at, octet))
}

/// Returns where the item type of `result` is if both are gopher URLs, of different types.
pub(crate) fn change(base: &str, result: &str) -> Option<usize> {
    let (from, to) = (item_type(base)?, item_type(result)?);
    (from.1 != to.1).then_some(to.0)
}

/// Adds the lint at the part with the item type, or at the last part if the URL ends before it.
pub(crate) fn lint(at: usize, parts: &[PartSpan], lints: &mut Lints) {
    let holds = |part: &&PartSpan| part.span.range().contains(&at);
    if let Some(part) = parts.iter().find(holds).or(parts.last()) {
        lints.push(*part, &GOPHER_TYPE_CHANGED);
    }
}
