//! Names of schemes (section 2.1), hosts and ports (section 3.1), groups (section 3.6), and connection strings.

use url1738_core::{
    AnyUrl, Error, Escaped, GenericUrl, Host, PartSpan, Span,
    part::{GROUP, SCHEMEPART},
    plan::{Plan, Refusal},
    scheme::{Cursor, Raw, Scheme, SchemeInfo},
};

const NAMES: [&str; 7] = ["x", "ftp", "x-a.b+1", "z39.50", "gopher", "prospero", "x-quite-long"];

/// A scheme of one of the names, whose URLs have no parts.
#[derive(Debug)]
struct Named<const INDEX: usize>;

impl<const INDEX: usize> Scheme for Named<INDEX> {
    const INFO: &'static SchemeInfo = &SchemeInfo::new(NAMES[INDEX]);
    type Spans = ();

    fn parse(cursor: &mut Cursor<'_>) -> Result<(), Error> {
        cursor.run(&SCHEMEPART);
        Ok(())
    }

    fn parts(_: Raw<Self, &str>, _: &mut dyn FnMut(PartSpan)) {}

    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        Ok(Plan::tcp(url.login(), None))
    }
}

/// Checks texts that begin with a name, or with one that differs from it in one byte.
fn assert_name<const INDEX: usize>() {
    let is_read = |text: &[u8]| Raw::<Named<INDEX>, &str>::parse_bytes(text).is_ok();
    let name = NAMES[INDEX].as_bytes();
    let text = [name, b":rest"].concat();
    assert!(is_read(&text) && is_read(&text.to_ascii_uppercase()), "{name:?}");
    assert!(!is_read(name) && !is_read(&[name, b"x:"].concat()), "{name:?}");
    for at in 0..=name.len() {
        for byte in 1..=127_u8 {
            let mut other = text.clone();
            other[at] = byte;
            let same = byte.eq_ignore_ascii_case(&text[at]);
            assert_eq!(is_read(&other), same, "{name:?} in {other:?}");
        }
        assert!(!is_read(&text[..at]), "{name:?} in the first {at} of {text:?}");
    }
}

/// A name is compared as a word if it fits with its colon, and else in two steps.
#[test]
fn names_match_in_any_case_and_nothing_else_matches() {
    assert_name::<0>();
    assert_name::<1>();
    assert_name::<2>();
    assert_name::<3>();
    assert_name::<4>();
    assert_name::<5>();
    assert_name::<6>();
}

/// Returns the end of the host in `text`, and the port, by the prose of section 3.1. Returns `None` if they are invalid.
fn by_prose(text: &str) -> Option<(usize, Option<(&str, u16)>)> {
    let of_host = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
    let (host, suffix) = text.split_at(text.bytes().take_while(|byte| of_host(*byte)).count());
    let labels: Vec<&str> = host.split('.').collect();
    let filled = |label: &&str| {
        (1..64).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-')
    };
    let top = labels.last().filter(|top| top.starts_with(|c: char| c.is_ascii_alphabetic()));
    let is_name = host.len() < 256 && labels.iter().all(filled) && top.is_some();
    let group = |label: &&str| {
        label.bytes().all(|byte| byte.is_ascii_digit())
            && label.parse::<u64>().is_ok_and(|value| value < 256)
    };
    let is_address = labels.len() == 4 && labels.iter().all(group);
    if !(is_name || is_address) {
        return None;
    }
    let port = suffix.split('/').next()?;
    match port.strip_prefix(':') {
        None => port.is_empty().then_some((host.len(), None)),
        Some(digits) => {
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            let value = digits.parse().ok().filter(|_| is_number)?;
            Some((host.len(), Some((digits, value))))
        }
    }
}

/// Checks host and port of `text` alone, and with a suffix long enough that they are in the middle of a block.
fn assert_hostport(text: &str) {
    for text in [String::from(text), [text, "/", &"x".repeat(40)].concat()] {
        let whole = ["//", &text].concat();
        let mut cursor = Cursor::new(whole.as_bytes()).unwrap();
        let found = cursor.hostport().ok().filter(|_| cursor.deferred().is_none());
        let found = found.map(|login| {
            assert_eq!(cursor.position(), login.end(), "{text}");
            let port = login.port().map(|span| span.slice(&whole));
            (login.host().len() as usize, port.zip(login.view(&whole).port()))
        });
        assert_eq!(found, by_prose(&text), "{text}");
    }
}

/// Checks all texts of five of these pieces.
#[test]
fn hosts_and_ports_are_those_of_the_prose() {
    const PIECES: [&str; 8] = ["a", "1", "-", ".", ":", "/", "@", "255"];
    for number in 0..8_usize.pow(5) {
        let digits = [1, 8, 64, 512, 4096].map(|place| number / place % 8);
        let text: String = digits.iter().map(|digit| PIECES[*digit]).collect();
        assert_hostport(&text);
    }
}

#[test]
fn hosts_and_ports_at_their_limits() {
    let label = "a".repeat(31);
    let longest = "a".repeat(63);
    for text in [
        "",
        "a",
        "Z9",
        "a-b.c1",
        "xn--a.b",
        &label,
        &(label.clone() + "b"),
        &longest,
        &(longest.clone() + "b"),
        "1.2.3.4",
        "255.255.255.255",
        "256.1.1.1",
        "1.256.1.1",
        "1.1.1.256",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.4a",
        "1.2.3.4-",
        "001.2.03.4",
        "1..2.3",
        "1.2.3.",
        "99999999999.1.1.1",
        "h:0",
        "h:65535",
        "h:65536",
        "h:00021",
        "h:000021",
        "h:",
        "h:/",
        "h:1a",
        "h:1/x",
        "h:99999",
        "h:1:2",
        "1.2.3.4:80",
        "a.1",
        "a.1b",
        "a.b1",
        "-a",
        "a-",
        "a.-b",
        "a-.b",
        "a_b",
        "a b",
        "h?",
        "h\u{e9}",
        "h#",
    ] {
        assert_hostport(text);
    }
}

/// A login has a user if an `@` precedes the path, whatever its host is.
#[test]
fn users_and_passwords_of_all_hosts() {
    let long = "a.".repeat(40) + "dom";
    for host in ["h", "h.dom", "1.2.3.4", &long] {
        for (login, user, password) in [
            ("", None, None),
            ("@", Some(""), None),
            (":@", Some(""), Some("")),
            ("joe@", Some("joe"), None),
            ("a%40b:c;d@", Some("a%40b"), Some("c;d")),
        ] {
            for port in ["", ":21", ":000021"] {
                let text = format!("//{login}{host}{port}/x@y");
                let spans = Cursor::new(text.as_bytes()).unwrap().login().unwrap();
                let found = [spans.user(), spans.password(), Some(spans.host()), spans.port()];
                let found = found.map(|span: Option<Span>| span.map(|span| span.slice(&text)));
                let port = (!port.is_empty()).then(|| &port[1..]);
                assert_eq!(found, [user, password, Some(host), port], "{text}");
            }
        }
    }
}

/// The code and the span of the error in each host.
#[test]
fn invalid_hosts() {
    let long = format!("{}.dom", "a".repeat(64));
    let label = "a".repeat(63);
    let longest = [label.as_str(); 4].join(".");
    let name = format!("{longest}.b");
    for (text, code, range) in [
        ("", "empty", 0..0),
        (".", "empty-label", 0..1),
        ("a..b", "empty-label", 2..3),
        (".a", "empty-label", 0..1),
        ("a.", "empty-label", 1..2),
        ("-a", "label-hyphen", 0..1),
        ("b.a-", "label-hyphen", 3..4),
        ("b.-", "label-hyphen", 2..3),
        ("1.2.3", "group-count", 0..5),
        ("a.1b", "top-label-digit", 2..4),
        ("1.2.3.4.5", "group-count", 0..9),
        ("1.256.3.4", "group-out-of-range", 2..5),
        ("1.2.3.4294967297", "group-out-of-range", 6..16),
        ("1.2.3.99999999999999999999", "group-out-of-range", 6..26),
        (&long, "label-too-long", 0..64),
        (&name, "name-too-long", 0..257),
        ("a_b", "unexpected-byte", 1..2),
        // The invalid byte is reported rather than the label that it ends.
        ("a._b", "unexpected-byte", 2..3),
        ("a-_b", "unexpected-byte", 2..3),
        ("a.-_b", "label-hyphen", 2..3),
        ("1_b", "unexpected-byte", 1..2),
        ("a.%41b", "unexpected-byte", 2..3),
        ("www.\u{fc}bel.de", "international-name", 4..6),
        ("b\u{fc}cher.de", "international-name", 1..3),
        ("1\u{fc}", "international-name", 1..3),
        ("\u{1F600}", "international-name", 0..4),
        ("a..\u{fc}", "empty-label", 2..3),
        ("-a.\u{fc}", "label-hyphen", 0..1),
        ("a./", "empty-label", 1..2),
        ("h/a", "unexpected-byte", 1..2),
        ("h?", "unexpected-byte", 1..2),
        ("h:80", "unexpected-byte", 1..2),
        ("joe@h", "unexpected-byte", 3..4),
        ("::1", "ipv6-unbracketed", 0..3),
        ("2001:db8::1", "ipv6-unbracketed", 0..11),
        ("fe80::1%eth0", "ipv6-unbracketed", 0..12),
        ("::ffff:1.2.3.4", "ipv6-unbracketed", 0..14),
        ("1:2:3:4:5:6:7:8", "ipv6-unbracketed", 0..15),
        ("[::1]", "ipv6-literal", 0..5),
        ("[1.2.3.4]", "bracketed-ipv4", 0..9),
        ("[::FFFF:1.2.3.4]", "bracketed-ipv4", 0..16),
        ("[v1.x]", "future-address", 0..6),
        ("[", "ipv6-literal", 0..1),
    ] {
        let error = Host::parse(text).unwrap_err();
        assert_eq!((error.code(), error.span().range()), (code, range), "{text}");
    }
    assert_eq!(Host::parse(&longest).unwrap().name(), Some(longest.as_str()));
    assert_eq!(Host::parse("0255.0.0.000").unwrap().ipv4(), Some([255, 0, 0, 0].into()));
    assert_eq!(Host::parse("1.2.3.4a").unwrap_err().code(), "top-label-digit");
    assert!(Host::parse("1.2.3.a").is_ok() && Host::parse("1").is_err());
}

/// Group names are checked like in builders.
#[test]
fn invalid_groups() {
    for (name, code, range) in [
        ("", "empty", 0..0),
        ("9a", "group-first-letter", 0..1),
        ("~", "tilde", 0..1),
        ("a~", "tilde", 1..2),
    ] {
        let error = GROUP.read_group(name).unwrap_err();
        assert_eq!((error.code(), error.span().range()), (code, range), "{name}");
    }
    assert!(GROUP.read_group("a").is_ok());
}

/// Returns the answers of `url` in the notation of the vectors.
fn answers(url: &GenericUrl<&str>) -> String {
    if let Some(error) = url.authority_error() {
        assert_eq!((url.login(), url.host(), url.path()), (None, None, None));
        return format!("! {} {} {:?}", error.code(), error.part(), error.span());
    }
    if url.login().is_none() {
        return "opaque".into();
    }
    let text = |part: Option<Escaped<'_>>| part.map(|part| part.as_str().to_owned());
    let answers = [
        ("host", url.host().map(|host| host.to_string())),
        ("port", url.port().map(|port| port.to_string())),
        ("user", text(url.user())),
        ("password", text(url.password())),
        ("path", text(url.path())),
    ];
    let written = answers.into_iter().filter_map(|(name, value)| Some((name, value?)));
    written.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn connection_strings_are_read_or_explained() {
    let vectors = include_str!("../data/connection-strings.tsv");
    let mut count = 0;
    for line in vectors.lines().filter(|line| !line.starts_with('#')) {
        let (text, expected) = line.split_once('\t').unwrap();
        let url = GenericUrl::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(answers(&url), expected, "{text}");
        assert_eq!(url.into_owned().authority_error(), url.authority_error());
        assert_eq!(AnyUrl::login(&url), url.login());
        if let Some(error) = url.authority_error() {
            assert!(error.span().end as usize <= text.len(), "{text}");
            assert!(!GenericUrl::annotate(text, &error).contains("s3cret"), "{text}");
        }
        count += 1;
    }
    assert_eq!(count, 35);
}

/// An authority without an error is one with a login, and every other text has an error.
#[test]
fn either_login_or_error() {
    const PIECES: [&str; 12] = ["a", "1", ".", "-", "_", ":", "@", "/", ",", "%41", "99999", "?"];
    for number in 0..12_usize.pow(4) {
        let pieces = [1, 12, 144, 1728].map(|place| PIECES.get(number / place % 12).unwrap());
        let text = format!("x://{}", pieces.map(|piece| *piece).concat());
        let Ok(url) = GenericUrl::parse(&text) else { continue };
        assert_eq!(url.login().is_some(), url.authority_error().is_none(), "{text}");
        assert_eq!(url.host().is_some(), url.authority_error().is_none(), "{text}");
        let single = text.replacen("//", "/", 1);
        let reason = GenericUrl::parse(&single).ok().and_then(|url| url.authority_error());
        assert!(reason.is_none() || single.starts_with("x://"), "{single}: {reason:?}");
    }
    let host: Result<Host<'_>, Error> = Host::parse("db_host");
    let url = GenericUrl::parse("x://db_host").unwrap();
    let Span { start, end } = host.unwrap_err().span();
    let moved = Span::new(start + 4, end + 4);
    assert_eq!(url.authority_error().map(|error| error.span()), Some(moved));
}

/// As the C library reads them.
#[test]
fn numbers_of_inet_aton_have_no_sign() {
    for text in ["+1", "1.2.3.+4", "0+7", "0x+7f", "-1", "1.-2", "08", "0x", "0xg", "1.2.3.4.5", ""]
    {
        let expected = (text == "0x").then_some([0, 0, 0, 0].into());
        assert_eq!(Host::inet_aton(text), expected, "{text}");
    }
}
