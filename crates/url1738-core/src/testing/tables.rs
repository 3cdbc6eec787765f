//! Test helpers that check the plans, lints, repairs and codes of a scheme; also for schemes of other crates.

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

/// Checks what is answered about texts: a table with one case per line, in cells between tabs. `#` begins a comment.
///
/// The first cell is the text, the second says of what the others are:
///
/// - `plan`: the verdict, the endpoint, and the steps with ` | ` between them. The verdict is `ok`, `warn` for a plan with a
///   warning, `refuse` for a URL without a plan or a text that only the prose of the RFC refuses, or `invalid`. Passwords are not
///   masked.
/// - `lint`: `code=marked text` of each lint, or `!` if the text is not a URL.
/// - `repair`: the URL, and the codes of the changes with spaces between them; or `!` and the code of the error. In the text,
///   [`octets`] resolves `\xHH` and `\t`.
///
/// # Panics
///
/// Panics if a case fails.
///
/// ```
/// use url1738_core::{GenericUrl, dev::assert_answers};
///
/// assert_answers::<GenericUrl>("x:a\tplan\trefuse\nx-a://h/-b?\tlint\toption-like=-b\n");
/// assert_answers::<GenericUrl>("x://h/a b\trepair\tx://h/a%20b\tspace\nc:/a b\trepair\t! space\n");
/// ```
#[expect(clippy::panic, reason = "a test helper reports by panicking")]
pub fn assert_answers<U: TypedUrl + TryFrom<String, Error = Error>>(table: &str) {
    let cases = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let cases: Vec<Vec<&str>> = cases.map(|line| line.split('\t').collect()).collect();
    assert!(!cases.is_empty(), "a table without cases proves nothing");
    let mut wrong = Vec::new();
    for case in &cases {
        let [text, kind, expected @ ..] = case.as_slice() else { panic!("no kind in {case:?}") };
        let found = match *kind {
            "plan" => plan::<U>(text),
            "lint" => lints::<U>(text),
            "repair" => repaired::<U>(text),
            kind => panic!("unknown kind {kind}"),
        };
        if found != expected.join("\t") {
            wrong.push((case, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn plan<U: TypedUrl + TryFrom<String, Error = Error>>(text: &str) -> String {
    match U::try_from(text.into()).map(|url| url.plan()) {
        Ok(Ok(plan)) => {
            let steps: Vec<_> = plan.steps().iter().map(|step| format!("{step:#}")).collect();
            let verdict = if plan.warnings().is_empty() { "ok" } else { "warn" };
            format!("{verdict}\t{}\t{}", plan.endpoint(), steps.join(" | "))
        }
        Ok(Err(_)) => "refuse".into(),
        Err(error) if matches!(error.rule(), Rule::Prose(_)) => "refuse".into(),
        Err(_) => "invalid".into(),
    }
}

fn lints<U: TypedUrl + TryFrom<String, Error = Error>>(text: &str) -> String {
    let Ok(url) = U::try_from(text.into()) else { return "!".into() };
    let shown = |lint: &Lint| format!("{}={}", lint.code(), lint.span.slice(text));
    url.lints().iter().map(shown).collect::<Vec<_>>().join("\t")
}

fn repaired<U: TypedUrl>(text: &str) -> String {
    match repair::repair::<U::Scheme>(&octets(text)) {
        Ok(repaired) => {
            let codes: Vec<_> = repaired.changes.iter().map(Change::code).collect();
            let url = repaired.url.as_str();
            if codes.is_empty() { url.into() } else { format!("{url}\t{}", codes.join(" ")) }
        }
        Err(error) => format!("! {}", error.code()),
    }
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
