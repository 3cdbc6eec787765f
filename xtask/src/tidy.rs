//! Compares what is listed in two places: members, names, links, the code map. Then checks the voice and the
//! layers.

use std::fs;

use crate::{
    cargo::{Failure, top},
    inlined, layers, pages, release, voice,
};

/// The lints that the workspace denies, so that no input makes a library panic. An exception needs a reason beside it.
const NO_PANIC: [&str; 6] = [
    "indexing_slicing",
    "string_slice",
    "unwrap_used",
    "expect_used",
    "panic",
    "arithmetic_side_effects",
];

/// Returns what the front of a crate says of unsafe code. The module for WebAssembly has exported names and an allocator, and
/// all of that in one file; see `only_the_abi_is_unsafe`.
fn unsafe_code(name: &str) -> &'static str {
    match name {
        "url1738-wasm" => "#![deny(unsafe_code)]\n",
        _ => "#![forbid(unsafe_code)]\n",
    }
}

/// Checks the members and their folders, the front of every crate, the functions compiled where they are
/// called, the pages and the code map, then the words of the prose and the circles of files.
///
/// # Errors
/// Returns an error with all differences found.
pub(crate) fn tidy() -> Result<(), Failure> {
    let read = |path: &str| {
        fs::read_to_string(top().join(path)).map_err(|e| Failure::new(format!("{path}: {e}")))
    };
    let mut faults = Vec::new();
    let mut want = |path: &str, text: &str, needle: &str| {
        if !text.contains(needle) {
            faults.push(format!("{path} lacks {needle}"));
        }
    };
    let workspace = read("Cargo.toml")?;
    let map = read("crates/README.md")?;
    for lint in NO_PANIC {
        want("Cargo.toml", &workspace, &format!("\n{lint} = \"deny\"\n"));
    }
    for entry in
        fs::read_dir(top().join("crates")).map_err(|e| Failure::new(e.to_string()))?.flatten()
    {
        if entry.path().is_dir() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("crates/{name}/Cargo.toml");
            let manifest = read(&path)?;
            want(&path, &manifest, &format!("name = \"{name}\""));
            want(&path, &manifest, "license.workspace = true");
            want("crates/README.md", &map, &name);
            let front = format!("crates/{name}/src/lib.rs");
            want(&front, &read(&front)?, "#![doc = include_str!(\"../README.md\")]\n");
            want(&front, &read(&front)?, unsafe_code(&name));
            want(&path, &manifest, "[lints]\nworkspace = true\n");
            let page = format!("crates/{name}/README.md");
            want(&page, &read(&page)?, &format!("# {name}\n"));
        }
    }
    faults.extend(release::fronts()?);
    faults.extend(inlined::faults()?);
    faults.extend(pages::faults(&crate::tasks())?);
    if faults.is_empty() {
        voice::voice()?;
        return layers::layers();
    }
    Err(Failure::new(format!("lists or pages that disagree:\n  {}", faults.join("\n  "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lint can be allowed in one file only, and that file is part of no build but the module's.
    #[test]
    fn only_the_abi_is_unsafe() {
        let folder = top().join("crates/url1738-wasm/src");
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let text = fs::read_to_string(entry.path()).unwrap();
            let is_abi = entry.file_name() == "abi.rs";
            assert_eq!(text.contains("allow(unsafe_code"), is_abi, "{:?}", entry.path());
            let reasons = text.matches("SAFETY:").count();
            let places = text.matches("unsafe impl").count()
                + text.matches("unsafe {").count()
                + text.matches("#[unsafe(").count();
            assert_eq!(reasons, places, "{:?}", entry.path());
        }
    }
}
