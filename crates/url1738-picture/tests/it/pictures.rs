//! The laws of pictures, over texts of all kinds.

use url1738::{SCHEMES, Url};
use url1738_picture::{Comparison, Page, Picture};

fn picture(text: &str) -> Picture {
    match Url::parse(text) {
        Ok(url) => Picture::of_url(&url, url.lints(), false),
        Err(error) => Picture::of_error(text.as_bytes(), &error, false),
    }
}

/// URLs of all schemes, each also with every byte of some replaced by others, and long ones.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = SCHEMES.iter().map(|scheme| scheme.example.to_owned()).collect();
    for example in SCHEMES.iter().map(|scheme| scheme.example) {
        for at in 0..=example.len() {
            for piece in
                ["", " ", "~", "%", "%00", "<", "\u{e9}", "\u{65e5}", "\u{202e}", "\0", ":", "@"]
            {
                let (before, after) = example.split_at(at);
                texts.push(format!("{before}{piece}{after}"));
            }
        }
    }
    texts.push(format!("ftp://h/{}", "a/".repeat(5000)));
    texts.push(format!("http://h/{}~{}", "\u{65e5}".repeat(2000), "b".repeat(9000)));
    texts
}

#[test]
fn pieces_joined_are_the_line() {
    for text in texts() {
        let picture = picture(&text);
        let joined: String = picture.pieces().into_iter().map(|piece| piece.text).collect();
        assert_eq!(joined, picture.url, "{text}");
        let drawn = picture.parts.iter().filter(|part| part.columns.is_some());
        let numbers = picture.pieces().into_iter().filter_map(|piece| piece.part);
        assert!(numbers.eq(drawn.map(|part| part.number)), "{text}");
    }
}

#[test]
fn texts_are_narrow_and_pictures_hold_no_markup_of_the_line() {
    for text in texts() {
        let picture = picture(&text);
        let mut written = String::new();
        picture.write_text(&Page::default().with_columns(50), &mut written).unwrap();
        let wide = |line: &str| {
            line.chars()
                .map(|c| 1 + usize::from(c > '\u{1100}' && c < '\u{2500}' || c > '\u{2600}'))
                .sum::<usize>()
        };
        assert!(written.lines().all(|line| wide(line) <= 50), "{text}\n{written}");
        let svg = picture.to_svg();
        assert!(!svg.chars().any(|c| c == '\0' || c == '\u{202e}'), "{text}");
        assert_eq!(svg.matches("<script").count(), 0);
    }
}

#[test]
fn no_picture_holds_a_password() {
    for text in [
        "ftp://joe:hunter2@host.dom/a",
        "telnet://joe:hunter2@host.dom/",
        "ftp://joe:hunter2@host.dom/a b",
        "ftp://joe:hunter2 @host.dom/",
        "http://joe:hunter2@host.dom/",
        "http://host.dom/?password=hunter2",
        "x-db://joe:hunter2@host.dom/",
    ] {
        let picture = picture(text);
        let mut written = format!("{picture:?}{}", picture.to_svg());
        picture.write_text(&Page::default(), &mut written).unwrap();
        let comparison = Comparison::new(text.as_bytes(), false, |text, _| Err(text.to_owned()));
        written.push_str(&format!("{comparison:?}"));
        comparison.write_text(&Page::default(), &mut written).unwrap();
        assert!(!written.contains("hunter"), "{text}\n{written}");
    }
}

/// Before an error in the host, the user is a user. Without the host, `ftp://joe` alone is a URL in which it is the host.
#[test]
fn parts_before_an_error_are_read_as_in_the_line() {
    for (text, parts) in [
        ("ftp://joe@~/", "scheme=ftp user=joe host=~"),
        ("ftp://joe@/", "scheme=ftp user=joe host="),
        ("ftp://joe:pw@~/", "scheme=ftp user=joe password=*** host=~"),
        ("ftp://~/", "scheme=ftp host=~"),
        ("ftp://joe@h:~/", "scheme=ftp user=joe host=h port=~"),
        ("http://h:~/", "scheme=http host=h port=~"),
        ("mailto:joe@~", "scheme=mailto encoded822addr=~"),
    ] {
        let shown =
            picture(text).parts.into_iter().map(|part| format!("{}={}", part.name, part.text));
        assert_eq!(shown.collect::<Vec<_>>().join(" "), parts, "{text}");
    }
}
