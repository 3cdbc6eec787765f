//! What the session of every protocol sends, and the content it takes, octet by octet.

mod ftp;
mod others;

use rstest::rstest;
use url1738::plan::Answers;
use url1738_client::Client;

use crate::play::{play_with, small};

const NONE: &[&[u8]] = &[];

#[rstest]
#[case::endless_line("ftp://host.dom/", "220 ", "x", "greeting: the reply exceeds 1000 octets")]
#[case::endless_lines(
    "ftp://host.dom/",
    "220-a\r\n",
    "a\r\n",
    "greeting: the reply exceeds 20 lines"
)]
#[case::endless_delay("ftp://host.dom/", "", "120 a\r\n", "greeting: the reply exceeds 20 lines")]
#[case::endless_options(
    "ftp://host.dom/",
    "",
    "\u{0}IAC",
    "greeting: a reply follows Telnet options, and the server sent \"IAC\""
)]
#[case::endless_header("http://host.dom/", "HTTP/1.0 200 OK\r\n", "a: b\r\n", "exceeds 20 lines")]
#[case::endless_status("http://host.dom/", "HTTP/1.0 200 ", "k", "exceeds 1000 octets")]
#[case::endless_gopher_failure(
    "gopher://host.dom/0/x%09%09+",
    "--1\r\n",
    "x",
    "exceeds 1000 octets"
)]
#[case::endless_form(
    "gopher://host.dom/0/x%09%09?",
    "+-2\r\n",
    "x",
    "the form exceeds 1000 octets"
)]
#[case::endless_telnet(
    "telnet://host.dom/",
    "",
    "\u{0}IAC",
    "session: the negotiation exceeds 20 Telnet commands"
)]
fn a_reply_without_end_exceeds_a_limit(
    #[case] url: &str,
    #[case] begin: &str,
    #[case] repeated: &str,
    #[case] error: &str,
) {
    let octets: &[u8] = match repeated {
        "\u{0}IAC" => b"\xff\xfd\x01",
        text => text.as_bytes(),
    };
    let endless = octets.repeat(2000);
    let script = [[begin.as_bytes(), &endless].concat()];
    let script: Vec<&[u8]> = script.iter().map(Vec::as_slice).collect();
    for size in [1, 100] {
        let limited = |client: Client| client.limits(small());
        let played = play_with(url, &Answers::new(), &script, NONE, size, limited);
        assert!(played.error.as_ref().is_some_and(|it| it.contains(error)), "{played:?}");
    }
}

#[test]
fn content_without_end_exceeds_the_limit() {
    let endless = vec![b'x'; 5000];
    let mut limits = small();
    limits.bytes = Some(1000);
    let limited = |client: Client| client.limits(limits);
    let url = "gopher://host.dom/0/x";
    let played = play_with(url, &Answers::new(), &[&endless], NONE, 300, limited);
    assert_eq!(played.content.len(), 900);
    assert!(played.error.unwrap().ends_with("the content exceeds 1000 octets"));
}

/// An octet FF of the text is written twice: it is not a command, wherever a piece ends.
#[test]
fn octets_of_the_text_are_not_counted_as_telnet_commands() {
    let script = [&b"\xff\xf1".repeat(20)[..], &b"\xff\xff".repeat(20), b"a"].concat();
    let limited = |client: Client| client.limits(small());
    for size in [1, 2, 3, 100] {
        let url = "telnet://host.dom/";
        let played = play_with(url, &Answers::new(), &[&script], NONE, size, limited);
        assert_eq!((played.error, played.content.len()), (None, 21));
    }
}

/// A reply may be as long as the limit, and have as many lines.
#[rstest]
#[case("220-12345678\r\n220 12345678\r\n", 28, 2, None)]
#[case("220-12345678\r\n220 12345678\r\n", 27, 2, Some("the reply exceeds 27 octets"))]
#[case("220-12345678\r\n220 12345678\r\n", 28, 1, Some("the reply exceeds 1 lines"))]
#[case("220 12345", 9, 1, None)]
#[case("220 123456", 9, 1, Some("the reply exceeds 9 octets"))]
fn a_reply_may_be_as_long_as_the_limit(
    #[case] greeting: &str,
    #[case] reply: usize,
    #[case] lines: usize,
    #[case] error: Option<&str>,
) {
    let mut limits = small();
    limits.reply = reply;
    limits.lines = lines;
    for size in [1, 2, 100] {
        let limited = |client: Client| client.limits(limits);
        let script = [greeting.as_bytes()];
        let played = play_with("ftp://host.dom/", &Answers::new(), &script, NONE, size, limited);
        let expected = error.unwrap_or("the server closed the connection");
        assert!(played.error.as_ref().is_some_and(|it| it.contains(expected)), "{played:?}");
    }
}
