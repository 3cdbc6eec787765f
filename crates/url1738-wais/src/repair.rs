//! Repairs of malformed WAIS URLs.

use url1738_core::{
    Rule,
    repair::{EXPECTED_DELIMITER, Repairer},
};

use crate::{DATABASE, SEARCH, WPATH, WTYPE};

/// Document-ids are in old texts with their `=`, `;` and `/`: all after the type is one document-id, and what is
/// reserved in it becomes escapes.
pub(crate) fn repair(repairer: &mut Repairer<'_>) {
    repairer.hostport();
    if !repairer.slash() {
        return repairer.missing_slash(&EXPECTED_DELIMITER);
    }
    repairer.part(&DATABASE, repairer.until(b"/?"));
    if repairer.copy_any(b"?") {
        return repairer.part(&SEARCH, repairer.rest().len());
    }
    if repairer.rest() == b"/" {
        let why = (&EXPECTED_DELIMITER, "no type and document-id follow the `/`");
        return repairer.change(1, "", &WTYPE, Rule::Bnf("waisdoc"), why);
    }
    if repairer.copy_any(b"/") {
        repairer.part(&WTYPE, repairer.until(b"/"));
        if repairer.copy_any(b"/") {
            repairer.part(&WPATH, repairer.rest().len());
        }
    }
}
