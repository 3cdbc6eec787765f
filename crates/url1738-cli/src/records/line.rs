//! What records of lines have in common: their first members, errors, refusals and lints.

use url1738::{Error, Lint, Redacted, plan::Refusal};

use super::object::Object;
use crate::{
    diagnostics::Sanitized,
    line,
    line::{Line, LineFix},
};

/// The most octets that a record lists.
const MAX_OCTETS: usize = 64;

/// The columns of lines that are checked.
pub(crate) const CHECKED: &[&str] = &[
    "file", "line", "ok", "scheme", "part", "code", "rule", "start", "end", "message", "fix",
    "lints", "input", "masked",
];

/// Returns the members that the record of a line begins with. It is about the byte at `start`, whose column counts from 1.
pub(crate) fn of_line(
    line: &Line<'_>,
    input: Sanitized<'_>,
    start: usize,
    ok: bool,
    is_masked: bool,
) -> Object {
    Object::new()
        .with("file", line.origin.known_file())
        .with("line", line.number)
        .with("column", start + 1)
        .with("input", input)
        .with_some("input_base64", input.base64())
        .with("ok", ok)
        .masked(is_masked)
}

/// Returns the record of an error in a line.
pub(crate) fn error(error: &Error, line: &Redacted<'_>, is_reference: bool) -> Object {
    let fix = fix(error, line, is_reference).map(|LineFix { span, text, is_safe }| {
        Object::new().with_span(span).with("text", text).with("safe", is_safe)
    });
    Object::new()
        .with("part", error.part().name())
        .with("code", error.code())
        .with("rule", error.rule().to_string())
        .with_span(error.span())
        .with("message", url1738_picture::title(error, line))
        .with_some("octets", octets(error, line))
        .with("fix", fix)
}

/// Returns the fix of an error in a line. One that would repeat a piece of a secret is left out.
pub(crate) fn fix(error: &Error, line: &Redacted<'_>, is_reference: bool) -> Option<LineFix> {
    if line.covers(error.span()) {
        return None;
    }
    // An edit of more than the error must not touch a secret either.
    line::fix(line.bytes(), is_reference).filter(|fix| !line.covers(fix.span))
}

/// Returns the octets outside US-ASCII that the error is about, in hexadecimal.
fn octets(error: &Error, line: &Redacted<'_>) -> Option<String> {
    let octets = error.span().slice_bytes(line.bytes());
    if line.covers(error.span()) || octets.is_ascii() || octets.len() > MAX_OCTETS {
        return None;
    }
    Some(octets.iter().map(|octet| format!("{octet:02X}")).collect::<Vec<_>>().join(" "))
}

/// Returns the reason why a valid URL has no plan.
pub(crate) fn refusal(refusal: &Refusal) -> Object {
    Object::new()
        .with("part", refusal.part.name())
        .with("code", refusal.code())
        .with_span(refusal.span)
        .with("message", refusal.reason())
}

/// Adds the members of a lint.
pub(crate) fn lint(to: Object, lint: &Lint) -> Object {
    to.with("code", lint.code()).with_span(lint.span).with("message", lint.message())
}
