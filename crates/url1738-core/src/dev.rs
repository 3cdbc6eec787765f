//! Test helpers that check a scheme: its parser by a file of test vectors, and its plans, lints, repairs and codes by tables; also for
//! schemes of other crates.
//!
//! A vector file contains one vector per line: a text, a tab, and the expected result. `#` begins a comment.
//!
//! ```text
//! ftp://host.dom/a;type=i    host=host.dom fsegment=a ftptype=i
//! ftp://host.dom/a;type=x    ! typecode ftptype 23..24
//! ```
//!
//! The result of a valid text is its parts, as written and in order, without the scheme. That of an invalid one is `!`,
//! the code of the error, the part and the span. [`octets`] resolves `\xHH` and `\t` in texts.

use alloc::{format, string::String, string::ToString, vec::Vec};

use crate::{
    codes::{CodeInfo, CodeKind},
    diagnostics::{error::Rule, message, redact::MASK},
    lint::Lint,
    repair::{self, Change},
    scan::hex,
    syntax::part::{PartSpan, SCHEME},
    url::{
        any::{AnyUrl, TypedUrl},
        login::Login,
        raw::Raw,
        scheme::Scheme,
    },
};

/// Checks all vectors of `file` against the URL type `U`.
///
/// Also checks the contract of URL types with each valid vector: the URL keeps its text, returns its parts in order and
/// masks its password, and normalization is idempotent.
///
/// # Panics
///
/// Panics at the first vector that fails, with the vector in the message.
///
/// ```
/// use url1738_core::{GenericUrl, dev::assert_vectors};
///
/// assert_vectors::<GenericUrl>("x:a\tschemepart=a\nx:~\t! tilde schemepart 2..3\n");
/// ```
#[expect(clippy::panic, reason = "a test helper reports by panicking")]
pub fn assert_vectors<U: TypedUrl>(file: &str) {
    let is_vector = |line: &&str| !line.is_empty() && !line.starts_with('#');
    assert!(
        file.lines().any(|line| is_vector(&line)),
        "a vector file without vectors proves nothing"
    );
    for line in file.lines().filter(is_vector) {
        let Some((text, expected)) = line.split_once('\t') else { panic!("no tab in: {line}") };
        let found = match U::Owned::try_from(text.into()) {
            Ok(url) => {
                assert_contract::<U>(&url, text);
                parts(&url, text)
            }
            Err(error) => {
                assert!(error.span().start <= error.span().end, "{line}: {error:?}");
                assert!(error.span().end as usize <= text.len(), "{line}: {error:?}");
                let _ = message::annotate(text, &error, |bytes| {
                    Raw::<U::Scheme, &str>::parse_bytes(bytes).map(drop)
                });
                let _ = error.help().to_string();
                format!("! {} {} {:?}", error.code(), error.part(), error.span())
            }
        };
        assert_eq!(found, expected.trim(), "in the vector: {line}");
    }
}

fn parts(url: &impl AnyUrl, text: &str) -> String {
    let parts = url.parts();
    let written = |p: &PartSpan| format!("{}={}", p.part, p.span.slice(text));
    parts.iter().skip(1).map(written).collect::<Vec<_>>().join(" ")
}

fn assert_contract<U: TypedUrl>(url: &U::Owned, text: &str) {
    assert_eq!(url.as_str(), text, "the text is kept");
    assert_eq!(url.to_string(), text, "Display writes the text");
    let name = <U::Scheme as Scheme>::INFO.name;
    assert!(name.is_empty() || url.scheme() == name, "{text}: the scheme is that of the type");
    let mut at = 0;
    for piece in url.parts() {
        assert!(at <= piece.span.start, "{text}: {} is out of order", piece.part);
        let written = piece.span.slice(text);
        assert!(piece.part.read(written).is_ok(), "{text}: {} holds a foreign byte", piece.part);
        let declared = <U::Scheme as Scheme>::PARTS;
        let is_declared =
            declared.is_empty() || *piece.part == SCHEME || declared.contains(&piece.part);
        assert!(is_declared, "{text}: {} is none of the PARTS", piece.part);
        at = piece.span.end;
    }
    let has_password = |login: &Login<'_>| login.password().is_some_and(|it| !it.is_empty());
    if let Some(login) = url.login().filter(has_password) {
        // The mask must be in its place: a short password may appear in other words, too.
        let masked = format!(":{MASK}@{}", login.host_str());
        assert!(format!("{url:?}").contains(&masked), "{text}: Debug shows the password");
    }
    let normal = url.normal_form().into_owned();
    let again = U::Owned::try_from(normal.clone()).map(|url| url.normal_form().into_owned());
    assert_eq!(again, Ok(normal), "{text}: the normal form is one");
    let _ = (url.plan(), url.lints());
}

/// Resolves the escape sequences `\xHH`, `\t`, `\r`, `\n`, `\0` and `\\` of test files.
#[must_use]
pub fn octets(escaped: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = escaped.as_bytes();
    while let [first, tail @ ..] = rest {
        let (octet, after) = match rest {
            [b'\\', b'x', digits @ ..] => match hex::octet(digits) {
                Some(octet) => (octet, digits.get(2..).unwrap_or(&[])),
                None => (*first, tail),
            },
            [b'\\', b't', after @ ..] => (b'\t', after),
            [b'\\', b'r', after @ ..] => (b'\r', after),
            [b'\\', b'n', after @ ..] => (b'\n', after),
            [b'\\', b'0', after @ ..] => (0, after),
            [b'\\', b'\\', after @ ..] => (b'\\', after),
            _ => (*first, tail),
        };
        out.push(octet);
        rest = after;
    }
    out
}

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
pub fn assert_answers<U: TypedUrl>(table: &str) {
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

fn plan<U: TypedUrl>(text: &str) -> String {
    match U::Owned::try_from(text.into()).map(|url| url.plan()) {
        Ok(Ok(plan)) => {
            let steps: Vec<_> = plan.steps.iter().map(|step| format!("{step:#}")).collect();
            let verdict = if plan.warnings.is_empty() { "ok" } else { "warn" };
            format!("{verdict}\t{}\t{}", plan.endpoint, steps.join(" | "))
        }
        Ok(Err(_)) => "refuse".into(),
        Err(error) if matches!(error.rule(), Rule::Prose(_)) => "refuse".into(),
        Err(_) => "invalid".into(),
    }
}

fn lints<U: TypedUrl>(text: &str) -> String {
    let Ok(url) = U::Owned::try_from(text.into()) else { return "!".into() };
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
pub fn assert_codes<U: TypedUrl>(codes: impl IntoIterator<Item = &'static CodeInfo>) {
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

fn reports<U: TypedUrl>(info: &CodeInfo, text: &str) -> bool {
    match (info.kind, U::Owned::try_from(text.into())) {
        (CodeKind::Error, Err(error)) => error.code() == info.code,
        (CodeKind::Lint, Ok(url)) => url.lints().has(info.code),
        (CodeKind::Warning, Ok(url)) => url
            .plan()
            .is_ok_and(|plan| plan.warnings.iter().any(|warning| warning.code() == info.code)),
        (CodeKind::Refusal, Ok(url)) => {
            url.plan().is_err_and(|refusal| refusal.code() == info.code)
        }
        (CodeKind::Repair, _) => repair::repair::<U::Scheme>(text.as_bytes())
            .is_ok_and(|it| it.changes.iter().any(|change| change.code() == info.code)),
        _ => false,
    }
}
