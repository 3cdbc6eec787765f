//! The sources of the libraries, for tests that hold a list against them.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The source files of all libraries of the family.
pub(crate) fn sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folders of the crates are readable") {
            let path = entry.expect("an entry of a folder").path();
            let library = path.components().any(|part| part.as_os_str() == "src");
            if path.is_dir() && (library || !path.ends_with("tests")) {
                folders.push(path);
            } else if library && path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found
}
