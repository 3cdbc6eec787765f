//! `url1738 fix`: what people write in place of URLs, mended.

use core::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use url1738::{Redacted, Repaired, Rule, Span, Url, syntax::HIDDEN};

use crate::{
    args::with_exit_status,
    batch::{MAX_REWRITTEN, PerLine},
    ending::{Outcome, Trouble},
    failed::Failed,
    fault::{Maybe, as_text},
    format::{Format, Record},
    good::Whole,
    input::Inputs,
    line::Line,
    session::{Palette, Session},
    shown::Shown,
    sink::Output,
    tally::{Tally, Verdict},
};

/// Mend what people write in place of URLs: blanks, ~, bad escapes, missing slashes, wrappers
///
/// The mended URLs go to standard output, a URL a line. Every change is told on standard error, with the
/// place and the reason; so is what no change can mend. Valid URLs stay as they are.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 fix 'URL:http://host.dom/~joe/a b?x#top'
  url1738 fix urls.txt > mended.txt 2> changes.txt
  url1738 fix --quiet urls.txt                 no word about the changes

A line over 2 MiB is reported as too long and skipped: what is made of it is held beside it.", "all lines are URLs or could be mended", "a line could not be mended"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
}

pub(crate) fn run(session: &Session, arguments: Arguments) -> Result<Outcome, Trouble> {
    super::over::<Fixed<'_>>(session, arguments.inputs, &Fixing(session))
}

struct Fixing<'s>(&'s Session);

impl PerLine for Fixing<'_> {
    fn line(
        &self,
        line: Line<'_>,
        tally: &mut Tally,
        out: &mut Output<'_>,
    ) -> Result<Verdict, Trouble> {
        let Self(session) = self;
        let human = session.format == Format::Human;
        let repaired = match Url::repair_bytes(line.bytes) {
            Ok(repaired) => repaired,
            Err(error) => {
                let failed = Failed::new(line, error, session);
                if human {
                    out.remark(|err| failed.report(&session.remarks, err))?;
                } else {
                    super::write(session, line, &Fixed::Bad(failed), out)?;
                }
                return Ok(tally.verdict(line, false));
            }
        };
        let mended = Mended::new(line, &repaired, session);
        if human && !session.quiet {
            out.remark(|err| mended.remarks(&session.remarks, err))?;
        }
        tally.hidden += u64::from(mended.hides);
        super::write(session, line, &Fixed::Good(mended), out)?;
        Ok(Verdict::Ok)
    }

    fn longest(&self) -> usize {
        MAX_REWRITTEN
    }
}

/// What became of one line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Fixed<'a> {
    Good(Mended<'a>),
    Bad(Failed<'a>),
}

/// A line that is a URL now.
#[derive(Debug, Serialize)]
struct Mended<'a> {
    line: u64,
    input: Shown<'a>,
    ok: bool,
    url: Whole,
    changes: Vec<ChangeRow>,
    fragment: Option<String>,
    #[serde(skip)]
    whole: Line<'a>,
    #[serde(skip)]
    hides: bool,
}

/// A change as JSON has it.
#[derive(Debug, Serialize)]
struct ChangeRow {
    start: u32,
    end: u32,
    text: String,
    part: &'static str,
    #[serde(serialize_with = "as_text")]
    rule: Rule,
    code: &'static str,
    reason: &'static str,
    /// What stood there, as it may be shown.
    #[serde(skip)]
    before: String,
}

impl<'a> Mended<'a> {
    fn new(line: Line<'a>, repaired: &Repaired<Url>, session: &Session) -> Self {
        let masked = session.redact(line.bytes);
        let hidden = |part: &str, span: Span| {
            !session.show_passwords && (part == "password" || masked.covers(span))
        };
        let changes = repaired.changes.iter().map(|change| {
            let Span { start, end } = change.span;
            let part = change.part.name();
            let hide = hidden(part, change.span);
            let before = Shown::new(change.span.of_bytes(line.bytes)).to_string();
            ChangeRow {
                start,
                end,
                text: if hide { HIDDEN.to_owned() } else { change.text.to_string() },
                part,
                rule: change.rule,
                code: change.code,
                reason: change.reason,
                before: if hide { HIDDEN.to_owned() } else { before },
            }
        });
        let hides = !session.show_passwords && !repaired.url.redacted().secrets().is_empty();
        Self {
            line: line.number,
            input: Shown::masked(masked),
            ok: true,
            url: Whole::new(&repaired.url, session),
            changes: changes.collect(),
            fragment: repaired.fragment.as_deref().map(|text| match session.show_passwords {
                true => text.to_owned(),
                false => Redacted::of_fragment(text.as_bytes()).to_string(),
            }),
            whole: line,
            hides,
        }
    }

    /// Tells the changes, a line each.
    fn remarks(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let (file, line) = (self.whole.origin.name(), self.line);
        for ChangeRow { start, text, part, code, reason, before, .. } in &self.changes {
            let Palette { strong, name, faint, .. } = palette;
            let column = u64::from(*start) + 1;
            write!(out, "{strong}{file}:{line}:{column}{strong:#}: ")?;
            match (before.as_str(), text.as_str()) {
                ("", text) => write!(out, "`{name}{text}{name:#}` put in")?,
                (before, "") => write!(out, "`{name}{before}{name:#}` left out")?,
                (before, text) => {
                    write!(out, "`{name}{before}{name:#}` becomes `{name}{text}{name:#}`")?;
                }
            }
            writeln!(out, " in {part}: {reason} {faint}[{code}]{faint:#}")?;
        }
        Ok(())
    }
}

impl Record for Fixed<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "url", "changes", "fragment", "kind", "message", "input"];

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        match self {
            Self::Good(Mended { line, input, url, changes, fragment, whole, .. }) => {
                whole.origin.cell(cell);
                cell(line);
                cell(&true);
                cell(url);
                let codes: Vec<&str> = changes.iter().map(|change| change.code).collect();
                cell(&codes.join(" "));
                cell(&Maybe(fragment.as_ref().map(|text| Shown::new(text.as_bytes()))));
                cell(&"");
                cell(&"");
                cell(input);
            }
            Self::Bad(failed) => failed.cells(3, cell),
        }
    }

    fn human(&self, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Good(mended) => writeln!(out, "{}", mended.url),
            Self::Bad(failed) => failed.report(&session.palette, out),
        }
    }
}
