//! FTP URLs out of the bytes of a fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};
use url1738_core::{arbitrary::url, part::FSEGMENT};

use crate::FtpUrl;

impl<'a> Arbitrary<'a> for FtpUrl {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        url(bytes, |draft| {
            draft.push("//");
            draft.login();
            let form = draft.byte();
            if form & 3 == 0 {
                return;
            }
            draft.push("/");
            draft.segments(&FSEGMENT);
            let code = match form >> 2 & 7 {
                0 => ";type=a",
                1 => ";type=i",
                2 => ";type=d",
                3 => ";type=A",
                4 => ";type=I",
                5 => ";type=D",
                _ => "",
            };
            draft.push(code);
        })
        .map(Self)
    }
}
