//! Every name that the interface promises, as a crate outside the workspace uses it, and what the programs of this crate do.

use std::{
    error::Error as _,
    fs,
    io::{Read as _, Write as _},
    net::{TcpListener, ToSocketAddrs as _},
    path::Path,
    thread,
};

use url1738::{
    AnyUrl, Error, ErrorKind, Escaped, FileUrl, FtpUrl, GenericUrl, Host, Rule, Url, WrongScheme,
    codes::{self, CodeKind},
    context,
    plan::{Answers, ControlOctet, Question, Refusal, Step},
    registry,
    relative::{JoinError, Joined, Resolution},
};
use url1738_client::Client;
use url1738_user::{self as programs, Bookmarks, Database, names};

const FTP: &str = "ftp://joe:secret@host.dom:2121/pub/a%20b;type=i";

/// The common questions, asked of a type by its own methods.
macro_rules! answers {
    ($url:expr) => {{
        let url = $url;
        let host = url.host();
        assert!(host.is_some_and(|host| host.name() == Some("host.dom")));
        assert_eq!(
            (url.scheme(), url.host_str(), url.port()),
            ("ftp", Some("host.dom"), Some(2121))
        );
        assert_eq!(url.port_or_default(), Some(2121));
        assert_eq!(url.user().map(Escaped::as_str), Some("joe"));
        assert_eq!(url.password().map(Escaped::as_str), Some("secret"));
        assert!(url.path().is_some_and(|path| path.as_str().starts_with("pub/a%20b")));
        assert_eq!(url.as_str(), FTP);
        assert!(!url.redacted().to_string().contains("secret"));
        assert!(
            url.components().iter().any(|(part, text)| part.name() == "host" && text == "host.dom")
        );
    }};
}

#[test]
fn any_url_answers_the_common_questions() {
    answers!(Url::parse(FTP).unwrap());
    answers!(GenericUrl::parse(FTP).unwrap());
    answers!(registry().parse(FTP).unwrap());
    let url = Url::parse(FTP).unwrap();
    let any: &dyn AnyUrl = &url;
    answers!(any);
    assert_eq!(FtpUrl::parse(FTP).unwrap().host_str(), "host.dom");
    let file = Url::parse("file://host.dom/etc/motd").unwrap();
    assert!(file.host().is_some_and(|host| host.name() == Some("host.dom")));
}

#[test]
fn a_url_is_used_as_its_type() {
    let url = Url::parse(FTP).unwrap();
    assert!(url.as_ftp().is_some() && url.as_http().is_none() && url.as_gopher().is_none());
    assert!(url.as_mailto().is_none() && url.as_news().is_none() && url.as_nntp().is_none());
    assert!(url.as_telnet().is_none() && url.as_wais().is_none() && url.as_file().is_none());
    assert!(url.as_prospero().is_none());
    let owned: Url = url.into_owned();
    assert_eq!(owned, FTP);
    let any: Box<dyn AnyUrl> = registry().parse(FTP).unwrap();
    let any = any.downcast::<GenericUrl>().unwrap_err();
    let ftp: Box<FtpUrl> = any.downcast().unwrap();
    assert_eq!(*ftp, FTP);
    let repaired = registry().repair("ftp:host.dom/a b").unwrap();
    assert_eq!(repaired.url.as_str(), "ftp://host.dom/a%20b");
}

#[test]
fn errors_say_what_they_are() {
    fn is_error<E: std::error::Error>(_: &E) {}
    let wrong: WrongScheme<&str> =
        FtpUrl::try_from(Url::parse("gopher://h/").unwrap()).unwrap_err();
    assert_eq!((wrong.expected, wrong.found()), ("ftp", "gopher"));
    is_error(&FtpUrl::try_from(Url::parse("gopher://h/").unwrap().into_owned()).unwrap_err());
    assert!(matches!(wrong.url, Url::Gopher(_)));
    let error: Error = FtpUrl::parse("ftp://h/~").unwrap_err();
    is_error(&error);
    assert!(error.source().is_none());
    assert!(matches!(
        (error.kind(), error.rule()),
        (ErrorKind::UnexpectedByte(b'~'), Rule::Bnf(_))
    ));
    let kind: url1738::ftp::ErrorKind = error.kind();
    assert_eq!(kind, ErrorKind::UnexpectedByte(b'~'));
    for dsn in
        ["x-db://u:p@db_host/x", "x-db://u:p@a:1,b:2/x", "x-db://u:p@h:99999/x", "x-db://u:p@h.:1/"]
    {
        let url = GenericUrl::parse(dsn).unwrap();
        assert!(url.login().is_none() && url.authority_error().is_some(), "{dsn}");
    }
    assert_eq!(GenericUrl::parse(FTP).unwrap().authority_error(), None);
}

#[test]
fn codes_are_looked_up() {
    let error = Url::parse("http://host.dom:/").unwrap_err();
    let info = codes::get(CodeKind::Error, error.code()).unwrap();
    assert_eq!((info.code, info.section), ("empty-port", "3.1"));
    assert_eq!(info.message, error.message().to_string());
    assert!(!info.explanation.is_empty() && info.bad != info.good);
    assert!(codes::find("dot-segment").map(|info| info.kind).eq([CodeKind::Lint]));
    assert!(codes::find("tilde").map(|info| info.kind).eq([CodeKind::Error, CodeKind::Repair]));
    let refusal: Refusal = Url::parse("ftp://h/%0A").unwrap().plan().unwrap_err();
    assert!(codes::all().any(|it| it.kind == CodeKind::Refusal && it.code == refusal.code()));
}

#[test]
fn values_are_read() {
    let url = GenericUrl::parse("postgresql://joe@h/db%2F1?application_name=a%26b&ssl").unwrap();
    let (database, options) = url.path().unwrap().split_once(b'?').unwrap();
    assert_eq!(database.decode_utf8().unwrap(), "db/1");
    assert_eq!((url.segments().count(), url.search()), (1, Some(options)));
    let pairs: Vec<_> = options.pairs().collect();
    assert_eq!(pairs[0].0.as_str(), "application_name");
    assert_eq!(pairs[0].1.unwrap().decode_utf8().unwrap(), "a&b");
    assert_eq!((pairs[1].0.as_str(), pairs[1].1), ("ssl", None));
    assert_eq!(options.split(b'&').count(), 2);
    let ftp = FtpUrl::parse(FTP).unwrap().to_builder().segment(1, "c/d").unwrap().build();
    assert_eq!(ftp, "ftp://joe:secret@host.dom:2121/pub/c%2Fd;type=i");
    assert!(FtpUrl::parse(FTP).unwrap().to_builder().segment(2, "x").is_err());
}

#[cfg(unix)]
#[test]
fn file_urls_are_paths() {
    let url = FileUrl::from_file_path("/etc/my notes").unwrap();
    assert_eq!(url, "file:///etc/my%20notes");
    assert_eq!(url.to_file_path().unwrap(), std::path::Path::new("/etc/my notes"));
    assert!(FileUrl::from_file_path("notes").is_err());
    for refused in ["file://host.dom/etc", "file:///a%2Fb"] {
        assert!(FileUrl::parse(refused).unwrap().to_file_path().is_err());
    }
}

#[test]
fn plans_lose_no_step() {
    let plan = FtpUrl::parse("ftp://joe@host.dom/pub/a").unwrap().plan().unwrap();
    assert_eq!(plan.questions(), [Question::Password]);
    assert_eq!(plan.to_wire(&Answers::new()), Err(Question::Password));
    let error: ControlOctet = Answers::new().answer(Question::Password, b"a\n").unwrap_err();
    assert_eq!(error.octet, b'\n');
    let answers = Answers::new().answer(Question::Password, b"secret").unwrap();
    assert_eq!(plan.to_wire(&answers).unwrap().len(), plan.steps.len());
    let opening = |step: &&Step| matches!(step, Step::Command(it) if it.opens_data_connection());
    let opening: Vec<_> = plan.steps.iter().filter(opening).map(ToString::to_string).collect();
    assert_eq!(opening, ["RETR a"]);
}

#[test]
fn serde_reports_the_place() {
    #[derive(Debug, serde::Deserialize)]
    struct Bookmark {
        #[expect(dead_code)]
        url: FtpUrl,
    }
    let error =
        serde_json::from_str::<Bookmark>("{\n \"url\": \"ftp://joe:secret@h/~\"\n\n}").unwrap_err();
    assert_eq!((error.line(), error.column()), (2, 30));
    let text = error.to_string();
    assert!(text.contains("expected an FTP URL") && !text.contains("secret"), "{text}");
}

#[test]
fn references_are_resolved() {
    let base = Url::parse("http://host.dom/a/b?q").unwrap();
    let Joined { url, fragment, .. } = base.join("../c;x#top").unwrap();
    assert_eq!((url.as_str(), fragment.as_deref()), ("http://host.dom/c;x", Some("top")));
    assert_eq!(base.join_with("?x", Resolution::Rfc3986).unwrap().url, "http://host.dom/a/b?x");
    assert_eq!(base.relativize(&url).as_deref(), Some("../c;x"));
    let error: JoinError = base.join("~x").unwrap_err();
    assert_eq!(error.span().range(), 0..1);
    assert!(Url::parse("mailto:joe@host.dom").unwrap().join("x").is_err());
    let gopher = Url::parse("gopher://host.dom/0a").unwrap();
    assert!(gopher.join("1b").unwrap().lints.has("gopher-type-changed"));
}

#[test]
fn text_is_searched() {
    let text = "See <URL:ftp://host.dom/a> and http://h/b.";
    let found: Vec<context::Match<'_>> = context::find_iter(text.as_bytes()).collect();
    assert_eq!(found.len(), 2);
    let read: Result<Vec<context::Match<'static>>, _> = context::find_in(text.as_bytes()).collect();
    assert_eq!(read.unwrap(), found);
    let replaced = context::replace_all(text, |found| found.url.to_uppercase());
    assert_eq!(replaced, "See <URL:FTP://HOST.DOM/A> and HTTP://H/B.");
    assert_eq!(Host::parse("h").unwrap().name(), Some("h"));
}

#[test]
fn programs_follow_urls() {
    let lines = programs::ftp_commands("ftp://joe@host.dom/a%2Fb/c;type=i", b"pw").unwrap();
    let lines: Vec<_> = lines.iter().map(|line| String::from_utf8_lossy(line)).collect();
    assert_eq!(lines.concat(), "USER joe\r\nPASS pw\r\nCWD a/b\r\nTYPE I\r\nRETR c\r\n");
    assert!(programs::ftp_commands("ftp://host.dom/%0A", b"").is_err());

    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let client = Client::new().connect_to(server.local_addr().unwrap());
    let serving = thread::spawn(move || {
        let mut connection = server.accept().unwrap().0;
        let mut asked = [0; 7];
        connection.read_exact(&mut asked).unwrap();
        connection.write_all(b"iWelcome\t\t\t\r\n0Readme\t/a b\th.dom\t70\r\n.\r\n").unwrap();
        asked
    });
    let menu = Url::parse("gopher://host.dom/1/menu").unwrap().into_owned();
    let rows = programs::gopher_menu(&client, &menu).unwrap();
    assert_eq!(rows, [("Readme".to_owned(), "gopher://h.dom/0/a%20b".to_owned())]);
    assert_eq!(&serving.join().unwrap(), b"/menu\r\n");

    let search = programs::gopher_search("host.dom", "to be?").unwrap();
    assert_eq!(search, "gopher://host.dom/7/find%09to%20be?");
    assert_eq!(programs::gopher_search("my_host", "x").unwrap_err().span().range(), 2..3);
    let previous = programs::previous_article("nntp://host.dom/comp.lang.c/10").unwrap();
    assert_eq!(previous, "nntp://host.dom/comp.lang.c/9");
    let target = programs::telnet_target("telnet://j%6Fe@host.dom/").unwrap();
    assert_eq!(target, ("host.dom".to_owned(), 23, Some("joe".to_owned())));
}

/// The port of a successor of http is known without its feature, which this crate does not enable.
#[test]
fn the_address_of_a_url_without_a_type() {
    for text in ["wss://127.0.0.1/", "WSS://127.0.0.1/"] {
        let url = Url::parse(text).unwrap();
        assert!(matches!(url, Url::Other(_)) && url.default_port() == Some(443));
        assert!(url.to_socket_addrs().unwrap().eq(["127.0.0.1:443".parse().unwrap()]), "{text}");
    }
}

#[test]
fn programs_read_urls() {
    let text = "postgresql://joe:p%40ss@db.host.dom/my%20data?sslmode=require&application=a%26b";
    let database: Database = text.parse().unwrap();
    assert_eq!((database.host.as_str(), database.port), ("db.host.dom", 5432));
    assert_eq!(
        (database.name.as_str(), database.password.as_deref()),
        ("my data", Some(&b"p@ss"[..]))
    );
    assert_eq!(database.options["application"], "a&b");
    assert!("postgresql:orders".parse::<Database>().is_err());

    assert_eq!(programs::is_allowed("https://host.dom/a?b"), Ok(()));
    for (refused, reason) in [
        ("host.dom/x", "begin with a scheme"),
        ("ftp://host.dom/", "ftp is not fetched"),
        ("http://127.0.0.1/", "127.0.0.1 is not public"),
        ("http://192.31.7.1:8080/", "port"),
        ("http://host.dom/a/../b", "dot"),
    ] {
        let error = programs::is_allowed(refused).unwrap_err();
        assert!(error.contains(reason), "{error}");
    }

    let seen = ["http://b.dom/", "http://a.b.dom/x", "HTTP://B.dom/", "~"];
    let index: Vec<_> = programs::archive_index(seen).into_iter().collect();
    assert_eq!(index.len(), 2);
    assert_eq!(index[0].1, "http://b.dom/");

    let mail = &b"See <URL:http://host.dom/~joe#top>, ftp://host.dom/a\nor joe@host.dom."[..];
    assert_eq!(programs::mined(mail).unwrap(), ["http://host.dom/%7Ejoe#top", "ftp://host.dom/a"]);

    let bookmarks: Bookmarks =
        serde_json::from_str(r#"{"home":"http://host.dom/","files":["ftp://host.dom/a"]}"#)
            .unwrap();
    assert_eq!((bookmarks.home.port_or_default(), bookmarks.files[0].scheme()), (80, "ftp"));
    let error = serde_json::from_str::<Bookmarks>(r#"{"home":"http://host.dom/~"}"#).unwrap_err();
    assert!(error.to_string().contains("%7E"), "{error}");

    let to = "http://host.dom/new/page";
    let moved = programs::moved("http://host.dom/old/page", &["x?y#z", "/", "ftp://h/"], to);
    assert_eq!(moved.unwrap(), ["../old/x?y#z", "../", "ftp://h/"]);

    let mut log = Vec::new();
    programs::masked(&b"get ftp://joe:secret@host.dom/a now\n"[..], &mut log).unwrap();
    assert_eq!(log, b"get ftp://joe:***@host.dom/a now\n");

    let lines = ["http://A.dom/", "ftp://a.dom/x", "mailto:joe@host.dom", "x-db://b.dom/", "~"];
    let hosts: Vec<_> = programs::hosts(&registry(), lines).into_iter().collect();
    assert_eq!(hosts, [("a.dom".to_owned(), 2), ("b.dom".to_owned(), 1)]);
}

#[test]
fn programs_of_users_of_other_libraries() {
    let next = names::next_page("http://host.dom/a%2Fb/x?page=9&q=R%26D").unwrap();
    assert_eq!(next, "http://host.dom/a%2Fb/list?page=10&q=R%26D");
    assert_eq!(names::whom("ftp://j%6Fe:pw@host.dom/").unwrap(), "joe@host.dom:21");
    let uri = "http://host.dom:8080/a%20b?c".parse().unwrap();
    let (host, port, line) = names::request(&uri).unwrap();
    assert_eq!((host.as_str(), port, line.as_str()), ("host.dom", 8080, "GET /a%20b?c"));
    let target = names::target("http://host.dom/a/b", "../%7ej?q").unwrap();
    assert_eq!(target, "http://host.dom/%7Ej?q");
    assert_eq!(names::links("a <http://h.dom/b#c>"), [(3, 19, "http://h.dom/b#c".to_owned())]);
    let round_trip = names::round_trip("a/b \u{e4}").unwrap();
    assert_eq!(round_trip, ("a%2Fb%20%C3%A4".to_owned(), "a/b \u{e4}".to_owned()));
    let split = names::split("http://joe.dom:81/a%20b?c=d&e").unwrap();
    assert_eq!(split, ["http", "joe.dom", "a b", "81", "c", "e"]);
    let location = names::location("http://host.dom/a?q=b#top").unwrap();
    let home = "http:%2F%2Fhost.dom%2F";
    assert_eq!(location, ["http", "host.dom", "a", "b", "top", "http://host.dom/a?q=b", home]);
}

/// The search of the documentation knows each name of another library in a comment of its programs.
#[test]
fn names_of_other_libraries_are_found() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../crates");
    let mut sources = String::new();
    let mut folders = vec![crates];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path if path.extension().is_some_and(|it| it == "rs") => {
                    sources += &fs::read_to_string(path).unwrap();
                }
                _ => {}
            }
        }
    }
    let names =
        include_str!("../src/names.rs").lines().filter_map(|line| line.trim().strip_prefix("// "));
    let names =
        names.flat_map(|line| line.split(|it: char| !it.is_ascii_alphanumeric() && it != '_'));
    // The variables in the comments, and a word that is a value.
    let variables = [
        "",
        "url",
        "uri",
        "text",
        "name",
        "base",
        "reference",
        "link",
        "parts",
        "new",
        "host",
        "written",
        "q",
        "http",
        "PATH_SEGMENT",
        "LinkFinder",
        "UriRef",
        "Url",
        "URL",
    ];
    let mut count = 0;
    for name in names.filter(|name| !variables.contains(name)) {
        let has = |before: &str, after: &str| sources.contains(&format!("{before}{name}{after}"));
        assert!(has("doc(alias = \"", "\")") || has("fn ", "(") || has("fn ", "<"), "{name}");
        count += 1;
    }
    assert!(count > 25, "{count}");
}
