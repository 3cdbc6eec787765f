//! Repairs of malformed HTTP URLs.

use url1738_core::repair::Mender;

use crate::{HSEGMENT, SEARCH};

/// Backslashes in the path separate segments; a search part without a path gets the `/` before it; what is
/// reserved in the search part becomes an escape.
pub(crate) fn repair(mender: &mut Mender<'_>) {
    mender.hostport();
    if !mender.slash() {
        return;
    }
    mender.path(&HSEGMENT, mender.until(b"?"));
    if mender.copy_any(b"?") {
        mender.part(&SEARCH, mender.rest().len());
    }
}
