//! The vector file, through the checks that all schemes share.

use url1738_core::dev::assert_vectors;
use url1738_file::FileUrl;

// req: L-01, L-02
#[test]
fn vectors() {
    assert_vectors::<FileUrl>(include_str!("../data/file.tsv"));
}
