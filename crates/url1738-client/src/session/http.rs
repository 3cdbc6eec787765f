//! HTTP/1.0: one request, one answer, and the connection ends.

use std::borrow::Cow;

use super::{
    Action, Channel,
    script::{Outgoing, Script},
};
use crate::{
    error::Error,
    reply::{Lines, code},
};

#[derive(Debug, Default)]
pub(super) struct Http {
    state: State,
    lines: Lines,
    header: Header,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Ready,
    Send(Outgoing),
    Header,
    Body(Option<u64>),
    Done,
}

/// What matters of the header.
#[derive(Debug, Default)]
struct Header {
    status: Option<(u16, Vec<u8>)>,
    length: Option<u64>,
    location: Option<Vec<u8>>,
    is_chunked: bool,
    /// Whether the last line of the header is a Content-Length, which a folded line would continue.
    is_at_length: bool,
}

impl Http {
    pub(super) fn next(&mut self, script: &mut Script) -> Result<Action, Error> {
        match core::mem::take(&mut self.state) {
            State::Ready => match script.outgoing(0)? {
                Err(question) => Ok(Action::Ask(question)),
                Ok(outgoing) => {
                    self.state = State::Send(outgoing);
                    Ok(Action::Connect(script.plan.endpoint().clone()))
                }
            },
            State::Send(outgoing) => {
                self.state = State::Header;
                self.lines.begin();
                Ok(Action::Send(outgoing))
            }
            State::Done => {
                self.state = State::Done;
                Ok(Action::Done)
            }
            state => {
                self.state = state;
                Ok(Action::Receive(Channel::Control))
            }
        }
    }

    pub(super) fn received<'a>(
        &mut self,
        script: &mut Script,
        octets: &'a [u8],
    ) -> Result<Cow<'a, [u8]>, Error> {
        match self.state {
            State::Header if octets.is_empty() => return Err(script.closed()),
            State::Header => self.lines.push(octets),
            State::Body(left) => {
                let (content, left) = self.body(script, octets, left)?;
                self.state = left;
                return Ok(Cow::Borrowed(content));
            }
            _ => return Ok(Cow::Borrowed(&[])),
        }
        let stage = script.stage();
        while let Some(line) = self.lines.next(&stage, &script.limits)? {
            if !line.is_empty() {
                self.header.line(script, &line)?;
                continue;
            }
            self.header.judge(script)?;
            script.announced = self.header.length;
            let begun = self.lines.take_rest();
            let length = self.header.length;
            let (content, state) = match (length, begun.as_slice()) {
                (Some(0), _) => (&[][..], State::Done),
                (_, []) => (&[][..], State::Body(length)),
                _ => self.body(script, &begun, length)?,
            };
            let content = content.to_vec();
            self.state = state;
            return Ok(Cow::Owned(content));
        }
        Ok(Cow::Borrowed(&[]))
    }

    /// Returns the content in octets of the body, of which `left` octets are to come. What follows them is ignored.
    fn body<'a>(
        &self,
        script: &Script,
        octets: &'a [u8],
        left: Option<u64>,
    ) -> Result<(&'a [u8], State), Error> {
        let Some(left) = left else {
            let state = if octets.is_empty() { State::Done } else { State::Body(None) };
            return Ok((octets, state));
        };
        if octets.is_empty() {
            let expected = self.header.length.unwrap_or(left);
            let received = expected.saturating_sub(left);
            return Err(Error::Truncated { step: script.stage(), expected, received });
        }
        let most = usize::try_from(left).unwrap_or(usize::MAX);
        let content = octets.get(..most).unwrap_or(octets);
        let left = left.saturating_sub(u64::try_from(content.len()).unwrap_or(u64::MAX));
        let state = if left == 0 { State::Done } else { State::Body(Some(left)) };
        Ok((content, state))
    }
}

impl Header {
    fn line(&mut self, script: &mut Script, line: &[u8]) -> Result<(), Error> {
        if self.status.is_none() {
            let status = status(line)
                .ok_or_else(|| script.protocol("an HTTP response begins with a status", line))?;
            self.status = Some((status.0, status.1.to_vec()));
            return Ok(());
        }
        if matches!(line.first(), Some(b' ' | b'\t')) {
            return match self.is_at_length {
                true => Err(script.protocol("Content-Length is a number", line)),
                // It continues the line before (RFC 9112, 5.2).
                false => Ok(()),
            };
        }
        self.is_at_length = false;
        let Some(colon) = line.iter().position(|octet| *octet == b':') else { return Ok(()) };
        let (name, value) = line.split_at_checked(colon).unwrap_or_default();
        // Some take a name with a space for the name, some do not (RFC 9112, 5.1).
        if name.iter().any(|octet| octet.is_ascii_whitespace() || octet.is_ascii_control()) {
            return Err(script.protocol("the name of a header ends with its colon", line));
        }
        let value = value.get(1..).unwrap_or_default().trim_ascii();
        if name.eq_ignore_ascii_case(b"content-length") {
            self.is_at_length = true;
            let length = core::str::from_utf8(value).ok().filter(|it| is_number(it));
            let length = length.and_then(|it| it.parse().ok());
            match (length, self.length) {
                (None, _) => return Err(script.protocol("Content-Length is a number", line)),
                (Some(one), Some(other)) if one != other => {
                    return Err(script.protocol("one Content-Length is sent", line));
                }
                _ => self.length = length,
            }
        } else if name.eq_ignore_ascii_case(b"transfer-encoding") {
            self.is_chunked |= !value.eq_ignore_ascii_case(b"identity");
        } else if name.eq_ignore_ascii_case(b"location") {
            self.location.get_or_insert_with(|| value.to_vec());
        }
        Ok(())
    }

    /// Returns an error unless a body follows that is the content.
    fn judge(&mut self, script: &mut Script) -> Result<(), Error> {
        let Some((code, reason)) = &self.status else {
            return Err(script.protocol("an HTTP response begins with a status", b""));
        };
        let reply = script.note(Some(0), *code, reason);
        if let (3, Some(location)) = (reply.class(), &self.location) {
            let location = script.secrets.show_whole(location);
            return Err(Error::Redirected { step: script.stage(), location });
        }
        if reply.class() != 2 {
            return Err(Error::Rejected { step: script.stage(), reply });
        }
        if self.is_chunked {
            return Err(script.protocol(
                "the answer to an HTTP/1.0 request has no transfer encoding",
                b"Transfer-Encoding",
            ));
        }
        if reply.code == 206 {
            return Err(script
                .protocol("the answer to a request for all of the content is not a part", b"206"));
        }
        if reply.code == 204 {
            self.length = Some(0);
        }
        Ok(())
    }
}

/// Returns the code and the reason of `HTTP/1.1 200 OK`.
fn status(line: &[u8]) -> Option<(u16, &[u8])> {
    let rest = line.strip_prefix(b"HTTP/")?;
    let space = rest.iter().position(|octet| *octet == b' ')?;
    let (version, rest) = rest.split_at_checked(space)?;
    let is_version = version.first()?.is_ascii_digit();
    let rest = rest.trim_ascii_start();
    let code = code(rest).filter(|_| is_version)?;
    Some((code, rest.get(4..).unwrap_or_default()))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_digit())
}
