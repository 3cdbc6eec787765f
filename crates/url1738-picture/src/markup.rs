//! Text in HTML and SVG.

use core::fmt::{self, Write as _};

use crate::is_safe;

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

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use super::Markup;

    /// XML 1.0, production 2: the characters of a document.
    fn is_xml(c: char) -> bool {
        matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
    }

    #[test]
    fn escaped_text_is_well_formed() {
        for c in '\0'..=char::MAX {
            let text = Markup(c.encode_utf8(&mut [0; 4])).to_string();
            assert!(text.chars().all(is_xml) && !text.contains(['<', '>']), "{c:?}: {text}");
        }
        assert_eq!(Markup("a\u{fffe}<b>\u{202e}").to_string(), "a\\u{FFFE}&lt;b&gt;\\u{202E}");
    }
}
