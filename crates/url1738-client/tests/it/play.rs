//! A session played against a script, in pieces of any size.

use url1738::{
    Url,
    plan::{Answers, Endpoint},
};
use url1738_client::{Action, Channel, Client, Error, ErrorKind, Limits, Outgoing, Session};

/// What a session did.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Played {
    /// What it sent, with `> ` for a new connection and `data PORT` for a data connection.
    pub(crate) sent: Vec<String>,
    /// All octets that it sent.
    pub(crate) octets: Vec<u8>,
    pub(crate) content: Vec<u8>,
    /// The error that ended it.
    pub(crate) error: Option<String>,
    /// Its kind, and what to do about it.
    pub(crate) remedy: Option<(ErrorKind, Option<&'static str>)>,
    pub(crate) guesses: Vec<String>,
    pub(crate) replies: Vec<String>,
    pub(crate) announced: Option<u64>,
}

/// Returns a client that refuses no port of the tests.
pub(crate) fn client() -> Client {
    Client::new().allow_given_ports()
}

/// Plays a session. The script has what the server sends on the control connection each time it is waited for, and what
/// comes over data connections, each to its end. An exhausted script closes the connection.
pub(crate) fn play(
    url: &str,
    answers: &Answers,
    script: &[&[u8]],
    data: &[&[u8]],
    size: usize,
) -> Played {
    play_with(url, answers, script, data, size, |client| client)
}

pub(crate) fn play_with(
    url: &str,
    answers: &Answers,
    script: &[&[u8]],
    data: &[&[u8]],
    size: usize,
    set_up: impl FnOnce(Client) -> Client,
) -> Played {
    let plan = Url::parse(url).unwrap().plan().unwrap();
    let mut session = set_up(client().answers(answers.clone())).session(&plan).unwrap();
    let mut played = Played::default();
    let result = run(&mut session, script, data, size, &mut played);
    let outcome = session.outcome();
    played.announced = outcome.announced_len;
    played.guesses = outcome.guesses.clone();
    played.replies = outcome.replies.iter().map(ToString::to_string).collect();
    played.remedy = result.as_ref().err().map(|error| (error.kind(), error.help()));
    played.error = result.err().map(|error| {
        assert_eq!(error.to_string(), error.to_string().trim(), "an error is one line");
        error.to_string()
    });
    played
}

fn run(
    session: &mut Session,
    script: &[&[u8]],
    data: &[&[u8]],
    size: usize,
    played: &mut Played,
) -> Result<(), Error> {
    let mut script = script.iter();
    let mut data = data.iter();
    // What is left of a piece that is sent in parts.
    let (mut control, mut open) = (Vec::new(), Vec::new());
    for _ in 0..1_000_000 {
        match session.next_action()? {
            Action::Connect(endpoint) => {
                control.clear();
                played.sent.push(match endpoint {
                    Endpoint::Tcp { host, port } => format!("> {host}:{port}"),
                    other => format!("> {other}"),
                });
            }
            Action::Send(outgoing) => note(&outgoing, played),
            Action::Receive(channel) => {
                let piece = if channel == Channel::Data { &mut open } else { &mut control };
                if piece.is_empty() && channel == Channel::Control {
                    piece.extend_from_slice(script.next().copied().unwrap_or_default());
                }
                let len = size.min(piece.len());
                let octets: Vec<u8> = piece.drain(..len).collect();
                let content = session.received(&octets)?;
                played.content.extend_from_slice(&content);
            }
            Action::OpenData(port) => {
                played.sent.push(format!("data {port}"));
                match data.next() {
                    Some(octets) => open = octets.to_vec(),
                    None => session.data_failed(),
                }
            }
            Action::Ask(question) => played.sent.push(format!("ask {}", question.name())),
            Action::Advise(step) => played.sent.push(step.to_string()),
            Action::Done => return Ok(()),
            other => panic!("unexpected {other:?}"),
        }
    }
    panic!("the session does not end: {played:?}");
}

fn note(outgoing: &Outgoing, played: &mut Played) {
    played.octets.extend_from_slice(outgoing.octets());
    played.sent.push(outgoing.to_string());
}

/// Plays in pieces of several sizes, which must not matter. Returns what was played.
pub(crate) fn in_pieces(url: &str, answers: &Answers, script: &[&[u8]], data: &[&[u8]]) -> Played {
    let whole = play(url, answers, script, data, usize::MAX);
    for size in [1, 2, 3, 7, 64] {
        assert_eq!(play(url, answers, script, data, size), whole, "{url} in pieces of {size}");
    }
    whole
}

/// Returns small limits.
pub(crate) fn small() -> Limits {
    let mut limits = Limits::default();
    limits.reply = 1000;
    limits.lines = 20;
    limits
}
