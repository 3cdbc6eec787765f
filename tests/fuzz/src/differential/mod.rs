//! The same text read by RFC 1738, by RFC 3986 (`fluent-uri`) and by the WHATWG URL Standard (`url`).
//!
//! They differ by intention. Each difference has to belong to one of the [`classes`], which say why; one that
//! belongs to none is a finding.

mod classes;

use classes::CLASSES;
use url1738::{Error, Url, reading::Reading};

/// The other reader of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Peer {
    /// `url`, the WHATWG URL Standard.
    Whatwg,
    /// `fluent-uri`, RFC 3986.
    Rfc3986,
}

/// The difference between two readings of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    /// It is a URL here, but not there.
    OnlyHere,
    /// It is a URL there; here it is rejected with this error.
    OnlyThere(Error),
    /// Both accept it, and this component differs.
    Component(&'static str),
}

/// A text on which this crate and a peer differ.
#[derive(Debug)]
pub(crate) struct Case<'t> {
    pub(crate) peer: Peer,
    pub(crate) text: &'t str,
    pub(crate) difference: Difference,
    /// The URL here, if it is one.
    pub(crate) url: Option<Url<&'t str>>,
    pub(crate) here: Reading,
    pub(crate) there: Reading,
}

/// Every difference belongs to a class. Without a difference, the conversion to the other crate keeps the URL.
pub fn differential(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    let url = Url::parse(text);
    let port = url.as_ref().ok().and_then(|url| url.default_port());
    let whatwg = url::Url::parse(text).ok().map(|it| Reading::of_whatwg(&it, port));
    let uri = fluent_uri::Uri::parse(text).ok().map(|it| Reading::of_rfc3986(&it, port));
    for (peer, there) in [(Peer::Whatwg, whatwg), (Peer::Rfc3986, uri)] {
        compare(peer, text, url, there);
    }
    if let Ok(url) = url {
        if let Ok(there) = url::Url::try_from(&url) {
            let back = Url::try_from(&there)
                .unwrap_or_else(|error| panic!("{text:?} as {there}: {error}"));
            // The other crate removes the default port of `ws`.
            let same = || url::Url::parse(back.as_str()).is_ok_and(|again| again == there);
            let of_web = classes::is_of_web(&Reading::of(&url));
            assert!(back.equivalent(&url) || of_web && same(), "{url} as {there}");
        }
        if let Ok(there) = fluent_uri::Uri::try_from(&url) {
            assert_eq!(Url::try_from(&there).map(Url::into_string).as_deref(), Ok(text));
        }
    }
}

fn compare(peer: Peer, text: &str, url: Result<Url<&str>, Error>, there: Option<Reading>) {
    let case = |difference, there: Option<Reading>| Case {
        peer,
        text,
        difference,
        url: url.ok(),
        here: url.ok().map(|url| Reading::of(&url)).unwrap_or_default(),
        there: there.unwrap_or_default(),
    };
    match (url, there) {
        (Err(_), None) => {}
        (Ok(_), None) => assert_known(&case(Difference::OnlyHere, None)),
        (Err(error), Some(there)) => assert_known(&case(Difference::OnlyThere(error), Some(there))),
        (Ok(url), Some(there)) => {
            for component in Reading::of(&url).differences(&there) {
                assert_known(&case(Difference::Component(component), Some(there.clone())));
            }
        }
    }
}

fn assert_known(case: &Case<'_>) {
    let known = CLASSES.iter().any(|class| class.covers(case));
    let reasons = || CLASSES.iter().map(classes::Class::reason).collect::<Vec<_>>().join("\n");
    assert!(known, "a difference of no class: {case:#?}\nThe classes are:\n{}", reasons());
}
