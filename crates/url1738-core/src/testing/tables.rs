//! Test helpers that check the plans, lints and repairs of a scheme against tables; also for schemes of other crates.
//!
//! A table has one case per line, in cells between tabs. `#` begins a comment. [`octets`] resolves `\xHH` and `\t` in texts.

use alloc::{format, string::String, vec::Vec};

use super::dev::octets;
use crate::{
    codes::{CodeInfo, CodeKind},
    diagnostics::error::{Error, Rule},
    lint::Lint,
    repair::{self, Change},
    url::{
        any::{AnyUrl, TypedUrl},
        scheme::Scheme,
    },
};

/// Calls `check` with each case of a table, and then asserts that it found nothing wrong: it returns what it found and what the
/// case says.
fn assert_cases(file: &str, check: impl Fn(&[&str]) -> (String, String)) {
    let cases: Vec<&str> =
        file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(!cases.is_empty(), "a table without cases proves nothing");
    let wrong: Vec<_> = cases
        .into_iter()
        .map(|case| (case, check(&case.split('\t').collect::<Vec<_>>())))
        .filter(|(_, (found, expected))| found != expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Checks the access plans: text, verdict, endpoint, and the steps with ` | ` between them.
///
/// The verdict is `ok`, `warn` for a plan with a warning, `refuse` for a URL without a plan or a text that only the prose of the
/// RFC refuses, or `invalid`. Passwords are not masked.
///
/// # Panics
///
/// Panics if a case fails.
///
/// ```
/// use url1738_core::{GenericUrl, dev::assert_plans};
///
/// assert_plans::<GenericUrl>("x:a\trefuse\nx:~\tinvalid\n");
/// ```
#[expect(clippy::panic, reason = "a test helper reports by panicking")]
pub fn assert_plans<U: TypedUrl + TryFrom<String, Error = Error>>(file: &str) {
    assert_cases(file, |cells| {
        let [text, verdict, plan @ ..] = cells else { panic!("no verdict in {cells:?}") };
        let found = match U::try_from((*text).into()).map(|url| url.plan()) {
            Ok(Ok(plan)) => {
                let steps: Vec<_> = plan.steps().iter().map(|step| format!("{step:#}")).collect();
                let verdict = if plan.warnings().is_empty() { "ok" } else { "warn" };
                format!("{verdict}\t{}\t{}", plan.endpoint(), steps.join(" | "))
            }
            Ok(Err(_)) => "refuse".into(),
            Err(error) if matches!(error.rule(), Rule::Prose(_)) => "refuse".into(),
            Err(_) => "invalid".into(),
        };
        (found, [&[*verdict], plan].concat().join("\t"))
    });
}

/// Checks all lints of URLs: text, and `code=marked text` of each lint in a cell; or `!` if the text is not a URL.
///
/// # Panics
///
/// Panics if a case fails.
///
/// ```
/// use url1738_core::{GenericUrl, dev::assert_lints};
///
/// assert_lints::<GenericUrl>("x-a:b\nx-a://h/-b?\toption-like=-b\n");
/// ```
#[expect(clippy::panic, reason = "a test helper reports by panicking")]
pub fn assert_lints<U: TypedUrl + TryFrom<String, Error = Error>>(file: &str) {
    assert_cases(file, |cells| {
        let [text, expected @ ..] = cells else { panic!("no text") };
        let found = match U::try_from((*text).into()) {
            Ok(url) => {
                let shown = |lint: &Lint| format!("{}={}", lint.code(), lint.span.slice(text));
                url.lints().iter().map(shown).collect::<Vec<_>>().join("\t")
            }
            Err(_) => "!".into(),
        };
        (found, expected.join("\t"))
    });
}

/// Checks what repair makes of texts: text, URL, and the codes of the changes in a cell with spaces between them; or `!` and the
/// code of the error.
///
/// # Panics
///
/// Panics if a case fails.
///
/// ```
/// use url1738_core::{GenericUrl, dev::assert_repairs};
///
/// assert_repairs::<GenericUrl>("x://h/a b\tx://h/a%20b\tspace\nc:/a b\t! space\n");
/// ```
#[expect(clippy::panic, reason = "a test helper reports by panicking")]
pub fn assert_repairs<U: TypedUrl + TryFrom<String, Error = Error>>(file: &str) {
    assert_cases(file, |cells| {
        let [text, expected @ ..] = cells else { panic!("no text") };
        let found = match repair::repair::<U::Scheme>(&octets(text)) {
            Ok(repaired) => {
                let codes: Vec<_> = repaired.changes.iter().map(Change::code).collect();
                let url = repaired.url.as_str();
                if codes.is_empty() { url.into() } else { format!("{url}\t{}", codes.join(" ")) }
            }
            Err(error) => format!("! {}", error.code()),
        };
        (found, expected.join("\t"))
    });
}

/// Checks the declarations of codes: the bad example of each is reported with it and the good one is not, a repair makes the good
/// one of the bad one, and the section is one of the scheme, or section 6.
///
/// # Panics
///
/// Panics at the first code that fails.
///
/// ```
/// use url1738_core::{GenericUrl, dev::assert_codes};
///
/// assert_codes::<GenericUrl>([]);
/// ```
pub fn assert_codes<U: TypedUrl + TryFrom<String, Error = Error>>(
    codes: impl IntoIterator<Item = &'static CodeInfo>,
) {
    for info in codes {
        let section = <U::Scheme as Scheme>::INFO.section;
        assert!(info.section.starts_with(section) || info.section == "6", "{info:?}: its section");
        assert!(reports::<U>(info, info.bad), "{info:?}: not in {}", info.bad);
        assert!(!reports::<U>(info, info.good), "{info:?}: in {}", info.good);
        if info.kind == CodeKind::Repair {
            let repaired = repair::repair::<U::Scheme>(info.bad.as_bytes());
            assert!(repaired.is_ok_and(|it| it.url.as_str() == info.good), "{info:?}");
        }
    }
}

/// Returns whether a text is reported with this code.
fn reports<U: TypedUrl + TryFrom<String, Error = Error>>(info: &CodeInfo, text: &str) -> bool {
    match (info.kind, U::try_from(text.into())) {
        (CodeKind::Error, Err(error)) => error.code() == info.code,
        (CodeKind::Lint, Ok(url)) => url.lints().has(info.code),
        (CodeKind::Warning, Ok(url)) => url
            .plan()
            .is_ok_and(|plan| plan.warnings().iter().any(|warning| warning.code() == info.code)),
        (CodeKind::Refusal, Ok(url)) => {
            url.plan().is_err_and(|refusal| refusal.code() == info.code)
        }
        (CodeKind::Repair, _) => repair::repair::<U::Scheme>(text.as_bytes())
            .is_ok_and(|it| it.changes.iter().any(|change| change.code() == info.code)),
        _ => false,
    }
}
