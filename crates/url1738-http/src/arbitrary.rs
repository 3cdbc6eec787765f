//! HTTP URLs out of the bytes of a fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};
use url1738_core::arbitrary::url;

use crate::{HSEGMENT, HttpUrl, SEARCH};

impl<'a> Arbitrary<'a> for HttpUrl {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        url(bytes, |draft| {
            draft.push("//");
            draft.hostport();
            let form = draft.byte();
            if form & 3 != 0 {
                draft.push("/");
                draft.segments(&HSEGMENT);
                if form & 4 == 4 {
                    draft.push("?");
                    draft.part(&SEARCH);
                }
            }
        })
        .map(Self)
    }
}
