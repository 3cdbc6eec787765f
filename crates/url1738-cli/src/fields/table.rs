//! The table of fields: name, help, and how a line has the field.

use url1738::{PARTS, Part, SchemeKind, Span, syntax::MASK};

use super::{
    capture::masked_capture,
    subject::{Reading, Value, shown},
};
use crate::records::flat;

/// A field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The name on the command line.
    pub(super) name: &'static str,
    help: &'static str,
    pub(super) kind: Kind,
    pub(super) scope: Scope,
    /// Whether the case of letters makes no difference.
    pub(super) ignores_case: bool,
    pub(super) read: Read,
}

/// What the values of a field are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Number,
    /// `true` or `false`.
    Flag,
}

/// What has a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// A URL. The field may be decoded, and be that of the normal form.
    Url,
    /// A valid line.
    Report,
    /// Any line.
    Line,
    /// Any line: whether it is valid, and why not.
    Verdict,
    /// A line of an index.
    Capture,
}

/// How to read a field.
#[derive(Clone, Copy, Debug)]
pub(super) enum Read {
    /// The part of this name in the BNF.
    Part(&'static str),
    /// A function. It returns `None` if the line has no such field.
    By(for<'s, 'a> fn(&Reading<'s, 'a>) -> Option<Value<'a>>),
}

use Kind::{Flag, Number, Text};
use Scope::{Capture, Line, Report, Url, Verdict};

/// The fields, in the order of the help. Every other part of a scheme is a field, too, by its name in the BNF.
const FIELDS: [Row; 34] = [
    row("url", "The URL", Text, Url, |it| it.whole(it.url()?)),
    row("input", "The line", Text, Line, |it| match it.url() {
        Some(url) => it.whole(url),
        None => Some(shown(it.passwords.redact(it.subject.line.bytes))),
    }),
    row("scheme", "Name of the scheme", Text, Url, |it| Some(it.url()?.scheme().into()))
        .in_any_case(),
    row(
        "kind",
        "Who defines the scheme: standard, experimental, reserved or other",
        Text,
        Url,
        |it| Some(kind(it.url()?.scheme_kind()).into()),
    ),
    part("user", "user"),
    part("password", "password"),
    part("host", "host").in_any_case(),
    row("port", "Port, if the URL has one", Number, Url, |it| {
        let url = it.url()?;
        Some(if it.field.modifiers.default { url.port_or_default() } else { url.port() }?.into())
    }),
    row("effective_port", "Port to connect to", Number, Url, |it| {
        Some(it.url()?.port_or_default()?.into())
    }),
    row("path", "Path without the / before it", Text, Url, |it| {
        it.piece(it.url()?, flat::path(it.url()?)?)
    }),
    row("basename", "Path after its last /", Text, Url, |it| {
        let path = flat::path(it.url()?)?;
        let name = path.slice(it.url()?.as_str()).rsplit('/').next().filter(|it| !it.is_empty())?;
        it.piece(it.url()?, Span::new(path.end - u32::try_from(name.len()).ok()?, path.end))
    }),
    part("typecode", "ftptype"),
    part("type", "gtype"),
    part("selector", "selector"),
    part("search", "search"),
    part("plus", "gopher+_string"),
    part("address", "encoded822addr"),
    part("group", "group"),
    part("message_id", "article"),
    Row { kind: Number, ..part("number", "digits") },
    part("database", "database"),
    part("document_type", "wtype"),
    part("document", "wpath"),
    part("name", "ppath"),
    row("normal", "Normal form", Text, Url, |it| {
        it.of_normal_form(|it| it.whole(it.url()?).map(Value::owned))
    }),
    row("surt", "Key that sorts URLs by host", Text, Url, |it| {
        let key = it.subject.key(it.field)?.ok()?.into_owned();
        // A key has no user or password, but it may have a query with a secret, which no policy shows.
        Some(match key.contains(MASK) && it.subject.has_secret() {
            true => Value::Masked(key.into_bytes()),
            false => key.into(),
        })
    }),
    row("file", "Name of the input file", Text, Line, |it| {
        Some(it.subject.line.origin.known_file()?.to_owned().into())
    }),
    row("line", "Number of the line", Number, Line, |it| {
        Some(Value::Number(it.subject.line.number))
    }),
    row("valid", "Whether the line is a URL", Flag, Verdict, |it| {
        Some(Value::Flag(it.url().is_some()))
    }),
    row("code", "Code of the error", Text, Verdict, |it| Some(it.subject.url.err()?.code().into())),
    row("message", "Message of the error", Text, Verdict, |it| {
        Some(it.subject.url.err()?.message().to_string().into())
    }),
    row("lints", "Codes of the lints", Text, Report, |it| it.subject.lints()),
    row("timestamp", "Time of the capture", Text, Capture, |it| {
        Some(Value::Text(it.subject.timestamp?.into()))
    }),
    row("json", "What follows the time of the capture", Text, Capture, |it| {
        let text = it.subject.json?;
        Some(match masked_capture(text).filter(|_| !it.passwords.keeps()) {
            Some(masked) => Value::Masked(masked),
            None => Value::Text(text.into()),
        })
    }),
];

/// The columns of the list in the help.
const WIDTH: usize = 98;

/// Returns the row of a field that is read by a function.
const fn row(
    name: &'static str,
    help: &'static str,
    kind: Kind,
    scope: Scope,
    read: for<'s, 'a> fn(&Reading<'s, 'a>) -> Option<Value<'a>>,
) -> Row {
    Row { name, help, kind, scope, ignores_case: false, read: Read::By(read) }
}

/// Returns the row of a part, whose declaration has the help.
const fn part(name: &'static str, part: &'static str) -> Row {
    let read = Read::Part(part);
    Row { name, help: "", kind: Text, scope: Url, ignores_case: false, read }
}

impl Row {
    const fn in_any_case(self) -> Self {
        Self { ignores_case: true, ..self }
    }

    /// Returns the field of a name, or `None` if there is none.
    pub(super) fn find(name: &str) -> Option<Self> {
        let is_part = |row: &Self, name| matches!(row.read, Read::Part(part) if part == name);
        let named = FIELDS.into_iter().find(|row| row.name == name);
        named.or_else(|| FIELDS.into_iter().find(|row| is_part(row, name))).or_else(|| {
            PARTS.iter().map(Part::name).find(|part| *part == name).map(|name| part(name, name))
        })
    }

    /// Returns all names, in the order of the help.
    pub(super) fn all() -> impl Iterator<Item = &'static str> + Clone {
        let names = || FIELDS.iter().map(|row| row.name);
        let parts = PARTS.iter().map(Part::name);
        names().chain(parts.filter(move |part| names().all(|name| name != *part)))
    }

    /// Returns the rows of the table with their help.
    pub(crate) fn helps() -> impl Iterator<Item = (&'static str, &'static str)> {
        FIELDS.into_iter().map(|row| match row.read {
            Read::Part(name) => {
                let part = PARTS.iter().find(|part| part.name() == name);
                (row.name, part.map_or(row.help, Part::meaning))
            }
            Read::By(_) => (row.name, row.help),
        })
    }

    /// Returns the list of the fields for the help of a command.
    pub(crate) fn list() -> String {
        let names = |of_captures: bool| {
            let rows = FIELDS.iter().filter(|row| (row.scope == Capture) == of_captures);
            rows.map(|row| row.name).collect::<Vec<_>>()
        };
        let (names, captures) = (names(false).join(", "), names(true).join(" and "));
        let text = format!(
            "{names}, with --cdx or --warc {captures}, and the names of parts that `parse` lists. \
             `path` has no / before it."
        );
        let mut list = String::from(" ");
        let mut columns = 1;
        for word in text.split(' ') {
            if columns + 1 + word.len() > WIDTH {
                list.push_str("\n ");
                columns = 1;
            }
            list.push(' ');
            list.push_str(word);
            columns += 1 + word.len();
        }
        list
    }
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Row {}

fn kind(kind: SchemeKind) -> &'static str {
    match kind {
        SchemeKind::Standard => "standard",
        SchemeKind::Experimental => "experimental",
        SchemeKind::Reserved => "reserved",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_differ() {
        let names: Vec<&str> = Row::all().collect();
        for (at, name) in names.iter().enumerate() {
            assert!(Row::find(name).is_some(), "{name}");
            assert!(!names[..at].contains(name), "{name}");
        }
    }

    /// A scheme with a new part would lack a field.
    #[test]
    fn every_part_of_a_url_is_a_field() {
        for part in PARTS {
            assert!(Row::find(part.name()).is_some(), "{}", part.name());
        }
    }
}
