//! A report on one bad line, as compilers write them.

use std::io::{self, Write};

use annotate_snippets::{
    AnnotationKind, Group, Level, Origin, Renderer, Snippet, renderer::DecorStyle,
};
use url1738::{Error, Lint, Part, Redacted, Rule, Span, plan::Refusal};

use crate::{commands::scheme_meant, line::Line, session::Palette};

/// What a report is about.
#[derive(Clone, Debug)]
pub(crate) struct Report<'a> {
    level: Severity,
    code: &'a str,
    title: String,
    label: String,
    notes: Vec<String>,
    help: String,
    /// For the help that only the text tells.
    error: Option<&'a Error>,
    span: Span,
    /// What is known of the line, if only a piece of it is there.
    cut: Option<Cut>,
}

/// The place of a piece of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// The column in the line of what is marked, from 1.
    pub(crate) column: usize,
    /// Whether more of the line is before the piece.
    pub(crate) before: bool,
    /// Whether more of the line is after it.
    pub(crate) after: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Severity {
    Error,
    Warning,
}

impl<'a> Report<'a> {
    /// On a line that is no URL.
    pub(crate) fn error(error: &'a Error) -> Self {
        let part = error.part();
        Self {
            level: Severity::Error,
            code: error.code(),
            title: format!("{} in {part}", error.message()),
            label: rule(error),
            notes: section(error).into_iter().collect(),
            help: error.help().to_string(),
            error: Some(error),
            span: error.span(),
            cut: None,
        }
    }

    /// On a valid URL of this scheme whose access is refused.
    pub(crate) fn refusal(refusal: &Refusal, scheme: &str) -> Self {
        let help = match (refusal.part.name(), scheme_meant(scheme)) {
            ("scheme", Some(meant)) => format!("did you mean `{meant}`?"),
            ("scheme", None) => "`url1738 schemes` lists the schemes that have one".to_owned(),
            _ => String::new(),
        };
        Self {
            level: Severity::Error,
            code: "refused",
            title: format!("access refused: {}", refusal.reason),
            label: refusal.part.name().to_owned(),
            notes: vec![described(refusal.part)],
            help,
            error: None,
            span: refusal.span,
            cut: None,
        }
    }

    /// On what is valid but risky.
    pub(crate) fn lint(lint: &Lint) -> Self {
        Self {
            level: Severity::Warning,
            code: lint.code,
            title: lint.message.to_owned(),
            label: lint.part.name().to_owned(),
            notes: Vec::new(),
            help: String::new(),
            error: None,
            span: lint.span,
            cut: None,
        }
    }

    /// On a URL in a text that is longer than those that are read.
    pub(crate) fn truncated() -> Self {
        Self {
            level: Severity::Error,
            code: "truncated",
            title: "URL longer than 64 KiB".to_owned(),
            label: "cut here".to_owned(),
            notes: Vec::new(),
            help: String::new(),
            error: None,
            span: Span::default(),
            cut: None,
        }
    }

    /// With the help that the URL shows, where the line is not the URL.
    pub(crate) fn helping(self, url: &Redacted<'_>) -> Self {
        // The help for a byte of a secret names no more than that byte.
        let known = self.error.filter(|error| !url.covers(error.span()));
        let help = known.map_or(self.help, |error| error.help_for(url.bytes()));
        Self { help, error: None, ..self }
    }

    /// In a piece of a line.
    pub(crate) fn cut(self, cut: Cut) -> Self {
        Self { cut: Some(cut), ..self }
    }

    /// The same about another place.
    pub(crate) fn marking(self, span: Span) -> Self {
        // The line is not the text that was parsed, so it cannot say more about the help.
        Self { span, error: None, ..self }
    }

    /// As text without colours, for a summary.
    pub(crate) fn plain(&self, line: Line<'_>, show_passwords: bool) -> String {
        let masked = match show_passwords {
            true => Redacted::revealed(line.bytes),
            false => Redacted::new(line.bytes),
        };
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = self.write(line, &masked, &Palette::default(), &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Draws it under the line, which is shown as `masked`.
    pub(crate) fn write(
        &self,
        line: Line<'_>,
        masked: &Redacted<'_>,
        palette: &Palette,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (source, columns) = Window { line: masked, marked: self.span, cut: self.cut }.show();
        let level = match self.level {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let number = usize::try_from(line.number).unwrap_or(usize::MAX);
        let origin = Origin::path(line.origin.name()).line(number).char_column(
            self.cut.map_or((self.span.start as usize).saturating_add(1), |cut| cut.column),
        );
        let snippet = Snippet::source(source)
            .line_start(number)
            .annotation(AnnotationKind::Primary.span(columns).label(&self.label));
        let mut group: Group<'_> =
            level.primary_title(&self.title).id(self.code).element(origin).element(snippet);
        for note in &self.notes {
            group = group.element(Level::NOTE.message(note));
        }
        // The help for a byte of a secret names no more than that byte.
        let known = self.error.filter(|error| !masked.covers(error.span()));
        let known = known.map(|error| error.help_for(masked.bytes()));
        let help = known.as_ref().unwrap_or(&self.help);
        if !help.is_empty() {
            group = group.element(Level::HELP.message(help));
        }
        let renderer = if palette.coloured { Renderer::styled() } else { Renderer::plain() };
        let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(WIDTH);
        for row in renderer.render(&[group]).lines().filter(|row| !is_mark(row)) {
            writeln!(out, "{row}")?;
        }
        writeln!(out)
    }
}

/// Whether a row is the `:::` that the renderer puts before a snippet whose place stands above it: the snippet
/// would name the column in the shown text, which is not that in the line where a password is hidden.
fn is_mark(row: &str) -> bool {
    row.len() < 32 && anstream::adapter::strip_str(row).to_string().trim() == ":::"
}

/// As wide as a window is, and its margin; the window cuts, so the renderer need not.
const WIDTH: usize = 400;

/// The rule as a person writes it.
pub(crate) fn rule(error: &Error) -> String {
    match error.rule() {
        Rule::Bnf(production) => format!("BNF {production}"),
        Rule::Prose(section) if section.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("RFC 1738 section {section}")
        }
        Rule::Prose(other) => format!("RFC 1738 {other}"),
        Rule::Range => "out of range".to_owned(),
    }
}

/// Where the RFC describes the part, unless the rule says so already.
fn section(error: &Error) -> Option<String> {
    match error.rule() {
        Rule::Prose(_) => None,
        Rule::Bnf(_) | Rule::Range => Some(described(error.part())),
    }
}

fn described(part: &Part) -> String {
    match part.section() {
        "" => format!("`{part}` is in section 5 of RFC 1738"),
        section => format!("`{part}` is described in section {section} of RFC 1738"),
    }
}

/// The piece of a line around what a report marks: a line may have megabytes.
#[derive(Clone, Copy, Debug)]
struct Window<'a> {
    line: &'a Redacted<'a>,
    marked: Span,
    cut: Option<Cut>,
}

impl Report<'_> {
    /// How many bytes are shown on each side of the beginning of what is marked.
    pub(crate) const SIDE: usize = 60;
}

impl Window<'_> {
    /// The text to show, and the columns of what is marked in it.
    fn show(self) -> (String, core::ops::Range<usize>) {
        let len = self.line.bytes().len();
        let at = (self.marked.start as usize).min(len);
        let (mut start, mut end) = (at.saturating_sub(Report::SIDE), len.min(at + Report::SIDE));
        // What is cut off is longer than the dots in its place.
        if start < 8 {
            start = 0;
        }
        if len - end < 8 {
            end = len;
        }
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let shift = |at: u32| offset((at as usize).clamp(start, end) - start);
        let shown = self.line.slice(Span::new(offset(start), offset(end)));
        let marked = Span::new(shift(self.marked.start), shift(self.marked.end));
        let (columns, width) = shown.columns(marked);
        let (before, after) = self.cut.map_or((false, false), |cut| (cut.before, cut.after));
        let head = if start > 0 || before { "..." } else { "" };
        let tail = if end < len || after { "..." } else { "" };
        let from = head.len() + columns;
        (format!("{head}{shown}{tail}"), from..from + width)
    }
}
