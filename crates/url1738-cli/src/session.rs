//! What the options that all commands share ask for.

use anstream::ColorChoice;
use anstyle::{AnsiColor, Style};
use url1738::{Redacted, Url};

use crate::{
    args::Global,
    format::{Format, Formulas},
};

/// The options that hold for all commands.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) format: Format,
    pub(crate) formulas: Formulas,
    pub(crate) show_passwords: bool,
    pub(crate) quiet: bool,
    pub(crate) threads: usize,
    /// The colours of standard output.
    pub(crate) palette: Palette,
    /// The colours of standard error.
    pub(crate) remarks: Palette,
}

impl Session {
    /// Sets the colours of the whole process too, messages of clap among them.
    pub(crate) fn new(global: &Global) -> Self {
        global.color.write_global();
        let out = anstream::AutoStream::choice(&std::io::stdout());
        let err = anstream::AutoStream::choice(&std::io::stderr());
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            format: if global.json { Format::Json } else { global.format },
            formulas: global.csv_formulas,
            show_passwords: global.show_passwords,
            quiet: global.quiet,
            threads: global.threads.map_or_else(cores, |threads| threads.get().into()).clamp(1, 64),
            palette: Palette::new(out),
            remarks: Palette::new(err),
        }
    }
}

impl Session {
    /// Masks the secrets of a text that was meant as a URL, unless they are to be shown.
    pub(crate) fn redact<'a>(&self, text: &'a [u8]) -> Redacted<'a> {
        if self.show_passwords { Redacted::revealed(text) } else { Redacted::new(text) }
    }

    /// Masks the secrets of the text of `url`, unless they are to be shown.
    pub(crate) fn redact_url<'a>(&self, text: &'a [u8], url: &Url<&str>) -> Redacted<'a> {
        let whole = Redacted::revealed(text);
        if self.show_passwords {
            return whole;
        }
        url.redacted().secrets().iter().fold(whole, |text, secret| text.and(*secret))
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
    fn new(choice: ColorChoice) -> Self {
        if choice == ColorChoice::Never {
            return Self::default();
        }
        Self {
            coloured: true,
            good: AnsiColor::Green.on_default().bold(),
            bad: AnsiColor::Red.on_default().bold(),
            warning: AnsiColor::Yellow.on_default().bold(),
            name: AnsiColor::Cyan.on_default(),
            faint: Style::new().dimmed(),
            strong: Style::new().bold(),
        }
    }
}
