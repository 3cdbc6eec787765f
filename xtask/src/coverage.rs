//! The lines and regions of the libraries that their tests run: `cargo xtask coverage` (cargo-llvm-cov).

use core::fmt::Write as _;
use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;

use crate::{
    cargo::{Failure, Run, target, top},
    tidy::SCHEMES,
    tools,
};

/// The part of the lines that the tests have to run, in hundredths.
pub(crate) const LEAST: f64 = 99.0;
/// What Debian calls the tools of the LLVM that this Rust is made with.
const LLVM: [(&str, &str); 2] =
    [("LLVM_COV", "/usr/bin/llvm-cov-22"), ("LLVM_PROFDATA", "/usr/bin/llvm-profdata-22")];

/// Tests that take minutes with counters in them, and run no line that the others do not.
const LONG: [&str; 6] = [
    "every_string_of_one_or_two",
    "every_row_has_its_outcome",
    "the_crates_read_exactly",
    "automata::",
    "suites::",
    "splits::",
];

#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct Options {
    /// Only report on the last run
    #[arg(long)]
    report: bool,
}

/// Of one crate: how many are run, and how many there are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) lines: [u64; 2],
    pub(crate) regions: [u64; 2],
}

impl Counts {
    fn add(&mut self, other: Self) {
        for at in 0..2 {
            self.lines[at] += other.lines[at];
            self.regions[at] += other.regions[at];
        }
    }
}

pub(crate) fn share([run, all]: [u64; 2]) -> f64 {
    100.0 * run as f64 / all.max(1) as f64
}

pub(crate) fn coverage(options: &Options) -> Result<(), Failure> {
    let crates = run(options.report)?;
    let row = |name: &str, counts: &Counts| {
        let [lines, all] = counts.lines;
        let (of_lines, of_regions) = (share(counts.lines), share(counts.regions));
        println!(
            "{name:<20} {lines:>6} of {all:<6} {of_lines:>6.2} % of lines {of_regions:>6.2} % of regions"
        );
    };
    crates.iter().for_each(|(name, counts)| row(name, counts));
    let all = total(&crates);
    row("all", &all);
    println!("{}", missing()?);
    if share(all.lines) < LEAST {
        return Err(Failure::new(format!("fewer than {LEAST} % of the lines are run")));
    }
    Ok(())
}

pub(crate) fn total(crates: &BTreeMap<String, Counts>) -> Counts {
    let mut all = Counts::default();
    crates.values().for_each(|counts| all.add(*counts));
    all
}

/// The tests of the libraries, and what they ran.
pub(crate) fn run(only_report: bool) -> Result<BTreeMap<String, Counts>, Failure> {
    tools::need("llvm-cov")?;
    if !only_report {
        let mut packages = vec!["--package=url1738".to_owned()];
        packages.extend(SCHEMES.map(|name| format!("--package=url1738-{name}")));
        packages.extend(["core", "context"].map(|name| format!("--package=url1738-{name}")));
        // What earlier sources were run would be told of the lines of these.
        llvm(["clean", "--workspace"]).run()?;
        let conformance = "--package=url1738-conformance".to_owned();
        tests(packages.iter().chain([&conformance])).run()?;
        // What other processors run in place of the vectors of this one.
        tests(&["--package=url1738-core".to_owned()])
            .env("RUSTFLAGS", "--cfg url1738_portable")
            .run()?;
        // The examples of the docs are tests as well; only a nightly rustdoc counts what they run.
        if nightly() {
            llvm(["--no-report", "--profile", "mutants", "--all-features", "--doc"])
                .args(&packages)
                .run()?;
        }
    }
    let file = target().join("coverage.json");
    report()
        .args(["--json", "--summary-only", "--output-path", &file.display().to_string()])
        .run()?;
    let told: Value = serde_json::from_str(&fs::read_to_string(&file)?)
        .map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
    let mut crates: BTreeMap<String, Counts> = BTreeMap::new();
    for file in told["data"][0]["files"].as_array().into_iter().flatten() {
        let Some(name) = file["filename"].as_str().and_then(|path| library(Path::new(path))) else {
            continue;
        };
        let pair = |of: &str| {
            ["covered", "count"].map(|key| file["summary"][of][key].as_u64().unwrap_or_default())
        };
        let counts = Counts { lines: pair("lines"), regions: pair("regions") };
        crates.entry(name).or_default().add(counts);
    }
    if crates.is_empty() {
        return Err(Failure::new("cargo llvm-cov tells of no library"));
    }
    Ok(crates)
}

/// The tests of these packages, without those that take minutes.
fn tests<'a>(packages: impl IntoIterator<Item = &'a String>) -> Run {
    // Not optimised: what counts is how soon all of it is built with its counters.
    let run = llvm(["--no-report", "--profile", "mutants", "--all-features", "--no-fail-fast"])
        .args(["--lib", "--test", "it"]);
    let run = packages.into_iter().fold(run, |run, package| run.args([package]));
    let run = run.args(["--"]);
    LONG.iter().fold(run, |run, test| run.args(["--skip", test])).env("PROPTEST_CASES", "100")
}

/// The lines that no test runs, a file a line.
fn missing() -> Result<String, Failure> {
    let told = report().args(["--show-missing-lines"]).output()?;
    let lines = told.lines().skip_while(|line| !line.starts_with("Uncovered Lines"));
    let mut text = String::new();
    for line in lines.skip(1) {
        let Some((path, lines)) = line.split_once(": ") else { continue };
        if library(Path::new(path)).is_some() {
            let path = Path::new(path).strip_prefix(top()).unwrap_or(Path::new(path));
            let _ = writeln!(text, "not run: {}: {lines}", path.display());
        }
    }
    Ok(text)
}

/// The crate that a source file is of, if it is one of the libraries.
fn library(path: &Path) -> Option<String> {
    let path = path.strip_prefix(top().join("crates")).ok()?;
    let mut names = path.components().map(|name| name.as_os_str().to_string_lossy().into_owned());
    let (name, folder) = (names.next()?, names.next()?);
    (folder == "src" && name != "url1738-cli" && name != "url1738-datafusion").then_some(name)
}

/// The report, in which the examples of the docs count where they could be run.
fn report() -> Run {
    let report = llvm(["report", "--profile", "mutants"]);
    if nightly() { report.args(["--doctests"]) } else { report }
}

fn llvm<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Run {
    let cargo =
        if nightly() { Run::toolchain("nightly", ["llvm-cov"]) } else { Run::cargo(["llvm-cov"]) };
    let mut run = cargo.args(arguments);
    for (name, path) in LLVM {
        if std::env::var_os(name).is_none() && Path::new(path).exists() {
            run = run.env(name, path);
        }
    }
    run
}

fn nightly() -> bool {
    tools::has_toolchain("nightly")
}
