//! A password never shows unless it is asked for.

use crate::run::run;

const CANARY: &str = "s3cr3t-canary";

const VALID: [&str; 4] = [
    "ftp://joe:s3cr3t-canary@host.dom/pub/a%20b;type=i",
    "telnet://joe:s3cr3t-canary@host.dom:2323/",
    "postgresql://joe:s3cr3t-canary@host.dom:5432/db?x",
    "ftp://:s3cr3t-canary@host.dom",
];

const INVALID: [&str; 13] = [
    "ftp://joe:s3cr3t-canary@host.dom/a b",
    "ftp://joe:s3cr3t-canary@my_host/",
    "ftp://joe:s3cr3t-canary~@host.dom/",
    "ftp://joe:s3cr3t-canary/x@host.dom/",
    "ftp://joe:s3cr3t-canary#x@host.dom/",
    "ftp://joe:x@s3cr3t-canary@host.dom/",
    "ftp://joe:x:s3cr3t-canary@host.dom/",
    "http://joe:s3cr3t-canary@host.dom/",
    "ftp:/joe:s3cr3t-canary@host.dom/",
    "ftp:\\\\joe:s3cr3t-canary@host.dom/",
    "<URL:ftp://joe:s3cr3t-canary@host.dom/a b>",
    "ftp://joe:s3cr3t-canary%@host.dom:99999/",
    "http://host.dom/~joe#joe:s3cr3t-canary@",
];

const COMMANDS: [&[&str]; 9] = [
    &["check"],
    &["check", "--lints"],
    &["check", "--summary"],
    &["parse"],
    &["plan"],
    &["fix"],
    &["normalize"],
    &["extract"],
    &["extract", "--check"],
];

fn all_lines() -> String {
    [&VALID[..], &INVALID].concat().join("\n")
}

/// Both outputs of a run.
fn said(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input.as_bytes());
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    format!("{out}{err}")
}

#[test]
fn no_command_shows_it_in_any_format() {
    let mut failures = Vec::new();
    for line in VALID.iter().chain(&INVALID) {
        for command in COMMANDS {
            for format in ["human", "json", "csv", "tsv"] {
                let arguments = [command, &["--format", format]].concat();
                if said(&arguments, line).contains(CANARY) {
                    failures.push(format!("{arguments:?} {line}"));
                }
            }
        }
        for arguments in
            [&["explain", "--compare", line][..], &["compare", line, "ftp://joe:x@host.dom/"]]
        {
            if said(arguments, "").contains(CANARY) {
                failures.push(format!("{arguments:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn no_page_or_picture_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    said(&["check", "--html", page.to_str().unwrap()], &all_lines());
    assert!(!std::fs::read_to_string(&page).unwrap().contains(CANARY));
    let picture = folder.path().join("picture.svg");
    for url in VALID {
        said(&["explain", "--svg", picture.to_str().unwrap(), url], "");
        let drawn = std::fs::read_to_string(&picture).unwrap();
        assert!(drawn.contains("host.dom") && !drawn.contains(CANARY));
    }
}

#[test]
fn build_does_not_show_it() {
    let login = ["--host", "host.dom", "--user", "joe", "--password", CANARY];
    for scheme in ["ftp", "telnet"] {
        let arguments = [&["build", scheme][..], &login].concat();
        assert!(!said(&arguments, "").contains(CANARY));
        assert!(said(&[&arguments[..], &["--show-passwords"]].concat(), "").contains(CANARY));
    }
}

#[test]
fn it_shows_where_it_is_asked_for() {
    for command in ["parse", "plan", "normalize", "fix", "extract"] {
        assert!(said(&[command, "--show-passwords"], VALID[0]).contains(CANARY), "{command}");
    }
    for command in ["check", "parse"] {
        assert!(said(&[command, "--show-passwords"], INVALID[0]).contains(CANARY), "{command}");
    }
}
