//! Pictures as a reader sees them.

use anstyle::{AnsiColor, Style};
use insta::assert_snapshot;
use regex_automata::meta::Regex;
use rstest::rstest;
use url1738::{
    Lints, Redacted, SCHEMES, SchemeInfo, SchemeKind, Url,
    plan::{Endpoint, Plan, Question, Step},
    reading::Reading,
    syntax::redact::is_safe,
};
use url1738_picture::{
    Comparison, Dialogue, Finding, Markup, Page, Picture, Sanitized, Speaker, title,
};

/// A color for each style.
fn colors() -> Page {
    let colored = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
    let mut page = Page::default();
    page.strong = Style::new().bold();
    page.faint = Style::new().dimmed();
    page.name = colored(AnsiColor::Cyan);
    page.warning = colored(AnsiColor::Yellow);
    page.error = colored(AnsiColor::Red);
    page.verbose = true;
    page
}

fn picture(line: &[u8], show_passwords: bool) -> Picture {
    match Url::parse_bytes(line) {
        Ok(url) => Picture::of_url(&url, url.lints(), show_passwords),
        Err(error) => {
            let picture = Picture::of_error(line, &error, show_passwords);
            with_place(picture, "list.txt:3:9")
        }
    }
}

fn with_place(mut picture: Picture, at: &str) -> Picture {
    let Finding::Invalid { place, note, .. } = &mut picture.finding else { panic!("a URL") };
    at.clone_into(place);
    "see the section that the part names".clone_into(note);
    picture
}

fn text(picture: &Picture, page: &Page) -> String {
    let mut text = String::new();
    picture.write_text(page, &mut text).unwrap();
    // The escape character is visible in a snapshot.
    text.replace('\x1b', "\u{241b}")
}

/// The SVG without its style sheet, a line for each element.
fn svg(picture: &Picture) -> String {
    let svg = picture.to_svg();
    let (head, rest) = svg.split_once("<style>").unwrap();
    let (_, body) = rest.split_once("</style>").unwrap();
    format!("{head}{body}").replace("><", ">\n<")
}

/// The schemes of section 3. Others have types if the program is built beside these tests.
fn ten() -> impl Iterator<Item = &'static SchemeInfo> {
    SCHEMES.iter().copied().filter(|it| SchemeKind::of(it.name) == SchemeKind::Standard)
}

/// Lines of all lengths and kinds by their names, and first the examples of the schemes.
fn lines() -> Vec<(&'static str, Vec<u8>)> {
    let schemes = ten().map(|scheme| (scheme.name, scheme.example.into()));
    let others = [
        ("two_digits", format!("ftp://h/{}", "a/".repeat(18)).into_bytes()),
        (
            "rows",
            format!("http://host.dom/{}?{}", "abcdefg/".repeat(24), "x".repeat(90)).into_bytes(),
        ),
        ("skipped", format!("ftp://host.dom/{}", "%61/".repeat(120)).into_bytes()),
        ("one_skipped", format!("ftp://host.dom/{}", "a/".repeat(38)).into_bytes()),
        ("long_part", format!("http://host.dom/{}%41?b", "a".repeat(430)).into_bytes()),
        ("2000_bytes", format!("http://h/{}", "b".repeat(1991)).into_bytes()),
        ("2001_bytes", format!("http://h/{}", "b".repeat(1992)).into_bytes()),
        ("long_line", format!("http://h/{}/{}", "b".repeat(1500), "c".repeat(1500)).into_bytes()),
        (
            "error_after_much",
            format!("http://h/{}~{}", "b".repeat(1400), "c".repeat(1400)).into_bytes(),
        ),
        (
            "error_in_characters",
            format!("http://h/{}~{}", "\u{65e5}".repeat(700), "\u{e9}".repeat(700)).into_bytes(),
        ),
        ("wide_error", "http://h/\u{65e5}\u{672c}\u{8a9e}/b".into()),
        ("no_address", "mailto:joe".into()),
        ("combining_error", "http://h/cafe\u{301}/b".into()),
        ("right_edge", format!("http://h/{}/b/", "a".repeat(64)).into_bytes()),
        ("empty_at_edge", format!("http://h/{}/", "a".repeat(67)).into_bytes()),
        ("joe", "ftp://joe:hunter2@host.dom/%2Fetc/motd;type=a".into()),
        ("ask", "ftp://joe@host.dom/a/b;type=d".into()),
        ("empty_parts", "ftp://joe:@host.dom//".into()),
        ("terminal", "telnet://joe:hunter2@host.dom:2323/".into()),
        ("search", "gopher://host.dom/7/find".into()),
        ("form", "gopher://host.dom/0a%09%09+".into()),
        ("refused", "ftp://host.dom/a%0D%0Ab".into()),
        ("anything", "X-Db://joe:hunter2@host.dom/".into()),
        ("reserved", "z39.50r://host.dom/".into()),
        ("article", "news:12@host.dom".into()),
        ("every_group", "news:*".into()),
        ("this_machine", "file:///etc/motd".into()),
        ("fields", "prospero://host.dom/pub/a;version=2;b=%63".into()),
        ("document", "wais://host.dom/papers/TEXT/1=a%3B".into()),
        ("lints", "HTTP://host.dom:80/a/../b?q=%7e".into()),
        ("no_scheme", "host.dom/a".into()),
        ("no_end", "ftp://host.dom:".into()),
        ("space", "http://host.dom/a b".into()),
        ("secret_error", "ftp://joe:hunt er2@host.dom/".into()),
        ("login_error", "ftp://jo e@host.dom/".into()),
        ("port_error", "gopher://host.dom:7x/".into()),
        ("guess", "ftp://host.dom/a".into()),
        ("nfs", "nfs://host.dom/a".into()),
        ("long_scheme", format!("x-{}:{}", "abc".repeat(20), "def".repeat(30)).into_bytes()),
        ("ends_at_text_edge", format!("http://h/{}/b", "a".repeat(68)).into_bytes()),
        ("begins_at_text_edge", format!("http://h/{}/b", "a".repeat(67)).into_bytes()),
        ("empty_at_text_edge", format!("http://h/{}//b", "a".repeat(67)).into_bytes()),
        ("ends_at_svg_edge", format!("http://h/{}/b", "a".repeat(99)).into_bytes()),
        ("begins_at_svg_edge", format!("http://h/{}/b", "a".repeat(98)).into_bytes()),
        ("empty_at_svg_edge", format!("http://h/{}//b", "a".repeat(98)).into_bytes()),
        (
            "ends_at_window",
            format!("http://h/{}/{}/d", "b".repeat(1191), "c".repeat(900)).into_bytes(),
        ),
        (
            "begins_at_window",
            format!("http://h/{}/{}/{}", "b".repeat(1190), "c".repeat(500), "d".repeat(900))
                .into_bytes(),
        ),
        ("error_after_secret", "ftp://joe:hunter2@host.dom:7x/".into()),
        ("error_at_secret_end", "ftp://joe:hunter2@@host.dom/".into()),
        ("error_after_delimiter", "ftp://host.dom/a;x".into()),
        ("uncertain_login", "ftp://joe:12 3@host.dom/".into()),
        ("certain_server", "ftp://host.dom:2x/a@b".into()),
        ("escape_error", "nntp://host.dom/a.b/1%".into()),
        ("control", "http://h/a\x1b[1mb\u{202e}".into()),
        ("not_utf8", b"http://h/a\xffb".to_vec()),
        ("not_utf8_inside", b"http://h/a\x80b".to_vec()),
        ("empty", "".into()),
    ];
    schemes.chain(others).collect()
}

/// The line of a name.
fn line(name: &str) -> Vec<u8> {
    let (_, line) = lines().into_iter().find(|(known, _)| *known == name).unwrap();
    line
}

/// Appends a drawing under its name.
fn append(drawings: &mut String, name: &str, drawn: &str) {
    drawings.push_str(&format!("===== {name} =====\n{drawn}\n"));
}

/// All drawings that are compared as a whole, one after the other.
#[test]
fn drawings() {
    let (mut drawings, page) = (String::new(), Page::default());
    for name in ["joe", "rows", "space", "lints"] {
        let drawn = text(&picture(&line(name), false), &page);
        append(&mut drawings, &format!("text of {name}"), &drawn);
    }
    for name in ["http", "rows"] {
        let drawn = svg(&picture(&line(name), false));
        append(&mut drawings, &format!("svg of {name}"), &drawn);
    }
    let narrow = text(&picture(&line("ask"), false), &Page::default().with_columns(50));
    append(&mut drawings, "narrow text", &narrow);
    let colored = text(&picture(&line("space"), false), &colors());
    append(&mut drawings, "colored text", &colored);
    // A table if the values fit the page, else a list.
    for name in ["one_component", "long"] {
        let (line, whatwg) = pair(name);
        for columns in [50, 80] {
            let page = Page::default().with_columns(columns);
            let drawn = compared(line.as_bytes(), false, whatwg, &page);
            append(&mut drawings, &format!("comparison of {name}, {columns} columns"), &drawn);
        }
    }
    append(&mut drawings, "meanings", &meanings());
    assert_snapshot!(drawings);
}

/// A line for each picture: the sentence about it, its parts with `!` at the error, and what is below them.
#[test]
fn pictures() {
    let mut table = String::new();
    for (name, line) in lines() {
        let Picture { about, parts, skipped, finding, .. } = picture(&line, false);
        table.push_str(&format!("{name}: {about}\n "));
        for (index, part) in parts.iter().enumerate().filter(|(index, _)| *index < 8 || *index > 28)
        {
            let more = skipped.row(index, "part").map(|row| format!(" {row}"));
            let mark = if part.is_error { "!" } else { "" };
            let text: String = part.whole_text().chars().take(30).collect();
            let columns = part.columns.map(|(start, end)| format!(" {start}-{end}"));
            table.push_str(&more.unwrap_or_default());
            table.push_str(&format!(" {mark}{}[{text}]{}", part.name, columns.unwrap_or_default()));
        }
        table.push_str("\n  ");
        match finding {
            Finding::Invalid { code, help, .. } => table.push_str(&format!("{code}: {help}")),
            Finding::Valid {
                lints,
                dialogue: Dialogue::Plan { opening, turns, warnings, .. },
                ..
            } => {
                let mut codes: Vec<_> = lints.into_iter().map(|lint| lint.code()).collect();
                codes.dedup();
                let words = turns.iter().take(6).map(|turn| turn.words.chars().take(60).collect());
                let words: Vec<String> = words.collect();
                table.push_str(&format!("{codes:?} {opening}: {} {warnings:?}", words.join("; ")));
            }
            other => table.push_str(&format!("{other:?}")),
        }
        table.push('\n');
    }
    assert_snapshot!(table);
}

/// Each part is numbered once below the line, and is in the list of numbers, however the line is broken.
#[test]
fn each_part_is_numbered_once() {
    for ((name, line), columns) in
        lines().iter().flat_map(|it| [50, 61, 80].map(|columns| (it, columns)))
    {
        let picture = picture(line, false);
        let drawn = text(&picture, &Page::default().with_columns(columns));
        let is_number = |line: &&str| {
            line.starts_with("  ") && line.chars().all(|c| c == ' ' || c.is_ascii_digit())
        };
        let numbers = drawn.lines().filter(is_number).flat_map(str::split_whitespace);
        let mut numbers: Vec<usize> = numbers.filter_map(|number| number.parse().ok()).collect();
        numbers.sort_unstable();
        let parts = picture.parts.iter().filter(|part| part.columns.is_some());
        assert!(numbers.iter().copied().eq(parts.map(|part| part.number)), "{name}\n{drawn}");
        for part in &picture.parts {
            let entry = format!("{} {:>2}", part.number, part.name);
            let is_entry =
                |line: &str| line.split_whitespace().take(2).eq(entry.split_whitespace());
            assert!(drawn.lines().any(is_entry), "{name}: {entry}\n{drawn}");
        }
        let svg = picture.to_svg();
        let marks = svg.matches("class=\"mark ").count();
        assert!(marks >= picture.parts.len(), "{name}\n{svg}");
    }
}

/// What a text shows of passwords if they are to be shown.
#[rstest]
#[case("joe", "-> PASS hunter2")]
#[case("terminal", "password \"hunter2\"")]
#[case("secret_error", "hunt er2")]
fn revealed(#[case] name: &str, #[case] shown: &str) {
    let drawn = |revealed| text(&picture(&line(name), revealed), &Page::default());
    assert!(drawn(true).contains(shown) && !drawn(false).contains("hunt"), "{}", drawn(true));
}

/// A line of up to 2,000 bytes is drawn whole; of a longer one, the start and the end or the place of the error.
#[rstest]
#[case("2000_bytes", 2000)]
#[case("2001_bytes", 1503)]
#[case("long_line", 1503)]
#[case("error_after_much", 1206)]
#[case("error_in_characters", 411 + 3)]
fn drawn_length(#[case] name: &str, #[case] len: usize) {
    assert_eq!(picture(&line(name), false).url.len(), len, "{}", picture(&line(name), false).url);
}

/// The column of texts is as wide as the texts, up to a third of what names and numbers leave: a longer text takes another
/// row, and the notes begin below it. `most` is the length of the longest host that fits.
#[rstest]
#[case(50, 9)]
#[case(61, 12)]
#[case(80, 18)]
fn columns_of_narrow_pages(#[case] columns: usize, #[case] most: usize) {
    for len in 3..22 {
        let address = format!("mailto:a@{}", "h".repeat(len));
        let page = Page::default().with_columns(columns);
        let drawn = text(&picture(address.as_bytes(), false), &page);
        let entry = drawn.lines().find(|line| line.contains("encoded822addr")).unwrap();
        assert_eq!(entry.contains("the address"), len <= most, "{len}: {entry}");
    }
}

#[test]
fn a_long_place_is_broken() {
    let place = format!("{}/list.txt:3:9", "a b c d e f ".repeat(12));
    for columns in [50, 59, 80] {
        let page = Page::default().with_columns(columns);
        let drawn = text(&with_place(picture(&line("space"), false), &place), &page);
        let head = drawn.split("\n\n").next().unwrap();
        assert!(head.lines().count() > 3 && head.ends_with("/list.txt:3:9"), "{head}");
        assert!(head.lines().skip(1).all(|line| line.len() <= columns), "{head}");
    }
}

#[test]
fn questions_in_dialogues() {
    let mut plan = Plan::new(Endpoint::None);
    for question in [Question::Password, Question::Email, Question::Search, Question::Form] {
        plan = plan.step(Step::Ask(question));
    }
    let Dialogue::Plan { turns, .. } = Dialogue::new(&Ok(plan), false) else { panic!() };
    assert!(turns.iter().all(|turn| turn.speaker == Speaker::User));
    let words: Vec<&str> = turns.iter().map(|turn| turn.words.as_str()).collect();
    assert_eq!(
        words,
        [
            "are asked for the password",
            "are asked for your e-mail address",
            "are asked for the words to search for",
            "are asked to fill in a form"
        ]
    );
}

/// The meanings of all parts of some URLs.
fn meanings() -> String {
    let more = [
        "ftp://joe:pw@h:2100/a/b;type=i",
        "gopher://h/7/find%09words%09+",
        "news:a@b",
        "news:*",
        "telnet://joe:pw@h/",
        "wais://h/db/type/document",
        "file:///a/b",
        "x-db://joe:pw@h:1/a",
        "x-db:a",
    ];
    let mut lines = Vec::new();
    for text in ten().map(|scheme| scheme.example).chain(more) {
        let url = Url::parse(text).unwrap();
        for part in Picture::of_url(&url, Lints::default(), false).parts {
            lines.push(format!("{} {}: {}", url.scheme(), part.name, part.meaning));
        }
    }
    lines.sort();
    lines.dedup();
    lines.join("\n")
}

#[test]
fn what_is_not_safe_is_escaped() {
    let text = "a<\0\t\x1b~\x7f\u{80}\u{a0}\u{ad}\u{e9}\u{34f}\u{600}\u{200b}\u{202e}\u{3164}\u{d7ff}\u{fdd0}\u{fffe}\u{1f600}\u{1fffe}\u{1ffff}\u{2ffff}>\"&";
    let shown = Sanitized::new(Redacted::revealed(text.as_bytes())).to_string();
    let escaped = r"a<\x00\x09\x1B~\x7F\u{80}";
    assert!(shown.starts_with(escaped), "{shown}");
    let markup = Markup(text).to_string();
    assert!(shown.chars().chain(markup.replace('\t', "").chars()).all(is_safe), "{markup}");
    for c in '\0'..=char::MAX {
        // XML 1.0, production 2: the characters of a document.
        let is_xml = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
        let text = Markup(c.encode_utf8(&mut [0; 4])).to_string();
        assert!(text.chars().all(is_xml) && !text.contains(['<', '>']), "{c:?}: {text}");
    }
}

/// What the WHATWG standard reads is the caller's.
fn compared(line: &[u8], show_passwords: bool, whatwg: Result<&str, &str>, page: &Page) -> String {
    let reading =
        whatwg.map_err(ToOwned::to_owned).map(|text| Reading::of(&Url::parse(text).unwrap()));
    let comparison = Comparison::new(line, show_passwords, |_, _| reading);
    let mut text = format!("{}\n{:?}\n", comparison.text, comparison.default_port);
    comparison.write_text(page, &mut text).unwrap();
    text.replace('\x1b', "\u{241b}")
}

const LONG: &str =
    "http://host.dom/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
const LONG_ERROR: &str = "http://host.dom/~/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

/// A text, and what the WHATWG standard makes of it.
fn pair(name: &str) -> (&'static str, Result<&'static str, &'static str>) {
    let long = "http://host.dom/aaaaaaaaaaaaaaaaaaaaaaaaaaa?bbbbbbbbbbbbbbbbbb";
    match name {
        "query" => ("ftp://h/a?b", Err("no such thing")),
        "agree" => ("http://h/a?b", Ok("http://h/a?b")),
        "two" => ("http://h/a?b", Err("why not")),
        "one_component" => ("http://h:81/a?b", Ok("http://h/a?b")),
        "one_standard" => {
            ("http://h/~", Err("a reason that goes on and on, up to the end of the line and more"))
        }
        "none" => ("http://h/ ", Err("a space")),
        "empty" => ("ftp://joe:@h/", Ok("ftp://joe@h/")),
        "password" => ("ftp://joe:s3cr3t@host.dom/a", Ok("ftp://joe:other@host.dom/a")),
        "moved" => ("http://host.dom/?password=s3cr3t", Ok("http://host.dom/")),
        "long" => (long, Ok("http://host.dom/aaaaaaaaaaaaaaaaaaaaaaaaaaa?cccccccccccccccccc")),
        "edge" => ("http://h/aaaaaaaaaaaaaaaaa?b", Ok("http://h/aaaaaaaaaaaaaaaaa?c")),
        "over_the_edge" => ("http://h/aaaaaaaaaaaaaaaaaa?b", Ok("http://h/aaaaaaaaaaaaaaaaaa?c")),
        "one_long" => (LONG_ERROR, Err("no")),
        "two_long" => (LONG, Err("no")),
        "other_secret" => ("x://a:b9Fz%41\u{e9}-@h/", Err("no")),
        _ => panic!("{name}"),
    }
}

/// The last lines of comparisons, and the text that was compared.
#[rstest]
#[case("query", "ftp://h/a?b", "2 components differ")]
#[case("agree", "http://h/a?b", "all three standards agree")]
#[case("two", "http://h/a?b", "one standard rejects it; the others agree")]
#[case("one_standard", "http://h/~", "only one standard accepts it")]
#[case("none", "http://h/ ", "no standard accepts it")]
#[case("empty", "ftp://joe:@h/", "one component differs")]
#[case("password", "ftp://joe:x0ax0x@host.dom/a", "one component differs")]
#[case("moved", "http://host.dom/?password=x0ax0x", "letters and digits of a possible password")]
#[case("edge", "http://h/aaaaaaaaaaaaaaaaa?b", "one component differs")]
#[case("over_the_edge", "http://h/aaaaaaaaaaaaaaaaaa?b", "one component differs")]
#[case("other_secret", "x://a:a0ax%00\u{fc}-@h/", "no standard accepts it")]
fn comparisons(#[case] name: &str, #[case] read: &str, #[case] result: &str) {
    let (line, whatwg) = pair(name);
    for columns in [50, 80] {
        let page = Page::default().with_columns(columns);
        let shown = compared(line.as_bytes(), false, whatwg, &page);
        assert!(shown.starts_with(&format!("{read}\n")) && shown.contains(result), "{shown}");
        assert!(shown.lines().skip(2).all(|line| line.chars().count() <= columns), "{shown}");
    }
}

/// Whether there is room for a table, which has the name of each standard once.
#[rstest]
#[case("edge", 80, true)]
#[case("over_the_edge", 80, false)]
#[case("one_long", 80, false)]
#[case("two_long", 80, false)]
#[case("agree", 50, true)]
fn tables_fit(#[case] name: &str, #[case] columns: usize, #[case] is_table: bool) {
    let (line, whatwg) = pair(name);
    let page = Page::default().with_columns(columns);
    let shown = compared(line.as_bytes(), false, whatwg, &page);
    let heads = shown.lines().filter(|line| line.contains("RFC 1738") && line.contains("RFC 3986"));
    assert_eq!(heads.count() == 1, is_table, "{shown}");
}

#[test]
fn a_comparison_has_colors_and_reveals() {
    let (line, whatwg) = pair("one_component");
    let shown = compared(line.as_bytes(), false, whatwg, &colors());
    assert!(shown.contains("\u{241b}[31m  differs\u{241b}[0m\n"), "{shown}");
    let (line, whatwg) = pair("password");
    let shown = compared(line.as_bytes(), true, whatwg, &Page::default());
    assert!(shown.contains("s3cr3t") && shown.contains("one component differs"), "{shown}");
}

#[test]
fn only_a_replaced_password_is_reported() {
    let replaced = |text: &str| {
        Comparison::new(text.as_bytes(), false, |_, _| Err(String::new())).has_replaced_text
    };
    assert!(replaced("http://h/?password=one"));
    assert!(!replaced("http://h/?p=one") && !replaced("ftp://joe:pw@h/"));
}

/// The message shows a character, and never one of a password.
#[rstest]
#[case("http://h/caf\u{e9}", "unexpected `\u{e9}` in path segment")]
#[case("http://h/cafe\u{301}", "unexpected `\\u{301}` in path segment")]
#[case("http://h/a b", "unexpected space in path segment")]
fn title_of(#[case] line: &str, #[case] expected: &str) {
    let error = Url::parse(line).unwrap_err();
    assert_eq!(title(&error, &Redacted::new(line.as_bytes())), expected);
}

#[test]
fn invisible_and_control_characters_are_not_safe() {
    // Default ignorables, noncharacters, controls, formats, and separators of lines and paragraphs.
    let class = Regex::new(r"[\p{DI}\p{NChar}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]").unwrap();
    for c in '\0'..=char::MAX {
        let is_match = class.is_match(c.to_string().as_str());
        assert_eq!(is_safe(c), !is_match, "U+{:04X}", u32::from(c));
    }
}
