//! Gopher (RFC 1436), Gopher+ and HTTP/1.0: a connection for each request, which ends with the answer. A Telnet session is a
//! connection without a request. Advice, files of this machine and messages are steps without a connection.

use url1738::plan::Step;

use super::{
    Action, Channel, gopher, http,
    script::{Outgoing, Script, Stage},
    telnet::Telnet,
};
use crate::error::Error;

#[derive(Debug, Default)]
pub(super) struct Requests {
    /// The next step.
    at: usize,
    state: State,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Ready,
    Send(Outgoing),
    Gopher(gopher::Answer),
    Http(http::Answer),
    Session(Telnet),
}

impl Requests {
    pub(super) fn next(&mut self, script: &mut Script) -> Result<Action, Error> {
        match core::mem::take(&mut self.state) {
            State::Send(outgoing) => {
                self.state = if script.plan.scheme.name == "http" {
                    State::Http(http::Answer::default())
                } else {
                    let mut after = script.plan.steps.iter().skip(self.at);
                    let is_last = !after.any(|step| matches!(step, Step::Send(_)));
                    let known = script.options.known;
                    State::Gopher(gopher::Answer::new(outgoing.octets(), is_last, known))
                };
                Ok(Action::Send(outgoing))
            }
            state @ (State::Gopher(_) | State::Http(_)) => {
                self.state = state;
                Ok(Action::Receive(Channel::Control))
            }
            State::Session(mut telnet) => {
                let refusals = telnet.refusals();
                self.state = State::Session(telnet);
                Ok(refusals.map_or(Action::Receive(Channel::Control), Action::Send))
            }
            State::Ready => self.step(script),
        }
    }

    /// Begins the next step.
    fn step(&mut self, script: &mut Script) -> Result<Action, Error> {
        // The step that needs an answer asks for it.
        while let Some(Step::Ask(_)) = script.step(self.at) {
            self.at += 1;
        }
        let at = self.at;
        let Some(step) = script.step(at) else { return Ok(Action::Done) };
        let action = match step {
            Step::AdviseUser(_) | Step::AdvisePassword(_) => Action::Advise(step.clone()),
            Step::Open(segments) => Action::Open(segments.clone()),
            Step::Compose(address) => Action::Compose(address.octets().to_vec()),
            Step::Session => {
                self.state = State::Session(Telnet::default());
                script.stage = Stage::Step(at);
                script.connect()
            }
            Step::Send(_) => match script.send(at)? {
                Action::Send(outgoing) => {
                    self.state = State::Send(outgoing);
                    script.connect()
                }
                question => return Ok(question),
            },
            _ => return Err(Error::NoPlan),
        };
        self.at += 1;
        Ok(action)
    }

    pub(super) fn received(
        &mut self,
        script: &mut Script,
        octets: &[u8],
    ) -> Result<Vec<u8>, Error> {
        let (content, is_over, is_last) = match &mut self.state {
            State::Gopher(answer) => {
                (answer.take(script, octets)?, octets.is_empty(), answer.is_last)
            }
            State::Http(answer) => (answer.take(script, octets)?, answer.is_over(), true),
            State::Session(telnet) => {
                let (text, limit) = (telnet.text(octets), script.options.limits.lines);
                if telnet.count > limit {
                    return Err(script.too_long("negotiation", limit, "Telnet commands"));
                }
                (text, octets.is_empty(), true)
            }
            _ => return Ok(Vec::new()),
        };
        if is_over {
            self.state = State::Ready;
        }
        if is_last {
            return Ok(content);
        }
        // Only the last answer is content. Those before it are the form that the last request fills in.
        script.form.extend_from_slice(&content);
        if script.form.len() > script.options.limits.reply {
            return Err(script.too_long("form", script.options.limits.reply, "octets"));
        }
        Ok(Vec::new())
    }
}
