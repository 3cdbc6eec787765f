//! Reports on lines, in the form of a compiler's.

use std::io::{self, Write};

use annotate_snippets::{
    AnnotationKind, Group, Level, Origin, Renderer, Snippet, renderer::DecorStyle,
};
use url1738::{Error, Lint, Part, Redacted, Rule, Span, Url, plan::Refusal, syntax::part::Role};

use url1738_picture::title;

use super::{
    excerpt::{self, Cut, Excerpt},
    palette::Palette,
    sanitized::Sanitized,
    suggest,
    wrap::wrapped,
};
use crate::{line::Line, line_repair};

/// The width of reports if that of the terminal is unknown.
const WIDTH: u16 = 80;

/// A report on one place of a line.
#[derive(Clone, Debug)]
pub(crate) struct Report<'a> {
    level: Severity,
    code: &'a str,
    title: String,
    label: String,
    notes: Vec<String>,
    help: String,
    /// The error, if its help depends on the text.
    error: Option<&'a Error>,
    span: Span,
    /// Set if the text is only a piece of the line.
    cut: Option<Cut>,
}

/// What a report says.
#[derive(Clone, Debug)]
pub(crate) struct Facts<'r> {
    pub(crate) is_error: bool,
    pub(crate) code: &'r str,
    pub(crate) title: String,
    /// Empty if there is none.
    pub(crate) help: String,
    pub(crate) span: Span,
    /// Set if the line is only a piece of a longer one.
    pub(crate) cut: Option<Cut>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Severity {
    Error,
    Warning,
}

impl<'a> Report<'a> {
    /// Reports an error in a line.
    pub(crate) fn error(error: &'a Error) -> Self {
        Self {
            level: Severity::Error,
            code: error.code(),
            title: error.message().to_string(),
            label: rule(error),
            notes: section(error).into_iter().collect(),
            help: error.help().to_string(),
            error: Some(error),
            span: error.span(),
            cut: None,
        }
    }

    /// Reports that access to a valid URL of this scheme is refused.
    pub(crate) fn refusal(refusal: &Refusal, scheme: &str) -> Self {
        let help = match (refusal.part.role(), suggest::scheme(scheme)) {
            (Role::Scheme, Some(known)) => format!("did you mean `{known}`?"),
            (Role::Scheme, None) => {
                "run `url1738 schemes` for the schemes that have an access plan".to_owned()
            }
            _ => String::new(),
        };
        Self {
            level: Severity::Error,
            code: "refused",
            title: format!("access refused: {}", refusal.reason()),
            label: refusal.part.name().to_owned(),
            notes: vec![described(refusal.part)],
            help,
            error: None,
            span: refusal.span,
            cut: None,
        }
    }

    /// Reports a lint.
    pub(crate) fn lint(lint: &Lint) -> Self {
        Self {
            level: Severity::Warning,
            code: lint.code(),
            title: lint.message().to_owned(),
            label: lint.part.name().to_owned(),
            notes: Vec::new(),
            help: String::new(),
            error: None,
            span: lint.span,
            cut: None,
        }
    }

    /// The code of a URL of a text that was cut.
    pub(crate) const TRUNCATED: &'static str = "truncated";

    /// Returns the message and the help for a URL of a text that was cut after `len` bytes: it is longer than the longest
    /// that is read, or it may go on after it.
    pub(crate) const fn truncation(len: usize) -> (&'static str, &'static str) {
        const LONGEST: usize = 64 * 1024;
        if len < LONGEST {
            ("the text may continue the URL", "delimit the URL with `<` and `>`")
        } else {
            ("URL longer than 64 KiB", "")
        }
    }

    /// Reports a URL of a text that was cut after `len` bytes.
    pub(crate) fn truncated(len: usize) -> Self {
        let (title, help) = Self::truncation(len);
        Self {
            level: Severity::Error,
            code: Self::TRUNCATED,
            title: title.to_owned(),
            label: "cut here".to_owned(),
            notes: Vec::new(),
            help: help.to_owned(),
            error: None,
            span: Span::default(),
            cut: None,
        }
    }

    /// Takes the help from the URL. Needed if the line that is shown is not the URL.
    pub(crate) fn with_help_for(self, url: &Redacted<'_>) -> Self {
        // The help for a byte of a secret names no more than that byte.
        let known = self.error.filter(|error| !url.covers(error.span()));
        let help = known.map_or(self.help, |error| Url::help(url.bytes(), error));
        Self { help, error: None, ..self }
    }

    /// Marks the line as a piece of a longer one.
    pub(crate) fn with_cut(self, cut: Cut) -> Self {
        Self { cut: Some(cut), ..self }
    }

    /// Moves the report to another span.
    pub(crate) fn with_span(self, span: Span) -> Self {
        // The line is not the text that was parsed, so the help cannot depend on it.
        Self { span, error: None, ..self }
    }

    /// Reports a lint as an error.
    pub(crate) fn denied(self) -> Self {
        Self { level: Severity::Error, ..self }
    }

    /// Returns what the report says, for formats that lay it out themselves. `line` is the line as it may be shown.
    pub(crate) fn facts(&self, line: &Redacted<'_>) -> Facts<'_> {
        let known = self.error.filter(|error| !line.covers(error.span()));
        let title =
            self.error.map_or_else(|| self.title.as_str().into(), |error| title(error, line));
        Facts {
            is_error: self.level == Severity::Error,
            code: self.code,
            title: Sanitized::new(title.as_bytes()).to_string(),
            cut: self.cut,
            help: known.map_or_else(|| self.help.clone(), |error| Url::help(line.bytes(), error)),
            span: self.span,
        }
    }

    /// Returns the title, with a character outside US-ASCII as it is if `line` shows it.
    pub(crate) fn shown_title(&self, line: &Redacted<'_>) -> String {
        self.facts(line).title
    }

    /// Returns the notes that `--verbose` adds.
    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the text around the marked span as it may be shown, in `room` columns, and the bytes of the span in it.
    pub(crate) fn excerpt(
        &self,
        line: &Redacted<'_>,
        room: usize,
    ) -> (String, core::ops::Range<usize>) {
        Excerpt { line, marked: self.span, cut: self.cut }.text(room, 0)
    }

    /// Writes the report under the line, which is shown as `masked`.
    pub(crate) fn write(
        &self,
        line: Line<'_>,
        masked: &Redacted<'_>,
        palette: &Palette,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let width = usize::from(palette.width.unwrap_or(WIDTH));
        let margin = line.number.to_string().len() + 3;
        let excerpt = Excerpt { line: masked, marked: self.span, cut: self.cut };
        let label_width = self.label.chars().count();
        let (source, columns) = excerpt.text(width.saturating_sub(margin), label_width);
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
        // The help for a byte of a secret names no more than that byte.
        let known = self.error.filter(|error| !masked.covers(error.span()));
        let title =
            self.error.map_or_else(|| self.title.as_str().into(), |error| title(error, masked));
        let mut group: Group<'_> =
            level.primary_title(&*title).id(self.code).element(origin).element(snippet);
        for note in self.notes.iter().filter(|_| palette.verbose) {
            group = group.element(Level::NOTE.message(note));
        }
        let whole = self.error.filter(|_| masked.secrets().is_empty());
        let whole = whole.and_then(|error| line_repair::whole(masked.bytes(), error));
        let longest = width.saturating_sub(margin + "= help: try ''".len());
        let whole =
            whole.map(|url| format!("try '{}'", excerpt::changed(masked.bytes(), &url, longest)));
        let known = whole.or_else(|| known.map(|error| Url::help(masked.bytes(), error)));
        let help = known.as_ref().unwrap_or(&self.help);
        if !help.is_empty() {
            group = group.element(Level::HELP.message(help));
        }
        let renderer = if palette.colored { Renderer::styled() } else { Renderer::plain() };
        let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(excerpt::TERM_WIDTH);
        let rendered = renderer.render(&[group]);
        let mut rows = rendered.lines().filter(|row| !is_separator(row)).peekable();
        while let Some(row) = rows.next() {
            // No empty row between the mark and the help.
            let is_gap = is(row, |text| text == "|");
            let gap = is_gap && rows.peek().is_some_and(|next| is(next, |it| it.starts_with("= ")));
            if gap {
                continue;
            }
            // The source and its mark fit, and a place is not divided. Titles, helps and notes are sentences.
            if is(row, |it| it.starts_with("-->")) {
                writeln!(out, "{row}")?;
            } else {
                wrapped(row, width, out)?;
            }
        }
        writeln!(out)
    }
}

/// Returns whether a row is the `:::` that the renderer puts between an origin and a snippet. It does so because the
/// column of the origin is not that of the snippet, which is shorter if a password is masked.
fn is_separator(row: &str) -> bool {
    row.len() < 32 && anstream::adapter::strip_str(row).to_string().trim() == ":::"
}

/// Returns whether a row without its margin and its colors is this.
fn is(row: &str, this: impl Fn(&str) -> bool) -> bool {
    this(anstream::adapter::strip_str(row).to_string().trim())
}

/// Returns the name of the rule that an error breaks.
fn rule(error: &Error) -> String {
    match error.rule() {
        Rule::Bnf(production) => format!("BNF {production}"),
        Rule::Prose(section) if section.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("RFC 1738 section {section}")
        }
        Rule::Prose(other) => format!("RFC 1738 {other}"),
        // `Rule::Range`, and what later versions add, which the message describes.
        _ => "out of range".to_owned(),
    }
}

/// Returns a note on where the RFC describes the part, unless the rule names the section already.
fn section(error: &Error) -> Option<String> {
    match error.rule() {
        Rule::Prose(_) => None,
        _ => Some(described(error.part())),
    }
}

/// Returns a note on where the RFC describes the part.
fn described(part: &Part) -> String {
    match part.section() {
        "" => "see section 5 of RFC 1738".to_owned(),
        section => format!("see section {section} of RFC 1738"),
    }
}
