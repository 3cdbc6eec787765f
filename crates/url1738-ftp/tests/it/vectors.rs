//! The vector file, through the checks that all schemes share.

use url1738_core::dev::assert_vectors;
use url1738_ftp::FtpUrl;

// req: C-03, C-04, C-06, C-07, C-08, F-04, F-07
#[test]
fn vectors() {
    assert_vectors::<FtpUrl>(include_str!("../data/ftp.tsv"));
}
