//! The vector file, run through the checks that all schemes share.

use url1738_core::{
    GenericUrl,
    dev::{assert_vectors, octets},
};

// req: G-01, G-05, G-10, C-01, C-03
#[test]
fn vectors() {
    assert_vectors::<GenericUrl>(include_str!("../data/generic.tsv"));
}

/// The notation of vectors for octets that are not characters.
#[test]
fn octets_of_vectors() {
    assert_eq!(octets(r"a\x41\xfF\t\r\n\0\\b"), b"aA\xFF\t\r\n\0\\b");
    // Other escapes are kept.
    assert_eq!(octets(r"\q\x4"), br"\q\x4");
}
