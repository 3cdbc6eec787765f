//! Repairs of malformed telnet URLs.

use url1738_core::{Rule, part::HOST, repair::Repairer};

/// Of several slashes at the end one stays.
pub(crate) fn repair(repairer: &mut Repairer<'_>) {
    repairer.login();
    if repairer.peek() == Some(b'?') || !repairer.slash() {
        return;
    }
    let more = repairer.rest().iter().take_while(|byte| **byte == b'/').count();
    if more > 0 && more == repairer.rest().len() {
        let why = ("telnet-path", "a telnet URL ends with at most one `/`");
        repairer.change(more, "", &HOST, Rule::Bnf("telneturl"), why);
    }
}
