//! The public interface of every library as a committed text, so that no change of it goes unseen.

use std::fs;

use crate::{
    cargo::{Failure, Run, top},
    family::libraries,
    tools,
};

/// Where the listings are, a file a crate.
const FOLDER: &str = "tests/api";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Writes the listings instead of comparing them.
    #[arg(long)]
    write: bool,
}

/// Lists by cargo-public-api, which reads what the nightly rustdoc knows; with all features.
pub(crate) fn api(options: &Options) -> Result<(), Failure> {
    tools::need("public-api")?;
    let folder = top().join(FOLDER);
    fs::create_dir_all(&folder)?;
    let mut changes = Vec::new();
    for library in libraries()? {
        // Blanket and auto traits say nothing that the types do not.
        let found = Run::cargo(["public-api", "--all-features", "-ss", "--color", "never"])
            .args(["--package", &library.name])
            .output()?;
        let path = folder.join(format!("{}.txt", library.name));
        let known = fs::read_to_string(&path).unwrap_or_default();
        println!("{}: {} lines", library.name, found.lines().count());
        if options.write {
            fs::write(&path, &found)?;
            continue;
        }
        let gone = known.lines().filter(|line| !found.lines().any(|other| other == *line));
        changes.extend(gone.map(|line| format!("{}: - {line}", library.name)));
        let new = found.lines().filter(|line| !known.lines().any(|other| other == *line));
        changes.extend(new.map(|line| format!("{}: + {line}", library.name)));
    }
    if changes.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the public interface changed; `cargo xtask api --write` where that is meant:\n  {}",
        changes.join("\n  ")
    )))
}
