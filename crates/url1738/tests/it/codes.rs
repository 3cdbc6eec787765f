//! The catalogue of codes: every entry can be produced, and nothing else is.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};

use url1738::{
    FileUrl, FtpUrl, GopherUrl, Host, Url,
    codes::{self, ALL, CodeInfo, CodeKind},
    syntax::{dev::octets, part::URLPATH, scheme::Cursor},
};

/// A code and the message that came with it.
type Reported = (&'static str, String);

fn errors(info: &CodeInfo, text: &str) -> Vec<Reported> {
    let report = |error: url1738::Error| (error.code(), error.message().to_string());
    let host = || Host::parse("host.dom").unwrap();
    match info.code {
        // The pages of a zeroed vector are never touched: the length is checked first.
        "too-long" if text.ends_with('\u{2026}') => {
            let long = vec![0; usize::try_from(u32::MAX).unwrap() + 1];
            Url::parse_bytes(&long).err().map(report).into_iter().collect()
        }
        "wrong-scheme" => FtpUrl::parse(text).err().map(report).into_iter().collect(),
        "forbidden-octet" => {
            let built = GopherUrl::builder(host()).item(b'0', text);
            built.err().map(report).into_iter().collect()
        }
        "form-end" => {
            let item = GopherUrl::builder(host()).item(b'0', "x").unwrap();
            item.form([text]).err().map(report).into_iter().collect()
        }
        // Reported where a scheme of another crate asks for more than there is.
        "unexpected-end" => {
            let mut cursor = Cursor::new(text.as_bytes()).unwrap();
            let begins = cursor.eat(b"x-note:");
            let error = cursor.unexpected(&URLPATH);
            let more = cursor.run(&URLPATH);
            assert!(begins, "{text}");
            if more.is_empty() { vec![report(error)] } else { Vec::new() }
        }
        _ => Url::parse(text).err().map(report).into_iter().collect(),
    }
}

fn lints(text: &str) -> Vec<Reported> {
    if let Some((base, reference)) = text.split_once(' ') {
        return joined(base, reference).1;
    }
    let lints = Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).lints();
    lints.iter().map(|lint| (lint.code, lint.message.to_owned())).collect()
}

/// The error and the lints of a relative reference.
fn joined(base: &str, reference: &str) -> (Vec<Reported>, Vec<Reported>) {
    match Url::parse(base).unwrap().join(reference) {
        Ok(joined) => {
            let lints = joined.lints.iter().map(|lint| (lint.code, lint.message.to_owned()));
            (Vec::new(), lints.collect())
        }
        Err(error) => (vec![(error.code(), error.to_string())], Vec::new()),
    }
}

fn refusals(text: &str) -> Vec<Reported> {
    let refusals = match Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")) {
        Url::File(url) => {
            let windows = || url1738::file::windows_path(url).err();
            url.plan().err().or_else(|| FileUrl::to_file_path(&url).err()).or_else(windows)
        }
        url => url.plan().err(),
    };
    refusals.into_iter().map(|refusal| (refusal.code, refusal.reason.to_owned())).collect()
}

/// What is reported of a text in the way of the entry's kind.
fn reported(info: &CodeInfo, text: &str) -> Vec<Reported> {
    match info.kind {
        CodeKind::Error => errors(info, text),
        CodeKind::Join => text.split_once(' ').map(|(base, it)| joined(base, it).0).unwrap(),
        CodeKind::Lint => lints(text),
        CodeKind::Repair => {
            let repaired = Url::repair(text).unwrap();
            repaired.changes.iter().map(|it| (it.code, it.reason.to_owned())).collect()
        }
        CodeKind::Warning => {
            let plan = Url::parse(text).unwrap().plan().unwrap();
            plan.warnings().iter().map(|it| (it.code, it.message.to_owned())).collect()
        }
        CodeKind::Refusal => refusals(text),
        kind => panic!("a kind without a test: {kind}"),
    }
}

/// Errors whose message names a part, a character or a scheme; the catalogue has it in general.
const GENERAL: [&str; 8] = [
    "bad-escape",
    "credentials-not-allowed",
    "empty",
    "expected-delimiter",
    "forbidden-octet",
    "unexpected-byte",
    "unexpected-end",
    "wrong-scheme",
];

/// The message is what is reported of the bad example.
fn assert_message(info: &CodeInfo, found: &[Reported]) {
    let general = match info.kind {
        CodeKind::Error => GENERAL.contains(&info.code),
        // The message of a change is its reason, which depends on the text; a base is named by its scheme.
        CodeKind::Repair | CodeKind::Join => true,
        _ => false,
    };
    let messages: Vec<_> = found.iter().filter(|it| it.0 == info.code).map(|it| &it.1).collect();
    assert!(
        general || messages.iter().all(|message| *message == info.message),
        "{} {}: {messages:?}",
        info.kind,
        info.code
    );
}

#[test]
fn every_entry_can_be_produced() {
    for info in ALL {
        let name = format!("{} {}", info.kind, info.code);
        let found = reported(info, info.bad);
        let codes: BTreeSet<_> = found.iter().map(|(code, _)| *code).collect();
        assert!(codes.contains(info.code), "{name}: {codes:?}");
        // A URL may have several lints and warnings; errors, repairs and refusals are of this code alone.
        let several = matches!(info.kind, CodeKind::Lint | CodeKind::Warning);
        assert!(several || codes.len() == 1, "{name}: {codes:?}");
        assert_message(info, &found);
        let found = reported(info, info.good);
        assert!(found.iter().all(|(code, _)| *code != info.code), "{name}: {found:?}");
        if info.kind == CodeKind::Repair {
            let repaired = Url::repair(info.bad).unwrap();
            assert_eq!((repaired.url.as_str(), found.len()), (info.good, 0), "{name}");
        }
    }
}

#[test]
fn entries_are_in_order_and_in_words() {
    let keys: Vec<_> = ALL.iter().map(|info| (info.kind, info.code)).collect();
    assert!(keys.is_sorted() && keys.windows(2).all(|two| two[0] != two[1]), "{keys:?}");
    for info in ALL {
        let CodeInfo { code, message, explanation, section, .. } = *info;
        assert!(code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "{code}");
        assert!(
            !message.is_empty() && !message.ends_with('.') && !message.contains('\n'),
            "{code}"
        );
        assert!(explanation.ends_with('.') && explanation.len() > message.len() / 2, "{code}");
        let numbered = section.split('.').all(|number| number.parse::<u8>().is_ok());
        assert!(numbered || section == "Appendix", "{code}: {section}");
        assert_ne!(info.bad, info.good, "{code}");
        assert_eq!(codes::get(info.kind, code), Some(info));
        assert!(codes::find(code).any(|it| it == info));
    }
    assert_eq!(codes::find("no-such-code").count(), 0);
    assert_eq!(codes::get(CodeKind::Refusal, "unexpected-byte"), None);
}

fn assert_known(kind: CodeKind, code: &str, text: &str) {
    assert!(codes::get(kind, code).is_some(), "{kind} {code} of {text}");
}

/// Everything that is reported of a text is in the catalogue.
fn assert_catalogued(text: &[u8]) {
    let shown = String::from_utf8_lossy(text);
    match Url::parse_bytes(text) {
        Err(error) => assert_known(CodeKind::Error, error.code(), &shown),
        Ok(url) => {
            url.lints().iter().for_each(|it| assert_known(CodeKind::Lint, it.code, &shown));
            match url.plan() {
                Ok(plan) => {
                    let warnings = plan.warnings().iter();
                    warnings.for_each(|it| assert_known(CodeKind::Warning, it.code, &shown));
                }
                Err(refusal) => assert_known(CodeKind::Refusal, refusal.code, &shown),
            }
            if let Url::File(file) = url {
                let path = url1738::file::windows_path(file).err();
                path.iter().for_each(|it| assert_known(CodeKind::Refusal, it.code, &shown));
            }
        }
    }
    match Url::repair_bytes(text) {
        Ok(repaired) => {
            let changes = repaired.changes.iter();
            changes.for_each(|it| assert_known(CodeKind::Repair, it.code, &shown));
        }
        Err(error) => assert_known(CodeKind::Error, error.code(), &shown),
    }
}

/// The first cells of all tables of texts in the repository, and all lines of its lists.
fn vectors() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("tests/data/urls"), root.join("tests/conformance/data")];
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        folders.push(entry.unwrap().path().join("tests/data"));
    }
    let mut texts = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            let table = path.extension().is_some_and(|it| it == "tsv" || it == "txt");
            let Ok(text) = fs::read_to_string(&path) else { continue };
            for cell in text.lines().flat_map(|line| line.split('\t').take(3)).filter(|_| table) {
                texts.push(octets(cell));
            }
        }
    }
    texts
}

#[test]
fn nothing_else_is_reported() {
    let texts = vectors();
    assert!(texts.len() > 2_000, "{} texts", texts.len());
    texts.iter().for_each(|text| assert_catalogued(text));
}

/// Literals of the sources that look like codes and are none: names of parts for readers, and schemes of examples.
const NO_CODES: [&str; 4] = ["document-id", "message-id", "x-any", "custom"];

/// The literals in the code of a crate that look like codes, without those of its comments and tests.
fn literals(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            literals(&path, found);
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for literal in line.split('"').skip(1).step_by(2) {
                let mut words = literal.split('-');
                let word = |word: &str| {
                    !word.is_empty()
                        && word.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
                };
                // Codes of one word look like other literals, except where errors are named.
                let named = path.ends_with("diagnostics/codes.rs")
                    || line.trim_start().starts_with("code: \"");
                if (literal.contains('-') || named) && words.all(word) {
                    found.insert(literal.to_owned());
                }
            }
        }
    }
}

/// A code that is written into a source has to be in the catalogue.
#[test]
fn no_source_has_another_code() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = BTreeSet::new();
    for name in [
        "core", "ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file",
        "prospero", "relative",
    ] {
        literals(&crates.join(format!("url1738-{name}/src")), &mut found);
    }
    let unknown: Vec<_> = found
        .iter()
        .filter(|it| !NO_CODES.contains(&it.as_str()) && codes::find(it).next().is_none())
        .collect();
    assert!(unknown.is_empty(), "not in the catalogue: {unknown:?}");
    let unwritten: BTreeSet<_> =
        ALL.iter().map(|info| info.code).filter(|code| !found.contains(*code)).collect();
    // These are written in places that do not look like the others.
    assert!(unwritten.iter().all(|it| !it.contains('-')), "in no source: {unwritten:?}");
}

/// The page that rustdoc shows.
fn page() -> String {
    let mut page = String::from(
        "# Codes\n\nEvery code of the family, by kind: its message, why it is reported, an example with it and one \
         without it.\n\nThis page is generated from `url1738::codes`.\n",
    );
    let heading = [
        (CodeKind::Error, "Errors"),
        (CodeKind::Join, "Errors of relative references"),
        (CodeKind::Lint, "Lints"),
        (CodeKind::Repair, "Repairs"),
        (CodeKind::Warning, "Warnings of plans"),
        (CodeKind::Refusal, "Refusals"),
    ];
    for (kind, title) in heading {
        let _ = write!(page, "\n## {title}\n");
        for info in ALL.iter().filter(|info| info.kind == kind) {
            let CodeInfo { code, message, explanation, bad, good, section, .. } = *info;
            let section = if section == "Appendix" {
                "Appendix".to_owned()
            } else {
                format!("section {section}")
            };
            let short = |text: &str| match text.len() {
                ..80 => text.escape_debug().to_string(),
                len => format!("{}…{}", &text[..40], &text[len - 10..]),
            };
            let (bad, good) = (short(bad), short(good));
            let _ = write!(
                page,
                "\n### {kind} `{code}`\n\n{message} ({section})\n\n{explanation}\n\n| | |\n|---|---|\n| with it | `{}` |\n| without it | `{}` |\n",
                bad.replace('|', "\\|"),
                good.replace('|', "\\|"),
            );
        }
    }
    page
}

#[test]
fn the_page_is_that_of_the_catalogue() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/codes.md");
    if std::env::var_os("URL1738_WRITE").is_some() {
        fs::write(&path, page()).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap();
    assert!(written == page(), "URL1738_WRITE=1 writes docs/codes.md anew");
}
