//! The vector file, through the checks that all schemes share.

use url1738_core::dev::assert_vectors;
use url1738_telnet::TelnetUrl;

// req: T-01, C-01, C-02, C-03, C-04
#[test]
fn vectors() {
    assert_vectors::<TelnetUrl>(include_str!("../data/telnet.tsv"));
}
