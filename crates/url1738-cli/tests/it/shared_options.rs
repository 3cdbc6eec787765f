//! Every command with every option that commands share: it acts, or it is an error. None is ignored.

use std::{fs, process::Output};

use crate::run::run;

/// A command with its arguments, and which options act in it.
struct Case {
    arguments: &'static [&'static str],
    formats: &'static [&'static str],
    passwords: bool,
    threads: bool,
    quiet: bool,
    references: bool,
}

const RECORDS: &[&str] = &["human", "json", "csv", "tsv", "markdown", "yaml"];
const TEXT: &[&str] = &["human"];
const JSON: &[&str] = &["human", "json"];
const TEXTS: &[&str] = &["human", "json", "short", "github", "sarif"];
const ALL: &[&str] =
    &["human", "json", "csv", "tsv", "markdown", "yaml", "short", "github", "sarif"];

const fn lines(arguments: &'static [&'static str], formats: &'static [&'static str]) -> Case {
    Case { arguments, formats, passwords: true, threads: true, quiet: true, references: true }
}

const fn urls(arguments: &'static [&'static str], formats: &'static [&'static str]) -> Case {
    Case { threads: false, quiet: false, references: false, ..lines(arguments, formats) }
}

/// Every command, and every mode of a command that changes what it writes. All read `INPUT` if they read stdin.
const CASES: &[Case] = &[
    lines(&["check"], ALL),
    lines(&["check", "--summary"], RECORDS),
    Case { references: false, ..lines(&["check", "--standard", "rfc3986"], RECORDS) },
    lines(&["parse"], RECORDS),
    Case { references: false, ..lines(&["index", "tests/data/index/secret.warc"], TEXT) },
    lines(&["plan"], RECORDS),
    lines(&["fix"], RECORDS),
    lines(&["normalize"], RECORDS),
    Case {
        threads: false,
        references: false,
        ..lines(&["fetch", "--dry-run", "ftp://me:hunter22@h/a"], RECORDS)
    },
    Case { passwords: false, ..urls(&["open", "gopher://h/", "--print", "--idle", "0"], TEXT) },
    Case { passwords: false, ..urls(&["serve", "--idle", "0"], TEXT) },
    lines(&["set", "--user", "ann"], RECORDS),
    Case { references: false, ..lines(&["join", "ftp://me:hunter22@h/a/"], RECORDS) },
    Case { references: false, ..lines(&["relativize", "ftp://me:hunter22@h/a/b"], RECORDS) },
    lines(&["explain"], JSON),
    lines(&["explain", "--compare"], JSON),
    urls(&["compare", "ftp://me:hunter22@h/a", "ftp://me:hunter22s@h/a"], RECORDS),
    urls(&["build", "ftp", "--host", "h", "--user", "me", "--password", "hunter22"], RECORDS),
    Case { threads: false, references: false, ..lines(&["extract"], RECORDS) },
    Case { threads: false, references: false, ..lines(&["extract", "--bare"], TEXT) },
    Case { threads: false, references: false, ..lines(&["extract", "--check"], TEXTS) },
    Case { passwords: false, ..urls(&["list", "schemes"], RECORDS) },
    Case { passwords: false, ..urls(&["list", "rules"], RECORDS) },
    Case { passwords: false, ..urls(&["list", "schema"], TEXT) },
    Case { passwords: false, ..urls(&["schemes"], RECORDS) },
    Case { passwords: false, ..urls(&["rules"], RECORDS) },
    Case { passwords: false, ..urls(&["rules", "bad-escape"], RECORDS) },
    Case { passwords: false, ..urls(&["completions", "bash"], TEXT) },
    Case { passwords: false, ..urls(&["man"], TEXT) },
];

/// A valid URL and invalid ones, all with a password. The second becomes a formula in a table, the third is invalid in
/// a text, too.
const INPUT: &[u8] =
    b"ftp://me:hunter22@h/a\n=ftp://me:hunter22@h/a b\n<URL:ftp://me:hunter22@h/%zz>\n";

fn with(case: &Case, options: &[&str]) -> Output {
    let mut arguments = case.arguments.to_vec();
    arguments.extend(options);
    run(&arguments, INPUT)
}

/// Returns whether the run was refused as a wrong command line, before anything was written. A line may be withheld
/// because of its password, which is not that.
fn is_refused(output: &Output) -> bool {
    output.status.code() == Some(2)
        && output.stdout.is_empty()
        && output.stderr.starts_with(b"error: ")
        && !String::from_utf8_lossy(&output.stderr).contains(" withheld; use --passwords ")
}

fn acts(case: &Case, options: &[&str], expected: bool, changes: fn(&Output, &Output) -> bool) {
    let (plain, given) = (with(case, &[]), with(case, options));
    assert!(!is_refused(&plain), "{:?}", case.arguments);
    if expected {
        assert!(!is_refused(&given), "{:?} {options:?}: {given:?}", case.arguments);
        assert!(changes(&plain, &given), "{:?} {options:?} is ignored: {given:?}", case.arguments);
    } else {
        assert!(is_refused(&given), "{:?} {options:?}: {given:?}", case.arguments);
    }
}

fn differs(plain: &Output, given: &Output) -> bool {
    (&plain.stdout, &plain.stderr) != (&given.stdout, &given.stderr)
}

#[test]
fn formats() {
    for case in CASES {
        for format in ALL {
            let changes = if *format == "human" { |_: &_, _: &_| true } else { differs };
            acts(case, &["--format", format], case.formats.contains(format), changes);
        }
        acts(case, &["--json"], case.formats.contains(&"json"), differs);
        for format in ["json", "csv"] {
            assert!(is_refused(&with(case, &["--json", "--format", format])));
        }
        // Before the name of the command, too.
        let mut arguments = vec!["--json"];
        arguments.extend(case.arguments);
        assert_eq!(is_refused(&run(&arguments, INPUT)), !case.formats.contains(&"json"));
    }
}

#[test]
fn formulas() {
    for case in CASES {
        acts(case, &["--csv-formulas", "keep"], false, differs);
        for format in ["human", "json", "short", "github", "sarif"] {
            acts(case, &["--csv-formulas", "keep", "--format", format], false, differs);
        }
        // The cells of the other commands never begin with a sign, and a summary has names only.
        let has_lines = ["check", "parse", "plan", "fix", "normalize", "set", "join", "relativize"]
            .contains(&case.arguments[0]);
        let summary = case.arguments.contains(&"--summary");
        for format in ["csv", "tsv"] {
            let (options, quoted) =
                (["--csv-formulas", "keep", "--format", format], with(case, &["--format", format]));
            let kept = with(case, &options);
            if summary || !case.formats.contains(&format) {
                assert!(is_refused(&kept), "{:?} {options:?}", case.arguments);
            } else {
                assert!(!is_refused(&kept));
                assert_eq!(differs(&quoted, &kept), has_lines, "{:?} {options:?}", case.arguments);
            }
        }
    }
}

#[test]
fn passwords() {
    let shown = |_: &Output, given: &Output| {
        let all = [given.stdout.clone(), given.stderr.clone()].concat();
        String::from_utf8(all).unwrap().contains("hunter22")
    };
    for case in CASES {
        // The names of a summary contain no user.
        let summary = case.arguments.contains(&"--summary");
        let changes = if summary { |_: &_, _: &_| true } else { shown };
        acts(case, &["--passwords", "keep"], case.passwords, changes);
        acts(case, &["--passwords", "mask"], case.passwords, |_, _| true);
        acts(case, &["--passwords", "show"], false, differs);
        assert!(!shown(&with(case, &[]), &with(case, &[])), "{:?}", case.arguments);
    }
}

/// Another test says what it changes.
#[test]
fn references() {
    for case in CASES {
        acts(case, &["--references"], case.references, |_, _| true);
    }
}

#[test]
fn rows() {
    for case in CASES {
        for option in ["--menu", "--cdx"] {
            acts(case, &[option], case.references, differs);
        }
    }
}

#[test]
fn settings_files() {
    for case in CASES {
        acts(case, &["--no-config"], case.passwords, |plain, given| !differs(plain, given));
        acts(case, &["--config", "missing.toml"], false, differs);
    }
}

#[test]
fn threads() {
    for case in CASES {
        // The output does not depend on them.
        acts(case, &["-j", "3"], case.threads, |plain, given| !differs(plain, given));
        acts(case, &["--threads", "0"], false, differs);
    }
}

#[test]
fn quiet() {
    for case in CASES {
        // A summary and a plan are the results of their commands: only the progress bar is left out.
        let summary = ["--summary", "--dry-run"].iter().any(|it| case.arguments.contains(it));
        let changes = if summary { |_: &_, _: &_| true } else { differs };
        acts(case, &["--quiet"], case.quiet, changes);
        acts(case, &["-q"], case.quiet, changes);
    }
}

#[test]
fn colors() {
    let colored = |output: &Output| output.stdout.contains(&0x1b) || output.stderr.contains(&0x1b);
    for case in CASES {
        for when in ["always", "never", "auto"] {
            let given = with(case, &["--color", when]);
            assert!(!is_refused(&given));
            assert!(when == "always" || !colored(&given), "{:?} --color {when}", case.arguments);
        }
        // URLs that a script reads have no colors.
        let plain = [
            "build",
            "schema",
            "--bare",
            "open",
            "serve",
            "normalize",
            "--summary",
            "completions",
            "man",
            "join",
            "relativize",
        ];
        let plain = case.arguments.iter().any(|argument| plain.contains(argument));
        let always = with(case, &["--color", "always"]);
        assert!(plain || colored(&always), "{:?}: {always:?}", case.arguments);
    }
}

/// Messages about the command line are written before its options are known.
#[test]
fn colors_of_messages() {
    for arguments in [&["chek"][..], &["check", "--nope"], &["build", "http"], &["--help"]] {
        for (options, expected) in [
            (&["--color", "always"][..], true),
            (&["--color=always"], true),
            (&["--color", "never"], false),
            (&[], false),
        ] {
            let output = run(&[arguments, options].concat(), b"");
            let all = [output.stdout, output.stderr].concat();
            assert_eq!(all.contains(&0x1b), expected, "{arguments:?} {options:?}");
        }
    }
}

#[test]
fn verbose() {
    for case in CASES {
        // The notes are those of reports, which `fix` and `normalize` write for lines that stay invalid.
        let reports = ["check", "parse", "plan", "fix", "normalize"].contains(&case.arguments[0])
            || case.arguments == ["extract", "--check"];
        let others = ["--summary", "--standard"];
        let none = case.arguments.iter().any(|it| others.contains(it))
            || ["index", "extract"].contains(&case.arguments[0]) && !reports;
        let changes = if reports { differs } else { |_: &_, _: &_| true };
        acts(case, &["--verbose"], case.passwords && !none, changes);
        for format in case.formats.iter().filter(|format| **format != "human") {
            acts(case, &["--verbose", "--format", format], false, differs);
        }
    }
    assert!(is_refused(&run(&["parse", "--count", "host", "--verbose"], INPUT)));
}

/// The table above has every command.
#[test]
fn no_command_is_missing() {
    for command in url1738_cli::command().get_subcommands().map(clap::Command::get_name) {
        assert!(CASES.iter().any(|case| case.arguments[0] == command), "{command}");
    }
    let source = fs::read_to_string("src/config.rs").unwrap();
    assert_eq!(source.matches("#[arg(").count(), 15, "an option is missing in this test");
}
