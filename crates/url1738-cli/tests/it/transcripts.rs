//! Every command and its output, including those of the README and of the page "Working with archives".

use std::{env, fs, path::Path, process::Command};

#[test]
fn transcripts() {
    let cases = trycmd::TestCases::new();
    cases.case("tests/cmd/*.trycmd").case("README.md");
}

/// The settings that the README shows are those of its transcripts.
#[test]
fn settings_of_the_readme() {
    let settings = fs::read_to_string("tests/data/url1738.toml").unwrap();
    assert!(fs::read_to_string("README.md").unwrap().contains(&format!("```toml\n{settings}```")));
}

/// Every command has a transcript of its help, which contains examples, and one of its output.
#[test]
fn every_command_has_transcripts() {
    fn check(command: &clap::Command, name: &str, transcripts: &str) {
        assert!(transcripts.contains(&format!("$ {name} --help\n")), "{name} --help");
        let help = command.get_after_help().map(ToString::to_string);
        assert!(help.is_some_and(|help| help.contains(":\n  url1738 ")), "{name}");
        let does = |line: &str| {
            line.strip_prefix(&format!("$ {name} ")).is_some_and(|rest| rest != "--help")
        };
        assert!(transcripts.lines().any(does), "{name}");
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
            check(inner, &format!("{name} {}", inner.get_name()), transcripts);
        }
    }
    let files = fs::read_dir("tests/cmd").unwrap().map(|file| file.unwrap().path());
    let files = files.filter(|path| path.is_file());
    let transcripts: String = files.map(|path| fs::read_to_string(path).unwrap()).collect();
    check(&url1738_cli::command(), "url1738", &transcripts);
}

/// The transcripts of the README of the repository, with `...` for omitted lines.
#[test]
fn front_page() {
    let top = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let page = fs::read_to_string(format!("{top}/README.md")).unwrap();
    let folder = Path::new(env!("CARGO_BIN_EXE_url1738")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), env::var("PATH").unwrap());
    let blocks = page.split("```console\n").skip(1).map(|block| block.split("```").next().unwrap());
    let mut count = 0;
    for transcript in blocks.flat_map(|block| block.split("$ ").skip(1)) {
        let (command, shown) = transcript.split_once('\n').unwrap();
        let command = command.replace("cargo run -p url1738-cli --", "url1738");
        if command.starts_with("cargo ") {
            continue;
        }
        let shell = ["-c", &format!("{command} 2>&1")];
        let run = Command::new("sh").args(shell).current_dir(top).env("PATH", &path).output();
        let printed = String::from_utf8(run.unwrap().stdout).unwrap();
        let mut rest = printed.trim_end();
        for piece in shown.trim_end().split("...\n") {
            let at = rest.find(piece.trim_end());
            let at = at.unwrap_or_else(|| panic!("{command} prints\n{rest}\nand not\n{piece}"));
            rest = &rest[at + piece.trim_end().len()..];
        }
        assert_eq!(rest, "", "{command} prints more");
        count += 1;
    }
    assert!(count >= 4, "commands of the front page: {count}");
}

/// The picture of the README of the repository is what the program draws.
///
/// The command that the README shows below it writes it again.
#[test]
fn front_page_picture() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(top.join("README.md")).unwrap();
    let url = "ftp://myname@host.dom/%2Fetc/motd;type=a";
    assert!(page.contains("](tests/data/explain.svg)"), "the README shows the picture");
    assert!(page.contains(&format!("`url1738 explain --format svg '{url}'`")));
    let mut program = Command::new(env!("CARGO_BIN_EXE_url1738"));
    let run = program.args(["explain", "--format", "svg", url]).output().unwrap();
    assert!(run.status.success(), "{run:?}");
    let committed = fs::read_to_string(top.join("tests/data/explain.svg")).unwrap();
    assert_eq!(committed.as_bytes(), run.stdout, "draw tests/data/explain.svg again");
}

/// `TRYCMD=overwrite cargo test -p url1738-cli archives` writes the output anew.
#[test]
fn commands_of_the_page() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/archives.md");
    let page = fs::read_to_string(path).unwrap();
    let mut written = String::new();
    let mut count = 0;
    for (number, piece) in page.split("```").enumerate() {
        if number > 0 {
            written.push_str("```");
        }
        let Some(block) = piece.strip_prefix("console\n") else {
            written.push_str(piece);
            continue;
        };
        written.push_str("console\n");
        for command in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
            written.push_str(&format!("$ {command}\n{}\n", printed(command)));
            count += 1;
        }
    }
    assert!(count >= 18, "{count} commands");
    assert!(!written.contains("unexpected argument"), "an option that is gone");
    if env::var("TRYCMD").is_ok_and(|value| value == "overwrite") {
        fs::write(path, written).unwrap();
    } else {
        assert_eq!(page, written, "write the page anew");
    }
}

/// The charts of the page are what its commands write. `TRYCMD=overwrite` writes them anew.
#[test]
fn charts_of_the_page() {
    let page = fs::read_to_string("docs/numbers.md").unwrap();
    let mut count = 0;
    for command in page.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let Some((command, path)) = command.split_once(" > ") else { continue };
        assert!(page.contains(&format!("](../{path})")), "{path}");
        let chart = printed(&format!("({command} 2>/dev/null)"));
        assert!(chart.starts_with("<svg ") && chart.ends_with("</svg>\n"), "{command}: {chart}");
        count += 1;
        if env::var("TRYCMD").is_ok_and(|value| value == "overwrite") {
            fs::write(path, chart).unwrap();
        } else {
            assert!(fs::read_to_string(path).unwrap() == chart, "{path}: write the charts anew");
        }
    }
    assert!(count >= 5, "{count} charts");
}

/// Returns what a command prints, in the folder of the program.
fn printed(command: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_url1738")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), env::var("PATH").unwrap());
    let run = Command::new("bash")
        .args(["-o", "pipefail", "-c", &format!("{command} 2>&1")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path)
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let printed = String::from_utf8(run.stdout).unwrap();
    // What fails says why.
    let shows_error =
        printed.lines().any(|it| it.starts_with("error") || it.starts_with("url1738: "));
    assert!(run.status.success() || shows_error, "{command} fails: {printed}");
    printed
}
