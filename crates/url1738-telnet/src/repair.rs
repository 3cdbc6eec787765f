//! Repairs of malformed telnet URLs.

use url1738_core::{Rule, part::HOST, repair::Mender};

/// Of several slashes at the end one stays.
pub(crate) fn repair(mender: &mut Mender<'_>) {
    mender.login();
    if mender.peek() == Some(b'?') || !mender.slash() {
        return;
    }
    let more = mender.rest().iter().take_while(|byte| **byte == b'/').count();
    if more > 0 && more == mender.rest().len() {
        let why = ("slashes", "one slash may end a telnet URL");
        mender.change(more, "", &HOST, Rule::Bnf("telneturl"), why);
    }
}
