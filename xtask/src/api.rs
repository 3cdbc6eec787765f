//! The public interface of every library as a committed text, so that no change of it goes unseen.

use std::fs;

use crate::{
    cargo::{Failure, Run, top},
    family::libraries,
    tools,
};

/// Where the listings are, a file a crate.
const FOLDER: &str = "tests/api";
/// Which tools wrote them: others may write the same interface in other words.
const TOOLS: &str = "tests/api/tools.txt";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Writes the listings instead of comparing them.
    #[arg(long)]
    write: bool,
}

/// Lists by cargo-public-api, which reads what the nightly rustdoc knows; with all features.
pub(crate) fn api(options: &Options) -> Result<(), Failure> {
    tools::need("public-api")?;
    fs::create_dir_all(top().join(FOLDER))?;
    let changes = changes(options.write)?;
    if options.write {
        fs::write(top().join(TOOLS), tools_here()?)?;
    }
    if changes.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the public interface changed; `cargo xtask api --write` where that is meant:\n  {}",
        changes.join("\n  ")
    )))
}

/// The same where the tools are that wrote the listings; elsewhere it says what is missing, and passes.
pub(crate) fn gate() -> Result<(), Failure> {
    let wanted = fs::read_to_string(top().join(TOOLS))?;
    match tools_here() {
        Ok(here) if here == wanted => api(&Options { write: false }),
        Ok(here) => {
            let line = |text: &str| text.trim_end().replace('\n', ", ");
            println!(
                "skipped: the public interface is listed by {}; here: {}",
                line(&wanted),
                line(&here)
            );
            Ok(())
        }
        Err(_) => {
            println!("skipped: the public interface: no cargo-public-api or no nightly Rust here");
            Ok(())
        }
    }
}

fn tools_here() -> Result<String, Failure> {
    let lister = Run::cargo(["public-api", "--version"]).output()?;
    let rust = Run::program("rustup", ["run", "nightly", "rustc", "--version"]).output()?;
    Ok(format!("{}\n{}\n", lister.trim_end(), rust.trim_end()))
}

/// What the interface has no more, and what it has besides.
fn changes(write: bool) -> Result<Vec<String>, Failure> {
    let mut changes = Vec::new();
    let mut total = 0_usize;
    for library in libraries()? {
        // Blanket and auto traits say nothing that the types do not.
        let found = Run::cargo(["public-api", "--all-features", "-ss", "--color", "never"])
            .args(["--package", &library.name])
            .output()?;
        total = total.saturating_add(found.lines().count());
        let path = top().join(FOLDER).join(format!("{}.txt", library.name));
        if write {
            fs::write(&path, &found)?;
            continue;
        }
        let known = fs::read_to_string(&path).unwrap_or_default();
        let gone = known.lines().filter(|line| !found.lines().any(|other| other == *line));
        changes.extend(gone.map(|line| format!("{}: - {line}", library.name)));
        let new = found.lines().filter(|line| !known.lines().any(|other| other == *line));
        changes.extend(new.map(|line| format!("{}: + {line}", library.name)));
    }
    println!("the public interface: {total} lines, {} changed", changes.len());
    Ok(changes)
}
