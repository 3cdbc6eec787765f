//! Texts without a scheme, or with a misspelt one, and the schemes that they probably have.

use url1738::{Safety, Url, scheme_names};

fn guessed(text: &str) -> Option<String> {
    let mut changes = Vec::new();
    let repaired = Url::repair_scheme(text.as_bytes(), &mut |change| changes.push(change))?;
    // The changes, applied, give the URL.
    let (mut applied, mut at) = (String::new(), 0);
    for change in &changes {
        applied.push_str(&text[at..change.span.start as usize]);
        applied.push_str(&change.text);
        at = change.span.end as usize;
    }
    applied.push_str(&text[at..]);
    assert_eq!(repaired.url.as_str(), applied, "{text}: {changes:?}");
    assert!(changes.iter().any(|change| change.safety == Safety::Unsafe), "{text}");
    Some(applied)
}

#[test]
fn schemes_are_guessed() {
    for (text, expected) in [
        ("www.x.com", "http://www.x.com/"),
        ("www.x.com/~joe a#top", "http://www.x.com/%7Ejoe%20a"),
        ("www.x.com?q", "http://www.x.com/?q"),
        ("WWW.X.com", "http://WWW.X.com/"),
        ("x.com/a", "http://x.com/a"),
        ("ftp.x.com/pub/a b", "ftp://ftp.x.com/pub/a%20b"),
        ("gopher.x.com", "gopher://gopher.x.com/"),
        ("192.0.2.1/x", "http://192.0.2.1/x"),
        ("htp://x/", "http://x/"),
        ("htp://x/~y#z", "http://x/%7Ey"),
        ("HTP://x/", "http://x/"),
        ("fttp://x/", "http://x/"),
        ("htps://x/", "https://x/"),
        ("gohper://x/1", "gopher://x/1"),
        ("mialto:joe@host.dom", "mailto:joe@host.dom"),
        ("localhost:8080", "http://localhost:8080/"),
        ("localhost:8080/a b", "http://localhost:8080/a%20b"),
        ("localhost:8080?q", "http://localhost:8080/?q"),
        ("www.x.com:80/a", "http://www.x.com:80/a"),
        ("127.0.0.1:80", "http://127.0.0.1:80/"),
        ("<URL:htp://x/>", "http://x/"),
        ("  \"www.x.com\" ", "http://www.x.com/"),
        ("http//x/y", "http://x/y"),
        ("http;//x/y", "http://x/y"),
        ("https//x/y", "https://x/y"),
    ] {
        assert_eq!(guessed(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn what_follows_the_scheme_need_not_be_utf_8() {
    for (text, expected) in [
        (&b"htp://x/b\xfccher"[..], Some("http://x/b%FCcher")),
        (b"www.x.com/b\xfccher", Some("http://www.x.com/b%FCcher")),
        (b"www.x.com:80/b\xfccher", Some("http://www.x.com:80/b%FCcher")),
        (b"www.b\xfccher.dom/", None),
        (b"www.x.com:80\xfc", None),
    ] {
        let guessed = Url::repair_scheme(text, &mut |_| ()).map(|it| it.url.into_string());
        assert_eq!(guessed.as_deref(), expected, "{text:?}");
    }
}

#[test]
fn what_resembles_no_url_is_left() {
    for text in [
        "",
        " ",
        "foo",
        "a b",
        "readme.txt",
        "notes.md",
        "C:/x",
        r"C:\x.com",
        r"\\server\share.x",
        "x-htp://h/",
        "hxxp://h/",
        "myapp:x",
        "e.g.",
        "1.2.3",
        "www.x_y.com",
        "h.dom:",
        "localhost:99999",
        "ab cd.com",
        "joe@x.com",
        "/etc/x.y",
        "--help",
        "\u{65e5}.jp",
    ] {
        assert_eq!(guessed(text), None, "{text}");
    }
    for name in [
        "https", "ws", "ssh", "redis", "git", "wss", "sftp", "hcp", "nfs", "ftps", "gophers",
        "nntps",
    ] {
        assert_eq!(guessed(&format!("{name}://h.dom/")), None, "{name}");
        assert_eq!(guessed(&format!("{name}:8080")), None, "{name}");
    }
}

/// `repair` guesses only if the text is not a URL, or needs other unsafe changes to be one.
#[test]
fn urls_are_not_changed() {
    let repaired = |text: &str| Url::repair(text).map(|repaired| repaired.url.into_string());
    for (text, expected) in [
        ("htp://x/", "htp://x/"),
        ("htp://x/~", "htp://x/%7E"),
        ("htp://x/~#top", "http://x/%7E"),
        ("localhost:8080", "localhost:8080"),
        ("redis://x/#top", "redis://x/"),
        ("www.x.com", "http://www.x.com/"),
    ] {
        assert_eq!(repaired(text).as_deref(), Ok(expected), "{text}");
    }
    assert!(repaired("readme.txt").is_err());
}

#[test]
fn known_names_are_not_corrected() {
    for (name, resembled) in [
        ("http", None),
        ("x-http", None),
        ("myapp", None),
        ("hhtp", Some("http")),
        ("htttp", Some("http")),
        ("httsp", Some("http")),
        ("htps", Some("https")),
        ("fpt", Some("ftp")),
        ("goper", Some("gopher")),
        ("mailtoo", Some("mailto")),
        ("nwes", Some("news")),
        ("telent", Some("telnet")),
        ("prospreo", Some("prospero")),
    ] {
        assert_eq!(scheme_names::resembled(name), resembled, "{name}");
    }
    let names: [&[&str]; 2] = [
        &include!("../../src/scheme_names/registered.in"),
        &include!("../../src/scheme_names/in_use.in"),
    ];
    assert!(names.iter().all(|names| names.is_sorted()));
    let names = names.into_iter().flatten();
    assert!(names.clone().count() > 400);
    for name in names {
        assert!(scheme_names::is_known(name), "{name}");
        assert_eq!(scheme_names::resembled(name), None, "{name}");
    }
}

macro_rules! all_names {
    ($($scheme:ident),*) => {$(
        mod $scheme {
            use url1738::$scheme::{
                AnyUrl, BorrowOrShare, Change, CodeInfo, Components, Error, ErrorKind, Escaped, Fix,
                GenericUrl, Host, Hostname, Lint, Lints, Login, Part, PartSpan, Redacted, Repaired,
                Role, Rule, Safety, Span, Storage, Token, plan,
            };

            /// Every name is a type that the functions of the crate return or take.
            #[test]
            fn are_those_of_the_family() {
                let error: Error = GenericUrl::parse("").unwrap_err();
                let (kind, part, role): (ErrorKind, &Part, Role) =
                    (error.kind(), error.part(), error.part().role);
                assert_eq!((kind, role), (ErrorKind::Expected(Token::Colon), Role::Scheme));
                let fix: Option<Fix> = GenericUrl::fix("", &error);
                let span: Span = error.span();
                assert_eq!((fix, span), (None, Span::new(0, 0)));
                assert_eq!(error.rule(), Rule::Bnf(part.production));

                let repaired: Repaired<GenericUrl> = GenericUrl::repair("x://H.dom/a b").unwrap();
                let change: &Change = &repaired.changes[0];
                let info: &'static CodeInfo = change.info;
                assert_eq!((change.code(), info.code), ("space", "space"));
                assert_eq!(change.safety, Safety::Safe);
                fn path<'i, 'o, T: BorrowOrShare<'i, 'o>>(url: &'i GenericUrl<T>) -> Option<Escaped<'o>> {
                    url.path()
                }
                assert_eq!(path(&repaired.url).unwrap(), "a%20b");
                let url: &dyn AnyUrl = &repaired.url;
                let (login, host): (Option<Login<'_>>, Option<Host<'_>>) = (url.login(), url.host());
                assert!(login.is_some());
                let Some(Host::Name(name)) = host else { panic!("{host:?}") };
                let name: Hostname<'_> = name;
                assert_eq!(name.as_str(), "H.dom");
                let path: Option<Escaped<'_>> = url.path();
                assert_eq!(path.unwrap(), "a%20b");
                let components: Components<'_> = url.components();
                assert_eq!(components.get("urlpath"), Some("a%20b"));
                let redacted: Redacted<'_> = url.redacted();
                assert_eq!(redacted.to_string(), "x://H.dom/a%20b");
                let parts: Vec<PartSpan> = url.parts();
                assert_eq!(parts.len(), 3);
                let lints: Lints = url.lints();
                let codes = lints.iter().map(|lint: &Lint| lint.code());
                assert_eq!(codes.count(), lints.len());
                let plan: Result<plan::Plan, plan::Refusal> = url.plan();
                assert!(plan.is_err());
                fn text<T: Storage>(url: &GenericUrl<T>) -> &str {
                    url.as_ref()
                }
                assert_eq!(text(&repaired.url), "x://H.dom/a%20b");
            }
        }
    )*};
}

all_names!(ftp, http, gopher, mailto, news, nntp, telnet, wais, file, prospero);
