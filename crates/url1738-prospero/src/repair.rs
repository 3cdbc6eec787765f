//! Repairs of malformed Prospero URLs.

use url1738_core::{Rule, repair::Mender};

use crate::{FIELDNAME, FIELDVALUE, PPATH};

/// A `;` that no field follows is part of what is before it; without a path the object name is empty.
pub(crate) fn repair(mender: &mut Mender<'_>) {
    mender.hostport();
    if !mender.slash() {
        return mender.missing_slash();
    }
    mender.part(&PPATH, mender.until(b";"));
    let mut last = &PPATH;
    while mender.peek() == Some(b';') {
        let after = mender.rest().get(1..).unwrap_or_default();
        let len = after.iter().position(|byte| *byte == b';').unwrap_or(after.len());
        let field = after.get(..len).unwrap_or_default();
        let Some(equals) = field.iter().position(|byte| *byte == b'=') else {
            let why = ("reserved", "`;` begins a field, `name=value`: as data it is escaped");
            mender.change(1, "%3B", last, Rule::Bnf("fieldspec"), why);
            mender.part(last, len);
            continue;
        };
        mender.copy(1);
        mender.part(&FIELDNAME, equals);
        mender.copy(1);
        mender.part(&FIELDVALUE, len.saturating_sub(equals).saturating_sub(1));
        last = &FIELDVALUE;
    }
}
