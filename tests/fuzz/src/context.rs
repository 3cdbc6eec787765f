//! URLs in running text, and in documents that the program decodes before it searches them: mail, HTML, archives.

use std::{env, fs, path::PathBuf, process::ExitCode, sync::OnceLock};

use url1738::Url;
use url1738_context::{Finder, Match, find_iter};

use crate::program;

/// Every match is in the text, in order. A stream of the text finds the same matches, wherever it is cut.
pub fn context(bytes: &[u8]) {
    // The first bytes say where the stream is cut.
    let (cuts, text) = bytes.split_at(bytes.len().min(4));
    let found: Vec<Match<'_>> = find_iter(text).collect();
    let mut at = 0;
    for one in &found {
        assert_found(text, one);
        assert!(at <= one.span.start, "overlap at {at}: {one:?}");
        at = one.span.end;
    }
    let mut finder = Finder::new();
    let (mut streamed, mut rest) = (Vec::new(), text);
    for cut in cuts.iter().cycle().take(text.len()) {
        if rest.is_empty() {
            break;
        }
        let (chunk, tail) = rest.split_at(usize::from(*cut).clamp(1, rest.len()));
        streamed.extend(finder.push(chunk));
        rest = tail;
        assert!(finder.held() <= text.len());
    }
    streamed.extend(finder.push(rest));
    streamed.extend(finder.finish());
    assert_eq!(streamed, found, "{}", text.escape_ascii());
}

fn assert_found(text: &[u8], found: &Match<'_>) {
    let (span, whole) = (found.span.clone(), found.whole.clone());
    assert!(
        whole.start <= span.start && span.start < span.end && span.end <= whole.end,
        "{found:?}"
    );
    assert!(whole.end <= text.len(), "{found:?}");
    let written = &text[span.clone()];
    if !found.is_joined() {
        let fragment = found.fragment.as_ref().map_or(String::new(), |it| format!("#{it}"));
        let expected = format!("{}{fragment}", found.url);
        assert_eq!(String::from_utf8_lossy(written), expected, "{found:?}");
    }
    let len = found.url.len() + found.fragment.as_ref().map_or(0, |fragment| fragment.len() + 1);
    let mut before = span.start;
    for offset in 0..len {
        let origin = found.origin_of(offset..offset).start;
        assert!(before <= origin && origin <= span.end, "{found:?}: {offset} at {origin}");
        before = origin;
    }
    // Numeric character references of HTML remain.
    assert!(!found.url.replace("&#", "&").contains('#'), "{found:?}");
    let _ = Url::parse(&found.url);
}

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
