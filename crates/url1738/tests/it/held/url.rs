//! The laws of one valid URL: what it means, and of building, comparing, planning and repairing it.

use std::borrow::Cow;

use url1738::{
    Change, Escaped, Part, Repaired, Url, file, ftp, gopher, http, mailto, news, nntp,
    plan::{Answers, Chunk, Plan, Refusal, Step},
    prospero, registry,
    syntax::part,
    wais,
};

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

/// What a builder makes of all parts of a URL, or an editor of its only part. An opaque one has none.
fn rebuilt(url: Url<&str>) -> Url {
    match url {
        Url::Ftp(url) => url.to_builder().build().into(),
        Url::Http(url) => url.to_builder().build().into(),
        Url::Https(url) => url.to_builder().build().into(),
        Url::Ws(url) => url.to_builder().build().into(),
        Url::Wss(url) => url.to_builder().build().into(),
        Url::Gopher(url) => url.to_builder().build().into(),
        Url::Mailto(_) | Url::News(_) => url.edit().build().expect("an editor keeps the parts"),
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
    let is_web = is_web(url);
    if let (true, Ok(plan)) = (url.scheme() == "http", url.plan()) {
        // An HTTP request names the path and search as they are written; nothing else in it differs.
        let end = url.login().expect("http has a host").spans().end() as usize;
        let target = if text.len() == end { "/" } else { &text[end..] };
        let request = String::from_utf8(request_of(&plan)).expect("a request is US-ASCII");
        assert!(request.starts_with(&format!("GET {target} HTTP/1.0\r\n")), "{text}: {request}");
        let other = request_of(&normal.plan().expect("a request is never refused"));
        let other = String::from_utf8(other).expect("a request is US-ASCII");
        let fields = |request: &str| request.split_once("\r\n").map(|(_, rest)| rest.to_owned());
        assert_eq!(fields(&request), fields(&other), "{text} and {normal}");
        assert_eq!(plan.endpoint, normal.plan().expect("as before").endpoint, "{text}");
    }
    let plans = [normal.plan(), url.plan()];
    // Where a path looks like a login, the mask begins at the first `:` that is written as one.
    let has_mask = |plan: &Plan| format!("{:?}", plan.steps).contains("***");
    let is_masked = plans.iter().flatten().any(has_mask);
    let outcomes = plans.map(|access| outcome(access, is_web, is_masked));
    assert_eq!(outcomes[0], outcomes[1], "{text} and {normal}");
}

/// A plan without the places of its warnings, or what refuses it. An HTTP plan sends the path as it is written
/// (decision 63), so its octets are compared decoded; which escapes may change is checked by `meaning`. Of masked steps
/// only the octets are compared.
fn outcome(
    access: Result<Plan, Refusal>,
    is_web: bool,
    is_masked: bool,
) -> Result<(String, Vec<&'static str>), (String, String)> {
    match access {
        Ok(plan) => {
            let steps = if is_masked { String::new() } else { format!("{:?}", plan.steps) };
            let text = format!("{plan:#}\n{steps}");
            let text = if is_web { decoded(text.as_bytes()) } else { text };
            let text = format!("{} {text}", plan.endpoint);
            Ok((text, plan.warnings.iter().map(|warning| warning.info.code).collect()))
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
    format!("{:?}", Escaped::new_validated(text).decode())
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
    // In a wrapper, `C:/a` is the path of a drive, which is not repaired.
    if !matches!(text.as_bytes(), [_, b':', b'/' | b'\\', ..]) {
        let wrapped = Url::repair(format!("<URL:{text}>\n")).map(|repaired| repaired.url);
        assert_eq!(wrapped, Ok(repaired.url));
    }
}

/// An octet, and whether it was escaped although its part reserves it.
type Token = (u8, bool);

/// The octets that differ from their escapes in a part (decision 48).
fn reserved(scheme: &str, part: &str) -> &'static [u8] {
    match (scheme, part) {
        (_, "user" | "password") => b":@/",
        ("ftp" | "file", "fsegment") => b"/;",
        ("http" | "https" | "ws" | "wss", "hsegment" | "search") => b"/;?",
        ("wais", _) => b"/?",
        ("prospero", _) => b";=",
        ("news", "article") => b"@",
        ("gopher" | "mailto", _) => b"",
        (_, "urlpath" | "schemepart") => b";/?:@&=",
        (_, part) => panic!("decision 48 has no row for {scheme} {part}"),
    }
}

/// Whether the scheme has the syntax of http.
fn is_web(url: Url<&str>) -> bool {
    matches!(url.scheme(), "http" | "https" | "ws" | "wss")
}

/// The parts of a URL by name, each as what it means.
pub(crate) fn meaning(url: Url<&str>) -> Vec<(&'static str, Vec<Token>)> {
    let text = url.as_str();
    let mut meaning = Vec::new();
    for piece in url.parts() {
        let (name, written) = (piece.part.name(), piece.span.slice(text));
        let value = match name {
            "scheme" | "ftptype" => plain(&written.to_ascii_lowercase()),
            "host" => plain(&host(written)),
            "port" => match written.trim_start_matches('0') {
                port if url.default_port().is_some_and(|default| port == default.to_string()) => {
                    continue;
                }
                port => plain(port),
            },
            "group" | "digits" | "grouppart" => plain(written),
            // An opaque text where a login could be is read by no escape: it might become one.
            "schemepart" if written.starts_with("//") => tokens(written, None),
            _ => tokens(written, Some(reserved(url.scheme(), name))),
        };
        meaning.push((name, value));
    }
    if is_web(url) && !meaning.iter().any(|(name, _)| *name == "hsegment") {
        meaning.push(("hsegment", Vec::new()));
    }
    // A delimiter that no part is after: `telnet://h/`, and `gopher://h/`, which has no type.
    let end = url.parts().last().map_or(0, |piece| piece.span.range().end);
    if text[end..] == *"/" {
        meaning.push(("/", Vec::new()));
    }
    meaning
}

fn plain(text: &str) -> Vec<Token> {
    text.bytes().map(|byte| (byte, false)).collect()
}

fn host(text: &str) -> String {
    let number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let group = |group: &str| group.parse::<u8>().expect("a group is below 256").to_string();
    match number {
        true => text.split('.').map(group).collect::<Vec<_>>().join("."),
        false => text.to_ascii_lowercase(),
    }
}

/// Every octet; an escape is marked where it stands for one of `reserved`, or wherever nothing is known.
fn tokens(text: &str, reserved: Option<&[u8]>) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (written, tail) = rest.split_at(if first == '%' { 3 } else { 1 });
        let octet = Escaped::new_validated(written).decode()[0];
        let differs = reserved.is_none_or(|reserved| reserved.contains(&octet));
        tokens.push((octet, first == '%' && differs));
        rest = tail;
    }
    tokens
}

/// A repair gives a URL that needs none, reports every change in order, and the changes are all it did; an
/// error is within the text.
pub(crate) fn assert_repair(text: &[u8]) {
    let shown = String::from_utf8_lossy(text);
    let inside = |start: u32, end: u32| start <= end && end as usize <= text.len();
    match Url::repair(text) {
        Ok(Repaired { url, changes, .. }) => {
            assert_eq!(Url::parse(url.as_str()), Ok(url.view()), "{shown}");
            let again = Url::repair(url.as_str()).unwrap_or_else(|error| panic!("{url}: {error}"));
            assert!(again.changes.is_empty() && again.url == url, "{shown}: {again:?}");
            assert!(changes.iter().all(|change| inside(change.span.start, change.span.end)));
            assert_eq!(applied(text, &changes), url.as_str().as_bytes(), "{shown}: {changes:?}");
        }
        Err(error) => {
            let span = error.span();
            assert!(inside(span.start, span.end), "{shown}: {error:?}");
        }
    }
    let mut changes = Vec::new();
    let repaired = Url::repair_reference(text, &mut |change| changes.push(change));
    if let Ok(Repaired { url, fragment, .. }) = repaired {
        let fragment = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
        let expected = format!("{url}{fragment}");
        assert_eq!(applied(text, &changes), expected.as_bytes(), "{shown}: {changes:?}");
    }
}

/// The text with the changes made, which do not overlap and are in order.
pub(crate) fn applied(text: &[u8], changes: &[Change]) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), 0);
    for change in changes {
        let range = change.span.range();
        assert!(at <= range.start, "changes out of order: {changes:?}");
        out.extend(&text[at..range.start]);
        out.extend(change.text.as_bytes());
        at = range.end;
    }
    out.extend(&text[at..]);
    out
}

/// What ends a line somewhere, or a string.
pub(crate) const ENDS: &[u8] = b"\r\n\0";

pub(crate) fn ends(octets: &[u8]) -> Vec<u8> {
    octets.iter().copied().filter(|octet| ENDS.contains(octet)).collect()
}

/// Nothing that a step takes from the URL ends a line. The exceptions are data of their protocols: the NUL in a gopher
/// selector (decision 57), the fields of WAIS, which carry their lengths, and the names of local files.
pub(crate) fn assert_steps(text: &str, plan: &Plan) {
    for step in &plan.steps {
        match step {
            Step::Command(command) => assert_chunks(text, command.argument.iter()),
            Step::Send(chunks) => assert_chunks(text, chunks.iter()),
            Step::AdviseUser(argument)
            | Step::AdvisePassword(argument)
            | Step::Compose(argument) => {
                assert_eq!(ends(argument.octets()), b"", "{text}: {step}");
            }
            Step::Resolve { hsoname, fields } => {
                let fields = fields.iter().flat_map(|(name, value)| [name, value]);
                assert!(fields.chain([hsoname]).all(|octets| ends(octets).is_empty()), "{text}");
            }
            Step::Open(segments) => {
                let foreign =
                    |segment: &Vec<u8>| segment.iter().any(|octet| b"/\0".contains(octet));
                assert!(!segments.iter().any(foreign), "{text}: {step}");
            }
            Step::Search { .. } | Step::Retrieve { .. } => assert!(is_of(text, "wais")),
            Step::Ask(_) | Step::Session | Step::Init => {}
            step => panic!("a step without a rule: {step:?}"),
        }
    }
}

fn assert_chunks<'a>(text: &str, chunks: impl Iterator<Item = &'a Chunk>) {
    for chunk in chunks {
        match chunk {
            Chunk::Octets(argument) => assert_eq!(ends(argument.octets()), b"", "{text}"),
            Chunk::Line(line) => {
                assert!(is_of(text, "gopher"), "{text}");
                assert!(line.octets().iter().all(|octet| !b"\r\n".contains(octet)), "{text}");
            }
            Chunk::Protocol(_) | Chunk::Answer(_) => {}
            other => panic!("{text}: {other:?}"),
        }
    }
}

fn is_of(text: &str, scheme: &str) -> bool {
    text.split(':').next().is_some_and(|name| name.eq_ignore_ascii_case(scheme))
}

/// All parts of the family.
pub(crate) const PARTS: [(&str, &Part); 29] = [
    ("SCHEME", &part::SCHEME),
    ("USER", &part::USER),
    ("PASSWORD", &part::PASSWORD),
    ("HOST", &part::HOST),
    ("PORT", &part::PORT),
    ("URLPATH", &part::URLPATH),
    ("FRAGMENT", &part::FRAGMENT),
    ("SCHEMEPART", &part::SCHEMEPART),
    ("GROUP", &nntp::GROUP),
    ("FSEGMENT", &file::FSEGMENT),
    ("FTPTYPE", &ftp::FTPTYPE),
    ("HSEGMENT", &http::HSEGMENT),
    ("SEARCH", &http::SEARCH),
    ("QUERY", &http::QUERY),
    ("GTYPE", &gopher::GTYPE),
    ("SELECTOR", &gopher::SELECTOR),
    ("SEARCH", &gopher::SEARCH),
    ("GOPHER_PLUS", &gopher::GOPHER_PLUS),
    ("ENCODED822ADDR", &mailto::ENCODED822ADDR),
    ("ARTICLE", &news::ARTICLE),
    ("GROUPPART", &news::GROUPPART),
    ("DIGITS", &nntp::DIGITS),
    ("DATABASE", &wais::DATABASE),
    ("SEARCH", &wais::SEARCH),
    ("WTYPE", &wais::WTYPE),
    ("WPATH", &wais::WPATH),
    ("PPATH", &prospero::PPATH),
    ("FIELDNAME", &prospero::FIELDNAME),
    ("FIELDVALUE", &prospero::FIELDVALUE),
];

pub(crate) fn parts() -> impl Iterator<Item = &'static Part> {
    PARTS.into_iter().map(|(_, part)| part)
}

/// decode(encode(b)) is b, and what encode writes is in the class of the part. A part without escapes holds
/// the octets of its class alone; others are refused when its text is read.
pub(crate) fn assert_encodes(part: &'static Part, octets: &[u8]) {
    let written = part.encode(octets);
    match part.read(&written) {
        Ok(read) => {
            assert_eq!(&*read.decode(), octets, "{part}: {written}");
            let borrowed = matches!(written, Cow::Borrowed(_));
            assert_eq!(borrowed, written.as_bytes() == octets, "{part} copies {written}");
        }
        Err(error) => {
            let foreign = octets.iter().any(|octet| !part.class.contains(*octet));
            assert!(foreign && !part.class.allows_escapes(), "{part}: {written}: {error}");
        }
    }
}
