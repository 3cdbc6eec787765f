//! file URLs out of the bytes of a fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};
use url1738_core::{arbitrary::url, part::FSEGMENT};

use crate::FileUrl;

impl<'a> Arbitrary<'a> for FileUrl {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        url(bytes, |draft| {
            draft.push("//");
            match draft.byte() & 3 {
                0 | 1 => {}
                2 => draft.push("localhost"),
                _ => draft.host(),
            }
            draft.push("/");
            draft.segments(&FSEGMENT);
        })
        .map(Self)
    }
}
