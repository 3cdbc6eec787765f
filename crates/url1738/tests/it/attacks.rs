//! Hostile inputs, row by row, with the outcome that `attacks.tsv` names.

use url1738::{Url, syntax::dev::octets};

use crate::held::url::assert_repair;

struct Row {
    id: &'static str,
    input: Vec<u8>,
    outcome: &'static str,
}

fn rows() -> impl Iterator<Item = Row> {
    include_str!("../data/attacks.tsv").lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, _, input, _, outcome, ..] = cells[..] else { panic!("{line}") };
        Row { id, input: expanded(input), outcome }
    })
}

/// Resolves `{REP:text:count}` and escaped octets.
fn expanded(input: &str) -> Vec<u8> {
    let Some((before, rest)) = input.split_once("{REP:") else { return octets(input) };
    let (repeated, after) = rest.split_once('}').unwrap();
    let (text, count) = repeated.rsplit_once(':').unwrap();
    [octets(before), octets(text).repeat(count.parse().unwrap()), octets(after)].concat()
}

/// Rows about URLs in running text, which the tests of the search prove, and about the program, which its own tests
/// prove.
const ELSEWHERE: [&str; 10] =
    ["A221", "A223", "A237", "A241", "A265", "A267", "A269", "A271", "A273", "A275"];

/// Rows that ask for a refusal, and whose URLs parse: no plan is made of them (decision 57).
const NO_PLAN_IN_PLACE_OF_AN_ERROR: [&str; 3] = ["A017", "A027", "A029"];

/// Rows whose outcome a decision changes, with its number and the outcome that holds.
const DECIDED_OTHERWISE: [(&str, u8, &str); 4] = [
    // Leading zeros are decimal, and linted.
    ("A115", 17, "accept-with-warning"),
    ("A117", 17, "accept-with-warning"),
    // A label over 63 characters is refused by the prose.
    ("A149", 15, "reject"),
    // A plan is data, whatever file it names: nothing here opens one.
    ("A195", 62, "safe-handling"),
];

// req: S-01, S-02, S-03
#[test]
fn every_row_has_its_outcome() {
    let mut count = 0;
    for Row { id, input, outcome } in rows() {
        count += 1;
        assert_printable(id, &input);
        assert_repair(&input);
        if ELSEWHERE.contains(&id) {
            continue;
        }
        let decided = DECIDED_OTHERWISE.into_iter().find(|(decided, ..)| *decided == id);
        match decided.map_or(outcome, |(_, _, outcome)| outcome) {
            "reject" => match Url::parse_bytes(&input) {
                Err(_) => {
                    assert!(!NO_PLAN_IN_PLACE_OF_AN_ERROR.contains(&id), "{id} does not parse");
                }
                Ok(url) => {
                    assert!(NO_PLAN_IN_PLACE_OF_AN_ERROR.contains(&id), "{id} parses");
                    assert!(url.plan().is_err(), "{id} has a plan");
                }
            },
            "accept-with-warning" => {
                let url = parsed(id, &input);
                let warned = url.plan().is_ok_and(|plan| !plan.warnings.is_empty());
                let refused = url.plan().is_err();
                assert!(warned || refused || !url.lints().is_empty(), "{id}: no warning");
            }
            "safe-handling" if id == "A179" => {}
            "safe-handling" => assert!(is_safe(id, parsed(id, &input)), "{id}"),
            other => panic!("{id}: an outcome without a rule: {other}"),
        }
    }
    assert_eq!(count, 138);
}

fn parsed<'a>(id: &str, input: &'a [u8]) -> Url<&'a str> {
    Url::parse_bytes(input).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// What safe means for one row.
fn is_safe(id: &str, url: Url<&str>) -> bool {
    let steps = || url.plan().map(|plan| plan.steps.iter().map(ToString::to_string).collect());
    let steps: Vec<String> = steps().unwrap_or_default();
    match (id, url) {
        // Octets that would end a command: there is no command.
        ("A001" | "A003" | "A005" | "A007" | "A039" | "A041" | "A201", url) => url.plan().is_err(),
        ("A015", _) => steps == [r#"send "GET /a?b%0d%0aX:y HTTP/1.0\r\nHost: h\r\n\r\n""#],
        ("A025", Url::Gopher(url)) => {
            url.item_type().octet() == b'1' && steps == [r#"send "\r\n""#]
        }
        ("A109", Url::Ftp(url)) => {
            url.user().unwrap() == "a;b=evil.com" && url.host().name() == Some("h")
        }
        ("A111", Url::Ftp(url)) => url.name().unwrap() == "a?b",
        ("A113", Url::Http(url)) => {
            url.host().name() == Some("h") && url.path().unwrap() == "a@b:c"
        }
        ("A129", Url::Http(url)) => url.host().name() == Some("1.2.3.com4"),
        ("A165", url) => {
            let other = Url::parse("ftp://h/%2Fetc/motd").unwrap();
            steps.contains(&"CWD ".to_owned()) && !url.equivalent(&other)
        }
        ("A177", url) => url.normalize() == "ftp://h/A",
        ("A181", Url::Http(url)) => *url.path().unwrap().decode() == vec![b'%'; 100_000],
        ("A193", Url::File(url)) => url.segments().next().unwrap() == "C:",
        ("A195", Url::File(_)) => steps == ["open /dev/zero"],
        ("A197" | "A199" | "A205", _) => steps.len() == 4,
        ("A207" | "A209", url) => {
            format!("{url:?}") == r#"FtpUrl("ftp://bob:***@h/f")"# || shown(url)
        }
        ("A213", _) => steps[1] == "PASS <email> [if 331]",
        ("A215", url) => !format!("{url:?}").contains("pa"),
        ("A225", Url::Http(url)) => url.segments().count() == 1_000_001,
        ("A233", Url::Http(url)) => url.host().name() == Some("example.com.evil.com"),
        ("A239", Url::Http(url)) => url.path().unwrap() == "a,",
        ("A245", Url::Mailto(url)) => url.address() == "a%b@c" && url.lints().has("percent-hack"),
        ("A261", Url::Gopher(url)) => url.search().unwrap().is_empty(),
        _ => panic!("{id} has no rule"),
    }
}

fn shown(url: Url<&str>) -> bool {
    url.redacted().to_string() == "ftp://bob:***@h/f" && !format!("{url:?}").contains("s3cret")
}

/// Nothing that is printed of an input commands a terminal or begins a new line of a log.
fn assert_printable(id: &str, input: &[u8]) {
    let redacted = url1738::Redacted::new(input);
    let mut texts = vec![redacted.to_string(), format!("{redacted:?}")];
    match Url::parse_bytes(input) {
        Ok(url) => {
            texts.push(format!("{url:?}{:?}", url.lints()));
            texts.push(match url.plan() {
                Ok(plan) => plan.steps.iter().map(ToString::to_string).collect(),
                Err(refusal) => refusal.to_string(),
            });
        }
        Err(error) => {
            texts.push(format!("{error}{error:?}{}", error.help()));
            let text = String::from_utf8_lossy(input);
            let drawn = Url::annotate(&text, &error);
            assert!(input.len() > 1000 || drawn.lines().count() <= 4, "{id}: {drawn}");
            texts.push(drawn.replace('\n', " "));
        }
    }
    for text in texts {
        assert!(!text.contains(char::is_control), "{id} prints a control character");
    }
}

/// Two spellings of one escape.
#[test]
fn a179_the_case_of_hexadecimal_digits() {
    let [one, other] = ["http://h/%2F", "http://h/%2f"].map(|text| Url::parse(text).unwrap());
    assert!(one != other && one.equivalent(&other));
}

/// Code, rule, place and words of the error; nothing but `ok` of a URL.
fn report(text: &[u8]) -> String {
    let Err(error) = Url::parse_bytes(text) else { return "ok\t\t\t\t".to_owned() };
    let rule = error.rule();
    let place = format!("{}..{}", error.span().start, error.span().end);
    format!("{}\t{rule}\t{place}\t{error}\t{}", error.code(), Url::help(text, &error))
}

#[test]
fn every_fault_has_its_rule_and_its_place() {
    let rows = include_str!("../data/faults.tsv").lines().skip(1);
    let mut wrong = String::new();
    for row in rows {
        let (text, expected) = row.split_once('\t').unwrap();
        let found = report(&octets(text));
        assert!(found.starts_with("ok") || !found.ends_with('\t'), "no remedy: {text}");
        if found != expected {
            wrong.push_str(&format!("{text}\t{found}\n"));
        }
    }
    assert!(wrong.is_empty(), "as it is now:\n{wrong}");
}
