//! Gopher URLs out of the bytes of a fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};
use url1738_core::arbitrary::{Draft, url};

use crate::{GOPHER_PLUS, GTYPE, GopherUrl, SEARCH, SELECTOR, parse::TAB};

impl<'a> Arbitrary<'a> for GopherUrl {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        url(bytes, |draft| {
            draft.push("//");
            draft.hostport();
            let form = draft.byte();
            if form & 3 == 0 {
                return;
            }
            draft.push("/");
            if form & 3 == 1 {
                return;
            }
            gtype(draft);
            draft.run_but(SELECTOR.class(), CONTROLS);
            if form & 4 == 4 {
                draft.push(TAB);
                // A tab would end it.
                draft.run_but(SEARCH.class(), b"\t");
                if form & 8 == 8 {
                    draft.push(TAB);
                    plus(draft);
                }
            }
        })
        .map(Self)
    }
}

/// What a type or a selector cannot hold, escaped or not.
const CONTROLS: &[u8] = b"\t\r\n";

/// One octet: as it is, or as an escape.
fn gtype(draft: &mut Draft<'_, '_>) {
    match draft.byte() {
        octet if CONTROLS.contains(&octet) => draft.push("1"),
        octet if octet != b'%' && GTYPE.class().contains(octet) => {
            draft.push(char::from(octet).encode_utf8(&mut [0; 4]));
        }
        octet => draft.escape(octet),
    }
}

/// Any octets, or one of the forms that section 3.4 names.
fn plus(draft: &mut Draft<'_, '_>) {
    match draft.byte() & 7 {
        0 => draft.push("+"),
        1 => draft.push("?"),
        2 => draft.push("!+VIEWS"),
        3 => draft.push("$"),
        4 => draft.push("+application/postscript%20Ja_JP"),
        5 => {
            draft.push("+%091%0D%0A+-1%0D%0A");
            while draft.coin() {
                // An answer that is a dot alone would end the form.
                draft.push("a");
                draft.run_but(GOPHER_PLUS.class(), b"\r\n\0");
                draft.push("%0D%0A");
            }
            draft.push(".%0D%0A");
        }
        _ => draft.part(&GOPHER_PLUS),
    }
}
