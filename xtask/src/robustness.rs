//! Every attack on the crates, each a call of the tool that knows it, with one table of results.

use std::{fs, path::PathBuf};

use crate::{
    cargo::{Failure, Run, target, top},
    family,
    tools::{self, wants},
};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Seconds that each fuzz target runs
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Hours that the fuzz targets run in all, on the blocks of this processor and on the portable ones
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    hours: Option<u64>,
    /// Fuzz target to run; may be repeated [default: all]
    #[arg(long, value_name = "NAME")]
    target: Vec<String>,
    /// Part of the mutants to try, as cargo-mutants counts it
    #[arg(long, default_value = "0/400", value_name = "K/N")]
    shard: String,
    /// Number of times that the program is killed and run again
    #[arg(long, default_value_t = 20)]
    kills: u32,
    /// Checks to run [default: all]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(CHECKS))]
    checks: Vec<String>,
}

/// Runs the checks and prints one table.
///
/// # Errors
/// Returns an error if a check failed.
pub(crate) fn robustness(options: &Options) -> Result<(), Failure> {
    let mut table = "| check | outcome | figures |\n|---|---|---|\n".to_owned();
    let mut failed = 0;
    let asked = &options.checks;
    for name in CHECKS.iter().filter(|it| asked.is_empty() || asked.iter().any(|one| one == **it)) {
        let run = match *name {
            "lengths" => lengths(),
            "complexity" => complexity(),
            "faults" => faults(options.kills),
            "coverage" => coverage(),
            "fuzz" => fuzz(options),
            _ => mutants(&options.shard),
        };
        let (outcome, figures) = match run {
            Ok(figures) => ("passed", figures),
            Err(failure) => ("failed", failure.to_string()),
        };
        failed += usize::from(outcome == "failed");
        table += &format!("| {name} | {outcome} | {} |\n", figures.trim().replace('\n', "; "));
    }
    print!("{table}");
    if failed == 0 { Ok(()) } else { Err(Failure::new(format!("{failed} checks failed"))) }
}

const CHECKS: [&str; 6] = ["lengths", "complexity", "faults", "coverage", "fuzz", "mutants"];

/// Builds a URL of more than 4 GiB - 1, the limit. The test is left out of others because of its 10 GiB of memory.
fn lengths() -> Result<String, Failure> {
    let of = ["test", "--quiet", "--locked", "--package", "url1738", "--all-features"];
    let ran =
        Run::cargo(of).args(["--test", "it", "what_is_too_long", "--", "--ignored"]).output()?;
    match ran.contains("1 passed") {
        true => Ok("a URL of over 4 GiB is refused as too long".to_owned()),
        false => Err(Failure::new("the test of a URL of over 4 GiB was not found")),
    }
}

fn complexity() -> Result<String, Failure> {
    let tool = ["run", "--quiet", "--profile", "dist", "--locked", "--package", "url1738-limits"];
    last_line(&Run::cargo(tool).output()?)
}

/// Runs the script that kills the program; its last line holds the counts.
fn faults(kills: u32) -> Result<String, Failure> {
    Run::cargo(["build", "--quiet", "--release", "--locked", "--package", "url1738-cli"]).run()?;
    let script = Run::program("bash", ["crates/url1738-cli/tests/faults.sh", &kills.to_string()]);
    let program = target().join("release/url1738");
    last_line(&script.env("URL1738", &program.to_string_lossy()).output()?)
}

fn last_line(printed: &str) -> Result<String, Failure> {
    printed.lines().last().map(str::to_owned).ok_or_else(|| Failure::new("nothing was printed"))
}

/// The percentage of lines of the libraries that the tests have to run.
const LEAST_LINES: &str = "99";

/// Tests that take minutes when instrumented, and run no line that the other tests do not.
const LONG: [&str; 4] = [
    "every_string_of_one_or_two",
    "every_row_has_its_outcome",
    "the_crates_read_exactly",
    "oracle::",
];

/// Runs the tests of the libraries under cargo-llvm-cov, those of core on the portable blocks as well.
fn coverage() -> Result<String, Failure> {
    tools::need("llvm-cov")?;
    let llvm = || Run::cargo(["llvm-cov"]);
    llvm().args(["clean", "--workspace"]).run()?;
    let mut packages: Vec<String> =
        family::schemes().map(|it| format!("--package=url1738-{it}")).collect();
    packages.extend(
        ["", "-core", "-context", "-relative", "-surt", "-picture", "-client", "-conformance"]
            .map(|it| format!("--package=url1738{it}")),
    );
    let tests = |packages: &[String]| {
        // Not optimised: building with counters takes longer than running.
        let run = llvm().args(["--no-report", "--profile", "mutants", "--all-features"]);
        let run = run.args(["--lib", "--test", "it"]).args(packages).args(["--"]);
        LONG.iter().fold(run, |run, test| run.args(["--skip", test])).env("PROPTEST_CASES", "100")
    };
    tests(&packages).run()?;
    let portable = tests(&["--package=url1738-core".to_owned()]);
    portable.env("RUSTFLAGS", "--cfg url1738_portable").run()?;
    let others = "crates/url1738-(cli|arrow|wasm|python|datafusion)/|/tests/|xtask";
    let report =
        ["report", "--profile", "mutants", "--summary-only", "--fail-under-lines", LEAST_LINES];
    last_line(&llvm().args(report).args(["--ignore-filename-regex", others]).output()?)
}

/// Runs every fuzz target by cargo-fuzz, after the tests of earlier findings.
fn fuzz(options: &Options) -> Result<String, Failure> {
    tools::need("fuzz")?;
    let folder = top().join("tests/fuzz");
    let work = target().join("fuzz");
    Run::cargo(["test", "--quiet", "--locked"]).inside(&folder).run()?;
    // Seeds and a dictionary for each target, from the test vectors.
    let seeds = Run::cargo(["run", "--quiet", "--locked", "--example", "seeds", "--"]);
    seeds.args([work.to_string_lossy()]).inside(&folder).run()?;
    let fuzz =
        |command| Run::toolchain("nightly", ["fuzz", command, "--fuzz-dir", "."]).inside(&folder);
    let mut targets: Vec<String> = fuzz("list").output()?.lines().map(str::to_owned).collect();
    if let Some(unknown) = options.target.iter().find(|name| !targets.contains(name)) {
        return Err(Failure::new(format!("no fuzz target has the name {unknown}")));
    }
    targets.retain(|name| options.target.is_empty() || options.target.contains(name));
    // The portable blocks are worth their build only in a long run.
    let kinds: &[&str] =
        if options.hours.is_some() { &["", "--cfg url1738_portable"] } else { &[""] };
    let runs = (targets.len() * kinds.len()) as u64;
    let seconds = options.hours.map_or(options.seconds, |hours| (hours * 3600 / runs).max(1));
    let mut findings = Vec::new();
    for flags in kinds {
        for target in &targets {
            let corpus = folder.join("corpus").join(target);
            fs::create_dir_all(&corpus)?;
            // Without unsafe code no sanitizer is needed; integer overflows and debug assertions panic.
            let run = fuzz("run").env("RUSTFLAGS", flags).args(["--sanitizer", "none"]);
            let run = run.args(["--target-dir", &work.join("build").to_string_lossy(), target]);
            let run = run.args([corpus, work.join(target)].map(|it| it.display().to_string()));
            let dictionary = work.join(format!("{target}.dict"));
            let limits = ["-timeout=20", "-rss_limit_mb=2048", "-max_len=4096", "-verbosity=0"];
            let run = run.args(["--", "-print_final_stats=1"]).args(limits).args([
                format!("-max_total_time={seconds}"),
                format!("-dict={}", dictionary.display()),
            ]);
            // libFuzzer prints its statistics, and with a finding its file.
            if let Err(failure) = run.run() {
                findings.push(format!("{target}: {failure}"));
            }
        }
    }
    let figures = format!("{runs} runs of {seconds} s, {} findings", findings.len());
    match findings.is_empty() {
        true => Ok(figures),
        false => Err(Failure::new(format!("{figures}: {}", findings.join("; ")))),
    }
}

/// The crates whose mutants only their own tests reach. Those of all others are judged by the tests of the family.
const ALONE: [&str; 4] = ["url1738-client", "url1738-context", "url1738-picture", "url1738-serve"];

/// The highest number of mutants of one change that the gate tries: each is a build and its tests.
const MOST_OF_CHANGE: usize = 4;

/// Runs cargo-mutants over the libraries: one part of the list. `.cargo/mutants.toml` lists what no test can notice.
fn mutants(shard: &str) -> Result<String, Failure> {
    tools::need("mutants")?;
    let mut lines = Vec::new();
    for group in groups()? {
        let run = Run::cargo(["mutants", "--no-shuffle", "--shard", shard]).args(&group);
        lines.push(last_line(&run.output()?)?);
    }
    Ok(lines.join("; "))
}

/// Runs some mutants of the lines that the last change touched: since the branch left `origin/main`, or the last commit.
pub(crate) fn mutants_of_change() -> Result<(), Failure> {
    let git = |words: &[&str]| Run::program("git", words.iter().copied()).output();
    let head = git(&["rev-parse", "HEAD"])?;
    let base = git(&["merge-base", "HEAD", "origin/main"]).ok().filter(|base| *base != head);
    let base = base.map_or_else(|| "HEAD~1".to_owned(), |base| base.trim().to_owned());
    let Ok(diff) = git(&["diff", &base, "HEAD", "--", "crates/*/src/*.rs"]) else {
        println!("mutants: no commit before this one");
        return Ok(());
    };
    let path = target().join("change.diff");
    fs::write(&path, &diff)?;
    if diff.is_empty() || !wants("mutants", "mutants of the change") {
        return Ok(());
    }
    let path = path.to_string_lossy();
    for group in groups()? {
        let of = || Run::cargo(["mutants", "--no-shuffle", "--in-diff", &path]).args(&group);
        let count = of().args(["--list"]).output()?.lines().count();
        if count > 0 {
            let parts = count.div_ceil(MOST_OF_CHANGE);
            println!("mutants: every {parts}th of {count} of {}", group[0]);
            // The tests of the unchanged tree are a stage of the gate.
            of().args(["--baseline", "skip", "--timeout", "300", "--shard", &format!("0/{parts}")])
                .run()?;
        }
    }
    Ok(())
}

/// Returns the options of cargo-mutants for each set of crates that the same tests judge.
fn groups() -> Result<Vec<Vec<String>>, Failure> {
    let libraries = family::libraries()?.into_iter().map(|it| it.name);
    let family: Vec<String> = libraries
        .filter(|name| !ALONE.contains(&name.as_str()) && name != "url1738-wasm")
        .collect();
    let mut tests = family.clone();
    tests.push("url1738-conformance".to_owned());
    let option = |name: &str, of: &[String]| -> Vec<String> {
        of.iter().map(|package| format!("--{name}={package}")).collect()
    };
    let mut groups = vec![[option("package", &family), option("test-package", &tests)].concat()];
    groups.extend(
        ALONE.map(|name| vec![format!("--package={name}"), format!("--test-package={name}")]),
    );
    let output: PathBuf = target().join("mutants");
    groups.iter_mut().for_each(|group| group.push(format!("--output={}", output.display())));
    Ok(groups)
}
