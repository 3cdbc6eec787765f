//! Every lint: a URL that triggers it, and one that nearly does.

use std::{collections::BTreeSet, fmt::Write as _};

use rstest::rstest;
use url1738::{Lint, Url, codes, codes::CodeKind};

/// Code, a URL that triggers it, the text that it marks, and a URL that nearly does.
type Case = (&'static str, &'static str, &'static str, &'static str);

const CASES: &[Case] = &[
    ("scheme-first-char", "4x://h/", "4x", "x4://h/"),
    ("scheme-first-char", "+x:y", "+x", "x+:y"),
    ("upper-case-scheme", "Http://h/", "Http", "http://H/"),
    ("wrapper-prefix", "URL:http://h/", "URL", "urls:http://h/"),
    ("question-mark-in-user", "ftp://joe?x@h/", "?", "ftp://joe%3Fx@h/"),
    ("host-like-user", "ftp://www.bank.com%2Flogin@h/", "www.bank.com%2Flogin", "ftp://j.smith@h/"),
    ("host-like-user", "ftp://www.bank.com@h/", "www.bank.com", "ftp://www@h/"),
    ("empty-user", "ftp://@h/", "", "ftp://h/"),
    ("password-in-url", "ftp://joe:pw@h/", "pw", "ftp://joe@h/"),
    ("password-in-url", "x-db://joe:@h/", "", "x-db://h/joe:@"),
    ("mixed-scripts", "http://www.xn--pple-43d.dom/", "xn--pple-43d", "http://xn--bcher-kva.dom/"),
    ("confusable-name", "http://xn--80ak6aa92e.dom/", "xn--80ak6aa92e", "http://xn--80aswg.dom/"),
    ("octal-ambiguity", "http://0177.0.0.1/", "0177", "http://177.0.0.1/"),
    ("octal-ambiguity", "http://127.0.0.08/", "08", "http://127.0.0.0/"),
    ("address-lookalike", "http://1.2.3.com4/", "1.2.3.com4", "http://1.2.3.4/"),
    ("address-lookalike", "http://10.0.0.x/", "10.0.0.x", "http://10.0.x/"),
    ("local-host", "http://LocalHost/", "LocalHost", "http://localhost.dom/"),
    ("local-host", "http://127.1.2.3/", "127.1.2.3", "http://128.1.2.3/"),
    ("local-host", "http://0127.0.0.01/", "0127.0.0.01", "http://0127.0.0.01.dom/"),
    ("local-host", "http://00.0.0.0/", "00.0.0.0", "http://00.0.0.1/"),
    ("local-host", "rsync://127.0.0.1?x", "127.0.0.1", "rsync://128.0.0.1?x"),
    ("local-host", "http://0.0.0.0/", "0.0.0.0", "http://0.0.0.1/"),
    ("local-host", "http://app.LocalHost/", "app.LocalHost", "http://applocalhost/"),
    ("local-host", "rsync://localhost?x", "localhost", "rsync://localhosts?x"),
    ("special-address", "http://127.1.2.3/", "127.1.2.3", "http://126.1.2.3/"),
    ("special-address", "rsync://10.0.0.1?x", "10.0.0.1", "rsync://11.0.0.1?x"),
    ("special-address", "rsync://joe:a@b@10.0.0.1:8080/", "10.0.0.1", "rsync://10.0.0.1@b@h:8080/"),
    ("special-address", "rsync://::1/", "::1", "rsync://2606:4700::1/"),
    ("special-address", "rsync://::/", "::", "rsync://1::/"),
    ("special-address", "rsync://fe80::1/", "fe80::1", "rsync://fec0::1/"),
    ("special-address", "rs://fd12:3456::1/x", "fd12:3456::1", "rs://fb12:3456::1/x"),
    ("special-address", "rs://FC00::/x", "FC00::", "rs://fbff::/x"),
    ("special-address", "redis://ff02::1", "ff02::1", "redis://feff::1"),
    (
        "special-address",
        "rsync://2001:db8::8:800:200c:417a",
        "2001:db8::8:800:200c:417a",
        "rsync://2001:db9::1",
    ),
    ("special-address", "rsync://::ffff:127.0.0.1/", "::ffff:127.0.0.1", "rsync://::ffff:8.8.8.8/"),
    ("special-address", "http://192.0.0.8/", "192.0.0.8", "http://192.0.1.8/"),
    ("special-address", "ftp://10.0.0.1/", "10.0.0.1", "ftp://11.0.0.1/"),
    ("special-address", "http://172.31.0.1/", "172.31.0.1", "http://172.32.0.1/"),
    ("special-address", "http://172.16.0.1/", "172.16.0.1", "http://172.15.0.1/"),
    ("special-address", "http://192.168.1.1/", "192.168.1.1", "http://192.169.1.1/"),
    ("special-address", "http://169.254.169.254/", "169.254.169.254", "http://169.253.1.1/"),
    ("special-address", "rsync://224.0.0.1/", "224.0.0.1", "rsync://223.0.0.1/"),
    ("special-address", "gopher://192.0.2.1/", "192.0.2.1", "gopher://192.0.3.1/"),
    ("special-address", "http://198.51.100.7/", "198.51.100.7", "http://198.51.101.7/"),
    ("special-address", "http://203.0.113.7/", "203.0.113.7", "http://203.0.113.x7/"),
    ("special-address", "http://100.64.0.1/", "100.64.0.1", "http://100.63.0.1/"),
    ("special-address", "http://198.18.0.1/", "198.18.0.1", "http://198.20.0.1/"),
    ("special-address", "http://0.0.0.1/", "0.0.0.1", "http://1.0.0.1/"),
    ("special-address", "http://255.255.255.255/", "255.255.255.255", "http://8.8.8.8/"),
    ("local-file", "file:///etc/motd", "", "file://host.dom/etc/motd"),
    ("local-file", "file://LocalHost/etc/motd", "LocalHost", "file://localhost.dom/etc/motd"),
    ("backslash-in-segment", "http://h/a%5Cb%5Cc", "%5C", "http://h/a?%5C"),
    ("backslash-in-segment", "ftp://h/..%5c", "%5c", "ftp://h/..%2f"),
    ("backslash-in-segment", "rsync://h/%5C", "%5C", "rsync://h/?%5C"),
    ("backslash-in-segment", "file:///C:%5CUsers", "%5C", "file:///C:/Users"),
    ("query-in-mailto", "mailto:joe?cc=bob@h.dom", "?", "mailto:joe%3Fcc=bob@h.dom"),
    ("not-an-authority", "rsync://h:999999/", "999999", "rsync://h:65535/"),
    ("not-an-authority", "rsync://256.0.0.1/", "256", "rsync://255.0.0.1/"),
    ("not-an-authority", "rsync://a..b/", ".", "rsync://a.b/"),
    ("not-an-authority", "rsync://h.dom?x", "", "rsync://h.dom/?x"),
    ("not-an-authority", "rsync:///x", "", "rsync:/x"),
    ("not-an-authority", "rs://h_x/", "_", "rs:h_x/"),
    ("not-an-authority", "rs://h:/", ":", "rs://h:1/"),
    ("not-an-authority", "redis://fe80::1/", "fe80::1", "redis://fe80/"),
    ("not-an-authority", "ftps://a@b:secret@h/", "@", "ftps://a%40b:secret@h/"),
    ("port-zero", "http://h:0/", "0", "http://h:80/"),
    ("reserved-port", "gopher://h:25/1", "25", "gopher://h:70/1"),
    ("non-default-port", "http://h:8080/", "8080", "x-any://h:8080/"),
    ("port-leading-zero", "http://h:080/", "080", "http://h:80/"),
    ("question-mark-in-fsegment", "ftp://h/a?b", "?", "ftp://h/a%3Fb"),
    ("question-mark-in-fsegment", "file:///a?b", "?", "http://h/a?b"),
    ("empty-segment", "ftp://h//etc/motd", "", "ftp://h/%2Fetc/motd"),
    ("empty-segment", "http://h/a//b", "", "http://h/a/b/"),
    ("dot-segment", "http://h/a/../b", "..", "http://h/a/...b"),
    ("dot-segment", "ftp://h/..%2f..%2fetc/passwd", "..%2f..%2fetc", "ftp://h/a..%2fb../passwd"),
    ("dot-segment", "file:///%2E/x", "%2E", "gopher://h/0/../x"),
    ("escaped-control", "http://h/a%0D%0Ab", "%0D", "http://h/a%20b"),
    ("escaped-control", "http://h/a%7F", "%7F", "http://h/a%7E"),
    ("double-escape", "ftp://h/%252e%252e", "%25", "ftp://h/%25e"),
    ("needless-escape", "ftp://h/%41", "%41", "ftp://h/%2F"),
    ("needless-escape", "news:%2Fa@h", "%2F", "news:%2F/a@h"),
    ("needless-escape", "news:/a%2F@h", "%2F", "news:/%2Fa@h"),
    ("needless-escape", "http://h/a?%3Dx", "%3D", "http://h/a?%3Fx"),
    ("overlong-utf-8", "http://h/%C0%AEx", "%C0%AEx", "http://h/%C3%A9"),
    ("overlong-utf-8", "http://h/..%e0%80%af", "..%e0%80%af", "http://h/%E0%A0%80"),
    ("overlong-utf-8", "http://h/%E0%81%BF", "%E0%81%BF", "http://h/%E0%81.BF"),
    ("overlong-utf-8", "http://h/%F0%80%80%AF", "%F0%80%80%AF", "http://h/%F0%90%80%AF"),
    ("secret-in-query", "http://h/a?x=1&access_token=s3cr3t", "s3cr3t", "http://h/a?x=1&tokens=1"),
    (
        "secret-in-query",
        "http://h/a?k=glpat-0123456789abcdef",
        "glpat-0123456789abcdef",
        "http://h/a?k=glpat-",
    ),
    ("option-like", "ftp://h/-la", "-la", "ftp://h/l-a"),
    ("option-like", "telnet://%2Dl@h/", "%2Dl", "telnet://l@h/"),
    ("gopher-question-search", "gopher://h/7/find?words", "?", "gopher://h/7/find%09a?b"),
    ("gopher-nul", "gopher://h/0a%00b", "%00", "gopher://h/0a%01b"),
    ("percent-hack", "mailto:a%25b@h", "a%25b", "mailto:a@h"),
    ("empty-component", "news:comp..x", "", "news:comp.x"),
    ("empty-component", "news:comp.", "", "news:a..b@h"),
    ("empty-component", "nntp://h/a..b/1", "", "nntp://h/a.b/1"),
    ("upper-case-group", "news:comp.lang.C", "comp.lang.C", "news:comp.lang.c"),
    ("upper-case-group", "nntp://h/Comp.lang.c/1", "Comp.lang.c", "news:Joe@H.dom"),
    ("large-article-number", "nntp://h/a.b/2147483648", "2147483648", "nntp://h/a.b/02147483647"),
    ("empty-wais-name", "wais://h/", "", "wais://h/db?"),
    ("empty-wais-name", "wais://h/db//x", "", "wais://h/db/t/x"),
    ("empty-wais-name", "wais://h/db/t/", "", "wais://h/db"),
    ("empty-field-name", "prospero://h/x;=1", "", "prospero://h/x;a="),
];

fn lints(text: &str) -> Vec<Lint> {
    let url = Url::parse(text).unwrap_or_else(|error| panic!("{}", Url::annotate(text, &error)));
    url.lints().into_iter().collect()
}

// req: G-02, C-03, S-01, S-03
#[test]
fn a_lint_marks_its_place_and_no_other() {
    for (code, trigger, marked, nearly) in CASES {
        let found: Vec<Lint> =
            lints(trigger).into_iter().filter(|lint| lint.code() == *code).collect();
        assert_eq!(found.len(), 1, "{trigger}: {found:?}");
        assert_eq!(found[0].span.slice(trigger), *marked, "{trigger}");
        assert!(lints(nearly).iter().all(|lint| lint.code() != *code), "{nearly} has {code}");
    }
}

/// A port, and how loudly section 6 warns of it.
#[rstest]
#[case("http://h:80/", None)]
#[case("http://h:0/", Some("port-zero"))]
#[case("http://h:1/", Some("reserved-port"))]
#[case("http://h:1023/", Some("reserved-port"))]
#[case("http://h:1024/", Some("non-default-port"))]
#[case("http://h:65535/", Some("non-default-port"))]
#[case("prospero://h:80/x", Some("reserved-port"))]
#[case("x-other://h:25/", None)]
// req: S-01
fn ports(#[case] text: &str, #[case] code: Option<&str>) {
    let codes = ["port-zero", "reserved-port", "non-default-port"];
    let found = lints(text).into_iter().map(|lint| lint.code()).find(|code| codes.contains(code));
    assert_eq!(found, code);
}

/// What is written as section 2 and 3 write it has none.
#[rstest]
#[case("ftp://myname@host.dom/%2Fetc/motd;type=a")]
#[case("http://www.w3.org:80/hypertext/WWW/TheProject.html?a+b")]
#[case("gopher://host.dom/7/find%09words%09+text/plain%20En_US")]
#[case("mailto:joe@host.dom")]
#[case("news:comp.infosystems.www.misc")]
#[case("nntp://host.dom/comp.test/10")]
#[case("telnet://guest@host.dom/")]
#[case("wais://host.dom/db/TEXT/1%3Dx")]
#[case("file://vms.host.edu/disk$user/my/notes/note12345.txt")]
#[case("prospero://host.dom//pros/name;VERSION=1")]
#[case("tel:+358-555-1234567")]
fn ordinary_urls_have_none(#[case] text: &str) {
    assert_eq!(lints(text), []);
}

/// Lints are in the order of their places.
#[test]
fn the_order_is_that_of_the_text() {
    let found: Vec<_> =
        lints("FTP://@127.0.0.01:0/-a/../%41?b").into_iter().map(|l| l.code()).collect();
    assert_eq!(
        found,
        [
            "upper-case-scheme",
            "empty-user",
            "local-host",
            "special-address",
            "octal-ambiguity",
            "port-zero",
            "option-like",
            "dot-segment",
            "needless-escape",
            "question-mark-in-fsegment"
        ]
    );
}

/// No lint is missing above, and none is there that no crate declares.
#[test]
fn every_code_has_its_cases() {
    // The lint of a join is about two URLs; its cases are those of `url1738-relative`.
    let lints = codes::all().filter(|info| info.kind == CodeKind::Lint);
    let codes: BTreeSet<_> =
        lints.map(|info| info.code).filter(|code| *code != "gopher-type-changed").collect();
    let tested: BTreeSet<_> = CASES.iter().map(|(code, ..)| *code).collect();
    assert_eq!(tested, codes);
}

/// Parsers that resolve dot segments do not decode a slash.
#[test]
fn a_dot_segment_beside_an_escaped_slash_is_resolved_by_servers_alone() {
    let message = |text| lints(text)[0].message();
    assert!(message("http://h/../a").contains("WHATWG"));
    assert!(message("http://h/..%2Fa").contains("servers that split"));
}

/// The messages: one line each, which says what other software does.
#[test]
fn messages() {
    let mut text = String::new();
    let mut report = BTreeSet::new();
    for (code, trigger, ..) in CASES {
        let lint = lints(trigger).into_iter().find(|lint| lint.code() == *code).unwrap();
        assert!(!lint.message().contains('\n') && !lint.message().ends_with('.'), "{code}");
        assert!(lint.message().len() <= 120, "{code}: {}", lint.message().len());
        if report.insert(*code) {
            let _ = writeln!(text, "{code}: {}", lint.message());
        }
    }
    insta::assert_snapshot!(text, @"
    scheme-first-char: scheme name does not begin with a letter: RFC 3986 and WHATWG parsers read a relative reference
    upper-case-scheme: upper-case letters in scheme name: some programs compare scheme names byte for byte
    wrapper-prefix: scheme named `url`: Python and other software remove it as the prefix `URL:` of the Appendix
    question-mark-in-user: `?` in user name: RFC 3986 and WHATWG parsers end the authority here and connect to another host
    host-like-user: user name looks like a host: readers, and parsers that end the authority early, mistake it for the host
    empty-user: an empty user name differs from none, but most clients log in as anonymous
    password-in-url: password in URL: histories, logs and referrers store it (section 6)
    mixed-scripts: label that mixes scripts: it may look like another name (UTS 39)
    confusable-name: label that looks like one in another script (UTS 39)
    octal-ambiguity: leading zero in IPv4 address: inet_aton and WHATWG parsers read the number as octal
    address-lookalike: host name looks like an IPv4 address: filters and parsers that check only the numbers accept it as one
    local-host: refers to the reader's own machine; SSRF filters look for it
    special-address: loopback address (RFC 1122): it leads to the reader's own machine
    local-file: file of the reader's own machine: elsewhere the URL leads to another file, or to none (section 3.10)
    backslash-in-segment: backslash in path segment: servers on Windows read it as a separator after decoding
    query-in-mailto: `?` is part of the address: software that follows RFC 6068 reads header fields after it
    not-an-authority: port over 65535: RFC 1738 reads opaque text without a host, other software rejects it
    port-zero: no server listens on port 0: clients fail or choose another port
    reserved-port: non-default port below 1024: it belongs to another protocol, and browsers block many of them (section 6)
    non-default-port: non-default port: another protocol may be listening there (section 6)
    port-leading-zero: leading zero in port: some parsers reject it or read the port as octal
    question-mark-in-fsegment: `?` is part of the file name: RFC 3986 and WHATWG parsers end the path here and read a query
    empty-segment: empty path segment: other software merges the two slashes, RFC 1738 does not
    dot-segment: dot segment: RFC 3986 and WHATWG parsers resolve it, RFC 1738 sends it as a name
    escaped-control: escaped control character: clients that decode it into a command let the URL inject commands
    double-escape: double escape: software that decodes twice reads another name
    needless-escape: needless escape: software that compares byte for byte sees two different URLs
    overlong-utf-8: overlong UTF-8: lenient decoders read a US-ASCII character such as `.` or `/`, strict ones fail
    secret-in-query: secret in query: histories, logs and referrers store it (section 6)
    option-like: begins with `-`: programs read it as an option if it is passed as an argument
    gopher-question-search: `?` is part of the selector, but lynx and w3m begin the search string here; RFC 1738 begins it at `%09`
    gopher-nul: NUL in selector: servers written in C end the selector here
    percent-hack: `%` in local part: it asks the mail server to relay, which most servers now refuse
    empty-component: empty component in group name: no server has such a group (section 3.6)
    upper-case-group: upper case in group name: servers compare names by case, and most are in lower case
    large-article-number: article number over 2147483647, the limit of RFC 3977: software that counts in 32 bits wraps around
    empty-wais-name: empty WAIS name: the BNF allows it, but no server has a database or document without a name
    empty-field-name: empty field name: the BNF allows it, but no Prospero link has one
    ");
}

/// A URL, and its lints: the code and the text that each marks.
const REMARKS: &[(&str, &[&str])] = &[
    ("postgres://u:pw@db_host:5432/a", &["password-in-url=pw", "not-an-authority=_"]),
    ("mysql://u:pw@tcp(h:1)/a", &["password-in-url=pw", "not-an-authority=("]),
    ("jdbc:mysql://u:pw@h/a", &["password-in-url=pw"]),
    ("mongodb://u:pw@h1:1,h2:2/a", &["password-in-url=pw", "not-an-authority=,"]),
    ("URL:a", &["upper-case-scheme=URL", "wrapper-prefix=URL"]),
    ("url:a", &["wrapper-prefix=url"]),
    ("9:a", &["scheme-first-char=9"]),
    ("x-a:-b", &["option-like=-b"]),
    ("x-a:b?c", &[]),
    ("x-a://h/-b?", &["option-like=-b"]),
];

/// The lints as the table writes them; `!` where the text is not a URL.
fn remarks(text: &str) -> Vec<String> {
    let Ok(url) = Url::parse(text) else { return vec!["!".into()] };
    let lints = url.lints();
    assert_eq!(lints.is_empty(), lints.iter().next().is_none());
    assert_eq!(lints.iter().count(), lints.len());
    lints.iter().map(|lint| format!("{}={}", lint.code(), lint.span.slice(text))).collect()
}

#[test]
fn all_that_is_remarked() {
    let wrong: Vec<_> = REMARKS
        .iter()
        .map(|(text, expected)| (text, remarks(text), expected))
        .filter(|(_, report, expected)| report != *expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
