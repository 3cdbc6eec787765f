//! The table of fields: name, help, and how a line has the field.

use url1738::{Host, Part, parts, syntax::MASK};
use url1738_picture::wrap;

use super::{
    split::split,
    value::{Reading, Value, shown},
};
use crate::{comparison::compare, diagnostics::Passwords, records};

/// A field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The name on the command line.
    pub(super) name: &'static str,
    help: &'static str,
    pub(super) kind: Kind,
    pub(super) scope: Scope,
    /// Whether the case of letters makes no difference.
    pub(crate) ignores_case: bool,
    /// Whether records in JSON have a member for it, if the URL has it.
    pub(super) in_records: bool,
    /// The name of the part that the field is, or an empty text.
    pub(super) part: &'static str,
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

/// Reads a field. Returns `None` if the line has no such field.
type Read = for<'s, 'a> fn(&Reading<'s, 'a>) -> Option<Value<'a>>;

use Kind::{Flag, Number, Text};
use Scope::{Capture, Line, Report, Url as OfUrl, Verdict};

/// The fields, in the order of the help. Every other part of a scheme is a field, too, by its name in the BNF.
pub(super) static FIELDS: [Row; 41] = [
    row("url", "The URL", Text, OfUrl, |it| it.slice(it.url()?.as_str())),
    row("input", "The line", Text, Line, |it| match it.url() {
        Some(url) => it.slice(url.as_str()),
        None => Some(shown(it.subject.line.redacted(it.passwords))),
    }),
    row("scheme", "Name of the scheme", Text, OfUrl, |it| Some(it.url()?.scheme().into()))
        .in_any_case(),
    row(
        "kind",
        "Who defines the scheme: standard, experimental, reserved or other",
        Text,
        OfUrl,
        |it| Some(format!("{:?}", it.url()?.scheme_kind()).to_ascii_lowercase().into()),
    ),
    Row { read: |it| it.slice(it.url()?.user()?.as_str()), ..part("user", "user") }.in_records(),
    Row { read: |it| it.slice(it.url()?.password()?.as_str()), ..part("password", "password") }
        .in_records(),
    Row { read: |it| it.slice(it.url()?.host_str()?), ..part("host", "host") }
        .in_any_case()
        .in_records(),
    row("port", "Port, if the URL has one", Number, OfUrl, |it| Some(it.port(it.url()?.port()?)))
        .in_records(),
    row(EFFECTIVE_PORT, "Port to connect to", Number, OfUrl, |it| {
        Some(it.port(it.url()?.port_or_default()?))
    })
    .in_records(),
    row("path", "Path without the / before it", Text, OfUrl, |it| {
        it.slice(it.url()?.path()?.as_str())
    })
    .in_records(),
    row("basename", "Path after its last /", Text, OfUrl, |it| {
        let name = it.url()?.path()?.as_str().rsplit('/').next()?;
        Some(name).filter(|name| !name.is_empty()).and_then(|name| it.slice(name))
    }),
    part("typecode", "ftptype").in_records(),
    part("type", "gtype").in_records(),
    part("selector", "selector").in_records(),
    part("search", "search").in_records(),
    row("fragment", "Text after the #, with --references", Text, Line, |it| {
        it.subject.redacted_fragment(it.passwords).map(shown)
    }),
    row("rest", "What follows the login, or the scheme if there is none", Text, OfUrl, |it| {
        let url = it.url()?;
        let start = url.login().map_or(url.scheme().len() + 1, |it| it.spans().end() as usize);
        it.slice(url.as_str().get(start..)?)
    }),
    part("plus", "gopher+_string"),
    part("address", "encoded822addr"),
    part("group", "group"),
    part("message_id", "article"),
    Row { kind: Number, ..part("number", "digits") },
    part("database", "database"),
    part("document_type", "wtype"),
    part("document", "wpath"),
    part("name", "ppath"),
    row("normal", "Normal form", Text, OfUrl, |it| {
        it.of_normal_form(|it| it.slice(it.url()?.as_str()).map(Value::owned))
    }),
    row("surt", "Key that sorts URLs by host", Text, OfUrl, |it| {
        let key = it.subject.key(it.field)?.ok()?.into_owned();
        // A key has no user or password, but it may have a query with a secret, which no policy shows.
        Some(match key.contains(MASK) && it.subject.is_line_masked(Passwords::Mask) {
            true => Value::Masked(key.into_bytes().into()),
            false => key.into(),
        })
    }),
    row("file", "Name of the input file", Text, Line, |it| {
        Some(it.subject.line.origin.known_file()?.to_owned().into())
    }),
    row("line", "Number of the line", Number, Line, |it| {
        Some(Value::Number(it.subject.line.number))
    }),
    row("masked", "True if a password of the line is masked", Flag, Line, |it| {
        it.subject.is_line_masked(it.passwords).then_some(Value::Flag(true))
    }),
    row("valid", "Whether the line is a URL", Flag, Verdict, |it| {
        Some(Value::Flag(it.url().is_some()))
    }),
    row("code", "Code of the error", Text, Verdict, |it| {
        Some(it.subject.url.as_ref().err()?.code().into())
    }),
    row("message", "Message of the error", Text, Verdict, |it| {
        let line = it.subject.line.redacted(it.passwords);
        Some(url1738_picture::title(it.subject.url.as_ref().err()?, &line).into())
    }),
    row("inet_aton", "Address of a numeric host to inet_aton", Text, Line, |it| {
        let text = it.subject.line.bytes;
        let host = match it.url() {
            Some(url) => url.login()?.host_str().to_owned(),
            None => {
                let (_, host) = split(text).into_iter().find(|(name, _)| *name == "host")?;
                String::from_utf8_lossy(host.slice_bytes(text)).into_owned()
            }
        };
        Some(Host::inet_aton(&host)?.to_string().into())
    }),
    row("differs", "Whether RFC 1738, RFC 3986 and WHATWG disagree", Flag, Line, |it| {
        let comparison = compare(&it.subject.line, it.passwords);
        Some(Value::Flag(!comparison.differences().is_empty()))
    }),
    row("differences", "In what they differ: acceptance, and components", Text, Line, |it| {
        let differences = compare(&it.subject.line, it.passwords).differences().join(" ");
        Some(differences).filter(|it| !it.is_empty()).map(Value::from)
    }),
    row("lints", "Codes of the lints", Text, Report, |it| {
        let codes: Vec<&str> = it.subject.lints().iter().map(url1738::Lint::code).collect();
        (!codes.is_empty()).then(|| codes.join(" ").into())
    }),
    row("timestamp", "Time of the capture", Text, Capture, |it| {
        Some(it.of_row(it.subject.line.row?.timestamp()?))
    }),
    row("year", "Year of the capture", Number, Capture, |it| {
        Some(Value::Number(it.subject.line.row?.year()?))
    }),
    row("json", "What follows the time of the capture", Text, Capture, |it| {
        let value = it.of_row(it.subject.line.row?.rest?.into());
        let mut json = Vec::new();
        // An object is written like a record: the escapes of a text are none of JSON.
        let is_json = value.as_text().is_some_and(|text| {
            text.starts_with(b"{") && records::write_json(text, &mut json).is_ok()
        });
        Some(match value {
            Value::Text(_) if is_json => Value::Text(json.into()),
            Value::Masked(_) if is_json => Value::Masked(json.into()),
            value => value,
        })
    }),
];

/// The field that `default:port` reads.
pub(super) const EFFECTIVE_PORT: &str = "effective_port";

/// The columns of the list in the help.
const WIDTH: usize = 78;
const INDENT: &str = "  ";

/// Returns the row of a field that a function reads.
const fn row(name: &'static str, help: &'static str, kind: Kind, scope: Scope, read: Read) -> Row {
    let (ignores_case, in_records, part) = (false, false, "");
    Row { name, help, kind, scope, ignores_case, in_records, part, read }
}

/// Returns the row of a part, whose declaration has the help.
const fn part(name: &'static str, part: &'static str) -> Row {
    Row { part, ..row(name, "", Text, OfUrl, |it| it.part()) }
}

impl Row {
    const fn in_any_case(self) -> Self {
        Self { ignores_case: true, ..self }
    }

    const fn in_records(self) -> Self {
        Self { in_records: true, ..self }
    }

    /// Returns the field of a name, or `None` if there is none. Records call `valid` `ok`.
    pub(super) fn find(name: &str) -> Option<&'static Self> {
        let name = if name == "ok" { "valid" } else { name };
        let named = FIELDS.iter().find(|row| row.name == name);
        let of_part = || FIELDS.iter().find(|row| row.part == name && !name.is_empty());
        named.or_else(of_part).or_else(|| {
            parts().into_iter().map(Part::name).find(|part| *part == name).map(|name| {
                // The fields of a command line live as long as the program.
                &*Box::leak(Box::new(part(name, name)))
            })
        })
    }

    /// Returns all names, in the order of the help.
    pub(super) fn all() -> impl Iterator<Item = &'static str> + Clone {
        let names = || FIELDS.iter().map(|row| row.name);
        let parts = parts().into_iter().map(Part::name);
        names().chain(parts.filter(move |part| names().all(|name| name != *part)))
    }

    /// Returns the rows of the table with their help.
    pub(crate) fn helps() -> impl Iterator<Item = (&'static str, &'static str)> {
        let parts = parts();
        FIELDS.iter().map(move |row| {
            let part = parts.iter().find(|part| part.name() == row.part);
            (row.name, part.map_or(row.help, |part| part.meaning))
        })
    }

    /// Returns the list of the fields for the help of a command.
    pub(crate) fn list() -> String {
        let names = |of_captures: bool| {
            let rows = FIELDS.iter().filter(|row| (row.scope == Capture) == of_captures);
            rows.map(|row| row.name).collect::<Vec<_>>()
        };
        let (names, captures) = (names(false).join(", "), names(true).join(", "));
        let text = format!(
            "{names}, with --cdx or --warc {captures}, and the names of parts that `parse` lists. \
             `path` has no / before it."
        );
        let lines = wrap(&text, WIDTH - INDENT.len()).into_iter();
        lines.map(|line| format!("{INDENT}{line}")).collect::<Vec<_>>().join("\n")
    }
}
