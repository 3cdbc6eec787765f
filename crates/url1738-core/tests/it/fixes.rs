//! What a fix promises: the text is a URL after it and the fixes of the errors after it, whatever the scheme declares.

use url1738_core::{
    Error, Fix, GenericUrl, PartSpan, Registry, Span,
    chars::{DIGIT, UCHAR},
    codes::{CodeInfo, CodeKind},
    impl_url,
    plan::{Plan, Refusal},
    scheme::{Cursor, Part, Raw, Scheme, SchemeInfo},
};

/// Fourteen parts with a `/` between them. The last is a number.
static PARTS: [Part; 14] = [
    Part::new("one", UCHAR, b"", ""),
    Part::new("two", UCHAR, b"", ""),
    Part::new("three", UCHAR, b"", ""),
    Part::new("four", UCHAR, b"", ""),
    Part::new("five", UCHAR, b"", ""),
    Part::new("six", UCHAR, b"", ""),
    Part::new("seven", UCHAR, b"", ""),
    Part::new("eight", UCHAR, b"", ""),
    Part::new("nine", UCHAR, b"", ""),
    Part::new("ten", UCHAR, b"", ""),
    Part::new("eleven", UCHAR, b"", ""),
    Part::new("twelve", UCHAR, b"", ""),
    Part::new("thirteen", UCHAR, b"", ""),
    Part::new("fourteen", DIGIT, b"", ""),
];

static NO_SERVER: CodeInfo = CodeInfo::new(CodeKind::Refusal, "no-server", "it has no server");

/// Declares a scheme of fourteen parts, which lists those given.
macro_rules! scheme {
    ($Url:ident, $Marker:ident, $name:literal, $parts:expr) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $Url<T = String>(Raw<$Marker, T>);
        impl_url!($Url: $Marker);

        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $Marker;

        impl Scheme for $Marker {
            const INFO: &'static SchemeInfo = &SchemeInfo::new($name);
            const PARTS: &'static [&'static Part] = $parts;
            type Spans = Span;

            fn parse(cursor: &mut Cursor<'_>) -> Result<Span, Error> {
                let start = cursor.position();
                let [others @ .., last] = &PARTS;
                for part in others {
                    cursor.run(part);
                    if !cursor.eat(b"/") {
                        return Err(cursor.unexpected(part));
                    }
                }
                cursor.run(last);
                cursor.finish(last)?;
                Ok(Span::new(start, cursor.position()))
            }

            fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
                each(PartSpan { part: &PARTS[0], span: *url.spans() });
            }

            fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
                Err(Refusal::new(&PARTS[0], *url.spans(), &NO_SERVER))
            }
        }
    };
}

scheme!(
    ListedUrl,
    Listed,
    "x-listed",
    &[
        &PARTS[0], &PARTS[1], &PARTS[2], &PARTS[3], &PARTS[4], &PARTS[5], &PARTS[6], &PARTS[7],
        &PARTS[8], &PARTS[9], &PARTS[10], &PARTS[11], &PARTS[12], &PARTS[13],
    ]
);
scheme!(UnlistedUrl, Unlisted, "x-unlisted", &[]);

/// A text of the scheme with `wrong` in one part, and `last` as the last.
fn text(name: &str, at: usize, wrong: &str, last: &str) -> String {
    let parts: Vec<&str> = (0..13).map(|part| if part == at { wrong } else { "a" }).collect();
    format!("{name}:{}/{last}", parts.join("/"))
}

/// Makes the fixes one after another, up to a URL.
fn fixed(
    mut text: String,
    parse: impl Fn(&str) -> Option<Error>,
    fix: impl Fn(&str, &Error) -> Option<Fix>,
) -> String {
    for _ in 0..32 {
        let Some(error) = parse(&text) else { return text };
        let fix = fix(&text, &error).unwrap();
        text.replace_range(fix.span.range(), &fix.text);
    }
    assert_eq!(parse(&text), None, "{text}");
    text
}

/// In each of the parts, whether it is listed or not.
#[test]
fn a_fix_leads_to_a_url_in_every_part() {
    for at in 0..13 {
        let wrong = text("x-listed", at, "~ b", "1");
        let expected = text("x-listed", at, "%7E%20b", "1");
        let url = fixed(
            wrong,
            |text| ListedUrl::parse(text).err(),
            |text, error| ListedUrl::fix(text, error),
        );
        assert_eq!(url, expected);
        let wrong = text("x-unlisted", at, "~ b", "1");
        let expected = text("x-unlisted", at, "%7E%20b", "1");
        let url = fixed(
            wrong,
            |text| UnlistedUrl::parse(text).err(),
            |text, error| UnlistedUrl::fix(text, error),
        );
        assert_eq!(url, expected);
    }
}

/// A later error without a fix leaves the earlier ones without, and the help without an escape.
#[test]
fn no_fix_leads_to_anything_else() {
    for (at, part) in PARTS.iter().enumerate().take(13) {
        let wrong = text("x-listed", at, "~", "x");
        let error = ListedUrl::parse(&wrong).unwrap_err();
        assert_eq!((error.part().name(), error.code()), (part.name(), "tilde"));
        assert_eq!(ListedUrl::fix(&wrong, &error), None, "{wrong}");
        assert_eq!(ListedUrl::help(&wrong, &error), "", "{wrong}");
        assert!(!ListedUrl::annotate(&wrong, &error).contains("%7E"));
        let wrong = text("x-unlisted", at, "~", "x");
        let error = UnlistedUrl::parse(&wrong).unwrap_err();
        assert_eq!(UnlistedUrl::fix(&wrong, &error), None, "{wrong}");
        assert_eq!(UnlistedUrl::help(&wrong, &error), "", "{wrong}");
    }
}

/// The registry asks the type of the scheme that the text names.
#[test]
fn the_registry_asks_the_type() {
    let mut registry = Registry::new();
    registry.register::<ListedUrl>().register::<UnlistedUrl>();
    for name in ["x-listed", "X-Unlisted"] {
        let wrong = text(name, 12, "~", "1");
        let error = registry.parse(&wrong).unwrap_err();
        assert_eq!(registry.fix(&wrong, &error).unwrap().text, "%7E");
        assert_eq!(registry.help(&wrong, &error), "percent-encode it as `%7E`");
        let wrong = text(name, 12, "~", "x");
        let error = registry.parse(&wrong).unwrap_err();
        assert_eq!(registry.fix(&wrong, &error), None);
        // For the general syntax, it would be one.
        assert_eq!(GenericUrl::fix(&wrong, &error).unwrap().text, "%7E");
        assert!(!registry.annotate(&wrong, &error).contains("%7E"));
    }
    let url = fixed(
        "x-db://h/a b~".to_owned(),
        |text| registry.parse(text).err(),
        |text, error| registry.fix(text, error),
    );
    assert_eq!(registry.parse(&url).unwrap().as_str(), "x-db://h/a%20b%7E");
}

/// An error of another text or of no parser never makes a fix that is none.
#[test]
fn the_error_of_another_text() {
    let error = ListedUrl::parse("x-listed:~").unwrap_err();
    for other in ["x-listed:", "x-db:ab", "", "x-listed:a/b/c/d/e/f/g/h/i/j/k/l/m/~"] {
        assert_eq!(ListedUrl::fix(other, &error), None, "{other}");
        // A relative reference has the help that is known without its base.
        assert_eq!(ListedUrl::help(other, &error), error.help().to_string(), "{other}");
    }
}

/// The messages about a scheme name it, though it lists no parts.
#[test]
fn messages_name_the_scheme() {
    let error = UnlistedUrl::parse("x-db:a").unwrap_err();
    assert_eq!(error.message().to_string(), "expected the scheme `x-unlisted`");
}
