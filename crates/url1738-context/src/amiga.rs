//! The markers of `AmigaGuide` documents, as in `@{b}bold@{ub}` and `@{"text" link "node"}`.

use crate::text::Text;

/// The commands of a marker. Any other word in braces after an `@` is a pattern, as in `ftp://user@{host}`.
const COMMANDS: [&[u8]; 23] = [
    b"amigaguide",
    b"b",
    b"bg",
    b"body",
    b"cleartabs",
    b"code",
    b"fg",
    b"i",
    b"jcenter",
    b"jleft",
    b"jright",
    b"lindent",
    b"line",
    b"par",
    b"pard",
    b"pari",
    b"plain",
    b"settabs",
    b"tab",
    b"u",
    b"ub",
    b"ui",
    b"uu",
];

/// The longest command, and one byte to see that it ends.
const LONGEST: usize = 11;

/// Returns whether the brace at `brace` opens a marker: an `@` is before it, and a quotation mark or a command after
/// it.
pub(crate) fn opens(text: &Text<'_>, brace: usize) -> bool {
    if text.at(brace) != Some(b'{') || text.before(brace) != Some(b'@') {
        return false;
    }
    let inside = brace.wrapping_add(1);
    let command = text.run(inside, LONGEST, |byte| byte.is_ascii_alphabetic());
    match text.at(inside.wrapping_add(command.len())) {
        Some(b'"') => command.is_empty(),
        Some(b'}' | b' ') => COMMANDS.iter().any(|known| known.eq_ignore_ascii_case(command)),
        _ => false,
    }
}
