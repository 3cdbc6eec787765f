//! One text as RFC 1738, RFC 3986 and the WHATWG URL Standard (<https://url.spec.whatwg.org/>) read it.
//!
//! The crate `url` reads other URLs as the standard does, but of `file` URLs it drops empty path segments and the host
//! before the letter of a drive, which an older edition of the standard demanded.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use url::Host;
use url1738::reading::Reading;
use url1738_picture::Comparison;

use crate::diagnostics::Passwords;

/// Parses `bytes` by each of the three standards.
pub(crate) fn compare(bytes: &[u8], passwords: Passwords) -> Comparison {
    Comparison::new(bytes, passwords.keeps(), |text, port| {
        of_whatwg(text, port).map_err(|error| error.to_string())
    })
}

/// Returns the reading of the WHATWG URL Standard.
fn of_whatwg(text: &str, port: Option<u16>) -> Result<Reading, url::ParseError> {
    let trimmed = text.trim_matches(|c| c <= ' ');
    let file: String = trimmed.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let is_file = |(scheme, _): &(&str, &str)| scheme.eq_ignore_ascii_case("file");
    let Some((_, rest)) = file.split_once(':').filter(is_file) else {
        return url::Url::parse(text).map(|url| Reading::of_whatwg(&url, port));
    };
    let (rest, fragment) = split_once(rest, '#');
    let (rest, query) = split_once(rest, '?');
    let mut reading = Reading::default();
    reading.scheme = "file".to_owned();
    (reading.host, reading.path) = host_and_path(rest)?;
    reading.query = query.map(|query| encode(query, SPECIAL_QUERY));
    reading.fragment = fragment.map(|fragment| encode(fragment, FRAGMENT));
    Ok(reading)
}

fn split_once(text: &str, at: char) -> (&str, Option<&str>) {
    text.split_once(at).map_or((text, None), |(text, rest)| (text, Some(rest)))
}

const fn is_slash(c: char) -> bool {
    matches!(c, '/' | '\\')
}

/// The states from "file state" to "path start state".
fn host_and_path(rest: &str) -> Result<(Option<String>, String), url::ParseError> {
    // "file slash state": one slash begins a path, two begin a host.
    let Some(one) = rest.strip_prefix(is_slash) else { return Ok((None, path(rest))) };
    let Some(two) = one.strip_prefix(is_slash) else { return Ok((None, path(one))) };
    let end = two.find(is_slash).unwrap_or(two.len());
    let (host, after) = two.split_at(end);
    if is_drive_letter(host) {
        return Ok((None, path(two)));
    }
    let host = match host {
        "" => None,
        _ => Some(Host::parse(host)?.to_string()).filter(|host| host != "localhost"),
    };
    Ok((host, path(after.strip_prefix(is_slash).unwrap_or(after))))
}

/// "Path state", from after the slash before the first segment.
fn path(text: &str) -> String {
    let mut segments: Vec<String> = Vec::new();
    let mut rest = text.split(is_slash).peekable();
    while let Some(segment) = rest.next() {
        let is_last = rest.peek().is_none();
        let dots = segment.to_ascii_lowercase().replace("%2e", ".");
        // The letter of a drive stays.
        let is_drive = |it: &str| is_drive_letter(it) && it.ends_with(':');
        match dots.as_str() {
            ".." if matches!(&*segments, [only] if is_drive(only)) => {}
            ".." => drop(segments.pop()),
            "." => {}
            _ if segments.is_empty() && is_drive_letter(segment) => {
                segments.push(segment.replace('|', ":"));
            }
            _ => segments.push(encode(segment, PATH)),
        }
        if is_last && matches!(&*dots, "." | "..") {
            segments.push(String::new());
        }
    }
    format!("/{}", segments.join("/"))
}

fn is_drive_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// The fragment percent-encode set.
const FRAGMENT: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');

/// The path percent-encode set.
const PATH: &AsciiSet = &FRAGMENT.add(b'#').add(b'?').add(b'^').add(b'{').add(b'}');

/// The special-query percent-encode set.
const SPECIAL_QUERY: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>').add(b'\'');

fn encode(text: &str, set: &'static AsciiSet) -> String {
    utf8_percent_encode(text, set).to_string()
}
