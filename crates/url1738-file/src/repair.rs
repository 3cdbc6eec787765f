//! Repairs of malformed file URLs.

use url1738_core::{
    Rule,
    part::{FSEGMENT, HOST},
    repair::Repairer,
};

/// `file:/path` and a drive letter in the place of the host get the empty host before them; a user before a host
/// has no place here.
pub(crate) fn repair(repairer: &mut Repairer<'_>) {
    const REASON: &str = "a path follows `//` and a host, which may be empty";
    const WITHOUT_SLASHES: (&str, &str) = ("file-without-slashes", REASON);
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
        0 if drive => repairer.change(0, "///", &HOST, rule(), WITHOUT_SLASHES),
        2 if drive => repairer.change(2, "///", &HOST, rule(), ("file-port", REASON)),
        1 => repairer.change(1, "///", &HOST, rule(), WITHOUT_SLASHES),
        2 => {
            if rest.starts_with(b"//") {
                repairer.copy(2);
            } else {
                let why = (WITHOUT_SLASHES.0, "`//` must precede the host");
                repairer.change(2, "//", &HOST, Rule::Prose("3.1"), why);
            }
            repairer.credentials();
            repairer.part(&HOST, repairer.until(b"/\\?"));
            if !repairer.slash() {
                let why = ("file-without-path", "a `/` must follow the host");
                repairer.change(0, "/", &HOST, Rule::Prose("3.1"), why);
            }
        }
        _ => {
            repairer.slashes_of(2);
            repairer.slash();
        }
    }
    repairer.path(&FSEGMENT, repairer.rest().len());
}
