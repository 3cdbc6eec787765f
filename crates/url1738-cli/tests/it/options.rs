//! Every option that the help of a command lists is accepted by it.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use clap::Arg;
use jsonschema::Validator;

use crate::run::{program, run, stdout};

/// A command with arguments of a run that has no option.
const COMMANDS: &[(&str, &[&str])] = &[
    ("check", &["list"]),
    ("parse", &["list"]),
    ("explain", &["http://h/"]),
    ("plan", &["list"]),
    ("fetch", &["ftp://h/a", "--dry-run"]),
    // They end at once.
    ("open", &["gopher://h/", "--print", "--idle", "0"]),
    ("serve", &["--idle", "0"]),
    ("build", &["ftp", "--host", "h"]),
    ("set", &["list", "--name", "x"]),
    ("fix", &["list"]),
    ("normalize", &["list"]),
    ("compare", &["http://h/", "http://h/"]),
    ("join", &["http://h/", "list"]),
    ("relativize", &["http://h/", "list"]),
    ("extract", &["list"]),
    ("index", &["made.warc.gz"]),
    ("list", &["rules"]),
    ("schemes", &[]),
    ("rules", &[]),
    ("completions", &["bash"]),
    ("man", &[]),
];

/// An option with the arguments that it needs: values that are not of its kind alone, or other options, as its help says.
const NEEDS: &[(&str, &str, &[&str])] = &[
    ("*", "csv-formulas", &["--csv-formulas", "keep", "--format", "csv"]),
    ("*", "format", &["--format", "json"]),
    ("parse", "where", &["--where", "port"]),
    ("parse", "sort", &["--sort", "host"]),
    ("parse", "top", &["--top", "1", "--count", "host"]),
    ("parse", "columns", &["--columns", "host", "--format", "csv"]),
    ("parse", "error-rate", &["--error-rate", "0.1", "--unique"]),
    ("parse", "by", &["--by", "host", "--in", "list"]),
    ("fetch", "dry-run", &[]),
    ("fetch", "resume", &["--resume", "--output", "new"]),
    ("fetch", "allow-port", &["--allow-port", "2121"]),
    ("fetch", "into", &["--into", "folder", "--recursive"]),
    ("fetch", "depth", &["--depth", "1", "--recursive", "--into", "folder"]),
    ("fetch", "max-files", &["--max-files", "1", "--recursive", "--into", "folder"]),
    ("fetch", "recursive", &["--recursive", "--into", "folder"]),
    ("fetch", "force", &["--force", "--recursive", "--into", "folder"]),
    ("fetch", "delay", &["--delay", "1", "--recursive", "--into", "folder"]),
    ("fetch", "no-parent", &["--no-parent", "--recursive"]),
    ("fetch", "accept", &["--accept", "*.txt", "--recursive"]),
    ("fetch", "reject", &["--reject", "*.tmp", "--recursive"]),
    ("open", "print", &[]),
    ("open", "idle", &[]),
    ("serve", "idle", &[]),
    ("serve", "port", &["--port", "0"]),
    ("serve", "bind", &["--bind", "127.0.0.1"]),
    // They change the desktop: another test registers in a folder.
    ("serve", "open", &[]),
    ("serve", "register", &[]),
    ("extract", "charset", &["--charset", "latin1"]),
    ("extract", "lints", &["--lints", "--check"]),
    ("extract", "select", &["--select", "port", "--check"]),
    ("extract", "ignore", &["--ignore", "port", "--check"]),
    ("extract", "deny", &["--deny", "port", "--check"]),
    ("extract", "exit-zero", &["--exit-zero", "--check"]),
    ("check", "no-ignore", &["--no-ignore", "--as", "text"]),
    ("check", "baseline", &["--baseline", "known", "--as", "text"]),
    ("check", "write-baseline", &["--write-baseline", "known", "--as", "text"]),
    ("check", "statistics", &["--statistics", "--as", "text"]),
    ("check", "max-findings", &["--max-findings", "1", "--as", "text"]),
    ("check", "stdin-filename", &["--stdin-filename", "a.md", "-"]),
    ("check", "base", &["--base", ".", "--as", "text"]),
    ("fix", "charset", &["--charset", "latin1"]),
    ("extract", "limit", &["--limit", "1", "--check"]),
    ("extract", "config", &["--config", "settings", "--check"]),
    ("extract", "show-settings", &["--show-settings", "--check"]),
    ("set", "query", &["--query", "a=b"]),
    ("set", "name", &[]),
    ("set", "typecode", &["--typecode", "a"]),
    ("set", "port", &["--port", "1"]),
    ("set", "number", &["--number", "1"]),
];

/// Returns a value for an option.
fn value(arg: &Arg) -> String {
    if let Some(value) = arg.get_possible_values().first() {
        return value.get_name().to_owned();
    }
    let name = arg.get_value_names().and_then(<[_]>::first).map(clap::builder::Str::as_str);
    let value = match name.unwrap_or_default() {
        "N" | "BYTES" | "SECONDS" => "1",
        "FILE" if arg.get_long() == Some("config") => "settings",
        "FILE" if matches!(arg.get_long(), Some("html" | "output" | "svg")) => "written",
        "FILE" => "list",
        "RULE" | "LINT" => "port",
        "TEMPLATE" => "{url}",
        "NAME" => "http",
        "LABEL" => "latin1",
        "ADDRESS" | "ARTICLE" => "x@h",
        // The line is the header of a table of one column.
        "COLUMN" => "http://h/",
        _ => "x",
    };
    value.to_owned()
}

fn arguments(command: &str, base: &[&str], arg: &Arg, long: &str) -> Vec<String> {
    let needs = |name: &str| NEEDS.iter().find(|(of, option, _)| *of == name && *option == long);
    let given: Vec<String> = match needs(command).or(needs("*")) {
        Some((.., given)) => given.iter().map(ToString::to_string).collect(),
        None => {
            let takes_value = arg.get_num_args().is_some_and(|number| number.min_values() > 0);
            let value = takes_value.then(|| value(arg));
            core::iter::once(format!("--{long}")).chain(value).collect()
        }
    };
    // The input is left out by an option that reads none, and what is given once.
    let base = match long {
        "show-settings" => &[],
        _ => base,
    };
    core::iter::once(command).chain(base.iter().copied()).map(str::to_owned).chain(given).collect()
}

fn refusal(folder: &Path, arguments: &[String]) -> Option<String> {
    let mut command = program();
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    let output = command.output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    (output.status.code() == Some(2)).then(|| format!("{arguments:?}: {err}"))
}

#[test]
fn every_option_that_help_lists_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list"), "http://h/\n").unwrap();
    fs::write(folder.path().join("settings"), "[check]\nlimit = 1\n").unwrap();
    fs::write(folder.path().join("known"), "").unwrap();
    fs::copy("tests/data/index/made.warc.gz", folder.path().join("made.warc.gz")).unwrap();
    let mut all = url1738_cli::command();
    all.build();
    let (mut refused, mut count) = (Vec::new(), 0);
    for command in all.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = command.get_name();
        let (_, base) = COMMANDS.iter().find(|(known, _)| *known == name).expect(name);
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            let Some(long) = arg.get_long().filter(|long| !matches!(*long, "help" | "version"))
            else {
                continue;
            };
            let given = arguments(name, base, arg, long);
            // The list that is read is not a WARC file.
            let is_warc = long == "warc";
            refused.extend(
                refusal(folder.path(), &given)
                    .filter(|err| !(is_warc && err.contains("not a WARC file"))),
            );
            count += 1;
        }
    }
    assert!(count > 150, "{count} options");
    assert!(refused.is_empty(), "{refused:#?}");
}

/// An option that a command never accepts is neither in its help nor in its completions, and is still refused with the
/// reason.
#[test]
fn options_that_are_refused_are_not_listed() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = url1738_cli::command();
    all.build();
    let mut absent = 0;
    for command in all.get_subcommands() {
        for arg in all.get_arguments() {
            let Some(long) = arg.get_long() else { continue };
            if command.get_arguments().any(|arg| arg.get_long() == Some(long)) {
                continue;
            }
            let Some((name, base)) = COMMANDS.iter().find(|(name, _)| *name == command.get_name())
            else {
                continue;
            };
            let given = arguments(name, base, arg, long);
            let refused = refusal(folder.path(), &given).unwrap_or_default();
            assert!(refused.contains("error: "), "{given:?}: {refused}");
            let help = program().args([*name, "--help"]).output().unwrap().stdout;
            let help = String::from_utf8(help).unwrap();
            assert!(!help.contains(&format!("--{long}")), "{name} --help lists --{long}");
            absent += 1;
        }
    }
    assert!(absent > 20, "{absent}");
}

/// Where no settings are read, `--no-config` changes nothing.
#[test]
fn no_config_is_accepted_by_every_mode() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list"), "http://h/\n").unwrap();
    fs::write(folder.path().join("url1738.toml"), "[chek]\n").unwrap();
    for mode in [
        &["extract", "list"][..],
        &["extract", "--check", "list"],
        &["extract", "--bare", "list"],
        &["check", "list"],
        &["check", "--summary", "list"],
        &["parse", "list"],
        &["fix", "list"],
        &["explain", "list"],
    ] {
        let mut command = program();
        let output = command.current_dir(folder.path()).args(mode).arg("--no-config").output();
        assert_eq!(output.unwrap().status.code(), Some(0), "{mode:?}");
    }
}

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
        prospero://h/n;a=1\nx-y:z\nfile:///a/b\nhttp:/h\nhttp://h/a#b\nhttp://u:p@h_/a?c#d e\n<URL:http://h/~>\n\
        http://h:/\nhttp://h:99999/\nredis://me:12#pw@h/\nhttp://me:12/pw@h:8/\n";
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
    let others: [&[&str]; 8] = [
        &["compare", "http://h/", "http://H/x"],
        &["compare", "http://h/", "http://h/~"],
        &["build", "http", "--host", "h"],
        &["fetch", "--dry-run", "ftp://h/%0D", "gopher://h/1"],
        &["list", "schemes"],
        &["list", "rules"],
        &["extract"],
        &["extract", "--check", "--lints"],
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
    both(&["--color", "never", "-q", "http://h/~"], &["-q", "explain", "http://h/~"]);
    both(&["tests/data/links.txt"], &["check", "--summary", "tests/data/links.txt"]);
    both(&["-j", "2", "-"], &["check", "--summary", "-j", "2", "-"]);
    both(&["tests/data/charsets"], &["check", "tests/data/charsets"]);
    let secret = run(&["ftp://joe:s3cret@h/"], b"");
    assert!(!String::from_utf8_lossy(&secret.stdout).contains("s3cret"));
}
