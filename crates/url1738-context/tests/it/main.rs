//! What is found in texts of every sort, and what is not.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test reports by panicking"
)]
#![allow(clippy::std_instead_of_alloc, reason = "a test has the whole standard library")]

mod authority;
mod bare;
mod broken;
mod hostile;
mod html;
mod joined;
#[cfg(feature = "std")]
mod recall;
mod replaced;
mod schemes;
mod stream;
mod whole;
mod wrapped;

use url1738_context::{Form, Match, find_iter};

/// The URLs of a text with their fragments.
fn urls(text: &str) -> Vec<String> {
    find_iter(text.as_bytes()).map(|found| whole(&found)).collect()
}

/// The only URL of a text, and its form.
fn only(text: &str) -> (String, Form) {
    let found: Vec<_> = find_iter(text.as_bytes()).collect();
    assert_eq!(found.len(), 1, "{text:?} gives {found:?}");
    (whole(&found[0]), found[0].form)
}

fn whole(found: &Match<'_>) -> String {
    match &found.fragment {
        Some(fragment) => format!("{}#{fragment}", found.url),
        None => found.url.to_string(),
    }
}
