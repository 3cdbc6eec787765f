//! What a suite expects and what is found here, where the two differ.

use url1738_context::{Match, find_iter};

use super::Case;

/// A link that a suite expects, or that is found here, and is not both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The text.
    pub text: String,
    /// The link that the suite expects.
    pub expected: Option<String>,
    /// The URL that is found there.
    pub found: Option<String>,
    /// Whether the suite changed the defaults of its finder.
    pub configured: bool,
}

/// Returns whether a link begins with a scheme. Other finders link names of hosts, too.
#[must_use]
pub fn has_scheme(link: &str) -> bool {
    let Some((name, rest)) = link.split_once(':') else { return false };
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let is_address = link.parse::<core::net::Ipv6Addr>().is_ok();
    let is_port = name.contains('.') && rest.starts_with(|first: char| first.is_ascii_digit());
    is_name && !is_port && !is_address
}

/// Returns the differences of a case. Links without a scheme do not count.
#[must_use]
pub fn of(case: &Case) -> Vec<Difference> {
    let mut found: Vec<String> = find_iter(case.text.as_bytes()).map(whole).collect();
    let mut expected: Vec<String> =
        case.links.iter().filter(|link| has_scheme(link)).cloned().collect();
    if case.first {
        found.truncate(1);
    }
    expected.retain(|link| {
        let same = found.iter().position(|url| url == link);
        same.map(|at| found.remove(at)).is_none()
    });
    let difference = |expected, found| Difference {
        text: case.text.clone(),
        expected,
        found,
        configured: case.configured,
    };
    let mut differences = Vec::new();
    for link in expected {
        // A URL with spaces is compared without them.
        let touches = |url: &String| {
            let url: String = url.split(' ').collect();
            url.contains(&link) || link.contains(&url)
        };
        let same_place = found.iter().position(touches).map(|at| found.remove(at));
        differences.push(difference(Some(link), same_place));
    }
    differences.extend(found.into_iter().map(|url| difference(None, Some(url))));
    differences
}

fn whole(found: Match<'_>) -> String {
    match found.fragment {
        Some(fragment) => format!("{}#{fragment}", found.url),
        None => found.url.into_owned(),
    }
}
