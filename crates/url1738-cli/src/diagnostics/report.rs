//! Reports on lines, in the form of a compiler's.

use core::ops::Range;
use std::io::{self, Write};

use url1738::{
    Error, Lint, Part, Redacted, Rule, Span, Url,
    codes::CodeInfo,
    plan::Refusal,
    relative::JoinError,
    scheme_names::resembled,
    syntax::{MASK, part::Role},
};
use url1738_picture::{title, width, wrap};

use super::{palette::Palette, sanitized::Sanitized};
use crate::{
    codes::{self, TRUNCATED},
    line::{self, Line, LineFix, common},
    selection::Level,
};

/// The length of a URL in a text that is cut because it is too long.
pub(crate) const LONGEST_URL: usize = 64 * 1024;

/// The width of reports if that of the terminal is unknown.
const WIDTH: usize = 80;

/// The bytes before and after the mark that are looked at, for each column: the most that a character takes.
const REACH: usize = 4;

const DOTS: &str = "...";

/// The place of a piece of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// The column of the marked span in the line, in bytes from 1.
    pub(crate) column: usize,
    /// The characters of the line before the piece, if columns are in characters.
    pub(crate) chars_before: usize,
    /// Whether the line has more text before the piece and after it, or may have.
    pub(crate) is_piece: bool,
}

/// A report on one place of a line.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) is_error: bool,
    pub(crate) code: &'static str,
    /// The part, if it is about one.
    pub(crate) part: Option<&'static Part>,
    pub(crate) title: String,
    /// The rule or the part, written after the mark.
    label: String,
    /// The section of RFC 1738, which `--verbose` adds. Empty if there is none.
    pub(crate) note: String,
    /// Empty if there is none.
    pub(crate) help: String,
    pub(crate) span: Span,
    /// Set if the text is only a piece of the line.
    pub(crate) cut: Option<Cut>,
    /// The error, if a repair of the whole line may be the better help.
    pub(crate) error: Option<Error>,
    /// The fix, if the format has fixes, it is safe and would not repeat a piece of a secret.
    pub(crate) fix: Option<LineFix>,
}

impl Report {
    /// Reports an error in a line, which may be shown as `line`.
    pub(crate) fn error(error: &Error, line: &Redacted<'_>) -> Self {
        let (label, note) = cited(error);
        // The help for a byte of a secret names no more than that byte.
        let help = match line.covers(error.span()) {
            true => error.help().to_string(),
            false => Url::help(line.bytes(), error),
        };
        let title = Sanitized::new(title(error, line).as_bytes()).to_string();
        let report = Self::new(true, error.code(), title, error.span());
        Self { label, note, help, part: Some(error.part()), error: Some(*error), ..report }
    }

    /// Reports that access to a valid URL of this scheme is refused.
    pub(crate) fn refusal(refusal: &Refusal, scheme: &str) -> Self {
        let known = resembled(&scheme.to_ascii_lowercase());
        let help = match (refusal.part.role, known) {
            (Role::Scheme, Some(known)) => format!("did you mean `{known}`?"),
            (Role::Scheme, None) => {
                "run `url1738 list schemes` for the schemes that have an access plan".to_owned()
            }
            _ => String::new(),
        };
        let title = format!("access refused: {}", refusal.reason());
        let (label, note) = (refusal.part.name().to_owned(), described(refusal.part));
        Self { label, note, help, ..Self::new(true, refusal.code(), title, refusal.span) }
    }

    /// Reports that a reference leads to no valid URL.
    pub(crate) fn reference(error: &JoinError) -> Self {
        let of_reference = || ("RFC 1808".to_owned(), String::new());
        let (label, note) = error.error().map_or_else(of_reference, cited);
        let report = Self::new(true, error.code(), error.to_string(), error.span());
        Self { label, note, help: error.help(), ..report }
    }

    /// Reports a lint. One that is denied is an error.
    pub(crate) fn lint(lint: &Lint, level: Level) -> Self {
        let title = lint.message().to_owned();
        let label = lint.part.name().to_owned();
        let part = Some(lint.part);
        Self { label, part, ..Self::new(level == Level::Deny, lint.code(), title, lint.span) }
    }

    /// Reports a URL of a text that was cut after `len` bytes: it is longer than the longest that is read, or it may go on
    /// after it.
    pub(crate) fn truncated(len: usize) -> Self {
        let (title, help) = match len < LONGEST_URL {
            true => (TRUNCATED.message, "delimit the URL with `<` and `>`"),
            false => ("URL longer than 64 KiB", ""),
        };
        let (label, help, title) = ("cut here".to_owned(), help.to_owned(), title.to_owned());
        Self { label, help, title, ..Self::of_code(&TRUNCATED, true) }
    }

    /// Reports a code of the program itself.
    pub(crate) fn of_code(info: &'static CodeInfo, is_error: bool) -> Self {
        Self::new(is_error, info.code, info.message.to_owned(), Span::default())
    }

    /// Returns whether it is an error, and not a lint, which may be denied.
    pub(crate) fn is_fault(&self) -> bool {
        !codes::all().any(|code| code.code == self.code && codes::is_lint(code))
    }

    pub(crate) fn new(is_error: bool, code: &'static str, title: String, span: Span) -> Self {
        let [label, note, help] = [const { String::new() }; 3];
        let (part, cut, error, fix) = (None, None, None, None);
        Self { is_error, code, part, title, label, note, help, span, cut, error, fix }
    }

    /// Returns the column of the beginning, in bytes from 1.
    pub(crate) fn column(&self) -> usize {
        self.cut.map_or_else(|| self.span.range().start + 1, |cut| cut.column)
    }

    /// Returns the text around the marked span as it may be shown, in `room` columns, and the bytes of the span in it.
    pub(crate) fn excerpt(&self, line: &Redacted<'_>, room: usize) -> (String, Range<usize>) {
        around(line, self.span, self.cut, room, 0)
    }

    /// Writes the report under the line, which is shown as `masked`.
    pub(crate) fn write(
        &self,
        line: Line<'_>,
        masked: &Redacted<'_>,
        palette: &Palette,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Palette { name, strong, .. } = palette;
        let (style, word) = match self.is_error {
            true => (palette.error, "error"),
            false => (palette.warning, "warning"),
        };
        let (name_of_file, number) = (line.origin.name(), line.number);
        let columns = palette.columns.unwrap_or(WIDTH);
        let margin = number.to_string().len();
        let room = columns.saturating_sub(margin + " | ".len());
        let (source, marked) = around(masked, self.span, self.cut, room, width(&self.label));
        // INVARIANT: the mark is in the text around it.
        let (mut before, mark) = (width(&source[..marked.start]), width(&source[marked.clone()]));
        // A combining mark is drawn over the character before it.
        if mark == 0 && !marked.is_empty() {
            before = before.saturating_sub(1);
        }
        let mark = mark.max(1);
        let head = format!("{word}[{}]", self.code);
        // A narrow terminal wraps the code itself.
        let title = wrapped(&format!("{head}: {}", self.title), columns.max(head.len() + 1));
        // INVARIANT: it begins with its first word.
        let title = &title[head.len()..];
        writeln!(out, "{style}{head}{style:#}{strong}{title}{strong:#}")?;
        let column = self.column();
        writeln!(out, "{:margin$}{name}-->{name:#} {name_of_file}:{number}:{column}", "")?;
        writeln!(out, "{:margin$} {name}|{name:#}", "")?;
        writeln!(out, "{name}{number} |{name:#} {source}")?;
        write!(out, "{:margin$} {name}|{name:#} {:before$}", "", "")?;
        writeln!(out, "{style}{:^<mark$} {}{style:#}", "", self.label)?;
        let note = if palette.verbose { self.note.as_str() } else { "" };
        let help = self.whole(line, masked, room).unwrap_or_else(|| self.help.clone());
        for (kind, message) in [("note", note), ("help", &help)] {
            if !message.is_empty() {
                let row = format!("{:margin$} = {kind}: {message}", "");
                writeln!(out, "{}", wrapped(&row, columns))?;
            }
        }
        writeln!(out)
    }

    /// Returns a suggestion for the whole line, if the help for the error does not say all that is wrong.
    fn whole(&self, line: Line<'_>, masked: &Redacted<'_>, room: usize) -> Option<String> {
        let error = self.error.as_ref().filter(|_| masked.secrets().is_empty())?;
        let url = line::whole(line.bytes, line.is_reference, error)?;
        let longest = room.saturating_sub("= help: try ''".len());
        // A narrow terminal has no room for a piece of it.
        (longest > 2 * DOTS.len()).then(|| format!("try '{}'", changed(line.bytes, &url, longest)))
    }
}

/// Returns a row in lines of at most so many columns. A terminal would wrap it within a word.
fn wrapped(row: &str, columns: usize) -> String {
    let indent = 10.min(columns / 4);
    // INVARIANT: there is a first line, and it begins the row.
    let mut text = wrap(row, columns).swap_remove(0);
    let rest = row[text.len()..].trim_start_matches(' ');
    for line in wrap(rest, columns - indent).iter().filter(|line| !line.is_empty()) {
        text.push_str(&format!("\n{:indent$}{line}", ""));
    }
    text
}

/// Returns the rule that is broken, and a note on the part.
fn cited(error: &Error) -> (String, String) {
    match error.rule() {
        Rule::Bnf(production) => (format!("BNF {production}"), described(error.part())),
        Rule::Prose(section) if section.starts_with(|c: char| c.is_ascii_digit()) => {
            (format!("RFC 1738 section {section}"), String::new())
        }
        Rule::Prose(other) => (format!("RFC 1738 {other}"), String::new()),
        // `Rule::Range`, and what later versions add, which the message describes.
        _ => ("out of range".to_owned(), described(error.part())),
    }
}

/// Returns a note on where the RFC describes the part.
fn described(part: &Part) -> String {
    match part.section {
        "" => "see section 5 of RFC 1738".to_owned(),
        section => format!("see section {section} of RFC 1738"),
    }
}

/// Returns the text around a span of a line in `room` columns, and the bytes of the span in it. After the mark there is room
/// for a label, so that no line is wrapped. `cut` says whether the line is a piece of a longer one.
fn around(
    line: &Redacted<'_>,
    marked: Span,
    cut: Option<Cut>,
    room: usize,
    label: usize,
) -> (String, Range<usize>) {
    let bytes = line.bytes();
    let at = (marked.start as usize).min(bytes.len());
    let marked_end = (marked.end as usize).clamp(at, bytes.len());
    let (first, last) = (at.saturating_sub(REACH * room), bytes.len().min(at + REACH * room));
    let chars = |from: usize, to| chars(&line.slice(Span::from(from..to)));
    let (before, after) = (chars(first, at), chars(at, last));
    let (label, dots) = (label.min(room / 2) + 1, 2 * DOTS.len());
    // A long mark is shown in part, but not without its first character.
    let mark = chars(at, marked_end.min(last));
    let most = mark.first().map_or(0, |(_, columns)| *columns);
    let most = most.max(room.saturating_sub(label + dots) / 2);
    let (mark, mark_columns) = fitting(mark.iter(), most);
    let columns =
        |chars: &[(usize, usize)]| chars.iter().map(|(_, columns)| columns).sum::<usize>();
    let needed = columns(&before) + columns(&after).max(mark_columns + label);
    let is_cut = cut.is_some_and(|cut| cut.is_piece);
    let room_of_all = if is_cut { room.saturating_sub(dots) } else { room };
    let is_near = first == 0 && last == bytes.len();
    let (mut start, mut end) = (0, bytes.len());
    if !is_near || needed > room_of_all || at + mark < marked_end {
        let room = room.saturating_sub(dots);
        let (len, columns) =
            fitting(before.iter().rev(), room.saturating_sub(mark_columns + label));
        start = at - len;
        end = at + fitting(after.iter(), room - columns).0;
    }
    let shown = |start: usize, end: usize| {
        Sanitized::masked(line.slice(Span::from(start..end.max(start)))).to_string()
    };
    let head = if start > 0 || is_cut { DOTS } else { "" };
    let tail = if end < bytes.len() || is_cut { DOTS } else { "" };
    let from = head.len() + shown(start, at).len();
    let to = head.len() + shown(start, end.min(at + mark)).len();
    (format!("{head}{}{tail}", shown(start, end)), from..to.max(from))
}

/// Returns the length of each character of a text, and its columns. A byte that is not UTF-8 is a character, and a secret is
/// one that is as wide as its mask: `ftp://u:p@h/` has two columns more than characters.
fn chars(text: &Redacted<'_>) -> Vec<(usize, usize)> {
    let (mut all, mut at) = (Vec::new(), 0);
    let columns = |found: &[u8]| match found {
        [b' '..=b'~'] => 1,
        _ => width(&Sanitized::new(found).to_string()),
    };
    let end = Span::from(text.bytes().len()..text.bytes().len());
    for secret in text.secrets().iter().chain([&end]) {
        for chunk in Span::new(at, secret.start).slice_bytes(text.bytes()).utf8_chunks() {
            let valid = chunk.valid().split_inclusive(|_: char| true).map(str::as_bytes);
            let found = valid.chain(chunk.invalid().chunks(1));
            all.extend(found.map(|found| (found.len(), columns(found))));
        }
        all.extend((secret.start < secret.end).then_some((secret.range().len(), MASK.len())));
        at = secret.end;
    }
    all
}

/// Returns the length of the first characters that fit, and their columns.
fn fitting<'c>(chars: impl Iterator<Item = &'c (usize, usize)>, room: usize) -> (usize, usize) {
    let sums = chars.scan((0, 0), |sum, (len, columns)| {
        *sum = (sum.0 + len, sum.1 + columns);
        Some(*sum)
    });
    sums.take_while(|(_, columns)| *columns <= room).last().unwrap_or_default()
}

/// Returns the piece of a repaired URL that differs from the text, with what is around it, in at most `room` columns. All of
/// it if it fits.
fn changed(text: &[u8], url: &str, room: usize) -> String {
    if url.len() <= room {
        return url.to_owned();
    }
    let (first, after) = common(text, url.as_bytes());
    let changed = Span::from(first..url.len() - after);
    around(&Redacted::revealed(url.as_bytes()), changed, None, room, 0).0
}
