//! The item type of gopher URLs, which is the first character of their path.

use url1738_core::{
    Lints, PartSpan,
    codes::{CodeInfo, CodeKind},
};

use crate::components::{scheme, split};

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

pub(crate) static GOPHER_TYPE_CHANGED: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "gopher-type-changed",
    "the item type differs from that of the base: the first character of a gopher path is the type",
)
.with_explanation("The first character of the path of a Gopher URL is the type of the item. A relative reference replaces it by the first character of a name.")
.with_examples("gopher://host.dom/0a 1b", "gopher://host.dom/0a 0b")
.with_section("3.4");
