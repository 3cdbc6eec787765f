//! The colors and the width of the output.

use anstream::{AutoStream, ColorChoice, stream::RawStream};
use anstyle::{AnsiColor, Style};
use terminal_size::{Width, terminal_size_of};
pub(crate) use url1738_picture::Page as Palette;

/// Returns the colors of stdout or stderr, and how reports are laid out on it. Without colors, all styles are empty.
pub(crate) fn palette(stream: &impl RawStream, verbose: bool) -> Palette {
    let mut palette = Palette::default();
    palette.verbose = verbose;
    // The columns that the variable names, or that the terminal of stderr has.
    let named = std::env::var("COLUMNS").ok().and_then(|value| value.parse::<u16>().ok());
    let columns = || terminal_size_of(std::io::stderr()).map(|(Width(columns), _)| columns);
    let columns = named.or_else(columns).filter(|columns| (20..=1000).contains(columns));
    palette.columns = columns.map(usize::from);
    if AutoStream::choice(stream) != ColorChoice::Never {
        palette.error = AnsiColor::Red.on_default().bold();
        palette.warning = AnsiColor::Yellow.on_default().bold();
        palette.name = AnsiColor::Cyan.on_default();
        palette.faint = Style::new().dimmed();
        palette.strong = Style::new().bold();
    }
    palette
}

/// Returns the style of what is right.
pub(crate) fn success(palette: &Palette) -> Style {
    if palette.error.is_plain() { Style::new() } else { AnsiColor::Green.on_default().bold() }
}
