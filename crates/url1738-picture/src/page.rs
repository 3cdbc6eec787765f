//! A text as a page of HTML or an SVG.

use core::{fmt, fmt::Write as _};

use anstyle::Style;

use crate::is_safe;

/// The width of the page if that of the terminal is unknown, and its largest width.
const WIDTH: usize = 80;
/// Narrower terminals wrap the lines.
const NARROWEST: usize = 50;

/// The colors and the width of a text. The default has no colors and 80 columns.
///
/// ```
/// use url1738_picture::Page;
///
/// let page = Page::default();
/// assert_eq!(page.width(), 80);
/// assert!(page.error.is_plain() && !page.verbose);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Page {
    /// The style of the URL and of headings.
    pub strong: Style,
    /// The style of explanations.
    pub faint: Style,
    /// The style of names and marks.
    pub name: Style,
    /// The style of the word *warning*.
    pub warning: Style,
    /// The style of errors.
    pub error: Style,
    /// Whether errors have a note on where RFC 1738 describes the part.
    pub verbose: bool,
    width: usize,
}

impl Default for Page {
    fn default() -> Self {
        let plain = Style::new();
        Self {
            strong: plain,
            faint: plain,
            name: plain,
            warning: plain,
            error: plain,
            verbose: false,
            width: WIDTH,
        }
    }
}

impl Page {
    /// Sets the columns of the page. Fewer than 50 or more than 80 are hard to read, so these are the limits.
    ///
    /// ```
    /// use url1738_picture::Page;
    ///
    /// assert_eq!(Page::default().with_columns(60).width(), 60);
    /// assert_eq!(Page::default().with_columns(200).width(), 80);
    /// ```
    #[must_use]
    pub fn with_columns(self, columns: usize) -> Self {
        Self { width: columns.clamp(NARROWEST, WIDTH), ..self }
    }

    /// Returns the columns of the page.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
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
