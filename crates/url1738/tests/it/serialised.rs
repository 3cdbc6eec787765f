//! URLs in serde's data model: a text that round-trips, and parts as a map.

use serde::{Deserialize, Serialize};
use url1738::{FtpUrl, GopherUrl, Url};

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
    assert!(
        error.contains("http URLs cannot contain a user name or password at byte 7"),
        "{error}"
    );
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
