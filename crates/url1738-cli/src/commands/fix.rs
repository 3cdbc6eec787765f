//! `url1738 fix`: what people write in place of URLs, mended.

use core::fmt::{self, Display};
use std::io::{self, Write};

use clap::Args;
use serde::{Serialize, Serializer, ser::SerializeSeq as _};
use url1738::{Change, Redacted, Repaired, Rule, Url, syntax::HIDDEN};

use crate::{
    args::with_exit_status,
    batch::{MAX_REWRITTEN, PerLine},
    ending::{Outcome, Trouble},
    failed::Failed,
    fault::{Maybe, as_text},
    format::{Format, Record},
    input::Inputs,
    line::Line,
    session::{Palette, Session},
    shown::{Base64, Shown},
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
        let mut changes = Changes::new(line.bytes, session);
        let repaired = match Url::repair_bytes_with(line.bytes, &mut |change| changes.note(change))
        {
            Ok(repaired) => repaired,
            Err(error) => {
                let failed = Failed::new(line, error, session);
                if human {
                    out.remark(|err| failed.report(&session.remarks, err))?;
                } else {
                    super::write(session, &Fixed::Bad(failed), out)?;
                }
                return Ok(tally.verdict(line, false));
            }
        };
        let mended = Mended::new(line, repaired, changes, session);
        if human && !session.quiet {
            out.remark(|err| mended.remarks(&session.remarks, err))?;
        }
        tally.hidden += u64::from(mended.hides);
        super::write(session, &Fixed::Good(mended), out)?;
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
    #[serde(skip_serializing_if = "Option::is_none")]
    input_base64: Option<Base64<'a>>,
    ok: bool,
    url: String,
    changes: Changes<'a>,
    fragment: Option<String>,
    #[serde(skip)]
    whole: Line<'a>,
    #[serde(skip)]
    hides: bool,
}

/// A change as JSON has it.
#[derive(Debug, Serialize)]
struct ChangeRow<'c> {
    start: u32,
    end: u32,
    text: &'c str,
    part: &'static str,
    #[serde(serialize_with = "as_text")]
    rule: Rule,
    code: &'static str,
    reason: &'static str,
    /// What stood there, as it may be shown; `None` if it is hidden.
    #[serde(skip)]
    before: Option<Shown<'c>>,
}

/// The changes of one line. A list of them may take fifty times the memory of the line, so only few are held; more are
/// made once more whenever they are asked for.
#[derive(Debug)]
struct Changes<'a> {
    line: &'a [u8],
    /// All of them, unless there are more.
    few: Vec<Change>,
    more: bool,
    /// The line with its secrets, whose changes are hidden.
    masked: Redacted<'a>,
    show_passwords: bool,
}

impl<'a> Changes<'a> {
    /// How many are held, and how long a text.
    const FEW: usize = 64;
    const SHORT: usize = 256;

    fn new(line: &'a [u8], session: &Session) -> Self {
        let (masked, show_passwords) = (session.redact(line), session.show_passwords);
        Self { line, few: Vec::new(), more: false, masked, show_passwords }
    }

    fn note(&mut self, change: Change) {
        self.more |= self.few.len() == Self::FEW || change.text.len() > Self::SHORT;
        if self.more {
            self.few = Vec::new();
        } else {
            self.few.push(change);
        }
    }

    /// Calls `each` with every change in order.
    fn each(&self, each: &mut dyn FnMut(&ChangeRow<'_>)) {
        let mut row = |change: &Change| each(&self.row(change));
        if self.more {
            // That the line can be repaired is known.
            let _ = Url::repair_bytes_with(self.line, &mut |change| row(&change));
        } else {
            self.few.iter().for_each(row);
        }
    }

    fn row<'c>(&self, change: &'c Change) -> ChangeRow<'c>
    where
        'a: 'c,
    {
        let Change { span, part, rule, code, reason, .. } = *change;
        let hidden =
            !self.show_passwords && (part.name() == "password" || self.masked.covers(span));
        ChangeRow {
            start: span.start,
            end: span.end,
            text: if hidden { HIDDEN } else { &change.text },
            part: part.name(),
            rule,
            code,
            reason,
            before: (!hidden).then(|| Shown::new(span.of_bytes(self.line))),
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

/// The codes of all changes, as the cell of a table has them.
impl Display for Changes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut result, mut before) = (Ok(()), "");
        self.each(&mut |row| {
            result = result.and_then(|()| write!(f, "{before}{}", row.code));
            before = " ";
        });
        result
    }
}

impl<'a> Mended<'a> {
    fn new(
        line: Line<'a>,
        repaired: Repaired<Url>,
        mut changes: Changes<'a>,
        session: &Session,
    ) -> Self {
        if repaired.url.as_str().as_bytes() == line.bytes {
            // What followed `URL:` was beyond repair, and the whole is a URL of a scheme with that name.
            (changes.few, changes.more) = (Vec::new(), false);
        }
        let (url, fragment) = match session.show_passwords {
            true => (repaired.url.to_string(), repaired.fragment.clone()),
            false => match repaired.redacted_as_one() {
                Some((url, fragment)) => (url, Some(fragment)),
                None => {
                    let shown = |text: &String| Redacted::of_fragment(text.as_bytes()).to_string();
                    (repaired.url.redacted().to_string(), repaired.fragment.as_ref().map(shown))
                }
            },
        };
        let hides = url != repaired.url.as_str();
        Self {
            line: line.number,
            input: Shown::masked(changes.masked),
            input_base64: Shown::masked(changes.masked).base64(),
            ok: true,
            url,
            changes,
            fragment,
            whole: line,
            hides,
        }
    }

    /// Tells the changes, a line each.
    fn remarks(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let (file, line) = (self.whole.origin.name(), self.line);
        let mut result = Ok(());
        self.changes.each(&mut |row| {
            if result.is_ok() {
                result = remark(file, line, row, palette, out);
            }
        });
        result
    }
}

/// Tells one change.
fn remark(
    file: &str,
    line: u64,
    row: &ChangeRow<'_>,
    palette: &Palette,
    out: &mut dyn Write,
) -> io::Result<()> {
    let ChangeRow { start, end, text, part, code, reason, before, .. } = row;
    let Palette { strong, name, faint, .. } = palette;
    let column = u64::from(*start) + 1;
    write!(out, "{strong}{file}:{line}:{column}{strong:#}: ")?;
    let before: &dyn Display = match before {
        Some(before) => before,
        None => &HIDDEN,
    };
    match text {
        text if start == end => write!(out, "`{name}{text}{name:#}` put in")?,
        &"" => write!(out, "`{name}{before}{name:#}` left out")?,
        text => write!(out, "`{name}{before}{name:#}` becomes `{name}{text}{name:#}`")?,
    }
    writeln!(out, " in {part}: {reason} {faint}[{code}]{faint:#}")
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
                cell(changes);
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
