//! The bounded form of all that tries to break the crates, and one scoreboard: `cargo xtask assure`.

use std::process::Command;

use crate::{
    cargo::{Failure, Run, target, top},
    coverage, fuzz, linear, mutants, supply, tidy, tools,
};

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Options {
    /// How long each fuzz target runs
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// The mutants that are tried: the k-th of n parts
    #[arg(long, default_value = "0/400")]
    shard: String,
    /// How often the program is killed and run again
    #[arg(long, default_value_t = 20)]
    kills: u32,
    /// Which of supply, attacks, ratios, faults, coverage, fuzz, mutants; all unless named
    what: Vec<String>,
}

/// What one of them came to.
enum Score {
    /// It holds, with its figures.
    Holds(String),
    Fails(String),
    /// It was not run, for want of a tool.
    LeftOut(String),
}

pub(crate) fn assure(options: &Options) -> Result<(), Failure> {
    type Chore<'a> = (&'static str, &'a dyn Fn() -> Score);
    let chores: [Chore<'_>; 7] = [
        ("supply", &|| with(supply_tools, supplied)),
        ("attacks", &|| scored(attacks)),
        ("ratios", &|| with(callgrind, ratios)),
        ("faults", &|| with(bash, || faults(options.kills))),
        ("coverage", &|| with(|| tools::need("llvm-cov"), covered)),
        ("fuzz", &|| with(fuzzer, || fuzzed(options.seconds))),
        ("mutants", &|| with(|| tools::need("mutants"), || mutated(&options.shard))),
    ];
    let unknown = options.what.iter().find(|what| chores.iter().all(|(name, _)| name != what));
    if let Some(unknown) = unknown {
        return Err(Failure::new(format!("nothing is called {unknown}")));
    }
    let asked =
        |name: &str| options.what.is_empty() || options.what.iter().any(|what| what == name);
    let scores: Vec<(&str, Score)> = chores
        .into_iter()
        .filter(|(name, _)| asked(name))
        .map(|(name, run)| {
            let score = run();
            // All of it takes a while: what is done is told at once.
            println!("{}", row(name, &score));
            (name, score)
        })
        .collect();
    println!("| what | outcome | figures |\n|---|---|---|");
    scores.iter().for_each(|(what, score)| println!("{}", row(what, score)));
    match scores.iter().filter(|(_, score)| matches!(score, Score::Fails(_))).count() {
        0 => Ok(()),
        some => Err(Failure::new(format!("{some} of {} fail", scores.len()))),
    }
}

fn row(what: &str, score: &Score) -> String {
    let (outcome, figures) = match score {
        Score::Holds(figures) => ("holds", figures),
        Score::Fails(figures) => ("fails", figures),
        Score::LeftOut(figures) => ("left out", figures),
    };
    format!("| {what} | {outcome} | {} |", figures.trim().replace('\n', "; "))
}

fn scored(run: impl FnOnce() -> Result<String, Failure>) -> Score {
    run().map_or_else(|failure| Score::Fails(failure.to_string()), Score::Holds)
}

/// Runs it where its tool is here, or can be had.
fn with(
    tool: impl FnOnce() -> Result<(), Failure>,
    run: impl FnOnce() -> Result<String, Failure>,
) -> Score {
    match tool() {
        Ok(()) => scored(run),
        Err(failure) => Score::LeftOut(failure.to_string()),
    }
}

fn has(program: &str, how: &str) -> Result<(), Failure> {
    let version = Command::new(program).arg("--version").output();
    version.map(drop).map_err(|_| Failure::new(format!("no {program} here ({how})")))
}

fn callgrind() -> Result<(), Failure> {
    has("valgrind", "apt-get install valgrind")
}

fn bash() -> Result<(), Failure> {
    has("bash", "the script is one of bash")
}

fn fuzzer() -> Result<(), Failure> {
    if !tools::has_toolchain("nightly") {
        return Err(Failure::new("no nightly Rust here (rustup toolchain install nightly)"));
    }
    tools::need("fuzz")
}

fn supply_tools() -> Result<(), Failure> {
    tools::need("machete")?;
    tools::need("deny")
}

/// What the libraries depend on, and what each of them denies so that no bytes make it panic.
fn supplied() -> Result<String, Failure> {
    tidy::tidy()?;
    supply::deps()?;
    let foreign = supply::BUDGET.iter().filter(|name| !name.starts_with("url1738")).count();
    Ok(format!(
        "licences, bans, sources; nothing unused; {foreign} crates in the budget; no unsafe code, six lints against \
         panics denied in every library"
    ))
}

/// The tests that read the rows: of the libraries, of the search, of the program.
fn attacks() -> Result<String, Failure> {
    let test = |package: &str, name: &str| {
        Run::cargo(["test", "--quiet", "--locked", "--package", package, "--test", "it", name])
            .output()
    };
    test("url1738", "attacks::")?;
    test("url1738-context", "hostile::")?;
    test("url1738-cli", "attacks::")?;
    let rows = std::fs::read_to_string(top().join("crates/url1738/tests/data/attacks.tsv"))?;
    Ok(format!("{} rows have the outcome that they name", rows.lines().count() - 1))
}

fn ratios() -> Result<String, Failure> {
    let linear::Outcome { rows, worst, worst_of, parsing } = linear::run()?;
    Ok(format!(
        "10n/n at most {worst:.2} ({worst_of}) in {rows} rows; parsing holds {parsing} bytes beyond the text"
    ))
}

/// The script's last line is its tally.
fn faults(kills: u32) -> Result<String, Failure> {
    let script = top().join("crates/url1738-cli/tests/faults.sh");
    Run::cargo(["build", "--quiet", "--release", "--locked", "--package", "url1738-cli"]).run()?;
    let output = Command::new("bash")
        .arg(script)
        .arg(kills.to_string())
        .env("URL1738", target().join("release/url1738"))
        .output()?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        return Err(Failure::new(format!("{told}{}", String::from_utf8_lossy(&output.stderr))));
    }
    Ok(told.lines().last().unwrap_or_default().to_owned())
}

fn covered() -> Result<String, Failure> {
    let all = coverage::total(&coverage::run(false)?);
    let (lines, regions) = (coverage::share(all.lines), coverage::share(all.regions));
    let [run, there] = all.lines;
    let figures =
        format!("{lines:.2} % of lines ({run} of {there}), {regions:.2} % of regions are run");
    if lines < coverage::LEAST { Err(Failure::new(figures)) } else { Ok(figures) }
}

fn fuzzed(seconds: u64) -> Result<String, Failure> {
    let outcomes = fuzz::run(&fuzz::Options { seconds, targets: Vec::new() })?;
    let executions: u64 = outcomes.iter().map(|outcome| outcome.executions).sum();
    let findings: usize = outcomes.iter().map(|outcome| outcome.findings).sum();
    let figures = format!(
        "{executions} executions of {} targets, {seconds} s each, {findings} findings",
        outcomes.len()
    );
    if findings > 0 { Err(Failure::new(figures)) } else { Ok(figures) }
}

fn mutated(shard: &str) -> Result<String, Failure> {
    let options = mutants::Options { shard: shard.to_owned(), re: None };
    let outcome = mutants::run(&options)?;
    let figures = format!(
        "shard {shard}: {} caught, {} live ({} of them explained), {} do not build: {:.1} % of the viable ones",
        outcome.caught,
        outcome.explained + outcome.unexplained.len(),
        outcome.explained,
        outcome.unviable,
        outcome.share()
    );
    if outcome.share() < mutants::LEAST { Err(Failure::new(figures)) } else { Ok(figures) }
}
