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
