//! Source text of HTML and its kin.

use rstest::rstest;

use crate::urls;

#[rstest]
#[case::anchor("<A HREF=\"http://h/x\">http://h/x</A>", &["http://h/x", "http://h/x"])]
#[case::unquoted("<a href=http://h/x>there</a>", &["http://h/x"])]
#[case::unquoted_folder("<a href=http://h/x/>there</a>", &["http://h/x/"])]
#[case::line_break("http://h/x<br>http://h/y<P>", &["http://h/x", "http://h/y"])]
#[case::tag_with_attribute("http://h/x<font size=2>", &["http://h/x"])]
#[case::entity_behind("http://h/x&nbsp;and http://h/y&quot;", &["http://h/x", "http://h/y"])]
#[case::ampersand("<a href=\"http://h/x?a=1&amp;b=2\">", &["http://h/x?a=1&amp;b=2"])]
#[case::raw_ampersand("<a href=\"http://h/x?a=1&b=2&gt=3\">", &["http://h/x?a=1&b=2&gt=3"])]
#[case::doctype("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.0//EN\" \"http://w3.org/x.dtd\">", &["http://w3.org/x.dtd"])]
#[case::namespace("<x xmlns:http=\"http://h/ns\"/>", &["http://h/ns"])]
#[case::refresh("<META CONTENT=\"0; URL=http://h/x\">", &["http://h/x"])]
#[case::image("<img src='http://h/x.gif'/>", &["http://h/x.gif"])]
#[case::sgml("<htmlurl url=\"http://h/x\" name=\"x\">", &["http://h/x"])]
#[case::element("<url>http://h/x</url>", &["http://h/x"])]
#[case::address("<a href=\"mailto:joe@h.com\">joe@h.com</a>", &["mailto:joe@h.com"])]
#[case::wrapped_anchor("&lt;URL:<A HREF=\"http://h/x\">http://h/x</A>&gt;", &["http://h/x", "http://h/x"])]
#[case::wrapped_with_entity_quotes("&quot;http://h/x&quot;", &["http://h/x"])]
#[case::base("<BASE href=\"http://h/a/b\">", &["http://h/a/b"])]
fn found(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(urls(text), expected);
}
