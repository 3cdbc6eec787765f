//! The table of differences from the suites of other link finders.

use url1738_context::find_iter;
use url1738_context_tests::suites::{rules, table};

/// What the table says is found is found, and its rule decides on the difference. Needs no suite to be fetched.
#[test]
fn every_difference_is_current_and_has_a_rule() {
    let rows = table::read().unwrap();
    assert!(rows.len() == 5 && rows.values().all(|rows| !rows.is_empty()), "{rows:?}");
    for row in rows.values().flatten() {
        let it = &row.difference;
        let found: Vec<String> = find_iter(it.text.as_bytes())
            .map(|found| match &found.fragment {
                Some(fragment) => format!("{}#{fragment}", found.url),
                None => found.url.to_string(),
            })
            .collect();
        let again = "cargo xtask context --suites --write";
        match &it.found {
            Some(url) => assert!(found.contains(url), "{again}: {it:?}: {found:?}"),
            None => {
                let expected = it.expected.as_ref().unwrap();
                assert!(!found.contains(expected), "{again}: {it:?}: {found:?}");
            }
        }
        assert_ne!(it.expected, it.found);
        assert_eq!(rules::of(it).map(|rule| rule.id), Some(row.rule.as_str()), "{again}: {it:?}");
    }
}

/// Every rule decides on something, or it would not be known to be right.
#[test]
fn no_rule_is_idle() {
    let rows = table::read().unwrap();
    let idle: Vec<&str> = rules::RULES
        .iter()
        .map(|rule| rule.id)
        .filter(|id| !rows.values().flatten().any(|row| row.rule == *id))
        .collect();
    assert!(idle.is_empty(), "{idle:?}");
}
