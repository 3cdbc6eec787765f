//! What the session of every protocol sends, and the content it takes, octet by octet.

use rstest::rstest;
use url1738::plan::{Answers, Question};
use url1738_client::Session;

use crate::play::{Played, in_pieces, play, play_with, small};

const NONE: &[&[u8]] = &[];

fn answers() -> Answers {
    Answers::new().email(b"me@host.dom").unwrap().password(b"secret").unwrap()
}

fn ftp(url: &str, script: &[&[u8]], data: &[&[u8]]) -> Played {
    in_pieces(url, &answers(), script, data)
}

const LOGIN: [&[u8]; 3] = [b"220 ready\r\n", b"331 your address?\r\n", b"230 in\r\n"];

fn after_login(rest: &[&'static [u8]]) -> Vec<&'static [u8]> {
    [&LOGIN[..], rest].concat()
}

#[test]
fn a_file_comes_over_a_data_connection() {
    let script = after_login(&[
        b"250 there\r\n",
        b"200 binary\r\n",
        b"229 here (|||6446|)\r\n",
        b"150 Opening BINARY mode data connection for b (9 bytes).\r\n",
        b"226 sent\r\n",
    ]);
    let played = ftp("ftp://host.dom/a/b", &script, &[b"all of\0\xff\r"]);
    let sent = [
        "> host.dom:21",
        r"USER anonymous\r\n",
        r"PASS me@host.dom\r\n",
        r"CWD a\r\n",
        r"TYPE I\r\n",
        r"EPSV\r\n",
        "data 6446",
        r"RETR b\r\n",
        r"QUIT\r\n",
    ];
    assert_eq!((played.sent.as_slice(), played.error), (&sent.map(str::to_owned)[..], None));
    assert_eq!(played.content, b"all of\0\xff\r");
    assert_eq!(played.guesses, ["TYPE I [guess]"]);
}

#[test]
fn replies_may_end_without_cr_and_have_several_lines() {
    let script: [&[u8]; 5] = [
        b"220-hello\n 220 not the end\n220-nor this\n221 nor this\n220 now\n",
        b"230-\r\r\n230 no password needed\r\r\n",
        b"229 ok (|||7|)\n",
        b"125 go\n",
        b"226\n",
    ];
    let played = ftp("ftp://host.dom/;type=d", &script, &[b"x\r\n"]);
    assert_eq!((played.error, played.content), (None, b"x\r\n".to_vec()));
    assert_eq!(played.replies[0], "220 now");
    assert_eq!(played.octets, b"USER anonymous\r\nEPSV\r\nNLST\r\nQUIT\r\n");
}

#[test]
fn a_greeting_may_be_preceded_by_a_delay() {
    let script: [&[u8]; 2] = [b"120 wait\r\n220 ready\r\n", b"530 no\r\n"];
    let played = ftp("ftp://host.dom/", &script, NONE);
    assert_eq!(played.error.as_deref(), Some("USER anonymous: the server replied 530 no"));
}

#[rstest]
#[case::epsv_unknown(b"500 what?\r\n")]
#[case::epsv_not_implemented(b"502 no\r\n")]
#[case::epsv_other_protocol(b"522 use (1)\r\n")]
#[case::epsv_without_port(b"229 ok ()\r\n")]
#[case::epsv_busy(b"425 cannot\r\n")]
fn pasv_is_tried_after_epsv(#[case] epsv: &'static [u8]) {
    let pasv: &[u8] = b"227 Entering Passive Mode (192,0,2,1,47,168).\r\n";
    let script = after_login(&[epsv, pasv, b"150 go\r\n", b"250 done\r\n"]);
    let played = ftp("ftp://host.dom/;type=d", &script, &[b"x"]);
    assert_eq!(played.error, None);
    // The address in the reply is not looked at: the session names a port only.
    assert!(played.sent.contains(&"data 12200".to_owned()), "{played:?}");
}

#[test]
fn a_data_connection_that_fails_is_tried_by_pasv_then_given_up() {
    let script = after_login(&[b"229 ok (|||7|)\r\n", b"227 ok 1,2,3,4,0,9\r\n"]);
    let played = ftp("ftp://host.dom/;type=d", &script, NONE);
    let opened: Vec<_> = played.sent.iter().filter(|it| it.starts_with("data")).collect();
    assert_eq!(opened, ["data 7", "data 9"]);
    assert!(played.octets.ends_with(b"PASV\r\nQUIT\r\n"), "{played:?}");
    let error = "data connection: the server closed the connection";
    assert_eq!(played.error.as_deref(), Some(error));
}

#[test]
fn a_password_is_sent_to_a_server_that_asks_and_shown_nowhere() {
    let script: [&[u8]; 3] =
        [b"220 hi\r\n", b"331 hunter2 please\r\n", b"530 hunter2 is wrong, ftp://u:pw@h\r\n"];
    let played = ftp("ftp://u:hunter2@host.dom/x", &script, NONE);
    assert_eq!(played.octets, b"USER u\r\nPASS hunter2\r\nQUIT\r\n");
    assert_eq!(played.sent[2], r"PASS ***\r\n");
    assert!(!format!("{:?}", (&played.sent, &played.error, &played.replies)).contains("hunter2"));
    let error = "PASS ***: the server replied 530 *** is wrong, ftp://u:***@h";
    assert_eq!(played.error.as_deref(), Some(error));

    let script: [&[u8]; 3] = [b"220 hi\r\n", b"331 ?\r\n", b"530 not secret\r\n"];
    let played = ftp("ftp://u@host.dom/x", &script, NONE);
    assert_eq!(played.error.as_deref(), Some("PASS <ask>: the server replied 530 not ***"));

    let script: [&[u8]; 2] = [b"220 hi\r\n", b"230 no password needed\r\n"];
    let played = ftp("ftp://u:hunter2@host.dom/x", &script, NONE);
    assert!(played.octets.starts_with(b"USER u\r\nTYPE I\r\n"), "{played:?}");
}

#[test]
fn a_question_is_asked_only_if_the_server_asks() {
    let script: [&[u8]; 2] = [b"220 hi\r\n", b"331 password\r\n"];
    let played = in_pieces("ftp://u@host.dom/x", &Answers::new(), &script, NONE);
    assert_eq!(played.sent.last().unwrap(), "ask password");
    assert_eq!(played.error.as_deref(), Some("PASS <ask>: missing answer: password"));
    let script: [&[u8]; 3] = [b"220 hi\r\n", b"230 in\r\n", b"200 ok\r\n"];
    let played = in_pieces("ftp://u@host.dom/x", &Answers::new(), &script, NONE);
    assert!(played.octets.ends_with(b"EPSV\r\n"), "{played:?}");
}

#[rstest]
#[case::step("250 ok\r\n~550 no\r\n", "CWD b: the server replied 550 no")]
#[case::wrong_code("331 what\r\n", "CWD a: the server replied 331 what")]
#[case::transfer_refused(
    "250 a\r\n~250 b\r\n~200 i\r\n~229 (|||7|)\r\n~550 none\r\n",
    "RETR c: the server replied 550 none"
)]
#[case::transfer_without_opening(
    "250 a\r\n~250 b\r\n~200 i\r\n~229 (|||7|)\r\n~226 done\r\n",
    "RETR c: the server replied 226 done"
)]
#[case::transfer_aborted(
    "250 a\r\n~250 b\r\n~200 i\r\n~229 (|||7|)\r\n~150 go\r\n~426 cut\r\n",
    "RETR c: the server replied 426 cut"
)]
#[case::no_data("250 a\r\n~250 b\r\n~200 i\r\n~421 bye\r\n", "EPSV: the server replied 421 bye")]
#[case::no_passive_port(
    "250 a\r\n~250 b\r\n~200 i\r\n~500 ?\r\n~227 somewhere\r\n",
    "PASV: 227 names a port, and the server sent \"somewhere\""
)]
#[case::closed("250 a\r\n", "CWD b: the server closed the connection")]
#[case::not_a_reply(
    "HTTP/1.0 400 \x1b[31m\r\n",
    r#"CWD a: a reply begins with a code, and the server sent "HTTP/1.0 400 \x1b[31m""#
)]
#[case::code_out_of_range(
    "999 no\r\n",
    "CWD a: a reply begins with a code, and the server sent \"999 no\""
)]
#[case::early(
    "250 a\r\n250 b\r\n",
    "CWD b: a reply comes after its command, and the server sent \"250 b\\r\\n\""
)]
fn an_error_names_the_step_and_the_reply(#[case] rest: &'static str, #[case] error: &str) {
    let rest: Vec<&[u8]> = rest.split('~').map(str::as_bytes).collect();
    let script = after_login(&rest);
    let played = play("ftp://host.dom/a/b/c", &answers(), &script, &[b"some"], usize::MAX);
    assert_eq!(played.error.as_deref(), Some(error));
}

#[test]
fn an_optional_step_may_be_refused_but_not_by_a_server_that_is_closing() {
    let script: [&[u8]; 4] = [
        b"201 no posting\r\n",
        b"500 what?\r\n",
        b"211 2 10 11 comp.test\r\n",
        b"220 10 <a@b> article\r\nSubject: x\r\n\r\n..dot\r\n.\r\n",
    ];
    let played = in_pieces("nntp://host.dom/comp.test/10", &Answers::new(), &script, NONE);
    assert_eq!(played.octets, b"MODE READER\r\nGROUP comp.test\r\nARTICLE 10\r\nQUIT\r\n");
    assert_eq!((played.error, played.content), (None, b"Subject: x\r\n\r\n.dot\r\n".to_vec()));

    let script: [&[u8]; 2] = [b"200 hi\r\n", b"400 going down\r\n"];
    let played = in_pieces("nntp://host.dom/comp.test/10", &Answers::new(), &script, NONE);
    assert_eq!(played.error.as_deref(), Some("MODE READER: the server replied 400 going down"));
}

#[rstest]
#[case(b"a\r\n.\r\n", b"a\r\n")]
#[case(b".\r\n", b"")]
#[case(b"..\r\n...\r\n.\r\n", b".\r\n..\r\n")]
#[case(b"a\n.\n", b"a\n")]
#[case(b".\rx\r\n.\r\n", b"\rx\r\n")]
#[case(b"a.\r\n.b\r\n.\r\n", b"a.\r\nb\r\n")]
fn a_text_ends_at_a_lone_dot(#[case] text: &'static [u8], #[case] content: &[u8]) {
    let list = [&b"215 list\r\n"[..], text].concat();
    let script: [&[u8]; 3] = [b"200 hi\r\n", b"200 ok\r\n", &list];
    let played = in_pieces("news:*", &Answers::new(), &script, NONE);
    assert_eq!((played.error, played.content.as_slice()), (None, content));
}

#[test]
fn a_text_that_ends_early_is_an_error() {
    let script: [&[u8]; 4] = [b"200 hi\r\n", b"200 ok\r\n", b"215 list\r\n", b"a\r\n"];
    let played = in_pieces("news:*", &Answers::new(), &script, NONE);
    assert_eq!(played.error.as_deref(), Some("LIST: the server closed the connection"));
}

#[test]
fn octets_of_names_are_sent_as_they_are() {
    let script: Vec<&[u8]> = after_login(&[b"200 i\r\n", b"229 (|||7|)\r\n", b"550 none\r\n"]);
    let played = ftp("ftp://host.dom/caf%E9%FF", &script, &[b""]);
    assert!(played.octets.ends_with(b"RETR caf\xe9\xff\xff\r\nQUIT\r\n"), "{played:?}");
    let played = ftp("ftp://host.dom/caf%C3%A9", &script, &[b""]);
    assert!(played.octets.ends_with(b"RETR caf\xc3\xa9\r\nQUIT\r\n"), "{played:?}");
}

#[test]
fn telnet_commands_in_replies_are_skipped_and_not_answered() {
    let script: [&[u8]; 2] =
        [b"\xff\xfd\x01220\xff\xfa\x01any\xff\xf0 hi \xff\xff\r\n", b"530 no\r\n"];
    let played = ftp("ftp://host.dom/x", &script, NONE);
    assert_eq!(played.replies[0], r"220 hi \xff");
    assert_eq!(played.octets, b"USER anonymous\r\nQUIT\r\n");
}

#[test]
fn a_transfer_goes_on_where_it_ended() {
    let begin: Vec<&[u8]> = after_login(&[b"200 i\r\n", b"229 (|||7|)\r\n"]);
    let resumed = |rest: &[&'static [u8]]| {
        let script = [&begin, rest].concat();
        let resume = |session: Session| session.resume_at(1000).unwrap();
        play_with("ftp://host.dom/x", &answers(), &script, &[b"rest"], 1, resume)
    };
    let played = resumed(&[b"350 ok\r\n", b"150 go\r\n", b"226 done\r\n"]);
    assert_eq!((played.error, played.content.as_slice()), (None, &b"rest"[..]));
    assert!(played.octets.ends_with(b"EPSV\r\nREST 1000\r\nRETR x\r\nQUIT\r\n"));
    let played = resumed(&[b"502 no\r\n"]);
    assert_eq!(played.error.as_deref(), Some("REST: the server replied 502 no"));
}

#[rstest]
#[case::plain("0/x", b"a\r\n.\r\n", Ok("a\r\n.\r\n"))]
#[case::number("0/x", b"3 is a number", Ok("3 is a number"))]
#[case::number_with_tabs(
    "0/x",
    b"3\t1\t2\t3\r\n4\t5\t6\t7\r\n",
    Ok("3\t1\t2\t3\r\n4\t5\t6\t7\r\n")
)]
#[case::menu_with_error(
    "1/x",
    b"3gone\t\th\t1\r\n1up\t/\th\t70\r\n.\r\n",
    Ok("3gone\t\th\t1\r\n1up\t/\th\t70\r\n.\r\n")
)]
#[case::error_item(
    "0/x",
    b"3'/x' doesn't exist!\t\terror.host\t1\r\n.\r\n",
    Err("'/x' doesn't exist!")
)]
#[case::error_with_text(
    "9/x",
    b"3Error: no\tErr\th\t70\r\ni---\tx\ty\t1\r\n.\r\n",
    Err("Error: no")
)]
#[case::error_unended("0/x", b"3no\t\th\t1", Err("no"))]
#[case::empty("0/x", b"", Ok(""))]
#[case::length("0/x%09%09+", b"+4\r\nitem", Ok("item"))]
#[case::length_zero("0/x%09%09+", b"+0\r\n", Ok(""))]
#[case::until_end("0/x%09%09+", b"+-2\r\nitem", Ok("item"))]
#[case::until_dot("0/x%09%09+", b"+-1\r\nitem.\r\n", Ok("item"))]
#[case::until_dot_lf("0/x%09%09+", b"+-1\nitem\n.\n", Ok("item\n"))]
#[case::no_header("0/x%09%09!", b"item", Ok("item"))]
#[case::failed(
    "0/x%09%09+",
    b"--1\r\n1 Item is not available.\r\n.\r\n",
    Err("1 Item is not available.")
)]
fn gopher_answers(#[case] path: &str, #[case] answer: &[u8], #[case] expected: Result<&str, &str>) {
    let url = format!("gopher://host.dom/{path}");
    let played = in_pieces(&url, &Answers::new(), &[answer], NONE);
    match expected {
        Ok(content) => {
            assert_eq!((played.error, played.content.as_slice()), (None, content.as_bytes()));
        }
        Err(text) => {
            let error = played.error.unwrap();
            assert!(error.ends_with(&format!("the server replied {text}")), "{error}");
            assert!(played.content.is_empty());
        }
    }
}

#[rstest]
#[case::short(b"+5\r\nitem", "announced 5 octets and sent 4")]
#[case::long(b"+3\r\nitem", "the content has the announced length")]
#[case::no_dot(b"+-1\r\nitem", "a lone dot ends the content")]
#[case::no_line(b"+", "begins with `+` and a length")]
#[case::no_number(b"+x\r\n", "begins with `+` and a length")]
#[case::signed(b"++4\r\nitem", "begins with `+` and a length")]
#[case::huge(b"+99999999999999999999\r\n", "begins with `+` and a length")]
fn wrong_gopher_plus_answers(#[case] answer: &[u8], #[case] error: &str) {
    for size in [1, usize::MAX] {
        let url = "gopher://host.dom/0/x%09%09+";
        let played = play(url, &Answers::new(), &[answer], NONE, size);
        assert!(played.error.as_ref().is_some_and(|it| it.contains(error)), "{played:?}");
    }
}

#[test]
fn a_form_is_asked_for_between_two_connections() {
    let answers = Answers::new().form([&b"one"[..], b"two"]).unwrap();
    let script: [&[u8]; 4] = [b"+-2\r\n+ASK:\r\n Ask: Name?\r\n", b"", b"+-1\r\nok\r\n.\r\n", b""];
    let played = in_pieces("gopher://host.dom/0/item%09%09?", &answers, &script, NONE);
    assert_eq!((played.error, played.content.as_slice()), (None, &b"ok\r\n"[..]));
    let sent = [
        "> host.dom:70",
        r"/item\t\t!+ASK\r\n",
        "> host.dom:70",
        r"/item\t+\t1\r\n+-1\r\none\r\ntwo\r\n.\r\n",
    ];
    assert_eq!(played.sent, sent);

    let played = in_pieces("gopher://host.dom/0/item%09%09?", &Answers::new(), &script, NONE);
    assert!(played.error.unwrap().ends_with("missing answer: form"));
    assert_eq!(played.sent.last().unwrap(), "ask form");
}

#[rstest]
#[case::length(b"HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nok\n", Ok("ok\n"))]
#[case::more_than_length(b"HTTP/1.0 200 OK\r\ncontent-length:3\r\n\r\nok\nmore", Ok("ok\n"))]
#[case::no_length(b"HTTP/1.1 200 OK\nX: y\n\nuntil the end", Ok("until the end"))]
#[case::no_reason(b"HTTP/1.0 200\r\n\r\n", Ok(""))]
#[case::no_content(b"HTTP/1.0 204 none\r\n\r\nx", Ok(""))]
#[case::zero(b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", Ok(""))]
#[case::not_found(b"HTTP/1.0 404 Gone\r\n\r\nsorry", Err("the server replied 404 Gone"))]
#[case::moved(b"HTTP/1.0 301 Moved\r\nLocation: /new\r\n\r\n", Err("redirects to \"/new\""))]
#[case::moved_nowhere(b"HTTP/1.0 304 Same\r\n\r\n", Err("the server replied 304 Same"))]
#[case::chunked(
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    Err("has no transfer encoding")
)]
#[case::truncated(
    b"HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nok\n",
    Err("announced 9 octets and sent 3")
)]
#[case::two_lengths(
    b"HTTP/1.0 200 OK\r\nContent-Length: 9\r\nContent-Length: 8\r\n\r\n",
    Err("one Content-Length is sent")
)]
#[case::signed_length(
    b"HTTP/1.0 200 OK\r\nContent-Length: +9\r\n\r\n",
    Err("Content-Length is a number")
)]
#[case::no_status(b"<html>\r\n", Err("an HTTP response begins with a status"))]
#[case::not_http(b"220 ftp ready\r\n", Err("an HTTP response begins with a status"))]
#[case::cut(b"HTTP/1.0 200 OK\r\nX", Err("the server closed the connection"))]
fn http_responses(#[case] response: &[u8], #[case] expected: Result<&str, &str>) {
    for size in [1, 2, 5, usize::MAX] {
        let played = play("http://host.dom/x", &Answers::new(), &[response], NONE, size);
        assert_eq!(played.octets, b"GET /x HTTP/1.0\r\nHost: host.dom\r\n\r\n");
        match expected {
            Ok(content) => {
                assert_eq!((played.error, played.content.as_slice()), (None, content.as_bytes()));
            }
            Err(text) => assert!(played.error.unwrap().contains(text), "{text}"),
        }
    }
}

#[test]
fn telnet_options_are_refused_and_the_user_is_advised() {
    let script: [&[u8]; 2] =
        [b"\xff\xfd\x27a\xff\xfb\x01\xff\xffb\xff\xfa\x27\x01\xff\xf0c\xff\xfe\x03", b""];
    let played = in_octets_of_telnet("telnet://user:pw@host.dom/", &script);
    assert_eq!(played.content, b"a\xffbc");
    assert_eq!(played.octets, b"\xff\xfc\x27\xff\xfe\x01");
    let advice = [r#"advise user "user""#, r#"advise password "***""#, "> host.dom:23"];
    assert_eq!(played.sent[..3], advice);
}

/// The refusals are sent together or one by one, so only the octets are compared.
fn in_octets_of_telnet(url: &str, script: &[&[u8]]) -> Played {
    let whole = play(url, &Answers::new(), script, NONE, usize::MAX);
    for size in [1, 2, 3] {
        let played = play(url, &Answers::new(), script, NONE, size);
        assert_eq!((&played.content, &played.octets), (&whole.content, &whole.octets));
    }
    whole
}

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
        let limited = |session: Session| session.with_limits(small());
        let played = play_with(url, &Answers::new(), &script, NONE, size, limited);
        assert!(played.error.as_ref().is_some_and(|it| it.contains(error)), "{played:?}");
    }
}

#[test]
fn content_without_end_exceeds_the_limit() {
    let endless = vec![b'x'; 5000];
    let limits = url1738_client::Limits { bytes: Some(1000), ..small() };
    let limited = |session: Session| session.with_limits(limits);
    let url = "gopher://host.dom/0/x";
    let played = play_with(url, &Answers::new(), &[&endless], NONE, 300, limited);
    assert_eq!(played.content.len(), 900);
    assert!(played.error.unwrap().ends_with("the content exceeds 1000 octets"));
}

#[test]
fn only_the_questions_of_a_plan_are_asked() {
    let plan = url1738::Url::parse("gopher://host.dom/7/find").unwrap().plan().unwrap();
    assert_eq!(plan.questions(), [Question::Search]);
    let played = in_pieces("gopher://host.dom/7/find", &Answers::new(), NONE, NONE);
    assert_eq!((played.sent.as_slice(), played.octets.len()), (&["ask search".to_owned()][..], 0));
}
