//! A short form of every attack on the crates, with one table of results.

use std::process::Command;

use crate::{
    cargo::{Failure, Run, target, top},
    complexity, coverage, deps, fuzz, mutants, tidy, tools,
};

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Options {
    /// Seconds that each fuzz target runs
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Hours that the fuzz targets run in all, on the blocks of this processor and on the portable ones
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    hours: Option<u64>,
    /// Part of the mutants to try: every N-th of the list, beginning with the K-th
    #[arg(long, default_value = "0/400", value_name = "K/N")]
    shard: String,
    /// Number of times that the program is killed and run again
    #[arg(long, default_value_t = 20)]
    kills: u32,
    /// Checks to run: deps, attacks, lengths, complexity, faults, coverage, fuzz, mutants [default: all]
    checks: Vec<String>,
}

/// The result of one check.
enum Score {
    /// Passed, with the figures.
    Passed(String),
    Failed(String),
    /// Not run, because the machine lacks a program that xtask does not install.
    Skipped(String),
}

/// The exit status if no check failed, but some were not run.
const INCOMPLETE: u8 = 3;

/// Runs the checks and prints one table.
///
/// # Errors
/// Returns an error if a check failed, if a tool cannot be installed, or, with status 3, if a check was skipped.
pub(crate) fn robustness(options: &Options) -> Result<(), Failure> {
    type Check<'a> = (&'static str, &'a dyn Fn() -> Score);
    let checks: [Check<'_>; 8] = [
        ("deps", &|| scored(dependencies)),
        ("attacks", &|| scored(attacks)),
        ("lengths", &|| with(memory, lengths)),
        ("complexity", &|| with(callgrind, ratios)),
        ("faults", &|| with(bash, || faults(options.kills))),
        ("coverage", &|| scored(covered)),
        ("fuzz", &|| with(nightly, || fuzzed(options))),
        ("mutants", &|| scored(|| mutated(&options.shard))),
    ];
    let unknown = options.checks.iter().find(|it| checks.iter().all(|(name, _)| name != it));
    if let Some(unknown) = unknown {
        return Err(Failure::new(format!("unknown check {unknown}")));
    }
    let asked =
        |name: &str| options.checks.is_empty() || options.checks.iter().any(|it| it == name);
    let scores: Vec<(&str, Score)> = checks
        .into_iter()
        .filter(|(name, _)| asked(name))
        .map(|(name, run)| {
            let score = run();
            // All checks together take a while, so each result is printed at once.
            println!("{}", row(name, &score));
            (name, score)
        })
        .collect();
    println!("| check | outcome | figures |\n|---|---|---|");
    scores.iter().for_each(|(check, score)| println!("{}", row(check, score)));
    let count = |of: fn(&Score) -> bool| scores.iter().filter(|(_, score)| of(score)).count();
    let all = scores.len();
    match (
        count(|score| matches!(score, Score::Failed(_))),
        count(|score| matches!(score, Score::Skipped(_))),
    ) {
        (0, 0) => Ok(()),
        (0, skipped) => {
            let mut failure = Failure::new(format!("{skipped} of {all} checks were not run"));
            failure.status = INCOMPLETE;
            Err(failure)
        }
        (failed, _) => Err(Failure::new(format!("{failed} of {all} checks failed"))),
    }
}

fn row(check: &str, score: &Score) -> String {
    let (outcome, figures) = match score {
        Score::Passed(figures) => ("passed", figures),
        Score::Failed(figures) => ("failed", figures),
        Score::Skipped(figures) => ("skipped", figures),
    };
    format!("| {check} | {outcome} | {} |", figures.trim().replace('\n', "; "))
}

fn scored(run: impl FnOnce() -> Result<String, Failure>) -> Score {
    run().map_or_else(|failure| Score::Failed(failure.to_string()), Score::Passed)
}

/// Runs a check if the machine has what it needs. Tools that xtask installs do not count: the
/// check fails if they cannot be installed.
fn with(
    program: impl FnOnce() -> Result<(), Failure>,
    run: impl FnOnce() -> Result<String, Failure>,
) -> Score {
    match program() {
        Ok(()) => scored(run),
        Err(failure) => Score::Skipped(failure.to_string()),
    }
}

fn has(program: &str, how: &str) -> Result<(), Failure> {
    let version = Command::new(program).arg("--version").output();
    version.map(drop).map_err(|_| Failure::new(format!("{program} is not installed ({how})")))
}

fn callgrind() -> Result<(), Failure> {
    has("valgrind", "apt-get install valgrind")
}

fn bash() -> Result<(), Failure> {
    has("bash", "apt-get install bash")
}

/// The memory that a URL of more than 4 GiB takes while it is built, in KiB.
const LENGTHS_KIB: u64 = 10 << 20;

fn memory() -> Result<(), Failure> {
    let available = std::fs::read_to_string("/proc/meminfo").ok().and_then(|all| {
        let line = all.lines().find(|line| line.starts_with("MemAvailable:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    match available {
        Some(kib) if kib >= LENGTHS_KIB => Ok(()),
        Some(kib) => Err(Failure::new(format!(
            "10 GiB of memory are needed, {} MiB are available",
            kib / 1024
        ))),
        None => Err(Failure::new("10 GiB of memory are needed; the available memory is unknown")),
    }
}

fn nightly() -> Result<(), Failure> {
    if tools::has_toolchain("nightly") {
        return Ok(());
    }
    Err(Failure::new("nightly Rust is not installed (rustup toolchain install nightly)"))
}

/// Checks the dependencies of the libraries, and the lints against panics that each of them denies.
fn dependencies() -> Result<String, Failure> {
    tidy::tidy()?;
    deps::deps(&deps::Options::default())?;
    let foreign = deps::BUDGET.iter().filter(|name| !name.starts_with("url1738")).count();
    Ok(format!(
        "licenses, bans, sources; no unused dependency; {foreign} crates in the budget; no unsafe code, six lints \
         against panics denied in every library"
    ))
}

/// Runs the tests over the hostile inputs: of the libraries, of the search, of the program.
fn attacks() -> Result<String, Failure> {
    let test = |package: &str, name: &str| {
        Run::cargo(["test", "--quiet", "--locked", "--package", package, "--test", "it", name])
            .output()
    };
    test("url1738", "attacks::")?;
    test("url1738-context", "hostile::")?;
    test("url1738-cli", "attacks::")?;
    let rows = std::fs::read_to_string(top().join("crates/url1738/tests/data/attacks.tsv"))?;
    Ok(format!("{} inputs have the expected outcome", rows.lines().count() - 1))
}

/// Builds a URL of more than 4 GiB - 1, the limit. The test is left out of others because of its memory.
fn lengths() -> Result<String, Failure> {
    let of = ["test", "--quiet", "--locked", "--package", "url1738", "--all-features"];
    let ran =
        Run::cargo(of).args(["--test", "it", "what_is_too_long", "--", "--ignored"]).output()?;
    if !ran.contains("1 passed") {
        return Err(Failure::new("the test of a URL of over 4 GiB was not found"));
    }
    Ok("a URL of over 4 GiB is refused as too long".to_owned())
}

fn ratios() -> Result<String, Failure> {
    let complexity::Outcome { rows, worst, worst_of, parsing } = complexity::run()?;
    Ok(format!(
        "ratio at most {worst:.2} ({worst_of}) in {rows} rows; parsing allocates {parsing} bytes"
    ))
}

/// Runs the script that kills the program; its last line holds the counts.
fn faults(kills: u32) -> Result<String, Failure> {
    let script = top().join("crates/url1738-cli/tests/faults.sh");
    Run::cargo(["build", "--quiet", "--release", "--locked", "--package", "url1738-cli"]).run()?;
    let output = Command::new("bash")
        .arg(script)
        .arg(kills.to_string())
        .env("URL1738", target().join("release/url1738"))
        .output()?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        return Err(Failure::new(format!("{printed}{}", String::from_utf8_lossy(&output.stderr))));
    }
    Ok(printed.lines().last().unwrap_or_default().to_owned())
}

fn covered() -> Result<String, Failure> {
    let all = coverage::total(&coverage::run(false)?);
    let (lines, regions) = (coverage::share(all.lines), coverage::share(all.regions));
    let [run, there] = all.lines;
    let figures =
        format!("{lines:.2} % of lines ({run} of {there}), {regions:.2} % of regions are run");
    if lines < coverage::LEAST { Err(Failure::new(figures)) } else { Ok(figures) }
}

fn fuzzed(options: &Options) -> Result<String, Failure> {
    // The portable blocks are worth their build only in a long run.
    let (kinds, seconds): (&[bool], u64) = match options.hours {
        Some(hours) => {
            (&[false, true], (hours * 3600 / (2 * fuzz::targets()?.len() as u64)).max(1))
        }
        None => (&[false], options.seconds),
    };
    let mut outcomes = Vec::new();
    for &portable in kinds {
        outcomes.extend(fuzz::run(&fuzz::Options { seconds, portable, targets: Vec::new() })?);
    }
    let executions: u64 = outcomes.iter().map(|outcome| outcome.executions).sum();
    let findings: usize = outcomes.iter().map(|outcome| outcome.findings).sum();
    let figures = format!(
        "{executions} executions in {} runs of targets, {seconds} s each, {findings} findings",
        outcomes.len()
    );
    if findings > 0 { Err(Failure::new(figures)) } else { Ok(figures) }
}

fn mutated(shard: &str) -> Result<String, Failure> {
    let options = mutants::Options { shard: Some(shard.to_owned()), ..Default::default() };
    let outcome = mutants::run(&options)?;
    let figures = format!(
        "shard {shard}: {} caught, {} missed, {} do not build: {:.1} % of the viable ones are caught",
        outcome.caught,
        outcome.missed,
        outcome.unviable,
        outcome.share()
    );
    if outcome.share() < mutants::LEAST { Err(Failure::new(figures)) } else { Ok(figures) }
}
