//! Every name that the interface promises, as a crate outside the workspace uses it.

use std::error::Error as _;

use url1738::{
    AnyUrl, Error, ErrorKind, Escaped, FileUrl, FtpUrl, GenericUrl, Host, Rule, Url, WrongScheme,
    codes::{self, CodeKind},
    context,
    plan::{Answers, ControlOctet, Question, Refusal, Step},
    registry,
    relative::{JoinError, Joined, Resolution},
};

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
    assert!(codes::ALL.iter().any(|it| it.kind == CodeKind::Refusal && it.code == refusal.code()));
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
    let error: ControlOctet = Answers::new().password(b"a\n").unwrap_err();
    assert_eq!(error.octet, b'\n');
    let answers = Answers::new().password(b"secret").unwrap();
    assert_eq!(plan.to_wire(&answers).unwrap().len(), plan.steps().len());
    let opening = |step: &&Step| matches!(step, Step::Command(it) if it.opens_data_connection());
    let opening: Vec<_> = plan.steps().iter().filter(opening).map(ToString::to_string).collect();
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
