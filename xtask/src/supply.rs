//! What the family depends on: licences, sources, budget, and nothing that nobody uses.

use crate::{
    cargo::{Failure, Run},
    family::libraries,
    tools,
};

/// The crates a library may depend on, each with its feature where it is optional; `README.md` says what for.
pub(crate) const BUDGET: [&str; 9] = [
    "arbitrary",
    "fluent-uri",
    "http",
    "memchr",
    "percent-encoding",
    "safe_arch",
    "serde_core",
    "url",
    "url1738",
];

/// Checks the budget here, licences, bans and sources by cargo-deny, unused dependencies by cargo-machete.
pub(crate) fn deps() -> Result<(), Failure> {
    budget()?;
    if let Err(failure) = tools::need("machete") {
        println!("skipped: cargo-machete cannot be installed here: {failure}");
    } else {
        Run::cargo(["machete", "--with-metadata"]).run()?;
    }
    if let Err(failure) = tools::need("deny") {
        println!("skipped: cargo-deny cannot be installed here: {failure}");
        return Ok(());
    }
    // Advisories need a database from elsewhere; the rest is in the lock file and the sources.
    Run::cargo(["deny", "--offline", "--all-features", "--locked", "check"])
        .args(["licenses", "bans", "sources"])
        .run()
}

/// The budget alone, which needs no tool.
pub(crate) fn budget() -> Result<(), Failure> {
    let readme = std::fs::read_to_string(crate::cargo::top().join("README.md"))?;
    let mut faults: Vec<String> = BUDGET
        .iter()
        .filter(|name| **name != "url1738" && !readme.contains(&format!("| `{name}` |")))
        .map(|name| format!("README.md does not say what {name} is for"))
        .collect();
    for library in libraries()? {
        let foreign = library.dependencies().filter(|(name, _, dev)| {
            !dev && !name.starts_with("url1738") && !BUDGET.contains(name)
        });
        faults.extend(foreign.map(|(name, ..)| format!("{} has taken up {name}", library.name)));
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("the budget of dependencies:\n  {}", faults.join("\n  "))))
}
