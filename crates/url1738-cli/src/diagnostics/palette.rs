//! The colors of the output.

use anstream::{AutoStream, ColorChoice, stream::RawStream};
use anstyle::{AnsiColor, Style};

/// The colors of a stream; without colors, all styles are empty.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    pub(crate) colored: bool,
    pub(crate) success: Style,
    pub(crate) error: Style,
    pub(crate) warning: Style,
    pub(crate) name: Style,
    pub(crate) faint: Style,
    pub(crate) strong: Style,
}

impl Palette {
    /// Returns the colors of stdout.
    pub(crate) fn stdout() -> Self {
        Self::of(&std::io::stdout())
    }

    /// Returns the colors of stderr.
    pub(crate) fn stderr() -> Self {
        Self::of(&std::io::stderr())
    }

    fn of(stream: &impl RawStream) -> Self {
        if AutoStream::choice(stream) == ColorChoice::Never {
            return Self::default();
        }
        Self {
            colored: true,
            success: AnsiColor::Green.on_default().bold(),
            error: AnsiColor::Red.on_default().bold(),
            warning: AnsiColor::Yellow.on_default().bold(),
            name: AnsiColor::Cyan.on_default(),
            faint: Style::new().dimmed(),
            strong: Style::new().bold(),
        }
    }
}
