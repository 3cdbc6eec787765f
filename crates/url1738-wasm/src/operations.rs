//! What the library does, as records.

use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString as _},
    vec::Vec,
};

use percent_encoding::percent_decode_str;
use url1738::{
    Change, EditError, Editor, Error, Escaped, Lints, Part, PartSpan, Redacted, Repaired, Safety,
    Span, Url,
    codes::CodeInfo,
    context::find_iter,
    relative::{JoinError, Joined, Resolution},
};

use crate::{offsets::Offsets, record::Record};

/// Writes the span of a text as two numbers.
fn span(offsets: &mut Offsets<'_>, span: Span, record: &mut Record) {
    record.number(offsets.get(span.start as usize));
    record.number(offsets.get(span.end as usize));
}

/// Writes `ok: false` and the error, with a message and a help that repeat nothing of a secret.
fn failed(text: &str, error: &Error, record: &mut Record) {
    let masked = Redacted::new(text.as_bytes());
    record.object("ok,error");
    record.boolean(false);
    record.object("code,part,rule,start,end,message,help,fix");
    record.constant(error.code());
    record.constant(error.part().name());
    record.text(&error.rule().to_string());
    let mut offsets = Offsets::new(text);
    span(&mut offsets, error.span(), record);
    record.text(&url1738_picture::title(error, &masked));
    let known = Some(error).filter(|error| !masked.covers(error.span()));
    let help = known.map_or_else(|| error.help().to_string(), |it| Url::help(text, it));
    record.text(&help);
    match known.and_then(|error| Url::fix(text, error)) {
        Some(fix) => {
            record.object("start,end,text");
            span(&mut offsets, fix.span, record);
            record.text(&fix.text);
        }
        None => record.null(),
    }
}

/// Parses a text. The one call of the parser: it is compiled where it is called, which takes 30 kB.
pub(crate) fn parse_url(text: &str) -> Result<Url<&str>, Error> {
    Url::parse_bytes(text.as_bytes())
}

/// Parses a text, and writes the error if it is not a URL.
fn url_or_error<'t>(text: &'t str, record: &mut Record) -> Option<Url<&'t str>> {
    parse_url(text).map_err(|error| failed(text, &error, record)).ok()
}

pub(crate) fn parse(text: &str, record: &mut Record) {
    let Some(url) = url_or_error(text, record) else { return };
    record.object("ok,scheme,parts");
    record.boolean(true);
    match url.scheme_info().name {
        "" => record.text(url.scheme()),
        name => record.constant(name),
    }
    let (list, mut len) = (record.begin_parts(), 0_u32);
    // A URL is US-ASCII.
    url.each_part(&mut |PartSpan { part, span: Span { start, end } }| {
        record.part(part.name(), start, end);
        len = len.saturating_add(1);
    });
    record.end(list, len);
}

/// Writes what the parts of a URL mean, decoded; octets that are not UTF-8 become U+FFFD.
pub(crate) fn values(text: &str, record: &mut Record) {
    let Ok(url) = parse_url(text) else { return record.null() };
    record.object("host,port,portOrDefault,user,password,path,segments,search,pairs");
    record.optional_text(url.host_str());
    record.optional_number(url.port());
    record.optional_number(url.port_or_default());
    decoded(url.user(), record);
    decoded(url.password(), record);
    record.optional_text(url.path().map(Escaped::as_str));
    match &url {
        Url::Other(url) => list(url.segments(), record),
        Url::Prospero(url) => list(url.segments(), record),
        url => {
            let mut segments = Vec::new();
            url.each_part(&mut |PartSpan { part, span }| {
                if part.is_segment() {
                    segments.push(Escaped::new_validated(span.slice(text)));
                }
            });
            list(segments.into_iter(), record);
        }
    }
    let search = url.search();
    decoded(search, record);
    // What gopher and wais search for is words.
    let query = search.filter(|_| !matches!(url, Url::Gopher(_) | Url::Wais(_)));
    let pairs: Vec<_> = query.into_iter().flat_map(Escaped::pairs).collect();
    record.list(pairs.len());
    for (name, value) in pairs {
        record.list(2);
        decoded(Some(name), record);
        decoded(value, record);
    }
}

fn list<'a>(values: impl Iterator<Item = Escaped<'a>>, record: &mut Record) {
    let values: Vec<_> = values.collect();
    record.list(values.len());
    values.into_iter().for_each(|value| decoded(Some(value), record));
}

fn decoded(value: Option<Escaped<'_>>, record: &mut Record) {
    match value {
        Some(value) => record.text(&String::from_utf8_lossy(&value.decode())),
        None => record.null(),
    }
}

/// A word of an input that has several: percent-encoded, so that spaces, `=`, `,` and `:` separate words.
fn word(word: &str) -> Cow<'_, [u8]> {
    percent_decode_str(word).into()
}

/// Returns the words of an input: the first, decoded, and the others.
fn words(input: &str) -> (String, impl Iterator<Item = &str>) {
    let mut words = input.split(' ');
    let first = word(words.next().unwrap_or_default());
    (String::from_utf8_lossy(&first).into_owned(), words)
}

/// Builds a URL: a scheme, and words `name=value,value` for its parts.
pub(crate) fn build(input: &str, record: &mut Record) {
    let (scheme, parts) = words(input);
    edited(Url::editor(&scheme), parts, record);
}

/// Edits a URL: its text, and words `name=value,value`, or `name` to remove a part.
pub(crate) fn edit(input: &str, record: &mut Record) {
    let (text, parts) = words(input);
    if let Some(url) = url_or_error(&text, record) {
        edited(url.edit(), parts, record);
    }
}

fn edited<'a>(mut editor: Editor, parts: impl Iterator<Item = &'a str>, record: &mut Record) {
    for part in parts {
        let (name, values) = part.split_once('=').unwrap_or((part, ""));
        let values = values.split(',').filter(|_| part.contains('='));
        match set(editor.clone(), name, values) {
            Ok(edited) => editor = edited,
            Err((name, value, found)) => return refuse(&editor, name, Some(&value), found, record),
        }
    }
    match editor.text() {
        Ok(url) => address(&url, record),
        Err(found) => refuse(&editor, "", None, found, record),
    }
}

/// The name of a part, its last value, and why it is refused.
type Refused<'a> = (&'a str, Vec<u8>, EditError);

fn set<'a>(
    editor: Editor,
    name: &'a str,
    values: impl Iterator<Item = &'a str>,
) -> Result<Editor, Refused<'a>> {
    let pair = |pair: &'a str| match pair.split_once(':') {
        Some((name, value)) => (word(name), Some(word(value))),
        None => (word(pair), None),
    };
    if matches!(name, "fields" | "pairs") {
        let edited = editor.set_pairs(name, values.map(pair));
        return edited.map_err(|found| (name, Vec::new(), found));
    }
    let values: Vec<_> = values.map(word).collect();
    let last = values.last().map(|value| value.to_vec()).unwrap_or_default();
    editor.set(name, values).map_err(|found| (name, last, found))
}

/// Writes why a part cannot be set: the error of its value, or a message about the parts.
fn refuse(
    editor: &Editor,
    name: &str,
    value: Option<&[u8]>,
    found: EditError,
    record: &mut Record,
) {
    match found {
        EditError::Value { part, error } => {
            let set = || editor.get(part.name()).into();
            let text = value.map_or_else(set, |value| editor.written(part.name(), value));
            failed(&text, &error, record);
        }
        found => {
            record.object("refused");
            record.text(&match found {
                EditError::NoSuchPart => format!("{found}: {name}"),
                found => found.to_string(),
            });
        }
    }
}

/// Resolves a reference: a base, a reference, and the number of the RFC with the rules.
pub(crate) fn join(input: &str, record: &mut Record) {
    let (text, mut others) = words(input);
    let mut next =
        || String::from_utf8_lossy(&word(others.next().unwrap_or_default())).into_owned();
    let (reference, rules) = (next(), next());
    let Some(base) = url_or_error(&text, record) else { return };
    let rules = if rules == "3986" { Resolution::Rfc3986 } else { Resolution::Rfc1808 };
    match base.join_with(&reference, rules) {
        Ok(Joined { url, fragment, lints, inherits_fragment, .. }) => {
            record.object("ok,url,fragment,lints,inheritsFragment");
            record.boolean(true);
            record.text(url.as_str());
            record.optional_text(fragment.as_deref());
            list_lints(&lints, record);
            record.boolean(inherits_fragment);
        }
        Err(JoinError::InvalidInBase { error, .. }) => failed(&text, &error, record),
        Err(found) => match found.error() {
            Some(error) => failed(&reference, error, record),
            None => {
                record.object("ok,error");
                record.boolean(false);
                record.object("code,part,rule,start,end,message,help,fix");
                record.constant(found.code());
                record.null();
                record.null();
                span(&mut Offsets::new(&reference), found.span(), record);
                record.text(&found.to_string());
                record.text(&found.help());
                record.null();
            }
        },
    }
}

fn address(url: &str, record: &mut Record) {
    record.object("ok,url");
    record.boolean(true);
    record.text(url);
}

pub(crate) fn plan(text: &str, record: &mut Record) {
    let Some(url) = url_or_error(text, record) else { return };
    let plan = match url.plan() {
        Ok(plan) => plan,
        Err(refusal) => {
            record.object("ok,refused");
            record.boolean(false);
            return finding(refusal.part, refusal.span, refusal.info, record);
        }
    };
    record.object("ok,endpoint,steps,warnings");
    record.boolean(true);
    record.text(&plan.endpoint.to_string());
    record.list(plan.steps.len());
    for step in &plan.steps {
        record.text(&step.to_string());
    }
    record.list(plan.warnings.len());
    for warning in &plan.warnings {
        record.object("code,message");
        record.constant(warning.code());
        record.constant(warning.message());
    }
}

/// Writes a lint or a refusal of a URL, which is US-ASCII.
fn finding(part: &Part, span: Span, info: &CodeInfo, record: &mut Record) {
    record.object("code,part,start,end,message");
    record.constant(info.code);
    record.constant(part.name());
    record.number(span.start);
    record.number(span.end);
    record.constant(info.message);
}

pub(crate) fn normalize(text: &str, record: &mut Record) {
    if let Some(url) = url_or_error(text, record) {
        address(&url.normal_form(), record);
    }
}

pub(crate) fn repair(text: &str, record: &mut Record) {
    match Url::repair(text) {
        Ok(repaired) => self::repaired(text, &repaired, record),
        Err(error) => failed(text, &error, record),
    }
}

/// Repairs the scheme of a text, or writes `null` if it is known or resembles none.
pub(crate) fn repair_scheme(text: &str, record: &mut Record) {
    let mut changes = Vec::new();
    match Url::repair_scheme(text.as_bytes(), &mut |change| changes.push(change)) {
        Some(mut found) => {
            found.changes = changes;
            repaired(text, &found, record);
        }
        None => record.null(),
    }
}

fn repaired(text: &str, repaired: &Repaired<Url>, record: &mut Record) {
    record.object("ok,url,fragment,safe,changes");
    record.boolean(true);
    record.text(repaired.url.as_str());
    record.optional_text(repaired.fragment.as_deref());
    record.boolean(repaired.is_safe());
    record.list(repaired.changes.len());
    let mut offsets = Offsets::new(text);
    for change in &repaired.changes {
        let Change { span: at, text, part, info, safety, .. } = change;
        record.object("start,end,text,part,code,reason,safe");
        span(&mut offsets, *at, record);
        record.text(text);
        record.constant(part.name());
        record.constant(info.code);
        record.constant(info.message);
        record.boolean(*safety == Safety::Safe);
    }
}

pub(crate) fn lints(text: &str, record: &mut Record) {
    if let Some(url) = url_or_error(text, record) {
        record.object("ok,lints");
        record.boolean(true);
        list_lints(&url.lints(), record);
    }
}

pub(crate) fn list_lints(lints: &Lints, record: &mut Record) {
    record.list(lints.len());
    lints.iter().for_each(|lint| finding(lint.part, lint.span, lint.info, record));
}

pub(crate) fn find(text: &str, record: &mut Record) {
    let mut offsets = Offsets::new(text);
    let all: Vec<_> = find_iter(text.as_bytes()).collect();
    record.list(all.len());
    for found in all {
        record.object("start,end,url,fragment,code");
        span(&mut offsets, found.span.clone().into(), record);
        record.text(&found.url);
        record.optional_text(found.fragment.as_deref());
        match parse_url(&found.url) {
            _ if found.is_truncated() => record.constant("truncated"),
            Ok(_) => record.null(),
            Err(error) => record.constant(error.code()),
        }
    }
}
