//! WAIS URLs out of the bytes of a fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};
use url1738_core::arbitrary::url;

use crate::{DATABASE, SEARCH, WPATH, WTYPE, WaisUrl};

impl<'a> Arbitrary<'a> for WaisUrl {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        url(bytes, |draft| {
            draft.push("//");
            draft.hostport();
            draft.push("/");
            draft.part(&DATABASE);
            match draft.byte() % 3 {
                1 => {
                    draft.push("?");
                    draft.part(&SEARCH);
                }
                2 => {
                    draft.push("/");
                    draft.part(&WTYPE);
                    draft.push("/");
                    draft.part(&WPATH);
                }
                _ => {}
            }
        })
        .map(Self)
    }
}
