//! The tests of the crate: its tables, through the checks that all schemes share, accessors, builders and plans.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::std_instead_of_core,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test reports by panicking"
)]

use core::ops::Range;

use rstest::rstest;
use url1738_core::dev::{assert_answers, assert_codes, assert_vectors};
use url1738_ftp::{Escaped, FtpBuilder, FtpUrl, Host, NoSuchSegment, TypeCode, plan::Plan};

// req: C-03, C-04, C-06, C-07, C-08, F-04, F-07
#[test]
fn vectors() {
    assert_vectors::<FtpUrl>(include_str!("data/ftp.tsv"));
}

// req: F-02, F-03, F-05, F-06, F-07, F-08, S-01, S-02
#[test]
fn answers() {
    assert_answers::<FtpUrl>(include_str!("data/answers.tsv"));
}

#[test]
fn codes() {
    assert_codes::<FtpUrl>(url1738_ftp::CODES.iter().copied());
}

fn text(part: Option<Escaped<'_>>) -> Option<&str> {
    part.map(Escaped::as_str)
}

fn texts<'a>(parts: impl Iterator<Item = Escaped<'a>>) -> Vec<&'a str> {
    parts.map(Escaped::as_str).collect()
}

// req: F-01
#[test]
fn accessors() {
    let all = FtpUrl::parse("ftp://joe:pw@h.dom:2121/a/b/c;type=i").unwrap();
    assert_eq!((text(all.user()), text(all.password())), (Some("joe"), Some("pw")));
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(2121), 2121)
    );
    assert_eq!((text(all.path()), texts(all.segments())), (Some("a/b/c"), vec!["a", "b", "c"]));
    assert_eq!((texts(all.cwds()), text(all.name())), (vec!["a", "b"], Some("c")));
    assert_eq!(all.typecode(), Some(TypeCode::Image));
    let login = all.login();
    assert_eq!((text(login.user()), text(login.password())), (Some("joe"), Some("pw")));
    assert_eq!(
        (login.host_str(), login.port(), login.port_str()),
        ("h.dom", Some(2121), Some("2121"))
    );

    let none = FtpUrl::parse("ftp://h").unwrap();
    assert_eq!((text(none.user()), text(none.password()), none.port()), (None, None, None));
    assert_eq!((none.port_or_default(), text(none.path()), text(none.name())), (21, None, None));
    assert_eq!((texts(none.segments()), texts(none.cwds())), (vec![], vec![]));
    assert_eq!((none.typecode(), none.login().port_str()), (None, None));

    let built = all.to_builder().without_credentials().without_port().without_typecode().build();
    assert_eq!(built.as_str(), "ftp://h.dom/a/b/c");
    let host = Host::parse("x").unwrap();
    let built = all.to_builder().host(host).user("ann").port(1).path(["d", "e"]).build();
    assert_eq!(built.as_str(), "ftp://ann@x:1/d/e;type=i");
}

const TEXTS: [&str; 8] = [
    "ftp://h",
    "ftp://h/",
    "ftp://h/a",
    "ftp://h/a/",
    "ftp://u:p@h:2121//a%2Fb/%7e/c%20d;type=i",
    "ftp://h/;type=d",
    "ftp://h////",
    "ftp://h/a?b/c=d",
];

/// Each segment is replaced by itself, and the rest of the URL stays as written.
#[test]
fn one_segment_is_replaced() {
    for text in TEXTS {
        let url = FtpUrl::parse(text).unwrap();
        let before: Vec<&str> = url.segments().map(Escaped::as_str).collect();
        for value in [&b"new"[..], b"", b"a/b;type=a", b"\xFF %"] {
            for index in 0..before.len() {
                let changed = url.to_builder().segment(index, value).unwrap().build();
                assert_eq!(changed.segments().count(), before.len(), "{text}");
                for (at, (segment, old)) in changed.segments().zip(&before).enumerate() {
                    if at == index {
                        assert_eq!(&*segment.decode(), value, "{changed}");
                    } else {
                        assert_eq!(segment, *old, "{changed}");
                    }
                }
                assert_eq!(changed.login(), url.login());
                assert_eq!(changed.typecode(), url.typecode());
            }
        }
        for index in [before.len(), before.len() + 1, usize::MAX] {
            let error: NoSuchSegment = url.to_builder().segment(index, "x").unwrap_err();
            assert_eq!((error.index, error.count), (index, before.len()), "{text}");
        }
    }
}

/// The slashes split the inner URL into arguments, of which none looks like a URL with a password.
#[test]
fn a_plan_masks_the_password_of_a_url_in_the_path() {
    let url = FtpUrl::parse("ftp://h/mirror/ftp://joe:s3cret@h2/a").unwrap();
    let plan = url.plan().unwrap().to_string();
    assert!(plan.contains("mirror") && !plan.contains("s3cret"), "{plan}");
}

/// The segments are those of the URL that would be built: directories are followed by a name.
#[test]
fn a_path_of_directories_ends_with_an_empty_name() {
    let builder = || FtpUrl::builder(Host::parse("h").unwrap()).unwrap();
    assert_eq!(builder().cwd("a").segment(1, "n").unwrap().build(), "ftp://h/a/n");
    let typed = builder().typecode(TypeCode::Directory);
    assert_eq!(typed.segment(0, "n").unwrap().build(), "ftp://h/n;type=d");
    let error = builder().segment(0, "n").unwrap_err();
    assert_eq!((error.index, error.count), (0, 0));
}

/// A builder returns the spans of what it wrote without parsing it. `try_build` parses, and must return the same.
#[test]
fn what_is_written_has_the_spans_of_what_is_parsed() {
    const VALUES: [&str; 7] =
        ["", "a", "a/b", ":@;type=a", "%", "\u{e9} ~", "longer than sixteen bytes"];
    let hosts = ["h", "10.0.0.1", "a-b.example"].map(|host| Host::parse(host).unwrap());
    let ports = [None, Some(0), Some(21), Some(65535)];
    let codes = [None, Some(TypeCode::Ascii), Some(TypeCode::Image), Some(TypeCode::Directory)];
    let choices = VALUES.iter().flat_map(|a| VALUES.iter().map(move |b| (a, b)));
    for (number, (one, other)) in choices.enumerate() {
        for login in 0..3 {
            for path in 0..6 {
                let mut builder = FtpUrl::builder(hosts[number % 3]).unwrap();
                builder = match login {
                    0 => builder,
                    1 => builder.user(one),
                    _ => builder.credentials(one, other),
                };
                builder = match path {
                    0 => builder,
                    1 => builder.name(one),
                    2 => builder.cwd(one),
                    3 => builder.cwds([one, other]).name(one),
                    4 => builder.path([one, other]).cwd(other),
                    _ => builder.name(one).host(hosts[(number + 1) % 3]).name(other),
                };
                builder = ports[(number + path) % 4].into_iter().fold(builder, FtpBuilder::port);
                let code = codes[(number + login) % 4];
                builder = code.into_iter().fold(builder, FtpBuilder::typecode);
                let rebuilt = builder.clone().build().to_builder().build();
                for built in [builder.clone().build(), rebuilt] {
                    let parsed = builder.clone().try_build().unwrap();
                    assert_eq!((built.as_str(), built.parts()), (parsed.as_str(), parsed.parts()));
                    assert_eq!((built.login(), built.port()), (parsed.login(), parsed.port()));
                    assert_eq!((built.path(), built.typecode()), (parsed.path(), code));
                }
            }
        }
    }
    let zeros = FtpUrl::parse("ftp://@h:00021/").unwrap();
    let built = zeros.to_builder().build();
    assert_eq!((built.parts(), built.port()), (zeros.parts(), Some(21)));
}

/// Directories are added before the name, and replaced without it.
#[test]
fn directories_keep_the_name() {
    let builder = |text: &str| FtpUrl::parse(text).unwrap().to_builder();
    assert_eq!(builder("ftp://h/a/b").cwd("c").build(), "ftp://h/a/c/b");
    assert_eq!(builder("ftp://h/a/").cwd("c").build(), "ftp://h/a/c/");
    assert_eq!(builder("ftp://h/a/b").cwds(["c", "d"]).build(), "ftp://h/c/d/b");
    assert_eq!(builder("ftp://h/b;type=i").cwds(["c"]).name("e").build(), "ftp://h/c/e;type=i");
}

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
fn plan_of(#[case] text: &str, #[case] expected: &str) {
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
        assert_eq!(access(cwds).unwrap().steps.len(), Plan::MAX_STEPS, "{front} {end}");
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
        let [warning] = &plan.warnings[..] else { panic!("{text}: {:?}", plan.warnings) };
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
    let codes: Vec<_> = plan.warnings.iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}

/// A client enters no more directories than a plan may have steps.
#[test]
fn directories_without_end() {
    let deep = |count: usize| format!("ftp://h/{}x", "a/".repeat(count));
    // Besides them there are USER, PASS, TYPE and RETR.
    let most = deep(Plan::MAX_STEPS - 4);
    let plan = FtpUrl::parse(&most).unwrap().plan().unwrap();
    assert_eq!(plan.steps.iter().filter(|step| step.to_string() == "CWD a").count(), 252);
    assert_eq!(plan.steps.len(), Plan::MAX_STEPS);
    let more = deep(Plan::MAX_STEPS - 3);
    let refusal = FtpUrl::parse(&more).unwrap().plan().unwrap_err();
    assert_eq!((refusal.part.name(), refusal.span.range()), ("fsegment", 8..more.len()));
}

/// What is done with a builder.
type Set<Builder> = fn(Builder) -> Builder;

fn host() -> Host<'static> {
    Host::parse("h").unwrap()
}

#[test]
fn what_the_setters_write() {
    let cases: &[(Set<FtpBuilder>, &str)] = &[
        (|ftp| ftp, "ftp://h"),
        (|ftp| ftp.cwd("a").cwd("").cwd("/b;"), "ftp://h/a//%2Fb%3B/"),
        (|ftp| ftp.cwd("x").cwds(["a", "b"]), "ftp://h/a/b/"),
        (|ftp| ftp.cwds(["a"]).name("b?c/"), "ftp://h/a/b?c%2F"),
        (|ftp| ftp.name("n"), "ftp://h/n"),
        (|ftp| ftp.cwd("x").name("y").path(["a", "b"]), "ftp://h/a/b"),
        (|ftp| ftp.name("y").path([""; 0]), "ftp://h"),
        (|ftp| ftp.typecode(TypeCode::Directory), "ftp://h/;type=d"),
        (|ftp| ftp.name("n").typecode(TypeCode::Image), "ftp://h/n;type=i"),
        (|ftp| ftp.typecode(TypeCode::Ascii).without_typecode(), "ftp://h"),
        (|ftp| ftp.user("a@b"), "ftp://a%40b@h"),
        (|ftp| ftp.credentials("a", "b:c").port(2121), "ftp://a:b%3Ac@h:2121"),
        (|ftp| ftp.credentials("a", "b").user("c"), "ftp://c@h"),
    ];
    for (set, expected) in cases {
        assert_eq!(set(FtpUrl::builder(host()).unwrap()).build(), *expected);
    }
}
