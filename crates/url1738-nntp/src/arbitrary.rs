//! nntp URLs out of the bytes of a fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};
use url1738_core::arbitrary::url;

use crate::NntpUrl;

impl<'a> Arbitrary<'a> for NntpUrl {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        url(bytes, |draft| {
            draft.push("//");
            draft.hostport();
            draft.push("/");
            draft.group();
            if draft.coin() {
                draft.push("/");
                draft.digits();
            }
        })
        .map(Self)
    }
}
