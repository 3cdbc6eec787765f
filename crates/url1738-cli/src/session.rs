//! What the options that all commands share ask for.

use anstyle::{AnsiColor, Style};

use crate::{args::Global, format::Format};

/// The options that hold for all commands.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) format: Format,
    pub(crate) show_passwords: bool,
    pub(crate) quiet: bool,
    pub(crate) threads: usize,
    pub(crate) palette: Palette,
}

impl Session {
    /// Sets the colours of the whole process too, messages of clap among them.
    pub(crate) fn new(global: &Global) -> Self {
        global.color.write_global();
        let coloured = anstream::AutoStream::choice(&std::io::stdout());
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            format: if global.json { Format::Json } else { global.format },
            show_passwords: global.show_passwords,
            quiet: global.quiet,
            threads: global.threads.map_or_else(cores, |threads| threads.get().into()).clamp(1, 64),
            palette: Palette::new(coloured != anstream::ColorChoice::Never),
        }
    }
}

/// The colours of the output; all empty where it is plain.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    pub(crate) coloured: bool,
    pub(crate) good: Style,
    pub(crate) bad: Style,
    pub(crate) warning: Style,
    pub(crate) name: Style,
    pub(crate) faint: Style,
    pub(crate) strong: Style,
}

impl Palette {
    fn new(coloured: bool) -> Self {
        if !coloured {
            return Self::default();
        }
        Self {
            coloured,
            good: AnsiColor::Green.on_default().bold(),
            bad: AnsiColor::Red.on_default().bold(),
            warning: AnsiColor::Yellow.on_default().bold(),
            name: AnsiColor::Cyan.on_default(),
            faint: Style::new().dimmed(),
            strong: Style::new().bold(),
        }
    }
}
