//! The vector file, through the checks that all schemes share.

use url1738_core::dev::assert_vectors;
use url1738_prospero::ProsperoUrl;

// req
#[test]
fn vectors() {
    assert_vectors::<ProsperoUrl>(include_str!("../data/prospero.tsv"));
}
