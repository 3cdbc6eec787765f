//! Repairs of malformed FTP URLs.

use url1738_core::{Rule, part::FSEGMENT, repair::Mender};

use crate::FTPTYPE;

/// Backslashes separate directories, `;type=` is recognised in any case, any other `;` is part of a name.
pub(crate) fn repair(mender: &mut Mender<'_>) {
    mender.login();
    match mender.peek() {
        // A "?" would be part of the name; whether that was intended is unknown.
        Some(b'?') => {}
        Some(b';') => mender.missing_slash(),
        _ if mender.slash() => {}
        _ => return,
    }
    let rest = mender.rest();
    let path = rest.len().saturating_sub(typecode_len(rest));
    mender.path(&FSEGMENT, path);
    if let [b';', keyword @ .., b'=', _] = mender.rest() {
        if keyword == b"type" {
            return mender.copy(";type=".len().saturating_add(1));
        }
        let why = ("typecode-case", "`;type=` is written in lower case");
        mender.change(";type=".len(), ";type=", &FTPTYPE, Rule::Bnf("ftptype"), why);
        mender.copy(1);
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
