//! A password is a secret, for one text: nothing prints it unless asked (section 6).

use std::fmt::Debug;

use url1738::{FtpUrl, GenericUrl, Redacted, Url, registry};

/// What is looked for, whole and in pieces.
pub(crate) const CANARY: &str = "kanarienvogel";

/// No piece of the password of five letters is in `shown`.
pub(crate) fn assert_hidden(shown: &str, of: &str) {
    for start in 0..=CANARY.len() - 5 {
        let piece = &CANARY[start..start + 5];
        assert!(!shown.contains(piece), "{piece} of the password of {of} is in: {shown}");
    }
}

pub(crate) fn assert_debug(value: &impl Debug, of: &str) {
    assert_hidden(&format!("{value:?}"), of);
    assert_hidden(&format!("{value:#?}"), of);
}

/// All that is printed of one text, valid or not.
pub(crate) fn assert_nothing_printed(text: &str) {
    assert_hidden(&Redacted::new(text.as_bytes()).to_string(), text);
    assert_debug(&Redacted::new(text.as_bytes()), text);
    match Url::parse(text) {
        Ok(url) => assert_nothing_printed_of_url(url, text),
        Err(error) => {
            assert_hidden(&error.to_string(), text);
            assert_hidden(&error.help().to_string(), text);
            assert_hidden(&Url::annotate(text, &error), text);
            assert_debug(&error, text);
            assert_debug(&Url::fix(text, &error), text);
        }
    }
    for error in [GenericUrl::parse(text).err(), FtpUrl::parse(text).err()].into_iter().flatten() {
        assert_hidden(&Url::annotate(text, &error), text);
    }
    match Url::repair(text) {
        Ok(repaired) => assert_debug(&repaired, text),
        Err(error) => assert_hidden(&Url::annotate(text, &error), text),
    }
}

fn assert_nothing_printed_of_url(url: Url<&str>, text: &str) {
    assert_debug(&url, text);
    assert_debug(&url.to_owned(), text);
    assert_debug(&registry().parse(text), text);
    assert_debug(&url.login(), text);
    assert_debug(&url.lints(), text);
    assert_debug(&url.components(), text);
    assert_debug(&url.into_generic(), text);
    assert_debug(&url.normalize(), text);
    assert_hidden(&url.redacted().to_string(), text);
    assert_debug(&url.redacted(), text);
    match url {
        Url::Ftp(url) => {
            assert_debug(&url, text);
            assert_debug(&url.into_raw(), text);
            assert_debug(&url.to_builder(), text);
        }
        Url::Http(url) => assert_debug(&url.to_builder(), text),
        Url::Gopher(url) => {
            assert_debug(&(url.to_builder(), url.selector(), url.gopher_plus()), text);
        }
        Url::Nntp(url) => assert_debug(&url.to_builder(), text),
        Url::Telnet(url) => assert_debug(&url.to_builder(), text),
        Url::Wais(url) => assert_debug(&url.to_builder(), text),
        Url::File(url) => assert_debug(&url.to_builder(), text),
        Url::Prospero(url) => assert_debug(&url.to_builder(), text),
        Url::Other(url) => assert_debug(&url.to_builder(), text),
        _ => {}
    }
    assert_debug(&url1738::reading::Reading::of(&url), text);
    match url.plan() {
        Ok(plan) => {
            assert_hidden(&plan.to_string(), text);
            assert_debug(&plan, text);
            for step in &plan.steps {
                assert_hidden(&step.to_string(), text);
                assert_debug(step, text);
            }
        }
        Err(refusal) => {
            assert_hidden(&refusal.to_string(), text);
            assert_debug(&refusal, text);
        }
    }
}
