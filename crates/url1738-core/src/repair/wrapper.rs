//! What stands around a URL: blanks, quotation marks, `<URL:` and `>` (the Appendix).

use crate::{
    part::SCHEME,
    span::{Span, offset},
};

/// The URL inside of what surrounds it.
pub(super) fn inside(text: &[u8]) -> Span {
    let mut span = trimmed(text, Span::new(0, offset(text.len())));
    for (open, close) in [(b'<', b'>'), (b'"', b'"'), (b'\'', b'\'')] {
        match span.of_bytes(text) {
            [first, .., last] if (*first, *last) == (open, close) => {
                let inner = Span::new(span.start.saturating_add(1), span.end.saturating_sub(1));
                span = trimmed(text, inner);
            }
            _ => {}
        }
    }
    if has_prefix(span.of_bytes(text)) {
        span = trimmed(text, Span::new(span.start.saturating_add(4), span.end));
    }
    span
}

/// Whether `URL:`, in any case, stands before another scheme.
pub(super) fn has_prefix(text: &[u8]) -> bool {
    let Some((head, rest)) = text.split_at_checked(4) else { return false };
    let rest = rest.trim_ascii_start();
    let name = SCHEME.class().run(rest);
    head.eq_ignore_ascii_case(b"url:") && name > 0 && rest.get(name) == Some(&b':')
}

fn trimmed(text: &[u8], span: Span) -> Span {
    let bytes = span.of_bytes(text);
    let before = bytes.len().saturating_sub(bytes.trim_ascii_start().len());
    let after = bytes.len().saturating_sub(bytes.trim_ascii_end().len());
    let start = span.start.saturating_add(offset(before));
    Span::new(start, span.end.saturating_sub(offset(after)).max(start))
}
