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
use url1738_core::{
    EditError,
    dev::{assert_answers, assert_codes, assert_vectors},
};
use url1738_gopher::{
    Error, ErrorKind, Escaped, GopherBuilder, GopherPlus, GopherType, GopherUrl, Host, Span,
};

// req: P-01, P-02, P-03, P-05, P-06, P-07
#[test]
fn vectors() {
    assert_vectors::<GopherUrl>(include_str!("data/gopher.tsv"));
}

// req: P-04, P-05, P-06, P-07, S-01, S-02
#[test]
fn answers() {
    assert_answers::<GopherUrl>(include_str!("data/answers.tsv"));
}

#[test]
fn codes() {
    // The example of this code is an answer to a form.
    let codes = url1738_gopher::CODES.iter().filter(|info| info.code != "form-end");
    assert_codes::<GopherUrl>(codes.copied());
}

fn text(part: Option<Escaped<'_>>) -> Option<&str> {
    part.map(Escaped::as_str)
}

#[test]
fn accessors() {
    let all = GopherUrl::parse("gopher://h.dom:71/7sel%09words%09+view").unwrap();
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(71), 71)
    );
    assert_eq!(
        (all.login().host_str(), text(all.gtype()), all.item_type().octet()),
        ("h.dom", Some("7"), b'7')
    );
    assert_eq!((text(all.selector()), text(all.search())), (Some("sel"), Some("words")));
    assert_eq!(text(all.gopher_plus_string()), Some("+view"));
    assert!(all.gopher_plus().is_some());
    let none = GopherUrl::parse("gopher://h").unwrap();
    assert_eq!((none.port(), none.port_or_default(), text(none.gtype())), (None, 70, None));
    assert_eq!(
        (none.item_type().octet(), text(none.selector()), text(none.search())),
        (b'1', None, None)
    );
    assert_eq!((text(none.gopher_plus_string()), none.gopher_plus().is_none()), (None, true));
    let built = all.to_builder().without_port().without_gopher_plus().without_search().build();
    assert_eq!(built.as_str(), "gopher://h.dom/7sel");
    assert_eq!(all.to_builder().without_item().build().as_str(), "gopher://h.dom:71");
    let built = all.to_builder().host(Host::parse("x").unwrap()).port(1).build();
    assert_eq!(built.as_str(), "gopher://x:1/7sel%09words%09+view");
}

#[rstest]
#[case("gopher://h", r#"h:70 | send "\r\n""#)]
#[case("gopher://h/0/a%20b", r#"h:70 | send "/a b\r\n""#)]
#[case("gopher://h/7/find", r#"h:70 | ask search | send "/find\t<search>\r\n""#)]
#[case("gopher://h/7/find%3Fx", r#"h:70 | send "/find?x\r\n""#)]
#[case("gopher://h/7/find%09words", r#"h:70 | send "/find\twords\r\n""#)]
#[case("gopher://h/0a%09%09+", r#"h:70 | send "a\t\t+\r\n""#)]
#[case(
    "gopher://h/0a%09%09%3F",
    r#"h:70 | send "a\t\t!+ASK\r\n" | ask form | send "a\t+\t1\r\n+-1\r\n<form>\r\n.\r\n""#
)]
#[case(
    "gopher://h/0a%09%09+%091%0D%0A+-1%0D%0Ayes%0D%0A.%0D%0A",
    r#"h:70 | send "a\t+\t1\r\n+-1\r\nyes\r\n.\r\n""#
)]
// req: P-04, P-05, P-06, P-07
fn plan_of(#[case] text: &str, #[case] expected: &str) {
    let plan = GopherUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}

/// What would end a line, or has no method, is refused with its place.
#[rstest]
#[case("gopher://h/0a%09b%0D", "search", 16..20)]
#[case("gopher://h/0a%09%09+%0D%0A", "gopher+_string", 19..26)]
// req: S-02
fn refusals(#[case] text: &str, #[case] part: &str, #[case] range: Range<usize>) {
    let refusal = GopherUrl::parse(text).unwrap().plan().unwrap_err();
    assert_eq!((refusal.part.name(), refusal.span.range()), (part, range));
}

/// The plan warns with this code.
#[rstest]
#[case("gopher://host.dom:25/0x", "reserved-port")]
#[case("gopher://host.dom:7070/0x", "non-default-port")]
#[case("gopher://host.dom/0a%00b", "gopher-nul")]
fn s_01_a_plan_warns(#[case] text: &str, #[case] code: &str) {
    let plan = GopherUrl::parse(text).unwrap().plan().unwrap();
    let codes: Vec<_> = plan.warnings.iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}

const fn written(text: &str) -> Escaped<'_> {
    Escaped::new_validated(text)
}

/// A Gopher+ string, and the form that it is (sections 3.4.4 to 3.4.9).
#[test]
fn gopher_plus_strings() {
    use GopherPlus as Form;
    let view = |view, language: Option<&'static str>| Form::View {
        view: written(view),
        language: language.map(written),
    };
    const FORM: &str = "+%091%0D%0A+-1%0D%0AJoe%0D%0A%0D%0A.%0D%0A";
    const LOWER: &str = "+%091%0d%0a+-1%0d%0a.%0d%0a";
    let cases = [
        ("+", Form::DefaultView),
        ("%2B", Form::DefaultView),
        ("?", Form::Ask),
        ("%3f", Form::Ask),
        ("!", Form::ItemAttributes(written(""))),
        ("%21+INFO", Form::ItemAttributes(written("+INFO"))),
        ("$", Form::DirectoryAttributes(written(""))),
        ("$+VIEWS%20+ASK", Form::DirectoryAttributes(written("+VIEWS%20+ASK"))),
        ("+text/plain", view("text/plain", None)),
        ("+text/plain%20Es_ES", view("text/plain", Some("Es_ES"))),
        ("+a%20b%20c", view("a", Some("b%20c"))),
        ("", Form::Other(written(""))),
        ("?x", Form::Other(written("?x"))),
        ("x", Form::Other(written("x"))),
        (FORM, Form::FilledForm(written(FORM))),
        (LOWER, Form::FilledForm(written(LOWER))),
        (
            "+%091%0D%0A+-1%0D%0A..%0D%0A.%0D%0A",
            Form::FilledForm(written("+%091%0D%0A+-1%0D%0A..%0D%0A.%0D%0A")),
        ),
        // A dot alone ends the form; what follows it is none of it.
        ("+%091%0D%0A+-1%0D%0A.%0D%0A.%0D%0A", view("%091%0D%0A+-1%0D%0A.%0D%0A.%0D%0A", None)),
        (
            "+%091%0D%0A+-1%0D%0Aa%00%0D%0A.%0D%0A",
            view("%091%0D%0A+-1%0D%0Aa%00%0D%0A.%0D%0A", None),
        ),
        (
            "+%091%0D%0A+-1%0D%0Aa%0Ab%0D%0A.%0D%0A",
            view("%091%0D%0A+-1%0D%0Aa%0Ab%0D%0A.%0D%0A", None),
        ),
        ("+%091%0D%0A+-1%0D%0Ab.%0D%0A", view("%091%0D%0A+-1%0D%0Ab.%0D%0A", None)),
        ("+%091%0D%0A+-2%0D%0A.%0D%0A", view("%091%0D%0A+-2%0D%0A.%0D%0A", None)),
    ];
    for (string, form) in cases {
        let text = format!("gopher://h/0a%09%09{string}");
        let url = GopherUrl::parse(&text).unwrap();
        assert_eq!(url.gopher_plus(), Some(form), "{string}");
        let values = url.gopher_plus().unwrap().form_values();
        let expected: Option<Vec<Vec<u8>>> = match string {
            FORM => Some(vec![b"Joe".into(), b"".into()]),
            LOWER => Some(vec![]),
            _ => matches!(form, Form::FilledForm(_)).then(|| vec![b"..".into()]),
        };
        assert_eq!(values, expected, "{string}");
    }
    let names: Vec<_> = GopherPlus::names(written("+A%20%20+B%20")).collect();
    assert_eq!(names, ["+A", "+B"]);
}

#[test]
fn p_06_gopher_plus_strings() {
    let plus = |string: &str| {
        let text = format!("gopher://h/0s%09%09{string}");
        let url: GopherUrl = text.parse().unwrap();
        format!("{:?}", url.gopher_plus().unwrap())
    };
    assert_eq!(plus("+"), "DefaultView");
    assert_eq!(plus("?"), "Ask");
    assert_eq!(plus("!"), r#"ItemAttributes("")"#);
    assert_eq!(plus("$"), r#"DirectoryAttributes("")"#);
    assert_eq!(plus("!+ABSTRACT"), r#"ItemAttributes("+ABSTRACT")"#);
    assert_eq!(plus("!+ABSTRACT%20+SMELL"), r#"ItemAttributes("+ABSTRACT%20+SMELL")"#);
    assert_eq!(
        plus("+application/postscript%20Es_ES"),
        r#"View { view: "application/postscript", language: Some("Es_ES") }"#
    );
}

#[test]
fn p_07_the_filled_in_form() {
    let form = "+%091%0D%0A+-1%0D%0Aone%0D%0Atwo%0D%0A.%0D%0A";
    let text = format!("gopher://h/0s%09%09{form}");
    let url = GopherUrl::parse(&text).unwrap();
    let plus = url.gopher_plus().unwrap();
    assert!(matches!(plus, GopherPlus::FilledForm(_)));
    assert_eq!(plus.form_values().unwrap(), [b"one", b"two"]);
    let near = text.replace("%0D%0A.%0D%0A", "%0D%0A.%0D");
    let url = GopherUrl::parse(&near).unwrap();
    assert!(!matches!(url.gopher_plus(), Some(GopherPlus::FilledForm(_))), "{near}");
    assert!(url.plan().is_err());
}

/// What is done with a builder.
type Set<Builder> = fn(Builder) -> Builder;
/// The same where it may be refused.
type Try<Builder> = fn(Builder) -> Result<Builder, Error>;

fn host() -> Host<'static> {
    Host::parse("h").unwrap()
}

/// The forms of a Gopher+ string; what is after a missing part makes it empty, not absent.
#[test]
fn what_the_setters_write() {
    let cases: &[(Set<GopherBuilder>, &str)] = &[
        (|item| item, "gopher://h/0/a"),
        (|item| item.plus_string("+text/plain Es_ES"), "gopher://h/0/a%09%09+text/plain%20Es_ES"),
        (|item| item.plus_string(b"\t\r\n"), "gopher://h/0/a%09%09%09%0D%0A"),
        (
            |item| item.form(["Joe", ""]).unwrap(),
            "gopher://h/0/a%09%09+%091%0D%0A+-1%0D%0AJoe%0D%0A%0D%0A.%0D%0A",
        ),
        (|item| item.search("a/b c").unwrap(), "gopher://h/0/a%09a/b%20c"),
        (
            |item| item.search("w").unwrap().plus_string("?").without_gopher_plus(),
            "gopher://h/0/a%09w",
        ),
        (|item| item.search("w").unwrap().plus_string("?").without_search(), "gopher://h/0/a"),
        (|item| item.search("w").unwrap().plus_string("?").without_item(), "gopher://h"),
        (|item| item.without_item().search("w").unwrap(), "gopher://h/1%09w"),
        (|item| item.without_item().plus_string("?"), "gopher://h/1%09%09?"),
        (|item| item.port(71), "gopher://h:71/0/a"),
    ];
    for (set, expected) in cases {
        let item = GopherUrl::builder(host()).unwrap().item(GopherType::Text, "/a").unwrap();
        assert_eq!(set(item).build(), *expected);
    }
}

/// A tab that is set in a part begins the next one, also if nothing follows it.
#[test]
fn a_tab_in_an_edited_part_is_refused() {
    for (name, value) in [
        ("selector", "\t"),
        ("selector", "\ta"),
        ("selector", "a\t"),
        ("search", "\t"),
        ("search", "\t\t"),
    ] {
        let editor = GopherUrl::parse("gopher://h/7x").unwrap().edit().set(name, [value]).unwrap();
        let EditError::Value { part, error } = editor.build::<GopherUrl>().unwrap_err() else {
            panic!()
        };
        assert_eq!(
            (part.name(), error.kind()),
            (name, ErrorKind::ForbiddenOctet(b'\t')),
            "{value:?}"
        );
        assert_eq!(error.span().start as usize, value.find('\t').unwrap(), "{value:?}");
    }
}

#[test]
fn gopher_refuses() {
    let cases: &[(Try<GopherBuilder>, &str, u32, u8)] = &[
        (|it| it.item(b'0', "a\tb"), "selector", 1, b'\t'),
        (|it| it.item(b'0', "\r"), "selector", 0, b'\r'),
        (|it| it.item(b'0', "ab\n"), "selector", 2, b'\n'),
        (|it| it.item(b'\t', "a"), "gtype", 0, b'\t'),
        (|it| it.item(b'\n', "a"), "gtype", 0, b'\n'),
        (|it| it.search("ab\t"), "search", 2, b'\t'),
        (|it| it.form(["a\r"]), "gopher+_string", 1, b'\r'),
        (|it| it.form(["\n"]), "gopher+_string", 0, b'\n'),
        (|it| it.form(["a\0"]), "gopher+_string", 1, 0),
    ];
    for (set, part, at, octet) in cases {
        let error = set(GopherUrl::builder(host()).unwrap()).unwrap_err();
        assert_eq!((error.part().name(), error.span()), (*part, Span::new(*at, at + 1)));
        assert_eq!(error.kind(), ErrorKind::ForbiddenOctet(*octet));
        // An escape in decoded data would be escaped again.
        assert!(!error.help().to_string().contains('%'), "{}", error.help());
    }
    let ended = GopherUrl::builder(host()).unwrap().form(["ok", "."]).unwrap_err();
    assert_eq!(
        (ended.part().name(), ended.code(), ended.span()),
        ("gopher+_string", "form-end", Span::new(0, 1))
    );
    assert!(!ended.help().to_string().contains('%'));
}

/// Every octet has a type, and every type its octet.
#[test]
fn gopher_types() {
    let mut known = 0;
    for octet in 0..=255_u8 {
        let gtype = GopherType::from(octet);
        assert_eq!(gtype.octet(), octet);
        known += u8::from(!matches!(gtype, GopherType::Other(_)));
    }
    assert_eq!(known, 14);
    for (octet, gtype) in [
        (b'0', GopherType::Text),
        (b'1', GopherType::Directory),
        (b'2', GopherType::Cso),
        (b'3', GopherType::Error),
        (b'4', GopherType::BinHex),
        (b'5', GopherType::DosArchive),
        (b'6', GopherType::Uuencoded),
        (b'7', GopherType::Search),
        (b'8', GopherType::Telnet),
        (b'9', GopherType::Binary),
        (b'+', GopherType::Mirror),
        (b'T', GopherType::Tn3270),
        (b'g', GopherType::Gif),
        (b'I', GopherType::Image),
        (b'h', GopherType::Other(b'h')),
    ] {
        assert_eq!(GopherType::from(octet), gtype);
    }
}
