//! `data/curl-differences.tsv`: where curl is known to send something else, and the requirement
//! that the plan follows.

use crate::error::{Error, Result};
use crate::octets::unquote;

/// A known difference.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The URL as written in `urls.tsv`.
    pub url: String,
    /// The requirement that the plan follows.
    pub requirement: String,
    /// Its section of RFC 1738.
    pub section: String,
    /// The octets that curl sends and the plan does not; empty if curl only sends less.
    pub instead: Vec<u8>,
    /// What curl does.
    pub what: String,
}

/// Returns the known differences.
///
/// # Errors
/// Returns an error if a line is malformed.
pub fn all() -> Result<Vec<Difference>> {
    let text = include_str!("../data/curl-differences.tsv");
    let rows = (1..).zip(text.lines()).filter(|(_, row)| !row.is_empty() && !row.starts_with('#'));
    rows.map(|(line, row)| {
        let bad = |what: &str| Error::new(format!("curl-differences.tsv, line {line}: {what}"));
        let fields: Vec<&str> = row.split('\t').collect();
        let [url, requirement, section, instead, what] = fields[..] else {
            return Err(bad("not five columns"));
        };
        let (instead, _) = unquote(instead).map_err(|error| bad(&error.to_string()))?;
        Ok(Difference {
            url: url.to_owned(),
            requirement: requirement.to_owned(),
            section: section.to_owned(),
            instead,
            what: what.to_owned(),
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_url_is_one_that_is_compared() {
        let cases = crate::cases::all().unwrap();
        for difference in all().unwrap() {
            let compared = cases.iter().filter(|case| crate::compare::role(case).is_some());
            assert!(compared.into_iter().any(|case| case.url == difference.url), "{difference:?}");
        }
    }
}
