//! The catalogue of codes: every entry can be produced, and nothing else is.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};

use url1738::{
    FileUrl, FtpUrl, GopherUrl, Host, Url,
    codes::{self, CodeInfo, CodeKind},
    syntax::{dev::octets, part::URLPATH, scheme::Cursor},
};

fn errors(info: &CodeInfo, text: &str) -> Vec<&'static CodeInfo> {
    let report = |error: url1738::Error| error.info();
    let host = || Host::parse("host.dom").unwrap();
    match info.code {
        // The pages of a zeroed vector are never touched: the length is checked first.
        "too-long" if text.ends_with('\u{2026}') => {
            let Some(len) = usize::try_from(u32::MAX).unwrap().checked_add(1) else {
                // No text is as long on a machine of 32 bits.
                return codes::get(info.kind, info.code).into_iter().collect();
            };
            let long = vec![0; len];
            Url::parse_bytes(&long).err().map(report).into_iter().collect()
        }
        "wrong-scheme" => FtpUrl::parse(text).err().map(report).into_iter().collect(),
        "forbidden-octet" => {
            let built = GopherUrl::builder(host()).unwrap().item(b'0', text);
            built.err().map(report).into_iter().collect()
        }
        "form-end" => {
            let item = GopherUrl::builder(host()).unwrap().item(b'0', "x").unwrap();
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

fn lints(text: &str) -> Vec<&'static CodeInfo> {
    if let Some((base, reference)) = text.split_once(' ') {
        return joined(base, reference).1;
    }
    let lints = Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).lints();
    lints.iter().map(|lint| lint.info).collect()
}

/// The error and the lints of a relative reference.
fn joined(base: &str, reference: &str) -> (Vec<&'static CodeInfo>, Vec<&'static CodeInfo>) {
    match Url::parse(base).unwrap().join(reference) {
        Ok(joined) => (Vec::new(), joined.lints.iter().map(|lint| lint.info).collect()),
        Err(error) => (vec![error.info()], Vec::new()),
    }
}

fn refusals(text: &str) -> Vec<&'static CodeInfo> {
    let refusals = match Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")) {
        Url::File(url) => {
            let windows = || url1738::file::Style::Windows.path_of(url).err();
            url.plan().err().or_else(|| FileUrl::to_file_path(&url).err()).or_else(windows)
        }
        url => url.plan().err(),
    };
    refusals.into_iter().map(|refusal| refusal.info).collect()
}

/// What is reported of a text in the way of the entry's kind.
fn reported(info: &CodeInfo, text: &str) -> Vec<&'static CodeInfo> {
    match info.kind {
        CodeKind::Error => errors(info, text),
        CodeKind::Join => text.split_once(' ').map(|(base, it)| joined(base, it).0).unwrap(),
        CodeKind::Lint => lints(text),
        // A valid URL is repaired only on request.
        CodeKind::Repair if info.code == "unknown-scheme" => {
            let mut infos = Vec::new();
            Url::repair_scheme(text.as_bytes(), &mut |change| infos.push(change.info));
            infos
        }
        CodeKind::Repair => {
            let repaired = Url::repair(text).unwrap();
            repaired.changes.iter().map(|it| it.info).collect()
        }
        CodeKind::Warning => {
            let plan = Url::parse(text).unwrap().plan().unwrap();
            plan.warnings.iter().map(|it| it.info).collect()
        }
        CodeKind::Refusal => refusals(text),
        kind => panic!("a kind without a test: {kind}"),
    }
}

#[test]
fn every_entry_can_be_produced() {
    for info in codes::all() {
        let name = format!("{} {}", info.kind, info.code);
        let found = reported(info, info.bad);
        let codes: BTreeSet<_> = found.iter().map(|info| info.code).collect();
        assert!(found.contains(&info), "{name}: {codes:?}");
        // A URL may have several lints and warnings; errors, repairs and refusals are of this code alone.
        let several = matches!(info.kind, CodeKind::Lint | CodeKind::Warning);
        assert!(several || codes.len() == 1, "{name}: {codes:?}");
        let found = reported(info, info.good);
        assert!(found.iter().all(|it| it.code != info.code), "{name}: {found:?}");
        if info.kind == CodeKind::Repair {
            let guessed = Url::repair_scheme(info.bad.as_bytes(), &mut |_| ());
            let repaired = guessed.unwrap_or_else(|| Url::repair(info.bad).unwrap());
            assert_eq!((repaired.url.as_str(), found.len()), (info.good, 0), "{name}");
        }
    }
}

#[test]
fn entries_are_of_one_code_each_and_in_words() {
    let keys: BTreeSet<_> = codes::all().map(|info| (info.kind, info.code)).collect();
    assert_eq!(keys.len(), codes::all().count());
    for info in codes::all() {
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

/// An error and the repair that removes it are the only kinds that share a code.
#[test]
fn a_code_names_one_finding() {
    for info in codes::all() {
        let kinds: Vec<_> = codes::find(info.code).map(|it| it.kind).collect();
        let one = kinds.len() == 1 || kinds == [CodeKind::Error, CodeKind::Repair];
        assert!(one, "{}: {kinds:?}", info.code);
    }
}

/// Everything that is reported of a text is in the catalogue, under its kind.
fn assert_catalogued(text: &[u8]) {
    let shown = String::from_utf8_lossy(text);
    let known = |kind: CodeKind, info: &CodeInfo| {
        assert_eq!(info.kind, kind, "{info:?} of {shown}");
        assert!(codes::get(kind, info.code).is_some(), "{info:?} of {shown}");
    };
    match Url::parse_bytes(text) {
        Err(error) => known(CodeKind::Error, error.info()),
        Ok(url) => {
            url.lints().iter().for_each(|it| known(CodeKind::Lint, it.info));
            match url.plan() {
                Ok(plan) => {
                    let kind = |info: &CodeInfo| match info.kind {
                        CodeKind::Lint => CodeKind::Lint,
                        _ => CodeKind::Warning,
                    };
                    plan.warnings.iter().for_each(|it| known(kind(it.info), it.info));
                }
                Err(refusal) => known(CodeKind::Refusal, refusal.info),
            }
            if let Url::File(file) = url {
                let path = url1738::file::Style::Windows.path_of(file).err();
                path.iter().for_each(|it| known(CodeKind::Refusal, it.info));
            }
        }
    }
    match Url::repair(text) {
        Ok(repaired) => repaired.changes.iter().for_each(|it| known(CodeKind::Repair, it.info)),
        Err(error) => known(CodeKind::Error, error.info()),
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

/// Every declaration in a source of the libraries is in the list of its crate, and so in the catalogue.
#[test]
fn every_declaration_is_listed() {
    // A row of `codes!` is declared and listed at once.
    let is_row = |line: &&str| {
        let kind = line.strip_prefix("    ").and_then(|line| line.split_once(' '));
        kind.is_some_and(|(kind, rest)| {
            ["Error", "Join", "Lint", "Repair", "Warning", "Refusal"].contains(&kind)
                && rest.starts_with(|c: char| c.is_ascii_uppercase())
                && rest.ends_with(':')
        })
    };
    // And so is one of `listed!`, which gives the type.
    let is_listed = |line: &&str| {
        let declared = line.strip_prefix("    ").and_then(|line| line.split_once("static "));
        declared.and_then(|(_, rest)| rest.split_once(" =")).is_some_and(|(name, _)| {
            name.bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        })
    };
    let mut declared = 0;
    for path in crate::umbrella::sources() {
        let source = fs::read_to_string(&path).unwrap();
        let is_declaration = |line: &&str| {
            is_row(line)
                || is_listed(line)
                || line.starts_with(|c: char| c.is_ascii_lowercase())
                    && line.contains(": CodeInfo =")
        };
        let is_program = path.components().any(|part| part.as_os_str() == "url1738-cli");
        declared += source.lines().filter(is_declaration).filter(|_| !is_program).count();
    }
    assert_eq!(
        declared,
        codes::all().count(),
        "a declaration is missing in the list `CODES` of its crate"
    );
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
        let mut codes: Vec<_> = codes::all().filter(|info| info.kind == kind).collect();
        codes.sort_unstable_by_key(|info| info.code);
        for info in codes {
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
