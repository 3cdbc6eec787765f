//! What the library does, as records.

use alloc::string::ToString as _;

use url1738::{
    Change, Error, Lint, Lints, PartSpan, Redacted, Safety, Span, Url, context::find_iter,
    plan::Refusal,
};

use crate::{offsets::Offsets, record::Record};

/// The keys of a lint or a refusal.
const FINDING: &str = "code,part,start,end,message";

/// Writes the span of a text as two numbers.
pub(crate) fn span(offsets: &mut Offsets<'_>, span: Span, record: &mut Record) {
    record.number(offsets.get(span.start as usize));
    record.number(offsets.get(span.end as usize));
}

/// Writes `ok: false` and the error.
fn failed(text: &str, error: &Error, record: &mut Record) {
    record.object("ok,error");
    record.boolean(false);
    self::error(text, error, record);
}

/// Writes an error, with a message and a help that repeat nothing of a secret.
pub(crate) fn error(text: &str, error: &Error, record: &mut Record) {
    let masked = Redacted::new(text.as_bytes());
    record.object("code,part,rule,start,end,message,help");
    record.constant(error.code());
    record.constant(error.part().name());
    record.text(&error.rule().to_string());
    span(&mut Offsets::new(text), error.span(), record);
    record.text(&url1738_picture::title(error, &masked));
    let known = Some(error).filter(|error| !masked.covers(error.span()));
    let help = known.map_or_else(|| error.help().to_string(), |it| Url::help(text, it));
    record.text(&help);
}

/// Parses a text. The one call of the parser: it is compiled where it is called, which takes 30 kB.
pub(crate) fn parse_url(text: &str) -> Result<Url<&str>, Error> {
    Url::parse_bytes(text.as_bytes())
}

pub(crate) fn parse(text: &str, record: &mut Record) {
    let url = match parse_url(text) {
        Ok(url) => url,
        Err(error) => return failed(text, &error, record),
    };
    record.object("ok,scheme,parts");
    record.boolean(true);
    scheme(&url, record);
    let (list, mut len) = (record.begin(), 0_u32);
    // A URL is US-ASCII.
    url.each_part(&mut |PartSpan { part, span: Span { start, end } }| {
        record.part(part.name(), start, end);
        len = len.saturating_add(1);
    });
    record.end_parts(list, len);
}

/// Writes the name of the scheme.
fn scheme(url: &Url<&str>, record: &mut Record) {
    match url.scheme_info().name {
        "" => record.text(url.scheme()),
        name => record.constant(name),
    }
}

pub(crate) fn plan(text: &str, record: &mut Record) {
    let url = match parse_url(text) {
        Ok(url) => url,
        Err(error) => return failed(text, &error, record),
    };
    let plan = match url.plan() {
        Ok(plan) => plan,
        Err(refusal) => {
            record.object("ok,refused");
            record.boolean(false);
            return refused(&refusal, record);
        }
    };
    record.object("ok,endpoint,steps,warnings");
    record.boolean(true);
    record.text(&plan.endpoint().to_string());
    record.list(plan.steps().len());
    for step in plan.steps() {
        record.text(&step.to_string());
    }
    record.list(plan.warnings().len());
    for warning in plan.warnings() {
        record.object("code,message");
        record.constant(warning.code());
        record.constant(warning.message());
    }
}

fn refused(refusal: &Refusal, record: &mut Record) {
    record.object(FINDING);
    record.constant(refusal.code());
    record.constant(refusal.part.name());
    record.number(refusal.span.start);
    record.number(refusal.span.end);
    record.constant(refusal.reason());
}

pub(crate) fn normalize(text: &str, record: &mut Record) {
    match parse_url(text) {
        Ok(url) => {
            record.object("ok,url");
            record.boolean(true);
            record.text(&url.normal_form());
        }
        Err(error) => failed(text, &error, record),
    }
}

pub(crate) fn repair(text: &str, record: &mut Record) {
    let repaired = match Url::repair(text) {
        Ok(repaired) => repaired,
        Err(error) => return failed(text, &error, record),
    };
    record.object("ok,url,safe,changes");
    record.boolean(true);
    record.text(repaired.url.as_str());
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
    match parse_url(text) {
        Ok(url) => {
            record.object("ok,lints");
            record.boolean(true);
            list_lints(&url.lints(), record);
        }
        Err(error) => failed(text, &error, record),
    }
}

/// Writes the lints of a URL, which is US-ASCII.
pub(crate) fn list_lints(lints: &Lints, record: &mut Record) {
    record.list(lints.len());
    for lint in lints {
        let Lint { part, span, .. } = lint;
        record.object(FINDING);
        record.constant(lint.code());
        record.constant(part.name());
        record.number(span.start);
        record.number(span.end);
        record.constant(lint.message());
    }
}

pub(crate) fn find(text: &str, record: &mut Record) {
    let mut offsets = Offsets::new(text);
    let (list, mut len) = (record.begin(), 0_u32);
    for found in find_iter(text.as_bytes()) {
        record.object("start,end,url,code");
        let (start, end) = (offsets.get(found.span.start), offsets.get(found.span.end));
        record.number(start);
        record.number(end);
        let is_as_written = text.get(found.span.clone()) == Some(&*found.url);
        match (u32::try_from(start), u32::try_from(end)) {
            (Ok(start), Ok(end)) if is_as_written && offsets.is_ascii() => record.slice(start, end),
            _ => record.text(&found.url),
        }
        match parse_url(&found.url) {
            _ if found.is_truncated() => record.constant("truncated"),
            Ok(_) => record.null(),
            Err(error) => record.constant(error.code()),
        }
        len = len.saturating_add(1);
    }
    record.end(list, len);
}
