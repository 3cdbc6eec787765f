//! Parts of URLs set and removed by their names.

use url1738::{
    EditError, Editor, ErrorKind, FtpUrl, GopherUrl, Host, HttpUrl, ProsperoUrl, TelnetUrl, Url,
    registry,
};

/// Applies changes of the form `name=value`, or `name` alone to remove a part.
fn edited(text: &str, changes: &[&str]) -> Result<String, EditError> {
    let editor = Url::parse(text).unwrap().edit();
    let change = |editor: Editor, change: &&str| match change.split_once('=') {
        Some((name, value)) => editor.set(name, [value]),
        None => editor.remove(change),
    };
    changes.iter().try_fold(editor, change)?.text()
}

#[test]
fn parts_are_set_and_removed() {
    for (text, changes, expected) in [
        ("ftp://joe:pw@h:21/a/b;type=i", &["host=o"][..], "ftp://joe:pw@o:21/a/b;type=i"),
        ("ftp://joe:pw@h/a", &["user=x"], "ftp://x:pw@h/a"),
        ("ftp://joe:pw@h/a", &["password=x:@"], "ftp://joe:x%3A%40@h/a"),
        ("ftp://joe:pw@h/a", &["password"], "ftp://joe@h/a"),
        ("ftp://joe:pw@h/a", &["user"], "ftp://h/a"),
        ("ftp://h", &["user=", "password=x"], "ftp://:x@h"),
        ("ftp://h", &["typecode=A"], "ftp://h/;type=a"),
        ("ftp://h/a;type=i", &["path"], "ftp://h/;type=i"),
        ("ftp://h/a%2Fb/c;type=i", &["path=/%2F/c", "ftptype"], "ftp://h/%252F/c"),
        ("HTTP://h/%7e?q", &["port=80"], "http://h:80/%7e?q"),
        ("http://h/a?q", &["path"], "http://h/?q"),
        ("http://h/", &["search"], "http://h/"),
        ("http://h", &["search=x?y"], "http://h/?x%3Fy"),
        ("gopher://h/", &["host=o"], "gopher://o/"),
        ("gopher://h/", &["selector=/a"], "gopher://h/1/a"),
        ("gopher://h/7/a%09s%09+", &["search"], "gopher://h/7/a"),
        ("gopher://h/7/a%09s%09+", &["plus"], "gopher://h/7/a%09s"),
        ("gopher://h", &["plus=+"], "gopher://h/1%09%09+"),
        ("gopher://h/7/a%09s%09+", &["type"], "gopher://h/"),
        ("mailto:a@b", &["address=c%d@e"], "mailto:c%25d@e"),
        ("news:a.b", &["article=//x@y@h"], "news:%2F/x%40y@h"),
        ("news:x@h", &["group=a.b"], "news:a.b"),
        ("news:x@h", &["article"], "news:*"),
        ("news:x@h", &["group"], "news:x@h"),
        ("nntp://h/a.b/1", &["number=2", "group=c"], "nntp://h/c/2"),
        ("nntp://h/a.b/1", &["digits"], "nntp://h/a.b"),
        ("telnet://h", &["port=1"], "telnet://h:1"),
        ("telnet://h/", &["user=a"], "telnet://a@h/"),
        ("wais://h/d?x", &["database=e/"], "wais://h/e%2F?x"),
        ("wais://h/d/T/1", &["search=x"], "wais://h/d?x"),
        ("wais://h/d/T/1", &["document=2"], "wais://h/d/T/2"),
        ("wais://h/d/T/1", &["type", "document"], "wais://h/d"),
        ("wais://h/d?x", &["wtype=T", "wpath=1"], "wais://h/d/T/1"),
        ("file:///a", &["host=h"], "file://h/a"),
        ("file://h/a", &["host", "path=b c/d"], "file:///b%20c/d"),
        ("prospero://h/a;b=c;d=e", &["name=x;y"], "prospero://h/x%3By;b=c;d=e"),
        ("prospero://h/a;b=c;d=e", &["fieldname", "fieldvalue"], "prospero://h/a"),
        ("x-db://h", &["path=/a?/b", "port=1"], "x-db://h:1/a%3F/b"),
        ("x-db://h/a", &["urlpath"], "x-db://h"),
    ] {
        assert_eq!(edited(text, changes).as_deref(), Ok(expected), "{text} {changes:?}");
    }
}

#[test]
fn errors_name_the_part() {
    let mut wrong = Vec::new();
    for (text, changes, expected) in [
        ("ftp://h/", &["host=a b"][..], "unexpected space in host at byte 1"),
        ("ftp://h/", &["host=a:21"], "unexpected `:` in host at byte 1"),
        ("ftp://h/", &["host"], "missing host"),
        ("ftp://h/", &["port=+1"], "unexpected `+` in port at byte 0"),
        ("ftp://h/", &["port=65536"], "port over 65535 at byte 0"),
        ("ftp://h/", &["password=x"], "missing user name"),
        ("ftp://a:b@h/", &["user", "password=x"], "missing user name"),
        ("ftp://h/", &["search=x"], "the URL cannot contain this part"),
        ("ftp://h/", &["typecode=x"], "invalid typecode: expected"),
        ("http://h/", &["user=x"], "the URL cannot contain this part"),
        ("gopher://h/0", &["type="], "item type must not be empty"),
        ("gopher://h/0a", &["type=00"], "`0` is not allowed in item type at byte 1"),
        ("gopher://h/0a", &["selector=a\tb"], "tab is not allowed in selector at byte 1"),
        ("gopher://h/0a", &["selector=a\nb"], ""),
        ("gopher://h/0a", &["selector=\t"], "tab is not allowed in selector at byte 0"),
        ("gopher://h", &["search=\t"], "tab is not allowed in search string at byte 0"),
        ("mailto:a@b", &["address=x"], ""),
        ("news:a.b", &["article=x"], ""),
        ("news:a.b", &["article=x@a_b"], "unexpected `_` in host at byte 3"),
        ("nntp://h/a.b/1", &["group="], "group name must not be empty at byte 0"),
        ("nntp://h/a.b/1", &["number="], "article number must not be empty at byte 0"),
        ("news:a.b", &["group="], "group name must not be empty at byte 0"),
        ("news:a.b", &["group=9"], "group name begins with a digit at byte 0"),
        ("news:a.b", &["group=b", "article=x@h"], "unexpected message-id: "),
        ("wais://h/d", &["wtype=T"], "missing document-id"),
        ("wais://h/d", &["search=x", "wtype=T", "wpath=1"], "unexpected document type: "),
        ("tel:1", &["host=h"], "the URL cannot contain this part"),
    ] {
        let error = edited(text, changes).unwrap_err().to_string();
        if !error.starts_with(expected) {
            wrong.push((changes, error));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A value cannot begin another part, and an editor without changes writes the URL that it has.
#[test]
fn lists_are_the_values_of_repeated_parts() {
    let editor =
        registry().edit("PROSPERO").set("host", ["h"]).unwrap().set("name", ["a"]).unwrap();
    let editor = editor.set("fieldname", ["b", "c;"]).unwrap();
    assert_eq!(editor.text().unwrap_err().to_string(), "missing field value");
    let url: Url = editor.set("fieldvalue", ["=", ""]).unwrap().build().unwrap();
    assert_eq!(url, "prospero://h/a;b=%3D;c%3B=");
    let url = registry().edit("ftp").set("host", ["h"]).unwrap();
    assert_eq!(
        url.clone().set("fsegment", ["/etc", "a/b"]).unwrap().text().unwrap(),
        "ftp://h/%2Fetc/a%2Fb"
    );
    assert!(matches!(url.set("port", ["1", "2"]), Err(EditError::Conflict(_))));
    assert_eq!(
        registry().edit("telnet").set("host", ["h"]).unwrap().text().unwrap(),
        "telnet://h/"
    );
    let shown = format!("{:?}", edited_login());
    assert!(!shown.contains("secret"), "{shown}");
}

/// Pairs are the query of http, the fields of prospero, or any part by its name.
#[test]
fn pairs_are_set_by_the_name_of_their_list() {
    const PAIRS: [(&str, Option<&str>); 3] = [("a;=", Some("x&y")), ("b", None), ("a;=", Some(""))];
    for (text, name, expected) in [
        ("http://h/p?q", "pairs", Ok("http://h/p?a%3B%3D=x%26y&b&a%3B%3D=")),
        ("http://h/p?q", "fields", Err(EditError::NoSuchPart)),
        ("https://h", "search", Ok("https://h/?a%3B%3D=x%26y&b&a%3B%3D=")),
        ("prospero://h/p;q=r", "fields", Ok("prospero://h/p;a%3B%3D=x&y;b=;a%3B%3D=")),
        ("prospero://h/p;q=r", "pairs", Err(EditError::NoSuchPart)),
        ("gopher://h/7/p", "pairs", Err(EditError::NoSuchPart)),
        ("wais://h/p", "pairs", Err(EditError::NoSuchPart)),
        ("ftp://h/p", "pairs", Err(EditError::NoSuchPart)),
        ("x-db://h/p", "pairs", Err(EditError::NoSuchPart)),
    ] {
        let set = |pairs: &[_]| {
            let editor = Url::parse(text).unwrap().edit();
            editor.set_pairs(name, pairs.iter().copied())?.text()
        };
        assert_eq!(set(&PAIRS), expected.map(str::to_owned), "{text} {name}");
        let without = text.split([';', '?']).next().unwrap().to_owned();
        assert_eq!(set(&[]), expected.map(|_| without), "{text} {name}");
    }
}

fn edited_login() -> Editor {
    Url::parse("ftp://joe:secret@h/").unwrap().edit().set("password", ["secret"]).unwrap()
}

/// The declared form of a scheme has all that its grammar has.
#[cfg(feature = "arbitrary")]
mod of_fuzzers {
    use arbitrary::{Arbitrary as _, Unstructured};
    use proptest::{collection::vec, prelude::*, sample::select};
    use url1738::{Error, Url, parts};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        /// It is written as it was read.
        #[test]
        fn a_url_without_changes_is_the_same(bytes in vec(any::<u8>(), 0..300)) {
            let url = Url::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
            let (_, rest) = url.as_str().split_once(':').unwrap();
            prop_assert_eq!(url.edit().text().unwrap(), format!("{}:{rest}", url.scheme()));
        }

        /// A part that was set has the value, decoded, and the other parts stay.
        #[test]
        fn a_value_is_what_the_part_contains(
            bytes in vec(any::<u8>(), 0..200),
            part in select(parts()),
            value in vec(any::<u8>(), 0..20),
        ) {
            let url = Url::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
            let Ok(editor) = url.edit().set(part.name(), [&value]) else { return Ok(()) };
            let Ok(edited) = editor.build::<Url>() else { return Ok(()) };
            let found = edited.components();
            let text = found.get(part.name()).unwrap_or_default();
            let decoded = url1738::Escaped::new_validated(text).decode();
            prop_assert!(decoded.eq_ignore_ascii_case(&value), "{}", edited);
            let host = |url: &Url| url.host_str().map(str::to_owned);
            prop_assert!(part.name() == "host" || host(&url) == host(&edited));
            let rebuilt: Result<Url, Error> = edited.as_str().parse();
            prop_assert!(rebuilt.is_ok());
        }
    }
}

fn host() -> Host<'static> {
    Host::parse("h").unwrap()
}

/// The Debug of a builder shows no secret, of a URL within the data neither.
#[test]
fn a_builder_shows_no_secret() {
    let nested = "ftp://joe:kanarienvogel@h.dom/";
    let shown = [
        format!(
            "{:?}",
            FtpUrl::builder(host()).unwrap().credentials("joe", "kanarienvogel").path([nested])
        ),
        format!("{:#?}", FtpUrl::builder(host()).unwrap().credentials("joe", "kanarienvogel")),
        format!("{:?}", HttpUrl::builder(host()).unwrap().path([nested])),
        format!("{:?}", HttpUrl::builder(host()).unwrap().search(format!("u={nested}"))),
        format!(
            "{:?}",
            GopherUrl::builder(host()).unwrap().item(b'h', format!("URL:{nested}")).unwrap()
        ),
        format!("{:?}", url1738::WaisUrl::builder(host(), "db").unwrap().document("t", nested)),
        format!("{:?}", url1738::FileUrl::builder().path(["a", nested])),
        format!("{:?}", TelnetUrl::builder(host()).unwrap().credentials("joe", "kanarienvogel")),
        format!("{:?}", ProsperoUrl::builder(host(), nested).unwrap().field("u", nested)),
        format!(
            "{:#?}",
            url1738::GenericUrl::builder("x-db", host()).unwrap().credentials("a", "kanarienvogel")
        ),
    ];
    for shown in shown {
        assert!(!shown.contains("kanarienvogel") && shown.contains("***"), "{shown}");
    }
}

/// A URL of over 4 GiB - 1 is an error, not a panic.
#[test]
#[ignore = "takes 9 GB of memory: `cargo xtask robustness lengths` runs it"]
fn what_is_too_long_is_an_error() {
    let piece = vec![0_u8; 1 << 20];
    let builder = HttpUrl::builder(host()).unwrap().path(core::iter::repeat_n(&piece, 1366));
    let error = builder.try_build().unwrap_err();
    assert_eq!((error.kind(), error.code()), (ErrorKind::TooLong, "too-long"));
}
