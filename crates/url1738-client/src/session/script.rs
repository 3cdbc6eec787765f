//! What the machines of all protocols share: the plan, the answers, and the record of the exchange.

use core::fmt;

use url1738::{
    plan::{Answers, Argument, Chunk, Command, Condition, Endpoint, Plan, Question, Step},
    syntax::MASK,
};

use super::{
    Action,
    gopher::{FormQuestion, Known},
};
use crate::{
    error::Error,
    outcome::{Identity, Outcome, Reply},
    policy::Limits,
    secrets::{Secrets, redacted},
};

/// Octets to be sent. [`Session`](crate::Session) shows an example.
///
/// Display writes them as text without passwords; lines end in `\r\n`.
#[derive(Clone, PartialEq, Eq)]
pub struct Outgoing {
    octets: Vec<u8>,
    shown: String,
    pub(super) stage: Stage,
}

impl Outgoing {
    /// Returns a command of the client, which is not in the plan: its verb, and what follows it.
    pub(super) fn of_client(verb: &'static str, rest: &[u8]) -> Self {
        let octets = [verb.as_bytes(), rest].concat();
        let shown = match verb {
            "AUTHINFO PASS" => format!("{verb} {MASK}\\r\\n"),
            // The argument of SIZE is part of a URL.
            _ => redacted(&octets),
        };
        Self { shown, octets, stage: Stage::Other(verb) }
    }

    /// Returns the octets, with passwords.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Returns the index of the step that sends them, or `None` for what the client adds to the plan.
    #[must_use]
    pub const fn step(&self) -> Option<usize> {
        self.stage.step()
    }

    /// Returns whether it is the last line of an exchange that is over. If it cannot be sent, nothing is lost.
    #[must_use]
    pub fn is_farewell(&self) -> bool {
        self.stage == Stage::Other("QUIT")
    }
}

impl fmt::Display for Outgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outgoing({})", self.shown)
    }
}

/// The current step or command of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Step(usize),
    Other(&'static str),
}

impl Stage {
    const fn step(self) -> Option<usize> {
        match self {
            Self::Step(at) => Some(at),
            Self::Other(_) => None,
        }
    }
}

/// What a session does besides the steps of its plan, and the limits of it. The options of a client describe them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    pub(crate) limits: Limits,
    /// Where the content of a file begins, and what the file was when the transfer began that is resumed.
    pub(crate) offset: u64,
    pub(crate) expected: Identity,
    pub(crate) identifies: bool,
    pub(crate) details: bool,
    pub(crate) news_login: Option<[Argument; 2]>,
    pub(crate) keeps: bool,
    pub(crate) known: Known,
}

/// What the machines of all protocols share.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) plan: Plan,
    pub(super) answers: Answers,
    pub(super) options: Options,
    pub(super) secrets: Secrets,
    pub(super) outcome: Outcome,
    pub(super) stage: Stage,
    /// The answer to a request that is not the last: a form to be filled in.
    pub(super) form: Vec<u8>,
    /// The last step whose question was asked.
    asked: Option<usize>,
}

impl Script {
    pub(super) fn new(plan: Plan, answers: Answers, options: Options) -> Self {
        let mut script = Self {
            plan,
            answers: Answers::new(),
            options,
            secrets: Secrets::default(),
            outcome: Outcome::default(),
            stage: Stage::Other("connect"),
            form: Vec::new(),
            asked: None,
        };
        if let Some([_, password]) = &script.options.news_login {
            script.secrets.add(password.octets());
        }
        script.answer(answers);
        script
    }

    /// Replaces the answers, and collects the passwords: those of the URL, and the one that is an answer.
    pub(super) fn answer(&mut self, answers: Answers) {
        self.answers = answers;
        for step in &self.plan.steps {
            match step {
                Step::AdvisePassword(argument) => self.secrets.add(argument.octets()),
                Step::Command(Command { verb, argument: Some(argument), .. })
                    if is_secret(argument) =>
                {
                    // An octet FF is doubled on some connections. The server may repeat either form.
                    for plan in [&Plan::new(Endpoint::None), &self.plan] {
                        if let Ok(Some(line)) = plan.step_to_wire(step, &self.answers) {
                            // INVARIANT: the line is the verb, a space, the password, CR and LF.
                            self.secrets.add(&line[verb.len() + 1..line.len() - 2]);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn is_ftp(&self) -> bool {
        self.plan.scheme.name == "ftp"
    }

    pub(super) fn step(&self, at: usize) -> Option<&Step> {
        self.plan.steps.get(at)
    }

    /// Returns the command that the exchange is at.
    pub(super) fn command(&self) -> Option<&Command> {
        match self.step(self.stage.step()?)? {
            Step::Command(command) => Some(command),
            _ => None,
        }
    }

    pub(super) fn connect(&self) -> Action {
        Action::Connect(self.plan.endpoint.clone())
    }

    /// Returns the current step or command, without passwords.
    pub(super) fn stage(&self) -> String {
        match self.stage {
            Stage::Step(at) => match self.step(at) {
                // The condition is for the reader of a plan.
                Some(step @ Step::Command(_)) => step.clone().when(Condition::Always).to_string(),
                Some(step) => step.to_string(),
                None => String::new(),
            },
            Stage::Other(name) => name.to_owned(),
        }
    }

    /// Asks the question of the step at `at`.
    ///
    /// # Errors
    /// Returns an error if it was asked already: then the user has no answer, and would be asked forever.
    pub(super) fn ask(&mut self, at: usize, question: Question) -> Result<Action, Error> {
        self.stage = Stage::Step(at);
        match self.asked.replace(at) {
            Some(asked) if asked == at => Err(Error::Unanswered { step: self.stage(), question }),
            _ => Ok(Action::Ask(question)),
        }
    }

    /// Sends the step at `at`, or asks the question that comes before it.
    ///
    /// # Errors
    /// Returns an error if the question was asked and has no answer.
    pub(super) fn send(&mut self, at: usize) -> Result<Action, Error> {
        self.stage = Stage::Step(at);
        let Some(step) = self.plan.steps.get(at) else { return Err(Error::NoPlan) };
        let octets = match self.plan.step_to_wire(step, &self.answers) {
            Ok(octets) => octets.ok_or(Error::NoPlan)?,
            Err(question) => return self.ask(at, question),
        };
        if step.condition() == Condition::Guess {
            self.outcome.guesses.push(step.to_string());
        }
        // The items of a form follow a line. The answers to its secret questions are passwords.
        let mut items = octets.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii_end);
        let _ = items.find(|line| *line == b"+-1");
        for (item, question) in items.zip(FormQuestion::all(&self.form)) {
            if question.is_secret {
                self.secrets.add(item);
            }
        }
        let shown = match step {
            Step::Command(Command { verb, argument: Some(argument), .. })
                if is_secret(argument) =>
            {
                format!("{verb} ***\\r\\n")
            }
            // A form has passwords among its items.
            Step::Send(_) => redacted(&self.secrets.mask(&octets)),
            // A URL with a password may be part of a path or a selector.
            _ => redacted(&octets),
        };
        Ok(Action::Send(Outgoing { octets, shown, stage: self.stage }))
    }

    /// Records a reply, without the passwords in its text.
    pub(super) fn note(&mut self, code: u16, text: &[u8]) -> Reply {
        // A file or group that does not exist has a code 4yz in NNTP, and a directory without files 450 in FTP.
        let is_failure = match (self.plan.scheme.name, code) {
            ("ftp", code) => (400..500).contains(&code) && code != 450,
            ("http", code) => matches!(code, 408 | 429 | 500..),
            (_, code) => matches!(code, 400 | 403),
        };
        let text = self.secrets.show(text);
        let reply = Reply { step: self.stage.step(), code, text, is_failure };
        if self.outcome.replies.len() < MOST_REPLIES {
            self.outcome.replies.push(reply.clone());
        }
        reply
    }

    /// Counts octets of the content.
    pub(super) fn count(&mut self, len: usize) -> Result<(), Error> {
        // 2^64 octets take centuries.
        self.outcome.content_len += len as u64;
        match self.options.limits.bytes {
            Some(limit) if self.outcome.content_len > limit => {
                Err(Error::TooLong { step: self.stage(), what: "content", limit, unit: "octets" })
            }
            _ => Ok(()),
        }
    }

    pub(super) fn closed(&self) -> Error {
        Error::Closed { step: self.stage() }
    }

    pub(super) fn rejected(&self, reply: Reply) -> Error {
        Error::Rejected { step: self.stage(), reply }
    }

    pub(super) fn protocol(&self, expected: &'static str, got: &[u8]) -> Error {
        Error::Protocol { step: self.stage(), expected, got: self.secrets.show(got) }
    }

    pub(super) fn too_long(&self, what: &'static str, limit: usize, unit: &'static str) -> Error {
        Error::TooLong { step: self.stage(), what, limit: limit as u64, unit }
    }
}

/// The replies that are kept: a greeting, and for each step at most the set-up of a data connection and two replies. A
/// server may send more.
const MOST_REPLIES: usize = 4 * Plan::MAX_STEPS;

fn is_secret(argument: &Chunk) -> bool {
    match argument {
        Chunk::Octets(argument) => argument.is_secret(),
        Chunk::Answer(question) => *question == Question::Password,
        _ => false,
    }
}
