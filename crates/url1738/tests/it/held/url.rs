//! The laws of one valid URL: of building, comparing and repairing it.

use std::borrow::Cow;

use url1738::{
    Url,
    plan::{Answers, Plan, Refusal},
    registry,
};

use super::meaning::meaning;

/// A text that is valid, as a URL.
pub(crate) fn parsed(text: &str) -> Url<&str> {
    Url::parse(text).unwrap_or_else(|error| panic!("{}\n{error:?}", Url::annotate(text, &error)))
}

/// The laws that hold for one valid URL.
pub(crate) fn assert_laws(text: &str) {
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
pub(crate) fn round_trips(url: Url<&str>, text: &str) {
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
        Url::Other(other) => other.to_builder().map_or_else(
            || url.to_owned(),
            |builder| Url::try_from(builder.build()).expect("a builder keeps the scheme"),
        ),
        _ => panic!("a scheme without laws: {url:?}"),
    }
}

/// normalize is idempotent, means the same, and keeps the access plan.
fn normal_form_is_one(url: Url<&str>, text: &str) {
    let normal = url.normalize();
    let any = registry().parse(text).map(|any| any.normal_form().into_owned());
    assert_eq!(any.as_deref(), Ok(normal.as_str()), "{text}");
    assert_eq!(normal.normalize(), normal, "{text}");
    assert_eq!(url.normal_form(), normal.as_str(), "{text}");
    assert_eq!(url.is_normal(), normal == url, "{text}");
    // What is normal is not copied. Two slashes of a group name are normal if one is escaped, which only a copy shows.
    let is_borrowed = matches!(url.normal_form(), Cow::Borrowed(_));
    assert!(is_borrowed == (normal == url) || text.starts_with("news:%2F/"), "{text}");
    assert!(normal.is_normal(), "{text}");
    assert_eq!(meaning(normal.view()), meaning(url), "{text} and {normal}");
    assert!(url.equivalent(&normal) && normal.equivalent(&url) && url.equivalent(&url));
    let http = url.scheme() == "http";
    if let (true, Ok(plan)) = (http, url.plan()) {
        // An HTTP request names the path and search as they are written; nothing else in it differs.
        let end = url.login().expect("http has a host").spans().end() as usize;
        let target = if text.len() == end { "/" } else { &text[end..] };
        let request = String::from_utf8(request_of(&plan)).expect("a request is US-ASCII");
        assert!(request.starts_with(&format!("GET {target} HTTP/1.0\r\n")), "{text}: {request}");
        let other = request_of(&normal.plan().expect("a request is never refused"));
        let other = String::from_utf8(other).expect("a request is US-ASCII");
        let fields = |request: &str| request.split_once("\r\n").map(|(_, rest)| rest.to_owned());
        assert_eq!(fields(&request), fields(&other), "{text} and {normal}");
        assert_eq!(plan.endpoint(), normal.plan().expect("as before").endpoint(), "{text}");
    }
    let outcomes = [normal.plan(), url.plan()].map(|access| outcome(access, http));
    assert_eq!(outcomes[0], outcomes[1], "{text} and {normal}");
}

/// A plan without the places of its warnings, or what refuses it. An HTTP plan sends the path as it is written
/// (decision 63), so its octets are compared decoded; which escapes may change is checked by `meaning`.
fn outcome(
    access: Result<Plan, Refusal>,
    http: bool,
) -> Result<(String, Vec<&'static str>), (String, String)> {
    match access {
        Ok(plan) => {
            let text = format!("{plan:#}\n{:?}", plan.steps());
            let text = if http { decoded(&request_of(&plan)) } else { text };
            let text = format!("{} {text}", plan.endpoint());
            Ok((text, plan.warnings().iter().map(|warning| warning.info.code).collect()))
        }
        Err(refusal) => Err((refusal.part.to_string(), refusal.reason().to_owned())),
    }
}

/// The octets of a plan that asks nothing.
fn request_of(plan: &Plan) -> Vec<u8> {
    plan.to_wire(&Answers::new()).expect("an HTTP plan asks nothing").concat()
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
