//! Source text of HTML and its kin.

use rstest::rstest;

use crate::urls;

#[rstest]
#[case::anchor("<A HREF=\"http://h/x\">http://h/x</A>", &["http://h/x", "http://h/x"])]
#[case::unquoted("<a href=http://h/x>there</a>", &["http://h/x"])]
#[case::within_a_string("'<a href=\"http://h/#' + x + '\" id=\"b\">'", &["http://h/#"])]
#[case::within_a_string_without_blanks("e = '<a href=\"http://h/'.$x.'\">b</a>';", &["http://h/"])]
#[case::within_a_string_of_lines("e = '<p>\n<a href=\"http://h/' + x + '\">'", &["http://h/"])]
#[case::within_a_string_of_lines_of_php("e = '<p>\n<a href=\"http://h/' . $x . '\">'", &["http://h/"])]
#[case::within_a_string_of_lines_without_blanks("e = '<p>\n<a href=\"http://h/'.$x.'\">'", &["http://h/"])]
#[case::within_a_list_of_strings("concat('<a href=\"http://h/a', x, '\">')", &["http://h/a"])]
#[case::within_a_string_of_double_quotes("e = \"<a href='http://h/\" + x + \"'>\"", &["http://h/"])]
#[case::within_a_string_of_double_quotes_without_blanks("e = \"<a href='http://h/\".$x.\"'>\"", &["http://h/"])]
#[case::within_a_string_of_a_shell("curl -d '{\"u\":\"http://h/'\"$x\"'\"}'", &["http://h/"])]
#[case::mark_after_other_strings("<a title='b' href=\"http://h/'a'.html\">", &["http://h/'a'.html"])]
#[case::double_quotes_after_other_strings("<a title=\"b\" href='http://h/\"a\".html'>", &["http://h/\"a\".html"])]
#[case::mark_after_an_apostrophe("it's http://h/x('a') and http://h/o'b", &["http://h/x('a')", "http://h/o'b"])]
#[case::apostrophe_on_the_line_before("it's\n<a href=\"http://h/a'.html\">", &["http://h/a'.html"])]
#[case::unquoted_folder("<a href=http://h/x/>there</a>", &["http://h/x/"])]
#[case::line_break("http://h/x<br>http://h/y<P>", &["http://h/x", "http://h/y"])]
#[case::tag_with_attribute("http://h/x<font size=2>", &["http://h/x"])]
#[case::entity_after("http://h/x&nbsp;and http://h/y&quot;", &["http://h/x", "http://h/y"])]
#[case::entity_escaped_twice("&amp;lt;http://h/x&amp;gt; http://h/y?a&amp;amp;b &amp;quot;http://h/z&amp;quot;", &["http://h/x", "http://h/y?a&amp;amp;b", "http://h/z"])]
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
#[case::numeric("http://h/x?a=1&#38;b=2 and", &["http://h/x?a=1&b=2"])]
#[case::hexadecimal("http://h/x?a=1&#x26;b=2&#X26;c=3.", &["http://h/x?a=1&b=2&c=3"])]
#[case::numeric_in_attribute("<a href=\"http://h/x?a=1&#38;b=2\">", &["http://h/x?a=1&b=2"])]
#[case::numeric_in_brackets("<http://h/x?a=1&#38;b=2> <URL:http://h/x?a=1&#038;b=2>", &["http://h/x?a=1&b=2", "http://h/x?a=1&b=2"])]
#[case::numeric_in_entities("&lt;http://h/x?a&#38;b&gt;", &["http://h/x?a&b"])]
#[case::numeric_and_fragment("http://h/x?a&#38;b#c and", &["http://h/x?a&b#c"])]
#[case::fragment_after_ampersand("http://h/x?a&#38 and", &["http://h/x?a&#38"])]
#[case::numeric_letter("http://h/K&#228;se and http://h/&#126;joe/", &["http://h/K&#228;se", "http://h/&#126;joe/"])]
#[case::numeric_letter_at_the_end("http://h/caf&#xe9; and", &["http://h/caf&#xe9;"])]
#[case::ampersand_at_the_end("http://h/x?a&amp; and", &["http://h/x?a&amp;"])]
#[case::numeric_delimiters("http://h/a&#62; http://h/b&#062;x http://h/c&#x3E; http://h/d&#8217;s http://h/e&#160;x http://h/f&#xA0;", &["http://h/a", "http://h/b", "http://h/c", "http://h/d", "http://h/e", "http://h/f"])]
#[case::named_delimiters("http://h/a&hellip; http://h/b&rdquo; http://h/c&raquo; http://h/d&mdash;and", &["http://h/a", "http://h/b", "http://h/c", "http://h/d"])]
#[case::refresh_in_single_quotes("<meta content='0; url=http://h/'/>", &["http://h/"])]
#[case::refresh_of_a_page("<meta content='0;url=http://h/x'/>", &["http://h/x"])]
#[case::quote_and_slash("http://h/'/", &["http://h/"])]
#[case::quote_and_slash_after_hyphens("content='0;url=http://h/a-long-name--'/>", &["http://h/a-long-name"])]
#[case::quote_and_slash_after_host("content='0;url=http://h.dom'/>", &["http://h.dom"])]
#[case::quote_in_it("http://h/o'neil/", &["http://h/o'neil/"])]
fn found(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(urls(text), expected);
}

/// Each byte of the URL comes from the text, the reference left out.
#[test]
fn the_origin_of_what_is_after_a_reference() {
    let text = b"see http://h/x?a=1&#38;b=2 and";
    let found = url1738_context::find_iter(text).next().unwrap();
    assert!(found.is_joined() && !found.is_truncated());
    assert_eq!(found.span, 4..26);
    for (offset, byte) in found.url.bytes().enumerate() {
        assert_eq!(text[found.origin_of(offset..offset).start], byte, "{offset}");
    }
}
