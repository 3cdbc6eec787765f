//! Completions, man pages and the desktop entry, as shells, readers of man pages and desktops take them.

use std::{fs, process::Command};

#[cfg(unix)]
use crate::run::on_terminal;
use crate::run::{has_program, stdout};

const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "elvish", "powershell"];

/// Every script names every command, and the values of the options that have some.
#[test]
fn scripts_complete_values() {
    for shell in SHELLS {
        let script = stdout(&["completions", shell], b"");
        for command in url1738_cli::command().get_subcommands().map(clap::Command::get_name) {
            assert!(script.contains(command), "{shell}: {command}");
        }
        // Elvish and PowerShell complete no values.
        if ["elvish", "powershell"].contains(&shell) {
            continue;
        }
        for value in [
            "tilde",
            "unexpected-byte",
            "port-zero",
            "unknown-scheme",
            "prospero",
            "github",
            "warnings",
        ] {
            assert!(script.contains(value), "{shell}: {value}");
        }
    }
}

/// Bash completes the values of options.
#[test]
fn bash_completes() {
    if !has_program("bash", "bash") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("url1738");
    fs::write(&script, stdout(&["completions", "bash"], b"")).unwrap();
    let complete = |words: &str, last: &str| {
        let before = words.rsplit(' ').next().unwrap();
        let words = format!("{words} {last}");
        let count = words.split(' ').count() - 1;
        let code = format!(
            "set -e; source {}; COMP_WORDS=({words}); COMP_CWORD={count}; _url1738 url1738 '{last}' '{before}' || true; printf '%s ' \"${{COMPREPLY[@]}}\"",
            script.display()
        );
        let run = Command::new("bash").args(["--norc", "-c", &code]).output().unwrap();
        assert!(run.stderr.is_empty(), "{run:?}");
        String::from_utf8(run.stdout).unwrap()
    };
    assert_eq!(complete("url1738", "comp"), "compare completions ");
    assert_eq!(
        complete("url1738 check --select", "unexpected-"),
        "unexpected-byte unexpected-end "
    );
    assert_eq!(complete("url1738 check --deny", "unknown"), "unknown-scheme ");
    assert_eq!(complete("url1738 check --format", "s"), "short sarif svg ");
    assert_eq!(complete("url1738 extract --scheme", "go"), "gopher ");
    assert_eq!(complete("url1738 build ftp --typecode", ""), "a i d ");
    // The options that a command takes, and no others.
    assert_eq!(
        complete("url1738 list schemes", "--"),
        "--format --json --csv-formulas --color --help --version "
    );
    assert_eq!(complete("url1738 list schema", "--"), "--color --help --version ");
    assert_eq!(complete("url1738 compare", "--c"), "--csv-formulas --color --config ");
}

#[test]
fn scripts_parse() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish"] {
        if !has_program(shell, shell) {
            continue;
        }
        let script = folder.path().join(shell);
        fs::write(&script, stdout(&["completions", shell], b"")).unwrap();
        let run = Command::new(shell).arg("-n").arg(&script).output().unwrap();
        assert!(run.status.success() && run.stderr.is_empty(), "{run:?}");
    }
}

/// There is a page for every command, without a warning of the formatter.
#[test]
fn every_command_has_a_man_page() {
    fn check(command: &clap::Command, words: &[&str], folder: &std::path::Path) {
        let name = [&["url1738"], words].concat().join("-");
        let page = fs::read_to_string(folder.join(format!("{name}.1"))).unwrap();
        assert_eq!(page, stdout(&[&["man"], words].concat(), b""), "{name}");
        assert!(page.contains(&format!(".TH {name} 1 \" \" \"url1738 ")), "{name}");
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
            check(inner, &[words, &[inner.get_name()]].concat(), folder);
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man/man1");
    stdout(&["man", "--folder", pages.to_str().unwrap()], b"");
    check(&url1738_cli::command(), &[], &pages);
    let groff = has_program("groff", "groff-base");
    for page in fs::read_dir(&pages).unwrap().map(|entry| entry.unwrap().path()) {
        if groff {
            let run = Command::new("groff")
                .args(["-man", "-Tutf8", "-ww", "-z"])
                .arg(&page)
                .output()
                .unwrap();
            assert!(run.status.success() && run.stderr.is_empty(), "{run:?}");
        }
    }
}

/// The file is where desktops look for it, and the rest of the output says what other systems need.
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn the_gateway_is_registered() {
    let folder = tempfile::tempdir().unwrap();
    let register = || {
        let mut command = crate::run::program();
        command.args(["serve", "--register"]).env("XDG_DATA_HOME", folder.path());
        let run = command.output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{run:?}");
        String::from_utf8(run.stdout).unwrap()
    };
    assert!(["xdg-mime", "macOS", "Windows"].iter().all(|it| register().contains(it)));
    let entry = folder.path().join("applications/url1738.desktop");
    let entry = fs::read_to_string(entry).unwrap();
    assert!(entry.starts_with("[Desktop Entry]\n") && entry.contains("\nExec=url1738 open %u\n"));
    for scheme in ["ftp", "gopher", "news", "nntp", "telnet", "wais"] {
        assert!(entry.contains(&format!("x-scheme-handler/{scheme};")), "{entry}");
    }
}

/// The address of a page is printed before the gateway waits, and has no password.
#[test]
fn addresses_of_the_gateway() {
    let url = "ftp://me:hunter22@host.dom/a";
    let page = stdout(&["open", "--print", "--idle", "0", url], b"");
    let home = stdout(&["serve", "--idle", "0"], b"");
    for (address, end) in [(page, "/get?url=ftp%3A%2F%2Fme%40host.dom%2Fa\n"), (home, "/\n")] {
        let rest = address.strip_prefix("http://127.0.0.1:").unwrap();
        let (port, path) = rest.split_once('/').unwrap();
        assert!(port.parse::<u16>().unwrap() > 0);
        let token = format!("/{path}");
        let token = token.strip_suffix(end).unwrap();
        assert!(token.len() == 33 && !token.contains("hunter22"), "{address}");
    }
}

/// On a terminal, `check` says what it waits for.
#[cfg(unix)]
#[test]
fn a_terminal_is_announced() {
    let announced = "reading URLs from stdin, one per line";
    match on_terminal("check") {
        Some(said) => assert!(said.contains(announced), "{said}"),
        None => return,
    }
    for silent in ["check --quiet", "check http://h/"] {
        assert!(!on_terminal(silent).unwrap().contains(announced), "{silent}");
    }
    assert!(!stdout(&["check"], b"http://h/\n").contains(announced));
}
