//! What must hold for every URL, every byte string and every change: the laws of building, comparing and
//! repairing.

mod escapes;
mod grammar;
mod lists;
mod meaning;
mod models;
mod repairs;

use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed, TestRunner},
};
use url1738::{
    Url,
    plan::{Plan, Refusal},
    registry,
};

pub(crate) use lists::LISTS;
use meaning::meaning;
pub(crate) use repairs::{applied, assert_repair};

/// At least 10,000 cases a law, the same in every run, so that a gate never fails by chance;
/// `PROPTEST_CASES` asks for more, `PROPTEST_RNG_SEED` for others.
fn config() -> Config {
    let config = Config::default();
    let rng_seed = match config.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1738),
        fixed @ RngSeed::Fixed(_) => fixed,
    };
    Config { cases: config.cases.max(10_000), failure_persistence: None, rng_seed, ..config }
}

/// Runs a law over a strategy. The name of a valid URL is in the message of a failure.
fn for_all<S: Strategy>(strategy: &S, law: impl Fn(S::Value)) {
    let checked = |value| {
        law(value);
        Ok(())
    };
    TestRunner::new(config()).run(strategy, checked).unwrap_or_else(|error| panic!("{error}"));
}

fn parsed(text: &str) -> Url<&str> {
    Url::parse(text).unwrap_or_else(|error| panic!("{}\n{error:?}", error.annotate(text)))
}

/// The laws that hold for one valid URL.
fn assert_laws(text: &str) {
    let url = parsed(text);
    round_trips(url, text);
    normal_form_is_one(url, text);
    repair_changes_nothing(text);
    for lint in url.lints() {
        let range = lint.span.range();
        assert!(range.start <= range.end && range.end <= text.len(), "{text}: {lint:?}");
    }
}

/// Text and URL turn into each other, by every way to parse; a builder of all its parts builds it, but for the case
/// of names that a builder has as types.
fn round_trips(url: Url<&str>, text: &str) {
    assert_eq!(url.to_string(), text);
    assert_eq!(url.to_string().parse::<Url>().as_ref(), Ok(&url.to_owned()));
    assert_eq!(Url::try_from(text.to_owned()).map(Url::into_string).as_deref(), Ok(text));
    let parts = registry().parse(text).map(|any| (any.as_str().to_owned(), any.parts()));
    assert_eq!(parts, Ok((text.to_owned(), url.parts())));
    assert_eq!(rebuilt(url).as_str(), lower_case_of_names(url));
}

/// The text with what a builder has as a type in lower case: the names of the ten schemes, and FTP's typecode.
fn lower_case_of_names(url: Url<&str>) -> String {
    let mut text = url.as_str().to_owned();
    let typed = |name: &str| match url {
        Url::Other(_) => false,
        _ => name == "scheme" || name == "ftptype",
    };
    for piece in url.parts().iter().filter(|piece| typed(piece.part.name())) {
        text[piece.span.range()].make_ascii_lowercase();
    }
    text
}

/// What a builder makes of all parts of a URL. An opaque one has none.
fn rebuilt(url: Url<&str>) -> Url {
    match url {
        Url::Ftp(url) => url.to_builder().build().into(),
        Url::Http(url) => url.to_builder().build().into(),
        Url::Gopher(url) => url.to_builder().build().into(),
        Url::Mailto(url) => url.to_builder().build().into(),
        Url::News(url) => url.to_builder().build().into(),
        Url::Nntp(url) => url.to_builder().build().into(),
        Url::Telnet(url) => url.to_builder().build().into(),
        Url::Wais(url) => url.to_builder().build().into(),
        Url::File(url) => url.to_builder().build().into(),
        Url::Prospero(url) => url.to_builder().build().into(),
        Url::Other(other) => {
            other.to_builder().map_or_else(|| url.to_owned(), |builder| builder.build().into())
        }
        _ => panic!("a scheme without laws: {url:?}"),
    }
}

/// normalize is idempotent, means the same, and keeps the access plan.
fn normal_form_is_one(url: Url<&str>, text: &str) {
    let normal = url.normalize();
    let any = registry().parse(text).map(|any| any.normal_form());
    assert_eq!(any.as_deref(), Ok(normal.as_str()), "{text}");
    assert_eq!(normal.normalize(), normal, "{text}");
    assert_eq!(meaning(normal.borrow()), meaning(url), "{text} and {normal}");
    assert!(url.equivalent(&normal) && normal.equivalent(&url) && url.equivalent(&url));
    assert_eq!(outcome(normal.access()), outcome(url.access()), "{text} and {normal}");
}

/// A plan without the places of its warnings, or what refuses it. An HTTP plan sends the path as it is written
/// (decision 63), so its octets are compared decoded; which escapes may change is the affair of `meaning`.
fn outcome(access: Result<Plan, Refusal>) -> Result<(String, Vec<&'static str>), (String, String)> {
    match access {
        Ok(plan) => {
            let http = plan.steps().iter().any(|step| step.to_string().contains(" HTTP/1.0"));
            let text = format!("{plan:#}\n{:?}", plan.steps());
            let text = if http { decoded(&plan.to_wire().concat()) } else { text };
            let text = format!("{} {text}", plan.endpoint());
            Ok((text, plan.warnings().iter().map(|warning| warning.code).collect()))
        }
        Err(refusal) => Err((refusal.part.to_string(), refusal.reason.to_owned())),
    }
}

fn decoded(octets: &[u8]) -> String {
    let text = std::str::from_utf8(octets).expect("an HTTP request is US-ASCII");
    format!("{:?}", url1738::Escaped::new_validated(text).decode())
}

/// repair of a valid URL changes nothing; but the prefix `URL:` goes where another scheme follows it
/// (decision 51).
fn repair_changes_nothing(text: &str) {
    let repaired = Url::repair(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let rest = text.get(..4).filter(|head| head.eq_ignore_ascii_case("url:")).map(|_| &text[4..]);
    if rest.is_some_and(|rest| rest.contains(':')) {
        return;
    }
    assert_eq!(repaired.url, text);
    assert!(repaired.changes.is_empty() && repaired.fragment.is_none(), "{text}: {repaired:?}");
}

macro_rules! laws {
    ($($name:ident: $strategy:expr;)*) => {$(
        #[test]
        fn $name() {
            for_all(&$strategy, |text| assert_laws(&text));
        }
    )*};
}

// req: G-01, G-02, G-03, G-07, G-08, G-10, C-01, C-03, F-04, H-02, P-02, P-05, M-01, N-01, N-03, T-01, W-01, L-01, R-03
laws! {
    ftp_urls: grammar::ftp();
    http_urls: grammar::http();
    gopher_urls: grammar::gopher();
    mailto_urls: grammar::mailto();
    news_urls: grammar::news();
    nntp_urls: grammar::nntp();
    telnet_urls: grammar::telnet();
    wais_urls: grammar::wais();
    file_urls: grammar::file();
    prospero_urls: grammar::prospero();
    generic_urls: grammar::generic();
}

/// Two spellings are equivalent exactly where they mean the same, so that equivalence is one: it is the equality
/// of what URLs mean.
// req: G-08
#[test]
fn equivalence_is_sameness_of_meaning() {
    for_all(&grammar::spelled_twice(), |(text, other)| {
        let url = parsed(&text);
        let Ok(other) = Url::parse(&other) else { return };
        let same = meaning(url) == meaning(other);
        assert_eq!(url.equivalent(&other), same, "{url} {other}");
        assert_eq!(other.equivalent(&url), same, "{url} {other}");
    });
}

/// What normal forms keep apart, by name.
#[rstest::rstest]
#[case("ftp://h/%2Fa", "ftp://h//a")]
#[case("ftp://h/a%2Fb", "ftp://h/a/b")]
#[case("ftp://h/a%3Btype=a", "ftp://h/a;type=a")]
#[case("ftp://h", "ftp://h/")]
#[case("ftp://h/", "ftp://h//")]
#[case("ftp://h/", "ftp://@h/")]
#[case("ftp://u@h/", "ftp://u:@h/")]
#[case("ftp://u%3Ap@h/", "ftp://u:p@h/")]
#[case("http://h/a%3Bb", "http://h/a;b")]
#[case("http://h/a%2Fb", "http://h/a/b")]
#[case("http://h/a%3Fb", "http://h/a?b")]
#[case("http://h/a?", "http://h/a")]
#[case("http://h//", "http://h/")]
#[case("gopher://h", "gopher://h/")]
#[case("gopher://h/", "gopher://h/1")]
#[case("gopher://h/1a%09", "gopher://h/1a")]
#[case("wais://h/d?", "wais://h/d")]
#[case("wais://h/d/t/a%2Fb", "wais://h/d%2Ft/a/b")]
#[case("file:///etc", "file://localhost/etc")]
#[case("file:///a%2Fb", "file:///a/b")]
#[case("prospero://h/a%3Db", "prospero://h/a=b")]
#[case("prospero://h/a%3Bb=c", "prospero://h/a;b=c")]
#[case("telnet://h", "telnet://h/")]
#[case("news:A@h", "news:a@h")]
#[case("x-db://h/a%26b", "x-db://h/a&b")]
#[case("x-db://%68/", "x-db://h/")]
fn normal_forms_keep_apart(#[case] one: &str, #[case] other: &str) {
    assert!(!parsed(one).equivalent(&parsed(other)), "{one} {other}");
}

/// What normal forms bring together.
#[rstest::rstest]
#[case("HTTP://H:80", "http://h/")]
#[case("http://h:0080/%7e", "http://h/%7E")]
#[case("ftp://H/%41?;type=A", "ftp://h/A%3f;type=a")]
#[case("gopher://h/%31%2f", "gopher://h/1/")]
#[case("prospero://h/a%2Fb", "prospero://h/a/b")]
#[case("ftp://001.2.3.4/", "ftp://1.2.3.4/")]
#[case("news:%2f%2Fa@h", "news:%2F/a@h")]
#[case("mailto:%61@h", "mailto:a@h")]
fn normal_forms_bring_together(#[case] one: &str, #[case] other: &str) {
    assert!(parsed(one).equivalent(&parsed(other)), "{one} {other}");
}
