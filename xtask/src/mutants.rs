//! Mutants of core and the schemes (cargo-mutants).
//!
//! Mutants that no test can notice, because they are the same program or only cost time, are listed in
//! `.cargo/mutants.toml` with their reasons; cargo-mutants leaves them out.

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

/// The percentage of viable mutants that the tests have to catch.
pub(crate) const LEAST: f64 = 97.0;
/// The number of cases per property: more take longer and catch little more.
const CASES: &str = "60";

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Options {
    /// Part of the mutants to try: every N-th of the list, beginning with the K-th, counted from 0
    #[arg(long, default_value = "0/12", value_name = "K/N")]
    pub(crate) shard: String,
    /// Try only the mutants whose names match this regular expression
    #[arg(long)]
    pub(crate) re: Option<String>,
}

/// The result of a shard.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) caught: usize,
    pub(crate) unviable: usize,
    /// Mutants that no test noticed.
    pub(crate) missed: Vec<String>,
}

impl Outcome {
    /// Returns the percentage of viable mutants that are caught.
    pub(crate) fn share(&self) -> f64 {
        let viable = self.caught + self.missed.len();
        100.0 * self.caught as f64 / viable.max(1) as f64
    }
}

pub(crate) fn mutants(options: &Options) -> Result<(), Failure> {
    let outcome = run(options)?;
    let Outcome { caught, unviable, missed } = &outcome;
    println!(
        "shard {}: {caught} caught, {} missed, {unviable} do not build: {:.1} % of the viable ones are caught",
        options.shard,
        missed.len(),
        outcome.share()
    );
    missed.iter().for_each(|mutant| println!("missed: {mutant}"));
    if outcome.share() < LEAST {
        return Err(Failure::new(format!("less than {LEAST} % are caught")));
    }
    Ok(())
}

/// Runs cargo-mutants in a copy of the repository, because it changes the sources.
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
    // The unchanged tests must pass; the first mutant then builds on their artifacts.
    baseline(&tree, &built)?;
    let done = run.env("PROPTEST_CASES", CASES).env("CARGO_TARGET_DIR", &built).inside(&tree).run();
    match done {
        // 2: some were missed; 3: some timed out. Its files list them.
        Err(failure) if ![2, 3].contains(&failure.status) => return Err(failure),
        _ => {}
    }
    let list = |name: &str| -> Result<Vec<String>, Failure> {
        let text = fs::read_to_string(folder.join("mutants.out").join(name))?;
        Ok(text.lines().map(ToOwned::to_owned).collect())
    };
    Ok(Outcome {
        // A mutant that makes a test run forever is caught.
        caught: list("caught.txt")?.len() + list("timeout.txt")?.len(),
        unviable: list("unviable.txt")?.len(),
        missed: list("missed.txt")?,
    })
}

/// Runs the tests that `.cargo/mutants.toml` names on the unchanged tree.
fn baseline(tree: &Path, built: &str) -> Result<(), Failure> {
    let config = fs::read_to_string(tree.join(".cargo/mutants.toml"))?;
    let list = |key: &str| -> Vec<String> {
        let items =
            config.split(&format!("\n{key} = [")).nth(1).and_then(|it| it.split(']').next());
        items.unwrap_or_default().split('"').skip(1).step_by(2).map(ToOwned::to_owned).collect()
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

/// Copies the files that git tracks, with their uncommitted changes, but not the repository.
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
