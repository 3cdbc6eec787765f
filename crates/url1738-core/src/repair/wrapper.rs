//! Wrappers around a URL: white space, quotation marks, `<URL:` and `>` (Appendix).

use crate::syntax::{
    part::SCHEME,
    span::{Span, offset},
};

/// Returns the URL inside its wrappers, which may be nested: `<URL:` within quotation marks.
#[doc(hidden)]
#[must_use]
#[expect(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: `start` is the place of `rest` in `text`, whose end is its own or before it"
)]
pub fn inside(text: &[u8]) -> Span {
    let (mut start, mut rest) = (0, text);
    loop {
        let trimmed = rest.trim_ascii_start();
        start += rest.len() - trimmed.len();
        let (before, inner) = match trimmed.trim_ascii_end() {
            [b'<', inner @ .., b'>'] | [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => {
                (1, inner)
            }
            [_, _, _, _, inner @ ..] if has_prefix(trimmed) => (4, inner),
            url => return Span::of_len(offset(start), offset(url.len())),
        };
        (start, rest) = (start + before, inner);
    }
}

/// Returns whether the text begins with `URL:`, in any case, before another scheme.
pub(super) fn has_prefix(text: &[u8]) -> bool {
    let Some((head, rest)) = text.split_at_checked(4) else { return false };
    // Line breaks in the name are ignored because a repair removes them.
    let mut rest = rest.trim_ascii_start().iter().filter(|byte| !b"\r\n".contains(byte));
    let named = |byte: &&u8| SCHEME.class().contains(**byte);
    let after = rest.next().filter(named).and_then(|_| rest.find(|byte| !named(byte)));
    head.eq_ignore_ascii_case(b"url:") && after == Some(&b':')
}
