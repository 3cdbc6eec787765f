//! The secrets of running text, those among them that a line break or a space divides.

use core::ops::Range;

use std::io;

use url1738::{Redacted, Span, syntax::MASK};

use crate::{diagnostics::Passwords, pipeline::content::whole_lines};

/// How far from an error its line is shown, and around that the secrets are searched. A line may have megabytes, and a report
/// on each of its URLs must not scan all of it.
pub(super) const FAR: usize = 4096;
/// A little more than how far [`Redacted::of_text`] searches for the `@` after a space: a password may contain spaces.
pub(super) const NEAR: usize = 80;

/// A [`Redacted`] text lists a few secrets exactly.
const FEW: usize = 4;

/// Returns what there is of a range of a text: a file may have become shorter since it was read.
pub(crate) fn slice(text: &[u8], range: Range<usize>) -> &[u8] {
    text.get(range).unwrap_or(b"")
}

/// Returns a range of the text as a span of one of its pieces.
pub(crate) fn within(range: &Range<usize>, piece: &Range<usize>) -> Span {
    let inside = |at: usize| at.clamp(piece.start, piece.end) - piece.start;
    Span::from(inside(range.start)..inside(range.end))
}

/// Returns the secrets of a line of a text, or of another piece of it: those that it shows, the passwords that a line break
/// divides in the text around it, and one that may go on after it, if it begins after `open`.
pub(crate) fn secrets_of_line(
    text: &[u8],
    line: Range<usize>,
    open: usize,
    masking: Passwords,
) -> Vec<Range<usize>> {
    if masking.keeps() {
        return Vec::new();
    }
    let bytes = slice(text, line.clone());
    let first = line.start.saturating_sub(FAR);
    let before = slice(text, first..line.start.saturating_sub(1));
    let from = first + whole_lines(before);
    let last = text.len().min(line.end + FAR);
    let after = slice(text, line.end..last);
    let to = memchr::memchr_iter(b'\n', after).nth(1).map_or(last, |end| line.end + end);
    let divided = broken_logins(slice(text, from..to), false).into_iter().map(Span::range);
    let divided = divided.map(|it| from + it.start..from + it.end);
    let open = open_login(slice(text, open..line.end)).map(|at| open + at..line.end);
    let around = divided.chain(open).map(|it| within(&it, &line));
    around.chain(spaced_logins(bytes)).map(Span::range).chain(shown_secrets(bytes)).collect()
}

/// Writes a text from an offset on with `***` in place of its secrets. Returns where the last of them ends, or the text if
/// that is later, and their number.
pub(crate) fn write_masked(
    text: &[u8],
    mut from: usize,
    mut secrets: Vec<Range<usize>>,
    out: &mut dyn io::Write,
) -> io::Result<(usize, u64)> {
    let mut count = 0;
    secrets.sort_unstable_by_key(|secret| secret.start);
    let secrets = secrets.into_iter().filter(|secret| !secret.is_empty());
    for secret in secrets.take_while(|secret| secret.start < text.len()) {
        // One that overlaps the last is part of it.
        if secret.start >= from {
            out.write_all(slice(text, from..secret.start))?;
            out.write_all(MASK.as_bytes())?;
            count += 1;
        }
        from = from.max(secret.end);
    }
    out.write_all(slice(text, from.min(text.len())..text.len()))?;
    Ok((from.max(text.len()), count))
}

/// Returns the passwords of logins with a space before the `@`, in the user (`//a b:pw@h`) or in place of a port
/// (`//: pw@h`).
fn spaced_logins(text: &[u8]) -> impl Iterator<Item = Span> {
    memchr::memmem::find_iter(text, b"//").filter_map(|slashes| {
        let from = slashes + 2;
        let rest = text.get(from..)?;
        let space = rest.iter().position(|byte| matches!(byte, b' ' | b'\t' | b'/'))?;
        let near = rest.get(..rest.len().min(space + NEAR))?;
        let near = near.get(..memchr::memmem::find(near, b"//").unwrap_or(near.len()))?;
        let sign = memchr::memrchr(b'@', near)?;
        let colon = memchr::memchr(b':', near)? + 1;
        let port = near
            .get(colon..space)
            .is_some_and(|port| !port.is_empty() && port.iter().all(u8::is_ascii_digit));
        let login = near.get(space) != Some(&b'/') && !port && colon < sign && space < sign;
        login.then(|| Span::from(from + colon..from + sign))
    })
}

/// Returns the pieces of passwords that a line break divides: what follows `//joe:` on its line, and what precedes the
/// `@` in the first word of the next line. If `are_certain`, only those that have an `@`.
pub(super) fn broken_logins(text: &[u8], are_certain: bool) -> Vec<Span> {
    let (mut secrets, mut from) = (Vec::new(), 0);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let (start, shown) = (from, line.trim_ascii_end());
        from += line.len();
        let Some((open, is_port)) = last_login(shown) else { continue };
        let (_, rest) = text.split_at(from);
        let indent = rest.iter().take_while(|byte| b" \t>|#".contains(byte)).count();
        let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'/';
        // Below a port, `MAIL=joe@h` is a setting.
        let word = rest.split_at(indent).1.split(ends).next();
        let word = word.filter(|word| !is_port || !word.contains(&b'='));
        let sign = word.and_then(|word| memchr::memrchr(b'@', word));
        if sign.is_some() || !is_port && !are_certain {
            secrets.push(Span::from(start + open..start + shown.len()));
        }
        if let Some(sign) = sign {
            secrets.push(Span::from(from + indent..from + indent + sign));
        }
    }
    secrets
}

/// Returns the secrets that the lines of a text show.
pub(super) fn shown_secrets(text: &[u8]) -> Vec<Range<usize>> {
    let (mut secrets, mut at) = (Vec::new(), 0);
    for mut rest in text.split_inclusive(|byte| *byte == b'\n') {
        let end = at + rest.len();
        loop {
            // Of many secrets, the last ones are not exact: the rest is searched again.
            let found = Redacted::of_text(rest);
            let few = found.secrets().get(..FEW).unwrap_or(found.secrets());
            secrets.extend(few.iter().map(|it| at + it.range().start..at + it.range().end));
            let Some(last) = few.last().filter(|_| few.len() == FEW) else { break };
            at += last.range().end;
            rest = slice(text, at..end);
        }
        at = end;
    }
    secrets
}

/// Returns the start of a password that may continue after the end of a piece of text: on the next line, or in text that
/// has not been read.
pub(super) fn open_login(text: &[u8]) -> Option<usize> {
    last_login(text).filter(|(_, is_port)| !is_port).map(|(start, _)| start)
}

/// Returns the start of what may be a password or a port at the end of a piece of text, and whether it is more likely a
/// port.
pub(super) fn last_login(text: &[u8]) -> Option<(usize, bool)> {
    let from = memchr::memrchr(b'@', text).map_or(0, |sign| sign + 1);
    let slashes = from + memchr::memmem::rfind(text.get(from..)?, b"//")?;
    let login = slashes + 2;
    let colon = login + text.get(login..)?.iter().position(|byte| b"/?#:\"<>".contains(byte))?;
    let password = text.get(colon..)?.strip_prefix(b":")?;
    // After a port, `?` and `#` begin a query or fragment. In a password they are characters.
    let port = password.first().is_some_and(u8::is_ascii_digit);
    let ends = |byte: &u8| {
        byte.is_ascii_whitespace() || b"/\"<>)".contains(byte) || (port && b"?#".contains(byte))
    };
    let user = text.get(login..colon)?;
    if user.iter().any(u8::is_ascii_whitespace) || password.iter().any(ends) {
        return None;
    }
    // Within open brackets or quotation marks, a URL may continue after a line break, so a number may be the start of a
    // password instead of a port.
    let before = text.get(..slashes)?;
    let mut word = before.iter().rev().take_while(|byte| !byte.is_ascii_whitespace());
    let is_open = word.any(|byte| b"<\"'([{`".contains(byte));
    let is_port = password.iter().all(u8::is_ascii_digit) && !is_open;
    Some((colon + 1, is_port))
}
