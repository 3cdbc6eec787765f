//! What the libraries do with a text.

use url1738::{Redacted, Url, context::find};

/// One of them; it returns a number that depends on all it did.
pub(crate) struct Work {
    pub(crate) name: &'static str,
    pub(crate) run: fn(String) -> usize,
}

pub(crate) const WORKS: &[Work] = &[
    Work { name: "parse", run: |text| Url::parse(&text).map_or(0, |url| url.as_str().len()) },
    Work { name: "own", run: |text| Url::try_from(text).map_or(0, |url| url.as_str().len()) },
    Work { name: "judge", run: |text| Url::parse(&text).map_or(0, judge) },
    Work { name: "normalize", run: |text| Url::parse(&text).map_or(0, normalize) },
    Work { name: "repair", run: |text| repair(&text) },
    Work { name: "show", run: |text| Redacted::new(text.as_bytes()).to_string().len() },
    Work { name: "find", run: |text| find(text.as_bytes()).map(|found| found.url.len()).sum() },
];

fn normalize(url: Url<&str>) -> usize {
    url.normalize().as_str().len()
}

fn judge(url: Url<&str>) -> usize {
    let plan = url.access().map_or(0, |plan| plan.steps().len());
    url.parts().len() + url.lints().iter().count() + plan
}

fn repair(text: &str) -> usize {
    match Url::repair(text) {
        Ok(repaired) => repaired.url.as_str().len() + repaired.changes.len(),
        Err(error) => error.span().range().len(),
    }
}
