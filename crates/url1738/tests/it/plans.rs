//! The access plans of `plans.tsv`, row by row.

use rstest::rstest;
use url1738::{
    FtpUrl, Rule, Url,
    plan::{Answers, Command, Plan, Question, Step},
};

struct Row<'a> {
    id: &'a str,
    url: &'a str,
    verdict: &'a str,
    endpoint: &'a str,
    steps: Vec<&'a str>,
}

const FILE: &str = include_str!("../data/plans.tsv");

fn rows() -> impl Iterator<Item = Row<'static>> {
    FILE.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, url, verdict, endpoint, steps, ..] = cells[..] else { panic!("{line}") };
        let steps = if steps == "(none)" { Vec::new() } else { steps.split(" | ").collect() };
        Row { id, url, verdict, endpoint, steps }
    })
}

/// Two rows whose URLs the file calls valid and refused, and which by decisions 25 and 32 do not parse: the prose
/// forbids an escaped LF in a selector, and a mailto that is not an addr-spec. Either way nothing is sent.
const REFUSED_BY_PROSE: [&str; 2] = ["go27", "ma03"];

fn steps(plan: &Plan) -> Vec<String> {
    // The rows were written with the passwords shown.
    plan.steps().iter().map(|step| format!("{step:#}")).collect()
}

// req: F-02, F-03, F-05, F-06, F-07, F-08, P-04, P-05, P-06, P-07, M-02, N-02, T-02, L-02, S-02
#[test]
fn every_row_has_its_plan() {
    let mut count = 0;
    for Row { id, url: text, verdict, endpoint, steps: expected } in rows() {
        count += 1;
        match (verdict, Url::parse(text)) {
            ("invalid", parsed) => assert!(parsed.is_err(), "{id}: {text} parses"),
            ("refuse", Err(error)) => {
                assert!(REFUSED_BY_PROSE.contains(&id), "{id}: {error}");
                assert!(matches!(error.rule(), Rule::Prose(_)), "{id}: {error}");
            }
            ("refuse", Ok(url)) => assert!(url.plan().is_err(), "{id}: {text} has a plan"),
            (_, Err(error)) => panic!("{id}: {}", Url::annotate(text, &error)),
            (verdict, Ok(url)) => {
                let plan = url.plan().unwrap_or_else(|refusal| panic!("{id}: {refusal}"));
                assert_eq!(plan.endpoint().to_string(), endpoint, "{id}");
                assert_eq!(steps(&plan), expected, "{id}");
                if verdict != "ok" {
                    assert!(!plan.warnings().is_empty(), "{id}: {verdict} without a warning");
                }
            }
        }
    }
    assert_eq!(count, 98);
}

/// The remark of a row is there as a warning with this code.
#[rstest]
#[case("ftp://host.dom", "no-name-no-typecode")]
#[case("ftp://host.com/", "no-name-no-typecode")]
#[case("ftp://host.dom/pub/", "no-name-no-typecode")]
#[case("ftp://@host.com/", "empty-user")]
#[case("ftp://foo:@host.com/", "empty-password")]
#[case("ftp://host.dom/;type=a", "no-file-name")]
#[case("ftp://host.dom/%2F", "root-as-file")]
#[case("ftp://host.dom/pub/x%FF.txt", "telnet-iac")]
#[case("ftp://host.dom/pub/-la;type=d", "option-like")]
#[case("ftp://host.dom/pub/%20", "blank-argument")]
#[case("ftp://host.dom/a/../b", "dot-segment")]
#[case("telnet://-lroot@host.dom/", "option-like")]
#[case("gopher://host.dom:25/0x", "reserved-port")]
#[case("gopher://host.dom:7070/0x", "non-default-port")]
#[case("http://host.dom:0/", "port-zero")]
#[case("gopher://host.dom/0a%00b", "gopher-nul")]
#[case("wais://host.dom/db?q%0d%0ax", "escaped-control")]
#[case("news:*", "all-groups")]
#[case("mailto:-oQ/tmp@h", "option-like")]
fn s_01_a_plan_warns(#[case] text: &str, #[case] code: &str) {
    let plan = Url::parse(text).unwrap().plan().unwrap();
    let codes: Vec<_> = plan.warnings().iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}

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
    let answers = Answers::new().password(b"pw").and_then(|all| all.email(b"me@h"));
    let answers = answers.and_then(|all| all.search(b"words"));
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
    let opening = plan.steps().iter().filter_map(|step| match step {
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
        assert_eq!(wire.len(), plan.steps().len(), "{plan}");
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

/// A client enters no more directories than a plan may have steps.
#[test]
fn directories_without_end() {
    let deep = |count: usize| format!("ftp://h/{}x", "a/".repeat(count));
    // Besides them there are USER, PASS, TYPE and RETR.
    let most = deep(Plan::MAX_STEPS - 4);
    let plan = Url::parse(&most).unwrap().plan().unwrap();
    assert_eq!(plan.steps().iter().filter(|step| step.to_string() == "CWD a").count(), 252);
    assert_eq!(plan.steps().len(), Plan::MAX_STEPS);
    let more = deep(Plan::MAX_STEPS - 3);
    let refusal = Url::parse(&more).unwrap().plan().unwrap_err();
    assert_eq!((refusal.part.name(), refusal.span.range()), ("fsegment", 8..more.len()));
}
