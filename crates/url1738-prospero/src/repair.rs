//! Repairs of malformed Prospero URLs.

use url1738_core::{
    Rule,
    repair::{EXPECTED_DELIMITER, Repairer},
};

use crate::{FIELDNAME, FIELDVALUE, PPATH};

/// A `;` that no field follows is part of what is before it; without a path the object name is empty.
pub(crate) fn repair(repairer: &mut Repairer<'_>) {
    repairer.hostport();
    if !repairer.slash() {
        return repairer.missing_slash(&EXPECTED_DELIMITER);
    }
    repairer.part(&PPATH, repairer.until(b";"));
    let mut last = &PPATH;
    while repairer.peek() == Some(b';') {
        let after = repairer.rest().get(1..).unwrap_or_default();
        let len = after.iter().position(|byte| *byte == b';').unwrap_or(after.len());
        let field = after.get(..len).unwrap_or_default();
        let Some(equals) = field.iter().position(|byte| *byte == b'=') else {
            let why = (
                &EXPECTED_DELIMITER,
                "`;` begins a field `name=value`, and must be percent-encoded in data",
            );
            repairer.change(1, "%3B", last, Rule::Bnf("fieldspec"), why);
            repairer.part(last, len);
            continue;
        };
        repairer.copy(1);
        repairer.part(&FIELDNAME, equals);
        repairer.copy(1);
        repairer.part(&FIELDVALUE, len.saturating_sub(equals).saturating_sub(1));
        last = &FIELDVALUE;
    }
}
