//! Every option that the help of a command lists is accepted by it.

use std::{fs, path::Path, process::Stdio};

use clap::Arg;

use crate::run::program;

/// A command with arguments of a run that has no option.
const COMMANDS: &[(&str, &[&str])] = &[
    ("check", &["list"]),
    ("parse", &["list"]),
    ("explain", &["http://h/"]),
    ("plan", &["list"]),
    ("fetch", &["ftp://h/a", "--dry-run"]),
    ("build", &["ftp", "--host", "h"]),
    ("set", &["list", "--name", "x"]),
    ("fix", &["list"]),
    ("normalize", &["list"]),
    ("compare", &["http://h/", "http://h/"]),
    ("join", &["http://h/", "list"]),
    ("relativize", &["http://h/", "list"]),
    ("extract", &["list"]),
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
    ("parse", "warc", &["--warc"]),
    ("fetch", "dry-run", &[]),
    ("fetch", "resume", &["--resume", "--output", "new"]),
    ("fetch", "allow-port", &["--allow-port", "2121"]),
    ("fetch", "into", &["--into", "folder", "--recursive"]),
    ("fetch", "depth", &["--depth", "1", "--recursive", "--into", "folder"]),
    ("fetch", "max-files", &["--max-files", "1", "--recursive", "--into", "folder"]),
    ("fetch", "recursive", &["--recursive", "--into", "folder"]),
    ("fetch", "force", &["--force", "--recursive", "--into", "folder"]),
    ("fetch", "delay", &["--delay", "1", "--recursive", "--into", "folder"]),
    ("extract", "charset", &["--charset", "latin1"]),
    ("extract", "lints", &["--lints", "--check"]),
    ("extract", "select", &["--select", "port", "--check"]),
    ("extract", "ignore", &["--ignore", "port", "--check"]),
    ("extract", "deny", &["--deny", "port", "--check"]),
    ("extract", "exit-zero", &["--exit-zero", "--check"]),
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

/// An option that a command never accepts is not in its help, and is still refused with the reason.
#[test]
fn options_that_are_refused_are_not_listed() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = url1738_cli::command();
    all.build();
    let mut hidden = 0;
    for command in all.get_subcommands() {
        let shared = all.get_arguments().filter(|arg| arg.is_global_set());
        for long in shared.filter_map(Arg::get_long) {
            let found = command.get_arguments().find(|arg| arg.get_long() == Some(long));
            let Some(arg) = found.filter(|arg| arg.is_hide_set()) else { continue };
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
            hidden += 1;
        }
    }
    assert!(hidden > 20, "{hidden}");
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
