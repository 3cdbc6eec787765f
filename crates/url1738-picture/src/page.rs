//! How a text is laid out.

use anstyle::Style;

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
