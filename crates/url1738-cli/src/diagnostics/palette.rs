//! The colors and the width of the output.

use anstream::{AutoStream, ColorChoice, stream::RawStream};
use anstyle::{AnsiColor, Style};
use terminal_size::{Width, terminal_size_of};
use url1738_picture::Page;

/// The colors of a stream, and how reports are laid out on it. Without colors, all styles are empty.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    pub(crate) success: Style,
    pub(crate) error: Style,
    pub(crate) warning: Style,
    pub(crate) name: Style,
    pub(crate) faint: Style,
    pub(crate) strong: Style,
    /// The columns of the terminal, if they are known.
    pub(crate) width: Option<u16>,
    /// Whether reports have notes.
    pub(crate) verbose: bool,
}

impl Palette {
    /// Returns the colors and the width as those of a picture.
    pub(crate) fn page(&self) -> Page {
        let mut page = Page::default();
        (page.strong, page.faint, page.name) = (self.strong, self.faint, self.name);
        (page.warning, page.error, page.verbose) = (self.warning, self.error, self.verbose);
        self.width.map_or(page, |width| page.with_columns(width.into()))
    }

    /// Returns the colors of stdout or stderr.
    pub(crate) fn of(stream: &impl RawStream) -> Self {
        // The columns that the variable names, or that the terminal of stderr has.
        let named = std::env::var("COLUMNS").ok().and_then(|value| value.parse().ok());
        let columns = || terminal_size_of(std::io::stderr()).map(|(Width(columns), _)| columns);
        let width = named.or_else(columns).filter(|columns| (20..=1000).contains(columns));
        if AutoStream::choice(stream) == ColorChoice::Never {
            return Self { width, ..Self::default() };
        }
        Self {
            width,
            verbose: false,
            success: AnsiColor::Green.on_default().bold(),
            error: AnsiColor::Red.on_default().bold(),
            warning: AnsiColor::Yellow.on_default().bold(),
            name: AnsiColor::Cyan.on_default(),
            faint: Style::new().dimmed(),
            strong: Style::new().bold(),
        }
    }
}
