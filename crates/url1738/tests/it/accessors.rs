//! What each accessor of each scheme reports, of a URL with all parts and of one with none; and builders that take parts
//! away again.

use url1738::{
    FileUrl, FtpUrl, GenericUrl, GopherUrl, Host, HttpUrl, MailtoUrl, NewsUrl, NntpUrl,
    ProsperoUrl, TelnetUrl, Url, WaisUrl, file, ftp, news, wais,
};

fn text(part: Option<url1738::Escaped<'_>>) -> Option<&str> {
    part.map(url1738::Escaped::as_str)
}

fn texts<'a>(parts: impl Iterator<Item = url1738::Escaped<'a>>) -> Vec<&'a str> {
    parts.map(url1738::Escaped::as_str).collect()
}

#[test]
fn ftp() {
    let all = FtpUrl::parse("ftp://joe:pw@h.dom:2121/a/b/c;type=i").unwrap();
    assert_eq!((text(all.user()), text(all.password())), (Some("joe"), Some("pw")));
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(2121), 2121)
    );
    assert_eq!((text(all.path()), texts(all.segments())), (Some("a/b/c"), vec!["a", "b", "c"]));
    assert_eq!((texts(all.cwds()), text(all.name())), (vec!["a", "b"], Some("c")));
    assert_eq!(all.typecode(), Some(ftp::TypeCode::Image));
    let login = all.login();
    assert_eq!((text(login.user()), text(login.password())), (Some("joe"), Some("pw")));
    assert_eq!(
        (login.host_str(), login.port(), login.port_str()),
        ("h.dom", Some(2121), Some("2121"))
    );

    let none = FtpUrl::parse("ftp://h").unwrap();
    assert_eq!((text(none.user()), text(none.password()), none.port()), (None, None, None));
    assert_eq!((none.port_or_default(), text(none.path()), text(none.name())), (21, None, None));
    assert_eq!((texts(none.segments()), texts(none.cwds())), (vec![], vec![]));
    assert_eq!((none.typecode(), none.login().port_str()), (None, None));

    let built = all.to_builder().without_credentials().without_port().without_typecode().build();
    assert_eq!(built.as_str(), "ftp://h.dom/a/b/c");
    let host = Host::parse("x").unwrap();
    let built = all.to_builder().host(host).user("ann").port(1).path(["d", "e"]).build();
    assert_eq!(built.as_str(), "ftp://ann@x:1/d/e;type=i");
}

#[test]
fn http() {
    let all = HttpUrl::parse("http://h.dom:8080/a/b?q").unwrap();
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(8080), 8080)
    );
    assert_eq!((all.login().host_str(), text(all.path())), ("h.dom", Some("a/b")));
    assert_eq!((texts(all.segments()), text(all.search())), (vec!["a", "b"], Some("q")));
    let none = HttpUrl::parse("http://h").unwrap();
    assert_eq!((none.port(), none.port_or_default()), (None, 80));
    assert_eq!(
        (text(none.path()), texts(none.segments()), text(none.search())),
        (None, vec![], None)
    );
    assert_eq!(
        all.to_builder().without_port().without_search().build().as_str(),
        "http://h.dom/a/b"
    );
    let built =
        all.to_builder().host(Host::parse("x").unwrap()).port(1).path(["c"]).search("s").build();
    assert_eq!(built.as_str(), "http://x:1/c?s");
}

#[test]
fn gopher() {
    let all = GopherUrl::parse("gopher://h.dom:71/7sel%09words%09+view").unwrap();
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(71), 71)
    );
    assert_eq!(
        (all.login().host_str(), text(all.gtype()), all.item_type().octet()),
        ("h.dom", Some("7"), b'7')
    );
    assert_eq!((text(all.selector()), text(all.search())), (Some("sel"), Some("words")));
    assert_eq!(text(all.gopher_plus_string()), Some("+view"));
    assert!(all.gopher_plus().is_some());
    let none = GopherUrl::parse("gopher://h").unwrap();
    assert_eq!((none.port(), none.port_or_default(), text(none.gtype())), (None, 70, None));
    assert_eq!(
        (none.item_type().octet(), text(none.selector()), text(none.search())),
        (b'1', None, None)
    );
    assert_eq!((text(none.gopher_plus_string()), none.gopher_plus().is_none()), (None, true));
    let built = all.to_builder().without_port().without_gopher_plus().without_search().build();
    assert_eq!(built.as_str(), "gopher://h.dom/7sel");
    assert_eq!(all.to_builder().without_item().build().as_str(), "gopher://h.dom:71");
    let built = all.to_builder().host(Host::parse("x").unwrap()).port(1).build();
    assert_eq!(built.as_str(), "gopher://x:1/7sel%09words%09+view");
}

#[test]
fn mailto() {
    let url = MailtoUrl::parse("mailto:a%25b@h.dom").unwrap();
    assert_eq!((url.encoded_address().as_str(), &*url.address()), ("a%25b@h.dom", "a%b@h.dom"));
    assert_eq!((&*url.local_part(), &*url.domain()), ("a%b", "h.dom"));
    let built = url.to_builder().address("c@d").unwrap().build();
    assert_eq!(built.as_str(), "mailto:c@d");
    assert!(url.to_builder().address("c").is_err());
}

#[test]
fn news() {
    let article = NewsUrl::parse("news:a%25b@h.dom").unwrap();
    let news::Grouppart::Article(id) = article.grouppart() else { panic!("{article}") };
    assert_eq!((id.unique().as_str(), id.host_str()), ("a%25b", "h.dom"));
    assert_eq!(article.to_builder().build(), article.to_owned());
    assert!(matches!(NewsUrl::parse("news:*").unwrap().grouppart(), news::Grouppart::All));
    let group = NewsUrl::parse("news:comp.test").unwrap();
    assert!(matches!(group.grouppart(), news::Grouppart::Group("comp.test")));
    assert_eq!(group.to_builder().build(), group.to_owned());
}

#[test]
fn nntp() {
    let all = NntpUrl::parse("nntp://h.dom:120/comp.test/0042").unwrap();
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(120), 120)
    );
    assert_eq!((all.login().host_str(), all.group()), ("h.dom", "comp.test"));
    assert_eq!((all.article(), all.article_str()), (Some(42), Some("0042")));
    let none = NntpUrl::parse("nntp://h/g").unwrap();
    assert_eq!((none.port(), none.port_or_default(), none.group()), (None, 119, "g"));
    assert_eq!((none.article(), none.article_str()), (None, None));
    assert_eq!(
        all.to_builder().without_port().without_article().build().as_str(),
        "nntp://h.dom/comp.test"
    );
    let built =
        none.to_builder().host(Host::parse("x").unwrap()).port(1).article(7).group("a.b").unwrap();
    assert_eq!(built.build().as_str(), "nntp://x:1/a.b/7");
    assert!(all.to_builder().group("?").is_err());
}

#[test]
fn telnet() {
    let all = TelnetUrl::parse("telnet://joe:pw@h.dom:2323/").unwrap();
    assert_eq!((text(all.user()), text(all.password())), (Some("joe"), Some("pw")));
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(2323), 2323)
    );
    assert_eq!((all.login().host_str(), all.has_slash()), ("h.dom", true));
    let none = TelnetUrl::parse("telnet://h").unwrap();
    assert_eq!((text(none.user()), text(none.password()), none.port()), (None, None, None));
    assert_eq!((none.port_or_default(), none.has_slash()), (23, false));
    assert_eq!(
        all.to_builder().without_credentials().without_port().build().as_str(),
        "telnet://h.dom/"
    );
}

#[test]
fn wais() {
    let document = WaisUrl::parse("wais://h.dom:211/db/TEXT/1").unwrap();
    assert_eq!(
        (document.host().name(), document.port(), document.port_or_default()),
        (Some("h.dom"), Some(211), 211)
    );
    assert_eq!((document.login().host_str(), document.database().as_str()), ("h.dom", "db"));
    assert!(matches!(document.form(), wais::WaisForm::Document { .. }));
    let search = WaisUrl::parse("wais://h/db?words").unwrap();
    assert!(matches!(search.form(), wais::WaisForm::Index { .. }));
    assert_eq!((search.port(), search.port_or_default()), (None, 210));
    assert_eq!(
        document.to_builder().database_only().without_port().build().as_str(),
        "wais://h.dom/db"
    );
    let built =
        search.to_builder().host(Host::parse("x").unwrap()).port(1).database("d").search("s");
    assert_eq!(built.build().as_str(), "wais://x:1/d?s");
    assert_eq!(search.to_builder().document("T", "p").build().as_str(), "wais://h/db/T/p");
}

#[test]
fn file() {
    let all = FileUrl::parse("file://h.dom/a/b").unwrap();
    assert_eq!(
        (all.host_str(), all.path().as_str(), texts(all.segments())),
        (Some("h.dom"), "a/b", vec!["a", "b"])
    );
    assert!(
        matches!(all.file_host(), file::FileHost::Remote(host) if host.name() == Some("h.dom"))
    );
    assert_eq!(all.to_builder().without_host().path(["c"]).build().as_str(), "file:///c");
    let none = FileUrl::parse("file:///a").unwrap();
    assert_eq!(none.to_builder().host(Host::parse("x").unwrap()).build().as_str(), "file://x/a");
}

#[test]
fn prospero() {
    let all = ProsperoUrl::parse("prospero://h.dom:1526/a/b;v=1;w=2").unwrap();
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(1526), 1526)
    );
    assert_eq!((all.login().host_str(), all.hsoname().as_str()), ("h.dom", "a/b"));
    assert_eq!((texts(all.segments()), all.fields().count()), (vec!["a", "b"], 2));
    let none = ProsperoUrl::parse("prospero://h/a").unwrap();
    assert_eq!((none.port(), none.port_or_default(), none.fields().count()), (None, 1525, 0));
    let built =
        all.to_builder().without_fields().without_port().hsoname("c").field("x", "y").build();
    assert_eq!(built.as_str(), "prospero://h.dom/c;x=y");
    assert_eq!(
        none.to_builder().host(Host::parse("x").unwrap()).port(1).build().as_str(),
        "prospero://x:1/a"
    );
}

#[test]
fn other_schemes() {
    let all = GenericUrl::parse("x-db://joe:pw@h.dom:5432/db").unwrap();
    let login = all.login().unwrap();
    assert_eq!((text(login.user()), text(login.password())), (Some("joe"), Some("pw")));
    assert_eq!((login.host().name(), login.port()), (Some("h.dom"), Some(5432)));
    assert_eq!(all.scheme(), "x-db");
    assert!(GenericUrl::parse("x-db:opaque").unwrap().login().is_none());
}

#[test]
fn the_registry_names_its_schemes() {
    let schemes: Vec<_> =
        url1738::registry().schemes().map(|info| (info.name, info.port)).collect();
    let expected = [
        ("ftp", Some(21)),
        ("http", Some(80)),
        ("gopher", Some(70)),
        ("mailto", None),
        ("news", Some(119)),
        ("nntp", Some(119)),
        ("telnet", Some(23)),
        ("wais", Some(210)),
        ("file", None),
        ("prospero", Some(1525)),
    ];
    assert_eq!(schemes.len(), expected.len());
    assert!(expected.iter().all(|scheme| schemes.contains(scheme)), "{schemes:?}");
}

/// What an error says to write instead.
#[test]
fn a_fragment_is_escaped_where_a_part_has_escapes() {
    let fix = |text: &str| {
        Url::fix(text, &Url::parse(text).unwrap_err()).map(|fix| fix.text.into_owned())
    };
    assert_eq!(fix("http://h/a#b").as_deref(), Some("%23"));
    assert_eq!(fix("ht#tp://h/"), None);
}

/// The enumeration and `dyn` report what the types report.
#[test]
fn of_any_scheme() {
    let registry = url1738::registry();
    let urls = [
        ("ftp://h", Some(21)),
        ("ftp://joe:s3cret@h:2121/../a", Some(21)),
        ("nntp://h/g", Some(119)),
        ("mailto:a@h", None),
    ];
    for (text, port) in urls {
        let (url, any) = (Url::parse(text).unwrap(), registry.parse(text).unwrap());
        assert_eq!((url.default_port(), any.default_port()), (port, port));
        assert_eq!((any.as_str(), any.scheme()), (url.as_str(), url.scheme()));
        assert_eq!((any.parts(), any.normal_form()), (url.parts(), url.normal_form()));
        assert_eq!((any.lints(), any.login()), (url.lints(), url.login()));
        assert_eq!(any.plan().unwrap().to_string(), url.plan().unwrap().to_string());
    }
    let lints = Url::parse("ftp://u:p@h").unwrap().lints();
    assert!(lints.has("password-in-url") && !lints.has("port-zero") && !lints.has(""));
}
