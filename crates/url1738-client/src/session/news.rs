//! NNTP (RFC 977): commands, and texts that a lone dot ends.

use std::borrow::Cow;

use super::{
    Action, Channel,
    control::{Control, Next},
    script::{Outgoing, Script, Stage},
};
use crate::error::Error;

/// The codes after which a text follows: a list of groups, and an article.
const WITH_TEXT: [u16; 2] = [215, 220];

#[derive(Debug)]
pub(super) struct News {
    control: Control,
    state: State,
    text: Text,
}

#[derive(Debug)]
enum State {
    Connect,
    /// Waits for a reply, to the step or to none.
    Await(Option<usize>),
    Ready,
    Text,
    Quit(Option<Error>),
    End(Option<Error>),
}

impl Default for News {
    fn default() -> Self {
        Self { control: Control::new(false), state: State::Connect, text: Text::default() }
    }
}

impl News {
    pub(super) fn next(&mut self, script: &mut Script) -> Result<Action, Error> {
        match &mut self.state {
            State::Connect => {
                self.state = State::Await(None);
                script.stage = Stage::Other("greeting");
                self.control.expect();
                Ok(Action::Connect(script.plan.endpoint().clone()))
            }
            State::Await(_) | State::Text => Ok(Action::Receive(Channel::Control)),
            State::Ready => match self.control.next_step(script)? {
                Next::Ask(question) => Ok(Action::Ask(question)),
                Next::Send(at, outgoing) => {
                    self.state = State::Await(Some(at));
                    Ok(Action::Send(outgoing))
                }
                Next::End => {
                    self.state = State::End(None);
                    Ok(Action::Send(Outgoing::farewell()))
                }
            },
            State::Quit(error) => {
                self.state = State::End(error.take());
                Ok(Action::Send(Outgoing::farewell()))
            }
            State::End(error) => match error.take() {
                Some(error) => Err(error),
                None => Ok(Action::Done),
            },
        }
    }

    pub(super) fn received<'a>(
        &mut self,
        script: &mut Script,
        octets: &'a [u8],
    ) -> Result<Cow<'a, [u8]>, Error> {
        match self.state {
            State::Await(_) | State::Text if octets.is_empty() => return Err(script.closed()),
            State::Text => {
                let (content, rest) = self.text.take(octets);
                if let Some(rest) = rest {
                    self.control.replies.lines.push(rest);
                    self.state = State::Ready;
                }
                return Ok(content);
            }
            State::Await(_) => self.control.replies.lines.push(octets),
            _ => return Ok(Cow::Borrowed(&[])),
        }
        let Some((reply, _)) = self.control.reply(script, false)? else {
            return Ok(Cow::Borrowed(&[]));
        };
        let State::Await(step) = self.state else { return Ok(Cow::Borrowed(&[])) };
        let with_text = step.is_some() && WITH_TEXT.contains(&reply.code);
        let error = match step {
            Some(at) => Control::judge(script, at, reply),
            None if reply.class() == 2 => None,
            None => Some(Error::Rejected { step: script.stage(), reply }),
        };
        if error.is_some() {
            self.state = State::Quit(error);
        } else if with_text {
            // The text may have begun in these octets.
            let begun = self.control.replies.lines.take_rest();
            let (content, rest) = self.text.take(&begun);
            let content = content.into_owned();
            self.state = match rest {
                Some(rest) => {
                    self.control.replies.lines.push(rest);
                    State::Ready
                }
                None => State::Text,
            };
            return Ok(Cow::Owned(content));
        } else {
            self.state = State::Ready;
        }
        Ok(Cow::Borrowed(&[]))
    }
}

/// A text up to a lone dot. A dot that begins a line was doubled by the server (RFC 977, 2.4.1).
#[derive(Debug, Default)]
pub(super) struct Text(Place);

/// What came before the next octet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    LineStart,
    /// A dot that began a line.
    Dot,
    /// A dot that began a line, and CR.
    DotCr,
    Line,
}

impl Text {
    /// Returns the text in `octets`, and what follows its end if that is among them.
    pub(super) fn take<'a>(&mut self, octets: &'a [u8]) -> (Cow<'a, [u8]>, Option<&'a [u8]>) {
        // Most texts have few dots, so whole runs are copied.
        let mut content = Vec::with_capacity(octets.len());
        let mut rest = octets;
        while let Some((octet, after)) = rest.split_first() {
            match (self.0, octet) {
                (Place::LineStart, b'.') => self.0 = Place::Dot,
                (Place::Dot, b'\r') => self.0 = Place::DotCr,
                (Place::Dot | Place::DotCr, b'\n') => {
                    self.0 = Place::LineStart;
                    return (Cow::Owned(content), Some(after));
                }
                (place, _) => {
                    // A CR after a lone dot did not end the line.
                    if place == Place::DotCr {
                        content.push(b'\r');
                    }
                    let end = rest.iter().position(|octet| *octet == b'\n');
                    let len = end.map_or(rest.len(), |at| at.saturating_add(1));
                    content.extend_from_slice(rest.get(..len).unwrap_or_default());
                    self.0 = if end.is_some() { Place::LineStart } else { Place::Line };
                    rest = rest.get(len..).unwrap_or_default();
                    continue;
                }
            }
            rest = after;
        }
        (Cow::Owned(content), None)
    }
}
