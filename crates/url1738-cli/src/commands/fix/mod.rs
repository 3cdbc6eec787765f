//! `url1738 fix`: malformed URLs, repaired.

use core::fmt::{self, Display};
use std::io::{self, Write};

use clap::Args;
use serde::{Serialize, Serializer, ser::SerializeSeq as _};
use url1738::{
    Change, Part, Redacted, Repaired, Rule, Url,
    syntax::{MASK, part::Role},
};

use super::{inputs::Inputs, line_command};
use crate::{
    config::Config,
    diagnostics::{Masking, Palette, Sanitized, sanitized::Base64},
    exit::{self, Outcome},
    help::with_exit_status,
    line::Line,
    pipeline::{LineProcessor, MAX_REWRITTEN, Output, Stats, Verdict},
    records::{InvalidLine, OptionalCell, Record, as_text},
};

/// Repair malformed URLs: spaces, `~`, bad escapes, missing slashes, wrappers
///
/// Prints repaired URLs to stdout, one per line, and valid URLs unchanged. Logs every change to stderr with its
/// location and reason, and reports lines that cannot be repaired.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 fix 'URL:http://host.dom/~joe/a b?x#top'
  url1738 fix urls.txt > repaired.txt 2> changes.txt
  url1738 fix --quiet urls.txt                 do not log the changes

Lines longer than 2 MiB are reported and skipped.", "all lines are valid or were repaired", "a line could not be repaired"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    line_command::run_lines::<Fixed<'_>>(config, arguments.inputs, &Fixer { config })
}

struct Fixer<'c> {
    config: &'c Config,
}

impl LineProcessor for Fixer<'_> {
    fn line(
        &self,
        line: Line<'_>,
        stats: &mut Stats,
        out: &mut Output<'_>,
    ) -> exit::Result<Verdict> {
        let config = self.config;
        let mut changes = Changes::new(line.bytes, config.masking);
        let repaired = match Url::repair_bytes_with(line.bytes, &mut |change| changes.add(change)) {
            Ok(repaired) => repaired,
            Err(error) => {
                let invalid = InvalidLine::new(line, error, config.masking);
                if config.is_human() {
                    out.remark(|err| invalid.report(&config.stderr, err))?;
                } else {
                    line_command::write(config, &Fixed::Invalid(invalid), out)?;
                }
                return Ok(stats.verdict(line, false));
            }
        };
        let repaired = RepairedLine::new(line, repaired, changes, config.masking);
        if config.is_human() && !config.quiet {
            out.remark(|err| repaired.log_changes(&config.stderr, err))?;
        }
        stats.lines.masked += u64::from(repaired.is_masked);
        line_command::write(config, &Fixed::Valid(repaired), out)?;
        Ok(Verdict::Valid)
    }

    fn max_len(&self) -> usize {
        MAX_REWRITTEN
    }
}

/// The result for one line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Fixed<'a> {
    Valid(RepairedLine<'a>),
    Invalid(InvalidLine<'a>),
}

/// A line that is a URL now.
#[derive(Debug, Serialize)]
struct RepairedLine<'a> {
    line: u64,
    input: Sanitized<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_base64: Option<Base64<'a>>,
    ok: bool,
    url: String,
    changes: Changes<'a>,
    fragment: Option<String>,
    #[serde(skip)]
    source: Line<'a>,
    #[serde(skip)]
    is_masked: bool,
}

/// A change in JSON.
#[derive(Debug, Serialize)]
struct ChangeRecord<'c> {
    start: u32,
    end: u32,
    text: &'c str,
    part: &'static str,
    #[serde(serialize_with = "as_text")]
    rule: Rule,
    code: &'static str,
    reason: &'static str,
    /// The part as the log names it.
    #[serde(skip)]
    place: Place,
    /// The text that was replaced, as it may be shown; `None` if it is masked.
    #[serde(skip)]
    before: Option<Sanitized<'c>>,
}

/// The changes of one line. A list of them may take fifty times the memory of their text, so only short lists are held.
/// Longer ones are computed again whenever they are needed.
#[derive(Debug)]
struct Changes<'a> {
    line: &'a [u8],
    /// All changes, unless there are too many to hold.
    held: Vec<Change>,
    too_many: bool,
    /// The line with its secrets. Changes of secrets are masked.
    masked: Redacted<'a>,
    show_passwords: bool,
}

impl<'a> Changes<'a> {
    /// The most changes that are held, and the longest text of one.
    const MAX_HELD: usize = 64;
    const MAX_TEXT: usize = 256;

    fn new(line: &'a [u8], masking: Masking) -> Self {
        Self {
            line,
            held: Vec::new(),
            too_many: false,
            masked: masking.redact(line),
            show_passwords: masking.show_passwords,
        }
    }

    fn add(&mut self, change: Change) {
        self.too_many |= self.held.len() == Self::MAX_HELD || change.text.len() > Self::MAX_TEXT;
        if self.too_many {
            self.held = Vec::new();
        } else {
            self.held.push(change);
        }
    }

    /// Calls `each` with every change in order.
    fn each(&self, each: &mut dyn FnMut(&ChangeRecord<'_>)) {
        let mut row = |change: &Change| each(&self.row(change));
        if self.too_many {
            // The line has been repaired before, so this succeeds.
            let _ = Url::repair_bytes_with(self.line, &mut |change| row(&change));
        } else {
            self.held.iter().for_each(row);
        }
    }

    fn row<'c>(&self, change: &'c Change) -> ChangeRecord<'c>
    where
        'a: 'c,
    {
        let Change { span, part, rule, code, reason, .. } = *change;
        let masked =
            !self.show_passwords && (part.role() == Role::Password || self.masked.covers(span));
        ChangeRecord {
            start: span.start,
            end: span.end,
            text: if masked { MASK } else { &change.text },
            part: part.name(),
            rule,
            code,
            reason,
            place: Place::of(change),
            before: (!masked).then(|| Sanitized::new(span.slice_bytes(self.line))),
        }
    }
}

impl Serialize for Changes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(None)?;
        let mut result = Ok(());
        self.each(&mut |row| {
            if result.is_ok() {
                result = rows.serialize_element(row);
            }
        });
        result?;
        rows.end()
    }
}

/// Writes the codes of all changes, separated by spaces.
impl Display for Changes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut result, mut separator) = (Ok(()), "");
        self.each(&mut |row| {
            result = result.and_then(|()| write!(f, "{separator}{}", row.code));
            separator = " ";
        });
        result
    }
}

impl<'a> RepairedLine<'a> {
    fn new(
        line: Line<'a>,
        repaired: Repaired<Url>,
        mut changes: Changes<'a>,
        masking: Masking,
    ) -> Self {
        if repaired.url.as_str().as_bytes() == line.bytes {
            // The text after `URL:` could not be repaired, so the line is a URL of the scheme `URL`.
            (changes.held, changes.too_many) = (Vec::new(), false);
        }
        let (url, fragment) = match masking.show_passwords {
            true => (repaired.url.to_string(), repaired.fragment.clone()),
            false => match repaired.redacted_as_one() {
                Some((url, fragment)) => (url, Some(fragment)),
                None => {
                    let shown = |text: &String| Redacted::of_fragment(text.as_bytes()).to_string();
                    (repaired.url.redacted().to_string(), repaired.fragment.as_ref().map(shown))
                }
            },
        };
        let is_masked = url != repaired.url.as_str();
        Self {
            line: line.number,
            input: Sanitized::masked(changes.masked),
            input_base64: Sanitized::masked(changes.masked).base64(),
            ok: true,
            url,
            changes,
            fragment,
            source: line,
            is_masked,
        }
    }

    /// Writes one line per change.
    fn log_changes(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let (file, line) = (self.source.origin.name(), self.line);
        let mut result = Ok(());
        self.changes.each(&mut |row| {
            if result.is_ok() {
                result = log_change(file, line, row, palette, out);
            }
        });
        result
    }
}

/// The part that a change is in, as the log names it.
#[derive(Clone, Copy, Debug)]
struct Place {
    part: &'static Part,
    /// Whether the change removes text that is not part of the URL.
    is_outside: bool,
}

impl Place {
    fn of(change: &Change) -> Self {
        Self { part: change.part, is_outside: matches!(change.code, "wrapper" | "fragment") }
    }
}

/// Writes the name of the part with its article: a URL has one host, but may have several path segments.
impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let article = if self.part.repeats() { "a" } else { "the" };
        write!(f, "{article} {}", self.part.label())
    }
}

/// Writes the line of one change.
fn log_change(
    file: &str,
    line: u64,
    row: &ChangeRecord<'_>,
    palette: &Palette,
    out: &mut dyn Write,
) -> io::Result<()> {
    let ChangeRecord { start, end, text, place, code, reason, before, .. } = row;
    let Palette { strong, name, faint, .. } = palette;
    let column = u64::from(*start) + 1;
    write!(out, "{strong}{file}:{line}:{column}{strong:#}: ")?;
    let before: &dyn Display = match before {
        Some(before) => before,
        None => &MASK,
    };
    match text {
        text if start == end => write!(out, "inserted `{name}{text}{name:#}`")?,
        &"" if place.is_outside => write!(out, "removed `{name}{before}{name:#}`")?,
        &"" => write!(out, "removed `{name}{before}{name:#}` from {place}")?,
        text => {
            write!(
                out,
                "replaced `{name}{before}{name:#}` with `{name}{text}{name:#}` in {place}"
            )?;
        }
    }
    writeln!(out, ": {reason} {faint}[{code}]{faint:#}")
}

impl Record for Fixed<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "url", "changes", "fragment", "code", "message", "input"];

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        match self {
            Self::Valid(RepairedLine { line, input, url, changes, fragment, source, .. }) => {
                source.origin.cell(cell);
                cell(line);
                cell(&true);
                cell(url);
                cell(changes);
                cell(&OptionalCell(fragment.as_ref().map(|text| Sanitized::new(text.as_bytes()))));
                cell(&"");
                cell(&"");
                cell(input);
            }
            Self::Invalid(invalid) => invalid.cells(3, cell),
        }
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Valid(repaired) => writeln!(out, "{}", repaired.url),
            Self::Invalid(invalid) => invalid.report(palette, out),
        }
    }
}
