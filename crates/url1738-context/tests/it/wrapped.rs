//! Angle brackets, quotation marks, and references that are read: and their variants in use.

use rstest::rstest;
use url1738_context::{Ambiguity, Form, find_iter};

use crate::{only, urls};

#[rstest]
#[case::x_02("<URL:ftp://h/x>", "ftp://h/x")]
#[case::x_02_fragment("<URL:http://h/x#WARNING>", "http://h/x#WARNING")]
#[case::lower_case("<url:http://h/x>", "http://h/x")]
#[case::mixed_case("<Url:http://h/x>", "http://h/x")]
#[case::blank("<URL: http://h/x>", "http://h/x")]
#[case::blanks_around("<URL: http://h/x >", "http://h/x")]
#[case::blank_before("< URL:http://h/x >", "http://h/x")]
#[case::line_before("<URL:\n  http://h/x>", "http://h/x")]
#[case::line_after("<URL:http://h/x\n>", "http://h/x")]
#[case::no_colon("<URL http://h/x>", "http://h/x")]
#[case::doubled("<URL://http://h/x>", "http://h/x")]
#[case::quoted("<URL:\"http://h/x\">", "http://h/x")]
#[case::full_stop_inside("<URL:http://h/g.>", "http://h/g.")]
#[case::brackets_inside("<URL:http://h/a)b(>", "http://h/a)b(")]
#[case::all_groups("(as in <URL:news:*>)", "news:*")]
#[case::any_scheme("<URL:g:h>", "g:h")]
#[case::scheme_alone("<URL:http:>", "http:")]
#[case::loophole("<URL:http:g>", "http:g")]
#[case::article("<URL:news:<a1@h.com>>", "news:<a1@h.com>")]
#[case::pod("L<URL: ftp://h/x>.", "ftp://h/x")]
#[case::host_and_folder("<URL:ftp://h:pub/gnu/x.el.Z >", "ftp://h:pub/gnu/x.el.Z")]
#[case::entities("&lt;URL:http://h/x&gt;", "http://h/x")]
#[case::entities_blank("&lt;URL: http://h/x?a=b&amp;c=d &gt;", "http://h/x?a=b&amp;c=d")]
#[case::in_quotes("\"<URL:http://h/x>\"", "http://h/x")]
#[case::raw_tilde("<URL:http://h/~joe/>", "http://h/~joe/")]
fn wrapped(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text), (url.to_owned(), Form::Wrapped));
}

#[rstest]
#[case::plain("<http://h/x>", "http://h/x")]
#[case::blanks("< http://h/x >", "http://h/x")]
#[case::full_stop_inside("<http://h/g.>", "http://h/g.")]
#[case::address("<mailto:a@b.c?subject=help>", "mailto:a@b.c?subject=help")]
#[case::group("<news:comp.lang.c>,", "news:comp.lang.c")]
#[case::article("<news:a1@h.com>", "news:a1@h.com")]
#[case::local_file("<file:///etc/motd>", "file:///etc/motd")]
#[case::entities("&lt;http://h/x&gt;", "http://h/x")]
#[case::unknown("<irc://h/x>", "irc://h/x")]
#[case::query("<http://h/x?a=b&c=d>", "http://h/x?a=b&c=d")]
fn angle(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text), (url.to_owned(), Form::Angle));
}

#[rstest]
#[case::blank("<URL:http://a/ http://b/>", &["http://a/", "http://b/"])]
#[case::line("<URL:http://a/\n     ftp://b/x>", &["http://a/", "ftp://b/x"])]
#[case::comma("<URL:http://a/, http://b/>", &["http://a/", "http://b/"])]
#[case::conjunction("<URL:http://a/ and http://b/ or ftp://c/>", &["http://a/", "http://b/", "ftp://c/"])]
#[case::prefix_again("<URL:http://a/ URL:http://b/>", &["http://a/", "http://b/"])]
#[case::first_is_broken("<URL:http://a/b\n  /c http://b/>", &["http://a/b/c", "http://b/"])]
#[case::second_is_broken("<URL:http://a/ http://b/c\n  /d>", &["http://a/", "http://b/c/d"])]
#[case::angle("<http://a/ http://b/>", &["http://a/", "http://b/"])]
#[case::header("<http://h/list/>, <mailto:a@h>", &["http://h/list/", "mailto:a@h"])]
fn two_in_one(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(urls(text), expected);
}

/// The beginning of the line is too far away to be seen from the second URL, for which the `>` amid the line begins it.
#[test]
fn the_second_of_two_ends_with_the_wrapper() {
    let text = format!("x> <URL:http://a/{} http://b/\n> c/d>", "b".repeat(495));
    let second = find_iter(text.as_bytes()).nth(1).unwrap();
    assert_eq!((&*second.url, &text[second.whole.clone()]), ("http://b/", "http://b/\n>"));
}

/// X-03 demands that the blank is ignored; that its writer intended to end the URL is reported.
#[test]
fn a_blank_amid_the_line_is_ignored_and_reported() {
    let found = find_iter(b"<URL: ftp://h/horses.ps or\n  horses.ascii>").next().unwrap();
    assert_eq!(found.url, "ftp://h/horses.psorhorses.ascii");
    let alternative = &found.alternatives()[0];
    assert_eq!(
        (&*alternative.url, alternative.ambiguity),
        ("ftp://h/horses.ps", Ambiguity::EndsAtBlank)
    );
}

#[test]
fn words_after_a_url_in_mere_brackets_are_not_part_of_it() {
    let labels = [
        "the page",
        "\"the page\"",
        "as of the Haskell 2010 Report",
        "AT&T",
        "Text::Amuse, a manual",
        "Click Here!",
    ];
    for label in labels {
        let text = format!("<http://h/x {label}>");
        let found = find_iter(text.as_bytes()).next().unwrap();
        assert_eq!((&*found.url, found.form), ("http://h/x", Form::Angle));
        assert_eq!(found.alternatives()[0].ambiguity, Ambiguity::BlankIgnored);
    }
    for (text, url) in [
        ("<http://h/a b/c>", "http://h/ab/c"),
        ("<http://h/my new file.txt>", "http://h/mynewfile.txt"),
        ("<http://h/a 2>", "http://h/a2"),
        ("<http://h/a b#c d>", "http://h/ab#cd"),
        ("<http://h/?a=b c&d=e f>", "http://h/?a=bc&d=ef"),
    ] {
        assert_eq!(only(text), (url.to_owned(), Form::Angle));
    }
}

#[test]
fn a_label_in_mere_brackets_is_not_part_of_a_url() {
    let found: Vec<_> = find_iter(b"<http://h/x[our page]>, <http://h/x[1]>").collect();
    assert_eq!((&*found[0].url, found[0].form), ("http://h/x", Form::Bare));
    assert_eq!((&*found[1].url, found[1].form), ("http://h/x[1]", Form::Angle));
}

#[rstest]
#[case::sentence("see <URL:http://h/x is it", &[("http://h/x", Form::Prefixed)])]
#[case::text_end("see <URL:http://h/x", &[("http://h/x", Form::Prefixed)])]
#[case::blank_line("<URL:http://h/x\n\nNext >", &[("http://h/x", Form::Prefixed)])]
#[case::lines_of_a_url("<URL:http://h/a/\n  b/c.html\n\nNext >", &[("http://h/a/b/c.html", Form::Prefixed)])]
#[case::next_one("<URL:http://a/ and <URL:http://b/>", &[("http://a/", Form::Prefixed), ("http://b/", Form::Wrapped)])]
#[case::angle("<http://h/x is it\n\n", &[("http://h/x", Form::Bare)])]
#[case::tag("<URL:<A HREF=\"http://h/x\">http://h/x</A>>", &[("http://h/x", Form::Quoted), ("http://h/x", Form::Bare)])]
#[case::nested("&lt;URL:\n<http://h/x>&gt;", &[("http://h/x", Form::Angle)])]
#[case::far_bracket("<URL:http://h/x is one of the pages that say why a < b and c > d", &[("http://h/x", Form::Prefixed)])]
fn never_closed(#[case] text: &str, #[case] expected: &[(&str, Form)]) {
    let found: Vec<_> = find_iter(text.as_bytes()).collect();
    let found: Vec<_> = found.iter().map(|found| (&*found.url, found.form)).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_wrapper_that_has_not_closed_after_two_kilobytes_never_does() {
    let far =
        |blanks: usize| format!("<URL:http://h/x\n{}y>", " \n ".repeat(0) + &" ".repeat(blanks));
    assert_eq!(urls(&far(100)), ["http://h/xy"]);
    assert_eq!(urls(&far(3000)), ["http://h/x"]);
}

#[test]
fn the_wrapper_belongs_to_the_whole() {
    for (text, whole) in [
        ("x <URL:http://h/> y", "<URL:http://h/>"),
        ("x < URL: http://h/ > y", "< URL: http://h/ >"),
        ("x <http://h/> y", "<http://h/>"),
        ("x &lt;URL:http://h/&gt; y", "&lt;URL:http://h/&gt;"),
        ("x URL: http://h/ y", "URL: http://h/"),
        ("x <URL http://h/> y", "<URL http://h/>"),
    ] {
        let found = find_iter(text.as_bytes()).next().unwrap();
        assert_eq!(&text[found.span.clone()], "http://h/", "{text}");
        assert_eq!(&text[found.whole.clone()], whole, "{text}");
    }
}

#[test]
fn octets_that_are_not_utf_8_are_replaced() {
    let text = b"<URL:ftp://h/\xe9t\xe9>";
    let found = find_iter(text).next().unwrap();
    assert_eq!(found.url, "ftp://h/\u{fffd}t\u{fffd}");
    assert_eq!([8, 11, 12].map(|at| found.origin_of(at..at).start), [13, 14, 15]);
    // The error that marks U+FFFD marks the octet, all of the three bytes.
    assert_eq!(found.origin_of(8..11), 13..14);
    assert_eq!(found.origin_of(12..15), 15..16);
}

#[test]
fn each_form_has_its_name() {
    let text = b"<URL:ftp://a/> <ftp://b/> URL:ftp://c/ 'ftp://d/' ftp://e/";
    let names: Vec<_> = find_iter(text).map(|found| found.form.as_str()).collect();
    assert_eq!(names, ["wrapped", "angle", "prefixed", "quoted", "bare"]);
}

#[rstest]
#[case::double("\"http://h/\",", "http://h/")]
#[case::single("'http://h/x'", "http://h/x")]
#[case::single_as_attribute("href='http://h/x'>", "http://h/x")]
#[case::tex("``http://h/x''", "http://h/x")]
#[case::gnu("`http://h/x' is", "http://h/x")]
#[case::typographic("\u{201c}http://h/x\u{201d}", "http://h/x")]
#[case::german("\u{201e}http://h/x\u{201c}", "http://h/x")]
#[case::guillemets("\u{ab}http://h/x\u{bb}", "http://h/x")]
#[case::attribute("<A HREF=\"http://h/x.\">", "http://h/x.")]
#[case::attribute_blanks("<A HREF = \"http://h/x\">", "http://h/x")]
#[case::american("\"http://h/x.\"", "http://h/x")]
#[case::american_comma("\"http://h/x,\" he said", "http://h/x")]
#[case::ellipsis("\"http://h/x?a=...\"", "http://h/x?a=")]
#[case::two_dots_in_code("'http://a/b/c/g..'", "http://a/b/c/g..")]
#[case::question_in_code("\"http://h/cgi?\" + q", "http://h/cgi?")]
#[case::attack("\"http://h/a\"onclick=x", "http://h/a")]
#[case::bracket_inside("\"http://h/a)b\"", "http://h/a)b")]
#[case::opaque("\"news:comp.lang.c\"", "news:comp.lang.c")]
#[case::no_slashes("\"http:/x/y\"", "http:/x/y")]
fn marks(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text), (url.to_owned(), Form::Quoted));
}

#[rstest]
#[case::opened_earlier("\"see http://h/x.\"", "http://h/x")]
#[case::single_earlier("'see http://h/x'", "http://h/x")]
#[case::closed_later("\"http://h/x is it\"", "http://h/x")]
#[case::apostrophe("http://h/o'neil", "http://h/o'neil")]
fn not_touching(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text), (url.to_owned(), Form::Bare));
}

#[test]
fn the_marks_belong_to_the_whole() {
    let text = "x \"http://h/\" y";
    let found = find_iter(text.as_bytes()).next().unwrap();
    assert_eq!(&text[found.span.clone()], "http://h/");
    assert_eq!(&text[found.whole.clone()], "\"http://h/\"");
}

/// The whole ended in the middle of a mark that closes on a later line.
#[rstest]
#[case("\"http://h/x\n\"", Form::Quoted)]
#[case("\u{bb}http://h/x\n\u{bb}", Form::Quoted)]
#[case("\u{201c}http://h/x\n\u{201d}", Form::Quoted)]
#[case("href=\"url: http://h/a b\"", Form::Prefixed)]
fn the_whole_ends_with_the_mark(#[case] text: &str, #[case] form: Form) {
    let found = find_iter(text.as_bytes()).next().unwrap();
    let whole = text.strip_prefix("href=").unwrap_or(text);
    assert_eq!((&text[found.whole.clone()], found.form), (whole, form));
}
