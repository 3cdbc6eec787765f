//! One text as RFC 1738, RFC 3986 and the WHATWG URL Standard (<https://url.spec.whatwg.org/>) read it.
//!
//! The crate `url` reads other URLs as the standard does, but of `file` URLs it drops empty path segments and the host
//! before the letter of a drive, which an older edition of the standard demanded.

use url::Host;
use url1738::reading::Reading;
use url1738_picture::Comparison;

use crate::{
    diagnostics::{Passwords, sanitized::masked_bytes},
    line::Line,
};

/// Parses a line by each of the three standards.
pub(crate) fn compare(line: &Line<'_>, passwords: Passwords) -> Comparison {
    // Without its fragment, it does not show that it has a password.
    let divided = line.divided_password(passwords).map(|_| masked_bytes(line.redacted(passwords)));
    let bytes = divided.as_deref().unwrap_or(line.bytes);
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
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let (rest, after) = rest.split_at(end);
    let (host, path) = host_and_path(rest)?;
    let path = format!("/{path}");
    // The letter of a drive stays, whatever `..` removes.
    let (drive, rest) = match path.get(1..3) {
        Some(drive) if is_drive(drive) && !path[3..].starts_with(|c| !is_slash(c)) => {
            path.split_at(3)
        }
        _ => ("", &*path),
    };
    // What follows the host and the drive is read like that of other schemes.
    let like = url::Url::parse(&format!("http://host{rest}{after}"))?;
    let mut reading = Reading::of_whatwg(&like, port);
    (reading.scheme, reading.host, reading.port) = ("file".to_owned(), host, port);
    let path = if rest.is_empty() { "" } else { like.path() };
    // The crate leaves `^` as it is, which the standard encodes in paths.
    reading.path = drive.replace('|', ":") + &path.replace('^', "%5E");
    Ok(reading)
}

const fn is_slash(c: char) -> bool {
    matches!(c, '/' | '\\')
}

fn is_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// The states from "file state" to "path start state": the path is what follows the slash before its first segment.
fn host_and_path(rest: &str) -> Result<(Option<String>, &str), url::ParseError> {
    // "File slash state": one slash begins a path, two begin a host.
    let Some(one) = rest.strip_prefix(is_slash) else { return Ok((None, rest)) };
    let Some(two) = one.strip_prefix(is_slash) else { return Ok((None, one)) };
    let (host, path) = two.split_once(is_slash).unwrap_or((two, ""));
    Ok(match host {
        "" => (None, path),
        _ if is_drive(host) => (None, two),
        _ => (Some(Host::parse(host)?.to_string()).filter(|host| host != "localhost"), path),
    })
}
