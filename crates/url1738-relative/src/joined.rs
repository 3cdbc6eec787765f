//! Result of resolving a reference, and its lints.

use alloc::string::{String, ToString as _};
use core::{fmt, ops::Range};

use url1738_core::{Escaped, Lints, PartSpan, Redacted, Span};

use crate::{
    components::{scheme, split},
    error::GOPHER_TYPE_CHANGED,
};

/// URL that a reference resolves to, and its fragment (RFC 1808, section 2.4.1).
///
/// Debug masks passwords.
///
/// ```
/// use url1738_core::GenericUrl;
/// use url1738_relative::Base;
///
/// let joined = GenericUrl::parse("x-db://joe:pw@host.dom/a")?.join("b#top").unwrap();
/// assert_eq!(joined.url, "x-db://joe:pw@host.dom/b");
/// assert_eq!(joined.fragment.as_deref(), Some("top"));
/// assert!(joined.lints.is_empty() && !joined.inherits_fragment);
/// assert!(!format!("{joined:?}").contains("pw"));
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Joined<U> {
    /// The URL, valid by the rules of its scheme.
    pub url: U,
    /// The text after the first `#` of the reference, as written and unchecked. It is not part of the URL.
    pub fragment: Option<String>,
    /// Risks of the resolution: `gopher-type-changed`. The [`lints`](url1738_core::AnyUrl::lints) of the URL itself are not
    /// repeated.
    pub lints: Lints,
    /// `true` if the reference is empty. By RFC 1808 (section 4, step 2a), such a reference means the base with its
    /// fragment, which no URL type contains; RFC 3986 inherits no fragment.
    pub inherits_fragment: bool,
}

impl<U: AsRef<str>> fmt::Debug for Joined<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The `#` may be a character of a password, so both are masked as one text, and the fragment also alone.
        let url = self.url.as_ref();
        let whole = [url, "#", self.fragment.as_deref().unwrap_or("")].concat();
        let after = url.len() + 1;
        let (_, fragment) = whole.as_bytes().split_at(after);
        let mut masked = Redacted::new(whole.as_bytes());
        for secret in Redacted::of_fragment(fragment).secrets() {
            let Range { start, end } = secret.range();
            masked = masked.and(Span::from(after + start..after + end));
        }
        let shown = |range: Range<usize>| masked.slice(range.into());
        f.debug_struct("Joined")
            .field("url", &shown(0..url.len()).to_string())
            .field("fragment", &self.fragment.as_ref().map(|_| shown(after..whole.len())))
            .field("lints", &self.lints)
            .field("inherits_fragment", &self.inherits_fragment)
            .finish()
    }
}

/// Item type of a URL without a path (section 3.4.1).
const MENU: u8 = b'1';

/// Returns where the item type of a gopher URL is and which it is, or `None` for a URL of another scheme.
fn item_type(url: &str) -> Option<(usize, u8)> {
    let (scheme, rest) = split(url, scheme(url).len());
    let rest = rest.strip_prefix("//").filter(|_| scheme.eq_ignore_ascii_case("gopher:"))?;
    let slash = rest.find('/').unwrap_or(rest.len());
    let at = url.len() - rest.len() + slash + 1;
    let path = split(url, at).1;
    // The type may be escaped: `%30` is the type `0`.
    let octet = Escaped::new_validated(split(path, "%30".len()).0).decode().first().copied();
    Some((at, octet.unwrap_or(MENU)))
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
