//! URLs broken over lines without angle brackets, and what only looks like a URL.

use rstest::rstest;
use url1738_context::{Ambiguity, Form, find_iter};

use crate::{only, urls};

#[rstest]
#[case::quoted("\"http://h/long/\n  path/x.html\"", "http://h/long/path/x.html", Form::Quoted)]
#[case::quoted_in_a_word(
    "\"http://ds.inter\n  nic.net/rfc/\"",
    "http://ds.internic.net/rfc/",
    Form::Quoted
)]
#[case::attribute("<A HREF=\"http://h/long\nname\">", "http://h/longname", Form::Quoted)]
#[case::attribute_closed_later("<A HREF=\"http://h/x\n\">", "http://h/x", Form::Quoted)]
#[case::round("(http://h/long/\n  x.html)", "http://h/long/x.html", Form::Bare)]
#[case::round_full_stop("(http://h/long/\n  x.html).", "http://h/long/x.html", Form::Bare)]
#[case::square("[http://h/a/\n  b/c.txt]", "http://h/a/b/c.txt", Form::Bare)]
#[case::prefix_in_brackets("[URL:http://h/a/\n  b/c.txt]", "http://h/a/b/c.txt", Form::Prefixed)]
#[case::quoted_mail(
    "> \"http://h/long/\n> path/x.html\"",
    "http://h/long/path/x.html",
    Form::Quoted
)]
fn enclosed(#[case] text: &str, #[case] url: &str, #[case] form: Form) {
    assert_eq!(only(text), (url.to_owned(), form));
}

#[rstest]
#[case::sentence("(http://h/x\nfor example)", "http://h/x")]
#[case::one_word("(http://host.com\nbelow)", "http://host.com")]
#[case::two_strings("'http://h/DTD/'\n  'x.dtd'", "http://h/DTD/")]
#[case::quoted_sentence("\"http://host.com\nis it\"", "http://host.com")]
#[case::other_marks("\"http://h/DTD/\n  'x.dtd'\"", "http://h/DTD/")]
#[case::list_of_addresses("(http://www.h.fi,\n joe@h.fi)", "http://www.h.fi")]
#[case::list_of_pairs("<a xsi:schemaLocation=\"http://h.dom/ns\n  a/b.xsd\">", "http://h.dom/ns")]
#[case::list_of_sources("  bibsource = \"http://h/a.bib;\n   z39.dom:7090/b\"", "http://h/a.bib")]
#[case::too_many_lines("\"http://h/a/\nb/\nc/\nd/\ne/\nf/\ng/\nh\"", "http://h/a/")]
#[case::blank_line("\"http://h/long/\n\npath/x.html\"", "http://h/long/")]
fn not_enclosed(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url);
}

#[test]
fn not_enclosed_by_the_next() {
    assert_eq!(urls("\"http://a/x\nhttp://b/y\""), ["http://a/x", "http://b/y"]);
}

#[rstest]
#[case::entry("* http://h/a/b-c-\n  d.html", "http://h/a/b-c-d.html")]
#[case::hyphen(
    "see http://h/draft-ietf-\n   foo-bar-00.txt for",
    "http://h/draft-ietf-foo-bar-00.txt"
)]
#[case::hyphen_stop("see http://h/draft-\n   00.txt.", "http://h/draft-00.txt")]
#[case::word_in_brackets(
    "# Folders (see: http://h/help.html#virtual-\n# folders).",
    "http://h/help.html#virtual-folders"
)]
#[case::folder(
    "   [FOO] Smith, J., \"Foo\", Journal of Foo, http://www.h.com/papers/1996/\n         foo.html.",
    "http://www.h.com/papers/1996/foo.html"
)]
#[case::deep(
    "   The document is available at http://www.w3.org/pub/WWW/Protocols/\n   HTTP/1.0/spec.html and",
    "http://www.w3.org/pub/WWW/Protocols/HTTP/1.0/spec.html"
)]
#[case::path_after_a_reference(
    "   The document is available with many others http://www.h.com/?a=b&#38;c=d/e\n   /f/g.html and",
    "http://www.h.com/?a=b&c=d/e/f/g.html"
)]
fn open(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text), (url.to_owned(), Form::Bare));
    let found = find_iter(text.as_bytes()).next().unwrap();
    assert_eq!(found.alternatives().last().unwrap().ambiguity, Ambiguity::EndsAtLine);
}

#[rstest]
#[case::strings(
    "msgid \"\"\n\"see http://www.long-\"\n\"name.dom/a.\"\n\"html, b\"\n",
    "http://www.long-name.dom/a.html",
    Form::Bare
)]
#[case::string("msgid \"http://h.dom/a\"\n\"/b?\"\r\n\"c\"\n", "http://h.dom/a/b?c", Form::Quoted)]
#[case::strings_in_brackets(
    "msgid \"\"\n\"`a <http://h-\"\n\"i.dom/b>`_\"\n",
    "http://h-i.dom/b",
    Form::Angle
)]
#[case::calendar(
    "DESCRIPTION:The room and the agenda of this meeting are at http://www.h.do\r\n m/a.\r\nCLASS:PUBLIC",
    "http://www.h.dom/a",
    Form::Bare
)]
#[case::calendar_with_a_sign(
    "URL:http://meet.dom/0123456789/0123456789/0123456789/0123456789/0123?pwd=\n a\nCLASS:PUBLIC",
    "http://meet.dom/0123456789/0123456789/0123456789/0123456789/0123?pwd=a",
    Form::Prefixed
)]
#[case::card_that_escapes_colons(
    "item1.URL;type=pref:http\\://www.host.dom/a",
    "http://www.host.dom/a",
    Form::Bare
)]
#[case::card(
    "item1.URL;type=pref:http://www.host.dom/0123456789/0123456789/0123456789/a\n\tb\n",
    "http://www.host.dom/0123456789/0123456789/0123456789/ab",
    Form::Bare
)]
fn values_in_several_lines(#[case] text: &str, #[case] url: &str, #[case] form: Form) {
    assert_eq!(only(text), (url.to_owned(), form));
}

#[rstest]
#[case::word("msgid \"\"\n\"see http://h.dom/a \"\n\"b\"", "http://h.dom/a")]
#[case::space("msgid \"\"\n\"see http://h.dom/a\"\n\" b\"", "http://h.dom/a")]
#[case::full_stop("msgid \"\"\n\"see http://h.dom/a\"\n\".\"", "http://h.dom/a")]
#[case::last("msgid \"http://h.dom/a\"\nmsgstr \"b\"", "http://h.dom/a")]
#[case::column("names\n\"http://h.dom/a\"\n\"b\"", "http://h.dom/a")]
#[case::folded_at_a_word(
    "DESCRIPTION:The room and the agenda of this meeting are at http://h.dom/ab\r\n  and",
    "http://h.dom/ab"
)]
#[case::short("URL:http://h.dom/a\n - b", "http://h.dom/a")]
#[case::field(
    "Homepage: the page of this program, which is at http://www.host.dom/abc/de\n b",
    "http://www.host.dom/abc/de"
)]
#[case::paragraph(
    "See:\n the page of this program, which is at http://www.host.dom/abc/de/fghi/jk\n b",
    "http://www.host.dom/abc/de/fghi/jk"
)]
fn not_values_in_several_lines(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url);
}

#[rstest]
#[case::list("ftp://h/pub/\n  foo.tar.gz", "ftp://h/pub/")]
#[case::sentence(
    "   The document is available at the site http://www.h.com/papers/1996/\n   and elsewhere",
    "http://www.h.com/papers/1996/"
)]
#[case::host(
    "   The document is available with many others http://www.host.com/\n   foo/bar.html and",
    "http://www.host.com/"
)]
#[case::other_host(
    "   The document is available at the site http://www.h.com/papers/1996/\n   www.foo.com too",
    "http://www.h.com/papers/1996/"
)]
#[case::dash("see http://h/x-\n   the page", "http://h/x-")]
#[case::like_entry("* http://h/a/b-\n* c.html", "http://h/a/b-")]
#[case::next_entry(
    "   * The engine is at http://marknelson.us/1997/01/01/zlib-engine/\n   * win32/DLL_FAQ.txt",
    "http://marknelson.us/1997/01/01/zlib-engine/"
)]
#[case::after_a_comment(
    "# URL = https://advertisements.archive.dom/2021/minutes/summer/2222/\nadvertisements.archive.dom/",
    "https://advertisements.archive.dom/2021/minutes/summer/2222/"
)]
#[case::after_a_comment_of_slashes(
    "// at https://advertisements.archive.dom/2021/minutes/summer/2222/\n  advertisements.archive.dom/",
    "https://advertisements.archive.dom/2021/minutes/summer/2222/"
)]
#[case::settings(
    "Documentation=man:privoxy(8) https://www.privoxy.org/user-manual/\nBefore=log/rotate.timer",
    "https://www.privoxy.org/user-manual/"
)]
#[case::blank_before_the_break(
    "   The document is available at the site http://www.h.com/papers/1996/ \n   README.txt is it",
    "http://www.h.com/papers/1996/"
)]
#[case::address_of_mail(
    "   The document is available at the site http://www.h.com/papers/1996/\n   joe@mail.host.fi",
    "http://www.h.com/papers/1996/"
)]
#[case::path_after_a_fragment(
    "# To leave the lock of a library out, see http://h.dom/doc/libraries.md#lock\n# /composer.lock",
    "http://h.dom/doc/libraries.md#lock"
)]
#[case::blank_line("see http://h/draft-\n\n   foo-00.txt", "http://h/draft-")]
#[case::full_stop("It is http://www.h.com/a/b.\n  c/d.html", "http://www.h.com/a/b")]
fn not_open(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url);
}

#[rstest]
#[case::roff_in_brackets(r"<http://h.org/a\-b\_c>, <x>", "http://h.org/a-b_c")]
#[case::roff_before_an_escape(r"<http://h.org/#a\-%28b\-c%29>", "http://h.org/#a-%28b-c%29")]
#[case::roff_in_a_wrapper(r"<URL:http://h.org\:/a\-b>", "http://h.org/a-b")]
#[case::two_in_a_wrapper(r"<URL:http://h.org/a\-and http://h.org/b>", "http://h.org/a-and")]
#[case::json_in_brackets(r#""<http://h.org/?a=1\u0026b=2>""#, "http://h.org/?a=1&b=2")]
#[case::json_at_the_end(r#""<http://h.org/?a\u0026>""#, "http://h.org/?a&")]
#[case::roff(r"ftp://h/ls\-lR.Z is", "ftp://h/ls-lR.Z")]
#[case::roff_nothing(r"http://h.org\&.au/x\-y.", "http://h.org.au/x-y")]
#[case::java(
    r"distributionUrl=https\://h.org\:80/a-bin.zip?b\=c\#d",
    "https://h.org:80/a-bin.zip?b=c#d"
)]
#[case::java_in_prose(r"see http\://h.org/a, b", "http://h.org/a")]
#[case::tex(r"\tt http://h/a\_b/\%7Ex}", "http://h/a_b/%7Ex")]
#[case::tex_ampersand(r"http://h/?a=b\&c=d", "http://h/?a=b&c=d")]
#[case::pattern(r"/http://www\.h\.org/", "http://www.h.org/")]
#[case::json(r#""see https:\/\/h.org\/a\/?b#c","#, "https://h.org/a/?b#c")]
#[case::json_host(r#""https:\/\/h.org","#, "https://h.org")]
#[case::json_list(r#""<http:\/\/h.org\/>, <http:\/\/g.org>""#, "http://h.org/")]
#[case::json_numbers(
    r#""https:\u002F\u002Fh.org\u002fa?b\u003d1\u0026c","#,
    "https://h.org/a?b=1&c"
)]
#[case::json_query(r#""http://h.org/?a=1\u0026b=2\u003e","#, "http://h.org/?a=1&b=2")]
#[case::json_letters(r#""http:\/\/h.org\/\u00e9t\u00e9\u3002","#, "http://h.org/été")]
#[case::address_on_the_next_line(r#""http://h.org/a\nmailto:joe@h.org","#, "http://h.org/a")]
#[case::lines(r#""http://h.org/a\-b\nhttp://h.org/b","#, "http://h.org/a-b")]
#[case::json_lines(r#""http:\/\/h.org\/a\nhttp:\/\/h.org\/b","#, "http://h.org/a")]
#[case::sed(r"s/http:\/\/h.org\/a/http:\/\/g.org/", "http://h.org/a")]
#[case::sed_host(r"s/http:\/\/h.org/x/", "http://h.org")]
fn escaped(#[case] text: &str, #[case] url: &str) {
    let found = find_iter(text.as_bytes()).next().unwrap();
    assert_eq!((&*found.target(), found.is_truncated()), (url, false));
    for (offset, byte) in url.bytes().enumerate() {
        let place = found.origin_of(offset..offset).start;
        let is_escape =
            text[..=place].rfind("\\u").is_some_and(|at| (5..7).contains(&(place - at)));
        assert!(is_escape || text.as_bytes()[place] == byte, "{offset} at {place}");
    }
}

#[rstest]
#[case::test(r"/^http:\/\//i")]
#[case::class(r"/^https?:\/\/[^\/]+/")]
#[case::group(r"/http:\/\/(www\.)?h/")]
fn patterns(#[case] text: &str) {
    assert_eq!(find_iter(text.as_bytes()).count(), 0);
}

#[test]
fn escaped_in_quotation_marks() {
    assert_eq!(only(r#"\(lq"http://h/a\-b""#), ("http://h/a-b".to_owned(), Form::Quoted));
}

/// The line breaks of mail in quoted-printable, whose lines have 76 columns.
#[rstest]
#[case::bare(
    "&gt; see: <a href=3D\"http://www.h.org/\" target=3D\"_blank\">http://www.host=\n.org/</a> .",
    "http://www.host.org/"
)]
#[case::quoted(
    "For more on the list read the page that is at <a href=3D\"http://h.org/x-in=\nfo.html\">",
    "http://h.org/x-info.html"
)]
#[case::blank_after(
    "For more on the list read the page that is at the address http://h.org/x?q=\n fo.html",
    "http://h.org/x?q="
)]
#[case::another_after(
    "For more on the list read the page that is at the address http://h.org/x?q=\nftp://h/a",
    "ftp://h/a"
)]
#[case::no_soft_break("http://h.org/?q=\nfo.html", "http://h.org/?q=")]
fn quoted_printable(#[case] text: &str, #[case] url: &str) {
    assert_eq!(urls(text).last().unwrap(), url);
}

#[test]
fn an_empty_range_at_a_break_is_empty_in_the_text() {
    let found = find_iter(b"<URL:http://host.\n   dom/a>").next().unwrap();
    let at = found.url.find("dom").unwrap();
    assert_eq!(found.origin_of(at..at), 21..21);
    assert_eq!(found.origin_of(at - 1..at), 16..17);
    assert_eq!(found.origin_of(at - 1..at + 1), 16..22);
    assert_eq!(found.origin_of(0..0), 5..5);
    assert_eq!(found.origin_of(at..1000), 21..26);
}

#[rstest]
#[case::template("http://<host>:<port>/<path>?<searchpart>")]
#[case::template_login("telnet://<user>:<password>@<host>:<port>/")]
#[case::template_after_a_host("ftp://ftp.host.com/pub/<file>.txt")]
#[case::template_with_blanks("http://www.host.com/<your name>/")]
#[case::template_in_html("http://&lt;host&gt;/ and http://host/&lt;path&gt;")]
#[case::template_in_roff(r"git://host\&.xz[:port]/path/to/repo\&.git/")]
#[case::template_after_a_sign_of_roff(r"ftp://host/pub/foo\-<version>.tar.gz")]
#[case::template_port("http://host:port/path")]
#[case::template_port_login("ftp://user:password@host:port/path")]
#[case::template_optional("ftp://[user[:password]@]host/")]
#[case::template_curly("http://{host}/x")]
#[case::template_variable("http://$HOST/x ${SCHEME}://${HOST}/")]
#[case::template_printf("http://%s:%d/%s")]
#[case::template_stars("http://*.host.com/")]
#[case::any_scheme("scheme://host/path protocol://host")]
#[case::bnf("httpurl = \"http://\" hostport [ \"/\" hpath [ \"?\" search ]]")]
#[case::bnf_mailto("mailtourl = \"mailto:\" encoded822addr")]
#[case::mention("the \"file://\" URL type")]
#[case::mention_bare("a URL begins with http:// or ftp://.")]
#[case::mention_in_brackets("(http://)")]
#[case::mention_of_www("URLs that start with http://www. are")]
#[case::mention_of_ftp("ftp://ftp. and so on")]
#[case::ellipsis("http://... and http://.../")]
#[case::drive("C:// and D://x")]
#[case::path("std::fmt::Display, http::Request")]
#[case::time("at 12:30, 12:30:59")]
#[case::ratio("1:2")]
#[case::note("Note:this, note:see, NB:x")]
#[case::scheme_alone("http: and ftp: and news:")]
#[case::mailto_in_prose("the mailto: scheme, mailto:address, mailto:joe")]
#[case::mailto_template("mailto:<rfc822-addr-spec>")]
#[case::mailto_nothing_before("mailto:@host")]
#[case::mailto_alone("mailto: and \"mailto:\" and <mailto:> and <URL:mailto:> and URL:mailto:")]
#[case::mailto_and_punctuation(
    "<URL:mailto:.> <URL:mailto:,> <URL: mailto:... > mailto:,@b mailto:.@."
)]
#[case::mailto_and_headers("<URL:mailto:?subject=x> mailto:?to=a")]
#[case::mailto_patterns("mailto:%s@%s mailto:$user@$host mailto:{user}@{host} mailto:joe@-")]
#[case::mailto_in_code("'mailto:'+user+'@host.com' and \"mailto:\" + user + \"@host.com\"")]
#[case::news_in_prose("News:today, news: comp.lang.c, news:<newsgroup-name>, news:<message-id>")]
#[case::headline("BREAKING-NEWS:foo.com")]
#[case::regular_expression("/^http:/i and /^file:/")]
#[case::elided("<http:/.../x> http:/.../")]
#[case::no_host("https://a:b@ and file:///")]
#[case::grammar("<scheme>://<net_loc>/<path>;<params>?<query>#<fragment>")]
#[case::angle_unknown("<foo:/bar> and <foo:bar>")]
#[case::wrapper_in_grammar("\"Base\" \":\" \"<URL:\" absoluteURL \">\"")]
#[case::prefix_alone("the prefix \"URL:\" and <URL:> and <URL: >")]
#[case::prefix_and_words("URL: see below; <URL: see below>; <URL:item>; <URL: Note: this>")]
#[case::template_in_wrapper("<URL:<scheme>:<scheme-specific-part>> <URL:http://<host>/>")]
#[case::xml("<http:binding verb=\"GET\"/> <news:name>x</news:name> <file:foo>")]
#[case::lisp("(http:request x) (ftp:open)")]
#[case::error_line("file:12: error, foo.c:12:3: x")]
#[case::label("ftp:anonymous HTTP:GET telnet:port")]
#[case::dashes("http://-----")]
#[case::underline("http://\n=======")]
#[case::sed("s://:x:")]
#[case::optional_letter("http(s)://h/x")]
#[case::variable_scheme("$proto://h/x my_scheme://h/")]
#[case::assignment("a:=b c:-d ?:e")]
#[case::emoticons(":-) ;-) :// ::// http:/ ")]
#[case::nothing("")]
#[case::colons("::::::::")]
fn nothing(#[case] text: &str) {
    assert_eq!(urls(text), Vec::<String>::new(), "{text:?}");
}
