//! The access plans of the scheme, with `|` between endpoint and steps.

use core::ops::Range;

use rstest::rstest;
use url1738_ftp::{FtpUrl, plan::Plan};

#[rstest]
#[case("ftp://host.dom", "host.dom:21 | USER anonymous | PASS <email> [if 331] | NLST")]
#[case(
    "ftp://myname@host.dom/%2Fetc/motd",
    "host.dom:21 | USER myname | PASS <ask> [if 331] | CWD /etc | TYPE I [guess] | RETR motd"
)]
#[case(
    "ftp://u:p@h/a//b;type=a",
    "h:21 | USER u | PASS *** [if 331] | CWD a | CWD  | TYPE A | RETR b"
)]
#[case("ftp://@h/", "h:21 | USER  | PASS <ask> [if 331] | NLST")]
#[case("ftp://h/pub;type=d", "h:21 | USER anonymous | PASS <email> [if 331] | NLST pub")]
#[case("ftp://h/;type=D", "h:21 | USER anonymous | PASS <email> [if 331] | NLST")]
// req: F-02, F-03, F-05, F-06, F-07, F-08
fn plans(#[case] text: &str, #[case] expected: &str) {
    let plan = FtpUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}

/// What would end a line, or has no method, is refused with its place.
#[rstest]
#[case("ftp://h/a%0Ab", "fsegment", 8..13)]
#[case("ftp://u%00@h/", "user", 6..10)]
// req: S-02
fn refusals(#[case] text: &str, #[case] part: &str, #[case] range: Range<usize>) {
    let refusal = FtpUrl::parse(text).unwrap().plan().unwrap_err();
    assert_eq!((refusal.part.name(), refusal.span.range()), (part, range));
}

/// The longest plan has as many steps as any plan may have, and one directory more is refused.
#[test]
fn the_longest_plan() {
    for (front, end, cwds) in [
        ("ftp://h/", "f", 252),
        ("ftp://u:p@h/", "f;type=i", 252),
        ("ftp://u@h/", ";type=a", 252),
        ("ftp://h/", "f;type=d", 253),
        ("ftp://h/", "", 253),
    ] {
        let access =
            |cwds| FtpUrl::parse(&[front, &"a/".repeat(cwds), end].concat()).unwrap().plan();
        assert_eq!(access(cwds).unwrap().steps().len(), Plan::MAX_STEPS, "{front} {end}");
        for more in [1, 2, 3, 4, 5, 100_000] {
            assert!(access(cwds + more).is_err(), "{front} {end}");
        }
    }
}

/// A warning names the part that it is about, in the user name as in the path.
#[test]
fn a_warning_names_its_part() {
    let plan = |text: &'static str| FtpUrl::parse(text).unwrap().plan().unwrap();
    for (text, expected) in [
        ("ftp://%2Da@h/x", ("option-like", "user", 6..10)),
        ("ftp://%20@h/x", ("blank-argument", "user", 6..9)),
        ("ftp://h/%2Da/x", ("option-like", "fsegment", 8..12)),
        ("ftp://h/-a", ("option-like", "fsegment", 8..10)),
        ("ftp://h/;type=i", ("no-file-name", "fsegment", 8..8)),
    ] {
        let plan = plan(text);
        let [warning] = plan.warnings() else { panic!("{text}: {:?}", plan.warnings()) };
        let found = (warning.code(), warning.part.name(), warning.span.range());
        assert_eq!(found, expected, "{text}");
    }
}

/// The plan warns with this code.
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
fn s_01_a_plan_warns(#[case] text: &str, #[case] code: &str) {
    let plan = FtpUrl::parse(text).unwrap().plan().unwrap();
    let codes: Vec<_> = plan.warnings().iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}

/// A client enters no more directories than a plan may have steps.
#[test]
fn directories_without_end() {
    let deep = |count: usize| format!("ftp://h/{}x", "a/".repeat(count));
    // Besides them there are USER, PASS, TYPE and RETR.
    let most = deep(Plan::MAX_STEPS - 4);
    let plan = FtpUrl::parse(&most).unwrap().plan().unwrap();
    assert_eq!(plan.steps().iter().filter(|step| step.to_string() == "CWD a").count(), 252);
    assert_eq!(plan.steps().len(), Plan::MAX_STEPS);
    let more = deep(Plan::MAX_STEPS - 3);
    let refusal = FtpUrl::parse(&more).unwrap().plan().unwrap_err();
    assert_eq!((refusal.part.name(), refusal.span.range()), ("fsegment", 8..more.len()));
}
