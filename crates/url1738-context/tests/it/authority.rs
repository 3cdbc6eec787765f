//! Authorities that hold what no URL may hold, and what closes them; and no password in what `Debug` shows.

use rstest::rstest;
use url1738_context::{Ambiguity, Finder, Form, find_iter};

use crate::{only, urls};

/// The host that is left would be another one.
#[rstest]
#[case::label("http://foobar.みんな/", "http://foobar.みんな/")]
#[case::label_at_the_end("http://foobar.みんな", "http://foobar.みんな")]
#[case::label_and_stop("see http://foobar.みんな.", "http://foobar.みんな")]
#[case::letters("http://foobarみんな/", "http://foobarみんな/")]
#[case::letters_and_words("http://foo.jpを見る、次", "http://foo.jpを見る")]
#[case::letter_after_port("http://h.dom:80を", "http://h.dom:80を")]
#[case::digit("http://h.dom١/", "http://h.dom١/")]
#[case::combining("http://h.dom\u{301}/", "http://h.dom\u{301}/")]
#[case::combining_at_the_end("http://h.dom\u{301}", "http://h.dom\u{301}")]
#[case::full_width("http://h.ｄom/", "http://h.ｄom/")]
#[case::hyphen("http://h.dom\u{2010}x/", "http://h.dom\u{2010}x/")]
#[case::soft_hyphen("http://h.d\u{ad}om/", "http://h.d\u{ad}om/")]
#[case::invisible("http://h.d\u{200b}om/", "http://h.d\u{200b}om/")]
#[case::symbol("http://i❤.ws/", "http://i❤.ws/")]
#[case::symbol_before_path("http://i❤/", "http://i❤/")]
#[case::dot_of_a_name("http://host。dom/", "http://host。dom/")]
#[case::other_dot_of_a_name("http://host．dom/", "http://host．dom/")]
#[case::colon_of_a_port("http://host：80/", "http://host：80/")]
#[case::sign("http://user＠h.dom/", "http://user＠h.dom/")]
#[case::slash("http://h.dom／x", "http://h.dom／x")]
#[case::quotation_mark("http://foo’bar.dom/", "http://foo’bar.dom/")]
#[case::dash("http://foo–bar.dom/", "http://foo–bar.dom/")]
#[case::ellipsis("http://www.exam…/x", "http://www.exam…/x")]
#[case::user("ftp://jo你:pw@h.dom/", "ftp://jo你:pw@h.dom/")]
#[case::password("ftp://user:pä你ss@h.dom/x", "ftp://user:pä你ss@h.dom/x")]
#[case::password_symbol("ftp://user:1❤2@h.dom/x", "ftp://user:1❤2@h.dom/x")]
#[case::password_ellipsis("ftp://user:1…w@h.dom/", "ftp://user:1…w@h.dom/")]
#[case::address("mailto:joe@foo.みんな", "mailto:joe@foo.みんな")]
#[case::address_that_begins_with_a_letter("mailto:örg@foo.dom", "mailto:örg@foo.dom")]
#[case::group("news:comp.lang.みんな", "news:comp.lang.みんな")]
#[case::backslash("http://foo\\bar.dom/", "http://foo\\bar.dom/")]
#[case::backslash_user("http://good.dom\\@evil.dom/", "http://good.dom\\@evil.dom/")]
#[case::bar("http://foo|bar.dom/", "http://foo|bar.dom/")]
#[case::grave("http://foo`bar.dom/", "http://foo`bar.dom/")]
#[case::brace("http://foo{bar.dom/", "http://foo{bar.dom/")]
#[case::closing_brace("http://foo}bar.dom/", "http://foo}bar.dom/")]
#[case::bracket("http://foo[bar.dom/", "http://foo[bar.dom/")]
#[case::closing_bracket("http://foo]bar.dom/", "http://foo]bar.dom/")]
#[case::round("http://foo(bar.dom/", "http://foo(bar.dom/")]
#[case::closing_round("http://foo)bar.dom/", "http://foo)bar.dom/")]
#[case::control("http://foo\x01bar.dom/", "http://foo\x01bar.dom/")]
#[case::delete("http://foo\x7fbar.dom/", "http://foo\x7fbar.dom/")]
#[case::password_round("ftp://user:1(2@h.dom/", "ftp://user:1(2@h.dom/")]
#[case::password_closing_round("ftp://user:1)2@h.dom/", "ftp://user:1)2@h.dom/")]
#[case::password_bar("ftp://user:1|2@h.dom/", "ftp://user:1|2@h.dom/")]
#[case::password_backslash("ftp://user:1\\2@h.dom/", "ftp://user:1\\2@h.dom/")]
#[case::password_less("ftp://user:1<2@h.dom/", "ftp://user:1<2@h.dom/")]
#[case::password_quote("ftp://user:1\"2@h.dom/", "ftp://user:1\"2@h.dom/")]
#[case::underscore("http://foo_bar.dom/", "http://foo_bar.dom/")]
#[case::no_escape("http://foo.bar%zz", "http://foo.bar%zz")]
fn not_cut(#[case] text: &str, #[case] url: &str) {
    let before_and_after = format!("see {text} and");
    assert_eq!(only(&before_and_after), (url.to_owned(), Form::Bare));
    assert_eq!(only(text).0, url);
}

#[rstest]
#[case::ellipsis("http://a.dom…")]
#[case::ellipsis_and_word("http://a.dom… and")]
#[case::possessive("http://a.dom’s pages")]
#[case::guillemet("http://a.dom» and")]
#[case::quotation_mark("http://a.dom” and")]
#[case::dash("http://a.dom—and more")]
#[case::short_dash("http://a.dom–and more")]
#[case::stop("http://a.dom。")]
#[case::stop_and_text("http://a.dom。次の")]
#[case::comma("http://a.dom、次の")]
#[case::full_width_comma("http://a.dom，以及")]
#[case::full_width_colon("http://a.dom：以及")]
#[case::full_width_bracket("http://a.dom）")]
#[case::corner_bracket("http://a.dom」を")]
#[case::no_break_space("http://a.dom\u{a0}and")]
#[case::ideographic_space("http://a.dom\u{3000}次")]
#[case::arabic_comma("http://a.dom، و")]
#[case::danda("http://a.dom। और")]
#[case::left_to_right_mark("http://a.dom\u{200e} is")]
#[case::backslash("http://a.dom\\n")]
#[case::tex("http://a.dom\\footnote{x}")]
#[case::font("http://a.dom\\fR")]
#[case::bar("http://a.dom|text")]
#[case::cell("| http://a.dom|www.x.dom/|")]
#[case::cell_address("|http://a.dom|joe@x.dom|")]
#[case::tag("http://a.dom<br>joe@x.dom")]
#[case::address_in_brackets("http://a.dom<joe@x.dom>")]
#[case::quote("http://a.dom\"")]
#[case::bracket_of_the_text("(see http://a.dom)")]
#[case::never_closed("http://a.dom(see below)")]
#[case::grave("`http://a.dom`")]
#[case::markdown("[x](http://a.dom)www.x.dom/")]
#[case::nul("http://a.dom\0www.x.dom/")]
#[case::escape("http://a.dom\x1b[0m")]
#[case::entity("http://a.dom&#8217;s")]
#[case::entity_space("http://a.dom&nbsp;b")]
fn closed(#[case] text: &str) {
    assert_eq!(urls(text), ["http://a.dom"], "{text:?}");
}

#[test]
fn another_url_follows_at_once() {
    let text = "http://a.dom→http://b.dom•http://c.dom。http://d.dom、mailto:x@e.dom";
    let expected =
        ["http://a.dom", "http://b.dom", "http://c.dom", "http://d.dom", "mailto:x@e.dom"];
    assert_eq!(urls(text), expected);
}

/// Texts in scripts without blanks run on after a URL: what is before the letter is another reading.
#[test]
fn the_host_before_a_letter_is_another_reading() {
    let found = find_iter("詳細はhttp://ja.domを".as_bytes()).next().unwrap();
    assert_eq!(found.url, "http://ja.domを");
    let [other] = found.alternatives() else { panic!("{found:?}") };
    assert_eq!((&*other.url, other.ambiguity), ("http://ja.dom", Ambiguity::EndsAtLetter));
    assert!(find_iter("http://日本.jp/".as_bytes()).next().unwrap().alternatives().is_empty());
}

/// Octets of Latin-1 and of the encodings of East Asia.
#[rstest]
#[case::letters(b"http://www.caf\xe9.dom/ x", "http://www.caf\u{fffd}.dom/")]
#[case::letter_at_the_end(b"http://www.caf\xe9 x", "http://www.caf\u{fffd}")]
#[case::eucjp(b"http://h.dom\xa4\xf2 x", "http://h.dom\u{fffd}\u{fffd}")]
#[case::quotation_mark(b"\xabhttp://h.dom\xbb x", "http://h.dom")]
#[case::windows_quotation_mark(b"\x93http://h.dom\x94 x", "http://h.dom")]
#[case::no_break_space(b"http://h.dom\xa0x", "http://h.dom")]
#[case::eucjp_stop(b"http://h.dom\xa1\xa3\xa4\xf2", "http://h.dom")]
#[case::shift_jis_stop(b"http://h.dom\x81\x42\x82\xf0", "http://h.dom")]
fn other_encodings(#[case] text: &[u8], #[case] url: &str) {
    let found: Vec<_> = find_iter(text).map(|found| found.url.into_owned()).collect();
    assert_eq!(found, [url]);
}

/// What software makes of `~` and `'`.
#[rstest]
#[case::overline("http://h.dom/‾joe/", "http://h.dom/~joe/")]
#[case::small_tilde("http://h.dom/˜joe/x", "http://h.dom/~joe/x")]
#[case::full_width_tilde("http://h.dom/～joe", "http://h.dom/~joe")]
#[case::apostrophe("http://h.dom/o’neil/x", "http://h.dom/o'neil/x")]
#[case::apostrophe_in_a_name("http://h.dom/o’neil.html", "http://h.dom/o'neil.html")]
fn typographic(#[case] text: &str, #[case] retyped: &str) {
    let found = find_iter(text.as_bytes()).next().unwrap();
    assert_eq!(found.url, text);
    let [other] = found.alternatives() else { panic!("{found:?}") };
    assert_eq!((&*other.url, other.ambiguity), (retyped, Ambiguity::Retyped));
}

#[test]
fn typographic_in_a_fragment() {
    for text in ["<http://h.dom/a#b‾joe>", "<http://h.dom/\n a#b‾joe>"] {
        let found = find_iter(text.as_bytes()).next().unwrap();
        let [other] = found.alternatives() else { panic!("{found:?}") };
        let fragment = other.fragment.as_deref();
        assert_eq!((&*other.url, fragment), ("http://h.dom/a", Some("b~joe")), "{text}");
    }
}

#[rstest]
#[case("http://h.dom/x’s pages", "http://h.dom/x")]
#[case("‘http://h.dom/x’and/or", "http://h.dom/x")]
#[case("http://h.dom/x’ and", "http://h.dom/x")]
fn still_quotation_marks(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url);
}

/// In every text, `secret` is the password, or a piece of it.
#[rstest]
#[case::bare("ftp://joe:secret@h.dom/")]
#[case::wrapped("<URL:ftp://joe:secret@h.dom/>")]
#[case::broken("<URL:ftp://joe:secret@h.dom/a-\n  b>")]
#[case::with_a_blank("<URL:ftp://joe:secret@h.dom/a b>")]
#[case::divided("<URL:ftp://joe:secret 2@h.dom/a>")]
#[case::divided_before_a_hash("<URL:ftp://joe:secret 2#3@h.dom/a>")]
#[case::divided_by_a_line("<URL:ftp://joe:secret-\n2@h.dom/a b>")]
#[case::in_a_query("http://h.dom/?u=ftp://joe:secret@h.dom/")]
#[case::in_a_fragment("http://h.dom/#ftp://joe:secret@h.dom/")]
#[case::with_a_hash("ftp://joe:sec#secret@h.dom/")]
#[case::with_a_letter("ftp://joe:secret\u{4f60}@h.dom/")]
#[case::before_a_letter("ftp://joe:secret@h.dom\u{4f60}")]
#[case::retyped("ftp://joe:secret@h.dom/\u{203e}joe/")]
#[case::with_a_reference("ftp://joe:secret@h.dom/a&#38;b")]
#[case::octets("ftp://joe:secret@h.dom/\u{fffd}")]
fn debug_masks(#[case] text: &str) {
    let found: Vec<_> = find_iter(text.as_bytes()).collect();
    assert!(!found.is_empty());
    for shown in [format!("{found:?}"), format!("{found:#?}")] {
        assert!(shown.contains("***") && !shown.contains("secret"), "{shown}");
    }
    for found in found {
        for other in found.alternatives() {
            let shown = format!("{other:?}");
            assert!(!shown.contains("secret"), "{shown}");
        }
    }
}

/// Neither the letters nor their numbers.
#[test]
fn searches_show_no_text() {
    let text = b"<URL:ftp://joe:secret@h.dom/> and ftp://joe:secret";
    let numbers = format!("{:?}", b"secret");
    let numbers = numbers.trim_matches(['[', ']']);
    let hides =
        |shown: &str| assert!(!shown.contains("secret") && !shown.contains(numbers), "{shown}");
    let mut finds = find_iter(text);
    hides(&format!("{finds:?}"));
    let _ = finds.next();
    hides(&format!("{finds:?}"));
    let mut finder = Finder::new();
    drop(finder.push(text));
    hides(&format!("{finder:?}"));
    let _ = finder.push(text).next();
    hides(&format!("{finder:?}"));
}
