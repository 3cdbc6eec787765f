//! URLs of any scheme from the bytes of a fuzzer.

use arbitrary::{Arbitrary, Error, Result, Unstructured};
use url1738_core::GenericUrl;

use crate::{ARBITRARY, Url};

/// Makes each scheme whose feature is enabled as often as the others, and as often as all without a type.
impl<'a> Arbitrary<'a> for Url {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let index = bytes.choose_index(ARBITRARY.len().saturating_add(1))?;
        match ARBITRARY.get(index) {
            Some(make) => make(bytes),
            None => other(bytes),
        }
    }
}

/// Makes a URL of a scheme without a type, even if the bytes spell the name of one that has a type.
fn other(bytes: &mut Unstructured<'_>) -> Result<Url> {
    let url = GenericUrl::arbitrary(bytes)?;
    let text = match Url::parse(url.as_str()) {
        Ok(Url::Other(_)) => return Ok(Url::other(url)),
        _ => alloc::format!("x-{url}"),
    };
    text.parse().map_err(|_| Error::IncorrectFormat)
}
