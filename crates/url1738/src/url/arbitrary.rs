//! URLs of any scheme from the bytes of a fuzzer.

use arbitrary::{Arbitrary, Error, Result, Unstructured};
use url1738_core::GenericUrl;

use super::Url;

/// Makes each scheme whose feature is enabled as often as the others, and as often as all without a type.
impl<'a> Arbitrary<'a> for Url {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        type Make<'a> = fn(&mut Unstructured<'a>) -> Result<Url>;
        let makes: &[Make<'a>] = &[
            #[cfg(feature = "ftp")]
            |bytes| Arbitrary::arbitrary(bytes).map(Self::Ftp),
            #[cfg(feature = "http")]
            |bytes| Arbitrary::arbitrary(bytes).map(Self::Http),
            #[cfg(feature = "gopher")]
            |bytes| Arbitrary::arbitrary(bytes).map(Self::Gopher),
            #[cfg(feature = "mailto")]
            |bytes| Arbitrary::arbitrary(bytes).map(Self::Mailto),
            #[cfg(feature = "news")]
            |bytes| Arbitrary::arbitrary(bytes).map(Self::News),
            #[cfg(feature = "nntp")]
            |bytes| Arbitrary::arbitrary(bytes).map(Self::Nntp),
            #[cfg(feature = "telnet")]
            |bytes| Arbitrary::arbitrary(bytes).map(Self::Telnet),
            #[cfg(feature = "wais")]
            |bytes| Arbitrary::arbitrary(bytes).map(Self::Wais),
            #[cfg(feature = "file")]
            |bytes| Arbitrary::arbitrary(bytes).map(Self::File),
            #[cfg(feature = "prospero")]
            |bytes| Arbitrary::arbitrary(bytes).map(Self::Prospero),
            |bytes| other(bytes),
        ];
        bytes.choose(makes)?(bytes)
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
