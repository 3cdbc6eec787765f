//! The vector file, through the checks that all schemes share.

use url1738_core::dev::assert_vectors;
use url1738_news::NewsUrl;

// req: N-01
#[test]
fn vectors() {
    assert_vectors::<NewsUrl>(include_str!("../data/news.tsv"));
}
