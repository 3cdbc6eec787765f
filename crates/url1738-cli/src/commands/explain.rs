//! `url1738 explain`: the picture of every URL that `url1738-picture` draws, or as JSON the members of `parse` with the meaning
//! of each part, the plan, and the readings of other standards.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::{Mutex, PoisonError},
};

use clap::Args;
use serde::{Serialize, Serializer};
use url1738::{Error, Lints, PartSpan, Span, reading::Reading};
use url1738_picture::{Comparison, Finding, Picture, about, production};

use super::{inputs::Inputs, line_command, plan::PlanRecord, rule_options::SettingsOptions};
use crate::{
    comparison::compare,
    config::{Config, OutputFormat},
    diagnostics::{Palette, Passwords, Purpose, Report, Sanitized},
    exit::{self, Outcome, with_exit_status},
    fields::FieldMembers,
    line::{self, Line},
    pipeline::{LineProcessor, Output, Stats, Verdict},
    records::{InvalidLine, Items, LintRecord, Record, RefusalRecord, Split, ValidLine, object},
    scheme_names,
    selection::Selection,
};

/// Explain URLs: each part, its lints, and the dialogue with a server
///
/// The text is at most 80 columns wide. Long values are wrapped, and of very long ones the middle is left out. In a line
/// that is not a URL the error is marked.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 explain 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  url1738 explain 'gopher://host.dom/7/find%09words'
  url1738 explain 'http://host.dom/~joe'       mark the error
  url1738 explain --compare 'http://010.0.0.1/'
  url1738 explain --json < urls.txt            write one object per line
  url1738 explain --format svg 'ftp://host.dom/pub/motd' > picture.svg

--json writes the members of `parse`, and in addition about, decoded, meaning, production and
section of each part, plan (endpoint, steps and warnings, as `plan` writes them) or refused, and
with --compare readings and differences.

Shows the lints that url1738.toml does not turn off. Lines longer than 1 MiB are reported and
skipped.", "all URLs are valid", "a URL is invalid"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Also show how RFC 1738, RFC 3986 and the WHATWG URL Standard split the URL, and where they differ
    #[arg(long)]
    compare: bool,
    #[command(flatten)]
    settings: SettingsOptions,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { inputs, compare, settings } = arguments;
    settings.refuse_inputs(!inputs.is_empty())?;
    let Some(selection) = settings.selection(config, None, Vec::new())? else {
        return Ok(Outcome::Valid);
    };
    let sources = inputs.sources(config);
    let explainer = Explainer { config, selection, compare, drawn: Mutex::default() };
    let outcome = line_command::run_sources(config, sources, Purpose::Report, &explainer)?;
    if config.output.format == OutputFormat::Svg {
        let drawn = explainer.drawn.into_inner().unwrap_or_else(PoisonError::into_inner);
        let none =
            || exit::Error::Usage("--format svg takes one URL, and there is none".to_owned());
        let mut out = io::stdout();
        out.write_all(drawn.ok_or_else(none)?.as_bytes())?;
        out.flush()?;
    }
    Ok(outcome)
}

struct Explainer<'c> {
    config: &'c Config,
    /// The lints that are shown.
    selection: Selection,
    compare: bool,
    /// The picture in SVG, of one URL.
    drawn: Mutex<Option<String>>,
}

impl LineProcessor for Explainer<'_> {
    fn line(&self, line: Line<'_>, stats: &mut Stats, out: &mut Output) -> exit::Result<Verdict> {
        let passwords = self.config.passwords;
        let result = line.parse().map(|url| {
            let lints = self.selection.reported(scheme_names::lints(&url));
            (ValidLine::new(line, url, passwords), lints)
        });
        let comparison = self.compare.then(|| compare(line.bytes, passwords));
        let explained = Explained { line, passwords, result, comparison };
        let verdict = stats.verdict(line, explained.result.is_ok());
        if self.config.output.format == OutputFormat::Svg {
            let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
            return match drawn.replace(explained.picture().to_svg()) {
                None => Ok(verdict),
                Some(_) => Err(exit::Error::Usage("--format svg takes one URL".to_owned())),
            };
        }
        line_command::write(self.config, &explained, stats, out)?;
        Ok(verdict)
    }
}

/// A line, and what is known of it.
struct Explained<'a> {
    line: Line<'a>,
    passwords: Passwords,
    result: Result<(ValidLine<'a>, Lints), Error>,
    /// The readings, if they are to be compared.
    comparison: Option<Comparison>,
}

/// The longest repaired line that the help shows, in bytes. A longer one is not read.
const MAX_HELP: usize = 1000;

impl Explained<'_> {
    /// Draws the line.
    fn picture(&self) -> Picture {
        let Self { line, passwords, result, .. } = self;
        let error = match result {
            Ok((valid, lints)) => {
                return Picture::of_url(&valid.url, lints.clone(), passwords.keeps());
            }
            Err(error) => error,
        };
        let mut picture = Picture::of_error(line.bytes, error, passwords.keeps());
        if let Finding::Invalid { place, help, note, .. } = &mut picture.finding {
            let column = line.column(error.span());
            *place = format!("{}:{}:{column}", line.origin.name(), line.number);
            *note = Report::error(error, &passwords.redact(line.bytes)).note;
            if !self.is_masked()
                && let Some(url) = line::whole(line.bytes, error)
                && url.len() <= MAX_HELP
            {
                *help = format!("try '{url}'");
            }
        }
        picture
    }
}

impl Record for Explained<'_> {
    const COLUMNS: &'static [&'static str] = &[];

    fn is_masked(&self) -> bool {
        match &self.result {
            Ok((valid, _)) => valid.is_masked(),
            Err(_) => !self.passwords.redact(self.line.bytes).secrets().is_empty(),
        }
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let (page, mut text) = (palette.page(), String::new());
        self.picture().write_text(&page, &mut text).map_err(io::Error::other)?;
        if let Some(fragment) = self.line.fragment {
            let fragment = Sanitized::masked(self.passwords.redact_fragment(fragment));
            text.push_str(&format!("fragment, which the server never sees: {fragment}\n\n"));
        }
        if let Some(comparison) = &self.comparison {
            comparison.write_text(&page, &mut text).map_err(io::Error::other)?;
        }
        out.write_all(text.as_bytes())
    }
}

impl Serialize for Explained<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let comparison = self.comparison.as_ref();
        let readings = comparison.map(|it| {
            let names = ["rfc1738", "rfc3986", "whatwg"];
            let readings = it.readings.iter().map(|reading| ReadingRecord(it, reading));
            names.into_iter().zip(readings).collect::<BTreeMap<_, _>>()
        });
        let differences = comparison.map(Comparison::differences);
        let readers = comparison.map(|it| it.traps().collect::<Vec<_>>());
        match &self.result {
            Ok((valid, lints)) => {
                let plan = valid.url.plan();
                object!(to, valid, {
                    "scheme": valid.scheme(),
                    "about": about(&valid.url),
                    "parts": Parts(valid),
                    "lints": Items(lints.iter().map(LintRecord)),
                    .. FieldMembers(valid),
                    "plan": plan.as_ref().ok().map(|plan| PlanRecord(plan, self.passwords)),
                    ? "refused": plan.as_ref().err().map(RefusalRecord),
                    ? "readings": readings,
                    ? "differences": differences,
                    ? "readers": readers,
                })
            }
            Err(error) => {
                let line = Line { fragment: None, ..self.line };
                let invalid = InvalidLine::new(line, *error, self.passwords);
                object!(to, invalid, {
                    .. Split::new(invalid.masked),
                    ? "readings": readings,
                    ? "differences": differences,
                    ? "readers": readers,
                })
            }
        }
    }
}

/// The parts of a URL. They are written one by one: a URL may have millions.
struct Parts<'p, 'a>(&'p ValidLine<'a>);

impl Serialize for Parts<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self(valid) = *self;
        let parts = valid.url.parts();
        // The last segment of a path names a file, the others directories.
        let last = parts.iter().rfind(|at| at.part.last_meaning().is_some()).map(|at| at.span);
        let record = |at| PartRecord { valid, at, is_last: last == Some(at.span) };
        to.collect_seq(parts.into_iter().map(record))
    }
}

struct PartRecord<'p, 'a> {
    valid: &'p ValidLine<'a>,
    at: PartSpan,
    is_last: bool,
}

impl Serialize for PartRecord<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { valid, at, is_last } = *self;
        let PartSpan { part, span: span @ Span { start, end } } = at;
        object!(to, {
            "name": part.name(),
            "start": start,
            "end": end,
            "text": valid.piece(span),
            ? "decoded": valid.decoded(at),
            "meaning": valid.url.scheme_info().meaning(part, is_last),
            "production": production(part, span.slice(valid.text())),
            "section": part.section(),
        })
    }
}

/// One of the readings: its components, or why the standard rejects the text.
struct ReadingRecord<'c>(&'c Comparison, &'c Result<Reading, String>);

impl Serialize for ReadingRecord<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.1 {
            Ok(reading) => {
                let value = |name| self.0.value(reading, name);
                object!(to, {
                    "ok": true,
                    "scheme": value("scheme"),
                    "user": value("user"),
                    "password": value("password"),
                    "host": value("host"),
                    "port": reading.port,
                    "path": value("path"),
                    "query": value("query"),
                    "fragment": value("fragment"),
                })
            }
            Err(message) => object!(to, { "ok": false, "message": message }),
        }
    }
}
