//! The public interface compared with that of the last release, by the committed listings.

use std::fs;

use crate::{
    cargo::{Failure, Run, top},
    family::libraries,
};

/// What a change of an interface asks of the version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    None,
    /// Lines were added.
    Minor,
    /// Lines were removed.
    Major,
}

/// Compares the listings in `tests/api` with those of the last tag `v*`.
///
/// # Errors
/// Returns an error if a change asks for a higher version than the manifest has.
pub(crate) fn semver() -> Result<(), Failure> {
    let tags = Run::program("git", ["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"]);
    let Ok(tag) = tags.output() else {
        println!("skipped: the interface of the last release: no release has a tag v*");
        return Ok(());
    };
    let tag = tag.trim();
    let old = tag.trim_start_matches('v');
    let mut faults = Vec::new();
    for library in libraries()? {
        let path = format!("tests/api/{}.txt", library.name);
        let now = fs::read_to_string(top().join(&path))?;
        let Ok(then) = Run::program("git", ["show", &format!("{tag}:{path}")]).output() else {
            println!("{}: not in {tag}", library.name);
            continue;
        };
        let change = change(&then, &now);
        println!("{} {}: {change:?} since {tag}", library.name, library.version);
        if !allows(old, &library.version, change) {
            let gone = then.lines().filter(|line| !now.lines().any(|other| other == *line));
            let shown: Vec<&str> = gone.take(5).collect();
            faults.push(format!(
                "{}: version {} after {old} does not allow a {change:?} change\n    {}",
                library.name,
                library.version,
                shown.join("\n    ")
            ));
        }
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("the interface since {tag}:\n  {}", faults.join("\n  "))))
}

/// Returns the kind of the change between two listings.
fn change(then: &str, now: &str) -> Change {
    let missing = |from: &str, of: &str| of.lines().any(|line| !from.lines().any(|it| it == line));
    match (missing(now, then), missing(then, now)) {
        (true, _) => Change::Major,
        (false, true) => Change::Minor,
        (false, false) => Change::None,
    }
}

/// Whether the step from one version to another allows the change, by the rules of cargo: below 1.0 the second number
/// counts like the first.
fn allows(old: &str, new: &str, change: Change) -> bool {
    let numbers = |version: &str| -> Vec<u64> {
        let core = version.split(['-', '+']).next().unwrap_or_default();
        core.split('.').map(|number| number.parse().unwrap_or_default()).collect()
    };
    let (old, new) = (numbers(old), numbers(new));
    let step = match (0..3).find(|at| old.get(*at) != new.get(*at)) {
        _ if new < old => return false,
        None => return change == Change::None,
        Some(at) => at,
    };
    // The first number that is not zero is the one that breaks.
    let breaking = old.iter().position(|number| *number > 0).unwrap_or(2).min(2);
    match change {
        Change::None => true,
        Change::Minor => step <= (breaking + 1).min(2),
        Change::Major => step <= breaking,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_lines_break_and_added_ones_do_not() {
        assert_eq!(change("a\nb\n", "a\nb\n"), Change::None);
        assert_eq!(change("a\n", "a\nb\n"), Change::Minor);
        assert_eq!(change("a\nb\n", "a\nc\n"), Change::Major);
    }

    #[test]
    fn versions_allow_what_cargo_expects_of_them() {
        for (old, new, most) in [
            ("0.1.0", "0.1.0", Change::None),
            ("0.1.0", "0.1.1", Change::Minor),
            ("0.1.0", "0.2.0", Change::Major),
            ("0.0.1", "0.0.2", Change::Major),
            ("1.2.3", "1.2.4", Change::None),
            ("1.2.3", "1.3.0", Change::Minor),
            ("1.2.3", "2.0.0", Change::Major),
        ] {
            for change in [Change::None, Change::Minor, Change::Major] {
                assert_eq!(allows(old, new, change), change <= most, "{old} {new} {change:?}");
            }
        }
        assert!(!allows("0.2.0", "0.1.0", Change::None));
    }
}
