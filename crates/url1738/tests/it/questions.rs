//! The common questions have the same answers in the type of a scheme, in `Url`, in `GenericUrl` and in `dyn AnyUrl`.

use url1738::{
    AnyUrl, Escaped, FileUrl, FtpUrl, GenericUrl, GopherUrl, Host, HttpUrl, MailtoUrl, NewsUrl,
    NntpUrl, ProsperoUrl, TelnetUrl, Url, WaisUrl, WrongScheme, registry,
};

/// An answer of the type of a scheme, which returns without `Option` what its grammar requires.
trait Answer {
    type Of;
    fn answer(self) -> Option<Self::Of>;
}

impl<T> Answer for Option<T> {
    type Of = T;

    fn answer(self) -> Self {
        self
    }
}

macro_rules! certain {
    ($($T:ty),*) => {$(
        impl Answer for $T {
            type Of = Self;

            fn answer(self) -> Option<Self> {
                Some(self)
            }
        }
    )*};
}

certain!(Host<'_>, &str, u16, Escaped<'_>);

type Answers<'a> = (
    &'a str,
    Option<Host<'a>>,
    Option<&'a str>,
    Option<u16>,
    Option<u16>,
    Option<Escaped<'a>>,
    Option<Escaped<'a>>,
    Option<Escaped<'a>>,
    &'a str,
    String,
    Vec<(&'static str, &'a str)>,
);

macro_rules! answers {
    ($url:expr) => {{
        let url = $url;
        (
            url.scheme(),
            url.host().answer(),
            url.host_str().answer(),
            url.port().answer(),
            url.port_or_default().answer(),
            url.user().answer(),
            url.password().answer(),
            url.path().answer(),
            url.as_str(),
            url.redacted().to_string(),
            url.components().iter().map(|(part, text)| (part.name(), text)).collect(),
        )
    }};
}

fn of_any(url: &dyn AnyUrl) -> Answers<'_> {
    answers!(url)
}

/// Checks that all ways to ask agree, and returns whether the URL has a type.
fn check(text: &str) -> bool {
    let url = Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let expected: Answers<'_> = answers!(&url);
    let owned = url.into_owned();
    assert_eq!(of_any(&url), expected, "{text}");
    assert_eq!(of_any(&owned), expected, "{text}");
    let registered = registry().parse(text).unwrap();
    assert_eq!(of_any(&*registered), expected, "{text}");

    let mut typed = 0;
    macro_rules! each {
        ($($Type:ident, $as:ident, $name:literal;)*) => {$(
            assert_eq!(url.$as().is_some(), url.scheme() == $name, "{text}");
            match $Type::try_from(url) {
                Ok(own) => {
                    typed += 1;
                    let found: Answers<'_> = answers!(&own);
                    assert_eq!(found, expected, "{text}");
                    assert_eq!(of_any(&own), expected, "{text}");
                    assert_eq!(url.$as(), Some(&own));
                    assert_eq!(registered.downcast_ref::<$Type>(), Some(&own.into_owned()));
                    assert_eq!($Type::try_from(owned.clone()).as_ref(), Ok(&own.into_owned()));
                }
                Err(error) => {
                    assert_eq!((error.expected, error.found()), ($name, url.scheme()));
                    assert_eq!(error.url, url);
                    let error: WrongScheme = $Type::try_from(owned.clone()).unwrap_err();
                    let shown = format!("expected scheme `{}`, found `{}`", $name, url.scheme());
                    assert_eq!(error.to_string(), shown);
                    let error: Box<dyn std::error::Error> = Box::new(error);
                    let error = error.downcast::<WrongScheme>().unwrap();
                    assert_eq!(error.url, owned);
                }
            }
        )*};
    }
    each!(
        FtpUrl, as_ftp, "ftp";
        HttpUrl, as_http, "http";
        GopherUrl, as_gopher, "gopher";
        MailtoUrl, as_mailto, "mailto";
        NewsUrl, as_news, "news";
        NntpUrl, as_nntp, "nntp";
        TelnetUrl, as_telnet, "telnet";
        WaisUrl, as_wais, "wais";
        FileUrl, as_file, "file";
        ProsperoUrl, as_prospero, "prospero";
    );
    #[cfg(all(feature = "https", feature = "ws", feature = "wss"))]
    {
        use url1738::{HttpsUrl, WsUrl, WssUrl};
        each!(HttpsUrl, as_https, "https"; WsUrl, as_ws, "ws"; WssUrl, as_wss, "wss";);
    }
    let generic = GenericUrl::parse(text).unwrap();
    assert_eq!(of_any(&generic), answers!(&generic), "{text}");
    // The generic syntax knows no default port, no case of the name, no path of a scheme, and no host without a login.
    // An address may begin with two slashes, after which it reads a host.
    if !matches!(url, Url::Mailto(_)) {
        assert_eq!((generic.port(), generic.user()), (url.port(), url.user()), "{text}");
        assert_eq!(generic.password(), url.password(), "{text}");
    }
    if !matches!(url, Url::File(_) | Url::Mailto(_)) {
        assert_eq!((generic.host(), generic.host_str()), (url.host(), url.host_str()), "{text}");
    }
    match &url {
        Url::Other(_) => assert_eq!(of_any(&generic), expected, "{text}"),
        _ => assert_eq!(typed, 1, "{text}"),
    }
    typed == 1
}

/// URLs of all schemes, with every question answered by some and refused by others.
const URLS: [&str; 31] = [
    "ftp://joe:p%40ss@HOST.dom:2121/%2Fetc/motd;type=i",
    "FTP://@10.0.0.1:0021/",
    "ftp://u:@host.dom",
    "http://HOST.dom:080/a%2Fb/c?find&x=1",
    "http://1.2.3.4/?",
    "http://host.dom",
    "gopher://host.dom:70/7find%09words%09+",
    "gopher://host.dom/",
    "gopher://host.dom",
    "mailto:joe%25host@relay.dom",
    "news:*",
    "news:comp.lang.c",
    "news:a%25b@host.dom",
    "nntp://host.dom/comp.lang.c",
    "nntp://host.dom:120/comp.lang.c/0010",
    "telnet://guest:pw@host.dom:24/",
    "telnet://host.dom",
    "wais://host.dom/db",
    "wais://host.dom:211/db?find",
    "wais://host.dom/db/TEXT/1%3Dhost%3B2",
    "file:///etc/motd",
    "file://LOCALHOST/etc/motd",
    "file://127.0.0.1/etc//motd",
    "prospero://host.dom//pros/name;VERSION=1;VERSION=2",
    "prospero://host.dom:1526/name",
    "x-db://joe:pw@HOST.dom:5432/orders?sslmode=require",
    "X-DB://host.dom",
    "x-db:///orders",
    "x-db://db_host:5432/orders",
    "tel:+358-555-1234567",
    "x:",
];

#[test]
fn all_types_answer_the_same() {
    let typed = URLS.iter().filter(|text| check(text)).count();
    assert_eq!(typed, 25);
}

/// The vectors of all crates.
#[test]
fn all_types_give_equal_answers_for_the_vectors() {
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let mut count = 0;
    for name in
        ["ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero"]
    {
        let folder = format!("{crates}/url1738-{name}/tests/data");
        for entry in std::fs::read_dir(folder).unwrap() {
            let file = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            let texts = file.lines().filter_map(|line| line.split_once('\t')).map(|(text, _)| text);
            count += texts.filter(|text| Url::parse(text).is_ok() && check(text)).count();
        }
    }
    assert!(count >= 150, "{count} vectors");
}

#[cfg(feature = "arbitrary")]
mod made {
    use arbitrary::{Arbitrary as _, Unstructured};
    use proptest::{collection::vec, prelude::*};
    use url1738::Url;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn all_types_give_equal_answers_for_any_url(bytes in vec(any::<u8>(), 0..200)) {
            let url = Url::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
            super::check(url.as_str());
        }
    }
}

/// A trait object is downcast by value, or comes back.
#[test]
fn boxes_are_downcast_by_value() {
    let url: Box<dyn AnyUrl> = registry().parse("ftp://host.dom/a").unwrap();
    let url = url.downcast::<HttpUrl>().unwrap_err();
    let url: Box<FtpUrl> = url.downcast().unwrap();
    assert_eq!(url.into_string(), "ftp://host.dom/a");

    let url: Box<dyn AnyUrl> = Box::new(Url::parse("wais://host.dom/db").unwrap().into_owned());
    assert!(url.downcast_ref::<WaisUrl>().is_none());
    let url: Box<Url> = url.downcast().unwrap();
    assert!(url.as_wais().is_some());

    // A borrowed text has no owned value.
    let url: Box<dyn AnyUrl> = Box::new(Url::parse("wais://host.dom/db").unwrap());
    let url = url.downcast::<Url<&'static str>>().unwrap_err();
    assert_eq!(url.as_str(), "wais://host.dom/db");
}

/// In an iterator, `to_owned` is that of the standard library and copies the reference; `into_owned` owns the text.
#[test]
fn into_owned_is_not_shadowed() {
    let text = String::from("ftp://host.dom/a");
    let urls = [Url::parse(&text).unwrap(), Url::parse("x-db://host.dom/b").unwrap()];
    let owned: Vec<Url> = urls.iter().map(|url| url.into_owned()).collect();
    assert_eq!(owned[0], "ftp://host.dom/a");
    let typed: Vec<FtpUrl> =
        urls.iter().filter_map(Url::as_ftp).map(|url| url.into_owned()).collect();
    assert_eq!(typed, [FtpUrl::parse(&text).unwrap()]);
    let again: FtpUrl = typed[0].clone().into_owned();
    let generic: GenericUrl = GenericUrl::parse(&text).unwrap().into_owned();
    drop(text);
    assert_eq!((again.as_str(), generic.as_str()), ("ftp://host.dom/a", "ftp://host.dom/a"));
}

/// The registry repairs by the rules of the scheme, as [`Url::repair`] does.
#[test]
fn the_registry_repairs() {
    let registry = registry();
    for text in [
        "<URL:ftp://joe:p@ss@host.dom/a b>",
        "FTP://host.dom/;TYPE=A",
        "http://host.dom/~joe?x#top",
        "gopher:host.dom",
        "file:/etc/motd",
        "x-db://my host/a",
        "mailto:joe smith@host.dom",
        "url:ftp",
        "ftp:~",
        "",
        "news:",
        " x-db://host.dom/a|b ",
    ] {
        match (registry.repair(text), Url::repair(text)) {
            (Ok(found), Ok(expected)) => {
                assert_eq!(found.url.as_str(), expected.url.as_str(), "{text}");
                assert_eq!(found.changes, expected.changes, "{text}");
                assert_eq!(found.fragment, expected.fragment, "{text}");
                let again = registry.parse(found.url.as_str()).unwrap();
                assert_eq!(
                    (again.scheme(), again.parts()),
                    (found.url.scheme(), found.url.parts())
                );
            }
            (Err(found), Err(expected)) => assert_eq!(found, expected, "{text}"),
            (found, expected) => panic!("{text}: {found:?} and {expected:?}"),
        }
    }
}
