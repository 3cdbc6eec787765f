//! Mutants of core and the schemes: `cargo xtask mutants --shard k/n` (cargo-mutants).

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    cargo::{Failure, Run, target, top},
    tidy::SCHEMES,
    tools,
};

/// The part of the viable mutants that the tests have to catch, in hundredths.
pub(crate) const LEAST: f64 = 97.0;
/// Enough cases for the laws to catch what can be caught in a moment.
const CASES: &str = "60";

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Options {
    /// Which part of all mutants: the k-th of n, counted from 0, every n-th of the list
    #[arg(long, default_value = "0/12")]
    pub(crate) shard: String,
    /// Only mutants whose names this matches
    #[arg(long)]
    pub(crate) re: Option<String>,
}

/// What came of a shard.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) caught: usize,
    pub(crate) unviable: usize,
    /// Those that live and have no reason in the list.
    pub(crate) unexplained: Vec<String>,
    pub(crate) explained: usize,
}

impl Outcome {
    /// Caught of all viable ones, in hundredths.
    pub(crate) fn share(&self) -> f64 {
        let viable = self.caught + self.explained + self.unexplained.len();
        100.0 * self.caught as f64 / viable.max(1) as f64
    }
}

pub(crate) fn mutants(options: &Options) -> Result<(), Failure> {
    let outcome = run(options)?;
    let Outcome { caught, unviable, unexplained, explained } = &outcome;
    let alive = unexplained.len();
    println!(
        "shard {}: {caught} caught, {alive} live, {explained} live for a reason that tests/MUTANTS.md tells, \
         {unviable} do not build: {:.1} % of the viable ones",
        options.shard,
        outcome.share()
    );
    unexplained.iter().for_each(|mutant| println!("lives: {mutant}"));
    if outcome.share() < LEAST {
        return Err(Failure::new(format!("fewer than {LEAST} % are caught")));
    }
    Ok(())
}

/// Runs cargo-mutants in a copy of the repository: it changes the sources.
pub(crate) fn run(options: &Options) -> Result<Outcome, Failure> {
    tools::need("mutants")?;
    let folder = target().join("mutants-run");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let tree = folder.join("tree");
    copy(&tree)?;
    let mut run =
        Run::cargo(["mutants", "--in-place", "--baseline=skip", "--sharding=round-robin"])
            .args(["--timeout=200", "--build-timeout=1200", "--shard", &options.shard])
            .args(["--output", &folder.display().to_string()])
            .args(["--package", "url1738-core"]);
    for scheme in SCHEMES {
        run = run.args(["--package", &format!("url1738-{scheme}")]);
    }
    if let Some(re) = &options.re {
        run = run.args(["--re", re]);
    }
    let built = target().join("mutants-built").display().to_string();
    // The tests pass where nothing is changed, and what is built here need not be built for the first mutant.
    baseline(&tree, &built)?;
    let done = run.env("PROPTEST_CASES", CASES).env("CARGO_TARGET_DIR", &built).inside(&tree).run();
    match done {
        // 2: some live; 3: some took too long. What is to be thought of it stands in its files.
        Err(failure) if ![2, 3].contains(&failure.status) => return Err(failure),
        _ => {}
    }
    let list = |name: &str| -> Result<Vec<String>, Failure> {
        let text = fs::read_to_string(folder.join("mutants.out").join(name))?;
        Ok(text.lines().map(ToOwned::to_owned).collect())
    };
    let known = known()?;
    let (explained, unexplained): (Vec<String>, Vec<String>) =
        list("missed.txt")?.into_iter().partition(|mutant| known.contains(&without_place(mutant)));
    Ok(Outcome {
        // A mutant that never ends is caught.
        caught: list("caught.txt")?.len() + list("timeout.txt")?.len(),
        unviable: list("unviable.txt")?.len(),
        explained: explained.len(),
        unexplained,
    })
}

/// The tests that `.cargo/mutants.toml` names, of the tree as it is.
fn baseline(tree: &Path, built: &str) -> Result<(), Failure> {
    let told = fs::read_to_string(tree.join(".cargo/mutants.toml"))?;
    let list = |key: &str| -> Vec<String> {
        let behind = told.split(&format!("\n{key} = [")).nth(1).and_then(|it| it.split(']').next());
        behind.unwrap_or_default().split('"').skip(1).step_by(2).map(ToOwned::to_owned).collect()
    };
    let packages = list("test_package").into_iter().map(|name| format!("--package={name}"));
    Run::cargo(["test", "--quiet", "--profile", "mutants", "--all-features"])
        .args(packages)
        .args(list("additional_cargo_test_args"))
        .env("PROPTEST_CASES", CASES)
        .env("CARGO_TARGET_DIR", built)
        .inside(tree)
        .run()
}

/// What git knows, as it stands here: never the repository itself.
fn copy(to: &Path) -> Result<(), Failure> {
    let files = Command::new("git").current_dir(top()).args(["ls-files", "-z"]).output()?;
    let files = String::from_utf8_lossy(&files.stdout).into_owned();
    for file in files.split('\0').filter(|file| !file.is_empty()) {
        let to: PathBuf = to.join(file);
        fs::create_dir_all(to.parent().unwrap_or(&to))?;
        if top().join(file).is_file() {
            fs::copy(top().join(file), to)?;
        }
    }
    Ok(())
}

/// The mutants that tests/MUTANTS.md explains: the lines in its code fences.
fn known() -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(top().join("tests/MUTANTS.md"))?;
    let fenced = text.split("```").skip(1).step_by(2).flat_map(str::lines);
    Ok(fenced.filter(|line| line.starts_with("crates/")).map(without_place).collect())
}

/// A mutant's name without line and column, which change with every line above it.
fn without_place(mutant: &str) -> String {
    let mut pieces = mutant.splitn(4, ':');
    let [file, _, _, what] = [(); 4].map(|()| pieces.next().unwrap_or_default());
    format!("{file}:{what}")
}
