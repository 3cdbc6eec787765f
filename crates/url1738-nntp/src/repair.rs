//! Repairs of malformed nntp URLs.

use url1738_core::{
    Rule,
    part::GROUP,
    repair::{EMPTY, Repairer},
};

/// A slash after the group, with no number to follow, goes.
pub(crate) fn repair(repairer: &mut Repairer<'_>) {
    repairer.hostport();
    if !repairer.slash() {
        return;
    }
    let group = repairer.until(b"/");
    repairer.copy(group);
    if group > 0 && repairer.rest() == b"/" {
        let why = (&EMPTY, "no article number follows the `/`");
        repairer.change(1, "", &GROUP, Rule::Bnf("nntpurl"), why);
    }
}
