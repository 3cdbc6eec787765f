//! URLs in serde's data model: a text that round-trips, and parts as a map.

use rstest::rstest;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use url1738::{
    FileUrl, FtpUrl, GenericUrl, GopherUrl, HttpUrl, MailtoUrl, NewsUrl, NntpUrl, ProsperoUrl,
    TelnetUrl, Url, WaisUrl,
};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Bookmark {
    any: Url,
    ftp: FtpUrl,
}

fn bookmark() -> Bookmark {
    Bookmark {
        any: "news:a%25b@host.dom".parse().unwrap(),
        ftp: "ftp://joe:s3cret@h/a%20b;type=i".parse().unwrap(),
    }
}

#[test]
fn json_round_trips() {
    let json = serde_json::to_string(&bookmark()).unwrap();
    assert_eq!(json, r#"{"any":"news:a%25b@host.dom","ftp":"ftp://joe:s3cret@h/a%20b;type=i"}"#);
    assert_eq!(serde_json::from_str::<Bookmark>(&json).unwrap(), bookmark());
}

#[test]
fn a_binary_format_round_trips() {
    let octets = postcard::to_allocvec(&bookmark()).unwrap();
    assert_eq!(postcard::from_bytes::<Bookmark>(&octets).unwrap(), bookmark());
}

#[test]
fn a_borrowed_url_points_into_the_input() {
    let json = r#""gopher://h/0x""#;
    let url: GopherUrl<&str> = serde_json::from_str(json).unwrap();
    assert!(json.as_bytes().as_ptr_range().contains(&url.as_str().as_ptr()));
    let octets = postcard::to_allocvec(&url).unwrap();
    let again: Url<&str> = postcard::from_bytes(&octets).unwrap();
    assert_eq!(again.as_str(), url.as_str());
}

#[test]
fn what_is_not_a_url_is_refused_without_its_text() {
    let error = serde_json::from_str::<Url>(r#""http://joe:s3cret@h/""#).unwrap_err().to_string();
    assert!(error.contains("http URLs cannot contain a user or password at byte 7"), "{error}");
    assert!(!error.contains("s3cret"));
}

#[test]
fn parts_are_a_map_of_columns() {
    let json = |text: &str| serde_json::to_string(&Url::parse(text).unwrap().components()).unwrap();
    assert_eq!(
        json("ftp://h:21/a/b;type=i"),
        r#"{"scheme":"ftp","host":"h","port":"21","fsegment":["a","b"],"ftptype":"i"}"#
    );
    assert_eq!(
        json("prospero://h/x;a=1;a=2"),
        r#"{"scheme":"prospero","host":"h","ppath":"x","fieldname":["a","a"],"fieldvalue":["1","2"]}"#
    );
}

/// Reads a document of several lines, in whose third line the URL ends at the 22nd column.
fn error_in_document<T: DeserializeOwned + std::fmt::Debug>(value: &str) -> serde_json::Error {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only its error is looked at")]
    struct Document<T> {
        name: String,
        url: T,
        after: Vec<u32>,
    }
    let json =
        format!("{{\n  \"name\": \"x\",\n  \"url\": {value},\n  \"after\": [\n    1\n  ]\n}}\n");
    let error = serde_json::from_str::<Document<T>>(&json).unwrap_err();
    // From a reader the text is not borrowed.
    let read = serde_json::from_reader::<_, Document<T>>(json.as_bytes()).unwrap_err();
    // A reader counts the byte after a number, which it has taken to see that the number ends.
    let before_column = |error: &serde_json::Error| {
        error.to_string().rsplit_once(" column ").map(|(before, _)| before.to_owned())
    };
    assert_eq!(before_column(&read), before_column(&error));
    error
}

/// The error of a type, and what it expects.
type ErrorOf = fn(&str) -> serde_json::Error;

/// The line and column are those of the bad URL, and not of the end of the document; the message names the scheme.
#[rstest]
#[case::any(error_in_document::<Url>, "a URL")]
#[case::generic(error_in_document::<GenericUrl>, "a URL")]
#[case::ftp(error_in_document::<FtpUrl>, "an FTP URL")]
#[case::http(error_in_document::<HttpUrl>, "an HTTP URL")]
#[case::gopher(error_in_document::<GopherUrl>, "a Gopher URL")]
#[case::mailto(error_in_document::<MailtoUrl>, "a mailto URL")]
#[case::news(error_in_document::<NewsUrl>, "a news URL")]
#[case::nntp(error_in_document::<NntpUrl>, "an NNTP URL")]
#[case::telnet(error_in_document::<TelnetUrl>, "a telnet URL")]
#[case::wais(error_in_document::<WaisUrl>, "a WAIS URL")]
#[case::file(error_in_document::<FileUrl>, "a file URL")]
#[case::prospero(error_in_document::<ProsperoUrl>, "a Prospero URL")]
#[case::optional(error_in_document::<Option<FtpUrl>>, "an FTP URL")]
#[case::list(|value: &str| error_in_document::<Vec<FtpUrl>>(&format!("[{value}]")), "an FTP URL")]
fn the_error_is_at_the_url(#[case] error: ErrorOf, #[case] expected: &str) {
    for (value, problem) in
        [(r#""ftp:joe:s3cret@h~""#, " at byte "), ("17381738", "invalid type: integer `17381738`")]
    {
        let error = error(value);
        let text = error.to_string();
        assert_eq!(error.line(), 3, "{text}");
        let end = 9 + value.len();
        assert!((end..=end + 1).contains(&error.column()), "{text}");
        assert!(text.contains(&format!(", expected {expected} at line 3 column ")), "{text}");
        assert!(text.contains(problem) && !text.contains("s3cret"), "{text}");
        assert!(error.is_data());
    }
}

/// Escapes of JSON change the text, so that nothing can be borrowed; the error does not repeat it.
#[test]
fn a_borrowed_url_reports_its_place_and_no_secret() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only its error is looked at")]
    struct Borrowed<'a> {
        #[serde(borrow)]
        url: FtpUrl<&'a str>,
        after: u32,
    }
    for (value, problem) in [
        (r#""ftp://joe:s3cret\u0040h""#, "cannot be borrowed"),
        (r#""ftp://joe:s3cret@h/~""#, "byte 19"),
        (r#""http://joe:s3cret@h/""#, "byte 0"),
        ("null", "invalid type: null"),
    ] {
        let json = format!("{{\n\n\"url\":{value},\n\"after\": 1\n}}");
        let error = serde_json::from_str::<Borrowed<'_>>(&json).unwrap_err();
        let text = error.to_string();
        assert_eq!(error.line(), 3, "{text}");
        assert!((6 + value.len()..=7 + value.len()).contains(&error.column()), "{text}");
        assert!(text.contains(problem) && text.contains("expected an FTP URL"), "{text}");
        assert!(!text.contains("s3cret"), "{text}");
    }
}

/// Formats that have bytes and no strings.
#[test]
fn bytes_are_read_as_text() {
    use serde::de::{IntoDeserializer, value};
    let bytes = |bytes: &'static [u8]| -> value::BytesDeserializer<'static, value::Error> {
        bytes.into_deserializer()
    };
    let url = FtpUrl::<String>::deserialize(bytes(b"ftp://h/x")).unwrap();
    assert_eq!(url, "ftp://h/x");
    let error = FtpUrl::<String>::deserialize(bytes(b"ftp://h/\xFF")).unwrap_err().to_string();
    assert_eq!(error, "invalid value: byte array, expected an FTP URL");
    let borrowed = value::BorrowedBytesDeserializer::<value::Error>::new(b"ftp://h/x");
    assert_eq!(FtpUrl::<&str>::deserialize(borrowed).unwrap(), "ftp://h/x");
    let owned: value::StringDeserializer<value::Error> = "ftp://h/~".to_owned().into_deserializer();
    let error = FtpUrl::<String>::deserialize(owned).unwrap_err().to_string();
    assert!(error.ends_with(", expected an FTP URL"), "{error}");
}
