//! Access plans.

use url1738::{
    Url,
    plan::{Answers, Plan, Question},
};

use crate::held::url::{assert_steps, ends};

/// No octet of a URL ends a line of a plan, on the wire or on a terminal. A refusal names a span of the URL.
pub fn access_safe(bytes: &[u8]) {
    let Ok(url) = Url::parse_bytes(bytes) else { return };
    let text = url.as_str();
    match url.plan() {
        Ok(plan) => {
            assert_steps(text, &plan);
            let shown = format!("{plan}{plan:?}{plan:#}{:?}", plan.endpoint);
            assert!(!shown.replace('\n', "").contains(char::is_control), "{text}: {shown}");
            for warning in &plan.warnings {
                let range = warning.span.range();
                assert!(range.start <= range.end && range.end <= text.len(), "{text}: {warning:?}");
            }
            assert_wire(url, &plan);
        }
        Err(refusal) => {
            let range = refusal.span.range();
            assert!(range.start <= range.end && range.end <= text.len(), "{text}: {refusal:?}");
        }
    }
}

/// Every step is one line that only the plan ends. Follows the text of the protocols, independently of
/// the library.
fn assert_wire(url: Url<&str>, plan: &Plan) {
    let answers = Answers::new()
        .answer(Question::Password, b"pw")
        .and_then(|all| all.answer(Question::Email, b"me@h"));
    let answers = answers
        .and_then(|all| all.answer(Question::Search, b"words"))
        .and_then(|all| all.answer(Question::Key, b"key"));
    let answers = answers.and_then(|all| all.form([&b"one"[..], b"two"])).expect("no line ends");
    // Without answers there is all of it or nothing; with all of them nothing is missing.
    let (bare, questions) = (plan.to_wire(&Answers::new()), plan.questions());
    let all = plan.to_wire(&answers).expect("every question is answered");
    assert_eq!(bare.as_ref().err(), questions.first(), "{url}");
    assert!(bare.is_err() || bare.as_ref() == Ok(&all), "{url}");
    for octets in all {
        let text = octets.escape_ascii();
        match url {
            Url::Ftp(_) | Url::Nntp(_) | Url::News(_) => {
                assert_eq!(ends(&octets), b"\r\n", "{url}: {text}");
                assert!(octets.ends_with(b"\r\n"), "{url}: {text}");
            }
            Url::Http(_) => {
                assert_eq!(ends(&octets), b"\r\n\r\n\r\n", "{url}: {text}");
                assert!(
                    octets.starts_with(b"GET /") && octets.ends_with(b"\r\n\r\n"),
                    "{url}: {text}"
                );
                assert!(octets.windows(9).any(|head| head == b" HTTP/1.0"), "{url}: {text}");
            }
            Url::Gopher(gopher) => {
                let form = gopher.gopher_plus().is_some_and(|plus| plus.form_values().is_some());
                let ends: Vec<u8> = ends(&octets).into_iter().filter(|octet| *octet != 0).collect();
                assert!(
                    form || ends == b"\r\n"
                        || octets.starts_with(b"+-1\r\n")
                        || ends.len() > 2 && asks(plan),
                    "{url}: {text}"
                );
                assert!(octets.ends_with(b"\r\n"), "{url}: {text}");
            }
            _ => {}
        }
    }
}

/// Whether a form is to be filled in.
fn asks(plan: &Plan) -> bool {
    plan.questions().contains(&Question::Form)
}
