//! Prospero URLs out of the bytes of a fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};
use url1738_core::arbitrary::url;

use crate::{FIELDNAME, FIELDVALUE, PPATH, ProsperoUrl};

impl<'a> Arbitrary<'a> for ProsperoUrl {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        url(bytes, |draft| {
            draft.push("//");
            draft.hostport();
            draft.push("/");
            draft.part(&PPATH);
            while draft.coin() {
                draft.push(";");
                draft.part(&FIELDNAME);
                draft.push("=");
                draft.part(&FIELDVALUE);
            }
        })
        .map(Self)
    }
}
