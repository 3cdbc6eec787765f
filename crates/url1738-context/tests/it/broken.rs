//! URLs broken over lines in angle brackets, margins and pages.

extern crate alloc;

use alloc::borrow::Cow;

use rstest::rstest;
use url1738_context::{Ambiguity, Form, find_iter};

use crate::{only, whole};

#[rstest]
#[case::x_03("<URL:ftp://ds.in\n      ternic.net/rfc>", "ftp://ds.internic.net/rfc")]
#[case::x_03_tab("<URL:ftp://h/a\n\t/b>", "ftp://h/a/b")]
#[case::x_03_carriage_return("<URL:ftp://h/a\r\n  /b>", "ftp://h/a/b")]
#[case::x_03_old_lines("<URL:ftp://h/a\r  /b>", "ftp://h/a/b")]
#[case::blank_at_the_end("<URL:ftp://h/a \n  /b>", "ftp://h/a/b")]
#[case::typecode(
    "<URL:ftp://info.cern.ch/pub/www/doc;\n      type=d>",
    "ftp://info.cern.ch/pub/www/doc;type=d"
)]
#[case::three_lines("<URL:ftp://h\n/a\n/b>", "ftp://h/a/b")]
#[case::mail("> see <URL:http://h/a/\n> b.html> for", "http://h/a/b.html")]
#[case::mail_twice("> > <URL:http://h/a/\n> > b.html>", "http://h/a/b.html")]
#[case::mail_packed(">> <URL:http://h/a/\n>>b.html>", "http://h/a/b.html")]
#[case::mail_packed_otherwise(">> <URL:http://h/a/\n> > b.html>", "http://h/a/b.html")]
#[case::mail_initials("JB> <URL:http://h/a/\nJB> b.html>", "http://h/a/b.html")]
#[case::mail_bar("| <URL:http://h/a/\n| b.html>", "http://h/a/b.html")]
#[case::mail_closed_on_its_own_line("> <URL:http://h/a\n> >", "http://h/a")]
#[case::comment_shell("# <URL:http://h/a/\n#  b.html>", "http://h/a/b.html")]
#[case::comment_slashes(
    "// <url:http://h/question\n   // s/3273118>",
    "http://h/questions/3273118"
)]
#[case::comment_slashes_path("// <URL:http://h\n// /b.html>", "http://h/b.html")]
#[case::comment_c(" * <URL:http://h/a/\n * b.html>", "http://h/a/b.html")]
#[case::comment_c_first("/* <URL:http://h/a/\n * b.html> */", "http://h/a/b.html")]
#[case::comment_lisp(";; <URL:http://h/a/\n;; b.html>", "http://h/a/b.html")]
#[case::comment_tex("% <URL:http://h/a/\n% b.html>", "http://h/a/b.html")]
#[case::comment_ada("-- <URL:http://h/a/\n-- b.html>", "http://h/a/b.html")]
#[case::path_without_margin("see <URL:http://h\n  /b.html>", "http://h/b.html")]
#[case::list_item("  - <URL:http://h/a/\n    b.html>", "http://h/a/b.html")]
#[case::list_item_o("  o  <URL:http://h/a/\n     b.html>", "http://h/a/b.html")]
#[case::added_line("+ <URL:http://h/a/\n+ b.html>", "http://h/a/b.html")]
#[case::entities("&lt;URL:http://h/a/\n  b.html&gt;", "http://h/a/b.html")]
#[case::line_continued("<URL:http://h/a/\\\n  b>", "http://h/a/b")]
#[case::fragment("<URL:http://h/a\n  #b>", "http://h/a#b")]
fn joined(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text), (url.to_owned(), Form::Wrapped));
    let bare = text.replacen("URL:", "", 1).replacen("url:", "", 1);
    assert_eq!(only(&bare), (url.to_owned(), Form::Angle), "{bare:?}");
}

const FOOT: &str = "Berners-Lee, Masinter & McCahill                               [Page 22]";
const HEAD: &str = "RFC 1738            Uniform Resource Locators (URL)        December 1994";

#[rstest]
#[case::rfc(format!("<URL:http://h/a\n\n\n\n{FOOT}\n\x0c\n{HEAD}\n\n\n   /b>"))]
#[case::rfc_without_form_feed(format!("<URL:http://h/a\n\n\n\n{FOOT}\n\n{HEAD}\n\n\n   /b>"))]
#[case::form_feed_before_the_head(format!("<URL:http://h/a\n{FOOT}\n\x0c{HEAD}\n\n   /b>"))]
#[case::foot_alone(format!("<URL:http://h/a\n\n{FOOT}\n\n   /b>"))]
#[case::carriage_returns(format!("<URL:http://h/a\r\n\r\n{FOOT}\r\n\x0c\r\n{HEAD}\r\n\r\n   /b>"))]
#[case::roman(format!("<URL:http://h/a\n\nFoo   [Page iv]\n\x0c\n{HEAD}\n\n   /b>"))]
#[case::draft("<URL:http://h/a\n\nFoo   [Page 4]\n\x0c\nInternet-Draft   Foo   May 1996\n\n  /b>".to_owned())]
#[case::number("<URL:http://h/a\n\n               - 4 -\n\x0c\nInternet-Draft   Foo   May 1996\n\n  /b>".to_owned())]
#[case::form_feed_alone("<URL:http://h/a\n\x0c\n  /b>".to_owned())]
fn pages(#[case] text: String) {
    assert_eq!(only(&text), ("http://h/a/b".to_owned(), Form::Wrapped));
}

#[rstest]
#[case::blank_line("<URL:http://h/a\n\n   /b>")]
#[case::blank_line_in_mail("> <URL:http://h/a\n>\n> /b>")]
#[case::heading("<URL:http://h/a\n\nFoo [Chapter 2]\n\n   /b>")]
fn no_pages(#[case] text: &str) {
    assert_eq!(only(text), ("http://h/a".to_owned(), Form::Prefixed));
}

#[test]
fn x_04_the_hyphen_is_kept_and_may_be_dropped() {
    let found = find_iter(b"text: <URL:ftp://h/a-\n  b>").next().unwrap();
    assert_eq!(found.url, "ftp://h/a-b");
    let other = &found.alternatives()[0];
    assert_eq!((&*other.url, other.ambiguity), ("ftp://h/ab", Ambiguity::HyphenDropped));
    assert_eq!(found.alternatives().len(), 1);
}

#[test]
fn x_04_each_hyphen_alone_and_all_of_them() {
    let found = find_iter(b"<URL:ftp://h/a- \n  b-\n c#d-\n e>").next().unwrap();
    assert_eq!(whole(&found), "ftp://h/a-b-c#d-e");
    let others: Vec<_> = found
        .alternatives()
        .iter()
        .map(|other| (other.url.as_str(), other.fragment.as_deref().unwrap_or_default()))
        .collect();
    let expected = [
        ("ftp://h/ab-c", "d-e"),
        ("ftp://h/a-bc", "d-e"),
        ("ftp://h/a-b-c", "de"),
        ("ftp://h/abc", "de"),
    ];
    assert_eq!(others, expected);
}

#[test]
fn x_04_a_hyphen_before_a_blank_stays() {
    let found = find_iter(b"<URL:ftp://h/a- b>").next().unwrap();
    assert_eq!(found.url, "ftp://h/a-b");
    assert!(found.alternatives().iter().all(|other| other.ambiguity != Ambiguity::HyphenDropped));
}

#[test]
fn every_joined_byte_is_traced_to_the_text() {
    let text = "> <URL:http://h/a-\n> b/c\n> #d>";
    let found = find_iter(text.as_bytes()).next().unwrap();
    let joined = whole(&found);
    assert!(found.is_joined());
    for (offset, byte) in joined.bytes().enumerate() {
        assert_eq!(text.as_bytes()[found.origin_of(offset..offset).start], byte, "{offset}");
    }
    assert_eq!(found.origin_of(joined.len()..joined.len()), found.span.end..found.span.end);
    let hyphen = joined.find('-').unwrap();
    assert_eq!(&text[found.origin_of(hyphen..hyphen + 1)], "-");
    assert_eq!(&text[found.origin_of(hyphen..hyphen + 2)], "-\n> b");
    assert_eq!(found.origin_of(3..3), 10..10);
}

#[test]
fn a_url_in_one_piece_is_borrowed() {
    let text = b"<URL:http://h/a#b> \"http://h/\" http://h/";
    for found in find_iter(text) {
        assert!(!matches!(found.url, Cow::Owned(_)));
        assert!(!found.is_joined() && found.alternatives().is_empty());
        assert_eq!(found.origin_of(2..2).start, found.span.start + 2);
    }
}

/// A formatter like groff prints its own hyphen at the end of a line.
#[rstest]
#[case::word(
    "see http://www.h.dom/installa‐\n  tion.html and",
    "http://www.h.dom/installation.html"
)]
#[case::host("see http://www.ker‐\n  nel.dom/x.txt.", "http://www.kernel.dom/x.txt")]
#[case::host_alone("see http://www.exam‐\n  ple.dom and", "http://www.example.dom")]
#[case::twice("http://www.go‐\n  pher.dom/?for‐\n  mat=x for", "http://www.gopher.dom/?format=x")]
#[case::other_hyphens("http://h.dom/a-b/docu‐\n  ments/", "http://h.dom/a-b/documents/")]
#[case::quoted("“http://h.dom/docu‐\n  ments/” and", "http://h.dom/documents/")]
#[case::in_brackets("<http://h.dom/a-b/docu‐\n  ments/>", "http://h.dom/a-b/documents/")]
#[case::before_the_url("<‐\n  http://h.dom/docu‐\n  ments/>", "http://h.dom/documents/")]
fn divided_word(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url);
    let found = find_iter(text.as_bytes()).next().unwrap();
    let [other] = found.alternatives() else { panic!("{found:?}") };
    assert_eq!(other.ambiguity, Ambiguity::Retyped);
    assert!(other.url.contains('-') && !other.url.contains('‐'), "{other:?}");
    assert_eq!(other.url.replace('-', ""), url.replace('-', ""));
}

/// In angle brackets it is a hyphen of the URL, as `-` is.
#[rstest]
#[case::wrapped("<URL:ftp://h/a‐\n  b>", Form::Wrapped)]
#[case::angle("<ftp://h/a‐\n  b>", Form::Angle)]
#[case::groff("⟨ftp://h/a‐\n  b⟩", Form::Angle)]
fn hyphen_of_a_formatter(#[case] text: &str, #[case] form: Form) {
    assert_eq!(only(text), ("ftp://h/a-b".to_owned(), form));
    let found = find_iter(text.as_bytes()).next().unwrap();
    let [other] = found.alternatives() else { panic!("{found:?}") };
    assert_eq!((&*other.url, other.ambiguity), ("ftp://h/ab", Ambiguity::HyphenDropped));
    assert_eq!(found.origin_of(9..9).start, text.find('‐').unwrap());
}

#[test]
fn a_formatter_prints_all_hyphens_alike() {
    let found = find_iter("see http://h/a‐b/c‐\n  d.html and".as_bytes()).next().unwrap();
    assert_eq!(found.url, "http://h/a‐b/c-d.html");
    assert_eq!(found.alternatives()[0].url, "http://h/a‐b/cd.html");
}

/// The brackets that groff prints around what `.UR` names.
#[rstest]
#[case::alone("the site ⟨http://h.dom/⟩.", "http://h.dom/")]
#[case::after_the_slashes("the site ⟨http://\n   www.h.dom/a⟩.", "http://www.h.dom/a")]
#[case::after_a_slash("the site ⟨ftp://h.dom/pub/\n   unix/⟩.", "ftp://h.dom/pub/unix/")]
#[case::after_a_hyphen("the site ⟨http://h.dom/a-\n   b.html⟩.", "http://h.dom/a-b.html")]
#[case::anywhere("the site ⟨http://h.dom/a\n   b|c日.html⟩.", "http://h.dom/ab|c日.html")]
#[case::in_mere_brackets("see <http://\n   www.h.dom/a>.", "http://www.h.dom/a")]
fn brackets_of_groff(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text), (url.to_owned(), Form::Angle));
}

#[rstest]
#[case::double("“http://h.dom/minutes/\n  1995.html”", "http://h.dom/minutes/1995.html")]
#[case::single("‘http://h.dom/minutes/\n  1995.html’", "http://h.dom/minutes/1995.html")]
#[case::german("„http://h.dom/minutes/\n  1995.html“", "http://h.dom/minutes/1995.html")]
#[case::mail("> «http://h.dom/minutes/\n> 1995.html»", "http://h.dom/minutes/1995.html")]
fn curly_quotes(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text), (url.to_owned(), Form::Quoted));
}

/// A line that the URL fills may break before a slash.
#[rstest]
#[case::mail(
    "   http://www.archive.dom/lists/uri/1994/december/messages/by-thread\n   /0017.html and",
    "http://www.archive.dom/lists/uri/1994/december/messages/by-thread/0017.html"
)]
#[case::quoted_mail(
    "> It is at http://www.archive.dom/lists/uri/1994/december/by-thread\n>  /0017.html.",
    "http://www.archive.dom/lists/uri/1994/december/by-thread/0017.html"
)]
#[case::not_indented(
    "   http://www.archive.dom/lists/uri/1994/december/messages/by-thread\n/0017.html and",
    "http://www.archive.dom/lists/uri/1994/december/messages/by-thread"
)]
#[case::not_filled("see http://h.dom/a\n   /etc/motd", "http://h.dom/a")]
#[case::no_path(
    "   http://www.archive.dom/lists/uri/1994/december/messages/by-thread\n   / and",
    "http://www.archive.dom/lists/uri/1994/december/messages/by-thread"
)]
fn before_a_slash(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url);
}

#[rstest]
#[case::labels(
    "at http://www.gopher-\n   project.dom/docs/ and",
    "http://www.gopher-project.dom/docs/"
)]
#[case::words("at http://www.gopher-\n   the project", "http://www.gopher")]
fn hyphen_of_a_host(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url);
}
