//! What a repair changes, each change by itself, and what it leaves alone since no repair is certain.

use url1738_core::{
    Error, GenericUrl, PartSpan,
    chars::UCHAR,
    part::URLPATH,
    plan::{Plan, Refusal},
    repair::{Repairer, repair},
    scheme::{Cursor, LoginSpans, Raw, Scheme, SchemeInfo},
};

/// `x-room://host:port/path`.
struct Room;

impl Scheme for Room {
    const INFO: &'static SchemeInfo = &SchemeInfo::new("x-room");
    type Spans = LoginSpans;

    fn parse(cursor: &mut Cursor<'_>) -> Result<LoginSpans, Error> {
        let login = cursor.hostport()?;
        cursor.run_of(UCHAR.with(b"/@"));
        cursor.finish(&URLPATH)?;
        Ok(login)
    }

    fn repair(repairer: &mut Repairer<'_>) {
        repairer.hostport();
        repairer.copy(repairer.rest().len());
    }

    fn parts(_: Raw<Self, &str>, _: &mut dyn FnMut(PartSpan)) {}

    fn plan(_: Raw<Self, &str>) -> Result<Plan, Refusal> {
        Ok(Plan::new(url1738_core::plan::Endpoint::None))
    }
}

/// A user is removed, except before another `@`: then the host is not certain.
#[test]
fn credentials_are_removed_if_the_host_is_certain() {
    let repaired = |text: &str| repair::<Room>(text.as_bytes()).map(|it| it.url.into_text());
    for (text, url) in [
        ("x-room://joe@h/x", Some("x-room://h/x")),
        ("x-room://joe:pw@a@h/x", Some("x-room://h/x")),
        ("x-room://joe@h/x@y", None),
        ("x-room://h/x@y", Some("x-room://h/x@y")),
    ] {
        assert_eq!(repaired(text).ok().as_deref(), url, "{text}");
    }
}

#[test]
fn each_change_has_its_place() {
    let changes = |text: &str| {
        let repaired = GenericUrl::repair(text).unwrap();
        let changes = repaired.changes.iter().map(|it| (it.span.range(), it.text.to_string()));
        (repaired.url.into_string(), changes.collect::<Vec<_>>())
    };
    let change = |start: usize, end: usize, text: &str| (start..end, text.to_owned());
    // Spaces side by side are one change.
    assert_eq!(
        changes("x-a://h/a b  c"),
        ("x-a://h/a%20b%20%20c".into(), vec![change(9, 10, "%20"), change(11, 13, "%20%20")])
    );
    // Two lines divide an escape.
    assert_eq!(changes("x-a://h/%2\n  Fb"), ("x-a://h/%2Fb".into(), vec![change(10, 13, "")]));
    assert_eq!(
        changes("x-a://[10.0.0.1]:8/"),
        ("x-a://10.0.0.1:8/".into(), vec![change(6, 7, ""), change(15, 16, "")])
    );
}

/// Neither a name with an address in it nor one that the DNS does not have.
#[test]
fn hosts_that_cannot_be_repaired_are_left_alone() {
    for text in ["x-a://[10.0.0.1]x/", "x-a://\u{e9}.1/", "x-a://h\u{e9}..b/"] {
        assert!(GenericUrl::repair(text).is_err(), "{text}");
    }
}
