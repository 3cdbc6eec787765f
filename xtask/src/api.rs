//! The public interface of every library as a committed listing, so that every change is seen in review.

use std::fs;

use crate::{
    cargo::{Failure, Run, top},
    datafusion::KERNELS,
    family::libraries,
    tools,
};

/// The folder of the listings, one file per crate.
const FOLDER: &str = "tests/api";
/// The tools that wrote the listings: other versions print the same interface differently.
const TOOLS: &str = "tests/api/tools.txt";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Write the listings instead of comparing them
    #[arg(long)]
    write: bool,
}

/// Lists the interface by cargo-public-api and the nightly rustdoc, with all features, and compares or writes it.
///
/// # Errors
/// Returns an error if the interface differs from the listing, or if the tool cannot be installed.
pub(crate) fn api(options: &Options) -> Result<(), Failure> {
    tools::need("public-api")?;
    fs::create_dir_all(top().join(FOLDER))?;
    let changes = changes(options.write, true)?;
    if options.write {
        fs::write(top().join(TOOLS), tools_here()?)?;
    }
    unchanged(&changes)
}

fn unchanged(changes: &[String]) -> Result<(), Failure> {
    if changes.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the public interface changed; run `cargo xtask api --write` if that is intended:\n  {}",
        changes.join("\n  ")
    )))
}

/// Compares the interface if the tools that wrote the listings are installed, and prints what is missing if not.
pub(crate) fn gate() -> Result<(), Failure> {
    let wanted = fs::read_to_string(top().join(TOOLS))?;
    match tools_here() {
        Ok(here) if here == wanted => unchanged(&changes(false, false)?),
        Ok(here) => {
            let line = |text: &str| text.trim_end().replace('\n', ", ");
            println!(
                "skipped: the public interface was listed by {}; installed: {}",
                line(&wanted),
                line(&here)
            );
            Ok(())
        }
        Err(_) => {
            println!(
                "skipped: the public interface: cargo-public-api or nightly Rust is not installed"
            );
            Ok(())
        }
    }
}

fn tools_here() -> Result<String, Failure> {
    let lister = Run::cargo(["public-api", "--version"]).output()?;
    let rust = Run::program("rustup", ["run", "nightly", "rustc", "--version"]).output()?;
    Ok(format!("{}\n{}\n", lister.trim_end(), rust.trim_end()))
}

/// Returns the lines that were removed from the interface or added to it. The kernels are listed only if `all` is set:
/// documenting them takes a minute, since Arrow has to be built.
fn changes(write: bool, all: bool) -> Result<Vec<String>, Failure> {
    let mut changes = Vec::new();
    let mut total = 0_usize;
    let mut names: Vec<String> = libraries()?.into_iter().map(|library| library.name).collect();
    if all {
        names.push(KERNELS.to_owned());
    }
    for name in names {
        // Blanket and auto traits follow from the types.
        let found = Run::cargo(["public-api", "--all-features", "-ss", "--color", "never"])
            .args(["--package", &name])
            .output()?;
        total = total.saturating_add(found.lines().count());
        let path = top().join(FOLDER).join(format!("{name}.txt"));
        if write {
            fs::write(&path, &found)?;
            continue;
        }
        let known = fs::read_to_string(&path).unwrap_or_default();
        let gone = known.lines().filter(|line| !found.lines().any(|other| other == *line));
        changes.extend(gone.map(|line| format!("{name}: - {line}")));
        let new = found.lines().filter(|line| !known.lines().any(|other| other == *line));
        changes.extend(new.map(|line| format!("{name}: + {line}")));
    }
    println!("the public interface: {total} lines, {} changed", changes.len());
    Ok(changes)
}
