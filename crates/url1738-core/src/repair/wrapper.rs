//! Wrappers around a URL: white space, quotation marks, `<URL:` and `>` (Appendix).

use crate::syntax::{
    part::SCHEME,
    span::{Span, offset},
};

/// Returns the URL inside its wrappers, which may be nested: `<URL:` within quotation marks.
#[doc(hidden)]
#[must_use]
pub fn inside(text: &[u8]) -> Span {
    let mut span = trimmed(text, Span::new(0, offset(text.len())));
    loop {
        let (before, after) = match span.slice_bytes(text) {
            [b'<', .., b'>'] | [b'"', .., b'"'] | [b'\'', .., b'\''] => (1, 1),
            rest if has_prefix(rest) => (4, 0),
            _ => return span,
        };
        let inner = Span::new(span.start.saturating_add(before), span.end.saturating_sub(after));
        span = trimmed(text, inner);
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

fn trimmed(text: &[u8], span: Span) -> Span {
    let bytes = span.slice_bytes(text);
    let before = bytes.len().saturating_sub(bytes.trim_ascii_start().len());
    let after = bytes.len().saturating_sub(bytes.trim_ascii_end().len());
    let start = span.start.saturating_add(offset(before));
    Span::new(start, span.end.saturating_sub(offset(after)).max(start))
}
