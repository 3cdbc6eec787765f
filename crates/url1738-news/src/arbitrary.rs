//! news URLs out of the bytes of a fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};
use url1738_core::{
    arbitrary::url,
    chars::{Class, UCHAR},
};

use crate::NewsUrl;

/// What is before the `@` of a message-id.
const UNIQUE: Class = UCHAR.with(b";/?:&=");
/// `UNIQUE` without the slash: two would name a server.
const FIRST: Class = UCHAR.with(b";?:&=");

impl<'a> Arbitrary<'a> for NewsUrl {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        url(bytes, |draft| match draft.byte() & 7 {
            0 => draft.push("*"),
            1..=3 => draft.group(),
            _ => {
                draft.one_of(FIRST);
                draft.run_but(UNIQUE, b"");
                draft.push("@");
                draft.host();
            }
        })
        .map(Self)
    }
}
