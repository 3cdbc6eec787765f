//! Repairs of malformed file URLs.

use url1738_core::{
    Rule,
    part::{FSEGMENT, HOST},
    repair::Mender,
};

/// `file:/path` and a drive letter in the place of the host get the empty host before them; a user before a host
/// has no place here.
pub(crate) fn repair(mender: &mut Mender<'_>) {
    const WHY: (&str, &str) = ("slashes", "the path follows `//` and a host, perhaps empty");
    let rule = || Rule::Bnf("fileurl");
    let rest = mender.rest();
    let slashes = rest.iter().take_while(|byte| b"/\\".contains(byte)).count();
    let after = rest.get(slashes..).unwrap_or_default();
    let drive = match after {
        [letter, b':' | b'|'] | [letter, b':' | b'|', b'/' | b'\\', ..] => {
            letter.is_ascii_alphabetic()
        }
        _ => false,
    };
    match slashes {
        // A relative path names no file that a URL could name.
        0 if !drive => return,
        0 | 2 if drive => mender.change(slashes, "///", &HOST, rule(), WHY),
        1 => mender.change(1, "///", &HOST, rule(), WHY),
        2 => {
            mender.slashes();
            mender.credentials();
            mender.part(&HOST, mender.until(b"/\\?"));
            if !mender.slash() {
                mender.missing_slash();
            }
        }
        _ => {
            mender.slashes_of(2);
            mender.slash();
        }
    }
    mender.path(&FSEGMENT, mender.rest().len());
}
