//! Repairs of malformed file URLs.

use url1738_core::{
    Rule,
    codes::CodeInfo,
    part::{FSEGMENT, HOST},
    repair::{EXPECTED_DELIMITER, Repairer},
};

use crate::parse;

/// `file:/path` and a drive letter in the place of the host get the empty host before them; a user before a host
/// has no place here.
pub(crate) fn repair(repairer: &mut Repairer<'_>) {
    const REASON: &str = "a path follows `//` and a host, which may be empty";
    let without_slashes = (&FILE_WITHOUT_SLASHES, REASON);
    let rule = || Rule::Bnf("fileurl");
    let rest = repairer.rest();
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
        0 if drive => repairer.change(0, "///", &HOST, rule(), without_slashes),
        2 if drive => repairer.change(2, "///", &HOST, rule(), (&FILE_PORT, REASON)),
        1 => repairer.change(1, "///", &HOST, rule(), without_slashes),
        2 => {
            repairer.slashes_of(2, &FILE_WITHOUT_SLASHES);
            repairer.credentials();
            repairer.part(&HOST, repairer.until(b"/\\?"));
            if !repairer.slash() {
                repairer.missing_slash(&FILE_WITHOUT_PATH);
            }
        }
        _ => {
            repairer.slashes_of(2, &EXPECTED_DELIMITER);
            repairer.slash();
        }
    }
    repairer.path(&FSEGMENT, repairer.rest().len());
}

pub(crate) static FILE_PORT: CodeInfo = parse::FILE_PORT
    .repair("inserts `/` before a drive letter")
    .with_explanation("Moves a drive letter in the place of the host to the path.")
    .with_examples("file://C:/a", "file:///C:/a");

pub(crate) static FILE_WITHOUT_PATH: CodeInfo = parse::FILE_WITHOUT_PATH
    .repair("inserts `/` after the host")
    .with_explanation("Inserts the `/` after the host of a file URL.");

pub(crate) static FILE_WITHOUT_SLASHES: CodeInfo = parse::FILE_WITHOUT_SLASHES
    .repair("inserts slashes")
    .with_explanation("Inserts the slashes around an empty host.");
