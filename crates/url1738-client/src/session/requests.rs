//! Gopher (RFC 1436), Gopher+ and HTTP/1.0: a connection for each request, which ends with the answer.

use url1738::plan::Step;

use super::{
    Action, Channel, gopher, http,
    script::{Outgoing, Script},
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
            State::Ready => loop {
                let at = self.at;
                match script.step(at) {
                    None => return Ok(Action::Done),
                    // The step that needs the answer asks for it.
                    Some(Step::Ask(_)) => self.at += 1,
                    Some(Step::Send(_)) => match script.send(at)? {
                        Action::Send(outgoing) => {
                            self.at += 1;
                            self.state = State::Send(outgoing);
                            return Ok(script.connect());
                        }
                        question => return Ok(question),
                    },
                    Some(_) => return Err(Error::NoPlan),
                }
            },
        }
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
