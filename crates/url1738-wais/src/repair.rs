//! Repairs of malformed WAIS URLs.

use url1738_core::{Rule, repair::Mender};

use crate::{DATABASE, SEARCH, WPATH, WTYPE};

/// Document-ids are in old texts with their `=`, `;` and `/`: all after the type is one document-id, and what is
/// reserved in it becomes escapes.
pub(crate) fn repair(mender: &mut Mender<'_>) {
    mender.hostport();
    if !mender.slash() {
        return mender.missing_slash();
    }
    mender.part(&DATABASE, mender.until(b"/?"));
    if mender.copy_any(b"?") {
        return mender.part(&SEARCH, mender.rest().len());
    }
    if mender.rest() == b"/" {
        let why = ("trailing-slash", "a type and a document-id follow the slash after a database");
        return mender.change(1, "", &WTYPE, Rule::Bnf("waisdoc"), why);
    }
    if mender.copy_any(b"/") {
        mender.part(&WTYPE, mender.until(b"/"));
        if mender.copy_any(b"/") {
            mender.part(&WPATH, mender.rest().len());
        }
    }
}
