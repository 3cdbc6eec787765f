//! Test helper that checks a scheme against a file of test vectors; also for schemes of other crates.
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
    diagnostics::{annotate::Annotated, error::Error, redact::MASK},
    scan::hex,
    syntax::part::{PartSpan, SCHEME},
    url::{
        any::{AnyUrl, TypedUrl},
        login::Login,
        raw::Raw,
        scheme::Scheme,
    },
};

pub use super::tables::{assert_answers, assert_codes};

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
pub fn assert_vectors<U>(file: &str)
where
    U: TypedUrl + TryFrom<String, Error = Error> + Clone,
{
    let is_vector = |line: &&str| !line.is_empty() && !line.starts_with('#');
    assert!(
        file.lines().any(|line| is_vector(&line)),
        "a vector file without vectors proves nothing"
    );
    for line in file.lines().filter(is_vector) {
        let Some((text, expected)) = line.split_once('\t') else { panic!("no tab in: {line}") };
        let found = match U::try_from(text.into()) {
            Ok(url) => {
                assert_contract(&url, text);
                parts(&url, text)
            }
            Err(error) => {
                assert!(error.span().start <= error.span().end, "{line}: {error:?}");
                assert!(error.span().end as usize <= text.len(), "{line}: {error:?}");
                let annotated = Annotated::new(text, &error, |bytes| {
                    Raw::<U::Scheme, &str>::parse_bytes(bytes).map(drop)
                });
                let _ = (annotated.to_string(), error.help().to_string());
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

fn assert_contract<U>(url: &U, text: &str)
where
    U: TypedUrl + TryFrom<String, Error = Error> + Clone,
{
    assert_eq!(url.as_str(), text, "the text is kept");
    assert_eq!(url.to_string(), text, "Display writes the text");
    let name = <U::Scheme as Scheme>::NAME;
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
    let again = U::try_from(normal.clone()).map(|url| url.normal_form().into_owned());
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
