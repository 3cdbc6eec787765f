//! What is sent of access plans. The tables of plans are in the crates of the schemes.

use rstest::rstest;
use url1738::{
    FtpUrl, Url,
    plan::{Answers, Command, Question, Step},
};

/// The octets of the wire of a plan that asks nothing.
#[rstest]
#[case("ftp://u:p@h/a/x%FF;type=i", &["USER u\r\n", "PASS p\r\n", "CWD a\r\n", "TYPE I\r\n", "RETR x\u{ff}\u{ff}\r\n"])]
#[case("gopher://h/7/find%09x", &["/find\tx\r\n"])]
#[case("http://H:80?", &[])]
#[case("http://H:8080/%7e", &["GET /%7e HTTP/1.0\r\nHost: h:8080\r\n\r\n"])]
#[case("nntp://h/a.b/7", &["MODE READER\r\n", "GROUP a.b\r\n", "ARTICLE 7\r\n"])]
#[case("telnet://u:p@h", &[])]
fn to_wire(#[case] text: &str, #[case] expected: &[&str]) {
    let octets = |text: &&str| text.chars().map(|c| u32::from(c).try_into().unwrap()).collect();
    let expected: Vec<Vec<u8>> = expected.iter().map(octets).collect();
    let wire = Url::parse(text).map(|url| url.plan().unwrap()).map(|plan| {
        assert!(plan.questions().is_empty());
        plan.to_wire(&Answers::new()).unwrap()
    });
    assert_eq!(wire.unwrap_or_default(), expected);
}

fn all_answers() -> Answers {
    let answers = Answers::new()
        .answer(Question::Password, b"pw")
        .and_then(|all| all.answer(Question::Email, b"me@h"));
    let answers = answers.and_then(|all| all.answer(Question::Search, b"words"));
    answers.and_then(|all| all.form([&b"yes"[..], b"no"])).unwrap()
}

/// A plan without the answer to one of its questions sends nothing, and with all of them it sends every step.
#[rstest]
#[case("ftp://h//x", &[Question::Email], &["USER anonymous\r\n", "PASS me@h\r\n", "CWD \r\n", "TYPE I\r\n", "RETR x\r\n"])]
#[case("ftp://u@h/d;type=d", &[Question::Password], &["USER u\r\n", "PASS pw\r\n", "NLST d\r\n"])]
#[case("gopher://h/7/find", &[Question::Search], &["/find\twords\r\n"])]
#[case("gopher://h/0/s%09%09?", &[Question::Form], &["/s\t\t!+ASK\r\n", "/s\t+\t1\r\n+-1\r\nyes\r\nno\r\n.\r\n"])]
#[case("wais://h/db", &[Question::Search], &[])]
fn no_step_is_lost_without_its_answer(
    #[case] text: &str,
    #[case] questions: &[Question],
    #[case] expected: &[&str],
) {
    let plan = Url::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.questions(), questions);
    assert_eq!(plan.to_wire(&Answers::new()), Err(questions[0]));
    let wire = plan.to_wire(&all_answers()).unwrap();
    assert!(wire.iter().map(|octets| std::str::from_utf8(octets).unwrap()).eq(expected.to_vec()));
}

/// The commands of FTP whose replies come over a second connection, and no others of any plan.
#[rstest]
#[case("ftp://u:p@h/a/x;type=i", &["RETR x"])]
#[case("ftp://h/a/x", &["RETR x"])]
#[case("ftp://h/a/x;type=d", &["NLST x"])]
#[case("ftp://h", &["NLST"])]
#[case("news:*", &[])]
#[case("news:a@b", &[])]
#[case("nntp://h/a.b/7", &[])]
fn only_transfers_open_a_data_connection(#[case] text: &str, #[case] expected: &[&str]) {
    let plan = Url::parse(text).unwrap().plan().unwrap();
    let opening = plan.steps.iter().filter_map(|step| match step {
        Step::Command(command) => Some(command).filter(|it| Command::opens_data_connection(it)),
        _ => None,
    });
    assert!(opening.map(ToString::to_string).eq(expected.to_vec()));
}

/// FTP URLs whose steps are all commands: the octets are those of all of them.
#[test]
fn every_command_is_on_the_wire() {
    for text in ["ftp://h", "ftp://u@h/a/b", "ftp://u:p@h//x;type=a", "ftp://@h/;type=d"] {
        let plan = FtpUrl::parse(text).unwrap().plan().unwrap();
        let wire = plan.to_wire(&all_answers()).unwrap();
        assert_eq!(wire.len(), plan.steps.len(), "{plan}");
    }
}

// req: S-03
#[test]
fn a_plan_hides_its_password() {
    for text in ["ftp://joe:s3cret@h/x", "telnet://joe:s3cret@h/"] {
        let plan = Url::parse(text).unwrap().plan().unwrap();
        assert!(!format!("{plan} {plan:?}").contains("s3cret"), "{plan:?}");
        assert!(format!("{plan}").contains("***"));
    }
}
