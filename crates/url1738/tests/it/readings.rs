//! What three standards read in one text: the table of the docs, made by running them, and the conversions.

use std::fmt::Write as _;

use rstest::rstest;
use url1738::{
    Url,
    convert::ConversionError,
    reading::{COMPONENTS, Reading},
};

/// Twenty URLs that the standards read differently, with what to look at.
const TELLING: [&str; 20] = [
    "ftp://host.dom/a?b",
    "ftp://host.dom/a;type=i",
    "ftp://host.dom//etc/motd",
    "ftp://host.dom/a/../b",
    "ftp://@host.dom/",
    "ftp://u?x@host.dom/",
    "ftp://host.dom",
    "http://host.dom/~joe/",
    "http://host.dom/a#b",
    "http://host.dom?q",
    "http://joe:pw@host.dom/",
    "http://my_host/",
    "http://010.0.0.1/",
    "http://1.2.3/",
    "http://[::1]/",
    "http://host.dom\\@other.dom/",
    "gopher://host.dom/7/find?words",
    "news:a@host.dom",
    "file:/etc/motd",
    "4x://host.dom/",
];

/// One cell: the components that matter, or that the text is refused.
fn cell(reading: Option<Reading>) -> String {
    let Some(reading) = reading else { return "refused".into() };
    let mut cell = String::new();
    for name in ["user", "host", "path", "query", "fragment"] {
        if let Some(value) = reading.component(name) {
            let _ = write!(cell, "{name} `{value}` ").map(|()| ());
        }
    }
    cell.trim_end().replace("``", "empty")
}

fn table() -> String {
    let mut table = String::from("| URL | RFC 1738 | RFC 3986 | WHATWG |\n|---|---|---|---|\n");
    for text in TELLING {
        let here = Url::parse(text).ok();
        let port = here.and_then(|url| url.default_port());
        let ours = here.map(|url| Reading::of(&url));
        let uri = fluent_uri::Uri::parse(text).ok().map(|uri| Reading::of_rfc3986(&uri, port));
        let whatwg = url::Url::parse(text).ok().map(|url| Reading::of_whatwg(&url, port));
        let [a, b, c] = [ours, uri, whatwg].map(cell);
        let _ = writeln!(table, "| `{text}` | {a} | {b} | {c} |");
    }
    table
}

#[test]
fn the_table_of_the_docs_is_what_the_three_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/readings.md");
    let table = table();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &table).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap();
    assert_eq!(committed, table, "run with UPDATE_DOCS=1 to write docs/readings.md anew");
}

#[rstest]
#[case("http://host.dom", None)]
#[case("http://HOST.dom:80/a?b", None)]
#[case("gopher://HOST.dom/1", None)]
#[case("ftp://joe:pw@host.dom/a/b;type=i", None)]
#[case("http://010.0.0.1/", Some("host"))]
#[case("ftp://host.dom/a?b", Some("path"))]
#[case("ftp://host.dom/a/../b", Some("path"))]
#[case("ftp://@host.dom/", Some("user"))]
#[case("ftp://host.dom", Some("path"))]
fn to_whatwg(#[case] text: &str, #[case] differs: Option<&'static str>) {
    let url = Url::parse(text).unwrap();
    let there = url::Url::try_from(&url);
    assert_eq!(there.clone().err(), differs.map(ConversionError::Differs), "{text}");
    if let Ok(there) = there {
        assert!(Url::try_from(&there).unwrap().equivalent(&url), "{text}");
    }
}

#[rstest]
#[case("http://host.dom/a?b", None)]
#[case("ftp://host.dom//a/../b", None)]
#[case("ftp://@host.dom/", None)]
#[case("ftp://host.dom/a?b", Some("path"))]
#[case("mailto:a@host.dom", None)]
#[case("http://host.dom", None)]
#[case("ftp://joe@host.dom/", None)]
fn to_rfc3986(#[case] text: &str, #[case] differs: Option<&'static str>) {
    let url = Url::parse(text).unwrap();
    let there = fluent_uri::Uri::try_from(&url);
    assert_eq!(there.clone().err(), differs.map(ConversionError::Differs), "{text}");
    if let Ok(there) = there {
        assert_eq!(Url::try_from(&there).unwrap().as_str(), text);
    }
}

#[rstest]
#[case("http://host.dom:8080/a?b", true)]
#[case("http://host.dom", true)]
#[case("ftp://host.dom/a?b", false)]
#[case("ftp://joe:pw@host.dom/a", true)]
#[case("ftp://joe@host.dom:2121/a", true)]
#[case("ftp://@host.dom/a", true)]
#[case("news:comp.test", false)]
fn to_http(#[case] text: &str, #[case] same: bool) {
    let url = Url::parse(text).unwrap();
    let there = http::Uri::try_from(&url);
    assert_eq!(there.is_ok(), same, "{text}: {there:?}");
    if let Ok(there) = there {
        assert!(Url::try_from(&there).unwrap().equivalent(&url));
    }
}

/// The path begins after the host, and holds every slash of it.
#[rstest]
#[case("file:///a", None, "/a")]
#[case("file:////a", None, "//a")]
#[case("file://localhost/a", Some("localhost"), "/a")]
#[case("file://host.dom//a", Some("host.dom"), "//a")]
fn the_path_of_a_file(#[case] text: &str, #[case] host: Option<&str>, #[case] path: &str) {
    let reading = Reading::of(&Url::parse(text).unwrap());
    assert_eq!((reading.host.as_deref(), reading.path.as_str()), (host, path));
}

#[test]
fn what_has_no_url_here_says_why() {
    let there = url::Url::parse("http://host.dom/a#b").unwrap();
    let Err(ConversionError::Invalid(error)) = Url::try_from(&there) else { panic!("{there}") };
    assert_eq!(error.code(), "fragment");
    let url = Url::parse("4x://host.dom/").unwrap();
    assert!(matches!(url::Url::try_from(&url), Err(ConversionError::Refused(_))));
}

#[test]
fn a_reading_hides_its_password() {
    let reading = Reading::of(&Url::parse("ftp://joe:s3cret@host.dom/").unwrap());
    assert!(!format!("{reading:?}").contains("s3cret"));
}

/// The user of a request ends at its first colon.
#[rstest]
#[case("http://joe:p:w@host.dom/", Some("joe"), Some("p:w"))]
#[case("http://joe@host.dom/", Some("joe"), None)]
#[case("http://:@host.dom/", Some(""), Some(""))]
#[case("http://host.dom/", None, None)]
fn the_user_of_a_request(
    #[case] text: &str,
    #[case] user: Option<&str>,
    #[case] password: Option<&str>,
) {
    let here = Reading::of_http(&text.parse().unwrap(), Some(80));
    let uri = Reading::of_rfc3986(&fluent_uri::Uri::parse(text).unwrap(), Some(80));
    for reading in [here, uri] {
        assert_eq!((reading.user.as_deref(), reading.password.as_deref()), (user, password));
        assert_eq!((reading.host.as_deref(), reading.port), (Some("host.dom"), Some(80)));
    }
}

#[test]
fn each_component_has_its_name() {
    let reading = Reading::of_rfc3986(
        &fluent_uri::Uri::parse("HTTP://joe:pw@HOST.dom:81/a?b#c").unwrap(),
        None,
    );
    let components = COMPONENTS.map(|name| reading.component(name).unwrap());
    assert_eq!(components, ["http", "joe", "pw", "host.dom", "81", "/a", "b", "c"]);
    assert_eq!(reading.component("authority"), None);
    for name in COMPONENTS {
        let mut other = reading.clone();
        match name {
            "scheme" => other.scheme.clear(),
            "user" => other.user = None,
            "password" => other.password = None,
            "host" => other.host = None,
            "port" => other.port = None,
            "path" => other.path.clear(),
            "query" => other.query = None,
            _ => other.fragment = None,
        }
        assert!(reading.differences(&other).eq([name]));
    }
}

#[test]
fn a_conversion_says_why_it_fails() {
    let refused = ConversionError::Refused("empty host".into());
    assert_eq!(refused.to_string(), "not a URL there: empty host");
    let differs = ConversionError::Differs("path");
    assert_eq!(differs.to_string(), "the other crate reads the path differently");
    let invalid = ConversionError::from(Url::parse("http://h/~").unwrap_err());
    assert!(format!("{invalid:#}").ends_with("; percent-encode it as `%7E`"));
    assert!(matches!(
        http::Uri::try_from(&Url::parse("file:///a").unwrap()),
        Err(ConversionError::Refused(why)) if !why.is_empty()
    ));
}

/// What the types of other crates contain is not read as something else: a query as a file name, or the host of a target in
/// authority form as a scheme.
#[rstest]
#[case("ftp://h/a?b", Some("path"), Some("path"), Some("path"))]
#[case("gopher://h/1a?b", Some("path"), Some("path"), Some("path"))]
#[case("file:///a?b", Some("path"), Some("path"), None)]
#[case("mailto:a?b@c.dom", Some("path"), Some("path"), None)]
#[case("host.dom:443", None, None, Some("scheme"))]
fn from_other_crates(
    #[case] text: &str,
    #[case] whatwg: Option<&'static str>,
    #[case] rfc3986: Option<&'static str>,
    #[case] http: Option<&'static str>,
) {
    let differs = |differs: Option<&'static str>| differs.map(ConversionError::Differs);
    if let Ok(there) = url::Url::parse(text) {
        assert_eq!(Url::try_from(&there).err(), differs(whatwg), "{there}");
    }
    if let Ok(there) = fluent_uri::Uri::parse(text) {
        assert_eq!(Url::try_from(&there.to_owned()).err(), differs(rfc3986), "{there}");
    }
    if let Ok(there) = text.parse::<http::Uri>() {
        assert_eq!(Url::try_from(&there).err(), differs(http), "{there}");
    }
}

/// Default ports of the schemes that the WHATWG standard knows are known to both sides, and what `?` begins in a scheme
/// that RFC 1738 does not define is not a difference.
#[rstest]
#[case("http://host.dom/", None)]
#[case("http://host.dom:80/a?b", None)]
#[case("https://host.dom", None)]
#[case("https://host.dom/", None)]
#[case("https://host.dom/a?b", None)]
#[case("https://host.dom/a?b?c/d", None)]
#[case("https://host.dom/?", None)]
#[case("https://host.dom:443/", None)]
#[case("https://host.dom:8443/a", None)]
#[case("ftp://joe:pw@host.dom/", None)]
#[case("ws://host.dom/", None)]
#[case("ws://host.dom:80/chat?x", None)]
#[case("wss://host.dom/", None)]
#[case("wss://host.dom/chat?x", None)]
#[case("ftp://host.dom/", None)]
#[case("ftp://host.dom/a/b", None)]
#[case("ftp://host.dom:21/", None)]
#[case("file://host.dom/a", None)]
#[case("https://host.dom/a/../b", Some("path"))]
#[case("https://010.0.0.1/", Some("host"))]
#[case("ftp://host.dom/a?b", Some("path"))]
fn every_special_scheme_converts(#[case] text: &str, #[case] differs: Option<&'static str>) {
    let url = Url::parse(text).unwrap();
    let there = url::Url::try_from(&url);
    assert_eq!(there.clone().err(), differs.map(ConversionError::Differs), "{text}");
    if let Ok(there) = there {
        assert!(Url::try_from(&there).is_ok(), "{text}");
    }
    // Dot segments and leading zeros are read by these as they are written; the last differ as the
    // query of ftp does.
    let as_written = text.starts_with("ftp:") && text.contains('?');
    let expected = differs.filter(|_| as_written).map(ConversionError::Differs);
    let rfc3986 = fluent_uri::Uri::<String>::try_from(&url);
    assert_eq!(rfc3986.err(), expected, "{text}");
    assert_eq!(http::Uri::try_from(&url).err(), expected, "{text}");
}

/// The readings of both sides show no secret.
#[test]
fn a_reading_shows_no_secret() {
    for text in [
        "ftp://joe:kanarienvogel@h/",
        "http://h/ftp://joe:kanarienvogel@h/",
        "http://h/?u=ftp:%2F%2Fjoe:kanarienvogel@h",
        "https://h/?password=kanarienvogel",
        "https://h/a?x=1&password=kanarienvogel",
        "jdbc:mysql://joe:kanarienvogel@h/",
        "x-db://joe:kanarienvogel@db_host/",
    ] {
        let reading = Reading::of(&Url::parse(text).unwrap());
        assert!(
            !format!("{reading:?}{reading:#?}").contains("kanarienvogel"),
            "{text}: {reading:?}"
        );
        if let Ok(there) = url::Url::parse(text) {
            let there = Reading::of_whatwg(&there, None);
            assert!(!format!("{there:?}{there:#?}").contains("kanarienvogel"), "{text}: {there:?}");
        }
    }
}

/// What is not a secret is shown, component by component.
#[test]
fn a_reading_shows_its_components() {
    let reading =
        Reading::of(&Url::parse("ftp://joe%3Ax:s3cret@h:99/a/ftp://u:s3cret@h/?b").unwrap());
    let shown = r#"Reading { scheme: Some("ftp"), user: Some("joe%3A***"), password: Some("***"), host: Some("h"), port: Some("99"), path: Some("/a/ftp://u:***@h/?b"), query: None, fragment: None }"#;
    assert_eq!(format!("{reading:?}"), shown);
    let there = url::Url::parse("http://h/ftp://u:s3cret@i/?c=d#e").unwrap();
    let shown = r#"Reading { scheme: Some("http"), user: None, password: None, host: Some("h"), port: Some("80"), path: Some("/ftp://u:***@i/"), query: Some("c=d"), fragment: Some("e") }"#;
    assert_eq!(format!("{:?}", Reading::of_whatwg(&there, None)), shown);
}

/// The host of a scheme that the WHATWG standard does not know is opaque: its case stays, and two cases are two hosts.
#[rstest]
#[case("http://HOST.Dom/", "host.dom")]
#[case("ftp://HOST.Dom/", "host.dom")]
#[case("gopher://HOST.Dom/1", "HOST.Dom")]
#[case("telnet://HOST.Dom/", "HOST.Dom")]
#[case("x-db://HOST.Dom/a", "HOST.Dom")]
fn opaque_hosts_keep_their_case(#[case] text: &str, #[case] host: &str) {
    let url = Url::parse(text).unwrap();
    let there = url::Url::parse(text).unwrap();
    assert_eq!(there.host_str(), Some(host));
    let whatwg = Reading::of_whatwg(&there, url.default_port());
    assert_eq!(whatwg.host.as_deref(), Some(host));
    let ours = Reading::of(&url);
    assert_eq!(ours.host.as_deref(), Some("host.dom"));
    assert_eq!(ours.differences(&whatwg).any(|name| name == "host"), host != "host.dom");
    // The host is the same machine, so the URL converts.
    assert_eq!(url::Url::try_from(&url), Ok(there));
}

/// The `url` crate has an empty user where there is none, and beside a password.
#[rstest]
#[case("ftp://joe:pw@h/", Some("joe"), Some("pw"))]
#[case("ftp://joe@h/", Some("joe"), None)]
#[case("ftp://:pw@h/", Some(""), Some("pw"))]
#[case("ftp://h/", None, None)]
fn the_user_of_the_other_standard(
    #[case] text: &str,
    #[case] user: Option<&str>,
    #[case] password: Option<&str>,
) {
    let reading = Reading::of_whatwg(&url::Url::parse(text).unwrap(), None);
    assert_eq!((reading.user.as_deref(), reading.password.as_deref()), (user, password));
}
