//! Lines with reply codes, for FTP and NNTP: which step comes next, and whether its reply lets the plan go on.

use url1738::plan::{Condition, Question, Step};

use super::script::{Outgoing, Script, Stage};
use crate::{
    error::Error,
    reply::{Complete, Replies, Reply},
};

/// The position in the steps of a plan, and the replies on its control connection.
#[derive(Debug)]
pub(super) struct Control {
    /// The next step.
    pub(super) at: usize,
    /// The code of the last reply to a step.
    last: Option<u16>,
    pub(super) replies: Replies,
    /// The preliminary replies to the current command.
    preliminary: usize,
}

/// What to do with the next step.
pub(super) enum Next {
    Ask(Question),
    Send(usize, Outgoing),
    End,
}

impl Control {
    pub(super) fn new(multiline: bool) -> Self {
        Self { at: 0, last: None, replies: Replies::new(multiline), preliminary: 0 }
    }

    /// Returns the next step whose condition holds.
    pub(super) fn next_step(&mut self, script: &mut Script) -> Result<Next, Error> {
        loop {
            let skipped = match script.step(self.at) {
                None => return Ok(Next::End),
                Some(Step::Ask(question)) if script.answers.has(*question) => true,
                Some(Step::Ask(question)) => return Ok(Next::Ask(*question)),
                Some(step) => match step.condition() {
                    Condition::If(code) => self.last != Some(code),
                    _ => false,
                },
            };
            if !skipped {
                break;
            }
            self.at = self.at.saturating_add(1);
        }
        let at = self.at;
        match script.outgoing(at)? {
            Err(question) => Ok(Next::Ask(question)),
            Ok(outgoing) => {
                self.begin(script)?;
                self.at = at.saturating_add(1);
                Ok(Next::Send(at, outgoing))
            }
        }
    }

    /// Begins to wait for a reply to a command that is about to be sent.
    ///
    /// # Errors
    /// Returns an error if something was received already: it would be taken for the reply.
    pub(super) fn begin(&mut self, script: &Script) -> Result<(), Error> {
        if !self.replies.lines.is_empty() {
            let early = self.replies.lines.take_rest();
            return Err(script.protocol("a reply comes after its command", &early));
        }
        self.expect();
        Ok(())
    }

    /// Begins to wait for a reply without a command.
    pub(super) fn expect(&mut self) {
        self.replies.lines.begin();
        self.preliminary = 0;
    }

    /// Returns the next reply if it is complete, and its text as the server sent it: a masked text would not do for the
    /// port of a data connection. A preliminary reply (1yz) is skipped unless it is wanted.
    pub(super) fn reply(
        &mut self,
        script: &mut Script,
        wants_preliminary: bool,
    ) -> Result<Option<(Reply, Vec<u8>)>, Error> {
        let stage = script.stage();
        loop {
            let Some(complete) = self.replies.next(&stage, &script.limits, &script.secrets)? else {
                return Ok(None);
            };
            let step = match script.stage {
                Stage::Step(at) => Some(at),
                Stage::Other(_) => None,
            };
            let Complete { code, text, shown } = complete;
            let reply = script.note(step, code, &shown);
            if reply.class() != 1 || wants_preliminary {
                if step.is_some() {
                    self.last = Some(reply.code);
                }
                return Ok(Some((reply, text)));
            }
            self.preliminary = self.preliminary.saturating_add(1);
            if self.preliminary > script.limits.lines {
                return Err(Error::too_many_lines(&stage, script.limits.lines));
            }
        }
    }

    /// Returns the error for a reply to a step that does not let the plan go on, or `None` if it does.
    pub(super) fn judge(script: &Script, at: usize, reply: Reply) -> Option<Error> {
        let (verb, condition) = match script.step(at) {
            Some(Step::Command(command)) => (command.verb, command.condition),
            _ => ("", Condition::Always),
        };
        // 331 asks for the password; every other intermediate reply is an error. A server that is closing (421, 400)
        // carries out no other step.
        let goes_on = reply.class() == 2 || (verb == "USER" && reply.code == 331);
        let is_closing = matches!(reply.code, 400 | 421);
        let is_ignored = condition == Condition::Optional && !is_closing;
        (!goes_on && !is_ignored).then(|| Error::Rejected { step: script.stage(), reply })
    }
}
