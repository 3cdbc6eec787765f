//! The small languages within parts: Gopher+ strings and addresses.

use url1738::{Escaped, GopherUrl, MailtoUrl, gopher::GopherPlus};

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

/// Addresses by RFC 822, and what they fall into: local part and domain.
#[test]
fn addresses() {
    for (address, local, domain) in [
        ("a@b", "a", "b"),
        ("a.b-c@d.e", "a.b-c", "d.e"),
        ("a%25b@c", "a%b", "c"),
        ("%22a%20b%22@c", "\"a b\"", "c"),
        ("%22a%40b%22.c@d", "\"a@b\".c", "d"),
        ("%22a%5C%22%22@c", "\"a\\\"\"", "c"),
        ("a@%5B1.2.3.4%5D", "a", "[1.2.3.4]"),
        ("a@%5Bx%5C%5Dy%5D", "a", "[x\\]y]"),
        ("a@1.2.3.255", "a", "1.2.3.255"),
        ("a@%62.c", "a", "b.c"),
        ("a!b/c@d", "a!b/c", "d"),
    ] {
        let text = format!("mailto:{address}");
        let url = MailtoUrl::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((&*url.local_part(), &*url.domain()), (local, domain), "{text}");
        assert_eq!(*url.address(), format!("{local}@{domain}"));
    }
    for (address, code, start, end) in [
        ("a", "not-an-addr-spec", 8, 8),
        ("@b", "not-an-addr-spec", 7, 8),
        ("a@", "mailto-domain", 9, 9),
        ("a..b@c", "not-an-addr-spec", 9, 10),
        ("a.@c", "not-an-addr-spec", 9, 10),
        ("%22a@c", "not-an-addr-spec", 13, 13),
        ("%22a%0D%22@c", "not-an-addr-spec", 11, 14),
        ("%22%80%22@c", "not-an-addr-spec", 10, 13),
        ("%22a%5C%80%22@c", "not-an-addr-spec", 14, 17),
        ("%22a%5C", "not-an-addr-spec", 14, 14),
        ("a%20b@c", "not-an-addr-spec", 8, 11),
        ("a@%5B1%5Dx", "not-an-addr-spec", 16, 17),
        ("a@%5B1%5B%5D", "not-an-addr-spec", 13, 16),
        ("a@%5B1", "not-an-addr-spec", 13, 13),
        ("a@b,c@d", "mailto-list", 10, 11),
        ("a@b%2Cc@d", "mailto-list", 10, 13),
        ("a@b?cc=d", "mailto-headers", 10, 11),
        ("a@b%3Fc", "mailto-domain", 10, 13),
        ("a@b_c", "mailto-domain", 10, 11),
        ("a@1.2.3", "mailto-domain", 9, 14),
        ("a@1.2.3.256", "mailto-domain", 9, 18),
        ("a@1.2.3.4.5", "mailto-domain", 9, 18),
        ("a@1..2.3", "mailto-domain", 9, 15),
        ("a@.1.2.3", "mailto-domain", 9, 15),
        ("a@1.2.3.", "mailto-domain", 9, 15),
        ("a@b..c", "mailto-domain", 9, 13),
        ("a@-b", "mailto-domain", 9, 11),
    ] {
        let text = format!("mailto:{address}");
        let error = MailtoUrl::parse(&text).unwrap_err();
        let span = error.span();
        assert_eq!((error.code(), span.start, span.end), (code, start, end), "{text}");
    }
}
