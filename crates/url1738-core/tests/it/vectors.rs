//! The vector file, through the checks that all schemes share.

use url1738_core::{GenericUrl, dev::assert_vectors};

// req: G-01, G-05, G-10, C-01, C-03
#[test]
fn vectors() {
    assert_vectors::<GenericUrl>(include_str!("../data/generic.tsv"));
}
