//! The access plan as a dialogue of client, server and user.

use core::fmt;

use url1738::plan::{Condition, Endpoint, Plan, Question, Refusal, Step};

use super::layout::{Ends, Skipped, shorten};
use crate::diagnostics::Masking;

/// The messages of client, server and user.
#[derive(Debug)]
pub(super) enum Dialogue {
    Plan {
        /// The server, or where the access takes place.
        opening: String,
        turns: Vec<(Speaker, String)>,
        skipped: Skipped,
        /// Code and message.
        warnings: Vec<(&'static str, &'static str)>,
    },
    /// Access is refused, with the reason.
    Refused(String),
}

/// The sender of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    Client,
    Server,
    User,
}

impl Speaker {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Server => "server",
            Self::User => "you",
        }
    }
}

/// How many messages are shown at the start and at the end of a dialogue.
const FIRST_TURNS: usize = 60;
const LAST_TURNS: usize = 20;
/// The longest message that is shown, in columns.
const MAX_TURN: usize = 600;

impl Dialogue {
    pub(super) fn new(plan: &Result<Plan, Refusal>, masking: Masking) -> Self {
        let plan = match plan {
            Ok(plan) => plan,
            Err(refusal) => {
                return Self::Refused(format!("{} ({})", refusal.reason, refusal.part.label()));
            }
        };
        let mut turns = Ends::new(FIRST_TURNS, LAST_TURNS);
        for step in plan.steps() {
            for (speaker, words) in turns_of(step, masking) {
                turns.push((speaker, shorten(words, MAX_TURN)));
            }
        }
        let (turns, skipped) = turns.finish();
        let warnings = plan.warnings().iter().map(|w| (w.code, w.message)).collect();
        Self::Plan { opening: opening(plan), turns, skipped, warnings }
    }
}

/// A step in the notation of plans.
#[derive(Clone, Copy)]
pub(super) struct StepText<'p>(pub(super) &'p Step, pub(super) Masking);

impl fmt::Display for StepText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(step, masking) = self;
        // The alternate form is the one with passwords.
        if masking.show_passwords { write!(f, "{step:#}") } else { write!(f, "{step}") }
    }
}

fn opening(plan: &Plan) -> String {
    match plan.endpoint() {
        Endpoint::Tcp { host, port } => format!("connect to {host}, TCP port {port}"),
        Endpoint::Udp { host, port } => format!("send datagrams to {host}, UDP port {port}"),
        Endpoint::Configured { service, port } => {
            format!(
                "connect to your own {service}, TCP port {port}: the URL does not name a server"
            )
        }
        Endpoint::ThisMachine => "on this machine".to_owned(),
        _ => "no server is contacted".to_owned(),
    }
}

/// Returns the messages of a step, and those that must come before it.
fn turns_of(step: &Step, masking: Masking) -> Vec<(Speaker, String)> {
    let text = StepText(step, masking).to_string();
    let (speaker, words) = match step {
        Step::Command(command) => return command_turns(command.condition, &text),
        Step::Ask(question) => (Speaker::User, question_text(*question)),
        Step::AdviseUser(_) | Step::AdvisePassword(_) => {
            (Speaker::User, format!("are shown: {}", text.trim_start_matches("advise ")))
        }
        Step::Session => (Speaker::User, "take over the connection".to_owned()),
        Step::Compose(_) => {
            (Speaker::User, format!("write a message to {}", text.trim_start_matches("compose ")))
        }
        _ => (Speaker::Client, text),
    };
    vec![(speaker, words)]
}

fn command_turns(condition: Condition, text: &str) -> Vec<(Speaker, String)> {
    let words = text.split(" [").next().unwrap_or(text);
    let words = if condition == Condition::Always { text } else { words };
    let remark = match condition {
        Condition::Guess => "  (a guess: not in the URL)",
        Condition::Optional => "  (optional)",
        _ => "",
    };
    let mut turns = Vec::new();
    if let Condition::If(code) = condition {
        turns.push((Speaker::Server, format!("{code} ... (only then is the next command sent)")));
    }
    if text.contains("<ask>") {
        turns.push((Speaker::User, question_text(Question::Password)));
    }
    turns.push((Speaker::Client, format!("{words}{remark}")));
    turns
}

fn question_text(question: Question) -> String {
    match question {
        Question::Password => "are asked for the password",
        Question::Email => "are asked for your e-mail address",
        Question::Search => "are asked for the words to search for",
        _ => "are asked to fill in a form",
    }
    .to_owned()
}
