//! The page of a summary and the picture of a URL, rendered by a real browser if there is one.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    browser::Browser,
    run::{has_program, program, run, stdout},
};

#[test]
fn the_page_is_self_contained() {
    let list = "../../tests/data/urls/http.txt";
    let page = stdout(&["check", "--summary", "--format", "html", list], b"");
    for fetched in ["<script", "<link", "<img", "src=", "@import", "url("] {
        assert!(!page.contains(fetched), "{fetched}");
    }
    assert!(page.contains("class=\"bar\"") && page.contains("tilde in path segment"));
}

/// A summary groups lines by scheme, so that it processes those of http before those of ftp.
#[test]
fn the_example_of_a_rule_is_its_first() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list");
    fs::write(&list, "ftp://a_b.dom/\nhttp://c_d.dom/\nftp://e_f.dom/\n").unwrap();
    let page = stdout(&["check", "-s", "--format", "html", list.to_str().unwrap()], b"");
    let shown = |host: &str| page.contains(&host.replace('_', "<mark>_</mark>"));
    assert!(shown("a_b.dom") && !shown("c_d.dom") && !shown("e_f.dom"));
}

/// A list with an error of each kind of place, lints, and long texts.
const LIST: &str = "http://host.dom/~joe\nhttp://host.dom/a b\nftp://me:s3cret@host.dom:2121//etc/motd\n\
    http://host.dom/?q=<x>\nhttp://h:999999/\nhttp://\u{65e5}\u{672c}.dom/\ngopher://10.0.0.1/1\nhtp://host.dom/\n\
    http://a-long-host-name.example.com:8080/a/long/path/with/many/segments/and/no/place/to/break/it/at/all.html\n\
    http://host.dom/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa~\n";

/// Writes the page of the list, and returns its path.
fn page_of_list(folder: &Path) -> PathBuf {
    let (list, page) = (folder.join("list.txt"), folder.join("page.html"));
    fs::write(&list, LIST).unwrap();
    let run = program()
        .args(["check", "-qs", "--format", "html", "list.txt", "http://host.dom/~joe"])
        .current_dir(folder)
        .env("SOURCE_DATE_EPOCH", "786499199")
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1));
    fs::write(&page, run.stdout).unwrap();
    page
}

/// The page names what was read, when, and by which version.
#[test]
fn the_page_names_files_date_and_version() {
    let folder = tempfile::tempdir().unwrap();
    let page = fs::read_to_string(page_of_list(folder.path())).unwrap();
    assert!(page.contains("<li>list.txt</li><li>1 URL of the command line</li>"));
    let time = "<time datetime=\"1994-12-03T23:59Z\">1994-12-03 23:59 UTC</time>";
    assert!(page.contains(time), "{page}");
    assert!(page.contains(&format!("url1738 {}<", env!("CARGO_PKG_VERSION"))));
    assert!(!page.contains("s3cret") && page.contains("***"));
}

/// Every error and lint has a row and an example to which its bar links, and every other rule is listed.
#[test]
fn the_page_shows_all_rules() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list");
    // More errors than a page used to have, each with another part.
    let all = stdout(&["rules", "--json"], b"");
    let rules = all.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let is_checked = |rule: &serde_json::Value| rule["kind"] == "error" || rule["kind"] == "lint";
    let rules: Vec<_> = rules.filter(is_checked).collect();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let bad: Vec<String> = rules.iter().map(|rule| text(&rule["bad"])).collect();
    fs::write(&list, bad.join("\n")).unwrap();
    let page = stdout(&["check", "-qs", "--format", "html", list.to_str().unwrap()], b"");
    let examples = page.matches("<article id=\"example-").count();
    assert!(examples > 40, "{examples}");
    for number in 1..=examples {
        let (link, target) =
            (format!("href=\"#example-{number}\""), format!("id=\"example-{number}\""));
        assert_eq!(
            (page.matches(&link).count(), page.matches(&target).count()),
            (1, 1),
            "{number}"
        );
    }
    for rule in &rules {
        let code = text(&rule["code"]);
        let shown = [format!(">{code} in "), format!(">{code}<")];
        assert!(shown.iter().any(|it| page.contains(it)), "{code}");
    }
    // Nothing but an empty list leaves all of them.
    let page = stdout(&["check", "-qs", "--format", "html"], b"");
    for rule in &rules {
        let code = text(&rule["code"]);
        assert!(page.contains(&format!("<dt><code>{code}</code></dt>")), "{code}");
    }
}

/// The page is all that is written, and the exit code is that of the reports.
#[test]
fn the_page_goes_to_stdout() {
    let run_page = |options: &[&str]| {
        run(&[&["check", "--format", "html"], options].concat(), LIST.as_bytes())
    };
    assert_eq!(run_page(&[]).status.code(), Some(2));
    let run_page = |options: &[&str]| run_page(&[&["--summary"], options].concat());
    let output = run_page(&[]);
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.is_empty());
    for ignored in [&["--json"][..], &["--lints"], &["--verbose"], &["--csv-formulas", "quote"]] {
        let output = run_page(ignored);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{ignored:?}");
    }
}

/// The page does not depend on the threads.
#[test]
fn the_page_is_the_same_for_any_threads() {
    let list = LIST.repeat(20_000);
    let page = |threads: &str| {
        let mut command = program();
        command.args(["check", "-qs", "--format", "html", "-j", threads, "-f"]);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        fs::write(&path, &list).unwrap();
        let page = command.arg(&path).env("SOURCE_DATE_EPOCH", "0").output().unwrap().stdout;
        String::from_utf8(page).unwrap().replace(folder.path().to_str().unwrap(), "")
    };
    let one = page("1");
    assert!(one.contains("20,000") && one.contains("first in /list:1:17"), "{one}");
    assert!(one == page("4") && one == page("7"));
}

/// Returns what is wrong with the texts of the open page: too small, too pale, outside, or one over the other.
fn problems(browser: &mut Browser) -> serde_json::Value {
    browser.run(include_str!("legible.js"))
}

/// Opens all that is folded.
fn unfold(browser: &mut Browser) {
    browser.run("document.querySelectorAll('details').forEach(it => it.open = true)");
}

/// A list of many lines is a page of few screens, the first of which says how good the list is.
#[test]
fn a_long_list_is_a_short_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let mut command = program();
    command.args(["check", "-qs", "--format", "html"]);
    let lists = fs::read_dir("../../tests/data/urls").unwrap();
    command.args(lists.map(|list| list.unwrap().path()));
    fs::write(&path, command.output().unwrap().stdout).unwrap();
    let Some(mut browser) = Browser::start() else { return };
    for (width, most) in [(1280, 2700), (375, 4000)] {
        browser.open(&path, width, "light");
        let height = browser.run("document.documentElement.scrollHeight").as_u64().unwrap();
        assert!(height < most, "{width}: {height}");
        let lead = browser.run("document.querySelector('.lead').getBoundingClientRect().bottom");
        assert!(lead.as_f64().unwrap() < 400.0, "{lead}");
    }
}

/// The page of captures has their years and statuses.
#[test]
fn years_and_statuses_of_captures() {
    let page = stdout(
        &["check", "-qs", "--format", "html", "--cdx", "tests/data/archive/index.cdxj"],
        b"",
    );
    assert!(page.contains("Years of captures") && page.contains(">1997</span>"), "{page}");
    assert!(page.contains("Statuses") && page.contains(">301</span>"));
    let json = stdout(
        &["check", "-q", "--summary", "--json", "--cdx", "tests/data/archive/index.cdxj"],
        b"",
    );
    assert!(json.contains("\"statuses\":[{\"name\":\"200\",\"count\":3}"), "{json}");
    let hosts = |limit: &[&str]| {
        let many: String = (0..40).map(|i| format!("http://h{i}.dom/\n")).collect();
        let all = [&["check", "-q", "--summary", "--json"], limit].concat();
        let json: serde_json::Value = serde_json::from_str(&stdout(&all, many.as_bytes())).unwrap();
        json["hosts"].as_array().unwrap().len()
    };
    assert_eq!([hosts(&[]), hosts(&["--limit", "20"]), hosts(&["--limit", "0"])], [15, 20, 40]);
}

/// The page is legible on a telephone and on a desk, in light and dark colors.
#[test]
fn a_browser_shows_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let page = page_of_list(folder.path());
    let Some(mut browser) = Browser::start() else { return };
    let mut papers = Vec::new();
    for (width, colors) in [(375, "light"), (375, "dark"), (1400, "light"), (1400, "dark")] {
        browser.open(&page, width, colors);
        assert_eq!(problems(&mut browser), serde_json::json!([]), "{width} {colors}");
        unfold(&mut browser);
        assert_eq!(problems(&mut browser), serde_json::json!([]), "{width} {colors}, unfolded");
        papers.push(browser.run("getComputedStyle(document.body).backgroundColor"));
        let shot = folder.path().join("page.png");
        browser.screenshot(&shot);
        assert_eq!(size_of_png(&shot).0, width);
    }
    assert!(papers[0] == papers[2] && papers[1] == papers[3] && papers[0] != papers[1]);
    // The longest bar fills its track, and a third as many lines a third of it.
    let bars = "[...document.querySelectorAll('#errors ~ table .bar')]\
        .map(bar => bar.firstElementChild.getBoundingClientRect().width / bar.getBoundingClientRect().width)";
    let bars: Vec<f64> = serde_json::from_value(browser.run(bars)).unwrap();
    assert!((bars[0] - 1.0).abs() < 0.01 && (bars[1] - 1.0 / 3.0).abs() < 0.01, "{bars:?}");
    // A bar is within the link to its example.
    let target = "(() => { document.querySelector('.bar').closest('section'); \
        const link = document.querySelector('#errors ~ table .bar').closest('a'); link.click(); \
        return document.querySelector(':target').querySelector('mark').textContent; })()";
    assert_eq!(browser.run(target), "~");
}

/// What a screen reader gets of the page: headings, tables with names, bars with numbers, links to examples.
#[test]
fn a_screen_reader_gets_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let page = page_of_list(folder.path());
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&page, 375, "light");
    unfold(&mut browser);
    let tree = browser.accessibility();
    let names = |role: &str| -> Vec<&str> {
        tree.iter().filter(|node| node.role == role).map(|node| node.name.as_str()).collect()
    };
    assert_eq!(names("RootWebArea"), ["URLs checked against RFC 1738"]);
    assert_eq!(names("banner").len() + names("main").len(), 2);
    let headings = tree.iter().filter(|node| node.role == "heading");
    let levels: Vec<u64> = headings.filter_map(|node| node.level).collect();
    assert!(levels.first() == Some(&1) && levels.iter().filter(|level| **level == 1).count() == 1);
    assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{levels:?}");
    let sections = [
        "Schemes",
        "Errors of invalid lines",
        "Lints of valid URLs",
        "Hosts",
        "Ports in URLs",
        "Examples",
        "Rules without findings",
    ];
    assert_eq!(names("region"), sections);
    assert!(sections.iter().all(|section| names("heading").contains(section)));
    let tables = names("table");
    assert_eq!(tables.len(), 5);
    assert!(
        tables[0].starts_with("Number of URLs, and their share of the 4 valid URLs"),
        "{tables:?}"
    );
    assert!(
        tables[1].contains("their share of the 7 invalid lines") && tables[1].contains("links to")
    );
    let heads = names("columnheader");
    assert_eq!(heads[..7], ["Scheme", "URLs", "Share", "Bad", "Error", "Lines", "Share"]);
    assert!(names("rowheader").iter().any(|name| name.starts_with("host.dom")));
    // The bars of all charts say their numbers.
    let rows = tree.iter().filter(|node| node.role == "rowheader").count();
    let bars: Vec<&str> = [names("image"), names("img")].concat();
    assert_eq!(bars.len(), rows);
    assert!(bars.contains(&"3 of 7 lines"), "{bars:?}");
    assert!(bars.iter().all(|bar| bar.contains(" of ")), "{bars:?}");
    // Each error and lint is a link to its example, which has a name.
    let link = tree.iter().find(|node| node.role == "link").unwrap();
    assert_eq!(link.name, "tilde in path segment 3 of 7 lines");
    assert!(link.url.ends_with("#example-1"));
    let articles = names("article");
    let links = tree.iter().filter(|node| node.role == "link" && node.url.contains("#example-"));
    let links: Vec<&str> = links.map(|node| node.name.as_str()).collect();
    assert_eq!(links.len(), articles.len());
    for (link, article) in links.iter().zip(&articles) {
        assert!(link.starts_with(article), "{link}: {article}");
    }
    assert_eq!(names("mark").len(), articles.len());
    assert_eq!(names("time").len() + names("Time").len(), 1);
    assert!(names("listitem").len() >= 2);
}

/// Returns the width and height of a PNG.
fn size_of_png(path: &Path) -> (u32, u32) {
    let bytes = fs::read(path).unwrap();
    assert!(bytes.starts_with(b"\x89PNG"));
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

/// URLs whose pictures differ in form: in one line, in many, with an error, with spaces.
fn drawn_urls() -> Vec<String> {
    vec![
        "ftp://me:s3cret@host.dom/%2Fetc/%3Cmotd%3E;type=a".to_owned(),
        "http://host.dom/some dir/a  b/~joe".to_owned(),
        "gopher://host.dom/7/find%09two%20%20words".to_owned(),
        format!("http://host.dom:8080/{}?{}", "a/some%20name/".repeat(15), "word+".repeat(60)),
        format!("http://host.dom/{}\u{65e5}\u{672c}/", "a/".repeat(100)),
    ]
}

/// Every picture is legible in light and dark colors, and a screen reader gets all of it in words.
#[test]
fn a_browser_shows_the_picture() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut browser) = Browser::start() else { return };
    for url in drawn_urls() {
        let path = folder.path().join("picture.svg");
        fs::write(&path, stdout(&["explain", "-q", "--format", "svg"], url.as_bytes())).unwrap();
        let mut papers = Vec::new();
        for (width, colors) in [(375, "light"), (375, "dark"), (1400, "light"), (1400, "dark")] {
            browser.open(&path, width, colors);
            assert_eq!(problems(&mut browser), serde_json::json!([]), "{url}: {width} {colors}");
            let paper = "getComputedStyle(document.querySelector('.paper')).fill";
            papers.push(browser.run(paper));
        }
        assert!(papers[0] == papers[2] && papers[1] == papers[3] && papers[0] != papers[1]);
        let tree = browser.accessibility();
        let images: Vec<_> =
            tree.iter().filter(|node| node.role == "image" || node.role == "img").collect();
        let [image] = images[..] else { panic!("{tree:#?}") };
        let shown = url.replace("s3cret", "***");
        // Screen readers collapse spaces, and a title is not longer than 400 characters.
        let (name, shown) = (image.name.trim_end_matches("..."), shown.replace("  ", " "));
        assert!(shown.starts_with(name) && name.len() >= shown.len().min(397), "{image:?}");
        assert!(image.description.contains("1: scheme "), "{image:?}");
        let end = if shown.contains([' ', '\u{65e5}']) {
            "Help: try"
        } else {
            "Access: connect to host.dom"
        };
        assert!(image.description.contains(end), "{image:?}");
        // The drawing is one image: its pieces are not read one by one.
        assert!(!tree.iter().any(|node| node.role == "StaticText"), "{tree:#?}");
    }
}

/// librsvg collapses spaces, and draws the same picture.
#[test]
fn the_picture_has_no_columns_of_spaces() {
    for url in drawn_urls() {
        let svg = stdout(&["explain", "-q", "--format", "svg"], url.as_bytes());
        for text in svg.split("<text ").skip(1) {
            let (attributes, text) = text.split_once('>').unwrap();
            let text = text.split("</text>").next().unwrap();
            // Two spaces are only in texts that have them, and those are kept.
            let has_spaces = text.contains("  ") || text.trim() != text;
            assert_eq!(has_spaces, attributes.contains("xml:space=\"preserve\""), "{text}");
            assert!(
                !has_spaces
                    || ["a  b", "two  words"].iter().any(|it| text.contains(it))
                    || text == " ",
                "{text}"
            );
        }
        assert!(svg.contains(" x=\"24\""));
    }
    if !has_program("rsvg-convert", "librsvg2-bin") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for url in drawn_urls() {
        let path = folder.path().join("picture.svg");
        fs::write(&path, stdout(&["explain", "-q", "--format", "svg"], url.as_bytes())).unwrap();
        let png = folder.path().join("picture.png");
        let run = Command::new("rsvg-convert").arg("-o").args([&png, &path]).output().unwrap();
        assert!(run.status.success(), "{run:?}");
        assert_eq!(size_of_png(&png).0, 960);
        assert!(fs::metadata(&png).unwrap().len() > 8_000);
    }
}

/// A line of the list of parts is shorter than 120 characters.
#[test]
fn the_list_of_the_picture_is_narrow() {
    for url in drawn_urls() {
        let svg = stdout(&["explain", "-q", "--format", "svg"], url.as_bytes());
        let mut count = 0;
        for text in svg.split("<text ").skip(1).filter(|text| !text.contains("<tspan")) {
            let (attributes, text) = text.split_once('>').unwrap();
            let left = attributes.strip_prefix("x=\"").unwrap().split('"').next().unwrap();
            let text = text.split("</text>").next().unwrap();
            let text = text.replace("&lt;", "<").replace("&gt;", ">");
            let end = left.parse::<f64>().unwrap() / 8.43 + text.chars().count() as f64;
            assert!(end < 120.0, "{url}: {text} ends at {end}");
            count += 1;
        }
        assert!(count > 4);
    }
}

/// The picture is all that is written, with a title and a description for screen readers.
#[test]
fn the_picture_goes_to_stdout() {
    for (url, shown) in [
        ("ftp://me:s3cret@host.dom/%2Fetc/%3Cmotd%3E;type=a", "RETR &lt;motd&gt;"),
        ("ftp://me:s3cret@host.dom/%2Fetc/<motd>", "the error is here"),
    ] {
        let svg = stdout(&["explain", "--format", "svg", url], b"");
        assert!(svg.contains(shown) && svg.contains("fsegment"), "{svg}");
        assert!(!svg.contains("s3cret"));
    }
    let svg = stdout(&["explain", "--format", "svg", "ftp://me:s3cret@host.dom/a?b"], b"");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert!(
        svg.contains(
            "<title id=\"title\">ftp://me:***@host.dom/a?b</title><desc id=\"about\">ftp: "
        )
    );
    assert!(svg.contains("role=\"img\" aria-labelledby=\"title\" aria-describedby=\"about\""));
    assert!(svg.contains("@media(prefers-color-scheme:dark)") && !svg.contains("s3cret"));
    let invalid = stdout(&["explain", "--format", "svg", "http://h/~"], b"");
    assert!(invalid.starts_with("<svg ") && invalid.contains("unexpected `~`"), "{invalid}");
}

/// The picture of a URL of any length fits a window of 1000 pixels.
#[test]
fn the_picture_fits_a_window() {
    let many = "some%20name/".repeat(30);
    let query = "word+".repeat(60);
    let urls = [
        "http://host.dom/".to_owned(),
        format!("http://a.rather.long.host.name.example.com:8080/{many}motd?{query}"),
        format!("ftp://host.dom/{many};type=d"),
        format!("gopher://host.dom/0{}", "x".repeat(900)),
        format!("x-{}:{}", "y".repeat(200), "z".repeat(300)),
    ];
    for url in urls {
        let svg = stdout(&["explain", "--format", "svg", &url], b"");
        let number = |text: &str, name: &str| {
            let value = text.split(&format!(" {name}=\"")).nth(1)?;
            value.split('"').next()?.parse::<f64>().ok()
        };
        assert_eq!(number(&svg, "width"), Some(960.0));
        for element in svg.split('<') {
            let shown = element.strip_prefix("text ").or(element.strip_prefix("tspan "));
            if let (Some(shown), Some(left)) = (shown, number(element, "x")) {
                let words = shown.split_once('>').unwrap().1;
                let words = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "'"), ("&amp;", "&")]
                    .iter()
                    .fold(words.to_owned(), |words, (name, letter)| words.replace(name, letter));
                let right = left + 8.43 * words.chars().count() as f64;
                assert!(right <= 960.0, "{url}: {words} ends at {right}");
            }
            let ends = [number(element, "x1"), number(element, "x2")];
            assert!(ends.into_iter().flatten().all(|x| x <= 960.0), "{url}: {element}");
        }
    }
}

/// The status of a capture is any text. It controls no terminal, and has no password.
#[test]
fn statuses_are_safe_to_show() {
    let line =
        r#"dom,h)/ 19970101000000 {"url":"http://h.dom/","status":"ftp://me:s3cret@h/\u001b[31m"}"#;
    for format in ["human", "json", "csv", "svg", "html"] {
        let options = ["check", "-qs", "--cdx", "--format", format];
        let shown = stdout(&options, format!("{line}\n").as_bytes());
        assert!(shown.contains("ftp://me:***@h/") && !shown.contains('\x1b'), "{format}: {shown}");
    }
}
