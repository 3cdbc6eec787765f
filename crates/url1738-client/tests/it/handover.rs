//! A telnet session that is handed over to the user.

use std::{
    io::{Read as _, Write as _},
    net::Shutdown,
    sync::mpsc,
    thread,
    time::Duration,
};

use url1738::{Url, plan::Plan};
use url1738_client::{Client, Error, Event, Handler};

use crate::server::{Do::Hang, Server};

fn plan(url: &str) -> Plan {
    Url::parse(url).unwrap().plan().unwrap()
}

/// Counts the advice.
#[derive(Default)]
struct Advice(Vec<String>);

impl Handler for Advice {
    fn content(&mut self, _: &[u8]) -> std::io::Result<()> {
        Ok(())
    }

    fn event(&mut self, event: &Event<'_>) {
        if let Event::Advice(step) = event {
            self.0.push(step.to_string());
        }
    }
}

#[test]
fn what_is_typed_and_shown_passes_and_options_are_refused() {
    let (sender, heard) = mpsc::channel();
    let server = Server::start_with(move |mut stream, _| {
        let mut octets = [0; 100];
        stream.write_all(b"login: \xff\xfb\x01\xff\xfd\x18").unwrap();
        // The refusals, then what is typed.
        for _ in 0..2 {
            let len = stream.read(&mut octets).unwrap();
            sender.send(octets[..len].to_vec()).unwrap();
            stream.write_all(b"a\xff\xffb").unwrap();
        }
    });
    let client = Client::new().connect_to(server.address);
    let mut advice = Advice::default();
    let mut session =
        client.open_session(&plan("telnet://joe:hunter2@host.dom/"), &mut advice).unwrap();
    assert_eq!(advice.0, [r#"advise user "joe""#, r#"advise password "***""#]);
    let mut shown = [0; 5];
    assert_eq!(session.read(&mut []).unwrap(), 0);
    // A small buffer gets the rest later.
    assert_eq!(session.read(&mut shown).unwrap(), 5);
    assert_eq!(&shown, b"login");
    assert_eq!(session.read(&mut shown).unwrap(), 2);
    assert_eq!(&shown[..2], b": ");
    assert_eq!(session.read(&mut shown).unwrap(), 3);
    assert_eq!(&shown[..3], b"a\xffb");
    assert_eq!(heard.recv().unwrap(), b"\xff\xfe\x01\xff\xfc\x18");
    let mut typing = session.sender().unwrap();
    assert_eq!(typing.write(b"ls\n\xff").unwrap(), 4);
    typing.flush().unwrap();
    assert_eq!(heard.recv().unwrap(), b"ls\r\n\xff\xff");
    let mut rest = Vec::new();
    session.read_to_end(&mut rest).unwrap();
    assert_eq!(rest, b"a\xffb");
    assert_eq!(session.read(&mut shown).unwrap(), 0);
}

/// A refusal that cannot be sent to a server that is gone hides nothing of what the server said.
#[test]
fn a_server_that_is_gone_is_read_to_its_end() {
    let server = Server::start_with(|mut stream, _| {
        stream.write_all(b"a\xff\xfb\x01").unwrap();
        // What is typed is never read: the connection is reset.
        stream.peek(&mut [0]).unwrap();
        stream.write_all(b"bye").unwrap();
    });
    let client = Client::new().connect_to(server.address);
    let mut session =
        client.open_session(&plan("telnet://host.dom/"), &mut std::io::sink()).unwrap();
    let mut shown = [0; 10];
    assert_eq!(session.read(&mut shown).unwrap(), 1);
    session.sender().unwrap().write_all(b"x").unwrap();
    thread::sleep(Duration::from_millis(300));
    // The refusal is sent now.
    assert_eq!(session.read(&mut shown).unwrap(), 3);
    assert_eq!(&shown[..3], b"bye");
}

#[test]
fn another_thread_ends_a_session_that_waits_for_the_server() {
    let server = Server::start(vec![Hang]);
    let client = Client::new().connect_to(server.address);
    let url = plan("telnet://host.dom/");
    let mut session = client.open_session(&url, &mut std::io::sink()).unwrap();
    session.stream().set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let stream = session.stream().try_clone().unwrap();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        stream.shutdown(Shutdown::Both).unwrap();
    });
    assert_eq!(session.read(&mut [0]).unwrap(), 0);
    client.cancel_handle().cancel();
    assert!(client.cancel_handle().is_cancelled());
    let error = client.open_session(&url, &mut std::io::sink()).unwrap_err();
    assert!(matches!(error, Error::Cancelled), "{error}");
}

#[test]
fn only_a_telnet_url_has_a_session() {
    let client = Client::new();
    for url in ["gopher://host.dom/", "mailto:joe@host.dom"] {
        let error = client.open_session(&plan(url), &mut std::io::sink()).unwrap_err();
        assert!(matches!(error, Error::NoPlan), "{error}");
    }
    let error = client.open_session(&plan("telnet://host.dom:70/"), &mut std::io::sink());
    assert!(matches!(error, Err(Error::Warned { .. })), "{error:?}");
}
