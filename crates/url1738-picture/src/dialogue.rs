//! The access plan as a dialogue of client, server and user.

use alloc::{
    borrow::ToOwned as _,
    format,
    string::{String, ToString as _},
    vec::Vec,
};
use core::fmt;

use url1738::plan::{Chunk, Command, Condition, Endpoint, Plan, Question, Refusal, Step};

use crate::layout::{Skipped, ends, shorten};

/// The messages between client, server and user when the URL is accessed (section 3).
///
/// ```
/// use url1738::Url;
/// use url1738_picture::{Dialogue, Speaker};
///
/// let url = Url::parse("gopher://host.dom/1/pub")?;
/// let Dialogue::Plan { opening, turns, .. } = Dialogue::new(&url.plan(), false) else { panic!() };
/// assert_eq!(opening, "connect to host.dom, TCP port 70");
/// assert_eq!(turns[0].speaker, Speaker::Client);
/// assert_eq!(turns[0].words, r#"send "/pub\r\n""#);
///
/// let url = Url::parse("ftp://host.dom/a%0D%0Ab")?;
/// assert!(matches!(Dialogue::new(&url.plan(), false), Dialogue::Refused(_)));
/// # Ok::<(), url1738::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialogue {
    /// The URL has a plan.
    #[non_exhaustive]
    Plan {
        /// The server, or where the access takes place.
        opening: String,
        /// The messages in order.
        turns: Vec<Turn>,
        /// The messages that are left out of a long dialogue.
        skipped: Skipped,
        /// The code and the message of each warning.
        warnings: Vec<(&'static str, &'static str)>,
    },
    /// Access is refused, with the reason.
    Refused(String),
}

/// A message.
///
/// ```
/// use url1738::Url;
/// use url1738_picture::{Dialogue, Speaker};
///
/// let url = Url::parse("telnet://guest@host.dom/")?;
/// let Dialogue::Plan { turns, .. } = Dialogue::new(&url.plan(), false) else { panic!() };
/// assert_eq!(turns[0].speaker.name(), "you");
/// assert_eq!(turns[0].words, r#"are shown: user "guest""#);
/// # Ok::<(), url1738::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Turn {
    /// The sender, or the user who acts.
    pub speaker: Speaker,
    /// The message in the notation of plans, or the action of the user.
    pub words: String,
}

/// The sender of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Speaker {
    /// The program that accesses the URL.
    Client,
    /// The server that the URL names.
    Server,
    /// The user of the client.
    User,
}

impl Speaker {
    /// Returns the name in a dialogue: `client`, `server` or `you`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Server => "server",
            Self::User => "you",
        }
    }
}

/// How many messages are shown at the start and at the end of a dialogue.
// FTP enters each directory of a path by a command. Of a thousand, the first show the login, and the last the transfer.
const FIRST_TURNS: usize = 60;
const LAST_TURNS: usize = 20;
/// The longest message that is shown, in columns.
const MAX_TURN: usize = 600;

impl Dialogue {
    /// Returns the dialogue of a plan. Passwords are masked as `***` if `show_passwords` is false.
    #[must_use]
    pub fn new(plan: &Result<Plan, Refusal>, show_passwords: bool) -> Self {
        let plan = match plan {
            Ok(plan) => plan,
            Err(refusal) => {
                return Self::Refused(format!("{} ({})", refusal.reason(), refusal.part.label()));
            }
        };
        let (turns, skipped) = ends(FIRST_TURNS, LAST_TURNS, |push| {
            let turns = plan.steps.iter().flat_map(|step| turns_of(step, show_passwords));
            turns.for_each(|(speaker, words)| {
                push(Turn { speaker, words: shorten(words, MAX_TURN) });
            });
        });
        let warnings = plan.warnings.iter().map(|w| (w.code(), w.message())).collect();
        Self::Plan { opening: opening(plan), turns, skipped, warnings }
    }
}

fn opening(plan: &Plan) -> String {
    match &plan.endpoint {
        Endpoint::Tcp { host, port } => format!("connect to {host}, TCP port {port}"),
        Endpoint::Tls { host, port } => {
            format!("connect to {host}, TCP port {port}, and secure the connection by TLS")
        }
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
fn turns_of(step: &Step, show_passwords: bool) -> Vec<(Speaker, String)> {
    // The alternate form of plans contains the passwords.
    let text = |shown: &dyn fmt::Display| {
        if show_passwords { format!("{shown:#}") } else { shown.to_string() }
    };
    let mut turns = Vec::new();
    let (speaker, words) = match step {
        Step::Command(Command { condition, argument, .. }) => {
            if let Condition::If(code) = condition {
                let words = format!("{code} ... (only then is the next command sent)");
                turns.push((Speaker::Server, words));
            }
            // A password that the URL does not have is asked for before the command that sends it.
            if *argument == Some(Chunk::Answer(Question::Password)) {
                turns.push((Speaker::User, question_text(Question::Password)));
            }
            let remark = match condition {
                Condition::Guess => "  (a guess: not in the URL)",
                Condition::Optional => "  (optional)",
                _ => "",
            };
            // `[if 331]` became the message of the server, so that the command is written without it.
            let bare = step.clone().when(Condition::Always);
            (Speaker::Client, format!("{}{remark}", text(&bare)))
        }
        Step::Ask(question) => (Speaker::User, question_text(*question)),
        Step::AdviseUser(_) | Step::AdvisePassword(_) => {
            (Speaker::User, text(step).replacen("advise", "are shown:", 1))
        }
        Step::Session => (Speaker::User, "take over the connection".to_owned()),
        Step::Compose(address) => (Speaker::User, format!("write a message to {}", text(address))),
        _ => (Speaker::Client, text(step)),
    };
    turns.push((speaker, words));
    turns
}

fn question_text(question: Question) -> String {
    match question {
        Question::Password => "are asked for the password",
        Question::Email => "are asked for your e-mail address",
        Question::Search => "are asked for the words to search for",
        Question::Key => "choose a key at random",
        _ => "are asked to fill in a form",
    }
    .to_owned()
}
