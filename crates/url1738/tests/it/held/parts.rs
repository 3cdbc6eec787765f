//! All parts of the family, and the law of encoding by one.

use std::borrow::Cow;

use url1738::{Part, file, ftp, gopher, http, mailto, news, nntp, prospero, syntax::part, wais};

/// All parts of the family.
pub(crate) const PARTS: [(&str, &Part); 29] = [
    ("SCHEME", &part::SCHEME),
    ("USER", &part::USER),
    ("PASSWORD", &part::PASSWORD),
    ("HOST", &part::HOST),
    ("PORT", &part::PORT),
    ("URLPATH", &part::URLPATH),
    ("FRAGMENT", &part::FRAGMENT),
    ("SCHEMEPART", &part::SCHEMEPART),
    ("GROUP", &nntp::GROUP),
    ("FSEGMENT", &file::FSEGMENT),
    ("FTPTYPE", &ftp::FTPTYPE),
    ("HSEGMENT", &http::HSEGMENT),
    ("SEARCH", &http::SEARCH),
    ("QUERY", &http::QUERY),
    ("GTYPE", &gopher::GTYPE),
    ("SELECTOR", &gopher::SELECTOR),
    ("SEARCH", &gopher::SEARCH),
    ("GOPHER_PLUS", &gopher::GOPHER_PLUS),
    ("ENCODED822ADDR", &mailto::ENCODED822ADDR),
    ("ARTICLE", &news::ARTICLE),
    ("GROUPPART", &news::GROUPPART),
    ("DIGITS", &nntp::DIGITS),
    ("DATABASE", &wais::DATABASE),
    ("SEARCH", &wais::SEARCH),
    ("WTYPE", &wais::WTYPE),
    ("WPATH", &wais::WPATH),
    ("PPATH", &prospero::PPATH),
    ("FIELDNAME", &prospero::FIELDNAME),
    ("FIELDVALUE", &prospero::FIELDVALUE),
];

pub(crate) fn parts() -> impl Iterator<Item = &'static Part> {
    PARTS.into_iter().map(|(_, part)| part)
}

/// decode(encode(b)) is b, and what encode writes is in the class of the part. A part without escapes holds
/// the octets of its class alone; others are refused when its text is read.
pub(crate) fn assert_encodes(part: &'static Part, octets: &[u8]) {
    let written = part.encode(octets);
    match part.read(&written) {
        Ok(read) => {
            assert_eq!(&*read.decode(), octets, "{part}: {written}");
            let borrowed = matches!(written, Cow::Borrowed(_));
            assert_eq!(borrowed, written.as_bytes() == octets, "{part} copies {written}");
        }
        Err(error) => {
            let foreign = octets.iter().any(|octet| !part.class().contains(*octet));
            assert!(foreign && !part.class().allows_escapes(), "{part}: {written}: {error}");
        }
    }
}
