//! The lines and regions of the libraries that their tests run (cargo-llvm-cov).

use core::fmt::Write as _;
use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;

use crate::{
    cargo::{Failure, Run, target, top},
    family, tools,
};

/// The percentage of lines that the tests have to run.
pub(crate) const LEAST: f64 = 99.0;
/// Debian's paths of the LLVM tools that match this Rust; used if the variables are not set.
const LLVM: [(&str, &str); 2] =
    [("LLVM_COV", "/usr/bin/llvm-cov-22"), ("LLVM_PROFDATA", "/usr/bin/llvm-profdata-22")];

/// Tests that take minutes when instrumented, and run no line that the other tests do not.
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
    /// Only report on the last run, without running the tests again
    #[arg(long)]
    report: bool,
}

/// The counts of one crate: how many are run, and how many exist.
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
        return Err(Failure::new(format!("less than {LEAST} % of the lines are run")));
    }
    Ok(())
}

pub(crate) fn total(crates: &BTreeMap<String, Counts>) -> Counts {
    let mut all = Counts::default();
    crates.values().for_each(|counts| all.add(*counts));
    all
}

/// Runs the tests of the libraries and returns the counts of each.
pub(crate) fn run(only_report: bool) -> Result<BTreeMap<String, Counts>, Failure> {
    tools::need("llvm-cov")?;
    if !only_report {
        let mut packages = vec!["--package=url1738".to_owned()];
        packages.extend(family::schemes().map(|name| format!("--package=url1738-{name}")));
        packages.extend(["core", "context"].map(|name| format!("--package=url1738-{name}")));
        // Counts of earlier sources would be added to the lines of the present ones.
        llvm(["clean", "--workspace"]).run()?;
        let conformance = "--package=url1738-conformance".to_owned();
        tests(packages.iter().chain([&conformance])).run()?;
        // The blocks for processors without SSE2 are run as well.
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
    let report: Value = serde_json::from_str(&fs::read_to_string(&file)?)
        .map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
    let mut crates: BTreeMap<String, Counts> = BTreeMap::new();
    for file in report["data"][0]["files"].as_array().into_iter().flatten() {
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
        return Err(Failure::new("the report of cargo llvm-cov names no library"));
    }
    Ok(crates)
}

/// Returns a call that tests these packages, without the tests that take minutes.
fn tests<'a>(packages: impl IntoIterator<Item = &'a String>) -> Run {
    // Not optimised: building with counters takes longer than running.
    let run = llvm(["--no-report", "--profile", "mutants", "--all-features", "--no-fail-fast"])
        .args(["--lib", "--test", "it"]);
    let run = packages.into_iter().fold(run, |run, package| run.args([package]));
    let run = run.args(["--"]);
    LONG.iter().fold(run, |run, test| run.args(["--skip", test])).env("PROPTEST_CASES", "100")
}

/// Returns the lines that no test runs, one source file per line.
fn missing() -> Result<String, Failure> {
    let printed = report().args(["--show-missing-lines"]).output()?;
    let lines = printed.lines().skip_while(|line| !line.starts_with("Uncovered Lines"));
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

/// Returns the crate of a source file, if it is one of the libraries.
fn library(path: &Path) -> Option<String> {
    let path = path.strip_prefix(top().join("crates")).ok()?;
    let mut names = path.components().map(|name| name.as_os_str().to_string_lossy().into_owned());
    let (name, folder) = (names.next()?, names.next()?);
    let others = ["url1738-arrow", "url1738-cli", "url1738-datafusion"];
    (folder == "src" && !others.contains(&name.as_str())).then_some(name)
}

/// Returns a call that reports. Examples in the docs count if a nightly rustdoc could run them.
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
