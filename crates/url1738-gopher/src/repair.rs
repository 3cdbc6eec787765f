//! Repairs of malformed Gopher URLs.

use url1738_core::{Rule, repair::Mender};

use crate::SELECTOR;

/// A raw tab is the one that divides the fields, so it is escaped as such. A CR or LF in a selector cannot be
/// repaired.
pub(crate) fn repair(mender: &mut Mender<'_>) {
    mender.hostport();
    if mender.peek() == Some(b'?') {
        // Nothing is reserved in a gopher-path, so a "?" is not a search and no path is missing before it.
        return;
    }
    mender.slash();
    mender.part_but(&SELECTOR, mender.rest().len(), |mender, byte| {
        if byte != b'\t' {
            return false;
        }
        let why = ("raw-tab", "the tab between the fields of a gopher-path is written `%09`");
        mender.change(1, "%09", &SELECTOR, Rule::Bnf("selector"), why);
        true
    });
}
