//! The options that change the pairs of a query, `name=value&name=value`, after the first `?`.

use clap::Args;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url1738::{Escaped, Url};

/// The changes of the query of every URL, in the order in which they are made.
#[derive(Args, Clone)]
pub(super) struct QueryEdits {
    /// Remove pairs of the query by name, as in `utm_*`
    #[arg(long, value_name = "NAME")]
    trim_query: Vec<String>,
    /// Set the value of a name in the query
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    query: Vec<(String, String)>,
    /// Sort the pairs of the query by their names
    #[arg(long)]
    sort_query: bool,
}

/// The options above, as clap calls them.
pub(super) const OPTIONS: [&str; 3] = ["trim_query", "query", "sort_query"];

/// Writes no values: one may be a token.
impl core::fmt::Debug for QueryEdits {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.query.iter().map(|(name, _)| name)).finish()
    }
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected a name, `=` and a value")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// What of a name or a value is percent-encoded. A `+` would be read as a space.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

impl QueryEdits {
    /// Returns the URL with the changes made.
    ///
    /// # Errors
    /// Returns a message if the URLs of the scheme have no query.
    pub(super) fn apply(&self, text: String) -> Result<String, String> {
        if self.query.is_empty() && self.trim_query.is_empty() && !self.sort_query {
            return Ok(text);
        }
        let Ok(url) = Url::parse(&text) else { return Ok(text) };
        let has_query = matches!(url, Url::Other(_))
            || url.scheme_info().forms.iter().any(|form| form.contains('?'));
        if !has_query {
            return Err(format!("{} URLs have no query: the URL is unchanged", url.scheme()));
        }
        let (before, query) = text.split_once('?').unwrap_or((&text, ""));
        let mut pairs: Vec<String> =
            query.split('&').filter(|pair| !pair.is_empty()).map(str::to_owned).collect();
        pairs.retain(|pair| !self.trim_query.iter().any(|pattern| matches(pattern, &name(pair))));
        for (key, value) in &self.query {
            let encoded = |text| utf8_percent_encode(text, ENCODED);
            let new = format!("{}={}", encoded(key), encoded(value));
            let is_same = |pair: &String| name(pair) == key.as_bytes();
            let at = pairs.iter().position(is_same);
            pairs.retain(|pair| !is_same(pair));
            pairs.insert(at.unwrap_or(pairs.len()).min(pairs.len()), new);
        }
        if self.sort_query {
            pairs.sort_by_key(|pair| name(pair));
        }
        // The path of `http://host` is empty, and a query follows a path.
        let slash = if url.path().is_none() && url.host().is_some() { "/" } else { "" };
        Ok(match pairs.is_empty() {
            true => before.to_owned(),
            false => format!("{before}{slash}?{}", pairs.join("&")),
        })
    }
}

/// Returns the decoded name of a pair.
fn name(pair: &str) -> Vec<u8> {
    let name = pair.split('=').next().unwrap_or_default().replace('+', "%20");
    // INVARIANT: the name is a piece of a URL, whose escapes are whole.
    Escaped::new_validated(&name).decode().into_owned()
}

/// Returns whether a name matches a pattern, in which `*` stands for any text.
fn matches(pattern: &str, name: &[u8]) -> bool {
    let mut pieces = pattern.split('*').map(str::as_bytes);
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let Some(last) = pieces.next_back() else { return rest.is_empty() };
    for piece in pieces {
        match memchr::memmem::find(rest, piece) {
            Some(at) => rest = rest.get(at + piece.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, name, is_match) in [
            ("utm_*", "utm_source", true),
            ("utm_*", "utm", false),
            ("*", "", true),
            ("a*b*c", "a-b-b-c", true),
            ("a*a", "a", false),
            ("id", "id2", false),
            ("*_id", "user_id", true),
        ] {
            assert_eq!(matches(pattern, name.as_bytes()), is_match, "{pattern} {name}");
        }
    }
}
