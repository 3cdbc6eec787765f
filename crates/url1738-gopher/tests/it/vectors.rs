//! The vector file, through the checks that all schemes share.

use url1738_core::dev::assert_vectors;
use url1738_gopher::GopherUrl;

// req: P-01, P-02, P-03, P-05, P-06, P-07
#[test]
fn vectors() {
    assert_vectors::<GopherUrl>(include_str!("../data/gopher.tsv"));
}
