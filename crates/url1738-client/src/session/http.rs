//! The answers of HTTP/1.0 servers: a head, and the content.

use httparse::{EMPTY_HEADER, ParserConfig, Response};

use super::{lines::Lines, script::Script};
use crate::{error::Error, outcome::number, secrets::encoded};

/// An answer as it arrives.
#[derive(Debug, Default)]
pub(super) struct Answer {
    state: State,
    lines: Lines,
    /// The lines of the head so far.
    head: Vec<u8>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Head,
    /// The content has this length, or ends with the connection.
    Body(Option<u64>),
    Over,
}

impl Answer {
    /// Returns whether all of the content came.
    pub(super) fn is_over(&self) -> bool {
        self.state == State::Over
    }

    /// Returns the content in `octets`. Empty octets are the end of the connection.
    pub(super) fn take(&mut self, script: &mut Script, octets: &[u8]) -> Result<Vec<u8>, Error> {
        match self.state {
            State::Head if octets.is_empty() => return Err(script.closed()),
            State::Head => self.lines.push(octets),
            State::Body(length) => return self.body(script, length, octets),
            State::Over => return Ok(Vec::new()),
        }
        while let Some(line) = self.lines.next(script)? {
            // Some servers send lines that are not headers. A line that begins with a space continues the one before.
            let is_header =
                line.contains(&b':') || matches!(line.first(), None | Some(b' ' | b'\t'));
            let is_status = self.head.is_empty();
            if !is_status && !is_header {
                continue;
            }
            self.head.extend_from_slice(&line);
            self.head.push(b'\n');
            // A server that speaks no HTTP shows it in its first line, and may send no empty one.
            if !is_status && !line.is_empty() {
                continue;
            }
            let Some(length) = judge(script, &self.head)? else {
                // The final response follows an interim one. A status alone decides nothing.
                if !is_status {
                    self.head.clear();
                }
                continue;
            };
            script.outcome.announced_len = length;
            self.state = State::Body(length);
            let begun = self.lines.take_rest();
            // Empty octets are the end of the connection, except for a content that is empty.
            if !begun.is_empty() || length == Some(0) {
                return self.body(script, length, &begun);
            }
        }
        Ok(Vec::new())
    }

    /// Returns the content in octets of the body. What follows the announced octets is ignored.
    fn body(
        &mut self,
        script: &Script,
        length: Option<u64>,
        octets: &[u8],
    ) -> Result<Vec<u8>, Error> {
        let received = script.outcome.content_len;
        // INVARIANT: no more than the announced octets is returned, so no more is counted.
        let left = length.map(|length| length - received);
        if let (Some(expected), Some(1..), []) = (length, left, octets) {
            return Err(Error::Truncated { step: script.stage(), expected, received });
        }
        let most = left.and_then(|left| usize::try_from(left).ok()).unwrap_or(usize::MAX);
        let content = &octets[..octets.len().min(most)];
        if octets.is_empty() || left == Some(content.len() as u64) {
            self.state = State::Over;
        }
        Ok(content.to_vec())
    }
}

/// Returns the length of the content that follows a head, if it has one. Returns `None` while the head is not complete, and
/// for an interim response, which a client skips although no server may send one to HTTP/1.0 (RFC 9110, 15.2).
///
/// # Errors
/// Returns an error unless a body follows that is the content.
fn judge(script: &mut Script, head: &[u8]) -> Result<Option<Option<u64>>, Error> {
    let lines = || head.split(|octet| *octet == b'\n');
    let mut headers = vec![EMPTY_HEADER; lines().count()];
    let mut response = Response::new(&mut headers);
    let config = || {
        ParserConfig::default()
            .allow_multiple_spaces_in_response_status_delimiters(true)
            .allow_obsolete_multiline_headers_in_responses(true)
            .clone()
    };
    let status = lines().next().unwrap_or(head);
    // Each header by itself, after the status, shows which one is wrong.
    let wrong = || {
        let mut after = lines().skip(1);
        let is_wrong = |header: &&[u8]| {
            let (mut one, text) = ([EMPTY_HEADER; 1], [status, b"\n", *header, b"\n\n"].concat());
            config().parse_response(&mut Response::new(&mut one), &text).is_err()
        };
        after.find(is_wrong).unwrap_or(status)
    };
    let is_complete = match config().parse_response(&mut response, head) {
        Ok(parsed) => parsed.is_complete(),
        Err(httparse::Error::Version | httparse::Error::Status) => {
            return Err(script.protocol(STATUS, status));
        }
        // Some take a name with a space for the name, some do not (RFC 9112, 5.1).
        Err(httparse::Error::HeaderName) => {
            return Err(script.protocol("the name of a header ends with its colon", wrong()));
        }
        Err(_) => return Err(script.protocol("a header has no control characters", wrong())),
    };
    let code = response.code.filter(|code| (100..600).contains(code));
    // The parser skips empty lines before the status.
    let Some(code) = code.filter(|_| head.starts_with(b"HTTP")) else {
        return Err(script.protocol(STATUS, status));
    };
    if !is_complete {
        return Ok(None);
    }
    let (mut length, mut location, mut is_chunked) = (None, None, false);
    for header in response.headers {
        let (name, value) = (header.name, header.value);
        if name.eq_ignore_ascii_case("content-length") {
            let now: Option<u64> = number(value);
            let Some(now) = now else {
                return Err(script.protocol("Content-Length is a number", value));
            };
            if length.is_some_and(|before| before != now) {
                return Err(script.protocol("one Content-Length is sent", value));
            }
            length = Some(now);
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            is_chunked |= !value.eq_ignore_ascii_case(b"identity");
        } else if name.eq_ignore_ascii_case("location") {
            location = location.or(Some(value));
        }
    }
    // INVARIANT: `HTTP/1.0 404 Not Found`, as far as the code. The parser returns no reason that is not US-ASCII.
    let reason = status["HTTP/1.0".len()..].trim_ascii_start()["404".len()..].trim_ascii();
    let reply = script.note(code, reason);
    match (reply.class(), location) {
        (1, _) if code != 101 => return Ok(None),
        (2, _) => {}
        // Neither a page that has not changed nor a proxy is another place of the content.
        (3, Some(location)) if !(304..=306).contains(&code) => {
            // Many servers write a `~` as it is, some a space or UTF-8. The limit of a reply bounds the location.
            let location = encoded(&script.secrets.mask(location), b"-_.+$!*'(),%;/?:@&=#");
            return Err(Error::Redirected { step: script.stage(), location });
        }
        _ => return Err(script.rejected(reply)),
    }
    if is_chunked {
        let expected = "the answer to an HTTP/1.0 request has no transfer encoding";
        return Err(script.protocol(expected, b"Transfer-Encoding"));
    }
    match code {
        204 => Ok(Some(Some(0))),
        206 => {
            let expected = "the answer to a request for all of the content is not a part";
            Err(script.protocol(expected, b"206"))
        }
        _ => Ok(Some(length)),
    }
}

const STATUS: &str = "an HTTP response begins with a status";
