//! Encoding and decoding: every part of every scheme, every string of up to two octets.

use std::{borrow::Cow, fs};

use proptest::{collection::vec, prelude::*};
use url1738::{Part, file, ftp, gopher, http, mailto, news, nntp, prospero, syntax::part, wais};

/// All parts of the family.
pub(crate) const PARTS: [(&str, &Part); 27] = [
    ("SCHEME", &part::SCHEME),
    ("USER", &part::USER),
    ("PASSWORD", &part::PASSWORD),
    ("HOST", &part::HOST),
    ("PORT", &part::PORT),
    ("URLPATH", &part::URLPATH),
    ("SCHEMEPART", &part::SCHEMEPART),
    ("GROUP", &nntp::GROUP),
    ("FSEGMENT", &file::FSEGMENT),
    ("FTPTYPE", &ftp::FTPTYPE),
    ("HSEGMENT", &http::HSEGMENT),
    ("SEARCH", &http::SEARCH),
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

fn parts() -> impl Iterator<Item = &'static Part> {
    PARTS.into_iter().map(|(_, part)| part)
}

/// decode(encode(b)) is b, and what encode writes is in the class of the part. A part without escapes holds
/// the octets of its class alone; others are refused when its text is read.
fn assert_encodes(part: &'static Part, octets: &[u8]) {
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

// req: G-03, G-04, G-05, G-06
#[test]
fn every_string_of_one_or_two_octets_comes_back() {
    for part in parts() {
        assert_encodes(part, b"");
        for one in 0..=255 {
            assert_encodes(part, &[one]);
            for two in 0..=255 {
                assert_encodes(part, &[one, two]);
            }
        }
    }
}

#[test]
fn every_string_comes_back() {
    super::for_all(&vec(any::<u8>(), 0..40), |octets| {
        parts().for_each(|part| assert_encodes(part, &octets));
    });
}

/// No part is missing above: the sources declare these and no others.
#[test]
fn the_table_names_every_part() {
    let mut declared = Vec::new();
    for source in crate::sources::sources() {
        let text = fs::read_to_string(&source).expect("a source file is readable");
        let constants = text.lines().filter_map(|line| line.strip_prefix("pub const "));
        let parts = constants.filter_map(|line| line.split_once(": Part ="));
        declared.extend(parts.map(|(name, _)| name.to_owned()));
    }
    let mut listed: Vec<_> = PARTS.into_iter().map(|(name, _)| name).collect();
    declared.sort_unstable();
    listed.sort_unstable();
    assert_eq!(declared, listed);
}
