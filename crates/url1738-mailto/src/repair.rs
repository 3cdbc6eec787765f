//! Repairs of malformed mailto URLs.

use url1738_core::{Rule, codes::CodeInfo, repair::Repairer};

use crate::{ENCODED822ADDR, parse};

/// Slashes before the address go, and so do the header fields of RFC 6068 after it: RFC 1738 has the address
/// alone.
pub(crate) fn repair(repairer: &mut Repairer<'_>) {
    let slashes = repairer.rest().iter().take_while(|byte| **byte == b'/').count();
    if slashes > 0 {
        let why = (&NOT_AN_ADDR_SPEC, "no `//` precedes an address");
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
        let why = (&MAILTO_HEADERS, "header fields came with RFC 6068");
        repairer.change(headers, "", &ENCODED822ADDR, Rule::Prose("3.5"), why);
    }
}

pub(crate) static NOT_AN_ADDR_SPEC: CodeInfo = parse::NOT_AN_ADDR_SPEC.repair("removes slashes")
    .with_explanation("Removes the slashes before an address. Where they can be the beginning of the local part, the text is valid and stays.")
    .with_examples("mailto://%22joe%22@host.dom", "mailto:%22joe%22@host.dom");

pub(crate) static MAILTO_HEADERS: CodeInfo = parse::MAILTO_HEADERS
    .repair("removes header fields")
    .with_explanation("Removes header fields after the address.");
