//! What the machines of all protocols share: the plan, the answers, and the record of the exchange.

use core::fmt;

use url1738::{
    Redacted,
    plan::{Answers, Chunk, Condition, Plan, Question, Step},
    syntax::{MASK, redact::Segment},
};

use crate::{
    error::Error,
    identity::Identity,
    limits::Limits,
    reply::Reply,
    secrets::{Secrets, escape},
};

/// Octets to be sent.
///
/// Display writes them as text without passwords; lines end in `\r\n`.
///
/// ```
/// use url1738::Url;
/// use url1738_client::{Action, Session, plan::Answers};
///
/// let plan = Url::parse("ftp://me:pw@host.dom/")?.plan().unwrap();
/// let mut session = Session::new(plan, Answers::new())?;
/// let mut replies = [&b"220 hi\r\n"[..], b"331 pw?\r\n"].into_iter();
/// let pass = loop {
///     match session.next_action()? {
///         Action::Send(outgoing) if outgoing.step() == Some(1) => break outgoing,
///         Action::Receive(_) => drop(session.received(replies.next().unwrap())?),
///         _ => {}
///     }
/// };
/// assert_eq!(pass.octets(), b"PASS pw\r\n");
/// assert_eq!(pass.to_string(), r"PASS ***\r\n");
/// assert!(!pass.is_farewell());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Outgoing {
    octets: Vec<u8>,
    shown: String,
    step: Option<usize>,
    is_farewell: bool,
}

impl Outgoing {
    /// Returns a command of the client, which is not in the plan.
    pub(super) fn of_client(octets: Vec<u8>) -> Self {
        // The argument of SIZE is part of a URL.
        Self { shown: masked(&octets), octets, step: None, is_farewell: false }
    }

    /// Returns `QUIT`.
    pub(super) fn farewell() -> Self {
        Self { is_farewell: true, ..Self::of_client(b"QUIT\r\n".to_vec()) }
    }

    /// Returns the octets, with passwords.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Returns the index of the step that sends them, or `None` for what the client adds to the plan.
    #[must_use]
    pub const fn step(&self) -> Option<usize> {
        self.step
    }

    /// Returns whether it is the last line of an exchange that is over. If it cannot be sent, nothing is lost.
    #[must_use]
    pub const fn is_farewell(&self) -> bool {
        self.is_farewell
    }
}

impl fmt::Display for Outgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// Writes the octets as Display does.
impl fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outgoing({})", self.shown)
    }
}

/// What the exchange is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Step(usize),
    Other(&'static str),
}

/// What the machines of all protocols share.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) plan: Plan,
    pub(super) answers: Answers,
    pub(super) limits: Limits,
    pub(super) secrets: Secrets,
    pub(super) replies: Vec<Reply>,
    pub(super) guesses: Vec<String>,
    pub(super) offset: u64,
    pub(super) content: u64,
    pub(super) announced: Option<u64>,
    /// Whether to ask for the length and the time of a file before it is transferred.
    pub(super) identifies: bool,
    /// What the file was when the transfer began that is resumed.
    pub(super) expected: Identity,
    /// What the file is, once its transfer begins.
    pub(super) identity: Option<Identity>,
    pub(super) stage: Stage,
    /// Whether the question of the current step was asked already.
    asked: bool,
}

impl Script {
    pub(super) fn new(plan: Plan, answers: Answers) -> Self {
        let mut script = Self {
            plan,
            answers,
            limits: Limits::default(),
            secrets: Secrets::default(),
            replies: Vec::new(),
            guesses: Vec::new(),
            offset: 0,
            content: 0,
            announced: None,
            identifies: false,
            expected: Identity::default(),
            identity: None,
            stage: Stage::Other("connect"),
            asked: false,
        };
        script.learn_secrets();
        script
    }

    /// Collects the passwords: those of the URL, and the one that is an answer.
    fn learn_secrets(&mut self) {
        for step in self.plan.steps() {
            let argument = match step {
                Step::Command(command) => command.argument.as_ref(),
                _ => None,
            };
            match (step, argument) {
                (Step::AdvisePassword(argument), _) => self.secrets.add(argument.octets()),
                (_, Some(Chunk::Octets(argument))) if argument.is_secret() => {
                    self.secrets.add(argument.octets());
                }
                (_, Some(Chunk::Answer(Question::Password))) => {
                    // The line is the verb, a space, the password, CR and LF; FF is doubled on some connections.
                    let plain = Plan::new(url1738::plan::Endpoint::None);
                    for plan in [&plain, &self.plan] {
                        let line = plan.step_to_wire(step, &self.answers).ok().flatten();
                        let line = line.unwrap_or_default();
                        let start = line.iter().position(|octet| *octet == b' ');
                        let start = start.map_or(line.len(), |at| at.saturating_add(1));
                        let end = line.len().saturating_sub(2);
                        self.secrets.add(line.get(start..end).unwrap_or_default());
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn answer(&mut self, answers: Answers) {
        self.answers = answers;
        self.learn_secrets();
    }

    pub(super) fn step(&self, at: usize) -> Option<&Step> {
        self.plan.steps().get(at)
    }

    /// Returns what the exchange is at, without passwords.
    pub(super) fn stage(&self) -> String {
        match self.stage {
            // The condition is for the reader of a plan.
            Stage::Step(at) => match self.step(at) {
                Some(Step::Command(command)) => {
                    let bare = Step::Command(command.clone()).when(Condition::Always);
                    bare.to_string()
                }
                Some(step) => step.to_string(),
                None => String::new(),
            },
            Stage::Other(name) => name.to_owned(),
        }
    }

    /// Returns the octets of the step at `at`, or the question to ask first.
    ///
    /// # Errors
    /// Returns an error if the question was asked and has no answer.
    pub(super) fn outgoing(&mut self, at: usize) -> Result<Result<Outgoing, Question>, Error> {
        self.stage = Stage::Step(at);
        let Some(step) = self.plan.steps().get(at) else { return Err(Error::NoPlan) };
        let octets = match self.plan.step_to_wire(step, &self.answers) {
            Ok(octets) => octets.ok_or(Error::NoPlan)?,
            Err(question) if self.asked => {
                return Err(Error::Unanswered { step: self.stage(), question });
            }
            Err(question) => {
                self.asked = true;
                return Ok(Err(question));
            }
        };
        self.asked = false;
        if step.condition() == Condition::Guess {
            let guess = step.to_string();
            self.guesses.push(guess);
        }
        let is_secret = match step {
            Step::Command(command) => match &command.argument {
                Some(Chunk::Octets(argument)) => argument.is_secret(),
                Some(Chunk::Answer(question)) => *question == Question::Password,
                _ => false,
            },
            _ => false,
        };
        let shown = match step {
            Step::Command(command) if is_secret => format!("{} ***\\r\\n", command.verb),
            // A form has passwords among its items.
            Step::Send(_) => masked(&self.secrets.mask(&octets)),
            // A URL with a password may be part of a path or a selector.
            _ => masked(&octets),
        };
        Ok(Ok(Outgoing { octets, shown, step: Some(at), is_farewell: false }))
    }

    /// Records a reply, without the passwords in its text.
    pub(super) fn note(&mut self, step: Option<usize>, code: u16, text: &[u8]) -> Reply {
        let reply = Reply { step, code, text: self.secrets.show(text) };
        // A greeting, and for each step at most the set-up of a data connection and two replies.
        if self.replies.len() < MOST_REPLIES {
            self.replies.push(reply.clone());
        }
        reply
    }

    /// Counts octets of the content.
    pub(super) fn count(&mut self, len: usize) -> Result<(), Error> {
        self.content = self.content.saturating_add(u64::try_from(len).unwrap_or(u64::MAX));
        match self.limits.bytes {
            Some(limit) if self.content > limit => {
                Err(Error::TooLong { step: self.stage(), what: "content", limit, unit: "octets" })
            }
            _ => Ok(()),
        }
    }

    pub(super) fn closed(&self) -> Error {
        Error::closed(&self.stage())
    }

    pub(super) fn protocol(&self, expected: &'static str, got: &[u8]) -> Error {
        Error::protocol(&self.stage(), expected, got, &self.secrets)
    }
}

/// The replies that are kept; a server may send more.
const MOST_REPLIES: usize = 4 * Plan::MAX_STEPS;

/// Returns octets as text without the passwords of URLs in them.
fn masked(octets: &[u8]) -> String {
    let mut shown = String::new();
    for segment in Redacted::of_data(octets).segments() {
        match segment {
            Segment::Plain(octets) => shown.push_str(&escape(octets)),
            Segment::Masked => shown.push_str(MASK),
        }
    }
    shown
}
