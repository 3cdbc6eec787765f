//! The vector file, through the checks that all schemes share.

use url1738_core::dev::assert_vectors;
use url1738_mailto::MailtoUrl;

// req: M-01
#[test]
fn vectors() {
    assert_vectors::<MailtoUrl>(include_str!("../data/mailto.tsv"));
}
