//! One text as RFC 1738, RFC 3986 and the WHATWG URL Standard (<https://url.spec.whatwg.org/>) read it.
//!
//! The crate `url` reads other URLs as the standard does, but of `file` URLs it drops empty path segments and the host
//! before the letter of a drive, which an older edition of the standard demanded.

use core::fmt::Write as _;

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
    let file = match read(text) {
        None => return url::Url::parse(text).map(|url| Reading::of_whatwg(&url, port)),
        Some(file) => file?,
    };
    let mut reading = Reading::default();
    reading.scheme = "file".to_owned();
    reading.host = file.host;
    (reading.path, reading.query, reading.fragment) = (file.path, file.query, file.fragment);
    Ok(reading)
}

/// The components of a `file` URL.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FileUrl {
    /// `None` for this machine.
    host: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

/// Reads a text, or returns `None` if it is not a `file` URL. The error is that of the host.
fn read(text: &str) -> Option<Result<FileUrl, url::ParseError>> {
    let text = text.trim_matches(|c| c <= ' ');
    let text: String = text.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let rest = text.get(..4).filter(|scheme| scheme.eq_ignore_ascii_case("file"));
    let rest = rest.and_then(|_| text.get(4..)?.strip_prefix(':'))?;
    let (rest, fragment) = split_once(rest, '#');
    let (rest, query) = split_once(rest, '?');
    Some(host_and_path(rest).map(|(host, path)| FileUrl {
        host,
        path,
        query: query.map(|query| encode(query, is_special_query)),
        fragment: fragment.map(|fragment| encode(fragment, is_fragment)),
    }))
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
        match dots.as_str() {
            ".." => {
                // The letter of a drive stays.
                let is_drive =
                    segments.len() == 1 && segments.iter().all(|it| is_normal_drive_letter(it));
                if !is_drive {
                    segments.pop();
                }
                if is_last {
                    segments.push(String::new());
                }
            }
            "." => {
                if is_last {
                    segments.push(String::new());
                }
            }
            _ if segments.is_empty() && is_drive_letter(segment) => {
                segments.push(segment.replace('|', ":"));
            }
            _ => segments.push(encode(segment, is_path)),
        }
    }
    format!("/{}", segments.join("/"))
}

fn is_drive_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

fn is_normal_drive_letter(text: &str) -> bool {
    is_drive_letter(text) && text.ends_with(':')
}

/// The path percent-encode set.
const fn is_path(byte: u8) -> bool {
    is_fragment(byte) && !matches!(byte, b'#' | b'?' | b'^' | b'{' | b'}')
}

/// The fragment percent-encode set. These functions return whether a byte is not in their set.
const fn is_fragment(byte: u8) -> bool {
    byte > b' ' && byte < 0x7F && !matches!(byte, b'"' | b'<' | b'>' | b'`')
}

/// The special-query percent-encode set.
const fn is_special_query(byte: u8) -> bool {
    byte > b' ' && byte < 0x7F && !matches!(byte, b'"' | b'#' | b'<' | b'>' | b'\'')
}

fn encode(text: &str, is_kept: fn(u8) -> bool) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if is_kept(byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}
