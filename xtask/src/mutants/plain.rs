//! Mutants that cargo-mutants runs itself, one build each.

use std::{fs, path::Path};

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
    baseline(&tree, &built)?;
    // One at a time, so that an interrupted run keeps what it found.
    for mutant in mutants {
        let output = folder.join("plain-out");
        let _ = fs::remove_dir_all(&output);
        fs::create_dir_all(&output)?;
        let name = format!("^{}$", escaped(&mutant.listed));
        let mut run = Run::cargo(["mutants", "--in-place", "--baseline=skip", "--timeout=200"])
            .args(["--build-timeout=1200", "--package", &mutant.package, "--re", &name])
            .args(["--output", &output.display().to_string()]);
        // The configuration names the tests of core and the schemes; a crate above them has its own.
        if super::OTHERS.contains(&mutant.package.as_str()) {
            run = run.args(["--test-package", &mutant.package]);
        }
        match run.env("PROPTEST_CASES", CASES).env("CARGO_TARGET_DIR", &built).inside(&tree).run() {
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
            let text = fs::read_to_string(output.join("mutants.out").join(file))?;
            if text.trim().is_empty() {
                continue;
            }
            let note = if outcome == Outcome::Missed { "" } else { "cargo mutants" }.to_owned();
            done(mutant, Row { outcome, note, digest: mutant.digest.clone(), reached: true });
        }
    }
    Ok(())
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

/// Runs the tests that `.cargo/mutants.toml` names on the unchanged tree.
fn baseline(tree: &Path, built: &str) -> Result<(), Failure> {
    let config = fs::read_to_string(tree.join(".cargo/mutants.toml"))?;
    let packages =
        list(&config, "test_package").into_iter().map(|name| format!("--package={name}"));
    Run::cargo(["test", "--quiet", "--profile", "mutants", "--all-features"])
        .args(packages)
        .args(list(&config, "additional_cargo_test_args"))
        .env("PROPTEST_CASES", CASES)
        .env("CARGO_TARGET_DIR", built)
        .inside(tree)
        .run()
}
