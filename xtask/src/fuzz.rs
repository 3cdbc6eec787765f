//! Runs every fuzz target for a while (cargo-fuzz).

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    cargo::{Failure, Run, target as built, top},
    seeds, tools,
};

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Options {
    /// Seconds that each target runs
    #[arg(long, default_value_t = 60)]
    pub(crate) seconds: u64,
    /// Read texts by the portable blocks, which processors without SSE2 use
    #[arg(long)]
    pub(crate) portable: bool,
    /// Targets to run [default: all]
    pub(crate) targets: Vec<String>,
}

/// The result of one target.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) target: String,
    pub(crate) executions: u64,
    pub(crate) seconds: u64,
    pub(crate) findings: usize,
}

pub(crate) fn fuzz(options: &Options) -> Result<(), Failure> {
    let outcomes = run(options)?;
    println!("{:<16} {:>14} {:>8} {:>9}", "target", "executions", "seconds", "findings");
    for Outcome { target, executions, seconds, findings } in &outcomes {
        println!("{target:<16} {executions:>14} {seconds:>8} {findings:>9}");
    }
    let found: usize = outcomes.iter().map(|outcome| outcome.findings).sum();
    if found == 0 {
        Ok(())
    } else {
        Err(Failure::new(format!("{found} findings in {}", folder().join("artifacts").display())))
    }
}

/// Checks that the lock file of the targets, which are outside the workspace, matches the libraries' dependencies.
pub(crate) fn locked() -> Result<(), Failure> {
    Run::cargo(["fetch", "--quiet", "--locked"]).inside(&folder()).run()
}

/// Tests the earlier findings, writes seeds and the dictionary, builds, and runs one target after another.
pub(crate) fn run(options: &Options) -> Result<Vec<Outcome>, Failure> {
    let all = targets()?;
    let chosen = if options.targets.is_empty() { all.clone() } else { options.targets.clone() };
    if let Some(unknown) = chosen.iter().find(|target| !all.contains(target)) {
        return Err(Failure::new(format!(
            "unknown target {unknown}; the targets are {}",
            all.join(" ")
        )));
    }
    if !tools::has_toolchain("nightly") {
        return Err(Failure::new(
            "nightly Rust is not installed (rustup toolchain install nightly)",
        ));
    }
    tools::need("fuzz")?;
    let work = work(options.portable);
    let io = |error: std::io::Error| Failure::new(error.to_string());
    fs::create_dir_all(&work).map_err(io)?;
    // Every earlier finding is a regression test.
    Run::cargo(["test", "--quiet", "--locked", "--target-dir"])
        .args([work.join("found").display().to_string()])
        .inside(&folder())
        .run()?;
    for target in &chosen {
        fs::write(dictionary(&work, target), seeds::dictionary(target)?).map_err(io)?;
        seeds::write(&seeds_at(&work, target), target)?;
    }
    // All targets are built at once if all are run: they share their libraries.
    let built =
        if options.targets.is_empty() { vec![None] } else { chosen.iter().map(Some).collect() };
    for target in built {
        let status =
            cargo_fuzz("build", &work, options.portable).args(target).status().map_err(missing)?;
        if !status.success() {
            return Err(Failure::new("the targets do not build"));
        }
    }
    chosen.iter().map(|target| run_one(target, options, &work)).collect()
}

fn run_one(target: &str, options: &Options, work: &Path) -> Result<Outcome, Failure> {
    let corpus = folder().join("corpus").join(target);
    let io = |error: std::io::Error| Failure::new(error.to_string());
    let seeds_at = seeds_at(work, target);
    let seconds = options.seconds;
    fs::create_dir_all(&corpus).map_err(io)?;
    eprintln!("$ cargo fuzz run {target} for {seconds} s");
    let before = artifacts(target);
    let mut command = cargo_fuzz("run", work, options.portable);
    command.arg(target).arg(&corpus).arg(&seeds_at).arg("--").args([
        &format!("-max_total_time={seconds}"),
        &format!("-dict={}", dictionary(work, target).display()),
        "-print_final_stats=1",
        "-timeout=20",
        "-rss_limit_mb=2048",
        "-max_len=4096",
    ]);
    let output = command.stdout(Stdio::null()).stderr(Stdio::piped()).output().map_err(missing)?;
    let log = String::from_utf8_lossy(&output.stderr);
    fs::write(work.join(format!("{target}.log")), &*log).map_err(io)?;
    let stat = |name: &str| {
        let line = log.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|value| value.trim().parse().ok())
    };
    let Some(executions) = stat("stat::number_of_executed_units:") else {
        let tail: Vec<&str> = log.lines().rev().take(20).collect();
        let tail: Vec<&str> = tail.into_iter().rev().collect();
        return Err(Failure::new(format!("{target} did not run:\n{}", tail.join("\n"))));
    };
    let findings = artifacts(target) - before;
    if !output.status.success() {
        let panic = log.lines().skip_while(|line| !line.contains("panicked at")).take(12);
        eprintln!("{}", panic.collect::<Vec<_>>().join("\n"));
    }
    let failed = usize::from(!output.status.success() && findings == 0);
    Ok(Outcome { target: target.to_owned(), executions, seconds, findings: findings + failed })
}

/// Returns `cargo +nightly fuzz` with the options that a build and a run share. Without unsafe code no sanitizer is
/// needed; integer overflows and debug assertions panic.
fn cargo_fuzz(command: &str, work: &Path, portable: bool) -> Command {
    let mut cargo = Command::new("cargo");
    if portable {
        cargo.env("RUSTFLAGS", "--cfg url1738_portable");
    }
    cargo.current_dir(folder()).args(["+nightly", "fuzz", command, "--fuzz-dir", "."]);
    cargo.args(["--sanitizer", "none", "--target-dir"]).arg(work);
    cargo
}

fn missing(error: std::io::Error) -> Failure {
    Failure::new(format!("cargo fuzz (cargo install cargo-fuzz; a nightly toolchain): {error}"))
}

fn folder() -> PathBuf {
    top().join("tests/fuzz")
}

/// Returns the folder in which the targets are built.
fn work(portable: bool) -> PathBuf {
    built().join(if portable { "fuzz-portable" } else { "fuzz" })
}

pub(crate) fn targets() -> Result<Vec<String>, Failure> {
    let manifest =
        fs::read_to_string(folder().join("Cargo.toml")).map_err(|e| Failure::new(e.to_string()))?;
    let bins = manifest.split("[[bin]]").skip(1);
    let name = |bin: &str| {
        bin.lines()
            .find_map(|line| Some(line.strip_prefix("name = \"")?.trim_end_matches('"').to_owned()))
    };
    Ok(bins.filter_map(name).collect())
}

fn dictionary(work: &Path, target: &str) -> PathBuf {
    work.join(format!("{target}.dict"))
}

fn seeds_at(work: &Path, target: &str) -> PathBuf {
    work.join("seeds").join(target)
}

fn artifacts(target: &str) -> usize {
    fs::read_dir(folder().join("artifacts").join(target)).into_iter().flatten().count()
}
