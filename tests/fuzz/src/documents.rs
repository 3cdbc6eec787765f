//! Documents that the program decodes before it searches them: mail, HTML, archives.

use std::{env, fs, path::PathBuf, process::ExitCode, sync::OnceLock};

use crate::program;

/// The name of a document, the command that reads it, and its options.
const KINDS: [(&str, &[&str]); 8] = [
    ("page.html", &["extract"]),
    ("list.mbox", &["extract"]),
    ("message.eml", &["extract"]),
    ("text.txt", &["extract", "--text"]),
    ("text.gz", &["extract"]),
    ("text.zst", &["extract"]),
    ("index.cdxj", &["parse", "--cdx"]),
    ("crawl.warc", &["parse", "--warc"]),
];

/// The first byte selects the kind of document, the others are its contents. The program ends with 0 or 1, or with one error
/// that names the file; every record is printable and lies within the document.
pub fn documents(bytes: &[u8]) {
    let [kind, contents @ ..] = bytes else { return };
    let (name, command) = KINDS[usize::from(*kind) % KINDS.len()];
    let path = folder().join(name);
    fs::write(&path, contents).expect("a file in the folder of temporary files");
    let path = path.to_str().expect("the folder has a name in UTF-8");
    // The list that is read besides, from the input, is empty.
    let (code, out, err) = program::run(&[command, &["--format", "json", path]].concat(), b"");
    for text in [&out, &err] {
        program::assert_printable(text, false);
    }
    if code == ExitCode::from(2) {
        assert!(err.contains(name), "{name}: {err}");
    }
    let decoded = contents.starts_with(b"\x1f\x8b") || contents.starts_with(b"\x28\xb5\x2f\xfd");
    for record in out.lines() {
        let record: serde_json::Value = serde_json::from_str(record).expect("a record is JSON");
        let number = |key: &str| record.get(key).and_then(serde_json::Value::as_u64);
        if let Some(line) = number("line").filter(|_| !decoded) {
            let lines = contents.split(|byte| *byte == b'\n').count();
            assert!((1..=lines as u64).contains(&line), "{name}: {record}");
        }
        if let Some(offset) = number("start").filter(|_| !decoded) {
            assert!(offset < contents.len() as u64, "{name}: {record}");
        }
    }
}

/// Returns a folder of this process, in memory where there is one.
fn folder() -> &'static PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let memory = PathBuf::from("/dev/shm");
        let parent = if memory.is_dir() { memory } else { env::temp_dir() };
        let folder = parent.join(format!("url1738-fuzz-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder of temporary files");
        folder
    })
}
