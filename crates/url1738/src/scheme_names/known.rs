//! Names of schemes that are known: those that IANA has registered, and others in common use. The data files name their
//! date and source.

const REGISTERED_TEXT: &str = include_str!("registered.txt");
const IN_USE_TEXT: &str = include_str!("in_use.txt");

/// The names, in lower case and in order.
pub(super) static REGISTERED: [&[u8]; count(REGISTERED_TEXT)] = lines(REGISTERED_TEXT);
pub(super) static IN_USE: [&[u8]; count(IN_USE_TEXT)] = lines(IN_USE_TEXT);

/// Returns the first line, without its end, and the rest.
const fn split_line(text: &[u8]) -> (&[u8], &[u8]) {
    let mut len: usize = 0;
    let mut rest = text;
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first == b'\n' {
            break;
        }
        len = len.saturating_add(1);
    }
    (text.split_at(len).0, rest)
}

/// Returns the number of lines that are not comments.
const fn count(text: &str) -> usize {
    let (mut rest, mut count) = (text.as_bytes(), 0_usize);
    while !rest.is_empty() {
        let (line, tail) = split_line(rest);
        if !matches!(line, [b'#', ..]) {
            count = count.saturating_add(1);
        }
        rest = tail;
    }
    count
}

/// Returns the lines that are not comments.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "evaluated at compile time: an index out of bounds would be an error of the build"
)]
const fn lines<const N: usize>(text: &'static str) -> [&'static [u8]; N] {
    const EMPTY: &[u8] = b"";
    let (mut rest, mut lines, mut len) = (text.as_bytes(), [EMPTY; N], 0);
    while !rest.is_empty() {
        let (line, tail) = split_line(rest);
        if !matches!(line, [b'#', ..]) {
            lines[len] = line;
            len += 1;
        }
        rest = tail;
    }
    lines
}
