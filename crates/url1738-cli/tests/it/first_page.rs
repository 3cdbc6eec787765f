//! What a new user sees: the first page, the help of `-h`, and the schema of the records.

use std::process::Command;

use jsonschema::Validator;

use crate::run::{program, run, stdout};

fn shown(arguments: &[&str]) -> String {
    let output = program().args(arguments).env("COLUMNS", "80").output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[test]
fn the_first_page_and_brief_help_fit_a_screen() {
    for arguments in [&[][..], &["-h"]] {
        let page = shown(arguments);
        assert!(page.lines().count() <= 24, "{page}");
        assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
    }
    for command in url1738_cli::command().get_subcommands().filter(|it| !it.is_hide_set()) {
        let page = shown(&[command.get_name(), "-h"]);
        assert!(page.lines().count() <= 30, "{page}");
        let first = shown(&[]);
        assert!(first.contains(&format!("\n  {} ", command.get_name())), "{first}");
    }
}

/// What a terminal of 80 columns shows of a help: all of it on a few pages, and of `-h` on one.
#[test]
fn every_help_fits() {
    let all = url1738_cli::command();
    let commands = all.get_subcommands().map(|command| Some(command.get_name()));
    for command in commands.chain([None]) {
        for (option, most) in [("--help", 60), ("-h", 30)] {
            let arguments: Vec<&str> = command.into_iter().chain([option]).collect();
            let output = program().env("COLUMNS", "80").args(&arguments).output().unwrap();
            let lines = String::from_utf8(output.stdout).unwrap().lines().count();
            assert!((5..=most).contains(&lines), "{arguments:?}: {lines} lines");
        }
    }
}

/// Every command that writes JSON Lines, with lines of all kinds.
#[test]
fn every_record_is_valid_by_the_schema() {
    let schema: serde_json::Value =
        serde_json::from_str(&stdout(&["list", "schema"], b"")).unwrap();
    let validator: Validator = jsonschema::validator_for(&schema).unwrap();
    let list = "ftp://me:pw@host.dom:2121/a/b;type=a\ngopher://h/7/find%09words\nhttp://h/~\n\
        http://h/a%20b?q\nmailto:a@h\nnews:a.b\nhtp://x/\nftp://h/%0D\ntelnet://h\nwais://h/d\n\
        prospero://h/n;a=1\nx-y:z\nfile:///a/b\nhttp:/h\nhttp://h/a#b\nhttp://u:p@h_/a?c#d e\n<URL:http://h/~>\n";
    let input = [list.as_bytes(), b"http://h/caf\xe9\n"].concat();
    let text = b"see <URL:http://h/a-\n b#c>, http://h/~joe and <URL:http://h/<>.";
    let lines: [&[&str]; 18] = [
        &["check"],
        &["check", "--lints"],
        &["check", "--summary"],
        &["check", "--references"],
        &["check", "--standard", "whatwg"],
        &["parse", "--references"],
        &["parse"],
        &["parse", "--count", "scheme"],
        &["explain"],
        &["explain", "--compare"],
        &["plan"],
        &["fix"],
        &["fix", "--unsafe"],
        &["normalize"],
        &["set", "--user", "x"],
        &["join", "http://h/a"],
        &["join", "--inverse", "http://h/a"],
        &["extract", "--context", "1"],
    ];
    let others: [&[&str]; 7] = [
        &["compare", "http://h/", "http://H/x"],
        &["compare", "http://h/", "http://h/~"],
        &["build", "http", "--host", "h"],
        &["fetch", "--dry-run", "ftp://h/%0D", "gopher://h/1"],
        &["list", "schemes"],
        &["list", "rules"],
        &["extract"],
    ];
    for arguments in lines.iter().chain(&others) {
        let input = if arguments[0] == "extract" { &text[..] } else { &input };
        let output = run(&[arguments, &["--json"][..]].concat(), input);
        let records = String::from_utf8(output.stdout).unwrap();
        assert!(!records.is_empty(), "{arguments:?}");
        for record in records.lines() {
            let value = serde_json::from_str(record).unwrap();
            assert!(validator.is_valid(&value), "{arguments:?}: {record}");
        }
    }
}

/// A URL and a file need no command, and an option before them is none.
#[test]
fn a_url_or_a_file_alone_is_enough() {
    let both = |short: &[&str], long: &[&str]| {
        let output = |arguments: &[&str]| -> std::process::Output {
            let mut command: Command = program();
            command.args(arguments).output().unwrap()
        };
        let (short, long) = (output(short), output(long));
        assert_eq!((short.stdout, short.stderr), (long.stdout, long.stderr));
    };
    both(&["http://h/~"], &["explain", "http://h/~"]);
    both(&["http://h/", "--json"], &["explain", "http://h/", "--json"]);
    both(&["tests/data/links.txt"], &["check", "--summary", "tests/data/links.txt"]);
    let secret = run(&["ftp://joe:s3cret@h/"], b"");
    assert!(!String::from_utf8_lossy(&secret.stdout).contains("s3cret"));
}
