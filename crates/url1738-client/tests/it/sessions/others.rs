//! The sessions of the protocols with one connection.

use rstest::rstest;
use url1738::{
    SchemeInfo, Url,
    nntp::Nntp,
    plan::{Answers, Argument, Chunk, Endpoint, Plan, Question, Step, mode_reader},
    syntax::scheme::Scheme as _,
};
use url1738_client::{Action, Client, Error, ErrorKind, Protocol, Session};

use super::NONE;
use crate::play::{Played, in_pieces, play, play_with, small};

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
#[case::after_both(&["381 and?", "281 in", "211 1 7 7 a"], "GROUP a|AUTHINFO USER joe|AUTHINFO PASS hunter2|GROUP a|QUIT", None)]
#[case::after_the_user(&["281 in", "211 1 7 7 a"], "GROUP a|AUTHINFO USER joe|GROUP a|QUIT", None)]
#[case::wrong(&["381 and?", "481 not hunter2"], "GROUP a|AUTHINFO USER joe|AUTHINFO PASS hunter2|QUIT", Some("AUTHINFO PASS: the server replied 481 not ***"))]
#[case::only_once(&["281 in", "480 again"], "GROUP a|AUTHINFO USER joe|GROUP a|QUIT", Some("GROUP a: the server replied 480 again"))]
#[case::unknown(&["500 what?"], "GROUP a|AUTHINFO USER joe|QUIT", Some("AUTHINFO USER: the server replied 500 what?"))]
fn a_news_server_that_wants_a_login_gets_it(
    #[case] replies: &[&str],
    #[case] commands: &str,
    #[case] error: Option<&str>,
) {
    let first = ["200 hi", "200 ok", "480 log in"];
    let script: Vec<_> =
        first.iter().chain(replies).map(|reply| format!("{reply}\r\n").into_bytes()).collect();
    let script: Vec<_> = script.iter().map(Vec::as_slice).collect();
    let login = |client: Client| {
        let [user, password] = [b"joe".as_slice(), b"hunter2"].map(|it| Argument::new(it).unwrap());
        client.news_login([user, password])
    };
    let played = play_with("news:a", &Answers::new(), &script, NONE, usize::MAX, login);
    let octets = String::from_utf8(played.octets).unwrap();
    let sent: Vec<_> = octets.lines().skip(1).collect();
    assert_eq!((sent.join("|").as_str(), played.error.as_deref()), (commands, error));
    // Only the overview may want it.
    let script: [&[u8]; 8] = [
        b"200 hi\r\n",
        b"200 ok\r\n",
        b"211 2 6 7 a\r\n",
        b"500 what?\r\n",
        b"480 log in\r\n",
        b"381 and?\r\n",
        b"281 in\r\n",
        b"224 here\r\n6\tx\r\n.\r\n",
    ];
    let detailed = |client: Client| login(client.details());
    let played = play_with("news:a", &Answers::new(), &script, NONE, usize::MAX, detailed);
    let sent = b"OVER 6-7\r\nXOVER 6-7\r\nAUTHINFO USER joe\r\nAUTHINFO PASS hunter2\r\nXOVER 6-7\r\nQUIT\r\n";
    assert!(played.octets.ends_with(sent), "{:?}", played.sent);
    assert_eq!((played.error, played.content), (None, b"6\tx\r\n".to_vec()));
}

/// Whether a reply says that the server fails, and not that there is nothing: its code means another thing in each protocol.
#[rstest]
#[case("http://h/", &["HTTP/1.0 500 x\r\n\r\n"], true)]
#[case("http://h/", &["HTTP/1.0 503 x\r\n\r\n"], true)]
#[case("http://h/", &["HTTP/1.0 429 x\r\n\r\n"], true)]
#[case("http://h/", &["HTTP/1.0 400 x\r\n\r\n"], false)]
#[case("http://h/", &["HTTP/1.0 404 x\r\n\r\n"], false)]
#[case("news:a", &["400 x\r\n"], true)]
#[case("news:a", &["200 x\r\n", "200 x\r\n", "403 x\r\n"], true)]
#[case("news:a", &["200 x\r\n", "200 x\r\n", "411 x\r\n"], false)]
#[case("news:a", &["502 x\r\n"], false)]
#[case("ftp://h/a", &["421 x\r\n"], true)]
#[case("ftp://h/a", &["220 x\r\n", "431 x\r\n"], true)]
#[case("ftp://h/a", &["220 x\r\n", "530 x\r\n"], false)]
fn a_server_fails_or_has_nothing(#[case] url: &str, #[case] script: &[&str], #[case] fails: bool) {
    let script: Vec<&[u8]> = script.iter().map(|reply| reply.as_bytes()).collect();
    let (kind, _) = in_pieces(url, &Answers::new(), &script, NONE).remedy.unwrap();
    assert_eq!(kind, if fails { ErrorKind::Network } else { ErrorKind::Refused });
}

#[rstest]
#[case::over("211 3 4 9 a", &["224 here\r\n4\tx\r\n."], "OVER 4-9", "4\tx\r\n", None)]
#[case::xover("211 3 4 9 a", &["500 ?", "224 here\r\n4\tx\r\n."], "OVER 4-9|XOVER 4-9", "4\tx\r\n", None)]
#[case::debugged("211 3 4 9 a", &["199 debug\r\n224 here\r\n4\tx\r\n."], "OVER 4-9", "4\tx\r\n", None)]
#[case::neither("211 3 4 9 a", &["500 ?", "503 ?"], "OVER 4-9|XOVER 4-9", "", None)]
#[case::newest("211 9000 1 9000 a", &["224 here\r\n."], "OVER 8001-9000", "", None)]
#[case::gone("211 3 4 9 a", &["423 none"], "OVER 4-9", "", None)]
#[case::empty("211 0 0 0 a", &[], "", "", None)]
#[case::reversed("211 3 9 4 a", &[], "", "", None)]
#[case::denied("211 3 4 9 a", &["480 log in"], "OVER 4-9", "", Some("OVER: the server replied 480 log in"))]
fn a_group_has_an_overview(
    #[case] group: &str,
    #[case] replies: &[&str],
    #[case] commands: &str,
    #[case] content: &str,
    #[case] error: Option<&str>,
) {
    let replies = ["200 hi", "200 ok", group].into_iter().chain(replies.iter().copied());
    let script: Vec<_> = replies.map(|reply| format!("{reply}\r\n").into_bytes()).collect();
    let script: Vec<_> = script.iter().map(Vec::as_slice).collect();
    for size in [1, 7, usize::MAX] {
        let url = "news:a";
        let played = play_with(url, &Answers::new(), &script, NONE, size, Client::details);
        let octets = String::from_utf8(played.octets).unwrap();
        let own: Vec<_> = octets.lines().filter(|line| line.contains("OVER")).collect();
        assert_eq!((own.join("|").as_str(), octets.ends_with("QUIT\r\n")), (commands, true));
        assert_eq!(
            (played.error.as_deref(), played.content.as_slice()),
            (error, content.as_bytes())
        );
    }
    // The article of a group is not one of many.
    let script: [&[u8]; 4] =
        [b"200 hi\r\n", b"200 ok\r\n", b"211 3 4 9 a\r\n", b"220 here\r\nx\r\n.\r\n"];
    let url = "nntp://host.dom/a/4";
    let played = play_with(url, &Answers::new(), &script, NONE, 7, Client::details);
    assert_eq!((played.error, played.content), (None, b"x\r\n".to_vec()));
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

#[rstest]
#[case::of_an_article("news:a@b", "ARTICLE <a@b>", "223 0 <a@b>")]
#[case::of_a_part("news:a@b", "ARTICLE <a@b>", "222 0 <a@b>\r\nbody\r\n.")]
#[case::of_the_groups("news:*", "LIST", "282 list\r\na 9 1 y\r\n.")]
fn a_reply_without_the_text_is_an_error(
    #[case] url: &str,
    #[case] step: &str,
    #[case] reply: &str,
) {
    let reply = format!("{reply}\r\n");
    let script: [&[u8]; 3] = [b"200 hi\r\n", b"200 ok\r\n", reply.as_bytes()];
    let played = in_pieces(url, &Answers::new(), &script, NONE);
    let line = reply.lines().next().unwrap();
    assert_eq!(played.error, Some(format!("{step}: the server replied {line}")));
    assert!(played.content.is_empty());
}

#[test]
fn a_text_that_ends_early_is_an_error() {
    let script: [&[u8]; 4] = [b"200 hi\r\n", b"200 ok\r\n", b"215 list\r\n", b"a\r\n"];
    let played = in_pieces("news:*", &Answers::new(), &script, NONE);
    assert_eq!(played.error.as_deref(), Some("LIST: the server closed the connection"));
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
#[case::until_dot("0/x%09%09+", b"+-1\r\nitem.\r\n.\r\n", Ok("item.\r\n"))]
#[case::until_dot_at_once("0/x%09%09+", b"+-1\r\n.\r\n", Ok(""))]
#[case::until_dot_lf("0/x%09%09+", b"+-1\nitem\n.\n", Ok("item\n"))]
#[case::no_header("0/x%09%09!", b"item", Ok("item"))]
#[case::failed(
    "0/x%09%09+",
    b"--1\r\n1 Item is not available.\r\n.\r\n",
    Err("1 Item is not available.")
)]
#[case::failed_without_a_text("0/x%09%09+", b"--1\r\n", Err("an error without a text"))]
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
#[case::no_lone_dot(b"+-1\r\nIt ends here.\r\n", "a lone dot ends the content")]
#[case::no_lone_dot_lf(b"+-1\r\nIt ends here.\n", "a lone dot ends the content")]
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
#[case::length_twice(
    b"HTTP/1.0 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nok\n",
    Ok("ok\n")
)]
#[case::more_than_length(b"HTTP/1.0 200 OK\r\ncontent-length:3\r\n\r\nok\nmore", Ok("ok\n"))]
#[case::no_length(b"HTTP/1.1 200 OK\nX: y\n\nuntil the end", Ok("until the end"))]
#[case::no_reason(b"HTTP/1.0 200\r\n\r\n", Ok(""))]
#[case::no_content(b"HTTP/1.0 204 none\r\n\r\nx", Ok(""))]
#[case::zero(b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", Ok(""))]
#[case::interim(
    b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLocation: /x\r\nContent-Length: 9\r\n\r\nHTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nok\n",
    Ok("ok\n")
)]
#[case::interim_alone(b"HTTP/1.1 100 Continue\r\n\r\n", Err("the server closed the connection"))]
#[case::upgraded(b"HTTP/1.1 101 Upgraded\r\n\r\n", Err("the server replied 101 Upgraded"))]
#[case::not_found(b"HTTP/1.0 404 Gone\r\n\r\nsorry", Err("the server replied 404 Gone"))]
#[case::moved(b"HTTP/1.0 301 Moved\r\nLocation: /new\r\n\r\n", Err("redirects to \"/new\""))]
#[case::moved_with_a_password(
    b"HTTP/1.0 301 Moved\r\nLocation: ftp://joe:hunter2@h/\r\n\r\n",
    Err("redirects to \"ftp://joe:***@h/\"")
)]
#[case::moved_nowhere(b"HTTP/1.0 304 Same\r\n\r\n", Err("the server replied 304 Same"))]
#[case::same(b"HTTP/1.0 304 Same\r\nLocation: /x\r\n\r\n", Err("the server replied 304 Same"))]
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
#[case::folded_length(
    b"HTTP/1.0 200 OK\r\nContent-Length: 3\r\n 0\r\n\r\nok\n",
    Err("Content-Length is a number")
)]
#[case::folded(b"HTTP/1.0 200 OK\r\nX: y\r\n z\r\n\r\nok\n", Ok("ok\n"))]
#[case::space_before_the_colon(
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    Err("the name of a header ends with its colon")
)]
#[case::tab_before_the_colon(
    b"HTTP/1.0 200 OK\r\nContent-Length\t: 9\r\n\r\nok\n",
    Err("the name of a header ends with its colon")
)]
#[case::other_space_before_the_colon(
    b"HTTP/1.0 200 OK\r\nX : y\r\n\r\nok\n",
    Err("the name of a header ends with its colon")
)]
#[case::part(
    b"HTTP/1.0 206 Partial\r\nContent-Range: bytes 3-5/6\r\nContent-Length: 3\r\n\r\nok\n",
    Err("is not a part")
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

#[test]
fn only_the_questions_of_a_plan_are_asked() {
    let plan = Url::parse("gopher://host.dom/7/find").unwrap().plan().unwrap();
    assert_eq!(plan.questions(), [Question::Search]);
    let played = in_pieces("gopher://host.dom/7/find", &Answers::new(), NONE, NONE);
    assert_eq!((played.sent.as_slice(), played.octets.len()), (&["ask search".to_owned()][..], 0));
}

/// The answers to `AskP` are passwords, which the last request contains.
#[test]
fn a_password_of_a_form_is_masked() {
    let form = b"+-2\r\n+ASK:\r\n Ask: Name?\r\n AskP: Password?\r\n Ask: Place?\r\n";
    let answers = Answers::new().form([&b"Joe"[..], b"hunter2", b"here"]).unwrap();
    let script: [&[u8]; 4] = [form, b"", b"+-2\r\nhunter2 is wrong", b""];
    let played = play("gopher://host.dom/0/x%09%09?", &answers, &script, NONE, usize::MAX);
    let sent = played.sent.join("\n");
    assert!(sent.contains(r"Joe\r\n***\r\nhere\r\n.\r\n") && !sent.contains("hunter2"), "{sent}");
    assert!(played.octets.ends_with(b"Joe\r\nhunter2\r\nhere\r\n.\r\n"));
}

/// An error item is held back up to 1,024 octets; what is longer is content.
#[rstest]
#[case(1024, true)]
#[case(1025, false)]
fn a_long_error_item_is_content(#[case] len: usize, #[case] is_error: bool) {
    let end = "\t\th\t1\r\n.\r\n";
    let answer = format!("3{}{end}", "x".repeat(len - 1 - end.len()));
    let played = in_pieces("gopher://host.dom/0/x", &Answers::new(), &[answer.as_bytes()], NONE);
    assert_eq!(played.error.is_some(), is_error);
    assert_eq!(played.content.len(), if is_error { 0 } else { len });
}

#[rstest]
#[case(1000, "the server replied ")]
#[case(1001, "the reply exceeds 1000 octets")]
fn the_text_of_a_failure_has_a_limit(#[case] len: usize, #[case] error: &str) {
    let answer = format!("--1\r\n{}", "x".repeat(len));
    let limited = |client: Client| client.limits(small());
    let url = "gopher://host.dom/0/x%09%09+";
    let script = [answer.as_bytes()];
    let played = play_with(url, &Answers::new(), &script, NONE, usize::MAX, limited);
    assert!(played.error.as_ref().is_some_and(|it| it.contains(error)), "{played:?}");
}

#[test]
fn a_telnet_server_that_repeats_the_password_is_masked() {
    let plan = Url::parse("telnet://joe:hunter2@host.dom/").unwrap().plan().unwrap();
    let session = Session::new(plan, Answers::new()).unwrap();
    assert_eq!(*session.secrets().mask(b"hunter2?"), *b"***?");
}

/// `AUTH` is a command of Redis, and of other protocols: the scheme says of which.
#[test]
fn the_command_of_another_scheme_is_not_news() {
    let endpoint = Endpoint::Tcp { host: "host.dom".to_owned(), port: 6379 };
    let mut plan = Plan::new(endpoint).step(Step::command_asking("AUTH", Question::Password));
    assert_eq!(Protocol::of(&plan), None);
    assert!(matches!(Session::new(plan.clone(), Answers::new()), Err(Error::NoPlan)));
    plan.scheme = Nntp::INFO;
    assert_eq!(Protocol::of(&plan), Some(Protocol::News));
}

/// A plan that someone else draws up asks where it wants to.
#[rstest]
#[case(Answers::new(), "ask email")]
#[case(Answers::new().answer(Question::Email, b"joe@host.dom").unwrap(), r"MODE READER\r\n")]
fn a_plan_may_ask_before_it_sends(#[case] answers: Answers, #[case] next: &str) {
    let endpoint = Endpoint::Tcp { host: "host.dom".to_owned(), port: 119 };
    let mut plan = Plan::new(endpoint).step(Step::Ask(Question::Email)).step(mode_reader());
    plan.scheme = Nntp::INFO;
    let mut session = Session::new(plan, answers.clone()).unwrap();
    assert!(matches!(session.next_action().unwrap(), Action::Connect(_)));
    session.received(b"200 hi\r\n").unwrap();
    let shown = match session.next_action().unwrap() {
        Action::Ask(question) => format!("ask {}", question.name()),
        Action::Send(outgoing) => {
            assert_eq!(format!("{outgoing:?}"), format!("Outgoing({outgoing})"));
            outgoing.to_string()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(shown, next);
    if answers.has(Question::Email) {
        return;
    }
    let error = session.next_action().unwrap_err();
    let Error::Unanswered { step, question: Question::Email } = error else { panic!("{error}") };
    assert_eq!(step, "ask email");
}

#[rstest]
#[case("z39.50s://host.dom/", "use a program that speaks the protocol of this scheme")]
#[case("ftp://host.dom/a%0D%0Ab", "a URL like this is unsafe to access: check where it comes from")]
#[case("file://host.dom/etc/motd", "ask for a URL of a protocol that the host speaks")]
fn a_refusal_has_a_remedy(#[case] url: &str, #[case] help: &str) {
    let refusal = Url::parse(url).unwrap().plan().unwrap_err();
    assert_eq!(Error::from(refusal).help(), Some(help));
}

#[test]
fn what_needs_tls_or_messages_is_refused() {
    let host = || "host.dom".to_owned();
    let request = |endpoint| Plan::new(endpoint).step(Step::Send(vec![Chunk::Protocol(b"GET / ")]));
    let over_tls = request(Endpoint::Tls { host: host(), port: 443 });
    let error = Session::new(over_tls, Answers::new()).unwrap_err();
    assert!(matches!(error, Error::Tls));
    assert_eq!(error.to_string(), "refused: this client does not speak TLS");
    assert_eq!(error.help(), Some("use curl, which does"));
    static WS: SchemeInfo = SchemeInfo::new("ws");
    let mut messages = request(Endpoint::Tcp { host: host(), port: 80 });
    messages.scheme = &WS;
    assert!(matches!(Session::new(messages, Answers::new()), Err(Error::NoPlan)));
}
