//! The operations of the libraries that are measured.

use url1738::{Redacted, Url, context::find_iter};

/// One operation. It returns a number that depends on its whole result, so that nothing is optimized away.
pub(crate) struct Work {
    pub(crate) name: &'static str,
    pub(crate) run: fn(String) -> usize,
}

pub(crate) const WORKS: &[Work] = &[
    Work { name: "parse", run: |text| Url::parse(&text).map_or(0, |url| url.as_str().len()) },
    Work {
        name: "parse owned",
        run: |text| Url::try_from(text).map_or(0, |url| url.as_str().len()),
    },
    Work { name: "inspect", run: |text| Url::parse(&text).map_or(0, inspect) },
    Work { name: "normalize", run: |text| Url::parse(&text).map_or(0, normalize) },
    Work { name: "repair", run: |text| repair(&text) },
    Work { name: "redact", run: |text| Redacted::new(text.as_bytes()).to_string().len() },
    Work {
        name: "extract",
        run: |text| find_iter(text.as_bytes()).map(|found| found.url.len()).sum(),
    },
];

fn normalize(url: Url<&str>) -> usize {
    url.normalize().as_str().len()
}

fn inspect(url: Url<&str>) -> usize {
    let plan = url.plan().map_or(0, |plan| plan.steps().len());
    url.parts().len() + url.lints().iter().count() + plan
}

fn repair(text: &str) -> usize {
    match Url::repair(text) {
        Ok(repaired) => repaired.url.as_str().len() + repaired.changes.len(),
        Err(error) => error.span().range().len(),
    }
}
