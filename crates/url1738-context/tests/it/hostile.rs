//! Texts made to cost much. The time must stay linear, so each is read at two lengths.

use core::time::Duration;
use std::time::Instant;

use rstest::rstest;
use url1738_context::{Finder, find_iter};

/// Reads a text of `count` repetitions of a unit; returns the time and how many URLs there were.
fn read(before: &str, unit: &str, count: usize) -> (Duration, usize) {
    let text = before.to_owned() + &unit.repeat(count);
    let start = Instant::now();
    let found = find_iter(text.as_bytes()).count();
    (start.elapsed(), found)
}

#[rstest]
#[case::a219_dashes("http://", "-")]
#[case::a221_schemes("", "http://")]
#[case::a223_white_space("<URL:", " \n")]
#[case::blanks("<URL:", " ")]
#[case::unclosed("", "<URL:")]
#[case::unclosed_url("", "<URL:http://h/")]
#[case::unclosed_url_lines("", "<URL:http://h/x\ny\n")]
#[case::unclosed_entities("", "&lt;URL:http://h/ ")]
#[case::many_in_one("<URL:", "http://a/ ")]
#[case::brackets_of_urls("", "http://a/(")]
#[case::brackets_of_schemes("", "(xhttp://a/")]
#[case::open_brackets("http://a/", "([{")]
#[case::closed_brackets("http://a/", "()[]")]
#[case::segments("http://h/", "a/")]
#[case::users("ftp://", "a@")]
#[case::ports("http://", "a:port")]
#[case::passwords("", "http://:")]
#[case::addresses("", "(mailto:a")]
#[case::addresses_in_a_row("", "mailto:")]
#[case::groups("", "(news:a")]
#[case::groups_dotted("", "news:a.")]
#[case::loopholes("", "http:a ")]
#[case::replacements("", " s#http://a/")]
#[case::replacement_on_one_line("s#http://a/", "#s#http://a/")]
#[case::macros("{color}http://h/", "{color")]
#[case::templates("", "http://a/<b>")]
#[case::template_at_the_end("", "http://a/")]
#[case::entities("http://h/", "&g")]
#[case::commas("http://h/", ",a")]
#[case::hyphens_at_line_ends("<URL:http://h/", "-\n")]
#[case::hyphens_at_line_ends_bare("", "http://h/x-\n")]
#[case::quotes_over_lines("", "\"http://h/x/\n")]
#[case::pages("<URL:http://h/", "a\n\n[Page 1]\n\x0c\nRFC 1 x 1994\n\n")]
#[case::feeds("<URL:http://h/", "\x0c")]
#[case::colons("", ":")]
#[case::colons_of_names("", "p:")]
#[case::stars("http://h/", "*")]
#[case::dots("http://h/x", ".")]
#[case::dots_equated("x = http://h/x", ".")]
#[case::letters("http://h/", "ä")]
#[case::prefixes("", "URL:")]
#[case::prefixes_blank("", "URL: ")]
#[case::margins("> <URL:http://h/", "a\n> ")]
#[case::zeros("http://h/", "\0")]
#[case::angle("<http://h/", "a")]
#[case::angle_blanks("<http://h/", " ")]
#[case::angle_entities("&lt;http://h/", "&a")]
#[case::quoted_lines("\"http://h/x/", "\n> ")]
#[case::identifier("news:<", "a")]
#[case::identifier_words("news:<", "a@")]
#[case::backslashes("http://h/", "\\-a")]
#[case::soft_breaks("http://h/", "a=\n")]
#[case::ideographs("http://h/", "\u{4f60}")]
#[case::long_name("", "a://")]
#[case::letters_in_a_host("http://h", "\u{4f60}")]
#[case::symbols_in_a_host("http://h", "\u{2764}")]
#[case::symbols_and_letters_in_a_host("http://h", "\u{2764}a")]
#[case::bars_in_a_host("http://h", "|a.b")]
#[case::bars_in_hosts("", "http://h|a")]
#[case::bars_in_logins("http://h", "|a@b")]
#[case::brackets_in_logins("http://h", "(a")]
#[case::marks_in_hosts("", "http://a\u{2019}b")]
#[case::references("http://h/?", "a&#38;")]
#[case::references_unclosed("http://h/?", "&#3")]
#[case::references_of_letters("http://h/", "&#233;")]
#[case::typographic("http://h/", "o\u{2019}n/\u{203e}")]
#[case::quotes_and_slashes("http://h/", "'/")]
#[case::quotation_marks("", "\"http://h/| ")]
#[case::single_quotation_marks("", "'http://h/a b ")]
#[case::other_quotation_marks("", "\u{201e}http://h/| ")]
#[case::accents("", "`http://h/| ")]
#[case::chevrons("", "\u{27e8}http://h/a\n")]
#[case::chevron_lines("\u{27e8}http://h/", "a\n")]
#[case::typeset_hyphens("http://h/", "a\u{2010}\n")]
#[case::typeset_hyphens_of_urls("", "http://h/a\u{2010}\n")]
#[case::bars("http://h/", "|a")]
#[case::accents_in_a_path("http://h/", "`a")]
#[case::closing_brackets("http://h/", ")a")]
#[case::closing_brackets_of_urls("", "http://h/a)b ")]
#[case::opening_brackets_of_urls("", "http://h/a(b ")]
#[case::files("http://h/", "/ab.c\u{4f60}")]
#[case::letters_in_turns("http://h/", "a\u{4f60}")]
#[case::symbols("http://h/", "\u{263a}")]
#[case::marks("http://h/", "\u{2026}a")]
#[case::emphasis("", "*http://h/x* ")]
#[case::folders("http://h/", "\\ab")]
#[case::slashes_on_lines(
    "",
    "see http://host.dom/0123456789/0123456789/0123456789/0123456789\n  /a "
)]
#[case::soft_breaks_of_lines(
    "http://h/",
    "0123456789012345678901234567890123456789012345678901234567890123456789012=\n"
)]
fn linear(#[case] before: &str, #[case] unit: &str) {
    let count = 100_000 / unit.len();
    assert_linear(|times| read(before, unit, count * times).0);
    assert!(most_held(before, unit) < 300 * 1024);
}

/// Four times a text takes less than eight times its time.
fn assert_linear(time: impl Fn(usize) -> Duration) {
    let time = |times| (0..3).map(|_| time(times)).fold(Duration::MAX, Duration::min);
    let mut measured = Vec::new();
    // A busy machine may stretch one measurement; what is quadratic is so every time.
    let linear = (0..5).any(|_| {
        let (short, long) = (time(1), time(4));
        measured.push((short, long));
        long < short * 8 + Duration::from_millis(40)
    });
    assert!(linear, "a text and four times as much: {measured:?}");
}

/// The most bytes a finder holds of a stream of many such units.
fn most_held(before: &str, unit: &str) -> usize {
    let mut finder = Finder::new();
    let _ = finder.push(before.as_bytes()).count();
    let chunk = unit.repeat(1000_usize.div_ceil(unit.len()));
    (0..500)
        .map(|_| {
            let _ = finder.push(chunk.as_bytes()).count();
            finder.held()
        })
        .max()
        .unwrap_or_default()
}

#[test]
fn a_url_longer_than_any_is_cut() {
    let text = format!("http://h/{}", "a/".repeat(1_000_000));
    let found: Vec<_> = find_iter(text.as_bytes()).collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].url.len(), "http://".len() + 64 * 1024);
    assert!(found[0].is_truncated());
}

/// What ends exactly at the limit is whole.
#[rstest]
#[case::text_ends(0, "", false)]
#[case::blank(0, " a", false)]
#[case::bracket(0, ">", false)]
#[case::one_more(1, " a", true)]
#[case::letter(0, "ä", true)]
#[case::hash(0, "#a", true)]
#[case::shorter(-1, " ", false)]
fn only_what_is_cut_is_truncated(
    #[case] more: isize,
    #[case] after: &str,
    #[case] truncated: bool,
) {
    let length = (64 * 1024_usize).checked_add_signed(more).unwrap();
    for before in ["", "'", "URL:"] {
        let text = format!("{before}http://h/{}{after}", "a".repeat(length - 2));
        let found = find_iter(text.as_bytes()).next().unwrap();
        assert_eq!(found.is_truncated(), truncated, "{before} {after}");
        let mut finder = Finder::new();
        let chunks = text.as_bytes().chunks(1000);
        let mut streamed: Vec<_> =
            chunks.flat_map(|chunk| finder.push(chunk).collect::<Vec<_>>()).collect();
        streamed.extend(finder.finish());
        assert_eq!(streamed[0], found.into_owned());
    }
}

/// The other limits: of backslashes, and of soft line breaks.
#[test]
fn what_is_cut_elsewhere_is_truncated() {
    let truncated = |text: &str| {
        let found = find_iter(text.as_bytes()).next().unwrap();
        (found.url.len(), found.is_truncated())
    };
    let escapes = |count: usize| format!("http://h/{} x", "a\\-".repeat(count) + "b");
    assert_eq!(truncated(&escapes(20)), (9 + 41, false));
    assert!(truncated(&escapes(200)).1);
    let soft = |lines: usize| {
        let line = format!("{}=\n", "a".repeat(74));
        format!("http://h/{}=\n{}b x", "a".repeat(65), line.repeat(lines))
    };
    assert_eq!(truncated(&soft(10)), (9 + 65 + 740 + 1, false));
    assert!(truncated(&soft(2000)).1);
}

#[test]
fn a_stream_byte_by_byte_takes_linear_time() {
    assert_linear(|times| {
        let text = format!("<URL:http://h/x\n http://h/{} ", "a".repeat(15_000 * times));
        let start = Instant::now();
        let mut finder = Finder::new();
        let found: usize = text.bytes().map(|byte| finder.push(&[byte]).count()).sum();
        assert!(found + finder.finish().count() >= 1);
        start.elapsed()
    });
}
