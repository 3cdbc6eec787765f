//! telnet URLs out of the bytes of a fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};
use url1738_core::arbitrary::url;

use crate::TelnetUrl;

impl<'a> Arbitrary<'a> for TelnetUrl {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        url(bytes, |draft| {
            draft.push("//");
            draft.login();
            if draft.coin() {
                draft.push("/");
            }
        })
        .map(Self)
    }
}
