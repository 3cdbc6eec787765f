//! The normal form of each part (section 2.2), by the rule of its declaration; and the vector file, run through the checks
//! that all schemes share.

use url1738_core::{
    Error, GenericUrl, PartSpan,
    dev::{assert_vectors, octets},
    plan::{Plan, Refusal},
    scheme::{Cursor, LoginSpans, Raw, Scheme, SchemeInfo},
};

/// `x-room://host[:port]`, with a default port.
struct Room;

impl Scheme for Room {
    const INFO: &'static SchemeInfo = &SchemeInfo::new("x-room").with_port(70);
    type Spans = LoginSpans;

    fn parse(cursor: &mut Cursor<'_>) -> Result<LoginSpans, Error> {
        cursor.hostport()
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        url.spans().each(each);
    }

    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        Ok(Plan::tcp(url.login(), Self::INFO.port))
    }

    fn login(spans: &LoginSpans) -> Option<LoginSpans> {
        Some(*spans)
    }
}

#[test]
fn parts_of_unknown_schemes() {
    for (text, normal) in [
        ("x-Db:a", "x-db:a"),
        ("x://Host.dom", "x://host.dom"),
        ("x://01.b", "x://01.b"),
        ("x://1.2.3.04/", "x://1.2.3.4/"),
        ("x://0.0.0.0", "x://0.0.0.0"),
        ("x://h:021", "x://h:21"),
        ("x://h:00/", "x://h:0/"),
        ("x://h/a%20B%C3%A9", "x://h/a%20B%C3%A9"),
        ("x://h/%41%2f%c3%A9x", "x://h/A%2F%C3%A9x"),
        ("x://joe:%7e%3A@h", "x://joe:%7E%3A@h"),
    ] {
        let url = GenericUrl::parse(text).unwrap();
        assert_eq!((url.normal_form(), url.is_normal()), (normal.into(), text == normal));
    }
}

#[test]
fn default_ports_are_omitted() {
    for (text, normal) in [
        ("x-room://h:70", "x-room://h"),
        ("x-room://h:0070", "x-room://h"),
        ("X-ROOM://H:70", "x-room://h"),
        ("x-room://h:021", "x-room://h:21"),
        ("x-room://h:0", "x-room://h:0"),
        ("x-room://h:7", "x-room://h:7"),
    ] {
        let url = Raw::<Room, &str>::parse(text).unwrap();
        assert_eq!((url.normal_form(), url.is_normal()), (normal.into(), text == normal));
    }
}

// req: G-01, G-05, G-10, C-01, C-03
#[test]
fn vectors() {
    assert_vectors::<GenericUrl>(include_str!("../data/generic.tsv"));
}

/// The notation of vectors for octets that are not characters.
#[test]
fn octets_of_vectors() {
    assert_eq!(octets(r"a\x41\xfF\t\r\n\0\\b"), b"aA\xFF\t\r\n\0\\b");
    // Other escapes are kept.
    assert_eq!(octets(r"\q\x4"), br"\q\x4");
}
