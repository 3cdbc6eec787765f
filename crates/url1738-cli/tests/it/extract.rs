//! `extract`: what it shows of a text.

use crate::run::{run, stdout};

const CANARY: &str = "s3cr3t-canary";

/// Returns stdout and stderr of a run.
fn said(arguments: &[&str], input: &[u8]) -> String {
    let output = run(arguments, input);
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    format!("{out}{err}")
}

/// URLs with a password: alone, nested, escaped, wrapped, of other schemes, valid and not.
const SECRET: [&str; 20] = [
    "ftp://joe:s3cr3t-canary@h.dom/",
    "ftp://joe:s3cr3t-canary@h.dom/~joe",
    "<URL:ftp://joe:s3cr3t-canary@h.dom/a>",
    "<URL:ftp://joe:s3cr3t-canary@h.dom/a-\n  b>",
    "<URL:ftp://joe:x-\n  s3cr3t-canary@h.dom/a>",
    "<URL:ftp://joe:s3cr3t-canary\n  x@h.dom/a>",
    "<URL:ftp://joe:12\n  s3cr3t-canary@h.dom/a~>",
    "<ftp://joe:s3cr3t-canary@h.dom/a b>",
    "\"ftp://joe:s3cr3t-canary@h.dom/a\"",
    "'ftp://joe:s3cr3t-canary@h_h.dom/a'",
    "http://h.dom/?u=ftp://joe:s3cr3t-canary@h.dom/",
    "http://h.dom/ftp:%2F%2Fjoe:s3cr3t-canary@h.dom/",
    "http://h.dom/a#ftp://joe:s3cr3t-canary@h.dom/",
    "ftp://joe:s3#s3cr3t-canary@h.dom/",
    "postgres://joe:s3cr3t-canary@db_host:5432/app",
    "jdbc:mysql://joe:s3cr3t-canary@h.dom/x",
    "mysql://h.dom/x?password=s3cr3t-canary",
    "ftp://joe:s3cr3t-canary\u{4f60}@h.dom/",
    "ftp://joe:s3cr3t-canary@h.dom/\u{203e}joe/",
    "ftp://joe:s3cr3t-canary@h.dom/a&#38;b~",
];

const COMMANDS: [&[&str]; 6] = [
    &["extract", "--context", "2"],
    &["extract"],
    &["extract", "--bare"],
    &["extract", "--repair"],
    &["extract", "--check"],
    &["extract", "--valid-only"],
];

/// A colon and an `@` in a path do not make a login, whatever follows the URL.
#[test]
fn a_url_without_a_password_is_not_withheld() {
    let url = "http://h.dom/12:30/14:30@noon";
    for after in ["", " by joe@h.dom", "\nby joe@h.dom"] {
        let bare = stdout(&["extract", "--bare"], format!("{url}{after}\n").as_bytes());
        assert_eq!(bare, format!("{url}\n"), "{after:?}");
    }
}

/// Quotation marks within a cell are characters, after which a comma ends it; or a semicolon, if the names of columns have these.
#[test]
fn cells_of_csv_end_urls() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    for (table, urls) in [
        ("say \"\"hi,http://h/a,b\n", "http://h/a\n"),
        ("\"http://h/a,b\"\"c\",http://h/c,d\n", "http://h/a,b\nhttp://h/c\n"),
        ("\u{feff}\"http://h/a,b\"\n\"http://h/a,b\"\n", "http://h/a,b\nhttp://h/a,b\n"),
        ("n;url\n1;\"http://h/a;b\"\n2;http://h/a,b;c\n", "http://h/a;b\nhttp://h/a,b\n"),
        ("n;url,n\nhttp://h/a;b,c\n", "http://h/a;b\n"),
        ("ftp://h/a;type=i\n", "ftp://h/a;type=i\n"),
    ] {
        std::fs::write(&path, table).unwrap();
        assert_eq!(stdout(&["extract", "--bare", path.to_str().unwrap()], b""), urls, "{table}");
    }
}

#[test]
fn no_line_shows_a_password() {
    let bad = "http://h.dom/~x";
    let mut texts: Vec<String> = Vec::new();
    for secret in SECRET {
        for text in [
            format!("{secret}\n"),
            format!("{bad} {secret}\n"),
            format!("{secret} {bad}\n"),
            format!("{secret}, {bad}, {secret}"),
            format!("see {bad},{secret}"),
            format!("{bad} and more words than those {secret} and {bad} {secret}"),
            format!("{}{secret} {bad} {secret}{}", "word ".repeat(30), " word".repeat(30)),
        ] {
            texts.push(text);
        }
    }
    texts.extend([
        "ftp://joe:s3cr3t-canary x@h.dom/".to_owned(),
        "ftp://joe:a s3cr3t-canary@h.dom/".to_owned(),
    ]);
    // All texts in one, as lines and as one line.
    let all = texts.join("\n");
    texts.extend([all.replace('\n', " "), all]);
    // Each text is a file, and all files are read in one run.
    let folder = tempfile::tempdir().unwrap();
    for (number, text) in texts.iter().enumerate() {
        std::fs::write(folder.path().join(format!("{number}.txt")), text).unwrap();
    }
    let path = folder.path().to_str().unwrap();
    let mut failures = Vec::new();
    for command in COMMANDS {
        for format in ["human", "json", "csv", "tsv", "markdown", "yaml"] {
            let arguments = [command, &["--format", format, path]].concat();
            let said = said(&arguments, b"");
            // Not every option has every format.
            assert!(said.contains("h.dom") || said.starts_with("error: "), "{arguments:?}");
            if let Some(line) = said.lines().find(|line| line.contains(CANARY)) {
                failures.push(format!("{arguments:?}: {line:.300}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}: {:#?}", failures.len(), &failures[..failures.len().min(5)]);
}

/// The text is read in chunks of 256 KiB, which may end anywhere.
#[test]
fn no_end_of_a_chunk_shows_a_password() {
    for secret in [SECRET[0], SECRET[4], SECRET[6], "ftp://joe:s3cr3t-canary s3cr3t-canary@h.dom/"]
    {
        for (before, between) in
            [("word ", " "), ("word\n", " "), ("w", ","), ("http://h.dom/a ", " ")]
        {
            for cut in (0..90).step_by(7) {
                let mut text = before.repeat(256 * 1024 / before.len());
                text.truncate(256 * 1024 - cut);
                text += &format!(" http://h.dom/~x{between}{secret} and");
                let said = said(&["extract", "--check"], text.as_bytes());
                assert!(said.contains("unexpected `~`"), "{said}");
                assert!(
                    !said.contains(CANARY) && !said.contains("s3cr"),
                    "{before:?} {cut}: {said}"
                );
            }
        }
    }
}

/// Only the secret of a URL is masked, not the whole line.
#[test]
fn a_report_shows_the_line() {
    let line = b"see ftp://joe:pw@h.dom/ and http://h.dom/~x, ask ann@h.dom\n";
    insta::assert_snapshot!(stdout(&["extract", "--check"], line), @r"
    error[tilde]: unexpected `~` in path segment
     --> standard input:1:42
      |
    1 | see ftp://joe:***@h.dom/ and http://h.dom/~x, ask ann@h.dom
      |                                           ^ BNF hsegment
      = help: percent-encode it as `%7E`
    ");
}

/// A report shows a piece of a long line, with the help for the URL, not for the line.
#[test]
fn a_report_shows_a_piece_of_a_long_line() {
    let line = format!("{}http://h.dom/\u{e9} {}\n", "word ".repeat(100), "word ".repeat(100));
    let said = stdout(&["extract", "--check"], line.as_bytes());
    assert!(said.contains("standard input:1:514\n"), "{said}");
    assert!(
        said.contains("1 | ...") && said.contains("...\n") && said.contains("%C3%A9"),
        "{said}"
    );
    assert!(said.lines().all(|line| line.len() < 200), "{said}");
}

/// A URL cut at 64 KiB is not the URL of the text.
#[test]
fn a_truncated_url_is_not_ok() {
    let text = format!("see http://h.dom/{} and http://h.dom/b\n", "a".repeat(70_000));
    let text = text.as_bytes();
    assert_eq!(run(&["extract", "--check"], text).status.code(), Some(1));
    let output = run(&["extract"], text);
    assert_eq!(output.status.code(), Some(0));
    let (out, err) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(out.lines().next().unwrap().ends_with("a  (truncated)"), "{err}");
    assert_eq!(err, "2 URLs = 1 ok + 1 bad\n");
    let json = stdout(&["extract", "--json"], text);
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!((&first["ok"], &first["truncated"]), (&false.into(), &true.into()));
    for (format, separator) in [("csv", ','), ("tsv", '\t')] {
        let table = stdout(&["extract", "--format", format], text);
        let row = table.lines().nth(1).unwrap();
        assert!(row.ends_with(&format!("{separator}false{separator}true{separator}")), "{format}");
    }
    for arguments in [["--bare", "--valid-only"], ["--repair", "--valid-only"]] {
        let urls = stdout(&[&["extract"][..], &arguments].concat(), text);
        assert_eq!(urls.lines().count(), 1, "{arguments:?}");
    }
    let report = stdout(&["extract", "--check"], text);
    assert!(report.starts_with("error[truncated]: URL longer than 64 KiB\n"), "{report}");
    assert!(report.contains("standard input:1:65547\n"), "{report}");
    assert!(report.lines().all(|line| line.len() < 200));
}

/// A URL that may go on after a dash is not said to be whole; one with characters that no URL has is not cut.
#[test]
fn a_url_that_may_go_on_is_not_ok() {
    let text = "see http://h.dom/home—or <A HREF=\"http://h.dom/a)b|c\"> and http://h.dom/日本\n"
        .as_bytes();
    let json = stdout(&["extract", "--json"], text);
    let records: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let read = |key: &str| records.iter().map(|record| record[key].clone()).collect::<Vec<_>>();
    assert_eq!(read("url"), ["http://h.dom/home", "http://h.dom/a)b|c", "http://h.dom/日本"]);
    assert_eq!(read("ok"), [false, false, false]);
    assert_eq!(read("truncated"), [true, false, false]);
    let report = stdout(&["extract", "--check"], text);
    assert!(report.starts_with("error[truncated]: the text may continue the URL\n"), "{report}");
    let repaired = stdout(&["extract", "--bare", "--repair", "--valid-only"], text);
    assert_eq!(repaired, "http://h.dom/a)b%7Cc\nhttp://h.dom/%E6%97%A5%E6%9C%AC\n");
}

/// The bytes of a text stay, and of a password that lines divide nothing is shown, wherever what is read at once ends.
#[test]
fn no_line_of_a_redacted_text_shows_a_password() {
    for (text, redacted) in [
        ("<ftp://joe:s3cr3t=\ncanary@h.dom/>", "<ftp://joe:***@h.dom/>"),
        ("<URL:ftp://joe:s3cr3t-\n  canary@h.dom/a>", "<URL:ftp://joe:***@h.dom/a>"),
        ("> (ftp://joe:s3cr3t\n> canary@h.dom/)", "> (ftp://joe:***@h.dom/)"),
        ("ftp://joe:s3cr3t\r\ncanary@h.dom/", "ftp://joe:***\r\n***@h.dom/"),
        ("db://h:5432/\n//nolint:s3\nx: canary", "db://h:5432/\n//nolint:s3\nx: canary"),
    ] {
        for cut in [3, 7, 18, 19, 20, 21, 22, 31, 40] {
            let before = "w".repeat(256 * 1024 - cut - 1) + "\n";
            let shown = stdout(&["extract", "--redact"], format!("{before}{text}\n").as_bytes());
            let shown = shown.strip_prefix(&before).unwrap();
            assert_eq!(shown, format!("{redacted}\n"), "{cut}");
        }
    }
}

/// A file of a folder that `extract` reads and that cannot be redacted is named, and fails the run.
#[test]
fn no_text_of_a_folder_is_left_out_of_a_redacted_one() {
    let folder = tempfile::tempdir().unwrap();
    let text = "ftp://joe:s3cr3t-canary@h.dom/\n";
    let wide: Vec<u8> =
        "\u{feff}".chars().chain(text.chars()).flat_map(|c| (c as u16).to_le_bytes()).collect();
    for (name, content) in [("a", text.as_bytes()), ("b", &wide), ("c", b"\0\x01")] {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let output = run(&["extract", "--redact", folder.path().to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout, b"ftp://joe:***@h.dom/\n");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("/b: is UTF-16") && !err.contains("/c"), "{err}");
}

/// The commas between cells are not those of a URL.
#[test]
fn a_url_of_a_table_ends_with_its_cell() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.CSV");
    let name = path.to_str().unwrap();
    let table = "http://a.dom/,x\n\"2\",\"http://b.dom/a,b\",x\n5\",http://c.dom/~a,50%\n\
                 \"say \"\"a\"\", see http://d.dom/a,b\nc\",http://e.dom/,ftp://j:a,b@f.dom/,x\n";
    std::fs::write(&path, table).unwrap();
    let urls = ["http://a.dom/", "http://b.dom/a,b", "http://c.dom/~a", "http://d.dom/a,b"];
    let urls = [&urls[..], &["http://e.dom/", "ftp://j:***"]].concat();
    let masked = ["extract", "-q", "--bare", "--passwords", "mask", name];
    assert_eq!(stdout(&masked, b"").lines().collect::<Vec<_>>(), urls);
    let shown = stdout(&["extract", "-q", "-C", "0", name], b"");
    assert!(shown.contains(":3:4: http://c.dom/~a") && shown.contains("| 5\",http://c.dom/~a,50%"));
    std::fs::write(&path, &table[..64]).unwrap();
    assert_eq!(run(&["fix", "-i", name], b"").status.code(), Some(0));
    let fixed = std::fs::read_to_string(&path).unwrap();
    assert_eq!(fixed, table[..64].replace('~', "%7E"));
}

/// A number at the end of a line begins a password that the line break divides, but not above a setting.
#[test]
fn a_setting_below_a_port_is_shown() {
    let shown = |text: &str| stdout(&["extract", "--redact"], text.as_bytes());
    let settings = "URL=http://h.dom:3000\nMAIL=joe@h.dom\n";
    assert_eq!(shown(settings), settings);
    assert_eq!(shown("see ftp://joe:12\ncanary@h.dom\n"), "see ftp://joe:***\n***@h.dom\n");
    let open = shown("see ftp://joe:pw\ncan=ary@h.dom\n");
    assert_eq!(open, "see ftp://joe:***\n***@h.dom\n");
}

/// The secrets of what is encoded are not masked.
#[test]
fn encoded_parts_of_mail_are_named_after_a_redacted_text() {
    let said = |text: &str| {
        let output = run(&["extract", "--redact"], text.as_bytes());
        assert_eq!(output.stdout, text.as_bytes());
        String::from_utf8(output.stderr).unwrap()
    };
    let encoded = "Content-Transfer-Encoding: base64\n\naHR0cDovL2guZG9tLw==\n";
    let named = "url1738: 0 secrets masked; what is encoded in mail is copied as it is\n";
    assert_eq!(said(&format!("From: a\n{encoded}")), named);
    assert_eq!(said(&format!("From a Mon\nFrom: a\n\nb\n\nFrom a Mon\n{encoded}")), named);
    for text in [&format!("see {encoded}"), "From: a\nTo: b\n\nhttp://h.dom/\n"] {
        assert_eq!(said(text), "url1738: 0 secrets masked\n", "{text}");
    }
}

/// The lines around a URL may hold a URL whose last line was not read with the first ones.
#[test]
fn no_context_shows_a_password_that_lines_divide() {
    let text = "http://h.dom/\n<URL:ftp://joe:a\n  canary\n  canary\n  @h.dom/>\n";
    for cut in 1..text.len() {
        let input = "w".repeat(256 * 1024 - cut - 1) + "\n" + text;
        for lines in ["2", "3"] {
            let shown = stdout(&["extract", "-C", lines], input.as_bytes());
            assert!(shown.contains("***") && !shown.contains("canary"), "{cut} {shown}");
        }
    }
}
