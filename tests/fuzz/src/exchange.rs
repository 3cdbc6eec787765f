//! The state machines of the client.

use url1738::{
    Url,
    plan::{Answers, Endpoint, Plan, Question},
};
use url1738_client::{Action, Client, Limits};

/// One URL for each machine, and for each form of its answers.
const URLS: [&str; 12] = [
    "ftp://u:hunter2@h/a/b",
    "ftp://h/a/;type=d",
    "ftp://h/x;type=a",
    "gopher://h/1/x",
    "gopher://h/0/x%09%09+",
    "gopher://h/0/x%09%09?",
    "http://h/x",
    "nntp://h/g/1",
    "news:*",
    "news:g",
    "telnet://u:hunter2@h/",
    "ftp://h",
];

/// What one playing of a session came to.
#[derive(Debug, PartialEq)]
struct Played {
    sent: Vec<u8>,
    content: Vec<u8>,
    error: Option<String>,
}

/// Whatever a server sends, a session ends, sends nothing but its plan, shows no password, and its content does not
/// depend on the pieces in which it comes. The first byte chooses the URL, the second how much the server sends at once; the others
/// are what it sends.
pub fn exchange(bytes: &[u8]) {
    let [url, size, octets @ ..] = bytes else { return };
    let url = URLS[usize::from(*url) % URLS.len()];
    let plan = Url::parse(url).expect("valid").plan().expect("safe");
    // A piece is what the server sends before it waits for the client.
    let pieces: Vec<&[u8]> = octets.chunks(usize::from(*size) + 1).collect();
    let whole = play(&plan, &pieces, usize::MAX);
    let by_octets = play(&plan, &pieces, 1);
    // What is sent too early is an error only if it comes with the reply before, and an error may cut the content at the
    // piece before.
    let has_replies = url.starts_with("ftp:") || url.starts_with('n');
    if !has_replies && whole.error.is_none() {
        assert_eq!(by_octets, whole, "{url} by octets");
    }
    assert!(has_replies || by_octets.error.is_some() == whole.error.is_some(), "{url} by octets");
    assert!(whole.content.len() <= octets.len() + 2, "{url}: {whole:?}");
    if let Some(error) = &whole.error {
        assert!(!url.contains("hunter2") || !error.contains("hunter2"), "{url}: {error}");
        assert!(!error.chars().any(char::is_control), "{url}: {error}");
    }
}

fn play(plan: &Plan, pieces: &[&[u8]], size: usize) -> Played {
    let mut limits = Limits::default();
    limits.reply = 300;
    limits.lines = 10;
    limits.bytes = Some(1000);
    let answers =
        Answers::new().answer(Question::Email, b"me@h").and_then(|all| all.form([&b"x"[..]]));
    let client = Client::new().limits(limits).details().answers(answers.expect("no line ends"));
    let client = match plan.endpoint {
        Endpoint::Tcp { port, .. } | Endpoint::Udp { port, .. } => client.allow_port(port),
        _ => client,
    };
    let mut session = client.session(plan).expect("a protocol");
    let mut played = Played { sent: Vec::new(), content: Vec::new(), error: None };
    let mut pieces = pieces.iter();
    let mut rest: &[u8] = &[];
    // The steps, the set-up of data, and each octet once.
    for _ in 0..100_000 {
        let action = match session.next_action() {
            Ok(action) => action,
            Err(error) => {
                played.error = Some(error.to_string());
                return played;
            }
        };
        match action {
            Action::Send(outgoing) => {
                let octets = outgoing.octets();
                let planned = outgoing.step().map(|step| {
                    plan.step_to_wire(&plan.steps[step], session.answers()).expect("answered")
                });
                let verbs = ["EPSV", "PASV", "QUIT", "MLSD", "LIST", "OVER ", "XOVER "];
                let is_line = octets.iter().filter(|octet| **octet == b'\n').count() == 1;
                let is_own = is_line && verbs.iter().any(|it| octets.starts_with(it.as_bytes()))
                    || octets.first() == Some(&255);
                assert!(planned.is_some_and(|it| it.as_deref() == Some(octets)) || is_own);
                played.sent.extend_from_slice(octets);
            }
            Action::Receive(_) => {
                if rest.is_empty() {
                    rest = pieces.next().copied().unwrap_or_default();
                }
                let (now, later) = rest.split_at(size.min(rest.len()));
                rest = later;
                match session.received(now) {
                    Ok(content) => played.content.extend_from_slice(&content),
                    Err(error) => {
                        played.error = Some(error.to_string());
                        return played;
                    }
                }
            }
            Action::Connect(endpoint) => assert!(endpoint != Endpoint::None),
            Action::OpenData(port) => assert!(port > 0),
            Action::Done => return played,
            _ => {}
        }
    }
    panic!("the session does not end");
}
