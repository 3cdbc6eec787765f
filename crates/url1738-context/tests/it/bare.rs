//! URLs that only white space and punctuation delimit.

use rstest::rstest;
use url1738_context::Form;

use crate::{only, urls};

#[rstest]
#[case::alone("http://h/", "http://h/")]
#[case::amid("see http://h/x for it", "http://h/x")]
#[case::full_stop("It is http://h/x.html.", "http://h/x.html")]
#[case::comma("http://h/a, and", "http://h/a")]
#[case::semicolon("http://h/x;", "http://h/x")]
#[case::colon("at http://h/x:", "http://h/x")]
#[case::port("http://h:8080/x", "http://h:8080/x")]
#[case::port_and_colon("telnet://h:23: a game", "telnet://h:23")]
#[case::exclamation("http://h/x!", "http://h/x")]
#[case::question("Have you seen http://h/x?", "http://h/x")]
#[case::query("http://h/?q=a&b=c.", "http://h/?q=a&b=c")]
#[case::ellipsis("http://h/x...", "http://h/x")]
#[case::elided("http://www.host.com/... and so on", "http://www.host.com/")]
#[case::possessive("http://host.com's pages", "http://host.com")]
#[case::dash_behind("http://h/x-- a page", "http://h/x")]
#[case::dash_between("http://h/x.html--it is new", "http://h/x.html")]
#[case::dash_after_folder("http://h/--and more", "http://h/")]
#[case::double_hyphen_in_a_name("http://h/foo--bar", "http://h/foo--bar")]
#[case::double_hyphen_between_blanks(
    "For more on this see http://h/foo--bar1 and what else there is",
    "http://h/foo--bar1"
)]
#[case::far_behind_crowded_colons(
    &format!("{}{} http://h/x", "a:b ".repeat(100), "word ".repeat(400)),
    "http://h/x"
)]
#[case::brackets_of_its_own("http://h/a_(b)", "http://h/a_(b)")]
#[case::in_brackets("(http://h/a)", "http://h/a")]
#[case::both_brackets("(see http://h/a_(b)).", "http://h/a_(b)")]
#[case::bracket_and_more("(http://h/a), b", "http://h/a")]
#[case::square("[http://h/a]", "http://h/a")]
#[case::curly("{http://h/a}", "http://h/a")]
#[case::never_closed("http://h/x(see below)", "http://h/x")]
#[case::bracket_of_the_prose("http://h/x (see", "http://h/x")]
#[case::footnote("http://h/x[12]", "http://h/x")]
#[case::no_footnote("http://h/x?a[1]=b", "http://h/x?a[1]=b")]
#[case::folder_and_comma("ftp://host/dir/, or", "ftp://host/dir/")]
#[case::typecode("ftp://host/a;type=i", "ftp://host/a;type=i")]
#[case::tilde("http://h/~user/", "http://h/~user/")]
#[case::upper_case("HTTP://HOST.COM/X", "HTTP://HOST.COM/X")]
#[case::mixed_case("See Http://host/ now", "Http://host/")]
#[case::fragment("http://h/x#sec-2.", "http://h/x#sec-2")]
#[case::empty_fragment("http://h/x#", "http://h/x#")]
#[case::emphasis("*http://h/x*", "http://h/x")]
#[case::underlined("_http://h/x_", "http://h/x")]
#[case::underscore_of_its_own("http://h/x_", "http://h/x_")]
#[case::asterisk_of_a_note("http://h/x* is", "http://h/x")]
#[case::pattern_of_files("ftp://h/pub/*", "ftp://h/pub/*")]
#[case::bold("**see http://h/x**", "http://h/x")]
#[case::address_v6("http://[::1]:80/x", "http://[::1]:80/x")]
#[case::user("ftp://joe@h/x", "ftp://joe@h/x")]
#[case::empty_user("ftp://@host.com/", "ftp://@host.com/")]
#[case::password("ftp://joe:pw@h/x", "ftp://joe:pw@h/x")]
#[case::only_a_password("ftp://:pw@h/", "ftp://:pw@h/")]
#[case::table("|http://h/a|text|", "http://h/a")]
#[case::latin_letter("http://h/Käse.html.", "http://h/Käse.html")]
#[case::letters_before("voirhttp://h/x", "voirhttp://h/x")]
#[case::letter_before("déjàhttp://h/x", "http://h/x")]
#[case::ideographs_around("请看http://h/x查看", "http://h/x")]
#[case::ideographs_in_a_path("http://h/你好.txt 吗", "http://h/你好.txt")]
#[case::roff_font(r"\fBhttp://h/x\fP", "http://h/x")]
#[case::roff_other_font(r"\f5https://h/x\fR", "https://h/x")]
#[case::japanese_mail("\u{1b}$B$3$A$i\u{1b}(Bhttp://h/x\u{1b}$B$G$9", "http://h/x")]
#[case::string_escape(r"see\nhttp://h/x\n", "http://h/x")]
#[case::ideographic_stop("http://h/x。", "http://h/x")]
#[case::no_break_space("http://h/x\u{a0}and", "http://h/x")]
#[case::typographic_ellipsis("http://h/x… and", "http://h/x")]
#[case::numbered("1.http://h/x", "http://h/x")]
#[case::numbered_in_brackets("[1]http://h/x", "http://h/x")]
#[case::hyphened("--http://h/x", "http://h/x")]
#[case::sentence_runs_in("end.http://h/x", "http://h/x")]
#[case::quoted_mail(">http://h/x", "http://h/x")]
#[case::quoted_mail_blank("> http://h/x", "http://h/x")]
#[case::label("WWW:http://h/x", "http://h/x")]
#[case::tex(r"\url{http://h/x}", "http://h/x")]
#[case::tex_href(r"\href{http://h/x}{text}", "http://h/x")]
#[case::backslash(r"http://h/x\n", "http://h/x")]
#[case::archive("http://web.archive.org/web/http://h/x", "http://web.archive.org/web/http://h/x")]
#[case::drive("file:///C|/dos/x.txt", "file:///C|/dos/x.txt")]
#[case::local_file("file:///etc/motd.", "file:///etc/motd")]
#[case::slip("http:///www.host.com/", "http:///www.host.com/")]
#[case::old_file("file:/etc/motd", "file:/etc/motd")]
#[case::one_slash("ftp:/pub/x", "ftp:/pub/x")]
#[case::escaped_user("ftp://%65vil@h/", "ftp://%65vil@h/")]
#[case::carriage_return("http://h/x\r\nnext", "http://h/x")]
#[case::form_feed("http://h/x\x0cnext", "http://h/x")]
#[case::unknown_scheme("irc://h/x", "irc://h/x")]
#[case::compound_scheme("svn+ssh://h/x", "svn+ssh://h/x")]
#[case::reserved_scheme("z39.50r://h/x", "z39.50r://h/x")]
#[case::experimental_scheme("x-gopher://h/x", "x-gopher://h/x")]
fn one(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text), (url.to_owned(), Form::Bare));
}

#[rstest]
#[case::list("http://a/,http://b/", &["http://a/", "http://b/"])]
#[case::list_with_ports("http://a:80/,http://b:80/x:y,ftp://c", &["http://a:80/", "http://b:80/x:y", "ftp://c"])]
#[case::list_with_blanks("http://a/, http://b/", &["http://a/", "http://b/"])]
#[case::semicolons("http://a/x;http://b/y", &["http://a/x", "http://b/y"])]
#[case::addresses("mailto:a@b.c,mailto:d@e.f", &["mailto:a@b.c", "mailto:d@e.f"])]
#[case::bracket_between("http://a/x(http://b/y)", &["http://a/x", "http://b/y"])]
#[case::markdown("[text](http://a/b_(c)) [http://a](http://a)", &["http://a/b_(c)", "http://a", "http://a"])]
#[case::reference("[x]: http://a/b\n[y]: ftp://c/d", &["http://a/b", "ftp://c/d"])]
#[case::lines("ftp://a/x\nftp://b/y\n\ngopher://c/", &["ftp://a/x", "ftp://b/y", "gopher://c/"])]
#[case::old_lines("ftp://a/x\rftp://b/y", &["ftp://a/x", "ftp://b/y"])]
#[case::bars("http://a/|http://b/", &["http://a/", "http://b/"])]
fn several(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(urls(text), expected);
}

/// The final dots belong to a URL where a table says so, and to the sentence elsewhere.
#[rstest]
#[case("   g.    =  http://a/b/c/g.\n", "http://a/b/c/g.")]
#[case("   g..   =  http://a/b/c/g..\r\n", "http://a/b/c/g..")]
#[case("   g     =  http://a/b/c/g.\n", "http://a/b/c/g")]
#[case("   g.    =  http://a/b/c/g. \n", "http://a/b/c/g.")]
#[case("   g. is  http://a/b/c/g.\n", "http://a/b/c/g")]
#[case("   Its home = http://h/x.\n", "http://h/x")]
fn dots_in_a_table(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url);
}
