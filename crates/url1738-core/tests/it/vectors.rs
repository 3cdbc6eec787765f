//! The vector file, through the checks that all schemes share.

use url1738_core::{
    GenericUrl,
    dev::{assert_vectors, octets},
};

// req: G-01, G-05, G-10, C-01, C-03
#[test]
fn vectors() {
    assert_vectors::<GenericUrl>(include_str!("../data/generic.tsv"));
}

/// How vectors write octets that are no characters.
#[test]
fn octets_of_vectors() {
    assert_eq!(octets(r"a\x41\xfF\t\r\n\0\\b"), b"aA\xFF\t\r\n\0\\b");
    // What is no such escape stands for itself.
    assert_eq!(octets(r"\q\x4"), br"\q\x4");
}
