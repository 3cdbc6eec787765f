//! The lists of real URLs.

use std::{fs, path::PathBuf};

use crate::run::{program, run};

fn lists() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/urls");
    let mut lists: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    lists.sort();
    lists
}

#[test]
fn every_line_is_accounted_for() {
    let output = program().args(["check", "--summary", "--json"]).args(lists()).output().unwrap();
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let count = |name: &str| value[name].as_u64().unwrap();
    let newlines = |path: &PathBuf| fs::read(path).unwrap().split(|b| *b == b'\n').count() - 1;
    assert_eq!(count("lines"), lists().iter().map(newlines).sum::<usize>() as u64);
    assert_eq!(count("ok") + count("bad") + count("skipped"), count("lines"));
    assert!(count("ok") > 11_000 && count("bad") > 1_500);
}

#[test]
fn fix_writes_valid_urls() {
    for list in lists() {
        let options = ["fix", "--quiet", "--passwords", "keep", "--only-fixed", "--unsafe"];
        let repaired = program().args(options).arg(&list).output().unwrap().stdout;
        let checked = run(&["check"], &repaired);
        assert_eq!(checked.status.code(), Some(0), "{}", list.display());
    }
}
