//! The sessions of ftp: the login, the data connection, the transfer.

use rstest::rstest;
use url1738::plan::{Answers, Plan, Question};
use url1738_client::{Client, ErrorKind, Identity, Limits};

use super::NONE;
use crate::play::{Played, in_pieces, play, play_with, small};

fn answers() -> Answers {
    Answers::new()
        .answer(Question::Email, b"me@host.dom")
        .unwrap()
        .answer(Question::Password, b"secret")
        .unwrap()
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

#[rstest]
#[case::mlsd(&["150 go"], &["MLSD a"])]
#[case::list(&["500 what?", "229 ok (|||8|)", "150 go"], &["MLSD a", "LIST a"])]
#[case::nlst(
    &["502 no", "229 ok (|||8|)", "504 no", "229 ok (|||9|)", "150 go"],
    &["MLSD a", "LIST a", "NLST a"]
)]
fn details_are_asked_for_before_names(#[case] replies: &[&str], #[case] commands: &[&str]) {
    let replies = ["220 hi", "230 in", "229 ok (|||7|)"].iter().chain(replies).chain(&["226 done"]);
    let script: Vec<_> = replies.map(|reply| format!("{reply}\r\n").into_bytes()).collect();
    let script: Vec<_> = script.iter().map(Vec::as_slice).collect();
    let url = "ftp://host.dom/a;type=d";
    for size in [1, 7, usize::MAX] {
        let played = play_with(url, &answers(), &script, &[&b"x"[..]; 3], size, Client::details);
        assert_eq!((played.error, played.content.as_slice()), (None, &b"x"[..]), "{size}");
        let octets = String::from_utf8(played.octets).unwrap();
        let sent: Vec<_> = octets.lines().filter(|line| line.ends_with(" a")).collect();
        assert_eq!(sent, commands);
        assert_eq!(octets.matches("EPSV").count(), commands.len());
    }
}

#[rstest]
#[case(b"550 no such folder\r\n", "MLSD: the server replied 550 no such folder")]
#[case(b"421 closing\r\n", "MLSD: the server replied 421 closing")]
fn a_folder_that_is_not_there_is_asked_for_once(#[case] reply: &[u8], #[case] error: &str) {
    let script = [&LOGIN[..], &[b"229 ok (|||7|)\r\n", reply]].concat();
    let url = "ftp://host.dom/a;type=d";
    let played = play_with(url, &answers(), &script, &[b"x"], usize::MAX, Client::details);
    assert_eq!(played.error.as_deref(), Some(error));
    assert!(played.octets.ends_with(b"MLSD a\r\nQUIT\r\n"), "{played:?}");
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
    let error = "data connection: the port that the server named cannot be connected to";
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
    let reported: [&[u8]; 3] = [b"213 1004\r\n", b"213 20261123170000\r\n", b"229 (|||7|)\r\n"];
    let played = resumed(&reported, &[b"350 ok\r\n", b"150 go\r\n", b"226 done\r\n"], NOTHING);
    assert_eq!((played.error, played.content.as_slice()), (None, &b"rest"[..]));
    let sent = b"SIZE x\r\nMDTM x\r\nEPSV\r\nREST 1000\r\nRETR x\r\nQUIT\r\n";
    assert!(played.octets.ends_with(sent), "{:?}", played.sent);
    assert_eq!(played.announced, Some(1004));
    let played = resumed(&reported, &[b"502 no\r\n"], NOTHING);
    assert_eq!(played.error.as_deref(), Some("REST: the server replied 502 no"));
    assert!(!played.octets.windows(4).any(|four| four == b"RETR"), "{:?}", played.sent);
}

const NOTHING: Identity = Identity { len: None, modified: None };

/// Resumes `ftp://host.dom/x` at 1000; four octets come.
fn resumed(reported: &[&[u8]], rest: &[&[u8]], expected: Identity) -> Played {
    let begin: Vec<&[u8]> = after_login(&[b"200 i\r\n"]);
    let script = [&begin, reported, rest].concat();
    let play = |size| {
        let resume = |client: Client| client.resume_at(1000, expected.clone());
        play_with("ftp://host.dom/x", &answers(), &script, &[b"rest"], size, resume)
    };
    let played = play(1);
    let whole = play(usize::MAX);
    assert_eq!((&played.sent, &played.error), (&whole.sent, &whole.error));
    played
}

/// Answers to SIZE and MDTM, the reply before the file, and the error. The file was 1004 octets long when it was begun.
#[rstest]
#[case::known("213 1004", "213 20260102030405", "150 go", None)]
#[case::rest("213 1004", "213 20260102030405", "150 x (4 bytes)", None)]
#[case::whole("213 1004", "213 20260102030405", "150 x (1004 bytes)", None)]
#[case::unknown("500 ?", "502 ?", "150 go", None)]
#[case::none("550 no", "550 no", "150 (4 bytes)", None)]
#[case::nonsense("213 ten", "213 today", "150 go", None)]
#[case::other_code("200 1003", "200 20270102030405", "150 go", None)]
#[case::longer("213 1005", "500 ?", "", Some("has changed: its length was 1004 and is 1005"))]
#[case::shorter("213 1003", "500 ?", "", Some("has changed: its length was 1004 and is 1003"))]
#[case::very_short("213 999", "500 ?", "", Some("has changed: its length was 1004 and is 999"))]
#[case::newer(
    "213 1004",
    "213 20260102030406",
    "",
    Some("has changed: its time of change was 20260102030405 and is 20260102030406")
)]
#[case::other_length(
    "500 ?",
    "500 ?",
    "150 x (5 bytes)",
    Some("has changed: its length was 1004 and is 5")
)]
#[case::size_closes("421 bye", "", "", Some("SIZE: the server replied 421 bye"))]
#[case::time_closes("213 1004", "421 bye", "", Some("MDTM: the server replied 421 bye"))]
fn a_file_that_changed_is_not_resumed(
    #[case] size: &str,
    #[case] time: &str,
    #[case] opening: &str,
    #[case] error: Option<&str>,
) {
    let then = Identity { len: Some(1004), modified: Some("20260102030405".to_owned()) };
    let line = |text: &str| format!("{text}\r\n").into_bytes();
    let replies = [line(size), line(time), line("229 (|||7|)"), line("350 ok"), line(opening)];
    let mut script: Vec<&[u8]> = replies.iter().map(Vec::as_slice).collect();
    script.push(b"226 ok\r\n");
    let played = resumed(&script, &[], then);
    match (error, &played.error) {
        (None, None) => assert_eq!(played.content, b"rest"),
        (Some(part), Some(error)) => {
            assert!(error.contains(part), "{error}");
            assert_eq!((played.content.len(), played.remedy.unwrap().0), (0, kind_of(part)));
            assert!(played.octets.ends_with(b"QUIT\r\n"));
        }
        _ => panic!("{played:?}"),
    }
}

fn kind_of(error: &str) -> ErrorKind {
    if error.contains("421") { ErrorKind::Network } else { ErrorKind::Refused }
}

/// What is known of the length when the file was begun, the answer to SIZE, the reply before the file, and the error.
/// Four octets come after offset 1000.
#[rstest]
#[case::nothing(
    None,
    "500 ?",
    "150 go",
    Some("cannot resume: the server does not report the length")
)]
#[case::announced_rest(
    None,
    "500 ?",
    "150 (4 bytes)",
    Some("cannot resume: the server may have sent")
)]
#[case::announced_whole(None, "500 ?", "150 (1004 bytes)", None)]
#[case::announced_other(
    None,
    "500 ?",
    "150 (7 bytes)",
    Some("RETR x: the server announced 7 octets and sent 4")
)]
#[case::announced_less(
    None,
    "500 ?",
    "150 (3 bytes)",
    Some("RETR x: the server announced 3 octets and sent more")
)]
#[case::short(Some(1005), "500 ?", "150 go", Some("announced 5 octets and sent 4"))]
#[case::ignored(Some(1003), "500 ?", "150 go", Some("announced 3 octets and sent more"))]
#[case::size_short(None, "213 1005", "150 go", Some("announced 5 octets and sent 4"))]
#[case::size_ignored(None, "213 1003", "150 go", Some("announced 3 octets and sent more"))]
#[case::size_whole(None, "213 1000", "150 go", Some("announced 0 octets and sent more"))]
#[case::size_less(None, "213 4", "150 (4 bytes)", Some("its length was at least 1000 and is 4"))]
#[case::size_right(None, "213 1004", "150 go", None)]
fn the_offset_and_what_comes_are_the_whole(
    #[case] then: Option<u64>,
    #[case] size: &str,
    #[case] opening: &str,
    #[case] error: Option<&str>,
) {
    let line = |text: &str| format!("{text}\r\n").into_bytes();
    let replies = [line(size), line("500 ?"), line("229 (|||7|)"), line("350 ok"), line(opening)];
    let mut script: Vec<&[u8]> = replies.iter().map(Vec::as_slice).collect();
    script.push(b"226 ok\r\n");
    let played = resumed(&script, &[], Identity { len: then, modified: None });
    match (error, &played.error) {
        (None, None) => assert_eq!(played.content, b"rest"),
        (Some(part), Some(error)) => assert!(error.contains(part), "{error}"),
        _ => panic!("{played:?}"),
    }
}

/// The length that is announced, in which type, and the error. Nine octets come.
#[rstest]
#[case("i", "150 x (9 bytes)", None)]
#[case("i", "150 x (1000 bytes)", Some("RETR b: the server announced 1000 octets and sent 9"))]
#[case("i", "150 x (8 bytes)", Some("RETR b: the server announced 8 octets and sent more"))]
#[case("i", "150 x (0 bytes)", Some("RETR b: the server announced 0 octets and sent more"))]
#[case("i", "150 x", None)]
// The ends of lines are longer on the way.
#[case("a", "150 x (8 bytes)", None)]
#[case("a", "150 x (1000 bytes)", None)]
#[case("d", "150 x (1000 bytes)", None)]
fn content_has_the_announced_length(
    #[case] code: &str,
    #[case] opening: &str,
    #[case] error: Option<&str>,
) {
    let opening = format!("{opening}\r\n").into_bytes();
    let script = match code {
        "d" => after_login(&[]),
        _ => after_login(&[b"250 there\r\n", b"200 typed\r\n"]),
    };
    let rest: [&[u8]; 3] = [b"229 (|||7|)\r\n", &opening, b"226 ok\r\n"];
    let script: Vec<&[u8]> = script.into_iter().chain(rest).collect();
    // A directory is the argument of NLST.
    let url = format!("ftp://host.dom/a{};type={code}", if code == "d" { "" } else { "/b" });
    for size in [1, 4, usize::MAX] {
        let played = play(&url, &answers(), &script, &[b"all of\0\xff\r"], size);
        assert_eq!(played.error.as_deref(), error, "{:?}", played.sent);
        assert!(error.is_none_or(|it| !it.ends_with("more")) || played.content.len() <= 8);
    }
}

#[test]
fn a_file_is_identified_before_its_transfer() {
    let script: [&[u8]; 7] = [
        b"200 i\r\n",
        b"213 9\r\n",
        b"213 20260102030405.678\r\n",
        b"500 no EPSV\r\n",
        b"227 (1,1,1,1,4,1)\r\n",
        b"150 go\r\n",
        b"226 ok\r\n",
    ];
    let script = after_login(&script);
    let identify = Client::identify;
    let data: [&[u8]; 1] = [b"all of\0\xff\r"];
    let url = "ftp://host.dom/u:pw%FF";
    let played = play_with(url, &answers(), &script, &data, 1, identify);
    assert_eq!((played.error, played.announced), (None, Some(9)));
    let sent =
        b"TYPE I\r\nSIZE u:pw\xff\xff\r\nMDTM u:pw\xff\xff\r\nEPSV\r\nPASV\r\nRETR u:pw\xff\xff";
    assert!(played.octets.windows(sent.len()).any(|window| window == sent), "{:?}", played.sent);
    // Of what the length is not known, or not exact, nothing is asked.
    for url in ["ftp://host.dom/x;type=a", "ftp://host.dom/;type=d"] {
        let played = play_with(url, &answers(), &script, &data, 1, identify);
        assert!(!played.octets.windows(4).any(|four| four == b"SIZE"), "{:?}", played.sent);
    }
}

/// The end of a password that began in another line of the reply.
#[test]
fn a_password_over_two_lines_of_a_reply_is_masked() {
    let script: [&[u8]; 3] =
        [b"220 hi\r\n", b"331 HUNTER2?\r\n", b"530-not hun\r\n530 Ter2, and not hunter2\r\n"];
    let played = ftp("ftp://u:hunter2@host.dom/x", &script, NONE);
    assert_eq!(played.replies, ["220 hi", "331 ***?", "530 not ***, and not ***"]);
    let error = "PASS ***: the server replied 530 not ***, and not ***";
    assert_eq!(played.error.as_deref(), Some(error));
}

/// The number of Telnet commands has a limit, and is allowed.
#[rstest]
#[case(20, "greeting: the server replied 530 no")]
#[case(21, "greeting: a reply follows Telnet options, and the server sent \"IAC\"")]
fn telnet_commands_have_a_limit(#[case] count: usize, #[case] error: &str) {
    let greeting = [b"\xff\xf1".repeat(count), b"530 no\r\n".to_vec()].concat();
    let limited = |client: Client| client.limits(small());
    let played = play_with("ftp://host.dom/x", &answers(), &[&greeting], NONE, usize::MAX, limited);
    assert_eq!(played.error.as_deref(), Some(error));
}

#[test]
fn a_thousand_replies_are_kept() {
    let greeting = [b"120 wait\r\n".repeat(1100), b"220 ready\r\n".to_vec()].concat();
    let mut more = Limits::default();
    more.lines = 2000;
    let limited = |client: Client| client.limits(more);
    let script: [&[u8]; 2] = [&greeting, b"530 no\r\n"];
    let played = play_with("ftp://host.dom/x", &answers(), &script, NONE, usize::MAX, limited);
    assert_eq!(played.replies.len(), 4 * Plan::MAX_STEPS);
    assert_eq!(played.error.as_deref(), Some("USER anonymous: the server replied 530 no"));
}

/// What is reported as the remedy for a reply to a step.
#[rstest]
#[case(
    "ftp://host.dom/a",
    3,
    "550 x",
    "check the name; if it is a directory, end the URL with `/` to list it"
)]
#[case("ftp://host.dom/a", 3, "553 x", "check the name")]
#[case("ftp://host.dom/a", 3, "450 x", "try again later")]
#[case(
    "ftp://host.dom/a",
    3,
    "421 x",
    "the server does not serve this client: try later or another server"
)]
#[case("ftp://host.dom/a;type=d", 2, "450 x", "the directory may be empty or not readable")]
#[case("ftp://host.dom/a;type=d", 2, "550 x", "the directory may be empty or not readable")]
fn a_reply_has_a_remedy(
    #[case] url: &str,
    #[case] before: usize,
    #[case] reply: &str,
    #[case] help: &str,
) {
    let steps: [&[u8]; 4] = [b"230 in\r\n", b"250 there\r\n", b"200 ok\r\n", b""];
    let mut script: Vec<&[u8]> = vec![b"220 hi\r\n"];
    script.extend(steps.iter().filter(|_| before > 0).take(before - 1));
    let reply = format!("{reply}\r\n");
    script.extend([&b"229 (|||7|)\r\n"[..], reply.as_bytes()]);
    let played = play(url, &answers(), &script, &[b""], usize::MAX);
    let (kind, remedy) = played.remedy.unwrap();
    assert_eq!(remedy, Some(help), "{:?} {:?}", played.sent, played.error);
    let is_closing = reply.starts_with("421");
    assert_eq!(kind, if is_closing { ErrorKind::Network } else { ErrorKind::Refused });
}

/// The port of the data connection, which a server may name in any wording.
#[rstest]
#[case("227 Entering Passive Mode (192,0,2,1,47,168).", Some(12200))]
#[case("227 ok =127,0,0,1,4,1", Some(1025))]
#[case("227 1,2 then 127,0,0,1,4,1 and 3", Some(1025))]
#[case("227 Entering Passive Mode", None)]
#[case("227 (127,0,0,1,0,0)", None)]
#[case("227 (127,0,0,1,256,1)", None)]
#[case("227 (127,0,0,1,4)", None)]
#[case("227 (127,0,0,1,4,1,9)", None)]
#[case("229 Entering Extended Passive Mode (|||6446|)", Some(6446))]
#[case("229 ok (!!!6446!) go", Some(6446))]
#[case("229 (|||65536|)", None)]
#[case("229 (|1|127.0.0.1|6446|)", None)]
#[case("229 (|||+80|)", None)]
#[case("229 (||||)", None)]
#[case("229 (|||0|)", None)]
#[case("229 ()", None)]
#[case("229 6446", None)]
fn the_port_is_found_in_any_wording(#[case] reply: &str, #[case] port: Option<u16>) {
    let reply = format!("{reply}\r\n");
    let refused: &[&[u8]] = if reply.starts_with("227") { &[b"500 what?\r\n"] } else { &[] };
    let script = [&LOGIN[..], refused, &[reply.as_bytes()]].concat();
    let played = play("ftp://host.dom/;type=d", &answers(), &script, &[b""], usize::MAX);
    let opened = played.sent.iter().find_map(|it| it.strip_prefix("data ")?.parse().ok());
    assert_eq!(opened, port, "{:?}", played.sent);
}

/// A time is digits, and perhaps a fraction; it has at most 32 octets.
#[rstest]
#[case("20260102030405", true)]
#[case("20260102030405.123", true)]
#[case("2026", false)]
#[case("20260102030405 x", false)]
#[case("111111111111111111111111111111111", false)]
fn only_times_are_taken(#[case] time: &str, #[case] is_time: bool) {
    let replies =
        ["200 i\r\n", "500 what?\r\n", &format!("213 {time}\r\n"), "229 (|||7|)\r\n", "550 no\r\n"];
    let replies: Vec<&[u8]> = replies.iter().map(|reply| reply.as_bytes()).collect();
    let script = [&LOGIN[..], &replies].concat();
    let then = Identity { len: None, modified: Some("20250101000000".to_owned()) };
    let resumed = |client: Client| client.resume_at(1, then);
    let url = "ftp://host.dom/x;type=i";
    let played = play_with(url, &answers(), &script, &[b""], usize::MAX, resumed);
    let error = played.error.unwrap();
    assert_eq!(error.contains("its time of change was 20250101000000"), is_time, "{error}");
}

/// The length that is announced: the name of the file may look like one.
#[rstest]
#[case("x(1)", "150 Opening BINARY mode data connection for x(1) (1234 bytes).", Some(1234))]
#[case("x", "150 here it comes (soon)", None)]
#[case("x%20(5%20bytes)", "150 go for x (5 bytes)", None)]
#[case("x%20(5%20bytes)", "150 go for x (5 bytes) (6 bytes)", Some(6))]
fn the_length_is_in_the_text(#[case] name: &str, #[case] opening: &str, #[case] len: Option<u64>) {
    let opening = format!("{opening}\r\n");
    let replies = [&b"200 i\r\n"[..], b"229 (|||7|)\r\n", opening.as_bytes()];
    let script = [&LOGIN[..], &replies].concat();
    let url = format!("ftp://host.dom/{name};type=i");
    let played = play(&url, &answers(), &script, &[b""], usize::MAX);
    assert_eq!(played.announced, len);
}
