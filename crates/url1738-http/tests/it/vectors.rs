//! The vector file, through the checks that all schemes share.

use url1738_core::dev::assert_vectors;
use url1738_http::HttpUrl;

// req: H-01, H-02, H-03, C-05, C-06, C-07, G-04, G-05, G-06
#[test]
fn vectors() {
    assert_vectors::<HttpUrl>(include_str!("../data/http.tsv"));
}
