//! Section 6: no octet that is escaped in a URL ends a line of what its plan sends.

use std::fmt::Write as _;

use url1738::{
    Url,
    plan::{Answers, Plan, Question},
};

use crate::{
    held::url::{ENDS, assert_steps, ends},
    places::PLACES,
};

fn answers() -> Answers {
    let form = [&b"one"[..], b"two"];
    let answers = Answers::new()
        .answer(Question::Password, b"pw")
        .and_then(|all| all.answer(Question::Email, b"me@h"));
    answers
        .and_then(|all| all.answer(Question::Search, b"words"))
        .and_then(|all| all.form(form))
        .unwrap()
}

/// The ends of lines on the wire, with all answers filled in.
fn wire_ends(plan: &Plan) -> Vec<u8> {
    ends(&plan.to_wire(&answers()).unwrap().concat())
}

// req: S-02
#[test]
fn no_octet_in_no_part_ends_a_line() {
    let mut plans = 0;
    for place in PLACES {
        let harmless = Url::parse(&place.replace("{}", "1")).ok().and_then(|url| url.plan().ok());
        for octet in 0..=255_u8 {
            let text = place.replace("{}", &format!("%{octet:02X}"));
            let Ok(url) = Url::parse(&text) else { continue };
            let Ok(plan) = url.plan() else { continue };
            plans += 1;
            assert_steps(&text, &plan);
            let shown = format!("{plan}{plan:?}{plan:#}");
            assert!(!shown.replace('\n', "").contains(char::is_control), "{text}: {shown}");
            // A harmless octet makes the same lines. An escaped tab opens another field of a gopher-path, "?" is
            // another Gopher+ string, and the NUL of a selector is reported.
            let harmless = harmless.as_ref().map(wire_ends).unwrap_or_default();
            match (octet, text.starts_with("gopher:")) {
                (b'\t' | b'?', true) => {}
                (0, true) if wire_ends(&plan) != harmless => assert!(
                    plan.warnings.iter().any(|warning| warning.code() == "gopher-nul"),
                    "{text}"
                ),
                _ => assert_eq!(wire_ends(&plan), harmless, "{text}"),
            }
        }
    }
    assert!(plans > 5_000, "{plans} plans");
}

/// What becomes of the three octets in every place: no URL, no plan, or a plan in which they are data.
// req: S-02
#[test]
fn what_becomes_of_them() {
    let mut report = String::new();
    for place in PLACES {
        let outcome = |octet: &u8| {
            let text = place.replace("{}", &format!("%{octet:02X}"));
            match Url::parse(&text).map(|url| url.plan()) {
                Err(_) => "no URL",
                Ok(Err(_)) => "no plan",
                Ok(Ok(_)) if text.starts_with("http:") => "sent escaped",
                Ok(Ok(plan)) if plan.warnings.is_empty() => {
                    assert!(!plan.to_string().contains(r"\x"), "{text} is not reported");
                    "never sent"
                }
                Ok(Ok(_)) => "data, reported",
            }
        };
        let outcomes: Vec<_> = ENDS.iter().map(outcome).collect();
        let _ = writeln!(report, "{place}: {}", outcomes.join(" / "));
    }
    insta::assert_snapshot!(report, @r"
    ftp://{}@h/a: no plan / no plan / no plan
    ftp://u:{}@h/a: no plan / no plan / no plan
    ftp://{}/a: no URL / no URL / no URL
    ftp://h:2{}1/a: no URL / no URL / no URL
    ftp://h/{}/b: no plan / no plan / no plan
    ftp://h/a/{}: no plan / no plan / no plan
    ftp://h/a{}b;type=d: no plan / no plan / no plan
    ftp://h/{};type=a: no plan / no plan / no plan
    ftp://h/a;type={}: no URL / no URL / no URL
    http://{}/: no URL / no URL / no URL
    http://h:8{}0/: no URL / no URL / no URL
    http://h/a{}b: sent escaped / sent escaped / sent escaped
    http://h/{}/b: sent escaped / sent escaped / sent escaped
    http://h/a?b{}: sent escaped / sent escaped / sent escaped
    gopher://h/{}: no URL / no URL / never sent
    gopher://h/{}b: no URL / no URL / never sent
    gopher://h/0{}: no URL / no URL / data, reported
    gopher://h/0a{}b: no URL / no URL / data, reported
    gopher://h/7a%09b{}c: no plan / no plan / no plan
    gopher://h/0a%09%09{}: no plan / no plan / no plan
    gopher://h/0a%09%09+{}: no plan / no plan / no plan
    gopher://h/0a%09%09+text/plain%20{}: no plan / no plan / no plan
    gopher://h/0a%09%09!{}: no plan / no plan / no plan
    gopher://h/0a%09%09+%091%0D%0A+-1%0D%0Aa{}b%0D%0A.%0D%0A: no plan / no plan / no plan
    mailto:a{}b@h: no URL / no URL / no URL
    mailto:%22a{}b%22@h: no URL / no plan / no plan
    mailto:a@{}: no URL / no URL / no URL
    mailto:a@%5B1{}2%5D: no URL / no plan / no plan
    news:a{}b@h: no plan / no plan / no plan
    news:a@h{}: no URL / no URL / no URL
    news:a.{}b: no URL / no URL / no URL
    nntp://h/a{}b/1: no URL / no URL / no URL
    nntp://h/a.b/{}: no URL / no URL / no URL
    telnet://a{}b@h/: no plan / no plan / no plan
    telnet://u:a{}b@h/: no plan / no plan / no plan
    wais://h/a{}b?c: data, reported / data, reported / data, reported
    wais://h/d?a{}b: data, reported / data, reported / data, reported
    wais://h/d/t{}/p{}: data, reported / data, reported / data, reported
    file:///a{}b/c: data, reported / data, reported / no plan
    prospero://h/a{}b;c=d: no plan / no plan / no plan
    prospero://h/x;a{}b=c{}d: no plan / no plan / no plan
    ");
}

/// The filled-in form of section 3.4.9 is the one place for escaped line ends, in its exact shape: with any octet
/// of it changed, it is another form, or a string without line ends, or has no plan.
// req: P-07, S-02
#[test]
fn a_form_has_its_exact_shape_or_no_line_ends() {
    const FORM: &[u8] = b"+\t1\r\n+-1\r\nyes\r\nno\r\n.\r\n";
    let mut forms = 0;
    for at in 0..FORM.len() {
        for octet in 0..=255 {
            let mut octets = FORM.to_vec();
            octets[at] = octet;
            let escaped: String = octets.iter().map(|octet| format!("%{octet:02x}")).collect();
            let text = format!("gopher://h/0a%09%09{escaped}");
            let Ok(plan) = Url::parse(&text).unwrap().plan() else { continue };
            let wire = plan.to_wire(&Answers::new()).unwrap().concat();
            if ends(&octets).is_empty() {
                assert_eq!(wire, [b"a\t\t", &*octets, b"\r\n"].concat());
                continue;
            }
            forms += 1;
            assert!(is_form(&octets), "{text}");
            assert_eq!(wire, [b"a\t", &*octets].concat());
        }
    }
    assert!(forms > 1_000, "{forms} forms");
}

/// Head, lines other than a lone dot, end; written down apart from the library.
fn is_form(octets: &[u8]) -> bool {
    let text: String = octets.iter().copied().map(char::from).collect();
    let lines: Vec<&str> = text.split("\r\n").collect();
    match lines[..] {
        ["+\t1", "+-1", ref values @ .., ".", ""] => {
            values.iter().all(|value| *value != "." && !value.contains(['\r', '\n', '\0']))
        }
        _ => false,
    }
}
