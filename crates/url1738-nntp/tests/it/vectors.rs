//! The vector file, through the checks that all schemes share.

use url1738_core::dev::assert_vectors;
use url1738_nntp::NntpUrl;

// req: N-03
#[test]
fn vectors() {
    assert_vectors::<NntpUrl>(include_str!("../data/nntp.tsv"));
}
