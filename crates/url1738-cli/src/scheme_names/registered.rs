//! Names of schemes that are known: those that IANA has registered, and others in common use. The data files name their
//! date and source.

use std::sync::LazyLock;

/// All known names, in lower case and in order.
pub(super) static KNOWN: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let files = [include_str!("registered.txt"), include_str!("in_use.txt")];
    let lines = files.into_iter().flat_map(str::lines);
    let mut names: Vec<&str> = lines.filter(|line| !line.starts_with('#')).collect();
    names.sort_unstable();
    names
});
