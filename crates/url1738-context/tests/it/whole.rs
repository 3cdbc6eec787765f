//! URLs are whole: what no URL may hold does not shorten one, and what is cut is said to be.

use rstest::rstest;
use url1738_context::{Ambiguity, Form, find_iter};

use crate::{only, urls};

fn truncated(text: &str) -> bool {
    find_iter(text.as_bytes()).next().is_some_and(|found| found.is_truncated())
}

/// One rule for all octets, whatever follows.
#[rstest]
#[case::bar("http://h.dom/a|b")]
#[case::bars("http://h.dom/?chl=a|b|c&d=1,2|3")]
#[case::hyphens_of_an_anchor("http://h.dom/Host.html#getName--")]
#[case::grave("http://h.dom/a`b")]
#[case::grave_in_a_word("http://h.dom/a`nb")]
#[case::closing_brace("http://h.dom/a}b")]
#[case::closing_bracket("http://h.dom/a]b/c")]
#[case::closing_round("http://h.dom/a)b")]
#[case::brace("http://h.dom/a{b")]
#[case::bracket("http://h.dom/a[b")]
#[case::round("http://h.dom/a(b")]
#[case::tilde("http://h.dom/a~b")]
#[case::caret("http://h.dom/a^b")]
#[case::backslashes("http://h.dom/docs\\guide\\index.htm")]
#[case::backslash_after_the_host("http://h.dom\\docs\\index.htm")]
#[case::short_dash("http://h.dom/1990–1995")]
#[case::euro("http://h.dom/5€")]
#[case::yen("http://h.dom/￥5/x")]
#[case::pound("http://h.dom/£")]
#[case::symbol("http://h.dom/a©b")]
#[case::symbol_at_the_end("http://h.dom/a©")]
#[case::trade_mark("http://h.dom™")]
#[case::emoji("http://h.dom/😀")]
#[case::emoji_and_more("http://h.dom/i❤u")]
#[case::emoji_of_a_host("http://i❤")]
#[case::latin("http://h.dom/é")]
#[case::cyrillic("http://h.dom/путь")]
#[case::ideographs("http://h.dom/日本")]
#[case::ideographs_and_more("http://h.dom/日本/a")]
#[case::ideograph_after_a_letter("http://h.dom/C语")]
#[case::hangul("http://h.dom/한국어")]
#[case::thai("http://h.dom/หน้าแรก")]
#[case::devanagari("http://h.dom/हिन्दी")]
#[case::arabic("http://h.dom/عربي")]
#[case::middle_dot("http://h.dom/wiki/ジョン・レノン")]
#[case::ellipsis_within("http://h.dom/a…/b")]
#[case::soft_hyphen("http://h.dom/a\u{ad}b")]
#[case::replacement("http://h.dom/j\u{fffd}rg")]
fn kept(#[case] url: &str) {
    for text in [format!("see {url} and"), format!("{url}\n"), format!("see {url}, or {{x}}")] {
        assert_eq!(only(&text), (url.to_owned(), Form::Bare), "{text:?}");
        assert!(!truncated(&text), "{text:?}");
    }
    assert_eq!(only(&format!("\"{url}\"")), (url.to_owned(), Form::Quoted));
    assert_eq!(only(&format!("<A HREF='{url}'>")), (url.to_owned(), Form::Quoted));
    assert_eq!(only(&format!("“{url}”")), (url.to_owned(), Form::Quoted));
    assert_eq!(only(&format!("<{url}>")), (url.to_owned(), Form::Angle));
    assert_eq!(only(&format!("<URL:{url}>")), (url.to_owned(), Form::Wrapped));
}

/// What a URL ends before, though a reader may say that it goes on.
#[rstest]
#[case::dash("http://h.dom/a—b", "http://h.dom/a")]
#[case::dash_after_a_host("http://h.dom—and", "http://h.dom")]
#[case::two_hyphens("http://h.dom/x.html--it", "http://h.dom/x.html")]
#[case::control("http://h.dom/a\x01b", "http://h.dom/a")]
#[case::delete("http://h.dom/a\x7fb", "http://h.dom/a")]
#[case::backspace("http://h.dom/a\x08b", "http://h.dom/a")]
#[case::folder_or_command("http://h.dom/a\\par", "http://h.dom/a")]
#[case::folder_or_line_end("http://h.dom/a\\next", "http://h.dom/a")]
#[case::folder_or_escape(r"http://h.dom/a\users", "http://h.dom/a")]
#[case::text_after_a_file("http://h.dom/index.htmlを参照", "http://h.dom/index.html")]
#[case::text_after_an_archive("http://h.dom/a.tar.gz处取得", "http://h.dom/a.tar.gz")]
#[case::command_after_a_file("http://h.dom/get.sh|sh", "http://h.dom/get.sh")]
#[case::bar_after_a_host("http://h.dom|text", "http://h.dom")]
#[case::broken_host("http://www.h-\n  dom", "http://www.h")]
#[case::escaped_sign(r"http://h.dom/a\!b", "http://h.dom/a")]
#[case::continued_string("http://h.dom/a\\\nb", "http://h.dom/a")]
#[case::continued_below_an_indentation("http://h.dom/a/\\\n   b/c.html", "http://h.dom/a/")]
#[case::continued_before_a_slash("http://h.dom/a\\\n\t/b", "http://h.dom/a")]
#[case::continued_string_of_yaml("\"http://h.dom/a\\\n   b\"", "http://h.dom/a")]
#[case::place_for_a_break("http://h.dom/a/<wbr>b", "http://h.dom/a/")]
#[case::continued_line("http://h.dom/pro\\e\njects/", "http://h.dom/pro")]
#[case::escaped_bracket(r"http://h.dom/V8_\(engine\)", "http://h.dom/V8_")]
#[case::escaped_square_bracket(r"http://h.dom/a\[1\]", "http://h.dom/a")]
#[case::escaped_closing_bracket(r"[x](http://h.dom/a\)b)", "http://h.dom/a")]
#[case::escaped_asterisk(r"http://h.dom/a\*b", "http://h.dom/a")]
#[case::escaped_blank(r"http://h.dom/my\ file.txt", "http://h.dom/my")]
#[case::escaped_asterisk_in_a_password(r"http://joe:pa\*ss@h.dom/", "http://joe:pa")]
#[case::query_in_a_shell(r"http://h.dom/?a\[b\]\=\[1\]", "http://h.dom/?a")]
#[case::glyph_of_groff(r"http://h.dom/a\[ha]b", "http://h.dom/a")]
#[case::escaped_colon(r"http://h.dom/a\:b", "http://h.dom/a")]
#[case::escaped_letter(r"http://h.dom/a\日", "http://h.dom/a")]
#[case::escaped_mark(r#""http://h.dom/a\"b""#, "http://h.dom/a")]
#[case::apostrophe("‘http://h.dom/don’t’", "http://h.dom/don")]
#[case::expression("http://h.dom/v{{ x }}/y", "http://h.dom/v")]
#[case::statement("http://h.dom/v{% if x %}/y", "http://h.dom/v")]
#[case::expression_of_an_action("http://h.dom/${{ x }}/y", "http://h.dom/")]
#[case::expression_of_ruby("http://h.dom/#{x + 1}/y", "http://h.dom/")]
#[case::expression_of_erb("http://h.dom/<%= x %>/y", "http://h.dom/")]
#[case::expression_of_php("http://h.dom/v<?= $x ?>/y", "http://h.dom/v")]
#[case::command_of_a_shell("http://h.dom/$(date +%F)/y", "http://h.dom/")]
#[case::number_of_an_article("http://h.dom/16<1661::AID>3.0.CO;2-2", "http://h.dom/16")]
#[case::iso_2022_jp("http://h.dom/a\x1b$B$r8+$k\x1b(B", "http://h.dom/a")]
fn cut(#[case] text: &str, #[case] url: &str) {
    let text = format!("see {text} and");
    assert_eq!(only(&text).0, url);
    assert!(truncated(&text), "{text:?}");
}

/// A bracket is closed in its paragraph, and not by a URL in another.
#[rstest]
#[case::before("It is late :(\n\nsee http://h.dom/a)b and", "http://h.dom/a)b")]
#[case::before_with_blanks("a [b\r\n \t\r\nsee http://h.dom/a]b and", "http://h.dom/a]b")]
#[case::after("see http://h.dom/a(b\n\nand more :)", "http://h.dom/a(b")]
fn brackets_of_other_paragraphs(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text), (url.to_owned(), Form::Bare), "{text:?}");
}

/// What ends a URL and begins no more of it.
#[rstest]
#[case::brackets("(see http://h.dom/a)b", "http://h.dom/a")]
#[case::brackets_of_a_list("[1, http://h.dom/a]b", "http://h.dom/a")]
#[case::braces("{\\tt http://h.dom/a}b", "http://h.dom/a")]
#[case::remark("http://h.dom/a(see below)", "http://h.dom/a")]
#[case::cell("| http://h.dom/a|b|", "http://h.dom/a")]
#[case::wiki("[http://h.dom/a|text]", "http://h.dom/a")]
#[case::template("{{cite|url=http://h.dom/a|title=b}}", "http://h.dom/a")]
#[case::code("`see http://h.dom/a`b", "http://h.dom/a")]
#[case::string("http://h.dom/a\\n", "http://h.dom/a")]
#[case::quote_in_a_string("\\\"http://h.dom/a\\\"", "http://h.dom/a")]
#[case::tag_in_a_string(r#""<a href=\"http://h.dom/a\"id=b>""#, "http://h.dom/a")]
#[case::remark_after_a_sign("http://h.dom/#(see below)", "http://h.dom/#")]
#[case::braces_with_words("http://h.dom/v{see below}", "http://h.dom/v")]
#[case::tag("http://h.dom/a<br>b", "http://h.dom/a")]
#[case::pod("E<lt>http://h.dom/aE<gt> and", "http://h.dom/a")]
#[case::pod_and_prefix("E<lt>URL:http://h.dom/a.htmlE<gt>.", "http://h.dom/a.html")]
#[case::pod_before_another("http://h.dom/aE<lt>b", "http://h.dom/a")]
#[case::element("http://h.dom/E<b>c</b>", "http://h.dom/E")]
#[case::next_command("curl http://h.dom/a&& ls", "http://h.dom/a")]
#[case::next_command_after_a_query("curl http://h.dom/?a=b&&ls", "http://h.dom/?a=b&&ls")]
#[case::query_with_a_sign("http://h.dom/?a=b& and", "http://h.dom/?a=b&")]
#[case::font("\\fIhttp://h.dom/a\\fP.", "http://h.dom/a")]
#[case::size("\\s-1http://h.dom/a\\s+1", "http://h.dom/a")]
#[case::roff_quotes("\\(lqhttp://h.dom/a\\(rq", "http://h.dom/a")]
#[case::roff_double_quotes(r"\(dqhttp://h.dom/a\(dq width", "http://h.dom/a")]
#[case::groff_quotes(r"\[lq]http://h.dom/a\[rq] and", "http://h.dom/a")]
#[case::groff_string(r"\*[lq]http://h.dom/a\*[rq] and", "http://h.dom/a")]
#[case::continued_argument("http://h.dom/a\\\n  b", "http://h.dom/a")]
#[case::roff_string("\\*(lqhttp://h.dom/a\\*(rq", "http://h.dom/a")]
#[case::footnote("http://h.dom/a\\footnote{b}", "http://h.dom/a")]
#[case::sentence_on_the_next_line(r"http://h.dom/a\nThe next", "http://h.dom/a")]
#[case::key_on_the_next_line(r"http://h.dom/a\nkey: b", "http://h.dom/a")]
#[case::number_on_the_next_line(r"http://h.dom/a\n2. The next", "http://h.dom/a")]
#[case::string_end("http://h.dom/a\0b", "http://h.dom/a")]
#[case::link_end("\x1b]8;;http://h.dom/a\x07text", "http://h.dom/a")]
#[case::color("http://h.dom/a\x1b[0m", "http://h.dom/a")]
#[case::color_off("http://h.dom/a\x1b(B\x1b[m", "http://h.dom/a")]
#[case::frame("│http://h.dom/a│b│", "http://h.dom/a")]
#[case::comma("http://h.dom/a、次", "http://h.dom/a")]
#[case::stop("http://h.dom/日本。次", "http://h.dom/日本")]
#[case::corner("「http://h.dom/a」の", "http://h.dom/a")]
#[case::colon("http://h.dom/a：说明", "http://h.dom/a")]
#[case::full_width_bar("http://h.dom/a｜题", "http://h.dom/a")]
#[case::danda("http://h.dom/हिन्दी। और", "http://h.dom/हिन्दी")]
#[case::quotation_mark("http://h.dom/a”b", "http://h.dom/a")]
#[case::ellipsis("http://h.dom/a… and", "http://h.dom/a")]
#[case::dash("http://h.dom/a – and", "http://h.dom/a")]
#[case::command_goes_on("curl http://h.dom/a\\\n   -o b.html", "http://h.dom/a")]
#[case::word_of_a_command("curl http://h.dom/a\\\n   then", "http://h.dom/a")]
#[case::string_ends_below("\"http://h.dom/a\\\n   \"", "http://h.dom/a")]
#[case::place_for_a_break("http://h.dom/a<wbr> b", "http://h.dom/a")]
#[case::struck_out("~~http://h.dom/a~~", "http://h.dom/a")]
#[case::bar_in_code("`http://h.dom/a|b`", "http://h.dom/a|b")]
#[case::bar_in_a_link("[![a|b](http://h.dom/c-2.7|3.svg)](/)", "http://h.dom/c-2.7|3.svg")]
#[case::pattern_in_a_string(r#""^http://www\\.h-1\\.dom/a\\_b\\-c""#, "http://www.h-1.dom/a_b-c")]
#[case::more_of_a_pattern(r#""http://h.dom/a\\.*""#, "http://h.dom/a")]
#[case::tag_of_bbcode("[url]http://h.dom/a[/url]", "http://h.dom/a")]
#[case::tag_of_bbcode_after_a_host("[img]http://h.dom[/img]", "http://h.dom")]
#[case::optional_part("http://h.dom/a[/b]", "http://h.dom/a[/b]")]
#[case::no_tag("[x]http://h.dom/a[/]", "http://h.dom/a[/]")]
#[case::other_tag_of_bbcode("(url) http://h.dom/a[/url]", "http://h.dom/a[/url]")]
#[case::line_break_of_powershell("\"see http://h.dom/a`n\"", "http://h.dom/a")]
#[case::line_break_after_a_mark("\"http://h.dom/a`r`nb\"", "http://h.dom/a")]
#[case::comment_amid_minified_text("/*! http://h.dom*/*,:after{b:c}", "http://h.dom")]
#[case::star_of_a_folder("/pub/* and http://h.dom/*/b*/c,d;", "http://h.dom/*/b*/c,d")]
#[case::comment_before_a_selector("/* http://h.dom/a*/*,b{c:d e}", "http://h.dom/a")]
#[case::star_outside_of_a_comment("http://h.dom/*/*,:b", "http://h.dom/*/*,:b")]
#[case::ellipsis_after_a_blank("\"http://h.dom/a ...\"", "http://h.dom/a")]
#[case::variable_below("URI=\"http://h.dom/a.tar\n\t${MORE}\"", "http://h.dom/a.tar")]
fn ended(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url, "{text:?}");
    assert!(!truncated(text), "{text:?}");
}

/// Octets that are not UTF-8 are letters, but for the quotation marks and the space of Windows-1252.
#[rstest]
#[case::latin(
    b"http://www.host.de/~j\xf6rg/b\xfccher.html and",
    "http://www.host.de/~j\u{fffd}rg/b\u{fffd}cher.html"
)]
#[case::at_the_end(b"http://h.dom/caf\xe9, and", "http://h.dom/caf\u{fffd}")]
#[case::sign(b"http://h.dom/5\xa3/x\xb0 and", "http://h.dom/5\u{fffd}/x\u{fffd}")]
#[case::shift_jis(
    b"http://h.dom/\x93\xfa\x8c\xea/x and",
    "http://h.dom/\u{fffd}\u{fffd}\u{fffd}\u{fffd}/x"
)]
#[case::quoted(b"\x93http://h.dom/stra\xdfe\x94 and", "http://h.dom/stra\u{fffd}e")]
#[case::guillemets(b"\xabhttp://h.dom/stra\xdfe\xbb and", "http://h.dom/stra\u{fffd}e")]
#[case::no_break_space(b"http://h.dom/\xe9\xa0and", "http://h.dom/\u{fffd}")]
fn octets(#[case] text: &[u8], #[case] url: &str) {
    let found: Vec<_> = find_iter(text).map(|found| found.url.into_owned()).collect();
    assert_eq!(found, [url]);
}

/// All between delimiters is the URL.
#[rstest]
#[case::round("<a href=\"http://h.dom/a)b\">", "http://h.dom/a)b")]
#[case::bar("<a href=\"http://h.dom/a|b\">", "http://h.dom/a|b")]
#[case::blank("<a href=\"http://h.dom/a b\">", "http://h.dom/a b")]
#[case::blanks("<a href='http://h.dom/my nice page'>", "http://h.dom/my nice page")]
#[case::braces("<a href=\"http://h.dom/{a}}[b]]\">", "http://h.dom/{a}}[b]]")]
#[case::greater("<a href=\"http://h.dom/a>b\">", "http://h.dom/a>b")]
#[case::less("'http://h.dom/a<b'", "http://h.dom/a<b")]
#[case::other_mark("'http://h.dom/a\"b'", "http://h.dom/a\"b")]
#[case::ideographs("<a href=\"http://h.dom/日本、地図。\">", "http://h.dom/日本、地図。")]
#[case::dash("\"http://h.dom/a—b\"", "http://h.dom/a—b")]
#[case::file_and_text("\"http://h.dom/a.htmlを\"", "http://h.dom/a.htmlを")]
#[case::command("\"http://h.dom/get.sh|sh\"", "http://h.dom/get.sh|sh")]
#[case::fragment("<a href=\"http://h.dom/a)b#c d\">", "http://h.dom/a)b#c d")]
#[case::json("{\"url\": \"http://h.dom/a b c\"}", "http://h.dom/a b c")]
#[case::json_stop(r#"{"home" : "http://h.dom/a."}"#, "http://h.dom/a.")]
#[case::json_slashes(r#"{"url": "http:\/\/h.dom\/a b\/c"}"#, "http://h.dom/a b/c")]
#[case::setting("home-url = \"http://h.dom/a b c\"", "http://h.dom/a b c")]
#[case::prose("\"http://h.dom/a b\"", "http://h.dom/a b")]
#[case::prose_file(
    "\"http://h.dom/My Documents/List of all.html\"",
    "http://h.dom/My Documents/List of all.html"
)]
#[case::curly("“http://h.dom/a)b”", "http://h.dom/a)b")]
#[case::german("„http://h.dom/a|b“", "http://h.dom/a|b")]
#[case::curly_dash("“http://h.dom/a—b”", "http://h.dom/a—b")]
#[case::curly_apostrophe("“http://h.dom/don’t/x”", "http://h.dom/don’t/x")]
#[case::curly_possessive("„http://h.dom/it’s“", "http://h.dom/it’s")]
#[case::curly_within_guillemets("«http://h.dom/a”b»", "http://h.dom/a”b")]
#[case::pointing_inward("›http://h.dom/a‹", "http://h.dom/a")]
#[case::control("<a href=\"http://h.dom/a\x01b/c\x7fd\">", "http://h.dom/a\x01b/c\x7fd")]
#[case::control_in_curly_marks("“http://h.dom/a\x01b”", "http://h.dom/a\x01b")]
#[case::nul("'http://h.dom/a\0b'", "http://h.dom/a\0b")]
#[case::escape("\"http://h.dom/a\x1bb\"", "http://h.dom/a\x1bb")]
fn delimited(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text), (url.to_owned(), Form::Quoted), "{text:?}");
    assert!(!truncated(text), "{text:?}");
}

/// Control octets between brackets belong to the URL, too.
#[rstest]
#[case("http://h.dom/a\x01b")]
#[case("http://h.dom/a\x01")]
#[case("http://h.dom/a\x7f|b\0c")]
#[case("http://h.dom/a\x1bb")]
fn bracketed(#[case] url: &str) {
    assert_eq!(only(&format!("<URL:{url}>")), (url.to_owned(), Form::Wrapped));
    assert_eq!(only(&format!("<{url}>")), (url.to_owned(), Form::Angle));
    assert_eq!(only(&format!("&lt;{url}&gt;")).0, url);
    assert_eq!(only(&format!("⟨{url}⟩")).0, url);
}

/// The sequences that set the colors of a terminal do not belong to a URL.
#[rstest]
#[case("\x1b[34mhttp://h.dom/a\x1b[0m", "http://h.dom/a")]
#[case("\x1b[1;34mhttp://h.dom/a\x1b[m", "http://h.dom/a")]
#[case("\x1b[mhttp://h.dom/a\x1b[m", "http://h.dom/a")]
#[case("<\x1b[34mhttp://h.dom/a\x1b[0m>", "http://h.dom/a")]
#[case("\"\x1b[34mhttp://h.dom/a\x1b[0m\"", "http://h.dom/a")]
#[case("<http://h.dom/a\x1b[0m>", "http://h.dom/a")]
#[case("\x1b[4mmailto:joe@h.dom\x1b[24m", "mailto:joe@h.dom")]
#[case("\x1b[4mgit+ssh://h.dom/a\x1b[24m", "git+ssh://h.dom/a")]
#[case("x[34mhttp://h.dom/a", "34mhttp://h.dom/a")]
fn colored(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url);
    assert!(!truncated(text), "{text:?}");
}

/// A quotation that has words after its URL, or a tag whose mark never closes.
#[rstest]
#[case::words("\"http://h.dom/ is down\"", "http://h.dom/")]
#[case::words_after_a_path("\"http://h.dom/x is it\"", "http://h.dom/x")]
#[case::word_after_a_host("\"http://h.dom works\"", "http://h.dom")]
#[case::sentence("\"http://h.dom/x. Then\"", "http://h.dom/x")]
#[case::apostrophe("'http://h.dom/x isn't'", "http://h.dom/x")]
#[case::description("<img alt=\"http://h.dom/ is our home\">", "http://h.dom/")]
#[case::never_closed("<a href=\"http://h.dom/x>text</a> and \"more\"", "http://h.dom/x")]
#[case::closed_by_a_tag("<a href=\"http://h.dom/x>text of it, \"more\"", "http://h.dom/x")]
#[case::see("\"see http://h.dom/ and then\"", "http://h.dom/")]
#[case::blank_line("\"http://h.dom/a)b\n\nc\"", "http://h.dom/a)b")]
#[case::list(r#"<img srcset="http://h.dom/a.png 2x">"#, "http://h.dom/a.png")]
#[case::name_of_go("A string `xml:\"http://h.dom/ns name\"`", "http://h.dom/ns")]
#[case::remark_in_brackets("\"http://h.dom/a.htm (b)\"", "http://h.dom/a.htm")]
#[case::word_after_two_blanks("'http://h.dom/a  b' c", "http://h.dom/a")]
#[case::list_of_pairs("xsi:schemaLocation='http://h.dom/a a.xsd'", "http://h.dom/a")]
#[case::string_in_a_string(r#""http://h.dom/a \"b\"""#, "http://h.dom/a")]
#[case::escaped_marks(r#""<a href=\"http://h.dom/a b c\">""#, "http://h.dom/a b c")]
#[case::escaped_key(r#""{\"url\":\"http:\/\/h.dom\/a b c\"}""#, "http://h.dom/a b c")]
#[case::escaped_marks_and_words(r#""see \"http://h.dom/a is down\"""#, "http://h.dom/a")]
#[case::escaped_marks_and_bracket(r#""\"http://h.dom/a)b\"""#, "http://h.dom/a)b")]
#[case::escape("puts(\"http://h.dom/a\\tb\")", "http://h.dom/a")]
fn quoted_words(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text), (url.to_owned(), Form::Bare), "{text:?}");
}

#[test]
fn another_url_within_the_marks_ends_the_first() {
    assert_eq!(urls("\"http://a.dom/x http://b.dom/y\""), ["http://a.dom/x", "http://b.dom/y"]);
    assert_eq!(
        urls("href=\"http://a.dom/x|http://b.dom/y\""),
        ["http://a.dom/x", "http://b.dom/y"]
    );
    assert_eq!(urls("http://a.dom/☺http://b.dom/y"), ["http://a.dom/", "http://b.dom/y"]);
}

#[test]
fn the_blank_in_an_attribute_may_end_the_url() {
    let found = find_iter(b"<a href=\"http://h.dom/a b c\">").next().unwrap();
    let [other] = found.alternatives() else { panic!("{found:?}") };
    assert_eq!((&*other.url, other.ambiguity), ("http://h.dom/a", Ambiguity::EndsAtBlank));
}

/// Where no spaces are between words, the URL before them is another reading.
#[rstest]
#[case("http://ja.dom/を参照", "http://ja.dom/")]
#[case("http://ko.dom/z를", "http://ko.dom/z")]
fn the_url_before_a_letter_is_another_reading(#[case] text: &str, #[case] url: &str) {
    let found = find_iter(text.as_bytes()).next().unwrap();
    assert_eq!(found.url, text);
    let [other] = found.alternatives() else { panic!("{found:?}") };
    assert_eq!((&*other.url, other.ambiguity), (url, Ambiguity::EndsAtLetter));
}

/// The text before the letter is not another reading if it has the backslashes of Markdown.
#[test]
fn the_url_before_a_letter_has_no_backslash() {
    let found = find_iter(r"http://ja.dom/a\_bを参照".as_bytes()).next().unwrap();
    assert_eq!((&*found.url, found.alternatives()), ("http://ja.dom/a_bを参照", &[][..]));
}

/// What a reader takes where a mark of the text is one of a URL's, too.
#[rstest]
#[case::host("http://host.dom-", "http://host.dom")]
#[case::host_and_comma("http://host.dom-, and", "http://host.dom")]
#[case::port("http://host.dom:80- and", "http://host.dom:80")]
#[case::path("http://host.dom/x- and", "http://host.dom/x-")]
#[case::emphasis("*http://host.dom/*", "http://host.dom/")]
#[case::emphasis_of_a_sentence("*Please see http://host.dom/* before", "http://host.dom/")]
#[case::strong("**see http://host.dom/**", "http://host.dom/")]
#[case::list("* see http://host.dom/*", "http://host.dom/*")]
#[case::note("http://host.dom/x* is", "http://host.dom/x")]
#[case::files("ftp://host.dom/pub/gcc-2.7*", "ftp://host.dom/pub/gcc-2.7*")]
#[case::all_files("ftp://host.dom/pub/*", "ftp://host.dom/pub/*")]
#[case::emphasized_files("*ftp://host.dom/pub/x*", "ftp://host.dom/pub/x")]
#[case::comment_of_c("/* see http://host.dom/a*/ x", "http://host.dom/a")]
#[case::comment_of_c_on_lines("/*\n * see http://host.dom/*/\n", "http://host.dom/")]
#[case::folders_after_a_comment("/* x */ ftp://host.dom/pub/*/ y", "ftp://host.dom/pub/*/")]
#[case::tildes("~~~http://host.dom/~~~", "http://host.dom/")]
#[case::key_of_a_template("{{cite |url = http://host.dom/a|title = b}}", "http://host.dom/a")]
#[case::cell_with_words("| see http://host.dom/a|b and", "http://host.dom/a|b")]
#[case::link_text_and_size("image::http://host.dom/a.png[Alt,100]", "http://host.dom/a.png")]
#[case::link_text_for_a_window("http://host.dom/a[Text^], b", "http://host.dom/a")]
#[case::link_text_in_russian("http://host.dom/a[ссылка].", "http://host.dom/a")]
#[case::link_text_of_a_host("link:http://host.dom[Text]", "http://host.dom")]
#[case::other_name_in_brackets("http://host.dom[evil.dom]", "http://host.dom[evil.dom]")]
#[case::name_of_the_host_in_brackets("http://www.host.dom[host.dom] x", "http://www.host.dom")]
#[case::link_text_after_a_query("http://host.dom/x?id=107[Text] y", "http://host.dom/x?id=107")]
#[case::link_text_after_a_field("http://host.dom/x?a;b=%23c[#c] y", "http://host.dom/x?a;b=%23c")]
#[case::link_text_after_a_fragment("http://host.dom/x?a=b#c[text] y", "http://host.dom/x?a=b#c")]
#[case::key_in_brackets("http://host.dom/x?c=d&a[b] y", "http://host.dom/x?c=d&a[b]")]
#[case::time_in_brackets("http://host.dom/x?query=up[5m] y", "http://host.dom/x?query=up[5m]")]
#[case::list_in_a_query("http://host.dom/x?a=.[b] y", "http://host.dom/x?a=.[b]")]
#[case::link_text_in_angle_brackets("Joe <http://host.dom/joe[@joe]>; S", "http://host.dom/joe")]
#[case::escaped_brackets(r"see \<http://host.dom/a/\>.", "http://host.dom/a/")]
#[case::backslash_in_brackets(r"see <http://host.dom/a\>.", r"http://host.dom/a\")]
#[case::backslash_before_a_bracket(r"see \<http://host.dom/a>.", "http://host.dom/a")]
#[case::hash_and_mark_of_tex(r"\url{http://host.dom/a/\#!b/c}.", "http://host.dom/a/#!b/c")]
#[case::filter_of_ldap(
    "ldap://host.dom/o=A?uid??(|(a=*)(b=c)) x",
    "ldap://host.dom/o=A?uid??(|(a=*)(b=c))"
)]
#[case::bar_before_a_bracket("http://host.dom/a|(b) x", "http://host.dom/a")]
#[case::bar_in_brackets("http://host.dom/a(|) x", "http://host.dom/a")]
#[case::login_in_brackets("http://host.dom[x]@evil.dom/", "http://host.dom[x]@evil.dom/")]
#[case::address_in_brackets("http://joe@[::1]", "http://joe@[::1]")]
#[case::mail_host_in_brackets("mailto:joe@[tag] x", "mailto:joe@[tag]")]
#[case::label_of_texinfo("@uref{http://host.dom/a,our page}", "http://host.dom/a")]
#[case::label_of_texinfo_in_print("@url{http://host.dom/a,,page}", "http://host.dom/a")]
#[case::comma_in_braces("\\url{http://host.dom/a,b}", "http://host.dom/a,b")]
#[case::link_of_asciidoc("link:++http://host.dom/a__b++[c d]", "http://host.dom/a__b")]
#[case::link_after_a_query("link:++http://host.dom/a?b=c++[]", "http://host.dom/a?b=c")]
#[case::literal_of_asciidoc("`+http://host.dom/a/+`", "http://host.dom/a/")]
#[case::apostrophe_in_code("`http://host.dom/Joe's_page`", "http://host.dom/Joe's_page")]
#[case::hyphens_in_brackets("[a](http://host.dom/x--) b", "http://host.dom/x--")]
#[case::comma_of_vcard(r"SOURCE:ldap://host.dom/cn=a\,o=b\;c", "ldap://host.dom/cn=a,o=b;c")]
#[case::comma_before_another(r"http://host.dom/a\,see", "http://host.dom/a,see")]
#[case::line_of_a_diff("++http://host.dom/c++ and", "http://host.dom/c++")]
#[case::verbatim(r"\verb+http://host.dom/a+, \verb|x|", "http://host.dom/a")]
#[case::optional_path("http://host/[/path]", "http://host/[/path]")]
#[case::letter_mark("http://host.dom/a\u{61c} x", "http://host.dom/a")]
#[case::international_mail("mailto:joe@例え.jp and", "mailto:joe@例え.jp")]
#[case::break_of_groff(r".UR http://host.dom/\:software/\:x", "http://host.dom/software/x")]
#[case::break_before_the_host(r".UR http://\:www\:.host.dom/x", "http://www.host.dom/x")]
#[case::break_after_the_host(r".UR http://host.dom\:/software\:/x", "http://host.dom/software/x")]
#[case::break_before_a_dot(
    r".UR http://www\:.host.dom/a\:\:/b.html\:#1",
    "http://www.host.dom/a/b.html#1"
)]
#[case::break_after_a_dot(
    r".UR http://www.\:host.dom/a.\:html?\:x",
    "http://www.host.dom/a.html?x"
)]
#[case::hyphen_before_a_slash(r"http://host.dom/a/\-/raw/x", "http://host.dom/a/-/raw/x")]
#[case::list_of_arguments("http://host.dom/a=1,b=[c,d] e", "http://host.dom/a=1,b=[c,d]")]
#[case::underscores(r"http://host.dom/\_\_init\_\_.py", "http://host.dom/__init__.py")]
#[case::underscores_at_the_end(r"http://host.dom/x#\_\_a\_\_ and", "http://host.dom/x#__a__")]
#[case::roff_tilde(r".UR http://host.dom\:/\[ti]joe\:/x", "http://host.dom/~joe/x")]
#[case::roff_tilde_of_troff(r"http://host.dom/\(tijoe/x", "http://host.dom/~joe/x")]
#[case::query_in_a_shell(r"curl http://host.dom/a\?x\=1\&y\=2", "http://host.dom/a?x=1&y=2")]
#[case::tex_tilde_by_name(
    r"\url{http://host.dom/\textasciitilde{}joe/x}",
    "http://host.dom/~joe/x"
)]
#[case::tex_tilde_and_blank(r"http://host.dom/\textasciitilde joe/x", "http://host.dom/~joe/x")]
#[case::tex_tilde_in_brackets(r"<http://host.dom/\~{}joe/x>", "http://host.dom/~joe/x")]
#[case::tex_tilde(r"{\tt http://host.dom/\~{}joe/x}", "http://host.dom/~joe/x")]
fn as_a_reader_takes_it(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url, "{text:?}");
    assert!(!truncated(text), "{text:?}");
}

#[rstest]
#[case("http:cache (boolean)")]
#[case("set http:proxy and hftp:proxy, http:use-cookie=no")]
#[case("http:g = http:g")]
#[case("\"http:proxy\" (http:g) <http:g>")]
fn a_scheme_and_a_word_are_not_a_url(#[case] text: &str) {
    assert_eq!(urls(text), Vec::<String>::new(), "{text:?}");
}

/// A word between two URLs, in a script without spaces, is part of neither.
#[test]
fn a_word_before_another_url_ends_the_first() {
    assert_eq!(urls("看http://a.dom/x和http://b.dom/y。"), ["http://a.dom/x", "http://b.dom/y"]);
    assert!(truncated("看http://a.dom/x和http://b.dom/y。"));
}

/// As settings of OpenSSL have them.
#[test]
fn a_label_in_a_list_ends_the_url_before_it() {
    let text = "crlDistributionPoints=URI:http://a.dom/x.crl,URI:http://b.dom/y.crl";
    assert_eq!(urls(text), ["http://a.dom/x.crl", "http://b.dom/y.crl"]);
    assert_eq!(urls("http://a.dom/x,URI:y"), ["http://a.dom/x,URI:y"]);
    let text = r"http://a.dom/x\,http://b.dom/y";
    assert_eq!(urls(text), ["http://a.dom/x", "http://b.dom/y"]);
    assert_eq!(find_iter(text.as_bytes()).next().unwrap().span, 0..14);
}

#[test]
fn the_image_of_a_link_in_textile_ends_before_it() {
    assert_eq!(
        urls("!http://a.dom/x.png!:http://b.dom/y"),
        ["http://a.dom/x.png", "http://b.dom/y"]
    );
    assert_eq!(urls("http://a.dom/x!:http/y"), ["http://a.dom/x!:http/y"]);
    assert_eq!(urls("http://a.dom/x:http://b.dom/y"), ["http://a.dom/x:http://b.dom/y"]);
}
