//! The synchronous client over TCP.

use core::time::Duration;
use std::{
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, TcpListener},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::Instant,
};

use rstest::rstest;
use url1738::{
    Url,
    plan::{Answers, Argument, Question},
};
use url1738_client::{Channel, Client, Error, ErrorKind, Event, Handler, Limits, is_public};

use crate::server::{
    Do::{self, Data, Epsv, Hang, Hear},
    Server, say,
};

fn fetch(client: &Client, url: &str) -> Result<Vec<u8>, Error> {
    let mut content = Vec::new();
    client.fetch(&Url::parse(url).unwrap(), &mut content).map(|_| content)
}

#[rstest]
#[case("gopher://127.0.0.1:7070/", "non-default-port")]
#[case("gopher://127.0.0.1:25/", "reserved-port")]
#[case("ftp://127.0.0.1:0/", "port-zero")]
#[case("http://127.0.0.1:6379/", "non-default-port")]
fn a_port_of_another_protocol_is_refused(#[case] url: &str, #[case] code: &str) {
    // The client connects to a port of the test, whatever listens at the one that the URL names.
    let (sender, connected) = mpsc::channel();
    let server = Server::start_with(move |stream, _| {
        sender.send(()).unwrap();
        // Octets of no protocol, and the end.
        let _ = (&stream).write_all(b"\0\r\n").and_then(|()| stream.shutdown(Shutdown::Write));
        let _ = (&stream).read_to_end(&mut Vec::new());
    });
    let client = Client::new().connect_to(server.address);
    let error = fetch(&client, url).unwrap_err();
    assert!(error.to_string().ends_with(&format!("[{code}]")), "{error}");
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert_eq!(connected.try_recv(), Err(mpsc::TryRecvError::Empty));
    let port = url.rsplit(':').next().unwrap().trim_end_matches('/').parse().unwrap();
    let error = fetch(&client.allow_port(port), url).map(drop).err().map(|error| error.kind());
    // What a gopher server sends is content.
    assert_eq!(error, (!url.starts_with("gopher")).then_some(ErrorKind::Network));
    connected.recv_timeout(Duration::from_secs(30)).unwrap();
}

#[rstest]
#[case("127.0.0.1")]
#[case("127.1.2.3")]
#[case("0.0.0.0")]
#[case("10.0.0.1")]
#[case("100.64.0.1")]
#[case("169.254.169.254")]
#[case("172.16.0.1")]
#[case("172.31.255.255")]
#[case("192.0.0.8")]
#[case("192.0.2.1")]
#[case("192.88.99.1")]
#[case("192.168.1.1")]
#[case("198.18.0.1")]
#[case("198.51.100.1")]
#[case("203.0.113.1")]
#[case("224.0.0.1")]
#[case("255.255.255.255")]
#[case("::")]
#[case("::1")]
#[case("::127.0.0.1")]
#[case("::ffff:10.0.0.1")]
#[case("64:ff9b::7f00:1")]
#[case("64:ff9b:1::1")]
#[case("100::1")]
#[case("2001::1")]
#[case("2001:db8::1")]
#[case("2002:7f00:1::")]
#[case("3fff::1")]
#[case("5f00::1")]
#[case("fc00::1")]
#[case("fd12::1")]
#[case("fe80::1")]
#[case("fec0::1")]
#[case("ff02::1")]
fn an_address_that_is_not_public_is_denied(#[case] address: IpAddr) {
    assert!(!is_public(address));
    let client = Client::new().public_only(true).connect_to((address, 70).into());
    let error = fetch(&client, "gopher://host.dom/").unwrap_err();
    assert!(matches!(error, Error::Denied { .. }), "{error}");
}

#[rstest]
#[case("1.1.1.1")]
#[case("100.63.255.255")]
#[case("100.128.0.1")]
#[case("172.15.0.1")]
#[case("172.32.0.1")]
#[case("192.167.0.1")]
#[case("223.255.255.255")]
#[case("2606:4700::1111")]
#[case("2001:4860:4860::8888")]
#[case("64:ff9b::101:101")]
#[case("::ffff:1.1.1.1")]
fn a_public_address_is_allowed(#[case] address: IpAddr) {
    assert!(is_public(address));
}

/// The name is resolved once, and what it resolves to is checked: a name of this machine is not public.
#[test]
fn a_name_is_checked_after_resolution() {
    let client = Client::new().public_only(true);
    let error = fetch(&client, "gopher://localhost/").unwrap_err();
    assert!(matches!(error, Error::Denied { .. }), "{error}");
    assert_eq!(error.kind(), ErrorKind::Refused);
    let error = fetch(&client, "file:///etc/hostname").unwrap_err();
    assert!(matches!(error, Error::LocalFile), "{error}");
}

#[test]
fn the_name_of_the_machine_is_resolved_and_reached() {
    let server = Server::start(vec![Hear, say("hello")]);
    let port = server.address.port();
    let client = Client::new().allow_port(port);
    // `localhost` is two addresses on most machines, and the server listens at one of them.
    assert_eq!(fetch(&client, &format!("gopher://localhost:{port}/0/x")).unwrap(), b"hello");
}

#[test]
fn a_name_without_address_is_an_error() {
    let error = fetch(&Client::new(), "gopher://host.invalid/").unwrap_err();
    assert!(matches!(error, Error::Io { code: "resolve", .. }), "{error}");
    assert_eq!(error.kind(), ErrorKind::Network);
}

#[test]
fn a_file_comes_as_it_is_and_the_guess_is_reported() {
    let server = Server::start(vec![
        say("220 hi\r\n"),
        Hear,
        say("230 in\r\n"),
        Hear,
        say("200 i\r\n"),
        Hear,
        Epsv,
        Hear,
        say("150 Opening (6 bytes).\r\n"),
        Data(Box::new(say("a\r\n\0b\n"))),
        say("226 ok\r\n"),
        Hear,
    ]);
    let client = Client::new().connect_to(server.address);
    let mut content = Vec::new();
    let url = Url::parse("ftp://host.dom/x").unwrap();
    let outcome = client.fetch(&url, &mut content).unwrap();
    assert_eq!(content, b"a\r\n\0b\n");
    assert_eq!((outcome.content_len, outcome.announced_len), (6, Some(6)));
    assert_eq!(
        (outcome.guesses, outcome.peer),
        (vec!["TYPE I [guess]".to_owned()], Some(server.address))
    );
    assert_eq!(outcome.replies.last().unwrap().to_string(), "226 ok");
}

#[test]
fn a_cancellation_ends_the_exchange_at_once() {
    let server = Server::start(vec![Hang]);
    let client = Client::new().connect_to(server.address);
    let cancel = client.cancel_handle();
    let begun = Instant::now();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        cancel.cancel();
    });
    let error = fetch(&client, "ftp://host.dom/").unwrap_err();
    assert!(matches!(error, Error::Cancelled), "{error}");
    // Without the cancellation, the limit of 30 s would end it.
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

/// An error item and a link back are an error in place of a file, and a menu in place of a menu.
#[rstest]
#[case::with_a_link(&["3gone\t\th\t1\r\n1up\t/\th\t70\r\n.\r\n"], true)]
#[case::in_pieces(&["3", "gone\t\th", "\t1\r\n1up\t/\th\t70\r\n.\r\n"], true)]
#[case::unended(&["3", "gone\t\th", "\t1"], true)]
#[case::apples(&["3 apples\r\n"], false)]
#[case::table(&["3\t1\t2\t3\r\n", "4\t5\t6\t7\r\n"], false)]
#[case::no_host(&["3a\t\t\t1\nb"], false)]
#[case::number(&["3"], false)]
#[case::empty(&[], false)]
fn an_error_item_is_not_a_file(#[case] pieces: &'static [&str], #[case] is_error: bool) {
    let answer = |path: &str| {
        let server = Server::start_with(move |mut stream, _| {
            // The request is a line.
            let _ = BufReader::new(&stream).read_line(&mut String::new());
            for piece in pieces {
                stream.write_all(piece.as_bytes()).unwrap();
                thread::sleep(Duration::from_millis(20));
            }
        });
        fetch(&Client::new().connect_to(server.address), &format!("gopher://host.dom/{path}"))
    };
    match answer("9/x") {
        Err(error) => assert!(is_error && error.to_string().ends_with("replied gone"), "{error}"),
        Ok(content) => assert!(!is_error && content == pieces.concat().as_bytes()),
    }
    assert_eq!(answer("1/x").is_err(), pieces.concat() == "3gone\t\th\t1");
}

/// A lone dot ends a text, in which dots are doubled then; most servers send the file as it is. Other files have no end but
/// that of the connection.
#[rstest]
#[case::ended("a\r\n.\r\n", "a\r\n")]
#[case::empty(".\r\n", "")]
#[case::doubled("..\r\na\r\n...b\r\n.\r\n", ".\r\na\r\n..b\r\n")]
#[case::not_doubled(".TH a\r\n..\r\n.\r\n", ".TH a\r\n..\r\n")]
#[case::not_doubled_later("...\r\n.TH\r\n.\r\n", "...\r\n.TH\r\n")]
#[case::as_it_is("...and\r\n..\r\n", "...and\r\n..\r\n")]
#[case::other_line_ends("...a\n.\n", "...a\n.\n")]
#[case::dot_in_the_middle("a\r\n.\r\nb\r\n.\r\n", "a\r\n.\r\nb\r\n")]
#[case::not_lone("a.\r\n", "a.\r\n")]
#[case::of_two_octets("a\n.\r", "a\n.\r")]
#[case::number("3 mice\r\n..\r\n.\r\n", "3 mice\r\n.\r\n")]
#[case::nothing("", "")]
fn a_lone_dot_ends_a_text(#[case] sent: &'static str, #[case] text: &str) {
    let answer = |path: &str, len: usize| {
        let server = Server::start_with(move |mut stream, _| {
            let _ = BufReader::new(&stream).read_line(&mut String::new());
            for piece in sent.as_bytes().chunks(len) {
                stream.write_all(piece).unwrap();
                thread::sleep(Duration::from_millis(2));
            }
        });
        let client = Client::new().connect_to(server.address);
        String::from_utf8(fetch(&client, &format!("gopher://host.dom/{path}")).unwrap()).unwrap()
    };
    for len in [1, 2, 1000] {
        assert_eq!(answer("0/x", len), text);
        assert_eq!(answer("9/x", len), sent);
    }
}

/// What is held back is bounded: the dots of a longer text stay.
#[test]
fn a_long_text_is_not_held() {
    let long = "x".repeat(100_000);
    let text = format!("a\r\n..b\r\n{long}\r\n..c\r\n");
    let server = Server::start(vec![Hear, say(&format!("{text}.\r\n"))]);
    let client = Client::new().connect_to(server.address);
    assert_eq!(fetch(&client, "gopher://host.dom/0/x").unwrap(), text.as_bytes());
}

#[test]
fn a_sink_that_fails_ends_the_exchange() {
    struct Full;
    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let server = Server::start(vec![Hear, say("hello")]);
    let client = Client::new().connect_to(server.address);
    let url = Url::parse("gopher://host.dom/0/x").unwrap();
    let error = client.fetch(&url, &mut Full).unwrap_err();
    assert!(matches!(error, Error::Sink(_)), "{error}");
    assert_eq!(error.kind(), ErrorKind::Local);
}

#[test]
fn redirects_are_followed_only_as_often_as_allowed() {
    let moved = "HTTP/1.0 302 Found\r\nLocation: ../new\r\n\r\n";
    let server = Server::start_with(move |mut stream, _| {
        let mut request = [0; 1000];
        let len = stream.read(&mut request).unwrap();
        let is_new = request[..len].starts_with(b"GET /new ");
        let response = if is_new { "HTTP/1.0 200 OK\r\n\r\nhere" } else { moved };
        stream.write_all(response.as_bytes()).unwrap();
    });
    let client = Client::new().connect_to(server.address);
    let error = fetch(&client, "http://host.dom/old").unwrap_err();
    assert!(matches!(error, Error::Redirected { .. }), "{error}");
    assert_eq!(fetch(&client.redirects(1), "http://host.dom/old").unwrap(), b"here");
    let elsewhere = Server::start(vec![
        Hear,
        Hear,
        Hear,
        say("HTTP/1.0 302 Found\r\nLocation: gopher://host.dom/\r\n\r\n"),
    ]);
    let client = Client::new().connect_to(elsewhere.address).redirects(5);
    let error = fetch(&client, "http://host.dom/old").unwrap_err();
    assert!(matches!(error, Error::Redirected { .. }), "{error}");
}

/// Most servers follow RFC 3986, which has `~` as it is, and some write what no URL contains.
#[test]
fn a_location_is_a_reference_of_rfc_3986_percent_encoded() {
    for (url, location, requested) in [
        ("http://host.dom", "/~joe/", "/%7Ejoe/"),
        ("http://h.dom/a", "http://host.dom/a b?c[]=~|d%7e#~", "/a%20b?c%5B%5D=%7E%7Cd%7e"),
        ("http://host.dom/a", "/caf\u{e9}", "/caf%C3%A9"),
        ("http://h.dom", "?x#top", "/?x"),
        ("http://h.dom/a/b", "../../c", "/c"),
        ("http://h.dom/a;b?c", "", "/a;b?c"),
    ] {
        let moved = format!("HTTP/1.0 301 x\r\nLocation: {location}\r\n\r\n");
        let is_moved = Arc::new(AtomicBool::new(false));
        let server = Server::start_with(move |mut stream, _| {
            let mut request = [0; 1000];
            let len = stream.read(&mut request).unwrap();
            let target = request[..len].split(|octet| *octet == b' ').nth(1).unwrap();
            let page = [b"HTTP/1.0 200 x\r\n\r\n", target].concat();
            let is_second = is_moved.swap(true, Ordering::SeqCst);
            stream.write_all(if is_second { &page } else { moved.as_bytes() }).unwrap();
        });
        let client = Client::new().connect_to(server.address).redirects(1);
        let page = fetch(&client, url).unwrap();
        assert_eq!(String::from_utf8(page).unwrap(), requested);
    }
}

#[test]
fn redirects_end_at_their_number() {
    let script = vec![Hear, Hear, Hear, say("HTTP/1.0 301 x\r\nLocation: /x\r\n\r\n")];
    let server = Server::start(script);
    let client = Client::new().connect_to(server.address).redirects(3);
    let error = fetch(&client, "http://host.dom/x").unwrap_err();
    assert!(matches!(error, Error::Redirected { .. }), "{error}");
}

#[test]
fn a_redirect_to_a_port_of_another_protocol_is_refused() {
    // Nothing is connected to, whatever listens there.
    let location = "HTTP/1.0 301 x\r\nLocation: http://127.0.0.1:6379/\r\n\r\n";
    let server = Server::start(vec![Hear, Hear, Hear, say(location)]);
    let client = Client::new().connect_to(server.address).redirects(3);
    let error = fetch(&client, "http://host.dom/x").unwrap_err();
    let begin = "the server redirects to \"http://127.0.0.1:6379/\": refused: non-default port";
    assert!(error.to_string().starts_with(begin), "{error}");
    assert_eq!((error.kind(), error.code()), (ErrorKind::Refused, "non-default-port"));
    assert!(error.help().unwrap().contains("Client::allow_port"));
}

/// A refusal of the new URL says so: its span is not one of the first URL.
#[test]
fn a_redirect_that_is_refused_names_the_new_url() {
    let redirect = |to: &str| {
        let location = format!("HTTP/1.0 301 x\r\nLocation: {to}\r\n\r\n");
        let server = Server::start(vec![Hear, Hear, Hear, Do::Say(location.into_bytes())]);
        let client = Client::new().connect_to(server.address).redirects(3);
        fetch(&client, "http://host.dom/x").unwrap_err()
    };
    let error = redirect("//other.dom:25/");
    let Error::RefusedRedirect { url, error: inner } = &error else { panic!("{error}") };
    assert_eq!(url, "http://other.dom:25/");
    assert_eq!(error.to_string(), format!("the server redirects to \"{url}\": {inner}"));
    assert_eq!((error.kind(), error.code()), (ErrorKind::Refused, "reserved-port"));
    assert_eq!(error.help(), inner.help());
    // What is not a URL has no place either.
    let error = redirect("//other_host.dom/~a");
    assert!(matches!(error, Error::Redirected { .. }), "{error}");
    let expected = "the server redirects to \"//other_host.dom/%7Ea\"";
    assert!(error.to_string().ends_with(expected), "{error}");
}

/// The port of a URL that is given is allowed, and so is that of a redirect to the same server, but no port that browsers block.
#[test]
fn given_ports() {
    let client = Client::new().allow_given_ports().redirects(2);
    let same = "HTTP/1.0 301 x\r\nLocation: /new\r\n\r\n";
    let script = vec![Hear, Hear, Hear, say(same)];
    let server = Server::start(script);
    let url = format!("http://{}/old", server.address);
    let error = fetch(&client, &url).unwrap_err();
    assert!(matches!(error, Error::Redirected { .. }), "{error}");
    let elsewhere = "HTTP/1.0 301 x\r\nLocation: http://127.0.0.1:6379/\r\n\r\n";
    let server = Server::start(vec![Hear, Hear, Hear, say(elsewhere)]);
    let url = format!("http://{}/old", server.address);
    for (url, code) in [
        (&*url, "non-default-port"),
        ("gopher://127.0.0.1:6667/", "non-default-port"),
        ("http://127.0.0.1:25/", "reserved-port"),
        ("http://127.0.0.1:0/", "port-zero"),
    ] {
        let error = fetch(&client, url).unwrap_err();
        assert_eq!(error.code(), code, "{url}: {error}");
    }
}

/// A URL of any type is fetched, and a refusal has no source that says the same.
#[test]
fn any_type_of_url() {
    let url = url1738::FtpUrl::parse("ftp://host.dom/%0A").unwrap();
    let error = Client::new().fetch(&url, &mut Vec::new()).unwrap_err();
    assert!(matches!(error, Error::Refused(_)), "{error}");
    assert_eq!((error.code(), std::error::Error::source(&error).is_none()), ("line-end", true));
    let url: Box<dyn url1738::AnyUrl> = Box::new(url);
    let again = Client::new().fetch(&*url, &mut Vec::new()).unwrap_err();
    assert_eq!(again.to_string(), error.to_string());
}

#[test]
fn news_needs_a_configured_server() {
    let error = fetch(&Client::new(), "news:comp.test").unwrap_err();
    assert!(matches!(error, Error::NoNewsServer), "{error}");
    let script =
        vec![say("200 hi\r\n"), Hear, say("200 r\r\n"), Hear, say("211 1 1 1 g\r\n"), Hear];
    let server = Server::start(script);
    let client = Client::new().news_server("127.0.0.1", server.address.port()).unwrap();
    assert_eq!(fetch(&client, "news:comp.test").unwrap(), b"");
}

#[rstest]
#[case("")]
#[case(" ")]
#[case("news.host.dom\r\nQUIT")]
#[case("news.host.dom\n")]
#[case("\rnews.host.dom")]
#[case("news\0.host.dom")]
#[case("news.host.dom ")]
#[case("news host.dom")]
#[case("news.host.dom:119")]
#[case("me@news.host.dom")]
fn only_a_host_is_taken_as_the_news_server(#[case] host: &str) {
    let error = Client::new().news_server(host, 119).unwrap_err();
    assert!(matches!(error, Error::NewsServer(_)), "{error}");
    assert!(!error.to_string().contains(char::is_control), "{error}");
    assert!(error.help().is_some());
}

#[test]
fn protocols_without_servers_are_refused() {
    for url in ["wais://host.dom/db?x", "prospero://host.dom/x"] {
        let error = fetch(&Client::new(), url).unwrap_err();
        assert!(matches!(error, Error::NoServer(_)), "{error}");
        assert!(error.help().is_some());
    }
}

#[test]
fn files_of_this_machine_are_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a b"), b"content").unwrap();
    let url = |name: &str| format!("file://{}/{name}", folder.path().display());
    assert_eq!(fetch(&Client::new(), &url("a%20b")).unwrap(), b"content");
    for (name, what) in [("missing", "cannot read"), ("", "is a directory")] {
        let error = fetch(&Client::new(), &url(name)).unwrap_err();
        assert!(error.to_string().contains(what), "{error}");
        assert_eq!(error.kind(), ErrorKind::Local);
    }
    let mut limits = Limits::default();
    limits.bytes = Some(3);
    let error = fetch(&Client::new().limits(limits), &url("a%20b")).unwrap_err();
    assert!(matches!(error, Error::TooLong { .. }), "{error}");
}

#[test]
fn a_missing_answer_ends_the_exchange() {
    let error = fetch(&Client::new(), "gopher://127.0.0.1/7/x").unwrap_err();
    assert!(matches!(error, Error::Unanswered { .. }), "{error}");
    let server = Server::start(vec![Hear, say("found")]);
    let answers = Answers::new().answer(Question::Search, b"x").unwrap();
    let client = Client::new().connect_to(server.address).answers(answers);
    assert_eq!(fetch(&client, "gopher://host.dom/7/x").unwrap(), b"found");
}

#[test]
fn nothing_listens() {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
    let client = Client::new().connect_to(SocketAddr::from(([127, 0, 0, 1], port)));
    let error = fetch(&client, "gopher://host.dom/").unwrap_err();
    assert!(matches!(error, Error::Io { code: "connect", .. }), "{error}");
    // The message has the error of the system, so that no report of a chain of errors has it twice.
    assert_eq!((error.code(), std::error::Error::source(&error).is_none()), ("connect", true));
    assert_eq!(error.help(), Some("check that the server is up, and the port"));
}

/// Fetches URLs with a client that keeps its connection. Returns the contents, and the connections and commands of each.
fn kept(script: Vec<Do>, urls: &[&str]) -> Vec<(Vec<u8>, usize, String)> {
    let server = Server::start(script);
    let client = Client::new().allow_given_ports().connect_to(server.address);
    let client = client.keep_open();
    let fetch = |url: &&str| {
        let mut seen = Log::default();
        client.clone().fetch(&Url::parse(url).unwrap(), &mut seen).unwrap();
        (seen.content, seen.connections, seen.sent.join(" "))
    };
    urls.iter().map(fetch).collect()
}

#[derive(Default)]
struct Log {
    content: Vec<u8>,
    connections: usize,
    sent: Vec<String>,
}

impl Handler for Log {
    fn content(&mut self, octets: &[u8]) -> io::Result<()> {
        self.content.extend_from_slice(octets);
        Ok(())
    }

    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Connected(Channel::Control, _) => self.connections += 1,
            Event::Sent(outgoing) => self.sent.push(outgoing.to_string().replace("\\r\\n", "")),
            _ => {}
        }
    }
}

fn login() -> Vec<Do> {
    vec![say("220 hi\r\n"), Hear, say("230 in\r\n"), Hear, say("250 there\r\n")]
}

fn transfer(content: &str) -> Vec<Do> {
    let opened = [Hear, say("200 i\r\n"), Hear, Epsv, Hear, say("150 go\r\n")];
    let content = [Data(Box::new(say(content))), say("226 ok\r\n")];
    [&opened[..], &content].concat()
}

const ALL: &str = "USER anonymous CWD d TYPE I EPSV RETR";

/// Details are asked for by another command than the one of the plan.
#[test]
fn a_directory_that_cannot_be_listed_has_a_remedy() {
    let refused = vec![Hear, Epsv, Hear, say("550 no\r\n"), Hear];
    let server = Server::start([login(), refused].concat());
    let client = Client::new().connect_to(server.address).details();
    let error = fetch(&client, "ftp://host.dom/d/").unwrap_err();
    assert_eq!(error.to_string(), "MLSD: the server replied 550 no");
    assert_eq!(error.help(), Some("the directory may be empty or not readable"));
}

#[test]
fn a_connection_is_kept_for_the_next_url_of_the_directory() {
    let script = [login(), transfer("one"), transfer("two"), vec![Hang]].concat();
    let fetched = kept(script, &["ftp://h/d/a;type=i", "ftp://h/d/b;type=i"]);
    assert_eq!(fetched[0], (b"one".to_vec(), 1, format!("{ALL} a")));
    assert_eq!(fetched[1], (b"two".to_vec(), 0, "TYPE I EPSV RETR b".to_owned()));
}

#[rstest]
#[case::at_once("226 ok\r\n226 ok\r\n", 0)]
#[case::later("226 ok\r\n", 50)]
fn a_second_reply_is_not_taken_for_the_next(#[case] end: &str, #[case] later: u64) {
    let mut first = transfer("one");
    first.pop();
    let more = if later > 0 { say("226 ok\r\n") } else { say("") };
    let script = [login(), first, vec![say(end), Do::Wait(later), more], transfer("two")].concat();
    let server = Server::start(script);
    let client = Client::new().connect_to(server.address).keep_open();
    for _ in 0..2 {
        assert_eq!(fetch(&client, "ftp://h/d/a;type=i").unwrap(), b"one");
        thread::sleep(Duration::from_millis(4 * later));
    }
}

/// What is not there does not end the connection, unless the login or the directory is refused, or more came.
#[rstest]
#[case::file(vec![Hear, say("200 i\r\n"), Hear, Epsv, Hear, say("550 no\r\n")], 0)]
#[case::and_more(vec![Hear, say("200 i\r\n"), Hear, Epsv, Hear, say("550 no\r\n226 ok\r\n")], 1)]
#[case::closing(vec![Hear, say("200 i\r\n"), Hear, Epsv, Hear, say("421 bye\r\n")], 1)]
#[case::data(vec![Hear, say("200 i\r\n"), Hear, say("500 ?\r\n"), Hear, say("500 ?\r\n")], 1)]
fn a_connection_is_kept_after_a_refusal(#[case] refused: Vec<Do>, #[case] connections: usize) {
    let script = [login(), refused, transfer("two"), vec![Hang]].concat();
    let server = Server::start(script);
    let client = Client::new().connect_to(server.address).keep_open();
    fetch(&client, "ftp://h/d/a;type=i").unwrap_err();
    let mut seen = Log::default();
    // A server that is new refuses again.
    let result = client.fetch(&Url::parse("ftp://h/d/b;type=i").unwrap(), &mut seen);
    assert_eq!((seen.connections, result.is_ok()), (connections, connections == 0));
}

#[test]
fn a_connection_whose_directory_is_refused_is_not_kept() {
    let script = vec![say("220 hi\r\n"), Hear, say("230 in\r\n"), Hear, say("550 no\r\n"), Hang];
    let server = Server::start(script);
    let client = Client::new().connect_to(server.address).keep_open();
    for _ in 0..2 {
        let mut seen = Log::default();
        client.fetch(&Url::parse("ftp://h/d/b;type=i").unwrap(), &mut seen).unwrap_err();
        assert_eq!((seen.connections, &*seen.sent.join(" ")), (1, "USER anonymous CWD d QUIT"));
    }
}

#[rstest]
#[case::closed(vec![])]
#[case::says_so(vec![Hear, say("421 too long\r\n")])]
fn a_connection_that_the_server_closed_is_opened_again(#[case] end: Vec<Do>) {
    let script = [login(), transfer("one"), end].concat();
    let fetched = kept(script, &["ftp://h/d/a;type=i", "ftp://h/d/b;type=i"]);
    let (content, connections, sent) = &fetched[1];
    assert_eq!((content.as_slice(), *connections), (&b"one"[..], 1));
    assert!(sent.ends_with(&format!("{ALL} b")), "{sent}");
}

/// A connection is kept for clones that connect to the same address.
#[test]
fn another_address_has_another_connection() {
    let server = |content| Server::start([login(), transfer(content)].concat());
    let [one, other] = ["one", "two"].map(server);
    let client = Client::new().connect_to(one.address).keep_open();
    assert_eq!(fetch(&client, "ftp://h/d/a;type=i").unwrap(), b"one");
    let elsewhere = client.clone().connect_to(other.address);
    assert_eq!(fetch(&elsewhere, "ftp://h/d/a;type=i").unwrap(), b"two");
}

/// Only a kept connection that the server closed is opened again: no step is carried out twice.
#[rstest]
#[case::new(vec![], 1, &[1])]
#[case::after_a_reply([login(), transfer("one"), vec![Hear, say("500 no\r\n")]].concat(), 2, &[1, 0])]
fn an_exchange_that_fails_is_not_repeated(
    #[case] script: Vec<Do>,
    #[case] urls: usize,
    #[case] connections: &[usize],
) {
    let server = Server::start(script);
    let client = Client::new().connect_to(server.address).keep_open();
    let url = Url::parse("ftp://h/d/a;type=i").unwrap();
    let mut found = Vec::new();
    for number in 1..=urls {
        let mut seen = Log::default();
        assert_eq!(client.clone().fetch(&url, &mut seen).is_err(), number == urls);
        found.push(seen.connections);
    }
    assert_eq!(found, connections);
}

#[rstest]
#[case::directory("ftp://h/e/b;type=i")]
#[case::user("ftp://u@h/d/b;type=i")]
#[case::host("ftp://i/d/b;type=i")]
#[case::port("ftp://h:2121/d/b;type=i")]
fn another_login_or_directory_has_another_connection(#[case] url: &str) {
    let script = [login(), transfer("one"), vec![Hang]].concat();
    let fetched = kept(script, &["ftp://h/d/a;type=i", url]);
    assert_eq!((fetched[1].0.as_slice(), fetched[1].1), (&b"one"[..], 1));
    assert!(fetched[1].2.contains("USER"), "{fetched:?}");
}

#[test]
fn the_login_of_news_is_sent_if_the_server_wants_it() {
    let replies = ["200 ok", "480 who?", "381 and?", "281 in", "211 0 0 0 comp.test"];
    let replies = replies.iter().flat_map(|reply| [Hear, say(&format!("{reply}\r\n"))]);
    let server = Server::start([say("200 hi\r\n")].into_iter().chain(replies).collect());
    let login = [&b"joe"[..], b"hunter2"].map(|it| Argument::new(it).unwrap());
    let client = Client::new().connect_to(server.address).news_login(login);
    let url = Url::parse("nntp://host.dom/comp.test").unwrap();
    let outcome = client.fetch(&url, &mut Vec::new()).unwrap();
    assert!(outcome.replies.iter().any(|reply| reply.code == 281));
}
