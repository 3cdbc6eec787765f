//! The packages of two runs, compared byte for byte.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    cargo::{Failure, Run, target, top},
    family::{Package, arguments},
};

/// Packages the crates twice and compares the files: once here, once in a fresh clone whose path and times of files are
/// others. With uncommitted changes there is nothing to clone, and both are packaged here.
///
/// # Errors
/// Returns an error if the packages of a crate differ, or if a crate cannot be packaged.
pub(crate) fn packages(family: &[Package], allow_dirty: bool) -> Result<(), Failure> {
    let folder = target().join("reproducible");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let clone = folder.join("clone");
    let second = if allow_dirty {
        top()
    } else {
        let [from, to] = [top(), clone].map(|path| path.to_string_lossy().into_owned());
        Run::program("git", ["clone", "--quiet", "--no-hardlinks", &from, &to]).run()?;
        PathBuf::from(to)
    };
    let first = package(family, &top(), &folder.join("first"), allow_dirty)?;
    let second = package(family, &second, &folder.join("second"), allow_dirty)?;
    let differ = differing(&first, &second);
    let _ = fs::remove_dir_all(&folder);
    if !differ.is_empty() {
        return Err(Failure::new(format!("packages that differ: {}", differ.join(", "))));
    }
    let bytes: usize = first.values().map(Vec::len).sum();
    println!("{} packages, {} KB: equal in both runs", first.len(), bytes / 1000);
    Ok(())
}

/// Returns the names of the files that are not in both, or not equal.
fn differing(first: &BTreeMap<String, Vec<u8>>, second: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let mut names: Vec<String> = first.keys().chain(second.keys()).cloned().collect();
    names.sort();
    names.dedup();
    names.retain(|name| first.get(name) != second.get(name));
    names
}

/// Packages the crates of the workspace at `root` without building them, and returns the files.
fn package(
    family: &[Package],
    root: &Path,
    folder: &Path,
    allow_dirty: bool,
) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let target = folder.to_string_lossy().into_owned();
    Run::cargo(["package", "--quiet", "--locked", "--no-verify", "--target-dir", &target])
        .args(allow_dirty.then_some("--allow-dirty"))
        .args(arguments(family))
        .inside(root)
        .run()?;
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder.join("package"))?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".crate") {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    match files.len() == family.len() {
        true => Ok(files),
        false => Err(Failure::new(format!("{} of {} packages", files.len(), family.len()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_missing_or_changed_differs() {
        let files = |list: &[(&str, &[u8])]| -> BTreeMap<String, Vec<u8>> {
            list.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect()
        };
        let first = files(&[("a", b"1"), ("b", b"2")]);
        assert_eq!(differing(&first, &first), [""; 0]);
        assert_eq!(differing(&first, &files(&[("a", b"1"), ("c", b"2")])), ["b", "c"]);
        assert_eq!(differing(&first, &files(&[("a", b"1"), ("b", b"3")])), ["b"]);
    }
}
