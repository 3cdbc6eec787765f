//! Repairs of malformed Gopher URLs.

use url1738_core::{
    Rule,
    repair::{Repairer, unexpected},
};

use crate::SELECTOR;

/// A raw tab is the one that divides the fields, so it is escaped as such. A CR or LF in a selector cannot be
/// repaired.
pub(crate) fn repair(repairer: &mut Repairer<'_>) {
    repairer.hostport();
    if repairer.peek() == Some(b'?') {
        // Nothing is reserved in a gopher-path, so a "?" is not a search and no path is missing before it.
        return;
    }
    repairer.slash();
    repairer.part_but(&SELECTOR, repairer.rest().len(), |repairer, byte| {
        if byte != b'\t' {
            return false;
        }
        let why = (unexpected(b'\t'), "a tab between the fields must be percent-encoded");
        repairer.change(1, "%09", &SELECTOR, Rule::Bnf("selector"), why);
        true
    });
}
