//! Mutants that cargo-mutants runs itself, one build each.

use std::{collections::BTreeSet, fs, path::Path};

use super::{
    list::Mutant,
    table::{Outcome, Row},
    tests::CASES,
    tree,
};
use crate::cargo::{Failure, Run, top};

/// Returns the parts of names of the tests that `.cargo/mutants.toml` skips.
pub(super) fn skipped() -> Result<Vec<String>, Failure> {
    let config = fs::read_to_string(top().join(".cargo/mutants.toml"))?;
    let arguments = list(&config, "additional_cargo_test_args");
    let pairs = arguments.windows(2).filter(|pair| pair[0] == "--skip");
    Ok(pairs.map(|pair| pair[1].clone()).collect())
}

fn list(config: &str, key: &str) -> Vec<String> {
    let items = config.split(&format!("\n{key} = [")).nth(1).and_then(|it| it.split(']').next());
    items.unwrap_or_default().split('"').skip(1).step_by(2).map(ToOwned::to_owned).collect()
}

/// Runs cargo-mutants in a copy of the repository, because it changes the sources.
pub(super) fn run(
    folder: &Path,
    mutants: &[&Mutant],
    done: &impl Fn(&Mutant, Row),
) -> Result<(), Failure> {
    let tree = folder.join("plain");
    fs::create_dir_all(&tree)?;
    tree::copy(&tree, &[])?;
    fs::copy(top().join("Cargo.toml"), tree.join("Cargo.toml"))?;
    let built = folder.join("plain-built").display().to_string();
    // The configuration names the tests of core and the schemes; a crate above them has its own.
    let is_of_family = |mutant: &Mutant| {
        !super::OTHERS.iter().chain(&super::NAMED_ONLY).any(|name| *name == mutant.package)
    };
    if mutants.iter().any(|mutant| is_of_family(mutant)) {
        Tests::OfFamily.baseline(&tree, &built)?;
    }
    // One at a time, so that an interrupted run keeps what it found.
    let mut of_own = BTreeSet::new();
    for mutant in mutants {
        // The tests of the crate alone are built in a third of the time, and catch most.
        let own = Tests::OfCrate(&mutant.package);
        if of_own.insert(&mutant.package) {
            own.baseline(&tree, &built)?;
        }
        let mut outcome = one(folder, &tree, &built, mutant, own)?;
        if outcome == Outcome::Missed && is_of_family(mutant) {
            outcome = one(folder, &tree, &built, mutant, Tests::OfFamily)?;
        }
        let note = if outcome == Outcome::Missed { "" } else { "cargo mutants" }.to_owned();
        done(mutant, Row { outcome, note, digest: mutant.digest.clone(), reached: true });
    }
    Ok(())
}

/// The tests that decide.
#[derive(Clone, Copy)]
enum Tests<'p> {
    /// Those that `.cargo/mutants.toml` names.
    OfFamily,
    /// Those of one crate.
    OfCrate(&'p str),
}

impl Tests<'_> {
    /// Runs them on the unchanged tree.
    fn baseline(self, tree: &Path, built: &str) -> Result<(), Failure> {
        let config = fs::read_to_string(tree.join(".cargo/mutants.toml"))?;
        let mut packages = list(&config, "test_package");
        let mut words = list(&config, "additional_cargo_test_args");
        if let Self::OfCrate(package) = self {
            packages = vec![package.to_owned()];
            words = of_crate()?;
        }
        Run::cargo(["test", "--quiet", "--profile", "mutants", "--all-features"])
            .args(packages.iter().map(|name| format!("--package={name}")))
            .args(words)
            .env("PROPTEST_CASES", CASES)
            .env("CARGO_TARGET_DIR", built)
            .inside(tree)
            .run()
    }
}

/// Returns the arguments of `cargo test` for the tests of one crate, which may have no integration tests.
fn of_crate() -> Result<Vec<String>, Failure> {
    let words = ["--lib", "--tests", "--"].map(str::to_owned).into_iter();
    let skipped = skipped()?.into_iter().flat_map(|name| ["--skip".to_owned(), name]);
    Ok(words.chain(skipped).collect())
}

/// Runs one mutant.
fn one(
    folder: &Path,
    tree: &Path,
    built: &str,
    mutant: &Mutant,
    tests: Tests<'_>,
) -> Result<Outcome, Failure> {
    let output = folder.join("plain-out");
    let _ = fs::remove_dir_all(&output);
    fs::create_dir_all(&output)?;
    let name = format!("^{}$", escaped(&mutant.listed));
    let mut run = Run::cargo(["mutants", "--in-place", "--baseline=skip", "--timeout=200"])
        .args(["--build-timeout=1200", "--package", &mutant.package, "--re", &name])
        // The pattern does not apply to fields that are deleted.
        .args(["--file", &mutant.file])
        .args(["--output", &output.display().to_string()]);
    if let Tests::OfCrate(package) = tests {
        run = run.args(["--no-config", "--profile=mutants", "--all-features"]);
        run = run.args(["--test-package", package, "--"]).args(of_crate()?);
    }
    match run.env("PROPTEST_CASES", CASES).env("CARGO_TARGET_DIR", built).inside(tree).run() {
        // 2: it was missed; 3: it timed out. Its files say which.
        Err(failure) if ![2, 3].contains(&failure.status) => return Err(failure),
        _ => {}
    }
    let outcomes = [
        ("caught.txt", Outcome::Caught),
        ("timeout.txt", Outcome::TimedOut),
        ("unviable.txt", Outcome::Unviable),
        ("missed.txt", Outcome::Missed),
    ];
    for (file, outcome) in outcomes {
        let names = fs::read_to_string(output.join("mutants.out").join(file))?;
        if names.lines().any(|name| name == mutant.listed) {
            return Ok(outcome);
        }
    }
    Err(Failure::new(format!("cargo mutants does not know {}", mutant.listed)))
}

fn escaped(name: &str) -> String {
    let mut escaped = String::new();
    for sign in name.chars() {
        if r"\.+*?()|[]{}^$#&-~".contains(sign) {
            escaped.push('\\');
        }
        escaped.push(sign);
    }
    escaped
}
