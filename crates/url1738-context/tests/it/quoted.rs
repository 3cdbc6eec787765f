//! URLs in quotation marks.

use rstest::rstest;
use url1738_context::{Form, find_iter};

use crate::only;

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
