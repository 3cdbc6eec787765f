//! The answers of Gopher and Gopher+ servers: the content without what only frames it.

use std::borrow::Cow;

use super::script::Script;
use crate::error::Error;

/// The longest line that is held back to find out whether it is an error: a header, or an item of type `3`.
const LONGEST: usize = 1024;

/// What kind of answer a request asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// The content until the connection ends.
    #[default]
    Plain,
    /// A header line, then the content.
    Plus,
}

impl Kind {
    /// A request asks for Gopher+ if a field after the selector begins like one.
    pub(super) fn of(request: &[u8]) -> Self {
        let line = request.split(|octet| *octet == b'\r').next().unwrap_or_default();
        let mut fields = line.split(|octet| *octet == b'\t').skip(1);
        let is_plus = fields.any(|field| matches!(field.first(), Some(b'+' | b'!' | b'$')));
        if is_plus { Self::Plus } else { Self::Plain }
    }
}

/// An answer as it arrives.
#[derive(Debug, Default)]
pub(super) struct Body {
    kind: Kind,
    state: State,
    /// Whether an error item in place of the content is an error.
    judges: bool,
    held: Vec<u8>,
    received: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// The first line is held back.
    #[default]
    Head,
    /// The content is passed on.
    Content,
    /// The content has this length.
    Length(u64),
    /// A lone dot ends the content: its last octets are held back.
    Dot,
    /// An error: its text is held back.
    Failed,
}

impl Body {
    pub(super) fn new(kind: Kind, judges: bool) -> Self {
        Self { kind, judges, ..Self::default() }
    }

    /// Returns the content in `octets`.
    pub(super) fn take<'a>(
        &mut self,
        script: &mut Script,
        octets: &'a [u8],
    ) -> Result<Cow<'a, [u8]>, Error> {
        match self.state {
            State::Content => return Ok(Cow::Borrowed(octets)),
            State::Length(length) => {
                let left = length.saturating_sub(self.received);
                self.received = self.received.saturating_add(len(octets));
                if len(octets) > left {
                    return Err(script.protocol("the content has the announced length", octets));
                }
                return Ok(Cow::Borrowed(octets));
            }
            State::Head | State::Dot | State::Failed => self.held.extend_from_slice(octets),
        }
        if self.state == State::Head && self.is_head_complete() {
            self.read_head(script)?;
        }
        Ok(match self.state {
            State::Head => Cow::Borrowed(&[]),
            State::Failed if self.held.len() > script.limits.reply => {
                return Err(Error::too_long(&script.stage(), "reply", script.limits.reply));
            }
            State::Failed => Cow::Borrowed(&[]),
            State::Dot => {
                let end = self.held.len().saturating_sub(b".\r\n".len());
                Cow::Owned(self.held.drain(..end).collect())
            }
            State::Content => Cow::Owned(core::mem::take(&mut self.held)),
            State::Length(_) => {
                let begun = core::mem::take(&mut self.held);
                Cow::Owned(self.take(script, &begun)?.into_owned())
            }
        })
    }

    /// Returns whether the first octet shows that nothing is to be found in the first line, or the line is there.
    fn is_head_complete(&self) -> bool {
        let may_be = match (self.kind, self.held.first()) {
            (Kind::Plus, Some(b'+' | b'-')) => true,
            (_, first) => self.judges && first == Some(&b'3'),
        };
        // An error item is an error only if it is all that comes, so more than one line is needed.
        !may_be
            || self.held.len() > LONGEST
            || match self.held.first() {
                Some(b'3') => after_error_item(&self.held).is_none_or(|rest| !is_end(rest)),
                _ => self.held.contains(&b'\n'),
            }
    }

    fn read_head(&mut self, script: &mut Script) -> Result<(), Error> {
        self.state = State::Content;
        let first = self.held.first().copied();
        // A server that does not know the attribute asked for answers without a header.
        if self.kind == Kind::Plain || !matches!(first, Some(b'+' | b'-')) {
            return Ok(());
        }
        let bad = |script: &Script, line: &[u8]| {
            script.protocol("a Gopher+ answer begins with `+` and a length", line)
        };
        let Some(end) = self.held.iter().position(|octet| *octet == b'\n') else {
            return Err(bad(script, &self.held));
        };
        let line: Vec<u8> = self.held.drain(..=end).collect();
        let length = line.get(1..).unwrap_or_default().trim_ascii_end();
        if first == Some(b'-') {
            self.state = State::Failed;
            return Ok(());
        }
        self.state = match length {
            b"-1" => State::Dot,
            b"-2" => State::Content,
            digits if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
                let length = core::str::from_utf8(digits).ok().and_then(|it| it.parse().ok());
                let length = length.ok_or_else(|| bad(script, &line))?;
                script.announced = Some(length);
                State::Length(length)
            }
            _ => return Err(bad(script, &line)),
        };
        Ok(())
    }

    /// Returns the content that was held back, at the end of the connection.
    pub(super) fn end(&mut self, script: &mut Script) -> Result<Vec<u8>, Error> {
        let held = core::mem::take(&mut self.held);
        match self.state {
            State::Head if self.judges && is_error(&held) => {
                let text = held.get(1..).unwrap_or_default();
                let text = text.split(|octet| *octet == b'\t').next().unwrap_or_default();
                Err(rejection(script, text))
            }
            State::Head if self.kind == Kind::Plus && matches!(held.first(), Some(b'+' | b'-')) => {
                Err(script.protocol("a Gopher+ answer begins with `+` and a length", &held))
            }
            State::Head | State::Content => Ok(held),
            State::Length(expected) if self.received < expected => {
                let received = self.received;
                Err(Error::Truncated { step: script.stage(), expected, received })
            }
            State::Length(_) => Ok(held),
            State::Dot => match held.as_slice() {
                b".\r\n" => Ok(Vec::new()),
                [octets @ .., b'.', b'\n'] => Ok(octets.to_vec()),
                octets => Err(script.protocol("a lone dot ends the content", octets)),
            },
            // `1 Item is not available.`: a number and a text.
            State::Failed => {
                let lines = held.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii);
                let mut lines = lines.filter(|line| !line.is_empty() && *line != b".");
                Err(rejection(script, lines.next().unwrap_or_default()))
            }
        }
    }
}

fn rejection(script: &mut Script, text: &[u8]) -> Error {
    let at = match script.stage {
        super::script::Stage::Step(at) => Some(at),
        super::script::Stage::Other(_) => None,
    };
    let reply = script.note(at, 0, text.trim_ascii());
    Error::Rejected { step: script.stage(), reply }
}

fn len(octets: &[u8]) -> u64 {
    u64::try_from(octets.len()).unwrap_or(u64::MAX)
}

/// Returns whether an answer is one item of type `3` and nothing else: how Gopher servers report errors.
fn is_error(answer: &[u8]) -> bool {
    let line = answer.split(|octet| *octet == b'\n').next().unwrap_or_default();
    is_error_item(line) && after_error_item(answer).is_some_and(is_end)
}

/// Returns whether a line is an item of type `3`: three tabs separate its fields.
fn is_error_item(line: &[u8]) -> bool {
    line.first() == Some(&b'3') && line.iter().filter(|octet| **octet == b'\t').count() >= 3
}

/// Returns what follows the first line, or nothing if it is not complete. Returns `None` if it is complete and is not an
/// error item.
fn after_error_item(answer: &[u8]) -> Option<&[u8]> {
    match answer.iter().position(|octet| *octet == b'\n') {
        Some(end) => {
            let (line, rest) = answer.split_at_checked(end.saturating_add(1))?;
            is_error_item(line).then_some(rest)
        }
        None => Some(&[]),
    }
}

/// Returns whether the rest of an answer has no other item: only a lone dot, empty lines, and items of type `i`, which
/// are text.
fn is_end(rest: &[u8]) -> bool {
    rest.split(|octet| *octet == b'\n')
        .map(<[u8]>::trim_ascii)
        .all(|line| matches!(line, [] | b"." | [b'i', ..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plus_is_seen_in_the_request() {
        assert_eq!(Kind::of(b"/item\t\t+\r\n"), Kind::Plus);
        assert_eq!(Kind::of(b"/item\t!\r\n"), Kind::Plus);
        assert_eq!(Kind::of(b"/find\tone+two\r\n"), Kind::Plain);
        assert_eq!(Kind::of(b"/x\r\n"), Kind::Plain);
    }
}
