//! The list of lints.

use alloc::vec::{self, Vec};
use core::{fmt, ops::Deref, slice};

use crate::{
    diagnostics::redact::Redacted,
    syntax::{
        code::{CodeInfo, CodeKind, listed},
        part::{FRAGMENT, Part, PartSpan},
        span::{Span, offset},
    },
};

/// A finding about a valid URL, which never affects its validity: a lint, or a warning of its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lint {
    /// The declaration of its code. The message names what is risky, and what other software does with it.
    pub info: &'static CodeInfo,
    /// The part that the lint is about.
    pub part: &'static Part,
    /// The bytes that the lint is about.
    pub span: Span,
}

impl Lint {
    /// Returns the stable code, in lower case with hyphens.
    #[must_use]
    #[inline]
    pub const fn code(&self) -> &'static str {
        self.info.code
    }

    /// Returns the message: what is risky, in lower case and without a full stop, and what other software does with it.
    #[must_use]
    #[inline]
    pub const fn message(&self) -> &'static str {
        self.info.message
    }
}

/// Writes the message.
impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.message())
    }
}

/// The lints of one URL, in the order of their spans.
///
/// A long URL may have the same fault at every byte. The list keeps the first [`MOST_OF_A_CODE`](Self::MOST_OF_A_CODE)
/// lints of each code, and never leaves out a code:
///
/// ```
/// use url1738_core::{GenericUrl, Lints};
///
/// let url = format!("x-db://host.dom:0{}/%2e%2e", "/".repeat(100_000));
/// let lints = GenericUrl::parse(&url)?.lints();
/// let first = lints.iter().next().unwrap();
/// assert_eq!((first.code(), first.to_string()), ("port-zero", first.message().to_owned()));
/// assert_eq!(lints.iter().filter(|lint| lint.code() == "empty-segment").count(), Lints::MOST_OF_A_CODE);
/// assert!(lints.has("dot-segment"));
/// # Ok::<(), url1738_core::Error>(())
/// ```
///
/// A scheme crate adds lints:
///
/// ```
/// use url1738_core::{Lints, PartSpan, Span, part::GROUP};
///
/// let mut lints = Lints::default();
/// lints.group(PartSpan { part: &GROUP, span: Span::new(5, 9) }, "news:a..b");
/// assert!(lints.has("empty-component") && lints.len() == 1 && !lints.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lints {
    lints: Vec<Lint>,
    /// The codes that have as many lints as may be.
    full: Vec<&'static str>,
}

impl PartialEq for Lints {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.lints == other.lints
    }
}

impl Eq for Lints {}

impl Lints {
    /// The largest number of lints with one code, so that the memory of lints does not grow with the URL. The first ones
    /// of the URL are kept.
    pub const MOST_OF_A_CODE: usize = 256;

    #[inline]
    pub(super) fn sort(&mut self) {
        if self.lints.len() > 1 {
            // The rules of all schemes run before those of one, and a rule may mark a part after a
            // later one. Lints of a span keep their order.
            self.lints.sort_by_key(|lint| (lint.span.start, lint.span.end));
        }
    }

    /// Adds a lint; for scheme crates.
    #[inline]
    pub fn push(&mut self, at: PartSpan, info: &'static CodeInfo) {
        // No code can have 256 lints before the list has, so that a short list is not counted.
        if self.lints.len() >= Self::MOST_OF_A_CODE && self.is_full(info.code) {
            return;
        }
        self.lints.push(Lint { info, part: at.part, span: at.span });
    }

    /// Returns whether the list has as many lints of this code as may be.
    #[cold]
    fn is_full(&mut self, code: &'static str) -> bool {
        if self.full.contains(&code) {
            return true;
        }
        let same = self.lints.iter().filter(|lint| lint.code() == code);
        if same.take(Self::MOST_OF_A_CODE).count() < Self::MOST_OF_A_CODE {
            return false;
        }
        self.full.push(code);
        true
    }

    /// Adds the lints of a group name; for scheme crates.
    #[inline]
    #[doc(hidden)]
    pub fn group(&mut self, at: PartSpan, text: &str) {
        for span in at.span.split(text, b'.').filter(|span| span.is_empty()) {
            self.push(PartSpan { span, ..at }, &EMPTY_COMPONENT);
        }
        if at.span.slice(text).bytes().any(|byte| byte.is_ascii_uppercase()) {
            self.push(at, &UPPER_CASE_GROUP);
        }
    }

    /// Adds a lint for each secret of a query, as [`Redacted`] finds them; for scheme crates.
    #[expect(clippy::arithmetic_side_effects, reason = "INVARIANT: both are places of the text")]
    #[doc(hidden)]
    pub fn secrets(&mut self, at: PartSpan, text: &str) {
        // A search of words has no `=`, and so no key that could name a secret.
        let query = at.span.slice_bytes(text.as_bytes());
        if query.contains(&b'=') {
            for secret in Redacted::of_data(query).secrets() {
                let span = Span::of_len(at.span.start + secret.start, secret.len());
                self.push(PartSpan { span, ..at }, &SECRET_IN_QUERY);
            }
        }
    }

    /// Adds the lint of a secret in the fragment after `url`, at the end of the URL; for programs that read references.
    ///
    /// ```
    /// use url1738_core::Lints;
    ///
    /// let mut lints = Lints::default();
    /// lints.fragment("https://host.dom/", b"access_token=s3cr3t");
    /// assert!(lints.has("secret-in-query"));
    /// ```
    #[doc(hidden)]
    pub fn fragment(&mut self, url: &str, fragment: &[u8]) {
        const IN_FRAGMENT: &CodeInfo = &SECRET_IN_QUERY.with_message(
            "secret in fragment: histories store it, and scripts read it (section 6)",
        );
        if !Redacted::of_fragment(fragment).secrets().is_empty() {
            let span = Span::of_len(offset(url.len()), 0);
            self.push(PartSpan { part: &FRAGMENT, span }, IN_FRAGMENT);
        }
    }

    /// Returns whether there is a lint with this code.
    #[must_use]
    #[inline]
    pub fn has(&self, code: &str) -> bool {
        self.lints.iter().any(|lint| lint.code() == code)
    }
}

/// The lints, in order.
impl Deref for Lints {
    type Target = [Lint];

    #[inline]
    fn deref(&self) -> &[Lint] {
        &self.lints
    }
}

impl IntoIterator for Lints {
    type Item = Lint;
    type IntoIter = vec::IntoIter<Lint>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.lints.into_iter()
    }
}

impl<'a> IntoIterator for &'a Lints {
    type Item = &'a Lint;
    type IntoIter = slice::Iter<'a, Lint>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Returns the byte of a part at `index`.
#[inline]
pub(super) fn byte(at: PartSpan, index: usize) -> PartSpan {
    PartSpan { span: Span::of_len(at.span.start.saturating_add(offset(index)), 1), ..at }
}

pub(super) const fn lint(code: &'static str, section: &'static str) -> CodeInfo {
    CodeInfo::new(CodeKind::Lint, code, "").with_section(section)
}

listed! {
    /// The codes of the lints that more than one scheme adds.
    CODES;

    pub(crate) static PASSWORD_IN_URL = lint("password-in-url", "6")
        .with_message("password in URL: histories, logs and referrers store it (section 6)")
        .with_explanation("A URL is written to histories, logs and referrers, and its password with it. Without one, the client asks the user.")
        .with_examples("ftp://joe:secret@host.dom/", "ftp://joe@host.dom/");

    pub(super) static SECRET_IN_QUERY = lint("secret-in-query", "3.3")
        .with_message("secret in query: histories, logs and referrers store it (section 6)")
        .with_explanation("Histories, logs and referrers store a URL, and a password or a token in its query with it.")
        .with_examples("http://host.dom/a?access_token=s3cr3t", "http://host.dom/a");

    pub(super) static EMPTY_COMPONENT = lint("empty-component", "3.6")
        .with_message("empty component in group name: no server has such a group (section 3.6)")
        .with_explanation("Group names are words with single dots between them. The grammar allows an empty word, but no server has such a group.")
        .with_examples("news:comp..test", "news:comp.test");

    pub(super) static UPPER_CASE_GROUP = lint("upper-case-group", "3.6")
        .with_message("upper case in group name: servers compare names by case, and most are in lower case")
        .with_explanation("News servers compare group names byte for byte (RFC 3977, section 4.1), and nearly all groups are named in lower case. Another spelling names another group.")
        .with_examples("news:Comp.Lang.C", "news:comp.lang.c");
}
