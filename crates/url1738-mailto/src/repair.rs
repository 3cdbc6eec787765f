//! Repairs of malformed mailto URLs.

use url1738_core::{Rule, repair::Repairer};

use crate::ENCODED822ADDR;

/// Slashes before the address go, and so do the header fields of RFC 6068 after it: RFC 1738 has the address
/// alone.
pub(crate) fn repair(repairer: &mut Repairer<'_>) {
    let slashes = repairer.rest().iter().take_while(|byte| **byte == b'/').count();
    if slashes > 0 {
        let why = ("not-an-addr-spec", "no `//` precedes an address");
        repairer.change(slashes, "", &ENCODED822ADDR, Rule::Prose("3.5"), why);
    }
    let rest = repairer.rest();
    // The last "@" may be in a header field: the address ends at the first "?" after the first one.
    let sign = rest.iter().position(|byte| *byte == b'@').unwrap_or(rest.len());
    let question = rest.iter().skip(sign).position(|byte| *byte == b'?');
    let address = question.map_or(rest.len(), |after| sign.saturating_add(after));
    repairer.part(&ENCODED822ADDR, address);
    let headers = repairer.rest().len();
    if headers > 0 {
        let why = ("mailto-headers", "header fields came with RFC 6068");
        repairer.change(headers, "", &ENCODED822ADDR, Rule::Prose("3.5"), why);
    }
}
