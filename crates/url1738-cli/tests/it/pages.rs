//! The page of a summary and the picture of a URL, rendered by a real browser if there is one.

use std::{fs, path::Path, process::Command};

use crate::run::{program, stdout};

fn page(folder: &Path) -> String {
    let path = folder.join("page.html");
    let list = "../../tests/data/urls/http.txt";
    program().args(["check", "--quiet", list, "--html"]).arg(&path).output().unwrap();
    fs::read_to_string(path).unwrap()
}

#[test]
fn the_page_is_self_contained() {
    let folder = tempfile::tempdir().unwrap();
    let page = page(folder.path());
    for fetched in ["<script", "<link", "<img", "src=", "@import", "url("] {
        assert!(!page.contains(fetched), "{fetched}");
    }
    assert!(page.contains("<svg") && page.contains("unexpected-byte in path segment"));
}

/// A summary groups lines by scheme, so that it processes those of http before those of ftp.
#[test]
fn the_example_of_a_rule_is_its_first() {
    let folder = tempfile::tempdir().unwrap();
    let (list, page) = (folder.path().join("list"), folder.path().join("page.html"));
    fs::write(&list, "ftp://a_b.dom/\nhttp://c_d.dom/\nftp://e_f.dom/\n").unwrap();
    program().args(["check", "--summary"]).arg(list).arg("--html").arg(&page).output().unwrap();
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("a_b.dom") && !page.contains("c_d.dom") && !page.contains("e_f.dom"));
}

/// Returns the browser, or prints why the test is skipped.
fn browser() -> Option<&'static str> {
    let found = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok());
    if found.is_none() {
        eprintln!("skipped: no chromium (apt-get install chromium)");
    }
    found
}

fn browse(browser: &str, folder: &Path, more: &[&str], page: &str) -> Vec<u8> {
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", &profile])
        .args(more)
        .arg(format!("file://{}", folder.join(page).display()))
        .output()
        .unwrap()
        .stdout
}

/// Returns the width and height of a PNG.
fn size_of_png(path: &Path) -> (u32, u32) {
    let bytes = fs::read(path).unwrap();
    assert!(bytes.starts_with(b"\x89PNG"));
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_browser_draws_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let Some(browser) = browser() else { return };
    page(folder.path());
    // The DOM of the browser contains the bars.
    let dom = browse(browser, folder.path(), &["--dump-dom"], "page.html");
    let dom = String::from_utf8(dom).unwrap();
    assert!(dom.contains("<h2>Errors of invalid lines</h2>") && dom.matches("<rect").count() > 20);
    let shot = folder.path().join("page.png");
    let option = format!("--screenshot={}", shot.display());
    browse(browser, folder.path(), &[&option, "--window-size=1000,1400"], "page.html");
    assert_eq!(size_of_png(&shot), (1000, 1400));
    assert!(fs::metadata(&shot).unwrap().len() > 20_000, "an empty page compresses better");
}

#[test]
fn a_browser_draws_the_picture() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("picture.svg");
    let url = "ftp://me:s3cret@host.dom/%2Fetc/<motd>";
    let good = "ftp://me:s3cret@host.dom/%2Fetc/%3Cmotd%3E;type=a";
    stdout(&["explain", url, "--svg", picture.to_str().unwrap()], b"");
    assert!(!picture.exists(), "an invalid URL has no picture");
    stdout(&["explain", good, "--svg", picture.to_str().unwrap()], b"");
    let svg = fs::read_to_string(&picture).unwrap();
    assert!(svg.contains("RETR &lt;motd&gt;") && svg.contains("fsegment"));
    let Some(browser) = browser() else { return };
    let shot = folder.path().join("picture.png");
    let option = format!("--screenshot={}", shot.display());
    browse(browser, folder.path(), &[&option, "--window-size=1200,700"], "picture.svg");
    assert_eq!(size_of_png(&shot), (1200, 700));
    assert!(fs::metadata(&shot).unwrap().len() > 10_000);
}

/// `--svg -` writes the picture to stdout and nothing else, with a title and a description for screen readers.
#[test]
fn the_picture_goes_to_stdout() {
    let svg = stdout(&["explain", "--svg", "-", "ftp://me:s3cret@host.dom/a?b"], b"");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert!(
        svg.contains("<title id=\"title\">ftp://me:***@host.dom/a?b</title><desc id=\"about\">")
    );
    assert!(svg.contains("aria-labelledby=\"title about\"") && !svg.contains("s3cret"));
    assert!(svg.contains("@media(prefers-color-scheme:dark)"));
    assert_eq!(stdout(&["explain", "--svg", "-", "http://h/~"], b""), "");
}

/// The picture of a URL of any length fits a window of 1000 pixels.
#[test]
fn the_picture_fits_a_window() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("picture.svg");
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
        stdout(&["explain", &url, "--svg", picture.to_str().unwrap()], b"");
        let svg = fs::read_to_string(&picture).unwrap();
        let number = |text: &str, name: &str| {
            let value = text.split(&format!(" {name}=\"")).nth(1)?;
            value.split('"').next()?.parse::<f64>().ok()
        };
        assert_eq!(number(&svg, "width"), Some(960.0));
        for element in svg.split('<') {
            if let Some(shown) = element.strip_prefix("text ") {
                let left = number(element, "x").unwrap();
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
