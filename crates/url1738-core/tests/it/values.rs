//! Conversions, comparisons and order of the value types.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashSet, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    net::Ipv4Addr,
};

use url1738_core::{
    AnyUrl, Escaped, GenericUrl, Host, Lints, Span,
    chars::{self, Class},
    codes::{CodeInfo, CodeKind},
    part::{self, Role},
    scheme::{Canon, Generic, Part, Raw},
};

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A part declared at run time behaves like a constant.
#[test]
fn a_part_declared_at_run_time() {
    let part = Part::new("word", Class::of(b"a0%"), b";", "9.9").with_production("words");
    assert_eq!((part.name(), part.section), ("word", "9.9"));
    assert!(part.class.contains(b'x') && !part.class.contains(b';'));
    assert_eq!(part.encode(b"a;\xFFb"), "a%3B%FFb");
    assert!(!part.is_segment() && part.in_hierarchy().is_segment());
    assert_eq!(part.repeated().name(), part.name());
    assert_eq!(
        (part.canon, part.with_canon(Canon::HexCase).canon),
        (Canon::Escapes, Canon::HexCase)
    );
    assert!(!part.repeats && part.repeated().repeats && part.in_hierarchy().repeats);
    assert!(!part.repeated().is_segment());
    assert_eq!((part.production, part.reserved.contains(b';')), ("words", true));
    assert_eq!((part.hint, part.with_hint("a word").hint), ("", "a word"));
    assert_eq!(part.with_rules(&[]).encode(b"~"), "%7E");
    static ZERO: CodeInfo = CodeInfo::new(CodeKind::Error, "zero", "0 is not counted");
    let rules: &'static [&CodeInfo] = const { &[&ZERO] };
    assert_eq!(part.with_rules(rules).rule(0), Some(&ZERO));
    assert_eq!((part.role, part.with_role(Role::User).role), (Role::Other, Role::User));
    assert_eq!((part.label(), part.with_label("a word").label()), ("word", "a word"));
}

/// Parts are compared by name, characters and reserved characters only.
#[test]
fn parts_are_compared() {
    let part = || Part::new("word", Class::of(b"a0"), b";", "9.9");
    assert_eq!(part(), part());
    assert_eq!(part(), Part::new("word", Class::of(b"a0"), b";", "1.1").repeated());
    assert_ne!(part(), Part::new("ward", Class::of(b"a0"), b";", "9.9"));
    assert_ne!(part(), Part::new("word", Class::of(b"a1/"), b";", "9.9"));
    assert_ne!(part(), Part::new("word", Class::of(b"a0"), b"", "9.9"));
    assert_eq!((part().to_string(), format!("{:?}", part())), ("word".into(), "word".into()));
}

#[test]
fn escaped_texts_are_compared_as_they_are_written() {
    let escaped = part::URLPATH.read("a%41").unwrap();
    assert!(escaped == "a%41" && escaped == *"a%41" && escaped != "aA" && escaped != *"aA");
    let text: &str = escaped.as_ref();
    assert_eq!((text, format!("[{escaped:>6}]").as_str()), ("a%41", "[  a%41]"));
    assert_eq!(Escaped::new_validated("%4a%4A%c3").decode().as_ref(), b"JJ\xC3");
}

#[test]
fn hosts_are_names_or_numbers() {
    let name = Host::try_from("Host.DOM").unwrap();
    let number = Host::from(Ipv4Addr::new(192, 0, 2, 1));
    assert_eq!((name.name(), name.ipv4()), (Some("Host.DOM"), None));
    assert_eq!((number.name(), number.ipv4()), (None, Some(Ipv4Addr::new(192, 0, 2, 1))));
    assert_eq!(number.to_string(), "192.0.2.1");
    let same = Host::parse("hOST.dom").unwrap();
    assert_eq!((name, hash(&name)), (same, hash(&same)));
    let other = Host::parse("host.don").unwrap();
    assert_ne!((name, hash(&name)), (other, hash(&other)));
    assert!(Host::try_from("a_b").is_err());
}

#[test]
fn urls_are_ordered_and_hashed_as_their_texts() {
    let texts = ["x-a://h/b", "x-a://h/a", "x-a:opaque"];
    let urls: BTreeSet<GenericUrl> = texts.iter().map(|text| text.parse().unwrap()).collect();
    let sorted: BTreeSet<&str> = texts.into_iter().collect();
    assert!(urls.iter().map(GenericUrl::as_str).eq(sorted));
    let url = GenericUrl::parse(texts[0]).unwrap();
    assert!(url == texts[0] && url == *texts[0] && url != texts[1]);
    assert!(url > GenericUrl::parse(texts[1]).unwrap());
    let owned: GenericUrl = url.into();
    assert_eq!((owned.clone(), hash(&owned)), (url.to_owned(), hash(&texts[0])));
    let set: HashSet<GenericUrl> = [owned.clone()].into();
    assert!(set.contains(texts[0]) && !set.contains(texts[1]));
    assert_eq!(format!("[{owned:>11}]"), "[  x-a://h/b]");
    assert_eq!(String::from(owned), texts[0]);
}

/// Spans at the ends of a text, beyond them, and reversed.
#[test]
fn spans_of_texts() {
    let text = "a/bc/";
    assert_eq!(
        (Span::new(2, 4).slice(text), Span::new(2, 4).slice_bytes(b"a/bc/")),
        ("bc", &b"bc"[..])
    );
    assert_eq!((Span::new(4, 9).slice(text), Span::new(4, 2).slice(text)), ("", ""));
    assert_eq!(
        (Span::new(4, 9).slice_bytes(b"a"), Span::new(1, 2).slice("\u{e9}")),
        (&b""[..], "")
    );
    assert_eq!((Span::new(5, 2).len(), Span::new(2, 5).len(), Span::new(2, 2).len()), (0, 3, 0));
    assert!(
        Span::new(2, 2).is_empty() && Span::new(3, 2).is_empty() && !Span::new(2, 3).is_empty()
    );
    assert_eq!(
        (Span::after(1, text), Span::after(4, text)),
        (Some(Span::new(2, 5)), Some(Span::new(5, 5)))
    );
    assert_eq!((Span::after(5, text), Span::default()), (None, Span::new(0, 0)));
    assert!(Span::new(0, 5).split(text, b'/').map(|span| span.slice(text)).eq(["a", "bc", ""]));
    assert!(
        Span::new(0, 5).split(text, b'/').rev().map(|span| span.slice(text)).eq(["", "bc", "a"])
    );
    let escaped = Span::new(0, 4).split(text, b'/').escaped();
    assert!(escaped.map(Escaped::as_str).eq(["a", "bc"]));
}

/// The members of the character classes.
#[test]
fn classes_are_sets() {
    use url1738_core::chars::{
        ALPHA, ALPHADIGIT, DIGIT, ESCAPE, EXTRA, HIALPHA, LOWALPHA, RESERVED, SAFE, UCHAR,
        UNRESERVED, XCHAR,
    };
    let holds = |class: Class| (0..=255_u8).filter(|byte| class.contains(*byte)).count();
    let sizes = [LOWALPHA, HIALPHA, ALPHA, DIGIT, ALPHADIGIT, SAFE, EXTRA, RESERVED, ESCAPE];
    assert_eq!(sizes.map(holds), [26, 26, 52, 10, 62, 5, 6, 7, 0]);
    assert_eq!([UNRESERVED, UCHAR, XCHAR, Class::EMPTY].map(holds), [73, 73, 80, 0]);
    assert!(UCHAR.allows_escapes() && ESCAPE.allows_escapes() && !UNRESERVED.allows_escapes());
    let few = Class::of(b"x;");
    assert_eq!(holds(few), 27);
    assert_eq!(holds(few.with(b"9")), 37);
    assert_eq!(holds(few.with(b"9").without(Class::of(b"a"))), 11);
    // A union contains common members once.
    assert_eq!(holds(few.union(Class::of(b";:"))), 28);
    assert_eq!(
        (few.run(b"ab;cD"), few.run(b""), UCHAR.run(b"a%2F%2"), UCHAR.run(b"a/")),
        (4, 0, 4, 1)
    );
}

#[test]
fn lints_are_a_list() {
    let url = GenericUrl::parse("X-a://u:p@h").unwrap();
    assert_eq!(Lints::default().len(), 0);
    let lints = url.lints();
    assert_eq!((lints.is_empty(), lints.len()), (false, 2));
    assert!(
        lints.has("password-in-url") && lints.has("upper-case-scheme") && !lints.has("port-zero")
    );
    assert_eq!((&lints).into_iter().count(), lints.iter().count());
    let codes: Vec<&str> = lints.into_iter().map(|lint| lint.code()).collect();
    assert_eq!(codes, ["upper-case-scheme", "password-in-url"]);
}

/// The normal forms of ports and hosts in the general syntax (section 2.2).
#[test]
fn normal_forms() {
    for (text, normal) in [
        ("X-a://H.Dom:00", "x-a://h.dom:0"),
        ("x-a://h:0080/", "x-a://h:80/"),
        ("x-a://010.0.00.1", "x-a://10.0.0.1"),
        ("x-a://u%41:p%2f%7e@h/%3b%41%c3", "x-a://uA:p%2F%7E@h/%3BA%C3"),
        ("X-a:B%41%2f", "x-a:BA%2F"),
    ] {
        let url = GenericUrl::parse(text).unwrap();
        assert_eq!(url.normalize(), normal, "{text}");
        assert!(url.equivalent(&GenericUrl::parse(normal).unwrap()), "{text}");
    }
    let [one, other] = ["x-a://h:1", "x-a://h:2"].map(|text| GenericUrl::parse(text).unwrap());
    assert!(!one.equivalent(&other));
}

/// The general syntax reads a valid login as a login, and anything else as opaque.
#[test]
fn logins_of_the_general_syntax() {
    for (text, host, urlpath) in [
        ("x-a://h", Some("h"), None),
        ("x-a://h/", Some("h"), Some("")),
        ("x-a://u@h:1/a/b?c", Some("h"), Some("a/b?c")),
        ("x-a://h:65535", Some("h"), None),
        ("x-a://h:65536", None, None),
        ("x-a://256.1.1.1/", None, None),
        ("x-a://-h/", None, None),
        ("x-a:////", None, None),
        ("x-a:/h", None, None),
        ("x-a:", None, None),
    ] {
        let url = GenericUrl::parse(text).unwrap();
        let login = url.login().map(url1738_core::Login::host_str);
        assert_eq!((login, url.path().map(Escaped::as_str)), (host, urlpath), "{text}");
        assert_eq!((url.scheme(), url.schemepart().as_str()), ("x-a", &text[4..]));
        let parts: Vec<_> = url.parts().iter().map(|at| at.part.name()).collect();
        assert_eq!(parts.contains(&"schemepart"), host.is_none(), "{text}");
    }
    for (text, code) in [
        ("a", "expected-delimiter"),
        (":a", "empty"),
        ("a_:b", "unexpected-byte"),
        ("x-a:~", "tilde"),
    ] {
        assert_eq!(GenericUrl::parse(text).unwrap_err().code(), code, "{text}");
    }
    let refusal = GenericUrl::parse("x-a://h").unwrap().plan().unwrap_err();
    assert_eq!((refusal.part.name(), refusal.span), ("scheme", Span::new(0, 0)));
}

/// The path after the authority of any scheme gets the path lints of the ten schemes.
#[test]
fn a_path_of_an_unknown_scheme_has_the_lints_of_a_path() {
    for (text, codes) in [
        ("https://h.dom/a/b.c", ""),
        ("https://h.dom/a/../b", "dot-segment 16..18"),
        ("https://h.dom/./b", "dot-segment 14..15"),
        ("https://h.dom/a/%2e%2E", "needless-escape 16..19 dot-segment 16..22"),
        ("https://h.dom/a%2F..%2fb", "dot-segment 14..24"),
        ("https://h.dom/a//b", "empty-segment 16..16"),
        ("https://h.dom//a", "empty-segment 14..14"),
        ("https://h.dom/a/", ""),
        ("https://h.dom/a/-rf", "option-like 16..19"),
        ("https://h.dom/%2Drf", "needless-escape 14..17 option-like 14..19"),
        ("https://h.dom/a?u=//b/../-c", ""),
        ("https://h.dom/a/?/../", ""),
        ("https://h.dom/..?x", "dot-segment 14..16"),
        ("https://h.dom/a%41?%42", "needless-escape 15..18 needless-escape 19..22"),
        (
            "https://h.dom/%00/%2541/%C0%AE",
            "escaped-control 14..17 double-escape 18..21 overlong-utf-8 24..30",
        ),
        // The path after an authority that RFC 1738 cannot express, and that is therefore opaque.
        ("x-db://db_host/a/../b", "not-an-authority 9..10 dot-segment 17..19"),
        ("x-db://db_host//a", "not-an-authority 9..10 empty-segment 15..15"),
        ("x-db://db_host?/../", "not-an-authority 9..10"),
        ("x-db://db_host", "not-an-authority 9..10"),
        ("x-db:/a/../b", ""),
        ("x-db:a/../b", ""),
    ] {
        let lints = GenericUrl::parse(text).unwrap().lints();
        let found: Vec<_> =
            lints.iter().map(|lint| format!("{} {:?}", lint.code(), lint.span)).collect();
        assert_eq!(found.join(" "), codes, "{text}");
    }
}

/// A host is never percent-encoded: neither the help nor a repair suggests it.
#[test]
fn a_host_of_an_unknown_scheme_is_never_escaped() {
    for (text, code, part, range) in [
        ("https://ex\u{e4}mple.dom/\u{e9}", "international-name", "host", 10..12),
        ("https://joe@ex\u{e4}mple.dom/", "international-name", "host", 14..16),
        ("https://[::1]:8080/x", "ipv6-literal", "host", 8..13),
        ("https://[::1", "ipv6-literal", "host", 8..9),
        ("https://[v1.x]/", "future-address", "host", 8..14),
        ("https://my host.dom/a b", "space", "host", 10..11),
        ("https://h~/", "tilde", "host", 9..10),
        ("https://h%zz/", "bad-escape", "host", 9..12),
        ("https://h%/", "bad-escape", "host", 9..11),
        ("https://h.dom:\u{e9}/", "international-name", "host", 14..16),
        ("https://h.dom#x", "fragment", "host", 13..14),
    ] {
        let error = GenericUrl::parse(text).unwrap_err();
        assert_eq!((error.code(), error.part().name()), (code, part), "{text}");
        assert_eq!(error.span().range(), range, "{text}");
        // With this feature, such a name is written with A-labels.
        if cfg!(feature = "idna") && text.contains("mple") {
            continue;
        }
        assert_eq!(GenericUrl::fix(text, &error), None, "{text}");
        let help = GenericUrl::help(text, &error);
        assert!(!help.contains('%'), "{text}: {help}");
        if code == "fragment" {
            assert_eq!(GenericUrl::repair(text).unwrap().url, "https://h.dom");
            continue;
        }
        let unrepaired = GenericUrl::repair(text).unwrap_err();
        assert_eq!(
            (unrepaired.code(), unrepaired.span().range()),
            (error.code(), error.span().range()),
            "{text}"
        );
    }
    // User, password and the text after the host are percent-encoded.
    for (text, part, fixed) in [
        ("https://joe doe@h.dom/", "user", "https://joe%20doe@h.dom/"),
        ("https://joe:p w@h.dom/", "password", "https://joe:p%20w@h.dom/"),
        ("https://h.dom/\u{e9}", "urlpath", "https://h.dom/%C3%A9"),
        ("https://my_host/\u{e9}", "schemepart", "https://my_host/%C3%A9"),
        ("https://my_host?\u{e9}", "schemepart", "https://my_host?%C3%A9"),
        (r"https:\\h.dom/a b", "schemepart", "https://h.dom/a%20b"),
        ("https://[1.2.3.4]/a", "host", "https://1.2.3.4/a"),
        ("https://ho\r\nst.dom/a", "host", "https://host.dom/a"),
        ("x:///a b", "schemepart", "x:///a%20b"),
    ] {
        let error = GenericUrl::parse(text).unwrap_err();
        assert_eq!(error.part().name(), part, "{text}");
        assert_eq!(GenericUrl::repair(text).unwrap().url, fixed, "{text}");
    }
}

/// Text without escapes is borrowed, whatever its length, and an escape is found at every place.
#[test]
fn decoding_copies_only_escapes() {
    for len in 0..80 {
        let text = "a".repeat(len);
        let decoded = part::URLPATH.read(&text).unwrap().decode();
        assert!(matches!(decoded, Cow::Borrowed(_)), "{len}");
        for at in 0..len.saturating_sub(2) {
            let mut text = text.clone();
            text.replace_range(at..at + 3, "%41");
            let decoded = part::URLPATH.read(&text).unwrap().decode();
            assert_eq!((decoded.len(), decoded[at]), (len - 2, b'A'), "{text}");
        }
    }
}

/// What has no secret to hide is shown, and compared part by part.
#[test]
fn components() {
    let [a, b, c] = ["x:a", "x:a", "x:b"].map(|text| GenericUrl::parse(text).unwrap());
    assert_eq!(a.components(), b.components());
    assert_ne!(a.components(), c.components());
    let shown = format!("{:?}", GenericUrl::parse("x://joe:s3cret@h/s3cret").unwrap().components());
    assert!(shown.contains("password: ***") || shown.contains(r#"password: "***""#), "{shown}");
    let raw = Raw::<Generic, &str>::parse("x:a").unwrap();
    assert_eq!(AsRef::<str>::as_ref(&raw), "x:a");
    let boxed: Box<dyn AnyUrl> = Box::new(a.to_owned());
    assert_eq!(AsRef::<str>::as_ref(&boxed), "x:a");
}

#[test]
fn names_of_hosts_are_compared_without_case() {
    let host = |text: &'static str| Host::parse(text).unwrap();
    assert_eq!(host("h.dom"), host("H.Dom"));
    assert_eq!(hash(&host("h.dom")), hash(&host("H.Dom")));
    assert_ne!(host("h.dom"), host("i.dom"));
    assert_ne!(hash(&host("h.dom")), hash(&host("i.dom")));
}

/// The rest of a divided text is shown as a span, without the text.
#[test]
fn a_divided_text_is_not_shown() {
    let split = Span::new(2, 5).split("x:s/t", b'/');
    assert!(format!("{split:?}").starts_with("Split { left: "));
}

#[test]
fn g_04_g_05_only_safe_graphic_characters_appear_unescaped() {
    for byte in 0..=255_u8 {
        let plain = byte.is_ascii_alphanumeric() || b"$-_.+!*'(),;/?:@&=".contains(&byte);
        assert_eq!(chars::XCHAR.contains(byte), plain, "{byte:#04x}");
        let reserved = b";/?:@&=".contains(&byte);
        assert_eq!(chars::UCHAR.contains(byte), plain && !reserved, "{byte:#04x}");
    }
    for byte in *br##" <>"#%{}|\^~[]`"## {
        assert!(!chars::XCHAR.contains(byte));
    }
}

#[test]
#[should_panic(expected = "section 2.2")]
fn unsafe_characters_are_not_allowed_in_a_class() {
    let _ = Class::of(b"~");
}
