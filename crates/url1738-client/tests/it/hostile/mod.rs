//! A recorder that plays hostile and broken servers. Each exchange ends within its limit, with its error, in flat memory.

mod ftp;

use core::time::Duration;
use std::{io, process::Command, thread, time::Instant};

use url1738::{Url, plan::Answers};
use url1738_client::{Client, Handler, Limits};

use super::server::{
    Do::{Drip, Forever, Hang, Hear},
    say,
};
use crate::server::{Do, Server};

/// A server, a URL, and what the error must contain; `ok` if the exchange must succeed.
struct Hostile {
    name: &'static str,
    url: &'static str,
    script: Vec<Do>,
    error: &'static str,
}

fn case(name: &'static str, url: &'static str, script: Vec<Do>, error: &'static str) -> Hostile {
    Hostile { name, url, script, error }
}

/// Counts the content, and keeps everything that a user would see.
#[derive(Default)]
struct Seen {
    content: u64,
    shown: String,
}

impl Handler for Seen {
    fn content(&mut self, octets: &[u8]) -> io::Result<()> {
        self.content += octets.len() as u64;
        Ok(())
    }

    fn event(&mut self, event: &url1738_client::Event<'_>) {
        use core::fmt::Write as _;
        if !matches!(event, url1738_client::Event::Received(..)) {
            write!(self.shown, "{event:?}").unwrap();
        }
    }
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.connect = Duration::from_secs(2);
    limits.read = Duration::from_secs(1);
    limits.total = Some(Duration::from_secs(2));
    limits.bytes = Some(4_000_000);
    limits.reply = 10_000;
    limits.lines = 100;
    limits
}

/// The longest time that an exchange may take, on a machine that does other things too.
const LONGEST: Duration = Duration::from_secs(60);

fn play(hostile: &Hostile) -> Option<String> {
    let server = Server::start(hostile.script.clone());
    let answers = Answers::new().form([&b"x"[..]]).unwrap();
    let mut limits = limits();
    if hostile.error.contains("exceeds") {
        // A busy machine must not reach the total time before the bound of octets or lines.
        limits.total = Some(LONGEST);
    }
    let client = Client::new().limits(limits).connect_to(server.address).answers(answers);
    let mut seen = Seen::default();
    let begun = Instant::now();
    let result = client.fetch(&Url::parse(hostile.url).unwrap(), &mut seen);
    let took = begun.elapsed();
    let error = result.as_ref().map_or_else(ToString::to_string, |_| "ok".to_owned());
    if took > LONGEST {
        return Some(format!("{}: took {took:?}", hostile.name));
    }
    if !error.contains(hostile.error) {
        return Some(format!("{}: {error}", hostile.name));
    }
    let shown = format!("{error}{:?}{}", result, seen.shown);
    // The octets of a line that ends early are in the message, escaped.
    if shown.contains("hunter2") || shown.contains(char::is_control) {
        return Some(format!("{}: shows {shown:?}", hostile.name));
    }
    if seen.content > 4_000_000 {
        return Some(format!("{}: {} octets", hostile.name, seen.content));
    }
    None
}

/// Set for the process that measures its memory, in which no other test runs.
const ALONE: &str = "URL1738_HOSTILE_ALONE";

/// The peak of memory of this process, in KiB.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[test]
fn every_server_ends_within_its_limit_with_its_error() {
    if std::env::var_os(ALONE).is_none() {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let name = "hostile::every_server_ends_within_its_limit_with_its_error";
        let run = command.args([name, "--exact", "--nocapture"]).env(ALONE, "1").output().unwrap();
        let said = String::from_utf8([run.stdout, run.stderr].concat()).unwrap();
        assert!(run.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let servers: Vec<Hostile> = ftp::servers().into_iter().chain(servers()).collect();
    assert!(servers.len() >= 60, "{} servers", servers.len());
    let before = peak();
    let mut failures = Vec::new();
    // Most of the time is spent waiting.
    for some in servers.chunks(32) {
        thread::scope(|scope| {
            let threads: Vec<_> = some.iter().map(|it| scope.spawn(|| play(it))).collect();
            failures.extend(threads.into_iter().filter_map(|thread| thread.join().unwrap()));
        });
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    if let (Some(before), Some(after)) = (before, peak()) {
        // Buffers of 64 KiB for client and server of 32 at a time, and their stacks.
        let grown = after.saturating_sub(before);
        assert!(grown < 40 * 1024, "memory grew by {grown} KiB");
    }
}

const NEWS: &str = "nntp://host.dom/comp.test/1";
const GOPHER: &str = "gopher://host.dom/0/x";
const PLUS: &str = "gopher://host.dom/0/x%09%09+";
const FORM: &str = "gopher://host.dom/0/x%09%09?";
const HTTP: &str = "http://host.dom/x";
const TELNET: &str = "telnet://u:hunter2@host.dom/";

fn with_head(url: &'static str, rest: Vec<Do>) -> Vec<Do> {
    let mut script = match url {
        NEWS => {
            vec![say("200 hi\r\n"), Hear, say("200 ok\r\n"), Hear, say("211 1 1 1 g\r\n"), Hear]
        }
        _ => vec![Hear],
    };
    script.extend(rest);
    script
}

fn servers() -> Vec<Hostile> {
    vec![
        case("news: never greets", NEWS, vec![Hang], "greeting: no reply within"),
        case(
            "news: no permission",
            NEWS,
            vec![say("502 no\r\n")],
            "greeting: the server replied 502",
        ),
        case("news: closes", NEWS, with_head(NEWS, vec![]), "ARTICLE 1: "),
        case(
            "news: no such article",
            NEWS,
            with_head(NEWS, vec![say("423 none\r\n")]),
            "ARTICLE 1: the server replied 423",
        ),
        case(
            "news: early reply",
            NEWS,
            vec![say("200 hi\r\n200 ok\r\n"), Hang],
            "MODE READER: a reply comes after",
        ),
        case(
            "news: reply line without end",
            NEWS,
            with_head(NEWS, vec![Forever(b"2")]),
            "ARTICLE 1: the reply exceeds",
        ),
        case(
            "news: text without end",
            NEWS,
            with_head(NEWS, vec![say("220 1\r\n"), Forever(b"a\r\n")]),
            "ARTICLE 1: the content exceeds",
        ),
        case(
            "news: line without end",
            NEWS,
            with_head(NEWS, vec![say("220 1\r\n"), Forever(b"a")]),
            "ARTICLE 1: the content exceeds",
        ),
        case(
            "news: text cut",
            NEWS,
            with_head(NEWS, vec![say("220 1\r\na\r\n.")]),
            "ARTICLE 1: the server closed",
        ),
        case(
            "news: dots that end nothing",
            NEWS,
            with_head(NEWS, vec![say("220 1\r\n"), Forever(b"..\r\n")]),
            "ARTICLE 1: the content exceeds",
        ),
        case("gopher: never answers", GOPHER, vec![Hang], "no reply within"),
        case(
            "gopher: content without end",
            GOPHER,
            with_head(GOPHER, vec![Forever(b"x")]),
            "the content exceeds",
        ),
        case(
            "gopher: one octet a second",
            GOPHER,
            with_head(GOPHER, vec![Drip(b"x")]),
            "no end within",
        ),
        case(
            "gopher: error item",
            GOPHER,
            with_head(GOPHER, vec![say("3none\t\th\t1\r\n.\r\n")]),
            "the server replied none",
        ),
        case(
            "gopher: error without end",
            GOPHER,
            with_head(GOPHER, vec![Forever(b"3none\t\th\t1\r\n")]),
            "the content exceeds",
        ),
        case(
            "gopher+: length without end",
            PLUS,
            with_head(PLUS, vec![say("+"), Forever(b"1")]),
            "a Gopher+ answer begins",
        ),
        case(
            "gopher+: length that lies",
            PLUS,
            with_head(PLUS, vec![say("+10\r\nfour")]),
            "announced 10 octets and sent 4",
        ),
        case(
            "gopher+: more than the length",
            PLUS,
            with_head(PLUS, vec![say("+1\r\nfour")]),
            "the content has the announced length",
        ),
        case(
            "gopher+: failure without end",
            PLUS,
            with_head(PLUS, vec![say("--1\r\n"), Forever(b"x")]),
            "the reply exceeds",
        ),
        case(
            "gopher+: no lone dot",
            PLUS,
            with_head(PLUS, vec![say("+-1\r\nx")]),
            "a lone dot ends",
        ),
        case(
            "gopher+: form without end",
            FORM,
            with_head(FORM, vec![say("+-2\r\n"), Forever(b"x")]),
            "the form exceeds",
        ),
        case("http: never answers", HTTP, vec![Hang], "no reply within"),
        case(
            "http: another protocol",
            HTTP,
            vec![say("220 ftp\r\n"), Hang],
            "begins with a status",
        ),
        case(
            "http: header without end",
            HTTP,
            with_head(HTTP, vec![say("HTTP/1.0 200 OK\r\n"), Forever(b"a: b\r\n")]),
            "the reply exceeds",
        ),
        case(
            "http: header line without end",
            HTTP,
            with_head(HTTP, vec![say("HTTP/1.0 200 OK\r\n"), Forever(b"a")]),
            "the reply exceeds",
        ),
        case(
            "http: header one octet a second",
            HTTP,
            with_head(HTTP, vec![Drip(b"HTTP/1.0 200 OK\r\n")]),
            "no reply within",
        ),
        case(
            "http: body without end",
            HTTP,
            with_head(HTTP, vec![say("HTTP/1.0 200 OK\r\n\r\n"), Forever(b"a")]),
            "the content exceeds",
        ),
        case(
            "http: body cut",
            HTTP,
            vec![Hear, Hear, Hear, say("HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nx")],
            "announced 9 octets and sent 1",
        ),
        case(
            "http: length of 10 GB",
            HTTP,
            with_head(
                HTTP,
                vec![say("HTTP/1.0 200 OK\r\nContent-Length: 10000000000\r\n\r\n"), Forever(b"a")],
            ),
            "the content exceeds",
        ),
        case(
            "http: redirects",
            HTTP,
            with_head(
                HTTP,
                vec![say("HTTP/1.0 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n")],
            ),
            "redirects to \"file:///etc/passwd\"",
        ),
        case(
            "http: chunks",
            HTTP,
            with_head(HTTP, vec![say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")]),
            "no transfer encoding",
        ),
        case(
            "telnet: options without end",
            TELNET,
            vec![Forever(b"\xff\xfb\x01")],
            "the negotiation exceeds",
        ),
        case(
            "telnet: subnegotiation without end",
            TELNET,
            vec![Do::Say(b"\xff\xfa".to_vec()), Forever(b"x")],
            "session: no ",
        ),
        case(
            "telnet: banner without end",
            TELNET,
            vec![Forever(b"login: ")],
            "the content exceeds",
        ),
    ]
}
