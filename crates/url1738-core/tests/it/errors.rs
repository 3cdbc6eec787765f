//! The code, message and help of each kind of error.

use url1738_core::{
    __private::fix as fix_for,
    Error, ErrorKind as Kind, GenericUrl, Lints, PartSpan, Rule, Span, Token,
    chars::DIGIT,
    codes::{CodeInfo, CodeKind},
    part::{FSEGMENT, GROUP, HOST, PORT, SCHEME, SCHEMEPART, URLPATH, USER},
    plan::{Plan, Refusal},
    scheme::{Cursor, Part, Raw, Scheme, SchemeInfo},
};

const HERE: Span = Span::new(7, 9);

/// A kind of error in a part, with its code, message and help.
const MESSAGES: [(&Part, Kind, &str, &str, &str); 46] = [
    (
        &SCHEMEPART,
        Kind::TooLong,
        "too-long",
        "URL longer than 4294967295 bytes",
        "split the text into lines",
    ),
    (
        &SCHEME,
        Kind::WrongScheme,
        "wrong-scheme",
        "unexpected scheme",
        "parse the URL with the type of its scheme",
    ),
    (
        &USER,
        Kind::UnexpectedByte(b'~'),
        "tilde",
        "unexpected `~` in user name",
        "percent-encode it as `%7E`",
    ),
    (
        &FSEGMENT,
        Kind::UnexpectedByte(b'\\'),
        "backslash",
        r"unexpected `\` in path segment",
        "write `/` as a separator, or `%5C` as data",
    ),
    (
        &USER,
        Kind::UnexpectedByte(b' '),
        "space",
        "unexpected space in user name",
        "percent-encode it as `%20`",
    ),
    (
        &USER,
        Kind::UnexpectedByte(b'\t'),
        "control",
        "unexpected tab in user name",
        "percent-encode it as `%09`",
    ),
    (
        &USER,
        Kind::UnexpectedByte(b'\r'),
        "control",
        "unexpected line break in user name",
        "percent-encode it as `%0D`",
    ),
    (
        &USER,
        Kind::UnexpectedByte(b'\n'),
        "control",
        "unexpected line break in user name",
        "percent-encode it as `%0A`",
    ),
    (
        &USER,
        Kind::UnexpectedByte(b'`'),
        "unexpected-byte",
        "unexpected grave accent in user name",
        "percent-encode it as `%60`",
    ),
    (
        &USER,
        Kind::UnexpectedByte(0x1F),
        "control",
        "unexpected control character 0x1F in user name",
        "percent-encode it as `%1F`",
    ),
    (
        &USER,
        Kind::UnexpectedByte(0x7F),
        "control",
        "unexpected control character 0x7F in user name",
        "percent-encode it as `%7F`",
    ),
    (
        &USER,
        Kind::UnexpectedByte(0x80),
        "non-ascii",
        "unexpected non-ASCII byte 0x80 in user name",
        "percent-encode it as `%80`",
    ),
    (
        &SCHEME,
        Kind::UnexpectedByte(b'_'),
        "unexpected-byte",
        "unexpected `_` in scheme name",
        "use only letters, digits, `+`, `-` and `.`",
    ),
    (
        &HOST,
        Kind::UnexpectedByte(b'\\'),
        "backslash",
        r"unexpected `\` in host",
        "use only letters, digits, `-` and `.`",
    ),
    (
        &PORT,
        Kind::UnexpectedByte(b'x'),
        "unexpected-byte",
        "unexpected `x` in port",
        "write a decimal number",
    ),
    (
        &GROUP,
        Kind::UnexpectedByte(b'*'),
        "unexpected-byte",
        "unexpected `*` in group name",
        "use only letters, digits, `-`, `.`, `+`, `_`: RFC 5538 allows more",
    ),
    (
        &USER,
        Kind::BadEscape,
        "bad-escape",
        "`%` without two hexadecimal digits in user name",
        "percent-encode `%` as `%25`",
    ),
    (&USER, Kind::Fragment, "fragment", "unexpected fragment", "percent-encode `#` as `%23`"),
    (
        &HOST,
        Kind::UnexpectedEnd,
        "unexpected-end",
        "unexpected end of input in host",
        "write a host name or an IPv4 address",
    ),
    (&USER, Kind::UnexpectedEnd, "unexpected-end", "unexpected end of input in user name", ""),
    (
        &SCHEME,
        Kind::Expected(Token::Colon),
        "expected-delimiter",
        "expected `:` after scheme name",
        "begin with a scheme, such as `http://`",
    ),
    (
        &HOST,
        Kind::Expected(Token::Slashes),
        "expected-delimiter",
        "expected `//` before host",
        "write `//` before the host",
    ),
    (
        &HOST,
        Kind::Expected(Token::Slash),
        "expected-delimiter",
        "expected `/` after host",
        "write a `/` after the host",
    ),
    (
        &PORT,
        Kind::Expected(Token::Slash),
        "expected-delimiter",
        "expected `/` after port",
        "write a `/` after the port",
    ),
    (
        &USER,
        Kind::Expected(Token::Slash),
        "expected-delimiter",
        "expected `/` before user name",
        "",
    ),
    (
        &HOST,
        Kind::Expected(Token::Equals),
        "expected-delimiter",
        "expected `=` after host",
        "use only letters, digits, `-` and `.`",
    ),
    (
        &HOST,
        Kind::Expected(Token::At),
        "expected-delimiter",
        "expected `@` in host",
        "use only letters, digits, `-` and `.`",
    ),
    (&HOST, Kind::Empty, "empty", "host must not be empty", "write a host name or an IPv4 address"),
    (&GROUP, Kind::Empty, "empty", "group name must not be empty", GROUP.hint),
    (
        &HOST,
        Kind::CredentialsNotAllowed,
        "credentials-not-allowed",
        "URLs of this scheme cannot contain a user or password",
        "remove everything up to and including the `@`",
    ),
    (
        &HOST,
        Kind::EmptyLabel,
        "empty-label",
        "empty label in host",
        "remove the extra `.`: labels must not be empty",
    ),
    (
        &HOST,
        Kind::LabelHyphen,
        "label-hyphen",
        "host label begins or ends with `-`",
        "begin and end each label with a letter or a digit",
    ),
    (
        &HOST,
        Kind::LabelTooLong,
        "label-too-long",
        "host label longer than 63 characters",
        "shorten the label: the DNS allows 63 characters (RFC 1034)",
    ),
    (
        &HOST,
        Kind::NameTooLong,
        "name-too-long",
        "host name longer than 255 characters",
        "shorten the name: the DNS allows 255 characters (RFC 1034)",
    ),
    (
        &HOST,
        Kind::TopLabelDigit,
        "top-label-digit",
        "last label of host begins with a digit",
        "begin the last label with a letter",
    ),
    (
        &HOST,
        Kind::GroupCount,
        "group-count",
        "IPv4 address without exactly four numbers",
        "write four numbers, separated by dots",
    ),
    (
        &HOST,
        Kind::GroupOutOfRange,
        "group-out-of-range",
        "number over 255 in IPv4 address",
        "write numbers from 0 to 255",
    ),
    (
        &HOST,
        Kind::Ipv6Literal,
        "ipv6-literal",
        "IPv6 address in host",
        "write a host name or an IPv4 address: IPv6 came with RFC 2732",
    ),
    (
        &HOST,
        Kind::Ipv6Unbracketed,
        "ipv6-unbracketed",
        "IPv6 address without brackets in host",
        "write a host name or an IPv4 address: IPv6 came with RFC 2732",
    ),
    (
        &HOST,
        Kind::FutureAddress,
        "future-address",
        "address of a future IP version in host",
        "write a host name or an IPv4 address: others came with RFC 3986",
    ),
    (
        &HOST,
        Kind::BracketedIpv4,
        "bracketed-ipv4",
        "brackets around IPv4 address",
        "remove the brackets",
    ),
    (
        &URLPATH,
        Kind::ForbiddenOctet(b'\t'),
        "forbidden-octet",
        "tab is not allowed in path",
        "remove it: it is not allowed even percent-encoded",
    ),
    (&HOST, Kind::Fragment, "fragment", "unexpected fragment", "remove the fragment"),
    (
        &HOST,
        Kind::BadEscape,
        "bad-escape",
        "`%` without two hexadecimal digits in host",
        "use only letters, digits, `-` and `.`",
    ),
    (
        &HOST,
        Kind::InternationalName,
        "international-name",
        "host name contains characters outside US-ASCII",
        "write the name in its US-ASCII form (IDNA)",
    ),
    (&PORT, Kind::EmptyPort, "empty-port", "`:` without a port", "remove the `:`"),
];

#[test]
fn each_kind_has_its_message() {
    for (part, kind, code, message, help) in MESSAGES {
        let error = Error::bnf(part, kind, HERE);
        assert_eq!((error.kind(), error.code()), (kind, code));
        assert_eq!(error.message().to_string(), message, "{kind:?}");
        assert_eq!(error.help().to_string(), help, "{kind:?}");
        assert_eq!(error.to_string(), format!("{message} at byte 7"));
        assert_eq!((error.part(), error.span()), (part, HERE));
    }
    let range = Error::range(&PORT, Kind::PortOutOfRange, HERE);
    assert_eq!((range.code(), range.rule()), ("port-out-of-range", Rule::Range));
    assert_eq!(range.message().to_string(), "port over 65535");
    assert_eq!(range.help().to_string(), "write a port from 0 to 65535");
}

/// A rule of one part uses the messages of its declaration. An undeclared rule has a generic message.
#[test]
fn a_rule_of_one_part() {
    let digit = Error::bnf(&GROUP, Kind::Custom(0), HERE);
    assert_eq!(digit.code(), "group-first-letter");
    assert_eq!(digit.message().to_string(), "group name begins with a digit");
    assert_eq!(
        digit.help().to_string(),
        "begin the name with a letter: RFC 5538 also allows a digit"
    );
    let none = Error::bnf(&GROUP, Kind::Custom(1), HERE);
    assert_eq!(none.code(), "custom");
    assert_eq!(
        (none.message().to_string(), none.help().to_string()),
        ("invalid group name".into(), "".into())
    );
}

/// The rule of an error is a production of the BNF, a section, or a range.
#[test]
fn each_rule_has_its_name() {
    for (part, kind, production) in [
        (&HOST, Kind::EmptyLabel, "domainlabel"),
        (&HOST, Kind::LabelHyphen, "domainlabel"),
        (&HOST, Kind::TopLabelDigit, "toplabel"),
        (&HOST, Kind::GroupCount, "hostnumber"),
        (&HOST, Kind::CredentialsNotAllowed, "hostport"),
        (&USER, Kind::BadEscape, "escape"),
        (&USER, Kind::UnexpectedByte(b'~'), "user"),
        (&HOST, Kind::Empty, "hostname"),
    ] {
        assert_eq!(Error::bnf(part, kind, HERE).rule(), Rule::Bnf(production), "{kind:?}");
        assert_eq!(Error::bnf(part, kind, HERE).rule().to_string(), format!("bnf:{production}"));
    }
    let prose = Error::prose(&FSEGMENT, Kind::Empty, HERE).rule();
    assert_eq!((prose, prose.to_string().as_str()), (Rule::Prose("3.2.2"), "prose:3.2.2"));
    assert_eq!(Rule::Range.to_string(), "range");
}

#[test]
fn errors_are_moved() {
    let error = Error::prose(&URLPATH, Kind::Empty, HERE);
    let moved = error.with_span(Span::new(107, 109));
    assert_eq!(
        (moved.span(), moved.kind(), moved.rule()),
        (Span::new(107, 109), Kind::Empty, error.rule())
    );
}

/// The largest text is limited by spans of 32 bits. The test text is never written, so it takes no memory.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[test]
fn four_gibibytes_are_too_long() {
    let text = vec![0_u8; 1 << 32];
    let (too_long, rest) = (Cursor::new(&text).unwrap_err(), text.split_at(1).1);
    assert_eq!((too_long.kind(), too_long.rule()), (Kind::TooLong, Rule::Range));
    assert_eq!(too_long.part(), &SCHEMEPART);
    assert_eq!(GenericUrl::parse_bytes(&text).unwrap_err(), too_long);
    assert_eq!(Cursor::new(rest).unwrap().end(), u32::MAX);
}

/// Debug of a cursor must not contain the text, which may contain a password.
#[test]
fn debug_of_a_cursor_omits_the_text() {
    let mut cursor = Cursor::new(b"//joe:s3cret@host.dom/").unwrap();
    cursor.bump();
    assert_eq!(format!("{cursor:?}"), "Cursor { at: 1, deferred: None, .. }");
    cursor.defer(Error::prose(&HOST, Kind::Empty, HERE));
    cursor.defer(Error::prose(&PORT, Kind::Empty, HERE));
    assert!(
        cursor.deferred().is_some()
            && format!("{cursor:?}")
                .starts_with("Cursor { at: 1, deferred: Some(Error { part: host")
    );
}

/// The fix of each kind of error.
#[test]
fn each_kind_has_its_fix() {
    static ZERO: CodeInfo = CodeInfo::new(CodeKind::Error, "seat-zero", "no seat 0").with_fix("1");
    static ODD: CodeInfo = CodeInfo::new(CodeKind::Error, "seat-odd", "no odd seat");
    const FAULTY: Part = Part::new("seat", DIGIT, b"", "x.2").with_rules(const { &[&ZERO, &ODD] });
    let text = "a\u{e9}#%:@bc";
    for (part, kind, (start, end), fix) in [
        (&USER, Kind::UnexpectedByte(0xC3), (1, 3), Some((1, 3, "%C3%A9"))),
        (&HOST, Kind::UnexpectedByte(0xC3), (1, 3), None),
        (&USER, Kind::BadEscape, (4, 6), Some((4, 5, "%25"))),
        (&HOST, Kind::BadEscape, (4, 6), None),
        (&SCHEME, Kind::Expected(Token::Colon), (5, 5), None),
        (&USER, Kind::Fragment, (3, 4), Some((3, 4, "%23"))),
        (&HOST, Kind::Fragment, (3, 4), None),
        (&HOST, Kind::CredentialsNotAllowed, (0, 7), Some((0, 7, ""))),
        (&PORT, Kind::EmptyPort, (7, 8), Some((7, 8, ""))),
        (&PORT, Kind::EmptyPort, (5, 6), None),
        (&HOST, Kind::Expected(Token::Slashes), (5, 5), Some((5, 5, "//"))),
        (&HOST, Kind::Empty, (5, 5), None),
        (&FAULTY, Kind::Custom(0), (7, 8), Some((7, 8, "1"))),
        (&FAULTY, Kind::Custom(1), (7, 8), None),
        (&FAULTY, Kind::Custom(2), (7, 8), None),
    ] {
        let error = Error::bnf(part, kind, Span::new(start, end));
        // Any text is accepted, so that the edit is all there is to it.
        let fixed = fix_for(text.as_bytes(), &error, |_| Ok(()));
        let expected = fix.map(|(start, end, text)| (Span::new(start, end), text.to_owned()));
        assert_eq!(fixed.map(|fix| (fix.span, fix.text.into_owned())), expected, "{part} {kind:?}");
    }
}

/// A missing delimiter is reported at the first byte that differs from it.
#[test]
fn the_position_of_a_missing_delimiter() {
    for (text, at) in [("", 0), ("x", 0), ("/", 1), ("/x/", 1)] {
        let mut cursor = Cursor::new(text.as_bytes()).unwrap();
        let error = cursor.expect(&HOST, Token::Slashes).unwrap_err();
        assert_eq!(
            (error.span(), error.kind()),
            (Span::new(at, at), Kind::Expected(Token::Slashes))
        );
        assert_eq!(cursor.position(), 0);
    }
    let mut cursor = Cursor::new(b"//x").unwrap();
    assert_eq!((cursor.expect(&HOST, Token::Slashes), cursor.position()), (Ok(()), 2));
    assert!(!cursor.eat(b"y") && cursor.eat(b"x") && cursor.peek().is_none());
    assert_eq!(cursor.finish(&HOST), Ok(()));
}

/// Only opaque text may be a host without slashes before it.
#[test]
fn only_an_opaque_part_may_be_a_bare_host() {
    let text = "x:m\u{fc}nchen.de/";
    for (part, fix) in [(&SCHEMEPART, None), (&URLPATH, Some("%C3%BC"))] {
        let error = Error::bnf(part, Kind::UnexpectedByte(0xC3), Span::new(3, 5));
        let fixed = fix_for(text.as_bytes(), &error, |_| Ok(()));
        assert_eq!(fixed.as_ref().map(|fix| &*fix.text), fix, "{part}");
    }
}

/// `t:` and a path, every part of which is checked.
struct Path;

impl Scheme for Path {
    const INFO: &'static SchemeInfo = &SchemeInfo::new("t");
    type Spans = ();

    fn parse(cursor: &mut Cursor<'_>) -> Result<(), Error> {
        cursor.run(&SCHEMEPART);
        cursor.finish(&SCHEMEPART)
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        Span::to_end(2, url.as_str())
            .split(url.as_str(), b'/')
            .for_each(|span| each(PartSpan { part: &FSEGMENT, span }));
    }

    fn plan(_url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        unreachable!("lints need no plan")
    }
}

/// Every path of up to five pieces has the lint of its empty segments, and no other path has it.
#[test]
fn empty_segments_are_found_in_every_path() {
    const PIECES: [&str; 9] = ["/", ".", "-", "?", "a", "%2E", "%2f", "%C0%AE", "%00"];
    for number in 0..9_usize.pow(5) {
        let digits = [1, 9, 81, 729, 6561].map(|place| number / place % 9);
        let mut text = String::from("t:");
        digits.iter().for_each(|digit| text.push_str(PIECES[*digit]));
        let url = Raw::<Path, &str>::parse(&text).unwrap();
        let has_empty = text.contains("//") || text.starts_with("t:/");
        assert_eq!(url.lints().has("empty-segment"), has_empty, "{text}");
    }
}

static A: CodeInfo = CodeInfo::new(CodeKind::Lint, "a", "");
static B: CodeInfo = CodeInfo::new(CodeKind::Lint, "b", "");
const MOST: usize = Lints::MOST_OF_A_CODE;

fn pushed(codes: &[(&'static CodeInfo, usize)]) -> Lints {
    let mut lints = Lints::default();
    for (info, count) in codes {
        for at in 0..u32::try_from(*count).unwrap() {
            lints.push(PartSpan { part: &GROUP, span: Span::new(at, at) }, info);
        }
    }
    lints
}

#[test]
fn lints_of_a_code_are_bounded_and_other_codes_are_not_left_out() {
    for (of_a, of_b) in
        [(1, 1), (MOST, 1), (MOST + 1, 1), (MOST - 1, 2), (MOST - 1, MOST), (9000, 9000)]
    {
        let lints = pushed(&[(&A, of_a), (&B, of_b), (&A, 1)]);
        let count = |info: &CodeInfo| lints.iter().filter(|lint| lint.info == info).count();
        assert_eq!((count(&A), count(&B)), ((of_a + 1).min(MOST), of_b.min(MOST)));
    }
}

#[test]
fn a_list_is_sorted_and_full_at_its_limit() {
    for (slashes, count) in [(MOST, MOST - 1), (MOST + 2, MOST)] {
        let text = format!("x-db://host.dom{}", "/".repeat(slashes));
        let lints = GenericUrl::parse(&text).unwrap().lints();
        assert_eq!((lints.len(), lints.is_empty()), (count, false));
        assert!(lints.iter().map(|lint| lint.span.start).is_sorted());
    }
}

#[test]
fn lints_are_equal_if_they_are_the_same() {
    assert_eq!(pushed(&[(&A, 2)]), pushed(&[(&A, 2)]));
    assert_ne!(pushed(&[(&A, 2)]), pushed(&[(&A, 1)]));
    assert_ne!(pushed(&[(&A, 1)]), pushed(&[(&B, 1)]));
    // Lists that differ only in which codes are full are equal.
    assert_eq!(pushed(&[(&A, MOST)]), pushed(&[(&A, MOST + 1)]));
}
