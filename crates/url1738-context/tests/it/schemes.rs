//! Schemes without slashes.

use rstest::rstest;
use url1738_context::Form;

use crate::{only, urls};

#[rstest]
#[case::address("mailto:joe@host.com.", "mailto:joe@host.com")]
#[case::address_in_brackets("(mailto:joe@host.com)", "mailto:joe@host.com")]
#[case::escaped_sign(
    "mailto:debian-policy%40lists.debian.org and",
    "mailto:debian-policy%40lists.debian.org"
)]
#[case::escaped_sign_of_a_part("cid:part1%40host.com.", "cid:part1%40host.com")]
#[case::subject("mailto:a@b.c?subject=x", "mailto:a@b.c?subject=x")]
#[case::percent_hack("mailto:joe%uucp@host.com", "mailto:joe%uucp@host.com")]
#[case::local_host("mailto:root@localhost,", "mailto:root@localhost")]
#[case::bang_path("mailto:a!b!c@uunet.uu.net", "mailto:a!b!c@uunet.uu.net")]
#[case::upper_case("MAILTO:JOE@HOST.COM", "MAILTO:JOE@HOST.COM")]
#[case::with_slashes("mailto://joe@host.com", "mailto://joe@host.com")]
#[case::group("news:comp.lang.c", "news:comp.lang.c")]
#[case::group_and_stop("in news:comp.lang.c.", "news:comp.lang.c")]
#[case::group_plus("news:comp.lang.c++,", "news:comp.lang.c++")]
#[case::group_possessive("news:comp.lang.c's FAQ", "news:comp.lang.c")]
#[case::all_groups("news:*", "news:*")]
#[case::several_groups("news:comp.lang.*", "news:comp.lang.*")]
#[case::article("news:1994Dec1.123@host.com", "news:1994Dec1.123@host.com")]
#[case::article_in_brackets("news:<1994Dec1.123@host.com>", "news:<1994Dec1.123@host.com>")]
#[case::article_with_dollar("news:4abc$1@news.host.com", "news:4abc$1@news.host.com")]
#[case::news_with_server("news://news.host.com/comp.lang.c", "news://news.host.com/comp.lang.c")]
#[case::nntp("nntp://news.host.com/comp.lang.c/123", "nntp://news.host.com/comp.lang.c/123")]
#[case::prospero("prospero://host.dom//pros/name", "prospero://host.dom//pros/name")]
#[case::wais("wais://h/db?q", "wais://h/db?q")]
#[case::gopher("gopher://h:70/11/a%09b", "gopher://h:70/11/a%09b")]
fn bare(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text), (url.to_owned(), Form::Bare));
}

#[rstest]
#[case::prefix("URL:http://h/x", "http://h/x")]
#[case::prefix_blank("URL: http://h/x", "http://h/x")]
#[case::prefix_lower("url:ftp://h/x.", "ftp://h/x")]
#[case::prefix_in_brackets("(URL:http://h/x)", "http://h/x")]
#[case::prefix_square("[URL: http://h/x].", "http://h/x")]
#[case::prefix_quoted("\"URL:http://h/x\"", "http://h/x")]
#[case::prefix_news("URL:news:comp.lang.c", "news:comp.lang.c")]
#[case::prefix_unknown("URL:urn:isbn:12", "urn:isbn:12")]
#[case::prefix_loophole("URL:http:g", "http:g")]
fn prefixed(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text), (url.to_owned(), Form::Prefixed));
}

#[rstest]
#[case::word_runs_in("CURL:http://h/x", "http://h/x", Form::Bare)]
#[case::header("X-URL: http://h/x", "http://h/x", Form::Bare)]
#[case::assigned("URL=http://h/x", "http://h/x", Form::Bare)]
#[case::json("\"url\":\"http://h/x\"", "http://h/x", Form::Quoted)]
fn no_prefix(#[case] text: &str, #[case] url: &str, #[case] form: Form) {
    assert_eq!(only(text), (url.to_owned(), form));
}

#[test]
fn groups_in_a_list() {
    let text = "news:alt.hypertext, news:comp.infosystems.www.misc and news:comp.text.sgml.";
    let expected = ["news:alt.hypertext", "news:comp.infosystems.www.misc", "news:comp.text.sgml"];
    assert_eq!(urls(text), expected);
}
