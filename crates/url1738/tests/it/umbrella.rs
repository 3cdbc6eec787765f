//! What the umbrella reports of every variant alike, a URL of each scheme.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use url1738::{Error, FtpUrl, GenericUrl, Login, Part, SchemeKind, Url};

type Row = (&'static str, &'static str, Option<u16>, Option<&'static str>, usize);

/// A URL of each variant: its scheme, its default port, its host, the number of its parts.
const EACH: [Row; 11] = [
    ("ftp://h.dom/a", "ftp", Some(21), Some("h.dom"), 3),
    ("http://h.dom/a?b", "http", Some(80), Some("h.dom"), 4),
    ("gopher://h.dom/0a", "gopher", Some(70), Some("h.dom"), 4),
    ("mailto:a@h.dom", "mailto", None, None, 2),
    ("news:a@h.dom", "news", Some(119), None, 2),
    ("nntp://h.dom/g/1", "nntp", Some(119), Some("h.dom"), 4),
    ("telnet://u@h.dom/", "telnet", Some(23), Some("h.dom"), 3),
    ("wais://h.dom/db", "wais", Some(210), Some("h.dom"), 3),
    ("file://h.dom/a", "file", None, None, 3),
    ("prospero://h.dom/a", "prospero", Some(1525), Some("h.dom"), 3),
    ("X-db://h.dom/a", "X-db", None, Some("h.dom"), 3),
];

#[test]
fn each_variant_agrees_with_its_text() {
    for (text, scheme, port, host, parts) in EACH {
        let url = Url::parse(text).unwrap();
        let kind = match url {
            Url::Other(_) => SchemeKind::Experimental,
            _ => SchemeKind::Standard,
        };
        assert_eq!((url.scheme(), url.default_port(), url.scheme_kind()), (scheme, port, kind));
        assert_eq!(url.login().map(Login::host_str), host, "{text}");
        let (listed, mut report) = (url.parts(), Vec::new());
        url.each_part(&mut |part| report.push(part));
        assert_eq!((listed.len(), &listed), (parts, &report), "{text}");
        assert_eq!(url.components().iter().count(), parts, "{text}");

        let owned = url.to_owned();
        assert_eq!((owned.as_str(), owned.view()), (text, url));
        assert_eq!(AsRef::<str>::as_ref(&owned), text);
        assert_eq!(Url::parse_bytes(text.as_bytes()).as_ref(), Ok(&url));
        assert_eq!(Url::try_from(text.to_owned()).as_ref(), Ok(&owned));
        assert_eq!(owned.redacted().to_string(), text);
        assert_eq!(owned.clone().into_generic(), GenericUrl::parse(text).unwrap().to_owned());
        assert_eq!(owned.clone().into_string(), text);

        let upper = Url::try_from(text.replace("h.dom", "H.DOM")).unwrap();
        assert_ne!(upper, owned);
        // Only an address and an opaque text keep the case of what would be a host.
        let same = !matches!(owned, Url::Mailto(_) | Url::News(_));
        assert_eq!(upper.equivalent(&owned), same, "{text}");
        assert_eq!(owned.lints(), url.lints());
        assert_eq!(owned.lints().has("upper-case-scheme"), scheme == "X-db");
    }
}

/// The columns of a table have each name once.
#[test]
fn every_part_is_listed_once() {
    let listed: Vec<&str> = url1738::parts().into_iter().map(Part::name).collect();
    let names: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(listed.len(), names.len(), "{listed:?}");
    for (text, ..) in EACH {
        let url = Url::parse(text).unwrap();
        url.each_part(&mut |at| assert!(names.contains(at.part.name()), "{at:?} of {text}"));
    }
}

/// A URL turns into the type of its scheme, and is given back where it is of another.
#[test]
fn a_variant_is_taken_out() {
    let url = Url::parse("ftp://h/a").unwrap();
    assert_eq!(FtpUrl::try_from(url), Ok(FtpUrl::parse("ftp://h/a").unwrap()));
    let other = Url::parse("x-a:b").unwrap();
    let error = FtpUrl::try_from(other).unwrap_err();
    assert_eq!(error.to_string(), "expected scheme `ftp`, found `x-a`");
    assert_eq!(error.url, other);
    for (text, ..) in EACH {
        assert_eq!(FtpUrl::try_from(Url::parse(text).unwrap()).is_ok(), text.starts_with("ftp"));
    }
}

/// The ten names stay theirs: what their types refuse is not a URL of another scheme.
#[test]
fn no_name_falls_back() {
    for (text, scheme, ..) in EACH {
        let broken = format!("{scheme}:~");
        let refused: Result<Url, Error> = broken.parse();
        assert!(refused.is_err(), "{text}");
        assert!(Url::repair(b"~:").is_err());
    }
    assert!(matches!(Url::parse("ft:x"), Ok(Url::Other(_))));
    assert!(matches!(Url::parse("ftpp:x"), Ok(Url::Other(_))));
    assert!(matches!(Url::parse("f:x"), Ok(Url::Other(_))));
    assert!(matches!(Url::parse("prosperos://h/a"), Ok(Url::Other(_))));
    assert_eq!(Url::parse("prospero;//h/a").unwrap_err().code(), "unexpected-byte");
    assert_eq!(Url::parse("prospero").unwrap_err().code(), "expected-delimiter");
    assert!(Url::parse(":x").is_err() && Url::parse("").is_err());
}

/// The address is that of the host, with the port of the URL or of its scheme.
#[cfg(feature = "std")]
#[test]
fn addresses() {
    use std::net::ToSocketAddrs as _;
    for (text, expected) in [
        ("ftp://127.0.0.1/", "127.0.0.1:21"),
        ("http://127.0.0.1:8080", "127.0.0.1:8080"),
        ("gopher://010.0.0.1", "10.0.0.1:70"),
        ("nntp://10.0.0.1/g", "10.0.0.1:119"),
        ("telnet://10.0.0.1", "10.0.0.1:23"),
        ("wais://10.0.0.1/d", "10.0.0.1:210"),
        ("prospero://10.0.0.1/a", "10.0.0.1:1525"),
        ("x-a://10.0.0.1:7", "10.0.0.1:7"),
        ("https://10.0.0.1/", "10.0.0.1:443"),
    ] {
        let addresses: Vec<_> = Url::parse(text).unwrap().to_socket_addrs().unwrap().collect();
        assert_eq!(addresses, [expected.parse().unwrap()], "{text}");
    }
    for text in ["mailto:a@h", "news:*", "file:///a", "x-a:b", "x-a://10.0.0.1"] {
        assert!(Url::parse(text).unwrap().to_socket_addrs().is_err(), "{text}");
    }
}

/// A generic URL turns into that of its scheme, or into none: no value is of another type than its text.
#[test]
fn a_generic_url_chooses_its_scheme_anew() {
    for (text, ..) in EACH {
        let generic = GenericUrl::parse(text).unwrap().to_owned();
        assert_eq!(Url::try_from(generic), Ok(Url::parse(text).unwrap().to_owned()));
    }
    let back = GenericUrl::from(FtpUrl::parse("ftp://h/a").unwrap().to_owned());
    assert!(matches!(Url::try_from(back), Ok(Url::Ftp(_))));
    for text in [
        "ftp:x",
        "ftp://h/a;b",
        "FTP://h/a;b",
        "http://u@h/",
        "mailto:a",
        "gopher://h/0%0A",
        "http:",
    ] {
        let generic = GenericUrl::parse(text).unwrap().to_owned();
        assert_eq!(Url::try_from(generic), Err(Url::parse(text).unwrap_err()), "{text}");
    }
}

/// A URL of another scheme is shown like one of the general syntax, without its password.
#[test]
fn a_url_of_another_scheme_is_a_generic_one() {
    let Ok(Url::Other(other)) = Url::parse("x-a://joe:s3cret@h/b") else { panic!("of no scheme") };
    assert_eq!((other.login().unwrap().host_str(), other.as_ref()), ("h", "x-a://joe:s3cret@h/b"));
    assert_eq!(other.to_string(), "x-a://joe:s3cret@h/b");
    assert!(!format!("{other:?}{other:#?}").contains("s3cret"));
    assert_eq!(format!("{other:?}"), format!("{:?}", other.into_generic()));
}

/// The umbrella's methods are those of the traits of its crates.
#[cfg(all(feature = "relative", feature = "surt"))]
#[test]
fn references_and_keys() {
    use url1738::surt::Profile;
    let [base, target, key, other] =
        ["http://h/a/b", "http://h/a/c", "ftp://joe:pw@host.dom/a", "ftp://h/a/c"]
            .map(|text| Url::parse(text).unwrap());
    assert_eq!(base.relativize(&target).as_deref(), Some("c"));
    assert_eq!(base.relativize(&other), None);
    assert_eq!(key.surt(Profile::Exact).as_deref(), Ok("dom,host)ftp://joe@/a"));
}

/// The place of an error begins and ends between characters, whatever character is in whatever place.
#[test]
fn errors_mark_whole_characters() {
    let urls = [
        "ftp://joe:pw@host.dom:21/a/b%20c;type=i",
        "http://host.dom:80/a;b/c?d=e",
        "gopher://host.dom:70/7/find%09words%09+text",
        "mailto:joe%25s@host.dom",
        "news:comp.infosystems.www",
        "news:12@host.dom",
        "nntp://host.dom:119/comp.test/1738",
        "telnet://joe:pw@host.dom:23/",
        "wais://host.dom/database/TEXT/1=a",
        "wais://host.dom/database?words",
        "file://host.dom/etc/motd",
        "prospero://host.dom:1525/pub/a;version=2",
        "x-db://joe:pw@host.dom:1/a?b",
    ];
    let mut errors = 0;
    for url in urls {
        for at in 0..=url.len() {
            for after in [at, (at + 1).min(url.len())] {
                for wrong in [
                    "\u{e9}",
                    "\u{65e5}\u{672c}",
                    "\u{1f600}",
                    "a\u{301}",
                    "%\u{e9}",
                    ":\u{e9}@",
                    ";\u{e9}",
                ] {
                    let text = format!("{}{wrong}{}", &url[..at], &url[after..]);
                    let Err(error) = Url::parse(&text) else { continue };
                    let range = error.span().range();
                    assert!(text.get(range).is_some(), "{text}: {:?}", error.span());
                    errors += 1;
                }
            }
        }
    }
    assert!(errors > 5000, "{errors}");
}

#[test]
fn the_names_of_section_3_are_those_of_the_crates() {
    let names = url1738::SCHEMES.iter().map(|scheme| scheme.name);
    let standard: Vec<_> = names.filter(|it| SchemeKind::of(it) == SchemeKind::Standard).collect();
    assert_eq!(standard, SchemeKind::STANDARD_NAMES);
}

/// The source files of all libraries of the family.
pub(crate) fn sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folders of the crates are readable") {
            let path = entry.expect("an entry of a folder").path();
            let library = path.components().any(|part| part.as_os_str() == "src");
            if path.is_dir() && (library || !path.ends_with("tests")) {
                folders.push(path);
            } else if library && path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found
}

const TUTORIAL: &str = include_str!("../../../url1738-core/docs/own-scheme.md");

#[test]
fn a_scheme_takes_under_80_lines() {
    let (_, code) = TUTORIAL.split_once("```\n").unwrap();
    let (scheme, _) = code.split_once("// The scheme is complete.").unwrap();
    assert!(scheme.lines().count() < 80, "{} lines", scheme.lines().count());
    assert!(scheme.lines().all(|line| line.len() <= 120));
    for needed in ["impl_login!(", "form!(", "HAS_LOGIN: bool = true", "fn plan("] {
        assert!(scheme.contains(needed), "{needed}");
    }
}

#[test]
fn a_password_with_an_at_sign_is_repaired_as_in_ftp() {
    let (given, _) = TUTORIAL.split_once("RedisUrl::repair(\"").unwrap().1.split_once('"').unwrap();
    let (_, after) = TUTORIAL.split_once("repaired.url, \"").unwrap();
    let (shown, _) = after.split_once('"').unwrap();
    assert_eq!(given, "redis://:p@w@h/2");
    let ftp = FtpUrl::repair(given.replace("redis", "ftp")).unwrap();
    assert_eq!(ftp.url.as_str().replace("ftp", "redis"), shown);
}
