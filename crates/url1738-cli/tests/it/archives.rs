//! The page "Working with archives": its commands print what it shows.

use std::{env, fs, path::Path, process::Command};

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

/// Returns what a command prints, in the folder of the program.
fn printed(command: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_url1738")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), env::var("PATH").unwrap());
    let run = Command::new("sh")
        .args(["-c", &format!("{command} 2>&1")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path)
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    String::from_utf8(run.stdout).unwrap()
}
