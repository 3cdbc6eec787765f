//! The profiles of keys: `exact`, and `wayback-0.3.1` against the vectors of the package.

use std::{collections::HashMap, fs};

use rstest::rstest;
use url1738::{AnyUrl, Url, surt::Profile};
use url1738_surt::{SurtError, wayback_key};

/// The keys that the package has, as `tests/package/compare.py --vectors` recorded them.
#[test]
fn keys_are_those_of_the_package() {
    let vectors = include_str!("../wayback.tsv");
    let (mut same, mut refused) = (0, 0);
    for line in vectors.lines() {
        let (text, expected) = line.split_once('\t').unwrap();
        let text: String = serde_json::from_str(text).unwrap();
        let expected: String = serde_json::from_str(expected).unwrap();
        match wayback_key(text.as_bytes()) {
            Ok(key) => {
                assert_eq!(key, expected, "{text:?}");
                same += 1;
            }
            Err(_) => {
                assert_eq!(expected, "!", "{text:?}");
                refused += 1;
            }
        }
        if let Ok(url) = Url::parse(&text) {
            assert_eq!(url.surt(Profile::Wayback0_3_1).unwrap(), expected, "{text:?}");
        }
    }
    assert!(same > 2000 && refused > 0, "{same} {refused}");
}

/// The examples of the package's README and tests.
#[rstest]
#[case("", "-")]
#[case("filedesc:foo.arc.gz", "filedesc:foo.arc.gz")]
#[case("filedesc://foo.arc.gz", "filedesc://foo.arc.gz")]
#[case("dns:archive.org", "dns:archive.org")]
#[case("mailto:foo@example.com", "mailto:foo@example.com")]
#[case("ftp://www.example.com/", "com,example)/")]
#[case("http://archive.org/goo/?a=2&b&a=1", "org,archive)/goo?a=1&a=2&b")]
#[case("http://www2.archive.org/?", "org,archive)/")]
#[case("http://%E9%FF/a", "http:/a")]
#[case("http://010.0.0.170/", "170,0,0,8)/")]
#[case("http://010.0.0.180/", "180,0,0,010)/")]
#[case("http://archive.org:8080/", "org,archive:8080)/")]
#[case(
    "http://archive.org/index.php?PHPSESSID=0123456789abcdefghijklemopqrstuv&action=profile;u=4221",
    "org,archive)/index.php?action=profile;u=4221"
)]
#[case("http://legacy.example.com/a//b/./c/../d/", "com,example,legacy)/a/b/d")]
fn keys_of_the_packages_own_tests(#[case] text: &str, #[case] key: &str) {
    assert_eq!(wayback_key(text.as_bytes()).as_deref(), Ok(key));
}

#[rstest]
#[case("https://joe:pw@host.dom/x")]
#[case("ftp://joe:pw@host.dom/x")]
#[case("http://host.dom/?u=ftp://joe:pw@host.dom/")]
#[case("http://host.dom/?u=ftp%3A%2F%2Fjoe%3Apw%40host.dom/")]
#[case("http://host.dom/?a=1&password=pw&z=2")]
#[case("http:////joe:pw@host.dom/x")]
#[case("http://http://joe:pw@host.dom/x")]
#[case("x-db:/joe:pw@host.dom/")]
#[case("x-db:joe:pw@host.dom/")]
#[case("file:///joe:pw@host.dom/")]
#[case("ftp://joe:12?pw@host.dom/")]
#[case("ftp://joe:pw?@host.dom/")]
#[case("ftp://joe?:pw@host.dom/x")]
#[case("ftp://joe:a?pw/x@host.dom/")]
#[case("telnet://a;b?c&:=pw;g?h@host.dom/")]
#[case("telnet://a;p%3aw%2fxb?c&:=pw;g?h@host.dom/")]
#[case("telnet://a;b?c%253Apw&:=pw;g?h@host.dom/")]
#[case("https-db://a?b:pw@host.dom/")]
#[case("x-db://a;b?&:=pw;g?h@host.dom/gopher://a:b?/c%40d")]
#[case("x-db://host.dom?u=ftp://joe:pw@host.dom/")]
fn no_key_contains_a_password(#[case] text: &str) {
    for text in [text.to_owned(), text.to_uppercase()] {
        let key = wayback_key(text.as_bytes()).unwrap();
        assert!(!key.contains("pw"), "{text} {key}");
        if let Ok(url) = Url::parse(&text) {
            for profile in [Profile::Wayback0_3_1, Profile::Exact] {
                let key = url.surt(profile).unwrap();
                assert!(!key.to_lowercase().contains("pw"), "{text} {key}");
            }
        }
    }
}

/// The pieces of a password with a `?` are not those of a URL.
#[rstest]
#[case("ftp://joe:12?pw@host.dom/", "dom,host)/")]
#[case("ftp://joe:a?pw/x@host.dom/", "dom,host)/")]
#[case("x-db://:p?w@host.dom/", "dom,host)/")]
#[case("x-db://jo%3:p?w@h/", "h)/")]
#[case("x-db://j?o%3ape@h/", "j)/?o@h/")]
#[case("x-db://joe?a%3Apw@host.dom/", "joe)/?a@host.dom/")]
#[case("x-db://host.dom/a:b?c@d", "dom,host)/a:b?c@d")]
#[case("news:12:34@host.dom", "news:12:34@host.dom")]
#[case("news:a:b:c@host.dom", "news:a:b:c@host.dom")]
#[case("mailto:%22a:b:c%22@host.dom", "mailto:\"a:b:c\"@host.dom")]
#[case("x:jo:e:p?w@h", "x:jo:***@h")]
#[case("x-db://h?password=a?b&c=@d", "h)/?c=@d&password=***")]
#[case("eyJ0.e30.c2lnbmVk:joe", "***:joe")]
fn keys_of_divided_passwords(#[case] text: &str, #[case] key: &str) {
    assert_eq!(wayback_key(text.as_bytes()).as_deref(), Ok(key));
}

#[test]
fn what_the_package_refuses_is_an_error() {
    assert_eq!(wayback_key(b"\t \n"), Err(SurtError::NoUrl));
    assert_eq!(wayback_key(b"http://h:x/"), Err(SurtError::InvalidPort));
    assert_eq!(wayback_key(b"http://h:65536/"), Err(SurtError::InvalidPort));
}

/// No bytes panic.
#[test]
fn any_bytes_have_a_key_or_an_error() {
    let pieces: [&[u8]; 24] = [
        b"http:",
        b"//",
        b"/",
        b":",
        b"@",
        b"%",
        b"25",
        b"\xFF",
        b"?",
        b"#",
        b"[",
        b"]",
        b"0",
        b".",
        b"..",
        b"www",
        b"(",
        b")",
        b"&",
        b"=",
        b" ",
        b"\n",
        b"filedesc",
        b"a",
    ];
    let mut seed = 1738_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    let mut keys = 0;
    for _ in 0..100_000 {
        let text: Vec<u8> =
            (0..random(12)).flat_map(|_| pieces[random(pieces.len())].iter().copied()).collect();
        keys += usize::from(wayback_key(&text).is_ok());
    }
    assert!(keys > 20_000, "{keys}");
}

/// Only https has port 443, only the page after a session's identifier counts, and an identifier needs its letters.
#[rstest]
#[case("https://h.dom:443/", "dom,h)/")]
#[case("ftp://h.dom:443/", "dom,h:443)/")]
#[case("http://h.dom/(S(4hqa0555fwsecu455xqckv45))/a.aspx", "dom,h)/a.aspx")]
#[case("http://h.dom/()/a.aspx", "dom,h)/()/a.aspx")]
#[case(
    "http://h.dom/(S(4hqa0555fwsecu455xqckv45))/a?b.aspx",
    "dom,h)/(s(4hqa0555fwsecu455xqckv45))/a?b.aspx"
)]
#[case(
    "http://h.dom/(S(4hqa0555fwsecu455xqckv45))/a%3Fb.aspx",
    "dom,h)/(s(4hqa0555fwsecu455xqckv45))/a?b.aspx"
)]
#[case("http://h.dom/(S(4hqa0555fwsecu455xqckv45))/a.aspx%3Fb", "dom,h)/a.aspx?b")]
fn what_a_rule_applies_to(#[case] text: &str, #[case] key: &str) {
    assert_eq!(wayback_key(text.as_bytes()).as_deref(), Ok(key));
}

#[test]
fn profiles_have_names() {
    assert_eq!("exact".parse::<Profile>(), Ok(Profile::Exact));
    assert_eq!("wayback-0.3.1".parse::<Profile>(), Ok(Profile::Wayback0_3_1));
    assert!("surt".parse::<Profile>().is_err());
}

/// Hosts outside US-ASCII are written as the codec `idna` of Python writes them; hosts that it refuses are escaped.
#[rstest]
#[case("http://münchen.example/", "example,xn--mnchen-3ya)/")]
#[case("http://M%C3%9CNCHEN.example/", "example,xn--mnchen-3ya)/")]
#[case("http://www.bücher.de:8080/", "de,xn--bcher-kva:8080)/")]
#[case("http://faß.de/", "de,fass)/")]
#[case("http://FAẞ.de/", "de,fass)/")]
#[case("http://βόλος.com/", "com,xn--nxasmq6b)/")]
#[case("http://a\u{200d}é.com/", "com,xn--a-bga)/")]
#[case("http://a\u{200c}é.com/", "com,xn--a-bga)/")]
#[case("http://中文。com/", "com,xn--fiq228c)/")]
#[case("http://例え。テスト/", "xn--zckzah,xn--r8jz45g)/")]
#[case("http://\u{1f4a9}.la/", "la,xn--ls8h)/")]
#[case("http://xn--mnchen-3ya.example/", "example,xn--mnchen-3ya)/")]
#[case("http://h%FFé.dom/", "dom,xn--h-bga)/")]
#[case("http://h%FF.dom/", "dom,h)/")]
#[case("http://é..dom/", "dom,%c3%a9)/")]
#[case("http://é.dom./", "dom,xn--9ca)/")]
#[case("http://a\u{ad}é.com/", "com,xn--a-bga)/")]
fn hosts_outside_ascii(#[case] text: &str, #[case] key: &str) {
    assert_eq!(wayback_key(text.as_bytes()).as_deref(), Ok(key));
}

/// A label in punycode has at most 63 characters.
#[test]
fn labels_that_are_too_long_are_escaped() {
    for (count, is_short) in [(55, true), (56, false)] {
        let key = wayback_key(format!("http://{}ü.dom/", "a".repeat(count)).as_bytes()).unwrap();
        assert_eq!(key.starts_with("dom,xn--"), is_short, "{key}");
    }
}

fn key(text: &str) -> String {
    Url::parse(text).unwrap().surt(Profile::Exact).unwrap()
}

#[rstest]
#[case("ftp://joe:pw@host.dom:21/a/%2Fetc;type=a", "dom,host)ftp://joe@/a/%2Fetc;type=a")]
#[case("ftp://joe:@host.dom", "dom,host)ftp://joe@")]
#[case("ftp://:pw@Host.DOM:2121/", "dom,host)ftp://@:2121/")]
#[case("http://www.host.dom", "dom,host,www)http:///")]
#[case("gopher://host.dom/1", "dom,host)gopher:///1")]
#[case("mailto:Joe%25x@Host.dom", "dom,host)mailto:Joe%25x@")]
#[case("mailto:joe@%5B192.0.2.7%5D", ")mailto:joe@%5B192.0.2.7%5D")]
#[case("news:*", ")news:*")]
#[case("news:1994%3C@Host.dom", "dom,host)news:1994%3C@")]
#[case("nntp://host.dom/comp.lang.c/42", "dom,host)nntp:///comp.lang.c/42")]
#[case("telnet://me:pw@host.dom:23/", "dom,host)telnet://me@/")]
#[case("wais://host.dom/db?words", "dom,host)wais:///db?words")]
#[case("file://host.dom/etc/motd", "dom,host)file:///etc/motd")]
#[case("file://localhost/etc/motd", "localhost)file:///etc/motd")]
#[case("prospero://host.dom/obj;version=1", "dom,host)prospero:///obj;version=1")]
#[case("http://192.0.2.7:8080/a", "192.0.2.7)http://:8080/a")]
#[case("x-db://joe:pw@host.dom/db", "dom,host)x-db://joe@/db")]
#[case("urn:isbn:0451450523", ")urn:isbn:0451450523")]
fn keys_of_all_schemes(#[case] url: &str, #[case] expected: &str) {
    assert_eq!(key(url).as_str(), expected, "{url}");
    let boxed: Box<dyn AnyUrl> = url1738::registry().parse(url).unwrap();
    let boxed = url1738_surt::key(&*boxed, Profile::Exact);
    assert_eq!(boxed.as_deref(), Ok(expected), "{url}");
}

/// All URLs of a host are neighbors, and its subdomains follow.
#[test]
fn keys_sort_by_host() {
    let urls = [
        "news:comp.lang.c",
        "http://192.0.2.7/",
        "http://192.0.2.8/",
        "ftp://host.dom/",
        "gopher://host.dom:7070/1",
        "http://host.dom/",
        "mailto:joe@host.dom",
        "http://a.host.dom/",
        "http://b.host.dom/",
        "http://host-2.dom/",
        "http://host2.dom/",
    ];
    let mut keys: Vec<String> = urls.iter().map(|url| key(url)).collect();
    let before = keys.clone();
    keys.sort();
    assert_eq!(keys, before);
}

/// Equivalent URLs have one key, and others have different ones, passwords aside.
#[test]
fn keys_are_equal_if_the_urls_are_equivalent() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/urls");
    let mut forms: HashMap<String, String> = HashMap::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        for line in String::from_utf8_lossy(&fs::read(entry.unwrap().path()).unwrap()).lines() {
            let Ok(url) = Url::parse(line) else { continue };
            let key = url.surt(Profile::Exact).unwrap();
            let normal = url.normalize();
            assert_eq!(normal.surt(Profile::Exact).as_deref(), Ok(key.as_str()), "{line}");
            // A URL is compared without its password.
            let mut form = normal.redacted().to_string();
            if let Some(login) = normal.login().filter(|login| login.password().is_some()) {
                form = form.replace(":***@", "@");
                assert!(login.user().is_some());
            }
            assert_eq!(*forms.entry(key).or_insert(form.clone()), form, "{line}");
            count += 1;
        }
    }
    assert!(count > 5000, "{count}");
}

/// Only the host of an address or a message-id is without case; opaque text is as written.
#[test]
fn opaque_text_keeps_its_case() {
    for (text, kept) in [("x-a:b@C.D", true), ("mailto:b@C.D", false), ("news:b@C.D", false)] {
        let key = Url::parse(text).unwrap().surt(Profile::Exact).unwrap();
        assert_eq!(key.contains("C.D"), kept, "{key}");
    }
}

/// The path of a URL with a host is not a login, whatever it looks like. A URL in it may have one.
#[rstest]
#[case("http://h/12:30/14:30@noon", "h)http:///12:30/14:30@noon")]
#[case("http://h/12:30/14:31@noon", "h)http:///12:30/14:31@noon")]
#[case("ftp://joe:pw@h.dom:2121/a:b@c", "dom,h)ftp://joe@:2121/a:b@c")]
#[case("ftp://joe%3Apw@h.dom/a:b@c", "dom,h)ftp://joe%3A***@/a:b@c")]
#[case("http://h/a?u=ftp:%2F%2Fjoe:pw@i%2F", "h)http:///a?u=ftp:%2F%2Fjoe:***@i%2F")]
#[case("http://h//joe:pw@i/", "h)http:////joe:***@i/")]
#[case("http://h/a?password=pw", "h)http:///a?password=***")]
#[case("x-db:/h/12:30@noon", ")x-db:/h/12:***@noon")]
fn paths_are_not_logins(#[case] url: &str, #[case] expected: &str) {
    assert_eq!(key(url), expected, "{url}");
}
