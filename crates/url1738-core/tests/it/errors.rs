//! The code, message and help of each kind of error.

use url1738_core::{
    Error, ErrorKind as Kind, GenericUrl, Rule, Span, Token,
    chars::DIGIT,
    part::{FSEGMENT, GROUP, HOST, PORT, SCHEME, SCHEMEPART, URLPATH, USER},
    scheme::{Cursor, Part, PartRule},
};

const HERE: Span = Span::new(7, 9);

/// A kind of error in a part, with its code, message and help.
const MESSAGES: [(&Part, Kind, &str, &str, &str); 46] = [
    (
        &SCHEMEPART,
        Kind::TooLong,
        "too-long",
        "longer than 4 GiB - 1",
        "take it apart into lines first",
    ),
    (
        &SCHEME,
        Kind::WrongScheme,
        "wrong-scheme",
        "not the scheme that was asked for",
        "read it with the type of its own scheme",
    ),
    (&USER, Kind::UnexpectedByte(b'~'), "unexpected-byte", "unexpected `~`", "write it as `%7E`"),
    (
        &FSEGMENT,
        Kind::UnexpectedByte(b'\\'),
        "unexpected-byte",
        r"unexpected `\`",
        "write `/` if a separator is meant, `%5C` if it is data",
    ),
    (&USER, Kind::UnexpectedByte(b' '), "unexpected-byte", "unescaped blank", "write it as `%20`"),
    (&USER, Kind::UnexpectedByte(b'\t'), "unexpected-byte", "unescaped tab", "write it as `%09`"),
    (
        &USER,
        Kind::UnexpectedByte(b'\r'),
        "unexpected-byte",
        "unescaped line break",
        "write it as `%0D`",
    ),
    (
        &USER,
        Kind::UnexpectedByte(b'\n'),
        "unexpected-byte",
        "unescaped line break",
        "write it as `%0A`",
    ),
    (
        &USER,
        Kind::UnexpectedByte(b'`'),
        "unexpected-byte",
        "unescaped grave accent",
        "write it as `%60`",
    ),
    (
        &USER,
        Kind::UnexpectedByte(0x1F),
        "unexpected-byte",
        "unescaped control octet 1F",
        "write it as `%1F`",
    ),
    (
        &USER,
        Kind::UnexpectedByte(0x7F),
        "unexpected-byte",
        "unescaped control octet 7F",
        "write it as `%7F`",
    ),
    (
        &USER,
        Kind::UnexpectedByte(0x80),
        "unexpected-byte",
        "unescaped octet 80 outside US-ASCII",
        "write it as `%80`",
    ),
    (
        &SCHEME,
        Kind::UnexpectedByte(b'_'),
        "unexpected-byte",
        "unexpected `_`",
        "a scheme name has letters, digits, `+`, `-` and `.`",
    ),
    (
        &HOST,
        Kind::UnexpectedByte(b'\\'),
        "unexpected-byte",
        r"unexpected `\`",
        "a host name has letters, digits, `-` and `.`, no escapes",
    ),
    (
        &PORT,
        Kind::UnexpectedByte(b'x'),
        "unexpected-byte",
        "unexpected `x`",
        "write a decimal number",
    ),
    (
        &GROUP,
        Kind::UnexpectedByte(b'*'),
        "unexpected-byte",
        "unexpected `*`",
        "a group name has letters, digits, `-`, `.`, `+` and `_`; escapes and patterns came with RFC 5538",
    ),
    (
        &USER,
        Kind::BadEscape,
        "bad-escape",
        "`%` without two hexadecimal digits",
        "write a plain `%` as `%25`",
    ),
    (
        &USER,
        Kind::Fragment,
        "fragment",
        "`#` starts a fragment, which is no part of a URL",
        "keep the fragment apart from the URL, or write `#` as `%23` if it is data",
    ),
    (
        &HOST,
        Kind::UnexpectedEnd,
        "unexpected-end",
        "ends too early",
        "write a host name or address",
    ),
    (&USER, Kind::UnexpectedEnd, "unexpected-end", "ends too early", ""),
    (
        &SCHEME,
        Kind::Expected(Token::Colon),
        "expected-delimiter",
        "expected `:`",
        "a URL begins with a scheme name and a colon",
    ),
    (
        &HOST,
        Kind::Expected(Token::Slashes),
        "expected-delimiter",
        "expected `//`",
        "the host follows `//`",
    ),
    (
        &HOST,
        Kind::Expected(Token::Slash),
        "expected-delimiter",
        "expected `/`",
        "what follows host and port begins with `/`",
    ),
    (
        &PORT,
        Kind::Expected(Token::Slash),
        "expected-delimiter",
        "expected `/`",
        "what follows host and port begins with `/`",
    ),
    (&USER, Kind::Expected(Token::Slash), "expected-delimiter", "expected `/`", ""),
    (
        &HOST,
        Kind::Expected(Token::Equals),
        "expected-delimiter",
        "expected `=`",
        "a host name has letters, digits, `-` and `.`, no escapes",
    ),
    (
        &HOST,
        Kind::Expected(Token::At),
        "expected-delimiter",
        "expected `@`",
        "a host name has letters, digits, `-` and `.`, no escapes",
    ),
    (&HOST, Kind::Empty, "empty", "must not be empty", "write a host name or address"),
    (&GROUP, Kind::Empty, "empty", "must not be empty", GROUP.hint()),
    (
        &HOST,
        Kind::CredentialsNotAllowed,
        "credentials-not-allowed",
        "this scheme has no user or password",
        "leave out everything up to the `@`",
    ),
    (
        &HOST,
        Kind::EmptyLabel,
        "empty-label",
        "empty label",
        "a label stands on both sides of a dot; RFC 1738 has no names with a dot at the end",
    ),
    (
        &HOST,
        Kind::LabelHyphen,
        "label-hyphen",
        "label begins or ends with `-`",
        "a label begins and ends with a letter or a digit",
    ),
    (
        &HOST,
        Kind::LabelTooLong,
        "label-too-long",
        "label longer than 63 characters",
        "no name of the DNS is that long (RFC 1034)",
    ),
    (
        &HOST,
        Kind::NameTooLong,
        "name-too-long",
        "host name longer than 255 characters",
        "no name of the DNS is that long (RFC 1034)",
    ),
    (
        &HOST,
        Kind::TopLabelDigit,
        "top-label-digit",
        "the last label begins with a digit",
        "the last label of a host name begins with a letter",
    ),
    (
        &HOST,
        Kind::GroupCount,
        "group-count",
        "an IPv4 address has four numbers",
        "write all four numbers of the address",
    ),
    (
        &HOST,
        Kind::GroupOutOfRange,
        "group-out-of-range",
        "number over 255 in an address",
        "each of the four numbers is 0 to 255",
    ),
    (
        &HOST,
        Kind::Ipv6Literal,
        "ipv6-literal",
        "an IPv6 address",
        "RFC 1738 has names and IPv4 addresses only; IPv6 needs RFC 3986",
    ),
    (
        &HOST,
        Kind::Ipv6Unbracketed,
        "ipv6-unbracketed",
        "an IPv6 address without brackets",
        "RFC 1738 has names and IPv4 addresses only; IPv6 needs RFC 3986",
    ),
    (
        &HOST,
        Kind::FutureAddress,
        "future-address",
        "an address of a future IP version",
        "RFC 1738 has names and IPv4 addresses only; IPvFuture needs RFC 3986",
    ),
    (
        &HOST,
        Kind::BracketedIpv4,
        "bracketed-ipv4",
        "brackets around an IPv4 address",
        "write the address without brackets",
    ),
    (
        &URLPATH,
        Kind::ForbiddenOctet(b'\t'),
        "forbidden-octet",
        "a tab is not allowed",
        "leave it out; no escape makes it fit",
    ),
    (
        &HOST,
        Kind::Fragment,
        "fragment",
        "`#` starts a fragment, which is no part of a URL",
        "keep the fragment apart from the URL",
    ),
    (
        &HOST,
        Kind::BadEscape,
        "bad-escape",
        "`%` without two hexadecimal digits",
        "a host name has letters, digits, `-` and `.`, no escapes",
    ),
    (
        &HOST,
        Kind::InternationalName,
        "international-name",
        "host name outside US-ASCII",
        "write the name in its US-ASCII form (IDNA)",
    ),
    (
        &PORT,
        Kind::EmptyPort,
        "empty-port",
        "`:` without a port",
        "leave the colon out with the port",
    ),
];

#[test]
fn each_kind_has_its_message() {
    for (part, kind, code, message, help) in MESSAGES {
        let error = Error::bnf(part, kind, HERE);
        assert_eq!((error.kind(), error.code()), (kind, code));
        assert_eq!(error.message().to_string(), message, "{kind:?}");
        assert_eq!(error.help().to_string(), help, "{kind:?}");
        assert_eq!(error.to_string(), format!("{message} in {part} at byte 7"));
        assert_eq!((error.part(), error.span(), error.part_rule()), (part, HERE, None));
    }
    let range = Error::range(&PORT, Kind::PortOutOfRange, HERE);
    assert_eq!((range.code(), range.rule()), ("port-out-of-range", Rule::Range));
    assert_eq!(range.message().to_string(), "port over 65535");
    assert_eq!(range.help().to_string(), "a port is a number from 0 to 65535");
}

/// A rule of one part uses the messages of its declaration. An undeclared rule has a generic message.
#[test]
fn a_rule_of_one_part() {
    let digit = Error::bnf(&GROUP, Kind::Custom(0), HERE);
    assert_eq!(digit.code(), "group-first-letter");
    assert_eq!(digit.message().to_string(), "a group name begins with a letter");
    assert_eq!(
        digit.help().to_string(),
        "groups whose names begin with a digit came with RFC 5538"
    );
    let none = Error::bnf(&GROUP, Kind::Custom(1), HERE);
    assert_eq!((none.code(), none.part_rule()), ("custom", None));
    assert_eq!(
        (none.message().to_string(), none.help().to_string()),
        ("not allowed".into(), "".into())
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
    let moved = error.offset_by(100);
    assert_eq!(
        (moved.span(), moved.kind(), moved.rule()),
        (Span::new(107, 109), Kind::Empty, error.rule())
    );
    assert_eq!(error.offset_by(u32::MAX).span(), Span::new(u32::MAX, u32::MAX));
    assert_eq!(error.with_span(Span::new(1, 2)).span(), Span::new(1, 2));
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
        cursor.has_deferred()
            && format!("{cursor:?}")
                .starts_with("Cursor { at: 1, deferred: Some(Error { part: host")
    );
}

/// The fix of each kind of error.
#[test]
fn each_kind_has_its_fix() {
    const FAULTY: Part = Part::new("seat", DIGIT, b"", "x.2").with_rules(&[
        PartRule { code: "seat-zero", message: "no seat 0", help: "", fix: Some("1") },
        PartRule { code: "seat-odd", message: "no odd seat", help: "", fix: None },
    ]);
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
        (&PORT, Kind::EmptyPort, (5, 6), Some((5, 6, ""))),
        (&HOST, Kind::Expected(Token::Slashes), (5, 5), Some((5, 5, "//"))),
        (&HOST, Kind::Empty, (5, 5), None),
        (&FAULTY, Kind::Custom(0), (7, 8), Some((7, 8, "1"))),
        (&FAULTY, Kind::Custom(1), (7, 8), None),
        (&FAULTY, Kind::Custom(2), (7, 8), None),
    ] {
        let fixed = Error::bnf(part, kind, Span::new(start, end)).fix(text);
        let expected = fix.map(|(start, end, text)| (Span::new(start, end), text.to_owned()));
        assert_eq!(fixed.map(|fix| (fix.span, fix.to_string())), expected, "{part} {kind:?}");
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
