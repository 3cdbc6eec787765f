//! Whole exchanges with servers that follow a script.

use core::time::Duration;
use std::{
    io::{self, Read as _, Write as _},
    net::{Ipv4Addr, TcpListener, TcpStream},
    sync::mpsc,
    thread,
    time::Instant,
};

use rstest::rstest;
use url1738::{
    Url,
    plan::{Answers, Question},
};
use url1738_client::{Client, Error, Event, Handler, Identity, Limits};

use crate::server::{
    Do::{self, Data, Epsv, Hang, Hear, Wait},
    Server, say,
};

fn to(server: &Server) -> Client {
    Client::new().connect_to(server.address)
}

fn url(text: &str) -> Url<&str> {
    Url::parse(text).unwrap()
}

/// What a client reported, and what it is to do meanwhile.
#[derive(Debug, Default)]
struct Seen {
    events: Vec<String>,
    content: Vec<u8>,
    search: Option<&'static [u8]>,
    /// The line before which it waits for half a second.
    waits_before: &'static str,
}

impl Handler for Seen {
    fn content(&mut self, octets: &[u8]) -> io::Result<()> {
        self.content.extend_from_slice(octets);
        Ok(())
    }

    fn answer(&mut self, question: Question, prompt: &[u8], answers: Answers) -> Answers {
        self.events.push(format!("asked for {} {prompt:?}", question.name()));
        match self.search {
            Some(words) => answers.answer(Question::Search, words).unwrap(),
            None => answers,
        }
    }

    fn event(&mut self, event: &Event<'_>) {
        let text = match event {
            Event::Connected(channel, _) => format!("connected {channel:?}"),
            Event::Sent(outgoing) => {
                if !self.waits_before.is_empty()
                    && outgoing.to_string().starts_with(self.waits_before)
                {
                    thread::sleep(Duration::from_millis(500));
                }
                format!("sent {outgoing}")
            }
            // How many pieces there are depends on the network.
            Event::Received(..) => return,
            Event::Reply(reply) => format!("reply {reply} to {:?}", reply.step),
            Event::Guess(step) => format!("guess {step}"),
            Event::Announced(len) => format!("announced {len}"),
            Event::Identified(identity) => format!("identified {identity:?}"),
            Event::Redirected(url) => format!("redirected to {url}"),
            other => format!("{other:?}"),
        };
        self.events.push(text);
    }
}

fn fetch(client: &Client, text: &str) -> Result<Vec<u8>, Error> {
    let mut seen = Seen::default();
    client.fetch(&url(text), &mut seen).map(|_| seen.content)
}

fn file(rest: Vec<Do>) -> Vec<Do> {
    let mut script = vec![say("220 hi\r\n"), Hear, say("230 in\r\n"), Hear, say("200 i\r\n")];
    script.extend([Hear, Epsv, Hear]);
    script.extend(rest);
    script
}

#[test]
fn everything_is_reported_in_order() {
    let transfer = vec![say("150 Opening (6 bytes)\r\n"), Data(Box::new(say("a\r\n\0b\n")))];
    let end = vec![say("226 ok\r\n"), Hear];
    let server = Server::start(file([transfer, end].concat()));
    let mut seen = Seen::default();
    let outcome = to(&server).fetch(&url("ftp://host.dom/x"), &mut seen).unwrap();
    seen.events.retain(|event| !event.starts_with("reply 229"));
    let events = [
        "connected Control",
        "reply 220 hi to None",
        r"sent USER anonymous\r\n",
        "reply 230 in to Some(0)",
        r"sent TYPE I\r\n",
        "guess TYPE I [guess]",
        "reply 200 i to Some(2)",
        r"sent EPSV\r\n",
        "connected Data",
        r"sent RETR x\r\n",
        "reply 150 Opening (6 bytes) to Some(3)",
        "announced 6",
        "reply 226 ok to Some(3)",
        r"sent QUIT\r\n",
    ];
    assert_eq!(seen.events, events);
    assert_eq!((seen.content.as_slice(), outcome.content_len), (&b"a\r\n\0b\n"[..], 6));
    assert_eq!((outcome.announced_len, outcome.peer), (Some(6), Some(server.address)));
}

#[test]
fn a_plan_is_carried_out_like_its_url() {
    let transfer = vec![say("150 go\r\n"), Data(Box::new(say("a\r\n"))), say("226 ok\r\n"), Hear];
    let server = Server::start(file(transfer));
    let plan = Url::parse("ftp://host.dom/x").unwrap().plan().unwrap();
    let mut seen = Seen::default();
    let outcome = to(&server).carry_out(&plan, &mut seen).unwrap();
    assert_eq!((seen.content.as_slice(), outcome.content_len), (&b"a\r\n"[..], 3));
}

#[test]
fn a_transfer_is_resumed() {
    let server = Server::start(resumed("150 go\r\n"));
    let mut seen = Seen::default();
    let client = to(&server).resume_at(7, Identity::default());
    let outcome = client.fetch(&url("ftp://host.dom/x"), &mut seen).unwrap();
    let sent: Vec<_> = seen.events.iter().filter(|event| event.starts_with("sent")).collect();
    let end =
        [r"SIZE x\r\n", r"MDTM x\r\n", r"EPSV\r\n", r"REST 7\r\n", r"RETR x\r\n", r"QUIT\r\n"];
    assert_eq!(sent[2..], end.map(|line| format!("sent {line}")).each_ref(), "{sent:?}");
    let identity = Identity { len: Some(11), modified: Some("20261123170000".to_owned()) };
    let event = format!("identified {identity:?}");
    assert!(seen.events.contains(&event), "{:?}", seen.events);
    assert_eq!((seen.content.as_slice(), outcome.announced_len), (&b"rest"[..], Some(11)));
    assert_eq!(outcome.identity.as_ref(), Some(&identity));
    let again = client.clone().resume_at(7, identity.clone());
    assert_eq!(fetch(&again, "ftp://host.dom/x").unwrap(), b"rest");
    for other in [
        Identity { len: Some(12), ..identity.clone() },
        Identity { modified: Some("20261123170001".to_owned()), ..identity },
    ] {
        let error = fetch(&client.clone().resume_at(7, other), "ftp://host.dom/x").unwrap_err();
        assert!(matches!(error, Error::Changed { .. }), "{error}");
    }
    let error = fetch(&client, "gopher://host.dom/").unwrap_err();
    assert!(matches!(error, Error::NotResumable(_)), "{error}");
}

/// A file of eleven octets from the seventh.
fn resumed(opening: &str) -> Vec<Do> {
    let mut script = vec![say("220 hi\r\n"), Hear, say("230 in\r\n"), Hear, say("200 i\r\n")];
    script.extend([Hear, say("213 11\r\n"), Hear, say("213 20261123170000\r\n"), Hear, Epsv]);
    script.extend([Hear, say("350 ok\r\n"), Hear, say(opening), Data(Box::new(say("rest")))]);
    script.extend([say("226 ok\r\n"), Hear]);
    script
}

/// What a server sends in another length than it announces is an error, also if it says that all went well.
#[test]
fn the_length_is_the_announced_one() {
    let sends = |announced: &str, data: &str| {
        let opening = format!("150 x ({announced} bytes)\r\n").replace("Bytes bytes", "Bytes");
        let data = Data(Box::new(say(data)));
        let end = [Do::Say(opening.into_bytes()), data, say("226 ok\r\n"), Hear];
        let server = Server::start(file(end.to_vec()));
        fetch(&to(&server), "ftp://host.dom/x;type=i")
    };
    assert_eq!(sends("10", "ten octets").unwrap(), b"ten octets");
    for announced in ["1000", "1000 bytes) (with", "1000 Bytes"] {
        let error = sends(announced, "ten octets").unwrap_err();
        assert!(matches!(error, Error::Truncated { expected: 1000, received: 10, .. }), "{error}");
    }
    let error = sends("9", "ten octets").unwrap_err();
    assert!(matches!(error, Error::Excess { expected: 9, .. }), "{error}");
    let server = Server::start(resumed("150 x (5 bytes)\r\n"));
    let client = to(&server).resume_at(7, Identity::default());
    let error = fetch(&client, "ftp://host.dom/x").unwrap_err();
    assert!(matches!(error, Error::Changed { .. }), "{error}");
}

#[rstest]
#[case("HTTP/1.0 206 Partial\r\nContent-Length: 4\r\n\r\npart", "is not a part")]
#[case("HTTP/1.1 200 OK\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n", "ends with its colon")]
#[case("HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nshort", "announced 9 octets and sent 5")]
fn a_response_that_is_not_whole_is_an_error(#[case] response: &str, #[case] error: &str) {
    let server = Server::start(vec![Hear, Hear, Hear, say(response)]);
    let failure = fetch(&to(&server), "http://host.dom/x").unwrap_err();
    assert!(failure.to_string().contains(error), "{failure}");
}

#[test]
fn redirects_are_followed_as_often_as_allowed() {
    let server = Server::start_with(|mut stream, _| {
        let mut request = [0; 1000];
        let len = stream.read(&mut request).unwrap();
        let response = match &request[..len.min(7)] {
            b"GET /a " => "HTTP/1.0 302 Found\r\nLocation: /b\r\n\r\n",
            b"GET /b " => "HTTP/1.0 302 Found\r\nLocation: c\r\n\r\n",
            b"GET /x " => "HTTP/1.0 302 Found\r\nLocation: mailto:joe@host.dom\r\n\r\n",
            _ => "HTTP/1.0 200 OK\r\n\r\nhere",
        };
        stream.write_all(response.as_bytes()).unwrap();
    });
    let client = to(&server);
    for most in [0, 1] {
        let mut seen = Seen::default();
        let client = client.clone().redirects(most);
        let error = client.fetch(&url("http://host.dom/a"), &mut seen).unwrap_err();
        assert!(matches!(error, Error::Redirected { .. }), "{error}");
        let followed = seen.events.iter().filter(|event| event.starts_with("redirected")).count();
        assert_eq!(followed, usize::from(most));
    }
    let mut seen = Seen::default();
    let client = client.redirects(2);
    client.fetch(&url("http://host.dom/a"), &mut seen).unwrap();
    assert_eq!(seen.content, b"here");
    seen.events.retain(|event| event.starts_with("redirected"));
    assert_eq!(seen.events, ["redirected to http://host.dom/b", "redirected to http://host.dom/c"]);
    let error = fetch(&client, "http://host.dom/x").unwrap_err();
    assert!(matches!(error, Error::Redirected { .. }), "{error}");
}

#[test]
fn a_question_is_asked_and_its_answer_is_sent() {
    let server = Server::start(vec![Hear, say("found")]);
    let mut seen = Seen { search: Some(b"two words"), ..Seen::default() };
    to(&server).fetch(&url("gopher://host.dom/7/x"), &mut seen).unwrap();
    assert_eq!(seen.content, b"found");
    let events = ["asked for search []", "connected Control", r"sent /x\ttwo words\r\n"];
    assert_eq!(seen.events, events);
}

#[test]
fn what_the_user_does_is_reported() {
    let server = Server::start(vec![say("login: ")]);
    let mut seen = Seen::default();
    let client = to(&server);
    client.fetch(&url("telnet://joe:hunter2@host.dom/"), &mut seen).unwrap();
    let events =
        [r#"Advice(AdviseUser("joe"))"#, "Advice(AdvisePassword(***))", "connected Control"];
    assert_eq!((seen.events.len(), seen.content.as_slice()), (events.len(), &b"login: "[..]));
    assert!(!format!("{:?}", seen.events).contains("hunter2"));
    let mut seen = Seen::default();
    client.fetch(&url("mailto:joe@host.dom"), &mut seen).unwrap();
    assert_eq!(seen.events.len(), 1);
    assert!(seen.events[0].starts_with("Compose("), "{:?}", seen.events);
}

/// Limits for what takes longer in all. A machine that does other things too may hold a server for a second.
fn quick() -> Limits {
    let few = Duration::from_secs(3);
    let mut limits = Limits::default();
    limits.connect = few;
    limits.read = few;
    limits
}

/// A piece, and the time before the next, several times.
fn slowly(piece: &str) -> Vec<Do> {
    [say(piece), Wait(800)].iter().cycle().take(10).cloned().collect()
}

/// What takes longer was not ended by the client. The default limits are 15 s and 30 s.
const LATE: Duration = Duration::from_secs(12);

#[test]
fn content_may_come_slowly() {
    let server = Server::start([vec![Hear], slowly("x")].concat());
    let client = to(&server).limits(quick());
    assert_eq!(fetch(&client, "gopher://host.dom/0/x").unwrap(), b"xxxxx");
    let transfer = vec![say("150 go\r\n"), Data(Box::new(Do::All(slowly("x"))))];
    let end = vec![Wait(400), say("226 ok\r\n"), Hear];
    let server = Server::start(file([transfer, end].concat()));
    let client = to(&server).limits(quick());
    assert_eq!(fetch(&client, "ftp://host.dom/x").unwrap(), b"xxxxx");
}

/// The client closes the data connection when it has ended, and not when the exchange has.
#[test]
fn a_server_may_wait_for_the_end_of_the_data_connection() {
    let data = Data(Box::new(Do::All(vec![say("x"), Do::Shut, Hang])));
    let server = Server::start(file(vec![say("150 go\r\n"), data, say("226 ok\r\n"), Hear]));
    let client = to(&server).limits(quick());
    assert_eq!(fetch(&client, "ftp://host.dom/x").unwrap(), b"x");
}

#[test]
fn a_reply_may_not_come_slowly() {
    let server = Server::start(slowly("2"));
    let client = to(&server).limits(quick());
    let error = fetch(&client, "ftp://host.dom/x").unwrap_err();
    assert_eq!(error.to_string(), "greeting: no reply within 3 s");
}

#[test]
fn data_that_stops_is_an_error() {
    let transfer = vec![say("150 go\r\n"), Data(Box::new(Do::All(vec![say("x"), Hang])))];
    let server = Server::start(file(transfer));
    let client = to(&server).limits(quick());
    let error = fetch(&client, "ftp://host.dom/x").unwrap_err();
    assert_eq!(error.to_string(), "RETR x: no data within 3 s");
}

/// The last line of an exchange needs no reply, so it does not matter if the server is gone; before that it does.
#[test]
fn a_farewell_may_be_lost() {
    const REPLIES: &[&str] = &["200 hi\r\n", "200 r\r\n", "211 1 1 1 g\r\n"];
    let goes = |waits_before, replies: &'static [&'static str]| {
        let server = Server::start_with(move |mut stream, _| {
            let (last, first) = replies.split_last().unwrap();
            let mut octets = [0; 100];
            for (number, reply) in first.iter().enumerate() {
                stream.write_all(reply.as_bytes()).unwrap();
                // A line that is never read resets the connection when it is closed.
                let _ = match number + 1 < first.len() {
                    true => stream.read(&mut octets).unwrap(),
                    false => stream.peek(&mut octets).unwrap(),
                };
            }
            stream.write_all(last.as_bytes()).unwrap();
            thread::sleep(Duration::from_millis(100));
        });
        let mut seen = Seen { waits_before, ..Seen::default() };
        to(&server).fetch(&url("nntp://host.dom/comp.test"), &mut seen).map(drop)
    };
    let end = goes("QUIT", REPLIES);
    assert!(end.is_ok(), "{end:?}");
    let error = goes("GROUP", &REPLIES[..2]).unwrap_err();
    assert!(matches!(error, Error::Io { code: "io", .. }), "{error:?}");
}

/// Connections that a listener does not take: after some of them, further ones are not answered.
fn full(listener: &TcpListener) -> Vec<TcpStream> {
    let address = listener.local_addr().unwrap();
    let quick = Duration::from_millis(300);
    let connect = || TcpStream::connect_timeout(&address, quick).ok();
    core::iter::from_fn(connect).take(5000).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn a_server_that_does_not_answer_is_not_waited_for() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let _open = full(&listener);
    let address = listener.local_addr().unwrap();
    let mut limits = Limits::default();
    limits.connect = Duration::from_millis(700);
    let client = Client::new().connect_to(address).limits(limits);
    let begun = Instant::now();
    let error = fetch(&client, "gopher://host.dom/").unwrap_err();
    assert_eq!(error.to_string(), "connect: no connection within 0.7 s");
    assert!(begun.elapsed() >= Duration::from_millis(690), "{:?}", begun.elapsed());
    assert!(begun.elapsed() < LATE, "{:?}", begun.elapsed());
}

#[test]
#[cfg(target_os = "linux")]
fn connecting_is_cancelled() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let _open = full(&listener);
    let client = Client::new().connect_to(listener.local_addr().unwrap());
    cancelled(&client);
}

#[test]
fn waiting_is_cancelled() {
    let server = Server::start(vec![Hang]);
    cancelled(&to(&server));
}

fn cancelled(client: &Client) {
    let cancel = client.cancel_handle();
    let begun = Instant::now();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        cancel.cancel();
    });
    let error = fetch(client, "gopher://host.dom/0/x").unwrap_err();
    assert!(matches!(error, Error::Cancelled), "{error}");
    assert!(begun.elapsed() < LATE, "{:?}", begun.elapsed());
}

/// The connection of an exchange that failed is closed, though the client goes on.
#[test]
fn a_failed_exchange_leaves_no_connection_open() {
    let (sender, ended) = mpsc::channel();
    let server = Server::start_with(move |mut stream, _| {
        let _ = stream.write_all(b"not a reply\r\n");
        let mut octets = [0; 100];
        let end = stream.read(&mut octets);
        let _ = sender.send(end.is_err() || end.is_ok_and(|len| len == 0));
    });
    let client = to(&server);
    assert!(fetch(&client, "ftp://host.dom/").is_err());
    assert_eq!(ended.recv_timeout(Duration::from_secs(30)), Ok(true));
    drop(client);
}

#[rstest]
#[case("gopher://localhost/", "refused: localhost at ")]
#[case("gopher://127.0.0.1/", "refused: 127.0.0.1 is not")]
fn a_refused_address_is_named_once(#[case] url: &str, #[case] begin: &str) {
    let client = Client::new().public_only(true);
    let error = fetch(&client, url).unwrap_err();
    assert!(error.to_string().starts_with(begin), "{error}");
    let client = client.connect_to(([127, 0, 0, 1], 70).into());
    let error = fetch(&client, "gopher://192.31.7.1/").unwrap_err();
    assert!(error.to_string().starts_with("refused: 192.31.7.1 at 127.0.0.1 is not"), "{error}");
}

#[test]
fn a_server_at_a_port_that_is_closed_refuses() {
    let address = {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        listener.local_addr().unwrap()
    };
    let client = Client::new().connect_to(address);
    let error = fetch(&client, "gopher://host.dom/").unwrap_err();
    assert!(matches!(error, Error::Io { code: "connect", .. }), "{error}");
    assert!(error.to_string().starts_with("cannot connect to host.dom port 70: "), "{error}");
}
