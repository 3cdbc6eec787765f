//! Repairs of malformed telnet URLs.

use url1738_core::{Rule, codes::CodeInfo, part::HOST, repair::Repairer};

use crate::parse;

/// Of several slashes at the end one stays.
pub(crate) fn repair(repairer: &mut Repairer<'_>) {
    repairer.login();
    if repairer.peek() == Some(b'?') || !repairer.slash() {
        return;
    }
    let more = repairer.rest().iter().take_while(|byte| **byte == b'/').count();
    if more > 0 && more == repairer.rest().len() {
        let why = (&TELNET_PATH, "a telnet URL ends with at most one `/`");
        repairer.change(more, "", &HOST, Rule::Bnf("telneturl"), why);
    }
}

pub(crate) static TELNET_PATH: CodeInfo = parse::TELNET_PATH
    .repair("removes slashes")
    .with_explanation("Removes slashes after the first one.")
    .with_examples("telnet://host.dom//", "telnet://host.dom/");
