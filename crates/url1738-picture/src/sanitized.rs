//! Text that is safe to show: it cannot control a terminal or a browser, and its passwords are masked.

use core::fmt::{self, Write as _};

use url1738::{
    Redacted,
    syntax::{MASK, redact::Segment},
};

/// Bytes of unknown origin, shown as text: secrets as `***`, bytes that are not UTF-8 as `\xHH`, and characters that are
/// not [safe](is_safe) as `\xHH` or `\u{HHHH}`.
///
/// ```
/// use url1738::Redacted;
/// use url1738_picture::Sanitized;
///
/// let line = Redacted::new(b"ftp://joe:secret@host.dom/a\x1B[1m\xFF");
/// assert_eq!(Sanitized::new(line).to_string(), r"ftp://joe:***@host.dom/a\x1B[1m\xFF");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sanitized<'a> {
    text: Redacted<'a>,
    is_kept: fn(char) -> bool,
}

impl<'a> Sanitized<'a> {
    /// Shows a text with its secrets masked.
    #[must_use]
    pub fn new(text: Redacted<'a>) -> Self {
        Self { text, is_kept: is_safe }
    }

    /// Keeps other characters as they are than the [safe](is_safe) ones. The caller must escape them.
    ///
    /// ```
    /// use url1738::Redacted;
    /// use url1738_picture::Sanitized;
    ///
    /// let tab = Sanitized::new(Redacted::new(b"a\tb"));
    /// assert_eq!(tab.to_string(), r"a\x09b");
    /// assert_eq!(tab.keeping(|_| true).to_string(), "a\tb");
    /// ```
    #[must_use]
    pub fn keeping(self, is_kept: fn(char) -> bool) -> Self {
        Self { is_kept, ..self }
    }
}

impl fmt::Display for Sanitized<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segment in self.text.segments() {
            let Segment::Plain(bytes) = segment else {
                f.write_str(MASK)?;
                continue;
            };
            // Valid text is shown as it is, so that names in any script are legible; a byte that is not UTF-8 has no character to show.
            for chunk in bytes.utf8_chunks() {
                write_text(f, chunk.valid(), self.is_kept)?;
                chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02X}"))?;
            }
        }
        Ok(())
    }
}

/// Writes a text with all characters escaped that are not kept.
fn write_text(f: &mut fmt::Formatter<'_>, text: &str, is_kept: fn(char) -> bool) -> fmt::Result {
    let mut rest = text;
    while let Some((at, found)) = rest.char_indices().find(|(_, found)| !is_kept(*found)) {
        let (plain, tail) = rest.split_at(at);
        f.write_str(plain)?;
        match found {
            '\0'..='\x7f' => write!(f, "\\x{:02X}", u32::from(found))?,
            _ => write!(f, "\\u{{{:X}}}", u32::from(found))?,
        }
        rest = &tail[found.len_utf8()..];
    }
    f.write_str(rest)
}

/// Returns whether a character is safe to show: it cannot control a terminal, cannot change how the text around it reads,
/// and is allowed in XML. Control characters (Cc), format characters (Cf), line and paragraph separators (Zl, Zp),
/// invisible characters (`Default_Ignorable_Code_Point`) and noncharacters are not, as of Unicode 17.
///
/// ```
/// use url1738_picture::is_safe;
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

/// Text with the special characters of markup escaped. Characters that are not safe to show are written as `\u{HHHH}`:
/// XML cannot represent some of them at all, and a browser would obey the others.
///
/// ```
/// use url1738_picture::Markup;
///
/// assert_eq!(Markup("a\u{fffe}<b>&\u{202e}").to_string(), r"a\u{FFFE}&lt;b&gt;&amp;\u{202E}");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Markup<'a>(pub &'a str);

impl fmt::Display for Markup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\n' | '\t' => f.write_char(c),
            _ if !is_safe(c) => write!(f, "\\u{{{:04X}}}", u32::from(c)),
            _ => f.write_char(c),
        })
    }
}
