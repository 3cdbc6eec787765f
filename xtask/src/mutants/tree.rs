//! A copy of the repository with all mutants in it, compiled.

use core::ops::Range;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

use serde_json::Value;

use super::{
    list::{Genre, Mutant},
    schema::{Rendered, Schema},
};
use crate::cargo::{Failure, top};

/// The toolchain that can call a function of the run time from `const fn`.
const TOOLCHAIN: &str = "nightly";
/// The crate that says which mutant runs. It has unsafe code, so the tree forbids that only to its own crates.
const SWITCH: &str = include_str!("on.rs.txt");
/// The tests run thousands of times, and are linked once.
const PROFILE: &str = r#"
[profile.schemata]
inherits = "dev"
opt-level = 1
debug = false
incremental = false
codegen-units = 16

[profile.schemata.package.url1738]
opt-level = 0

[profile.schemata.package.url1738-core]
opt-level = 1

[profile.schemata.package.url1738-conformance]
opt-level = 1
"#;

/// What became of the mutants when they were compiled.
#[derive(Debug, Default)]
pub(super) struct Compiled {
    /// Can be chosen at run time.
    pub(super) ready: BTreeSet<u32>,
    /// Do not compile, and would not one by one either.
    pub(super) unviable: BTreeSet<u32>,
}

/// A test binary.
#[derive(Clone, Debug)]
pub(super) struct Binary {
    pub(super) package: String,
    /// `url1738::it`
    pub(super) name: String,
    pub(super) path: PathBuf,
    /// The folder of the package, in which its tests run.
    pub(super) folder: PathBuf,
    /// The names of its tests, if it is made of the examples of the docs.
    pub(super) examples: Option<Vec<String>>,
}

/// Copies the files that git tracks, with their uncommitted changes, but not the repository.
///
/// Files that are already there with the same text stay as they are, so that they are not compiled again; those that get
/// mutants are written later.
pub(super) fn copy(to: &Path, mutants: &[Mutant]) -> Result<(), Failure> {
    let manifests = mutants.iter().map(|it| format!("crates/{}/Cargo.toml", it.package));
    let mut changed: BTreeSet<String> =
        mutants.iter().map(|it| it.file.clone()).chain(manifests).collect();
    changed.insert("Cargo.toml".to_owned());
    let files = Command::new("git")
        .current_dir(top())
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .output()?;
    let files = String::from_utf8_lossy(&files.stdout).into_owned();
    let files: BTreeSet<&str> =
        files.split('\0').filter(|file| top().join(file).is_file()).collect();
    for file in files.iter().filter(|file| !changed.contains(**file)) {
        write(&to.join(file), &fs::read(top().join(file))?)?;
    }
    // A module that was moved would be in the tree twice.
    remove_others(&to.join("crates"), &|path| {
        let name = path.strip_prefix(to).unwrap_or(path).to_string_lossy();
        files.contains(&*name) || name.starts_with("crates/url1738-mutant/")
    })
}

fn remove_others(folder: &Path, keep: &impl Fn(&Path) -> bool) -> Result<(), Failure> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(&path, keep)?;
        } else if !keep(&path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

fn write(path: &Path, text: &[u8]) -> Result<(), Failure> {
    if fs::read(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    Ok(fs::write(path, text)?)
}

/// Writes all mutants into the tree, and drops those that do not compile.
pub(super) fn compile(tree: &Path, built: &str, mutants: &[Mutant]) -> Result<Compiled, Failure> {
    prepare(tree, mutants)?;
    let mut by_file = BTreeMap::<&str, Vec<&Mutant>>::new();
    for mutant in mutants {
        by_file.entry(&mutant.file).or_default().push(mutant);
    }
    let mut schemas = BTreeMap::new();
    for (file, mutants) in &by_file {
        let source = fs::read_to_string(top().join(file))?;
        let schema = Schema::new(&source, mutants)
            .map_err(|error| Failure::new(format!("{file}: {error}")))?;
        schemas.insert(*file, schema);
    }
    let packages: BTreeSet<&str> = mutants.iter().map(|it| it.package.as_str()).collect();
    let mut compiled = Compiled {
        ready: schemas.values().flat_map(Schema::ids).collect(),
        unviable: BTreeSet::new(),
    };
    let by_id: BTreeMap<u32, &Mutant> = mutants.iter().map(|it| (it.id, it)).collect();
    // What did not compile the last time is left out at once, so that the same mutants give the same tree.
    let left_out = tree.with_extension("left-out");
    let known = fs::read_to_string(&left_out).unwrap_or_default();
    let known: BTreeMap<&str, &str> =
        known.lines().filter_map(|line| line.split_once('\t')).collect();
    let key = |it: &Mutant| format!("{} {} {}", it.package, it.digest, it.name);
    let mut dropped = BTreeSet::new();
    for mutant in mutants {
        let Some(why) = known.get(&*key(mutant)) else { continue };
        dropped.insert(mutant.id);
        if *why == UNVIABLE {
            compiled.unviable.insert(mutant.id);
        }
    }
    loop {
        let mut rendered = BTreeMap::new();
        for (file, schema) in &schemas {
            let text = schema.render(&dropped);
            write(&tree.join(file), text.text.as_bytes())?;
            rendered.insert(*file, text);
        }
        let mut errors = check(tree, built, &["check", "--lib", "--keep-going"], &packages)?;
        if errors.is_empty() {
            // Some code is compiled for unit tests only.
            errors =
                check(tree, built, &["test", "--no-run", "--lib", "--no-fail-fast"], &packages)?;
        }
        if errors.is_empty() {
            compiled.ready.retain(|id| !dropped.contains(id));
            let lines = dropped.iter().filter_map(|id| {
                let why = if compiled.unviable.contains(id) { UNVIABLE } else { "left out" };
                Some(format!("{}\t{why}\n", key(by_id.get(id)?)))
            });
            fs::write(left_out, lines.collect::<String>())?;
            return Ok(compiled);
        }
        let before = dropped.len();
        for error in &errors {
            let mut blamed = error.blamed(&rendered);
            if blamed.is_empty() && error.code == NOT_EXHAUSTIVE {
                let is_arm = |id: &u32| by_id.get(id).is_some_and(|it| it.genre == Genre::MatchArm);
                blamed = error.within(&rendered).into_iter().filter(is_arm).collect();
            }
            for id in blamed {
                let is_value = by_id.get(&id).is_some_and(|it| it.genre == Genre::FnValue);
                // The replaced operator does not exist for these operands: one by one it would not either.
                let is_operator = ["E0369", "E0368", "E0277"].contains(&error.code.as_str());
                if (is_value || is_operator) && error.is_within_one(&rendered) {
                    compiled.unviable.insert(id);
                }
                dropped.insert(id);
            }
        }
        eprintln!("{} errors: {} mutants left out", errors.len(), dropped.len());
        if dropped.len() == before {
            let texts: Vec<&str> = errors.iter().map(|error| error.text.as_str()).collect();
            return Err(Failure::new(format!("not because of a mutant:\n{}", texts.join("\n"))));
        }
    }
}

/// Adds the crate that says which mutant runs, and the profile of the tests.
fn prepare(tree: &Path, mutants: &[Mutant]) -> Result<(), Failure> {
    let switch = tree.join("crates/url1738-mutant");
    fs::create_dir_all(switch.join("src"))?;
    let manifest =
        "[package]\nname = \"url1738-mutant\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    write(&switch.join("Cargo.toml"), manifest.as_bytes())?;
    write(&switch.join("src/lib.rs"), SWITCH.as_bytes())?;
    let workspace = fs::read_to_string(top().join("Cargo.toml"))?;
    write(&tree.join("Cargo.toml"), format!("{workspace}{PROFILE}").as_bytes())?;
    let packages: BTreeSet<&str> = mutants.iter().map(|it| it.package.as_str()).collect();
    for package in packages {
        let path = format!("crates/{package}/Cargo.toml");
        let manifest = fs::read_to_string(top().join(&path))?;
        let dependency = "[dependencies]\nurl1738-mutant = { path = \"../url1738-mutant\" }\n";
        write(&tree.join(path), manifest.replacen("[dependencies]\n", dependency, 1).as_bytes())?;
    }
    Ok(())
}

const UNVIABLE: &str = "unviable";

/// The error of a `match` whose last arms have conditions, which is at its head.
const NOT_EXHAUSTIVE: &str = "E0004";

/// A compile error, with the places in files of the tree that it names, the main ones first.
struct Error {
    code: String,
    text: String,
    places: Vec<(String, Range<usize>)>,
    /// The end of the last place that rustc suggests to change.
    suggested: usize,
}

impl Error {
    fn blamed(&self, rendered: &BTreeMap<&str, Rendered>) -> Vec<u32> {
        let blamed = |(file, place): &(String, Range<usize>)| {
            rendered.get(file.as_str()).map(|it| it.blamed(place)).filter(|ids| !ids.is_empty())
        };
        self.places.iter().find_map(blamed).unwrap_or_default()
    }

    /// Returns the mutants between the error and what rustc suggests to change.
    fn within(&self, rendered: &BTreeMap<&str, Rendered>) -> Vec<u32> {
        let Some((file, place)) = self.places.first() else { return Vec::new() };
        let ids = rendered.get(file.as_str()).map(|it| it.within(&(place.start..self.suggested)));
        ids.unwrap_or_default()
    }

    fn is_within_one(&self, rendered: &BTreeMap<&str, Rendered>) -> bool {
        self.places.first().is_some_and(|(file, place)| {
            rendered.get(file.as_str()).is_some_and(|it| it.is_piece(place))
        })
    }
}

fn cargo(tree: &Path, built: &str, words: &[&str], packages: &BTreeSet<&str>) -> Command {
    let mut command = Command::new("rustup");
    command.current_dir(tree).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    command.env("RUSTFLAGS", "--cap-lints allow").env("CARGO_TARGET_DIR", built);
    command.args(["run", TOOLCHAIN, "cargo"]).args(words);
    command.args(["--offline", "--profile", "schemata", "--all-features"]);
    command.arg("--message-format=json");
    for package in packages {
        command.args(["--package", package]);
    }
    command
}

fn check(
    tree: &Path,
    built: &str,
    words: &[&str],
    packages: &BTreeSet<&str>,
) -> Result<Vec<Error>, Failure> {
    let output = cargo(tree, built, words, packages).output()?;
    let mut errors = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(entry) = serde_json::from_str::<Value>(line) else { continue };
        let message = &entry["message"];
        if entry["reason"] != "compiler-message" || message["level"] != "error" {
            continue;
        }
        let mut places: Vec<(bool, (String, Range<usize>))> = Vec::new();
        for span in message["spans"].as_array().into_iter().flatten() {
            let primary = span["is_primary"] == true;
            let mut span = span;
            // A macro is called in the file that has the mutant.
            loop {
                let number = |key: &str| {
                    span[key].as_u64().and_then(|it| usize::try_from(it).ok()).unwrap_or_default()
                };
                let file = span["file_name"].as_str().unwrap_or_default().to_owned();
                places.push((!primary, (file, number("byte_start")..number("byte_end"))));
                span = &span["expansion"]["span"];
                if span.is_null() {
                    break;
                }
            }
        }
        places.sort_by_key(|(secondary, _)| *secondary);
        let text = message["rendered"].as_str().unwrap_or_default().to_owned();
        if places.is_empty() && text.contains("aborting due to") {
            continue;
        }
        let places = places.into_iter().map(|(_, place)| place).collect();
        let code = message["code"]["code"].as_str().unwrap_or_default().to_owned();
        let children = message["children"].as_array().into_iter().flatten();
        let helps = children.filter(|child| child["level"] == "help");
        let spans = helps.flat_map(|help| help["spans"].as_array().into_iter().flatten());
        let ends = spans.filter_map(|span| usize::try_from(span["byte_end"].as_u64()?).ok());
        let suggested = ends.max().unwrap_or_default();
        errors.push(Error { code, text, places, suggested });
    }
    if errors.is_empty() && !output.status.success() {
        return Err(Failure::new(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(errors)
}

/// Builds the tests of the packages, and returns their binaries.
pub(super) fn binaries(
    tree: &Path,
    built: &str,
    packages: &BTreeSet<&str>,
) -> Result<Vec<Binary>, Failure> {
    let output = cargo(tree, built, &["test", "--no-run", "--lib", "--tests"], packages)
        .stderr(std::process::Stdio::inherit())
        .output()?;
    if !output.status.success() {
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        let messages = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let texts: Vec<String> = messages
            .filter_map(|it| it["message"]["rendered"].as_str().map(ToOwned::to_owned))
            .collect();
        return Err(Failure::new(format!("{}\nthe tests do not build", texts.join("\n"))));
    }
    let mut binaries = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(entry) = serde_json::from_str::<Value>(line) else { continue };
        let (Some(path), true) = (entry["executable"].as_str(), entry["profile"]["test"] == true)
        else {
            continue;
        };
        let manifest = PathBuf::from(entry["manifest_path"].as_str().unwrap_or_default());
        let folder = manifest.parent().map(Path::to_path_buf).unwrap_or_default();
        let package = package_name(&manifest)?;
        let target = entry["target"]["name"].as_str().unwrap_or_default();
        binaries.push(Binary {
            name: format!("{package}::{target}"),
            package,
            path: PathBuf::from(path),
            folder,
            examples: None,
        });
    }
    Ok(binaries)
}

/// Builds the examples of the docs of the packages, one binary each: rustdoc merges those of an edition.
pub(super) fn examples(
    tree: &Path,
    built: &str,
    packages: &BTreeSet<&str>,
) -> Result<Vec<Binary>, Failure> {
    let mut binaries = Vec::new();
    for package in packages {
        let manifest = tree.join("crates").join(package).join("Cargo.toml");
        if !manifest.is_file() {
            continue;
        }
        let kept = Path::new(built).join("examples").join(package);
        let merged = kept.join("merged_doctest_2024_0");
        if !is_newer(&merged.join("rust_out"), &tree.join("crates")) {
            let _ = fs::remove_dir_all(&kept);
            fs::create_dir_all(&kept)?;
            eprintln!("   Compiling the examples of {package}");
            // The status is an error if there are examples that must not compile.
            cargo(tree, built, &["test", "--doc"], &BTreeSet::from([*package]))
                .env(
                    "RUSTDOCFLAGS",
                    format!(
                        "--cap-lints allow -Zunstable-options --no-run --persist-doctests {}",
                        kept.display()
                    ),
                )
                .output()?;
        }
        let Ok(runner) = fs::read_to_string(merged.join("doctest_runner_2024.rs")) else {
            continue;
        };
        let descriptions = runner.split("TestDescAndFn::new_doctest(").skip(1);
        let names = descriptions.map(|it| it.split('"').nth(1).unwrap_or_default().to_owned());
        binaries.push(Binary {
            name: format!("{package}::docs"),
            package: (*package).to_owned(),
            path: merged.join("rust_out"),
            folder: manifest.parent().map(Path::to_path_buf).unwrap_or_default(),
            examples: Some(names.collect()),
        });
    }
    Ok(binaries)
}

/// Returns whether a file is newer than the sources and documents of all crates in the folder.
fn is_newer(file: &Path, folder: &Path) -> bool {
    fn newest(folder: &Path) -> Option<SystemTime> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let times = entries.filter_map(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() && entry.file_name() == "tests" => None,
            Ok(kind) if kind.is_dir() => newest(&entry.path()),
            _ => entry.metadata().ok()?.modified().ok(),
        });
        times.max()
    }
    let built = fs::metadata(file).and_then(|data| data.modified());
    built.is_ok_and(|built| newest(folder).is_some_and(|newest| newest < built))
}

fn package_name(manifest: &Path) -> Result<String, Failure> {
    let text = fs::read_to_string(manifest)?;
    let name = text.lines().find_map(|line| line.strip_prefix("name = \""));
    Ok(name.and_then(|name| name.split('"').next()).unwrap_or_default().to_owned())
}
