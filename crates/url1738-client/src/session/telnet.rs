//! Telnet (RFC 854): the session of a user. Every option is refused.

use std::borrow::Cow;

use url1738::plan::Step;

use super::{
    Action, Channel,
    script::{Outgoing, Script, Stage},
};
use crate::error::Error;

const IAC: u8 = 255;
const DONT: u8 = 254;
const DO: u8 = 253;
const WONT: u8 = 252;
const WILL: u8 = 251;
const SB: u8 = 250;
const SE: u8 = 240;

/// The commands in a Telnet stream, octet by octet.
#[derive(Debug, Default)]
pub(super) struct Commands {
    place: Place,
    /// The commands so far.
    pub(super) count: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Text,
    Iac,
    /// After `IAC DO` and the like.
    Option(u8),
    /// Within a subnegotiation, which may be longer than any buffer.
    Sub,
    SubIac,
}

/// What an octet of a Telnet stream is.
pub(super) enum Event {
    Text(u8),
    /// A request (`DO` or `WILL`) for an option.
    Request(u8, u8),
    Nothing,
}

impl Commands {
    pub(super) fn next(&mut self, octet: u8) -> Event {
        let (place, event) = match (self.place, octet) {
            (Place::Text, IAC) => (Place::Iac, Event::Nothing),
            (Place::Text, octet) => (Place::Text, Event::Text(octet)),
            // An octet FF of the text, and no command.
            (Place::Iac, IAC) => (Place::Text, Event::Text(IAC)),
            (Place::Iac, _) => {
                self.count = self.count.saturating_add(1);
                let place = match octet {
                    DO | DONT | WILL | WONT => Place::Option(octet),
                    SB => Place::Sub,
                    _ => Place::Text,
                };
                (place, Event::Nothing)
            }
            (Place::Option(request @ (DO | WILL)), option) => {
                (Place::Text, Event::Request(request, option))
            }
            // The option is off already.
            (Place::Option(_), _) => (Place::Text, Event::Nothing),
            (Place::Sub, IAC) => (Place::SubIac, Event::Nothing),
            (Place::SubIac, SE) => (Place::Text, Event::Nothing),
            (Place::Sub | Place::SubIac, _) => (Place::Sub, Event::Nothing),
        };
        self.place = place;
        event
    }
}

/// The session of a user.
#[derive(Debug, Default)]
pub(super) struct Session {
    commands: Commands,
    at: usize,
    state: State,
    refusals: Vec<u8>,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Advice,
    Open,
    Closed,
}

impl Session {
    pub(super) fn next(&mut self, script: &mut Script) -> Result<Action, Error> {
        match self.state {
            State::Advice => {
                let at = self.at;
                self.at = at.saturating_add(1);
                match script.plan.steps().get(at) {
                    Some(step @ (Step::AdviseUser(_) | Step::AdvisePassword(_))) => {
                        Ok(Action::Advise(step.clone()))
                    }
                    Some(Step::Session) => {
                        self.state = State::Open;
                        script.stage = Stage::Step(at);
                        Ok(Action::Connect(script.plan.endpoint().clone()))
                    }
                    _ => Err(Error::NoPlan),
                }
            }
            State::Open if !self.refusals.is_empty() => {
                let refusals = core::mem::take(&mut self.refusals);
                Ok(Action::Send(Outgoing::of_client(refusals)))
            }
            State::Open => Ok(Action::Receive(Channel::Control)),
            State::Closed => Ok(Action::Done),
        }
    }

    pub(super) fn received<'a>(
        &mut self,
        script: &mut Script,
        octets: &'a [u8],
    ) -> Result<Cow<'a, [u8]>, Error> {
        if octets.is_empty() {
            self.state = State::Closed;
        }
        if self.commands.place == Place::Text && !octets.contains(&IAC) {
            return Ok(Cow::Borrowed(octets));
        }
        let mut text = Vec::with_capacity(octets.len());
        for octet in octets {
            match self.commands.next(*octet) {
                Event::Text(octet) => text.push(octet),
                Event::Request(request, option) => {
                    let refusal = if request == DO { WONT } else { DONT };
                    self.refusals.extend([IAC, refusal, option]);
                }
                Event::Nothing => {}
            }
        }
        if self.commands.count > script.limits.lines {
            let limit = u64::try_from(script.limits.lines).unwrap_or(u64::MAX);
            let (step, what, unit) = (script.stage(), "negotiation", "Telnet commands");
            return Err(Error::TooLong { step, what, limit, unit });
        }
        Ok(Cow::Owned(text))
    }
}

/// Returns what a user typed as it is sent: FF twice, the end of a line as CR LF.
pub(super) fn typed(octets: &[u8]) -> Vec<u8> {
    let mut sent = Vec::with_capacity(octets.len());
    for octet in octets {
        match *octet {
            b'\n' => sent.extend(b"\r\n"),
            IAC => sent.extend([IAC, IAC]),
            octet => sent.push(octet),
        }
    }
    sent
}
