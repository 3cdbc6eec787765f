//! The forms of a Gopher+ string.

use url1738_gopher::{Escaped, GopherPlus, GopherUrl};

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
