//! The octets of a text that are searched for secrets, as written or with their escapes decoded.

use crate::scan::hex;

/// One octet of a text: a byte, an escape of one, or a full-width form.
#[derive(Clone, Copy)]
pub(super) struct Octet {
    pub(super) value: u8,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) is_raw: bool,
}

/// The octets that a reader sees: `pass\u{200b}word=` reads as `password=`, and a BOM before a name as no part of it. Other
/// spaces than that of US-ASCII are read as one, and the octets of other characters are of no account to the scan.
#[derive(Clone, Copy)]
pub(super) struct Octets<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
    pub(super) decoding: bool,
    /// Whether `＠` is read as `@`. In running text, a `：` is one of its sentences.
    pub(super) is_wide: bool,
}

impl Iterator for Octets<'_> {
    type Item = Octet;

    #[inline(always)]
    fn next(&mut self) -> Option<Octet> {
        loop {
            let octet = self.octet()?;
            if matches!(octet.value, b'\t'..=b'\r' | b' '..=b'~') {
                return Some(octet);
            }
            // By value, so that the place stays in a register: masking takes half the time.
            let (value, end) = self.character(octet);
            self.at = end;
            if let Some(value) = value {
                return Some(Octet { value, end, ..octet });
            }
        }
    }
}

impl Octets<'_> {
    /// Reads the rest of the character that begins with `first`. Returns its value and its end, and no value if it is not seen.
    #[cold]
    fn character(self, first: Octet) -> (Option<u8>, usize) {
        let (mut bytes, mut rest) = ([first.value; 4], self);
        let bytes = &mut bytes[..(first.value.leading_ones() as usize).clamp(1, 4)];
        bytes[1..].fill_with(|| rest.octet().map_or(0, |it| it.value));
        let c = core::str::from_utf8(bytes).ok().and_then(|it| it.chars().next());
        let value = match c {
            None => return (None, self.at),
            Some('\u{1b}') => return (None, rest.color_end()),
            Some(c) if !is_safe(c) => None,
            // U+FF01 is a wide `!` (21). A wide slash may be in a login, which a slash would end.
            Some(c @ '\u{ff01}'..='\u{ff5e}')
                if self.is_wide && !"\u{ff0f}\u{ff3c}".contains(c) =>
            {
                Some(u32::from(c).to_le_bytes()[0] + 0x20)
            }
            // Text without spaces goes on after a value: `?pwd=x。`.
            Some(c) if c.is_whitespace() || !self.is_wide && STOPS.contains(c) => Some(b' '),
            Some(_) => Some(first.value),
        };
        (value, rest.at)
    }

    /// Returns the end of a sequence that sets a color, such as `ESC [ 1 m`: a log may have one around each name.
    fn color_end(self) -> usize {
        let mut rest = self;
        let mut values = core::iter::from_fn(|| rest.octet().map(|it| it.value));
        let is_color = values.next() == Some(b'[')
            && values.find(|it| !b"0123456789;".contains(it)) == Some(b'm');
        if is_color { rest.at } else { self.at }
    }

    /// Reads the next octet, seen or not.
    #[inline(always)]
    fn octet(&mut self) -> Option<Octet> {
        let rest = self.text.get(self.at..)?;
        let first = *rest.first()?;
        let escape = if self.decoding && first == b'%' { escape(rest) } else { None };
        let (value, len) = escape.unwrap_or((first, 1));
        let start = self.at;
        self.at = start + len;
        Some(Octet { value, start, end: self.at, is_raw: len == 1 })
    }
}

/// The punctuation of East Asian text that may follow a value in it.
const STOPS: &str = "。、，；：）」』】》";

/// Returns the octet of an escape at the start of `text`, and the length of the escape.
///
/// Escapes that were escaped again are decoded fully: `%2F`, `%252F` and `%25252F` are all a slash.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    let digits = text.get(1..)?;
    // In `%25252F` each `25` is a `%` that was escaped again. The two digits after the last of them
    // are those of the octet.
    let again = digits.chunks_exact(2).take_while(|pair| *pair == b"25").count() * 2;
    match hex::octet(&digits[again..]) {
        Some(value) => Some((value, again + 3)),
        // `%25` alone, or before text that is not a digit, is the sign itself.
        _ if again > 0 => Some((b'%', again + 1)),
        _ => None,
    }
}

/// Returns whether a character is safe to show: it cannot control a terminal, cannot change how the text around it reads,
/// and is allowed in XML. Control characters (Cc), format characters (Cf), line and paragraph separators (Zl, Zp),
/// invisible characters (`Default_Ignorable_Code_Point`) and noncharacters are not, as of Unicode 17.
///
/// ```
/// use url1738_core::redact::is_safe;
///
/// assert!(is_safe('~') && is_safe('\u{e9}'));
/// assert!(!is_safe('\x1B') && !is_safe('\u{202e}'));
/// ```
#[must_use]
pub const fn is_safe(c: char) -> bool {
    match c {
        ' '..='~' => true,
        '\0'..='\u{9f}' => false,
        '\u{a0}'..='\u{33f}' => c != '\u{ad}',
        '\u{34f}'
        | '\u{600}'..='\u{605}'
        | '\u{61c}'
        | '\u{6dd}'
        | '\u{70f}'
        | '\u{890}'..='\u{891}'
        | '\u{8e2}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        // U+202E turns the text after it around: `moc.live` would read as `evil.com`.
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fdd0}'..='\u{fdef}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{110bd}'
        | '\u{110cd}'
        | '\u{13430}'..='\u{1343f}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => false,
        // The last two code points of each plane are noncharacters.
        _ => (c as u32) & 0xFFFE != 0xFFFE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_escapes_are_decoded() {
        for (text, read) in [
            ("%2Fx", Some((b'/', 3))),
            ("%252fx", Some((b'/', 5))),
            ("%25252Fx", Some((b'/', 7))),
            ("%25", Some((b'%', 3))),
            ("%25zz", Some((b'%', 3))),
            ("%2", None),
            ("%zz", None),
            ("%", None),
        ] {
            assert_eq!(escape(text.as_bytes()), read, "{text}");
        }
    }
}
