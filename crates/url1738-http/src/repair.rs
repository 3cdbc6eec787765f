//! Repairs of malformed HTTP URLs.

use url1738_core::repair::Repairer;

use crate::{HSEGMENT, SEARCH};

/// Backslashes in the path separate segments; a search part without a path gets the `/` before it; what is
/// reserved in the search part becomes an escape.
pub(crate) fn repair(repairer: &mut Repairer<'_>) {
    repairer.hostport();
    if !repairer.slash() {
        return;
    }
    repairer.path(&HSEGMENT, repairer.until(b"?"));
    if repairer.copy_any(b"?") {
        repairer.part(&SEARCH, repairer.rest().len());
    }
}
