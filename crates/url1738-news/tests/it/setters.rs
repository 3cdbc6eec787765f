//! What the setters of the builder write, and what they refuse.

use url1738_news::{Host, NewsUrl};

fn host() -> Host<'static> {
    Host::parse("h").unwrap()
}

#[test]
fn what_the_setters_write() {
    assert_eq!(NewsUrl::all(), "news:*");
    assert_eq!(NewsUrl::group("a.b").unwrap(), "news:a.b");
    assert_eq!(NewsUrl::group("").unwrap_err().code(), "empty");
    assert_eq!(NewsUrl::article("a%", host()).unwrap(), "news:a%25@h");
    assert_eq!(NewsUrl::article("//a", host()).unwrap(), "news:%2F/a@h");
    let error = NewsUrl::article("", host()).unwrap_err();
    assert_eq!((error.code(), error.part().name()), ("empty", "article"));
}
