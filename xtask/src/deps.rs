//! What the crates depend on: licenses, sources, the budget, and nothing unused.

use crate::{
    audits,
    cargo::{Failure, Run},
    family::libraries,
    tools,
};

/// The crates that a library may depend on; `README.md` gives the reason for each.
pub(crate) const BUDGET: [&str; 16] = [
    "anstyle",
    "arbitrary",
    "dlmalloc",
    "fluent-uri",
    "http",
    "httparse",
    "idna",
    "memchr",
    "percent-encoding",
    "safe_arch",
    "serde_core",
    "thiserror",
    "tokio",
    "unicode-width",
    "url",
    "url1738",
];

#[derive(clap::Args, Clone, Copy, Default)]
pub(crate) struct Options {
    /// Write the numbers of the record of what was read; versions that were not read are marked
    #[arg(long)]
    write: bool,
}

/// Checks the budget, the record of what was read, unused dependencies by cargo-machete, and licenses, bans and sources by cargo-deny.
///
/// # Errors
/// Returns an error if a check fails, or if one of the tools cannot be installed.
pub(crate) fn deps(options: &Options) -> Result<(), Failure> {
    if options.write {
        return audits::audits(true);
    }
    budget()?;
    audits::audits(false)?;
    tools::need("machete")?;
    tools::need("deny")?;
    Run::cargo(["machete", "--with-metadata"]).run()?;
    // Advisories need a database that has to be downloaded; the rest is in the lock file and the sources.
    Run::cargo(["deny", "--offline", "--all-features", "--locked", "check"])
        .args(["licenses", "bans", "sources"])
        .run()
}

/// Checks the budget, for which no tool is needed.
pub(crate) fn budget() -> Result<(), Failure> {
    let readme = std::fs::read_to_string(crate::cargo::top().join("README.md"))?;
    let mut faults: Vec<String> = BUDGET
        .iter()
        .filter(|name| **name != "url1738" && !readme.contains(&format!("| `{name}` |")))
        .map(|name| format!("README.md gives no reason for {name}"))
        .collect();
    for library in libraries()? {
        let foreign = library.dependencies().filter(|(name, _, dev)| {
            !dev && !name.starts_with("url1738") && !BUDGET.contains(name)
        });
        faults
            .extend(foreign.map(|(name, ..)| {
                format!("{} depends on {name}, not in the budget", library.name)
            }));
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("the budget of dependencies:\n  {}", faults.join("\n  "))))
}
