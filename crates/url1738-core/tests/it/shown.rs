//! What is shown: errors with a caret line under the text, and the types by `Debug`: positions and names, never a secret.

use url1738_core::{
    AnyUrl, Change, Error, Escaped, GenericUrl, Host, Login, PartSpan, Redacted, Registry,
    SchemeKind, Span,
    chars::UCHAR,
    impl_url, part,
    part::{Role, USER},
    plan::{Endpoint, Plan, Refusal},
    repair::{Repairer, repair},
    scheme::{Cursor, Part, Raw, Scheme, SchemeInfo},
};

/// A scheme of digits that uses the defaults of the trait.
#[derive(Clone, Copy)]
pub(crate) struct DigitsUrl<T = String>(Raw<Digits, T>);
impl_url!(DigitsUrl: Digits);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Digits;

impl Scheme for Digits {
    const INFO: &'static SchemeInfo = &SchemeInfo::new("x-long-digits");
    type Spans = Span;

    fn parse(cursor: &mut Cursor<'_>) -> Result<Span, Error> {
        Ok(cursor.run(&part::PORT))
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        each(PartSpan { part: &part::PORT, span: *url.spans() });
    }

    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        Ok(Plan::tcp(url.login(), Self::INFO.port))
    }

    fn repair(repairer: &mut Repairer<'_>) {
        assert!(format!("{repairer:?}").starts_with("Repairer { at: 15, end: 17"), "{repairer:?}");
        repairer.part(&part::PORT, repairer.rest().len());
    }
}

/// The defaults of the trait: no port, no login, no lints, and no change to the normal form.
#[test]
fn a_scheme_with_defaults() {
    let url = DigitsUrl::parse("X-Long-Digits:0042").unwrap();
    assert_eq!(url.plan().unwrap().endpoint, Endpoint::None);
    let any: &dyn AnyUrl = &url;
    assert_eq!((any.default_port(), any.login()), (None, None));
    assert_eq!((any.scheme(), any.as_str()), ("x-long-digits", "X-Long-Digits:0042"));
    assert_eq!(any.parts(), url.parts());
    assert_eq!(any.normal_form(), "x-long-digits:42");
    assert!(any.owned().is_none() && any.downcast_ref::<DigitsUrl>().is_none());
    assert!(url.lints().has("upper-case-scheme"));
    // Text that a scheme leaves unread is an error, whatever the scheme is.
    let error = DigitsUrl::parse("x-long-digits:4~").unwrap_err();
    assert_eq!((error.part().name(), error.span().range()), ("schemepart", 15..16));
    assert_eq!(DigitsUrl::parse("x-long-digit:4").unwrap_err().code(), "wrong-scheme");
    assert_eq!(DigitsUrl::parse("x-long-digits4").unwrap_err().code(), "expected-delimiter");
    assert_eq!(DigitsUrl::parse("x-long-digitss:4").unwrap_err().code(), "wrong-scheme");
    assert_eq!(repair::<Digits>(b"x-long-digits:42").unwrap().changes, Vec::<Change>::new());
    let repaired = repair::<Digits>(b"x-long-digits: 42").unwrap();
    assert_eq!((repaired.url.as_str(), repaired.changes.len()), ("x-long-digits:42", 1));
}

/// A scheme that accepts all bytes.
#[derive(Clone, Copy)]
pub(crate) struct AnyBytesUrl<T = String>(Raw<AnyBytes, T>);
impl_url!(AnyBytesUrl: AnyBytes);

#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyBytes;

impl Scheme for AnyBytes {
    const INFO: &'static SchemeInfo = &SchemeInfo::new("x-any");
    type Spans = ();

    fn parse(cursor: &mut Cursor<'_>) -> Result<(), Error> {
        while cursor.peek().is_some() {
            cursor.bump();
        }
        Ok(())
    }

    fn parts(_url: Raw<Self, &str>, _each: &mut dyn FnMut(PartSpan)) {}

    fn plan(_url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        Ok(Plan::new(Endpoint::None))
    }
}

/// A URL is UTF-8 text, even if its scheme accepts all bytes.
#[test]
fn a_scheme_that_accepts_all_bytes() {
    let error = AnyBytesUrl::parse_bytes(b"x-any:a\xC3\xA9\xFF").unwrap_err();
    assert_eq!((error.part().name(), error.span().range()), ("schemepart", 9..10));
    let url = AnyBytesUrl::parse_bytes(b"x-any:~ \xC3\xA9").unwrap();
    assert_eq!(url.as_str(), "x-any:~ \u{e9}");
    assert_eq!(GenericUrl::from_raw(url.into_raw()).schemepart().as_str(), "~ \u{e9}");
    // By default a repair percent-encodes invalid bytes.
    let repaired = repair::<AnyBytes>(b"x-any:\xFF a").unwrap();
    assert_eq!(repaired.url.as_str(), "x-any:%FF%20a");
    assert_eq!(AnyBytesUrl::repair("x-any:a b").unwrap().url, "x-any:a b");
}

#[test]
fn a_registry_shows_its_names() {
    let mut registry = Registry::new();
    assert_eq!(format!("{registry:?}"), "[]");
    registry.register::<DigitsUrl>();
    assert_eq!(format!("{registry:?}"), r#"["x-long-digits"]"#);
    assert_eq!(registry.schemes().map(|info| info.name).collect::<Vec<_>>(), ["x-long-digits"]);
    let url = registry.parse("X-LONG-DIGITS:1").unwrap();
    assert!(url.downcast_ref::<DigitsUrl>().is_some_and(|url| *url == "X-LONG-DIGITS:1"));
    assert!(url.downcast_ref::<GenericUrl>().is_none());
    assert!(registry.parse("x-long-digits:~").is_err() && registry.parse("~").is_err());
}

#[test]
fn texts_show_themselves() {
    let name = Host::parse("Host.DOM").unwrap();
    assert_eq!(
        (name.to_string(), format!("{name:?}")),
        ("Host.DOM".into(), r#"Name("Host.DOM")"#.into())
    );
    let Host::Name(hostname) = name else { panic!("{name:?}") };
    assert_eq!((hostname.as_str(), format!("[{hostname:>9}]")), ("Host.DOM", "[ Host.DOM]".into()));
    assert_eq!(format!("{:?}", Host::parse("010.0.0.1").unwrap()), "Number(10.0.0.1)");
    let escaped = Escaped::new_validated("a%20b");
    assert_eq!(
        (escaped.to_string(), format!("{escaped:?}")),
        ("a%20b".into(), r#""a%20b""#.into())
    );
    assert!(!escaped.is_empty() && Escaped::default().is_empty());
    assert_eq!(format!("{:?}", Redacted::new(b"x://u:pw@h/\"")), r#""x://u:***@h/"""#);
    assert_eq!(format!("{USER:?} {USER}"), "user user");
    assert_eq!(format!("{:?}", Span::new(2, 5)), "2..5");
}

/// Octets that are not UTF-8 are an error of `decode_utf8`. A `%` that does not begin an escape is kept.
#[test]
fn octets_of_escapes() {
    let decoded = |text| Escaped::new_validated(text).decode().into_owned();
    assert_eq!(decoded("%41%5a%7F%00"), b"AZ\x7F\0");
    assert_eq!(decoded("a%4"), b"a%4");
    assert_eq!(decoded("%g0%0g%"), b"%g0%0g%");
    assert_eq!(Escaped::new_validated("caf%C3%A9").decode_utf8().unwrap(), "caf\u{e9}");
    assert_eq!(Escaped::new_validated("%C3").decode_utf8().unwrap_err().valid_up_to(), 0);
    assert_eq!(Escaped::new_validated("a").decode_utf8().unwrap(), "a");
}

#[test]
fn logins_are_what_they_name() {
    let url = |text| GenericUrl::parse(text).unwrap();
    let login = |text| -> Login<'static> { url(text).login().unwrap() };
    let full = login("x-a://joe:s3cret@Host.dom:042");
    assert_eq!(full, login("x-b://joe:s3cret@hOST.dom:42/x"));
    for other in
        ["x-a://joe:s@h.dom:42", "x-a://joe@Host.dom:42", "x-a://joe:s3cret@Host.dom", "x-a://h"]
    {
        assert_ne!(full, login(other), "{other}");
    }
    let debug = format!("{full:?}");
    assert!(
        debug.contains("***") && debug.contains("Host.dom") && debug.contains("joe"),
        "{debug}"
    );
    assert!(debug.contains("42") && !debug.contains("s3cret"), "{debug}");
    assert_eq!(full.spans().end(), 29);
    assert_eq!((full.port_str(), login("x-a://h").port_str()), (Some("042"), None));
}

#[test]
fn builders_hide_their_passwords() {
    let url = GenericUrl::parse("x-a://joe:s3cret@h:1/p").unwrap();
    let builder = url.to_builder().unwrap();
    let debug = format!("{builder:?}");
    assert_eq!(debug, r#"GenericBuilder("x-a://joe:***@h:1/p")"#);
    // Setting only the user removes the password set before.
    assert_eq!(builder.clone().user("ann").build(), "x-a://ann@h:1/p");
    assert_eq!(builder.clone().credentials("a:b", "@").build(), "x-a://a%3Ab:%40@h:1/p");
    assert_eq!(builder.clone().without_credentials().build(), "x-a://h:1/p");
    assert_eq!(builder.clone().port(2).urlpath("a?b").unwrap().build(), "x-a://joe:s3cret@h:2/a?b");
    assert_eq!(builder.clone().path([""; 0]).build(), "x-a://joe:s3cret@h:1");
    assert_eq!(builder.urlpath("a~").unwrap_err().span().range(), 1..2);
    assert!(GenericUrl::parse("x-a:opaque").unwrap().to_builder().is_none());
    let host = || Host::parse("h").unwrap();
    assert_eq!(GenericUrl::builder("", host()).unwrap_err().code(), "empty");
    assert_eq!(GenericUrl::builder("a_b", host()).unwrap_err().span().range(), 1..2);
    assert_eq!(GenericUrl::builder("a", host()).unwrap().build(), "a://h");
}

#[test]
fn kinds_of_schemes() {
    for name in ["afs", "mid", "CID", "nfs", "tn3270", "MailServer", "Z39.50"] {
        assert_eq!(SchemeKind::of(name), SchemeKind::Reserved, "{name}");
    }
    assert_eq!(
        (SchemeKind::of("X-a"), SchemeKind::of("x-")),
        (SchemeKind::Experimental, SchemeKind::Experimental)
    );
    assert_eq!(
        (SchemeKind::of("x"), SchemeKind::of("ax-")),
        (SchemeKind::Other, SchemeKind::Other)
    );
}

/// Changes that contain a piece of a password are masked.
#[test]
fn repairs_hide_their_passwords() {
    let repaired = GenericUrl::repair("x-a://joe:s~cret@h/a b#joe:s3cret@x").unwrap();
    assert_eq!(repaired.url, "x-a://joe:s%7Ecret@h/a%20b");
    assert_eq!(repaired.fragment.as_deref(), Some("joe:s3cret@x"));
    let shown = format!("{repaired:?}");
    assert!(
        shown.starts_with("Repaired { url: ") && shown.contains("changes: [Change {"),
        "{shown}"
    );
    assert!(shown.contains("joe:***@x") && !shown.contains("cret"), "{shown}");
    let [tilde, space, fragment] = &repaired.changes[..] else { panic!("{shown}") };
    assert_eq!(
        format!("{tilde:?}"),
        "Change { span: 11..12, text: \"***\", part: password, rule: Bnf(\"password\"), code: \
         \"tilde\", reason: \"`~` must be percent-encoded\", safety: Safe }"
    );
    assert!(format!("{space:?}").contains("span: 20..21, text: \"%20\""), "{space:?}");
    assert_eq!((fragment.code(), &*fragment.text), ("fragment", ""));
    let texts = repaired.map(GenericUrl::into_string);
    assert_eq!((texts.url.as_str(), texts.changes.len()), ("x-a://joe:s%7Ecret@h/a%20b", 3));
}

/// Passwords in parts, also in opaque ones, are masked.
#[test]
fn parts_hide_their_passwords() {
    let url = GenericUrl::parse("x-a://joe:s3cret@h:1/p").unwrap();
    let parts = url.components();
    assert_eq!(
        format!("{parts:?}"),
        r#"{scheme: "x-a", user: "joe", password: "***", host: "h", port: "1", urlpath: "p"}"#
    );
    assert_eq!((parts.get("password"), parts.get("query")), (Some("s3cret"), None));
    assert_eq!((parts.all("host").count(), parts.all("query").count()), (1, 0));
    let opaque = GenericUrl::parse("x-a:/joe:s3cret@h").unwrap();
    assert_eq!(opaque.components().get("schemepart"), Some("/joe:s3cret@h"));
    assert!(!format!("{:?}", opaque.components()).contains("s3cret"));
    assert_eq!(format!("{:?}", url.into_raw()), r#""x-a://joe:***@h:1/p""#);
}

/// The spans of the secrets of a text.
#[test]
fn secrets_have_places() {
    let text = b"x://u:pw@h";
    assert_eq!(Redacted::new(text).secrets(), [Span::new(6, 8)]);
    assert_eq!(Redacted::revealed(text).to_string(), "x://u:pw@h");
    assert_eq!(Redacted::revealed(text).secrets(), []);
    assert_eq!(Redacted::revealed(text).and(Span::new(4, 5)).to_string(), "x://***:pw@h");
    assert_eq!(Redacted::revealed(text).and(Span::new(4, 4)).to_string(), "x://u:pw@h");
    // A URL within the path of another one may have a password, too.
    let nested = |text| GenericUrl::parse(text).unwrap().redacted().to_string();
    assert_eq!(nested("x-a://h/x-b://joe:pw@i/"), "x-a://h/x-b://joe:***@i/");
    assert_eq!(nested("x-a://u:pw@h/x-b://joe:qw@i/"), "x-a://u:***@h/x-b://joe:***@i/");
    assert_eq!(nested("x-a://h/joe:pw@i"), "x-a://h/joe:pw@i");
    assert_eq!(nested("x-a://h/x-b:%2F%2Fjoe:pw@i/"), "x-a://h/x-b:%2F%2Fjoe:***@i/");
    assert_eq!(nested("x-a://joe%3Apw@h/a@b"), "x-a://joe%3A***@h/a@b");
}

/// A part is a password by its role, whatever its name.
#[test]
fn a_password_of_another_name_is_masked() {
    const TOKEN: Part = Part::new("token", UCHAR, b"", "").with_role(Role::Password);
    let mut change = GenericUrl::repair("x-db://h/a b").unwrap().changes.remove(0);
    (change.part, change.text) = (&TOKEN, "s3cret".into());
    let shown = format!("{change:?}");
    assert!(shown.contains("text: \"***\"") && !shown.contains("s3cret"), "{shown}");
    assert_eq!(TOKEN.label(), "password");
}

fn annotated(text: &str) -> String {
    let error = GenericUrl::parse(text).unwrap_err();
    GenericUrl::annotate(text, &error)
}

#[test]
fn the_caret_is_as_wide_as_the_span() {
    assert_eq!(
        annotated("x-a:%4g"),
        "x-a:%4g\n    ^^^\n`%` without two hexadecimal digits in scheme-specific part at byte 4\n\
         help: percent-encode `%` as `%25`"
    );
}

/// The caret of a missing delimiter is one column wide.
#[test]
fn the_caret_of_a_missing_delimiter() {
    assert_eq!(
        annotated("abc"),
        "abc\n   ^\nexpected `:` after scheme name at byte 3\n\
         help: begin with a scheme, such as `http://`"
    );
}

/// The column may exceed 65535, the largest width of a format.
#[test]
fn the_caret_of_a_distant_error() {
    let text = format!("x-a:{}~", "a".repeat(100_000));
    let annotated = annotated(&text);
    let caret = annotated.lines().nth(1).unwrap();
    assert_eq!((caret.len(), caret.trim_start()), (100_005, "^"));
}

/// A password before the error is masked.
#[test]
fn a_password_is_masked_above_the_caret() {
    let shown = annotated("x-a://joe:s3cret@h~");
    assert!(shown.starts_with("x-a://joe:***@h~\n               ^\n"), "{shown}");
}
