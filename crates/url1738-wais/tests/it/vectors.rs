//! The vector file, through the checks that all schemes share.

use url1738_core::dev::assert_vectors;
use url1738_wais::WaisUrl;

// req: W-01, W-02
#[test]
fn vectors() {
    assert_vectors::<WaisUrl>(include_str!("../data/wais.tsv"));
}
