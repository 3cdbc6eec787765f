//! Character references of HTML: `&gt;`, `&#38;`, `&#x26;`.

use core::ops::Range;

use memchr::memchr_iter;

use crate::{foreign, text::Text};

/// The longest reference that is read, in bytes.
const LONGEST: usize = 12;

/// The names of characters that delimit URLs, without `&`.
const NAMES: [&[u8]; 23] = [
    b"gt;", b"lt;", b"quot;", b"nbsp;", b"apos;", b"rsquo;", b"rdquo;", b"lsquo;", b"ldquo;",
    b"sbquo;", b"bdquo;", b"laquo;", b"raquo;", b"lsaquo;", b"rsaquo;", b"hellip;", b"mdash;",
    b"ndash;", b"ensp;", b"emsp;", b"thinsp;", b"grave;", b"horbar;",
];

/// Returns whether a character reference is at `at` for what delimits a URL. `&amp;` is not one, nor is the
/// `&` between the fields of a query.
pub(crate) fn delimits(text: &Text<'_>, at: usize) -> bool {
    let name = at.wrapping_add(1);
    match text.at(name) {
        Some(b'#') => number(text.ahead(at, LONGEST)).is_some_and(|(code, _)| is_delimiter(code)),
        Some(byte) if byte.is_ascii_alphabetic() => {
            NAMES.iter().any(|known| text.reads(name, known))
        }
        _ => false,
    }
}

fn is_delimiter(code: u32) -> bool {
    // 128 to 159 are read as Windows-1252, in which these are quotation marks, dashes and an ellipsis.
    matches!(code, 0..=32 | 34 | 39 | 60 | 62 | 96 | 127 | 130 | 132 | 133 | 139 | 145..=148 | 150 | 151 | 155)
        || char::from_u32(code).is_some_and(|found| {
            found.is_whitespace()
                || foreign::closes(found)
                || matches!(
                    found,
                    '\u{ab}' | '\u{bb}' | '\u{2013}'
                        ..='\u{2026}' | '\u{2039}' | '\u{203a}' | '\u{3002}'
                )
        })
}

/// Returns the number of the numeric reference at the start of `bytes`, and its width.
fn number(bytes: &[u8]) -> Option<(u32, usize)> {
    let (code, width) = number_after(bytes.strip_prefix(b"&")?)?;
    Some((code, width.wrapping_add(1)))
}

/// Like [`number`], but without the `&`.
fn number_after(bytes: &[u8]) -> Option<(u32, usize)> {
    let digits = bytes.strip_prefix(b"#")?;
    let (digits, radix) = match digits {
        [b'x' | b'X', rest @ ..] => (rest, 16),
        digits => (digits, 10),
    };
    let width = digits.iter().position(|byte| *byte == b';')?;
    let digits = core::str::from_utf8(digits.get(..width)?).ok()?;
    // A sign is not a digit, though numbers are parsed with one.
    let code = u32::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))?;
    let before = if radix == 16 { 2 } else { 1 };
    Some((code, width.wrapping_add(before).wrapping_add(1)))
}

/// Returns whether the `#` at `hash` is that of a numeric reference.
pub(crate) fn is_reference(bytes: &[u8], hash: usize) -> bool {
    // `&amp;#38;` is one that was escaped twice.
    let escaped = bytes.get(..hash).is_some_and(|before| before.ends_with(b"&amp;"));
    let from = hash.checked_sub(1);
    let ahead = from.and_then(|from| bytes.get(from..)).unwrap_or_default();
    let ahead = ahead.get(..LONGEST).unwrap_or(ahead);
    match ahead {
        [b';', rest @ ..] if escaped => number_after(rest).is_some(),
        ahead => number(ahead).is_some(),
    }
}

/// Returns whether the `;` at the end is that of a numeric reference or of `&amp;`.
pub(crate) fn ends_with_reference(bytes: &[u8]) -> bool {
    let tail = bytes.get(bytes.len().saturating_sub(LONGEST)..).unwrap_or_default();
    let reference = tail.iter().rposition(|byte| *byte == b'&').and_then(|at| tail.get(at..));
    reference.is_some_and(|reference| {
        reference.eq_ignore_ascii_case(b"&amp;")
            || number(reference).is_some_and(|(_, width)| width == reference.len())
    })
}

/// Returns the offset of the first `#` that is not one of a numeric reference.
pub(crate) fn fragment(bytes: &[u8]) -> Option<usize> {
    memchr_iter(b'#', bytes).find(|hash| !is_reference(bytes, *hash))
}

/// Returns the bytes of `#38;` and the like after each `&` that is written as a numeric reference. Without them, the
/// text reads as intended.
pub(crate) fn ampersands(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    memchr_iter(b'#', bytes).filter_map(|hash| {
        let from = hash.checked_sub(1)?;
        let ahead = bytes.get(from..)?;
        let (code, width) = number(ahead.get(..LONGEST).unwrap_or(ahead))?;
        (code == u32::from(b'&')).then(|| hash..from.wrapping_add(width))
    })
}
