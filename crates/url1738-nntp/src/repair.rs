//! Repairs of malformed nntp URLs.

use url1738_core::{Rule, part::GROUP, repair::Mender};

/// A slash after the group, with no number to follow, goes.
pub(crate) fn repair(mender: &mut Mender<'_>) {
    mender.hostport();
    if !mender.slash() {
        return;
    }
    let group = mender.until(b"/");
    mender.copy(group);
    if group > 0 && mender.rest() == b"/" {
        let why = ("trailing-slash", "a number follows the slash after the group");
        mender.change(1, "", &GROUP, Rule::Bnf("nntpurl"), why);
    }
}
