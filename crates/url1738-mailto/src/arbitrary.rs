//! mailto URLs out of the bytes of a fuzzer.

use url1738_core::{arbitrary::Draft, chars::ALPHADIGIT, impl_arbitrary, scheme::Part};

use crate::MailtoUrl;

impl_arbitrary!(MailtoUrl, address);

/// Writes an addr-spec (RFC 822), the only part.
fn address(draft: &mut Draft<'_, '_>, _part: &Part) -> bool {
    word(draft);
    while draft.coin() {
        draft.push(".");
        word(draft);
    }
    draft.push("@");
    if draft.byte() & 3 == 3 {
        draft.push("%5B");
        quoted(draft, b"[]\\\r");
        draft.push("%5D");
    } else {
        draft.host();
    }
    true
}

/// `word = atom | quoted-string` (RFC 822, section 6.1).
fn word(draft: &mut Draft<'_, '_>) {
    if draft.byte() & 3 == 3 {
        draft.push("%22");
        quoted(draft, b"\"\\\r");
        draft.push("%22");
    } else {
        let atom = ALPHADIGIT.with(b"!$&'*+-/=?_");
        draft.one_or_more(atom, 'a');
        // Characters of an atom that a URL may not hold as they are.
        while draft.coin() {
            let octets = b"#%^`{|}~";
            let octet = octets.get(usize::from(draft.byte() & 7)).unwrap_or(&b'~');
            draft.escape(*octet);
        }
    }
}

/// Text between quotation marks or brackets: US-ASCII but for `refused`, which a backslash lets in.
fn quoted(draft: &mut Draft<'_, '_>, refused: &[u8]) {
    loop {
        match draft.byte() {
            0 | 0xF0.. => return,
            octet @ 0x80.. => {
                draft.push("%5C");
                draft.escape(octet & 0x7F);
            }
            octet if refused.contains(&octet) => draft.push("_"),
            octet if ALPHADIGIT.contains(octet) => {
                draft.push(char::from(octet).encode_utf8(&mut [0; 4]));
            }
            octet => draft.escape(octet),
        }
    }
}
