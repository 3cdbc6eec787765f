//! Gopher (RFC 1436) and Gopher+: one connection per transaction, read to its end.

use std::borrow::Cow;

use url1738::plan::{Question, Step};

use super::{
    Action, Channel,
    plus::{Body, Kind},
    script::{Outgoing, Script, Stage},
};
use crate::{error::Error, form::FormQuestion};

#[derive(Debug, Default)]
pub(super) struct Gopher {
    at: usize,
    state: State,
    body: Body,
    /// The answer to a request that is not the last: a form to be filled in.
    form: Vec<u8>,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Ready,
    Send(Outgoing),
    Receive {
        is_last: bool,
    },
}

impl Gopher {
    pub(super) fn prompt(&self) -> &[u8] {
        &self.form
    }

    pub(super) fn next(&mut self, script: &mut Script) -> Result<Action, Error> {
        match core::mem::take(&mut self.state) {
            State::Send(outgoing) => {
                let steps = script.plan.steps();
                let after = steps.get(self.at..).unwrap_or_default();
                let is_last = !after.iter().any(|step| matches!(step, Step::Send(_)));
                self.state = State::Receive { is_last };
                self.body = Body::new(Kind::of(outgoing.octets()), is_last);
                Ok(Action::Send(outgoing))
            }
            State::Receive { is_last } => {
                self.state = State::Receive { is_last };
                Ok(Action::Receive(Channel::Control))
            }
            State::Ready => loop {
                let at = self.at;
                match script.step(at) {
                    None => return Ok(Action::Done),
                    // The step that needs the answer asks for it.
                    Some(Step::Ask(_)) => self.at = at.saturating_add(1),
                    Some(Step::Send(_)) => match self.outgoing(script, at)? {
                        Err(question) => return Ok(Action::Ask(question)),
                        Ok(outgoing) => {
                            self.at = at.saturating_add(1);
                            self.state = State::Send(outgoing);
                            return Ok(Action::Connect(script.plan.endpoint().clone()));
                        }
                    },
                    Some(_) => return Err(Error::NoPlan),
                }
            },
        }
    }

    /// Returns the octets of the step at `at`. The answers to the secret questions of the form are passwords.
    fn outgoing(
        &self,
        script: &mut Script,
        at: usize,
    ) -> Result<Result<Outgoing, Question>, Error> {
        let step = script.step(at);
        let request = step.and_then(|step| script.plan.step_to_wire(step, &script.answers).ok()?);
        let request = request.unwrap_or_default();
        // The items follow the line that begins the answer to a form.
        let mut items = request.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii_end);
        let has_items = items.by_ref().any(|line| line == b"+-1");
        for (item, question) in items.zip(FormQuestion::all(&self.form)).filter(|_| has_items) {
            if question.is_secret {
                script.secrets.add(item);
            }
        }
        script.outgoing(at)
    }

    pub(super) fn received<'a>(
        &mut self,
        script: &mut Script,
        octets: &'a [u8],
    ) -> Result<Cow<'a, [u8]>, Error> {
        let State::Receive { is_last } = self.state else { return Ok(Cow::Borrowed(&[])) };
        let content = match octets {
            [] => Cow::Owned(self.body.end(script)?),
            octets => self.body.take(script, octets)?,
        };
        if octets.is_empty() {
            self.state = State::Ready;
            script.stage = Stage::Step(self.at.saturating_sub(1));
        }
        if is_last {
            return Ok(content);
        }
        self.form.extend_from_slice(&content);
        if self.form.len() > script.limits.reply {
            return Err(Error::too_long(&script.stage(), "form", script.limits.reply));
        }
        Ok(Cow::Borrowed(&[]))
    }
}
