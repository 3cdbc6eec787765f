//! The access plan as a conversation.

use url1738::{
    Url,
    plan::{Condition, Endpoint, Plan, Question, Step},
};

use crate::session::Session;

/// What client, server and user say to each other.
#[derive(Debug)]
pub(crate) enum Dialogue {
    Plan {
        /// How it begins.
        opening: String,
        turns: Vec<(Speaker, String)>,
        /// Code and words.
        warnings: Vec<(&'static str, &'static str)>,
    },
    /// There is no plan, and why.
    Refused(String),
}

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speaker {
    Client,
    Server,
    User,
}

impl Speaker {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Server => "server",
            Self::User => "you",
        }
    }
}

impl Dialogue {
    pub(super) fn new(url: &Url<&str>, session: &Session) -> Self {
        let plan = match url.access() {
            Ok(plan) => plan,
            Err(refusal) => {
                return Self::Refused(format!("{} ({})", refusal.reason, refusal.part.name()));
            }
        };
        let mut turns = Vec::new();
        for step in plan.steps() {
            turns.extend(turns_of(step, session));
        }
        let warnings = plan.warnings().iter().map(|w| (w.code, w.message)).collect();
        Self::Plan { opening: opening(&plan), turns, warnings }
    }
}

fn opening(plan: &Plan) -> String {
    match plan.endpoint() {
        Endpoint::Tcp { host, port } => format!("connect to {host}, TCP port {port}"),
        Endpoint::Udp { host, port } => format!("send datagrams to {host}, UDP port {port}"),
        Endpoint::Configured { service, port } => {
            format!("connect to your own {service}, TCP port {port}: the URL names none")
        }
        Endpoint::ThisMachine => "on this machine".to_owned(),
        _ => "no server is contacted".to_owned(),
    }
}

/// A step, and what must be said before it.
fn turns_of(step: &Step, session: &Session) -> Vec<(Speaker, String)> {
    let text = if session.show_passwords { format!("{step:#}") } else { step.to_string() };
    let (speaker, words) = match step {
        Step::Command(command) => return command_turns(command.condition, &text),
        Step::Ask(question) => (Speaker::User, asked(*question)),
        Step::AdviseUser(_) | Step::AdvisePassword(_) => {
            (Speaker::User, format!("are told: {}", text.trim_start_matches("advise ")))
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
        Condition::Guess => "  (a guess: the URL does not say)",
        Condition::Optional => "  (may be left out)",
        _ => "",
    };
    let mut turns = Vec::new();
    if let Condition::If(code) = condition {
        turns.push((
            Speaker::Server,
            format!("{code} ... (if it answers so, the next line follows)"),
        ));
    }
    if text.contains("<ask>") {
        turns.push((Speaker::User, asked(Question::Password)));
    }
    turns.push((Speaker::Client, format!("{words}{remark}")));
    turns
}

fn asked(question: Question) -> String {
    match question {
        Question::Password => "are asked for the password",
        Question::Email => "are asked for your e-mail address",
        Question::Search => "are asked for the words to search for",
        _ => "are asked to fill in a form",
    }
    .to_owned()
}
