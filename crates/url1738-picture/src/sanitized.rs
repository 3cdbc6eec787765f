//! Text that is safe to show: it cannot control a terminal or a browser, and its passwords are masked.

use core::fmt::{self, Write as _};

use unicode_width::UnicodeWidthChar as _;
use url1738::{
    Redacted,
    syntax::{
        MASK,
        redact::{Segment, is_safe},
    },
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

    /// Escapes combining marks, too: alone, they would be drawn over the character before the text.
    pub(crate) fn alone(self) -> Self {
        self.keeping(|found| is_safe(found) && found.width() != Some(0))
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
                let is_escaped = |found| !(self.is_kept)(found);
                for piece in chunk.valid().split_inclusive(is_escaped) {
                    let plain = piece.trim_end_matches(is_escaped);
                    f.write_str(plain)?;
                    // At most the last one.
                    piece[plain.len()..].chars().try_for_each(|found| match found {
                        '\0'..='\x7f' => write!(f, "\\x{:02X}", u32::from(found)),
                        _ => write!(f, "\\u{{{:X}}}", u32::from(found)),
                    })?;
                }
                chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02X}"))?;
            }
        }
        Ok(())
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
