//! Templates: text with fields in braces, compiled once.

use std::io::{self, Write as _};

use url1738::surt::SurtError;

use super::{field::Field, subject::Subject, table::Scope, value::Value};
use crate::diagnostics::Passwords;

/// A compiled template.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pieces: Vec<Piece>,
}

/// A text, or a field with the texts around it, which are written if there is a value.
#[derive(Clone, Debug, Default)]
struct Piece {
    before: String,
    field: Option<Field>,
    after: String,
}

impl Template {
    /// Compiles a template.
    ///
    /// # Errors
    /// Returns a message if a brace is not closed, or if a field is unknown.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let after = &rest[c.len_utf8()..];
            rest = match (c, after.chars().next()) {
                ('{' | '}', Some(next)) if next == c => {
                    literal.push(c);
                    &after[1..]
                }
                ('{', _) => {
                    let before = core::mem::take(&mut literal);
                    pieces.push(Piece { before, ..Piece::default() });
                    let (piece, rest) = field(after)?;
                    pieces.push(piece);
                    rest
                }
                ('\\', Some(next)) => {
                    unescape(next, &mut literal);
                    &after[next.len_utf8()..]
                }
                _ => {
                    literal.push(c);
                    after
                }
            };
        }
        pieces.push(Piece { before: literal, ..Piece::default() });
        Ok(Self { pieces })
    }

    /// Returns whether the template asks whether lines are valid, so that it is written for invalid ones, too.
    pub(crate) fn is_of_all_lines(&self) -> bool {
        self.fields().any(|field| field.row.scope == Scope::Verdict)
    }

    /// Returns whether the template is written for a line. All have it that are URLs, and others if they have all its fields:
    /// lines of an index, which keeps all its captures, and those with a key.
    pub(crate) fn is_of(&self, subject: &Subject<'_>) -> bool {
        let is_kept =
            || subject.line.row.is_some() || self.fields().any(Field::has_key_of_any_text);
        let has_all = || self.fields().all(Field::is_of_lines) && is_kept();
        subject.url.is_ok() || self.is_of_all_lines() || has_all()
    }

    fn fields(&self) -> impl Iterator<Item = Field> {
        self.pieces.iter().filter_map(|piece| piece.field)
    }

    /// Returns why the line has none of the keys that the template asks for.
    pub(crate) fn keyless(&self, subject: &Subject<'_>) -> Option<SurtError> {
        self.fields().find_map(|field| subject.key(field)?.err())
    }

    /// Returns the first field that the URL must have and does not have.
    pub(crate) fn missing(&self, subject: &Subject<'_>) -> Option<String> {
        let mut required = self.fields().filter(|field| field.modifiers.must);
        let missing = required.find(|field| subject.value(*field).is_none());
        missing.map(|field| field.to_string())
    }

    /// Writes the template for a line, with the end of the line. Returns whether a password is masked in a field, unless the
    /// template asks for that with `redacted`.
    pub(crate) fn write(
        &self,
        subject: &Subject<'_>,
        passwords: Passwords,
        out: &mut Vec<u8>,
    ) -> io::Result<bool> {
        let mut is_masked = false;
        for Piece { before, field, after } in &self.pieces {
            let value = field.map(|field| (field, subject.shown(field, passwords)));
            if let Some((_, None)) = value {
                continue;
            }
            out.extend_from_slice(before.as_bytes());
            if let Some((field, Some(value))) = value {
                is_masked |= !field.modifiers.redacted && matches!(value, Value::Masked(_));
                write!(out, "{value}")?;
            }
            out.extend_from_slice(after.as_bytes());
        }
        out.push(b'\n');
        Ok(is_masked)
    }
}

/// Adds the character of an escape in the text of a template.
fn unescape(c: char, to: &mut String) {
    match c {
        't' => to.push('\t'),
        'n' => to.push('\n'),
        'r' => to.push('\r'),
        '\\' | '{' | '}' => to.push(c),
        _ => to.extend(['\\', c]),
    }
}

/// Parses what is in braces: a field, with quoted text on either side. Returns the rest of the template, too.
fn field(text: &str) -> Result<(Piece, &str), String> {
    let unclosed = || format!("missing `}}` after `{{{text}`; write `{{{{` for a brace");
    let beside = |text| match is_quoted(text) {
        true => quoted(text).ok_or_else(unclosed),
        false => Ok((String::new(), text)),
    };
    let (before, rest) = beside(text.trim_start())?;
    let mut end = rest.find(['}', '"', '\'']).ok_or_else(unclosed)?;
    if rest[..end].ends_with(':') {
        // The name of a column.
        end = rest.len() - beside(&rest[end..])?.1.len();
    }
    let (name, rest) = rest.split_at(end);
    let (after, rest) = beside(rest)?;
    let rest = rest.strip_prefix('}').ok_or_else(unclosed)?;
    let field = Field::parse(name.trim())?;
    Ok((Piece { before, field: Some(field), after }, rest))
}

fn is_quoted(text: &str) -> bool {
    text.starts_with(['"', '\''])
}

/// Splits a list of fields at its commas. The name of a column may have some, in quotation marks: `row:"Name, first"`.
pub(crate) fn listed(text: &str) -> impl Iterator<Item = &str> {
    let (mut mark, mut before) = (None, ' ');
    let fields = text.split(move |c: char| {
        match mark {
            None if before == ':' && matches!(c, '"' | '\'') => mark = Some(c),
            Some(end) if end == c => mark = None,
            _ => {}
        }
        before = c;
        c == ',' && mark.is_none()
    });
    fields.map(str::trim)
}

/// Parses a text in quotation marks. Returns the rest, too, or `None` if the text does not begin with one, or is not closed.
pub(crate) fn quoted(text: &str) -> Option<(String, &str)> {
    let mut out = String::new();
    let mut chars = text.char_indices();
    let (_, mark) = chars.next().filter(|_| is_quoted(text))?;
    while let Some((at, c)) = chars.next() {
        match c {
            _ if c == mark => return Some((out, text[at + 1..].trim_start())),
            '\\' => match chars.next()? {
                (_, next) if next == mark => out.push(next),
                (_, next) => unescape(next, &mut out),
            },
            _ => out.push(c),
        }
    }
    None
}
