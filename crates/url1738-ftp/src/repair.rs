//! Repairs of malformed FTP URLs.

use url1738_core::{
    Rule,
    codes::CodeInfo,
    part::{FSEGMENT, HOST},
    repair::Repairer,
};

use crate::{FTPTYPE, parse};

/// Backslashes separate directories, `;type=` is recognised in any case, any other `;` is part of a name.
pub(crate) fn repair(repairer: &mut Repairer<'_>) {
    repairer.login();
    match repairer.peek() {
        // A "?" would be part of the name; whether that was intended is unknown.
        Some(b'?') => {}
        Some(b';') => {
            let why = (&TYPECODE_WITHOUT_SLASH, "a `/` must precede `;type=`");
            repairer.change(0, "/", &HOST, Rule::Prose("3.1"), why);
        }
        _ if repairer.slash() => {}
        _ => return,
    }
    let rest = repairer.rest();
    let path = rest.len().saturating_sub(typecode_len(rest));
    repairer.path(&FSEGMENT, path);
    if let [b';', keyword @ .., b'=', _] = repairer.rest() {
        if keyword == b"type" {
            return repairer.copy(";type=".len().saturating_add(1));
        }
        let why = (&TYPECODE_CASE, parse::TYPECODE_CASE.message);
        repairer.change(";type=".len(), ";type=", &FTPTYPE, Rule::Bnf("ftptype"), why);
        repairer.copy(1);
    }
}

/// Returns how long `;type=` and a typecode at the end are; 0 where there is none.
fn typecode_len(rest: &[u8]) -> usize {
    const LEN: usize = ";type=x".len();
    let Some(end) = rest.len().checked_sub(LEN).and_then(|at| rest.get(at..)) else { return 0 };
    match end.split_at_checked(LEN.saturating_sub(1)) {
        Some((keyword, code))
            if keyword.eq_ignore_ascii_case(b";type=")
                && code.iter().all(|code| b"aidAID".contains(code)) =>
        {
            LEN
        }
        _ => 0,
    }
}

pub(crate) static TYPECODE_CASE: CodeInfo = parse::TYPECODE_CASE
    .repair("writes lower case")
    .with_explanation("Writes `;type=` in lower case.");

pub(crate) static TYPECODE_WITHOUT_SLASH: CodeInfo = parse::TYPECODE_WITHOUT_SLASH
    .repair("inserts `/` before the typecode")
    .with_explanation("Inserts the `/` before a typecode.");
