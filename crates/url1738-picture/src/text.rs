//! The picture as text of at most 80 columns: the line with its parts underlined and numbered, and a list of the numbers.

use alloc::{
    format,
    string::{String, ToString as _},
    vec::Vec,
};
use core::fmt::{self, Write};

use anstyle::Style;

use crate::{
    Dialogue, Finding, LabelledPart, Picture, Speaker, Turn,
    labelled::widths,
    layout::{Mark, MarkedRow, marked_rows, width, wrap},
};

/// The width of the page if that of the terminal is unknown, and its largest width.
const WIDTH: usize = 80;
/// Narrower terminals wrap the lines.
const NARROWEST: usize = 50;

/// The colors and the width of a text. The default has no colors and 80 columns.
///
/// ```
/// use url1738_picture::Page;
///
/// let page = Page::default();
/// assert_eq!(page.width(), 80);
/// assert!(page.error.is_plain() && !page.verbose);
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Page {
    /// The style of the URL and of headings.
    pub strong: Style,
    /// The style of explanations.
    pub faint: Style,
    /// The style of names and marks.
    pub name: Style,
    /// The style of the word *warning*.
    pub warning: Style,
    /// The style of errors.
    pub error: Style,
    /// Whether errors have a note on where RFC 1738 describes the part.
    pub verbose: bool,
    /// The columns of the terminal, if they are known.
    pub columns: Option<usize>,
}

/// The margin before the line and the list.
const MARGIN: usize = 2;
/// The largest width of the column with the texts of parts. Longer texts take whole rows.
const TEXTS: usize = 20;

impl Picture {
    /// Writes the picture as text: the line with its parts underlined and numbered, a list of the numbers, and the
    /// dialogue or the help.
    ///
    /// # Errors
    ///
    /// Returns an error if `out` does.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_picture::{Page, Picture};
    ///
    /// let picture = Picture::of_error(b"http://h/~", &Url::parse("http://h/~").unwrap_err(), false);
    /// let mut text = String::new();
    /// picture.write_text(&Page::default(), &mut text)?;
    /// assert!(text.starts_with("error[tilde]: unexpected `~` in path segment\n"));
    /// # Ok::<(), core::fmt::Error>(())
    /// ```
    pub fn write_text(&self, page: &Page, out: &mut dyn Write) -> fmt::Result {
        page.head(self, out)?;
        page.line(self, out)?;
        page.parts(self, out)?;
        match &self.finding {
            Finding::Valid { lints, dialogue, .. } => {
                if !lints.is_empty() {
                    writeln!(out)?;
                }
                for lint in lints {
                    let (code, part) = (lint.code(), lint.part.label());
                    let text = format!("{} [{code}, {part}]", lint.message());
                    page.labelled(page.warning, "warning", &text, out)?;
                }
                writeln!(out)?;
                page.dialogue(dialogue, out)?;
            }
            Finding::Invalid { help, note, .. } => {
                if !help.is_empty() {
                    writeln!(out)?;
                    page.labelled(page.name, "help", help, out)?;
                }
                if page.verbose && !note.is_empty() {
                    page.labelled(page.name, "note", note, out)?;
                }
            }
        }
        writeln!(out)
    }
}

impl Page {
    /// Sets the columns of the terminal.
    ///
    /// ```
    /// use url1738_picture::Page;
    ///
    /// assert_eq!(Page::default().with_columns(60).width(), 60);
    /// assert_eq!(Page::default().with_columns(200).width(), 80);
    /// ```
    #[must_use]
    pub fn with_columns(self, columns: usize) -> Self {
        Self { columns: Some(columns), ..self }
    }

    /// Returns the columns of the page. Fewer than 50 or more than 80 are hard to read, so these are the limits.
    #[must_use]
    pub fn width(&self) -> usize {
        self.columns.unwrap_or(WIDTH).clamp(NARROWEST, WIDTH)
    }

    /// Writes the sentence about the URL, or the error and its place.
    fn head(&self, picture: &Picture, out: &mut dyn Write) -> fmt::Result {
        let Self { faint, error, .. } = self;
        if let Finding::Invalid { code, place, .. } = &picture.finding {
            self.labelled(*error, &format!("error[{code}]"), &picture.about, out)?;
            for line in wrap(&format!("--> {place}"), self.width() - 1) {
                writeln!(out, " {faint}{line}{faint:#}")?;
            }
        } else {
            for line in wrap(&picture.about, self.width()) {
                writeln!(out, "{faint}{line}{faint:#}")?;
            }
        }
        writeln!(out)
    }

    /// Writes a text after a label in a color. Further lines are indented.
    pub(crate) fn labelled(
        &self,
        style: Style,
        label: &str,
        text: &str,
        out: &mut dyn Write,
    ) -> fmt::Result {
        for (index, line) in wrap(&format!("{label}: {text}"), self.width() - 2).iter().enumerate()
        {
            match line.strip_prefix(label) {
                // The label is never broken, since it is shorter than the narrowest page.
                Some(rest) if index == 0 => writeln!(out, "{style}{label}{style:#}{rest}")?,
                _ => writeln!(out, "  {line}")?,
            }
        }
        Ok(())
    }

    /// Writes the line in rows, each with the marks and the numbers of its parts.
    fn line(&self, picture: &Picture, out: &mut dyn Write) -> fmt::Result {
        let Self { strong, name, .. } = self;
        let edge = self.width() - MARGIN;
        // The mark of an empty part at the end of the last row is after it.
        let rows = marked_rows(&picture.url, &picture.parts, edge - 1, edge);
        for MarkedRow { text, marks, numbers } in rows {
            writeln!(out, "{:MARGIN$}{strong}{text}{strong:#}", "")?;
            if !marks.is_empty() {
                self.marks(&marks, out)?;
            }
            for numbers in numbers {
                let mut line = String::new();
                for (column, number) in numbers {
                    line.push_str(&" ".repeat(column - line.len()));
                    line.push_str(&number);
                }
                writeln!(out, "{:MARGIN$}{name}{line}{name:#}", "")?;
            }
        }
        writeln!(out)
    }

    /// Writes a line under each part in a row of the URL.
    fn marks(&self, marks: &[Mark<'_>], out: &mut dyn Write) -> fmt::Result {
        let Self { name, error, .. } = self;
        let mut line: Vec<char> = Vec::new();
        let mut errors = None;
        for &Mark { part, start, end, is_numbered } in marks {
            line.resize(line.len().max(end.max(start + 1)), ' ');
            // The mark of an empty part must not hide that of a part with text in the same column.
            for (at, mark) in line.iter_mut().enumerate().take(end.max(start + 1)).skip(start) {
                *mark = match (part.is_error, start == end) {
                    (true, _) => '^',
                    (false, true) if *mark == ' ' => '\u{2575}',
                    (false, true) => *mark,
                    (false, false) if at == start && is_numbered => '\u{252c}',
                    (false, false) => '\u{2500}',
                };
            }
            // The error is in the last part, so all after its first column has the color of errors.
            if part.is_error {
                errors = Some(start);
            }
        }
        // By characters: a mark is one column, and three bytes.
        let at = errors.unwrap_or(line.len());
        let good: String = line.iter().take(at).collect();
        let bad: String = line.iter().skip(at).collect();
        write!(out, "{:MARGIN$}{name}{good}{name:#}", "")?;
        if bad.is_empty() { writeln!(out) } else { writeln!(out, "{error}{bad}{error:#}") }
    }

    /// Writes the list of parts: number, name, text and meaning.
    fn parts(&self, Picture { parts, skipped, .. }: &Picture, out: &mut dyn Write) -> fmt::Result {
        let number = parts.iter().map(|part| part.number.to_string().len()).max().unwrap_or(1);
        let (name, _) = widths(parts, 0);
        // Two thirds are for the notes, which are whole sentences.
        let (_, text) = widths(parts, TEXTS.min((self.width() - MARGIN - number - name) / 3));
        // The columns in which texts and notes begin.
        let texts = MARGIN + number + 2 + name + 2;
        let notes = texts + text + 2;
        for (index, part) in parts.iter().enumerate() {
            if let Some(row) = skipped.row(index, "part") {
                writeln!(out, "{:MARGIN$}{row}", "")?;
            }
            let (color, LabelledPart { number: own, name: label, .. }) = (self.name, part);
            write!(out, "{:MARGIN$}{color}{own:>number$}  {label:<name$}{color:#}  ", "")?;
            let color = if part.is_error { self.error } else { self.faint };
            let mut indent = 0;
            for (row, note) in part.rows(text, self.width() - texts, self.width() - notes) {
                write!(out, "{:indent$}{row}", "")?;
                indent = texts;
                if note.is_empty() {
                    writeln!(out)?;
                } else {
                    writeln!(out, "{:1$}  {color}{note}{color:#}", "", text - width(&row))?;
                }
            }
        }
        Ok(())
    }

    fn dialogue(&self, dialogue: &Dialogue, out: &mut dyn Write) -> fmt::Result {
        let Self { strong, name, warning, error, faint, .. } = self;
        let (opening, turns, skipped, warnings) = match dialogue {
            Dialogue::Refused(why) => return self.labelled(*error, "no access", why, out),
            Dialogue::Plan { opening, turns, skipped, warnings } => {
                (opening, turns, skipped, warnings)
            }
        };
        for line in wrap(opening, self.width()) {
            writeln!(out, "{strong}{line}{strong:#}")?;
        }
        for (index, Turn { speaker, words }) in turns.iter().enumerate() {
            if let Some(row) = skipped.row(index, "message") {
                writeln!(out, "{:TURN$}{faint}{row}{faint:#}", "")?;
            }
            let arrow = match speaker {
                Speaker::Client => "->",
                Speaker::Server => "<-",
                Speaker::User => "  ",
            };
            for (index, line) in wrap(words, self.width() - TURN).iter().enumerate() {
                match index {
                    0 => writeln!(out, "  {name}{:>6}{name:#} {arrow} {line}", speaker.name())?,
                    _ => writeln!(out, "{:TURN$}{line}", "")?,
                }
            }
        }
        for (code, message) in warnings {
            self.labelled(*warning, "warning", &format!("{message} [{code}]"), out)?;
        }
        Ok(())
    }
}

/// The column in which the words of a message begin.
const TURN: usize = 12;
