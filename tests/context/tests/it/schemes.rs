//! The names that the search knows are those of the umbrella.

use url1738::SchemeKind;
use url1738_context::find_iter;

fn registered() -> Vec<&'static str> {
    let schemes = url1738::registry();
    // Others have types if the program is built beside these tests.
    let standard = |name: &&str| SchemeKind::of(name) == SchemeKind::Standard;
    let mut names: Vec<_> = schemes.schemes().map(|info| info.name).filter(standard).collect();
    names.sort_unstable();
    names
}

/// A word directly before a known scheme name is not part of it.
#[test]
fn every_registered_name_is_known() {
    let found = |text: &str| find_iter(text.as_bytes()).next().map(|found| found.url.into_owned());
    assert_eq!(registered().len(), 10);
    for name in registered() {
        // A `mailto:` needs an address.
        let user = if name == "mailto" { "joe@" } else { "" };
        let url = format!("{name}://{user}host.dom/path");
        assert_eq!(found(&format!("end.{url} and")).as_deref(), Some(url.as_str()));
    }
    assert_eq!(found("end.other://host.dom/path and").unwrap(), "end.other://host.dom/path");
}
