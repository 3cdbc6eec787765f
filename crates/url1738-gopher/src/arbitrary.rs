//! Gopher URLs out of the bytes of a fuzzer.

use url1738_core::{arbitrary::Draft, impl_arbitrary, scheme::Part};

use crate::{GOPHER_PLUS, GTYPE, GopherUrl, SEARCH, SELECTOR, builder::CONTROLS};

impl_arbitrary!(GopherUrl, path);

/// Writes the parts that a tab would end.
fn path(draft: &mut Draft<'_, '_>, part: &Part) -> bool {
    match part.name() {
        name if name == GTYPE.name() => gtype(draft),
        name if name == SELECTOR.name() => draft.run_but(part.class, CONTROLS),
        name if name == SEARCH.name() => draft.run_but(part.class, b"\t"),
        name if name == GOPHER_PLUS.name() => plus(draft),
        _ => return false,
    }
    true
}

/// One octet: as it is, or as an escape.
fn gtype(draft: &mut Draft<'_, '_>) {
    match draft.byte() {
        octet if CONTROLS.contains(&octet) => draft.push("1"),
        octet if octet != b'%' && GTYPE.class.contains(octet) => {
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
                draft.run_but(GOPHER_PLUS.class, b"\r\n\0");
                draft.push("%0D%0A");
            }
            draft.push(".%0D%0A");
        }
        _ => draft.run_but(GOPHER_PLUS.class, b""),
    }
}
