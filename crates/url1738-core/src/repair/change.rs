//! The result of a repair.

use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString as _},
    vec::Vec,
};
use core::fmt;

use percent_encoding::percent_encode_byte;

use crate::{
    diagnostics::{
        error::Rule,
        redact::{MASK, Redacted},
    },
    syntax::{
        code::CodeInfo,
        part::{Part, Role},
        span::{Span, offset},
    },
};

/// One change of a repair (Appendix). Debug masks a piece of a password as `***`.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The bytes of the original that were removed; empty if the change only inserts text.
    pub span: Span,
    /// The text that replaces them; empty if the change only removes bytes.
    pub text: Cow<'static, str>,
    /// The part of the URL that was changed.
    pub part: &'static Part,
    /// The rule that required the change.
    pub rule: Rule,
    /// The declaration of its code: that of the error which the change repairs, as
    /// [`Error::code`](crate::Error::code) returns it, or `wrapper` for text around the URL. Its message is the reason.
    pub info: &'static CodeInfo,
    /// Whether the change is certain to keep the intended meaning.
    pub safety: Safety,
}

impl Change {
    /// Creates an unsafe change, for a program that guesses what a repair does not, such as a scheme.
    ///
    /// ```
    /// use url1738_core::{
    ///     Change, Rule, Safety, Span,
    ///     codes::{CodeInfo, CodeKind},
    ///     part::SCHEME,
    /// };
    ///
    /// static UNKNOWN: CodeInfo = CodeInfo::new(CodeKind::Repair, "unknown-scheme", "no scheme has this name");
    /// let change = Change::guessed(Span::new(0, 3), "http", &SCHEME, Rule::Prose("2.1"), &UNKNOWN);
    /// assert_eq!((&*change.text, change.safety), ("http", Safety::Unsafe));
    /// assert_eq!((change.code(), change.reason()), ("unknown-scheme", "no scheme has this name"));
    /// ```
    pub fn guessed(
        span: Span,
        text: impl Into<Cow<'static, str>>,
        part: &'static Part,
        rule: Rule,
        info: &'static CodeInfo,
    ) -> Self {
        Self { span, text: text.into(), part, rule, info, safety: Safety::Unsafe }
    }

    /// Returns the stable code, in lower case with hyphens.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.info.code
    }

    /// Returns the reason, in a phrase.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        self.info.message
    }
}

/// Whether a change is certain to keep the intended meaning (Appendix).
///
/// ```
/// use url1738_core::{GenericUrl, Safety};
///
/// let repaired = GenericUrl::repair("x-db://host.dom/a b#top")?;
/// let safety: Vec<_> = repaired.changes.iter().map(|change| change.safety).collect();
/// assert_eq!(safety, [Safety::Safe, Safety::Unsafe]);
/// assert!(!repaired.is_safe());
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Safety {
    /// All software reads the URL as it was intended: a character that must be percent-encoded is, or text around the URL
    /// is removed.
    Safe,
    /// The change removes text or guesses what was intended: it drops a fragment, or replaces `\` with `/`.
    Unsafe,
}

impl Safety {
    /// The codes of changes that are safe whatever they replace: they remove what adds nothing to the URL.
    const SAFE_CODES: [&'static str; 4] =
        ["wrapper", "empty-port", "bracketed-ipv4", "angle-brackets"];

    /// Classifies the replacement of `before` with `after`. This is the one place that decides.
    pub(super) fn of(code: &str, before: &[u8], after: &str) -> Self {
        // `/` before `?` or `;type=`, without which the host would not end.
        let ends_host = before.is_empty() && after == "/";
        // Software of before IDNA 2008 writes `ss` for `ß`, `σ` for `ς`, and drops joiners.
        let is_disputed = |c: char| matches!(c, '\u{df}' | '\u{3c2}' | '\u{200c}' | '\u{200d}');
        let is_name = code == "international-name"
            && core::str::from_utf8(before).is_ok_and(|name| !name.contains(is_disputed));
        if ends_host
            || is_name
            || Self::SAFE_CODES.contains(&code)
            || is_encoding(before, after.as_bytes())
        {
            Self::Safe
        } else {
            Self::Unsafe
        }
    }
}

/// Returns whether `after` is `before` with each octet percent-encoded.
fn is_encoding(before: &[u8], after: &[u8]) -> bool {
    // Compared octet by octet, so that `%2F` for a backslash is not an encoding of it, but a guess.
    let escapes = after.chunks_exact("%HH".len());
    escapes.remainder().is_empty()
        && escapes.len() == before.len()
        && escapes
            .zip(before)
            .all(|(escape, octet)| escape == percent_encode_byte(*octet).as_bytes())
}

impl fmt::Debug for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if self.part.role == Role::Password { MASK } else { &*self.text };
        f.debug_struct("Change")
            .field("span", &self.span)
            .field("text", &text)
            .field("part", &self.part)
            .field("rule", &self.rule)
            .field("code", &self.code())
            .field("reason", &self.reason())
            .field("safety", &self.safety)
            .finish()
    }
}

/// A repaired URL (Appendix). Debug also masks text in the fragment that looks like a password.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repaired<U> {
    /// The URL.
    pub url: U,
    /// The changes, in the order of their spans. Empty if the text already was a URL.
    pub changes: Vec<Change>,
    /// The text after a `#`, with octets outside US-ASCII escaped. It is not part of the URL (section 2.2).
    pub fragment: Option<String>,
}

impl<U: fmt::Debug + AsRef<str>> fmt::Debug for Repaired<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Repaired");
        match self.redacted_as_one() {
            Some((url, fragment)) => shown
                .field("url", &url)
                .field("changes", &self.changes)
                .field("fragment", &Some(fragment)),
            None => shown.field("url", &self.url).field("changes", &self.changes).field(
                "fragment",
                &self.fragment.as_ref().map(|text| Redacted::of_fragment(text.as_bytes())),
            ),
        };
        shown.finish()
    }
}

impl<U: AsRef<str>> Repaired<U> {
    /// Returns the URL and the fragment, masked as one text, if the `#` between them looks like a character of a
    /// password.
    ///
    /// ```
    /// use url1738_core::GenericUrl;
    ///
    /// let repaired = GenericUrl::repair("x-db://h/ftp://joe:a#b@host.dom/")?;
    /// assert_eq!(repaired.url, "x-db://h/ftp://joe:a");
    /// let masked = repaired.redacted_as_one().unwrap();
    /// assert_eq!(masked, ("x-db://h/ftp://joe:***".into(), "***@host.dom/".into()));
    /// assert_eq!(GenericUrl::repair("x-db://host.dom/#b@")?.redacted_as_one(), None);
    /// assert_eq!(GenericUrl::repair("x-db://host.dom/#b")?.map(|_| "").redacted_as_one(), None);
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    #[must_use]
    pub fn redacted_as_one(&self) -> Option<(String, String)> {
        let (url, fragment) = (self.url.as_ref(), self.fragment.as_ref()?);
        let whole = format!("{url}#{fragment}");
        let (hash, end) = (offset(url.len()), offset(whole.len()));
        let after = hash.saturating_add(1);
        // The whole text again, because a mask of either half would not know the other.
        let mut masked = Redacted::revealed(whole.as_bytes());
        let mut from = 0;
        // A login that ends before the `#` has its password there. A login after it may continue beyond the `#`.
        for secret in Redacted::new(url.as_bytes()).secrets() {
            masked = masked.and(*secret);
            from = secret.end;
        }
        let tail = Span::new(from, end).slice_bytes(whole.as_bytes());
        let tail = if from == 0 { Redacted::new(tail) } else { Redacted::of_fragment(tail) };
        for secret in tail.secrets() {
            let moved = |at: u32| at.saturating_add(from);
            masked = masked.and(Span::new(moved(secret.start), moved(secret.end)));
        }
        // The last `@` of the URL may be part of the password, too: `//joe:%40pw#x@h`.
        let slash =
            |text: &str| text.contains(['/', '?']) || text.contains("%2F") || text.contains("%2f");
        let first = fragment.split_once('/').map_or(fragment.as_str(), |(first, _)| first);
        if let (Some(at_sign), false) =
            (first.rfind('@'), from == 0 || slash(Span::new(from, hash).slice(url)))
        {
            masked = masked.and(Span::new(from, after.saturating_add(offset(at_sign))));
        }
        // A secret that ends at the `#` continues after it.
        if from == hash && from > 0 {
            masked = masked.and(Span::new(from, end));
        }
        let shown = |start, end| masked.slice(Span::new(start, end)).to_string();
        masked.covers(Span::new(hash, after)).then(|| (shown(0, hash), shown(after, end)))
    }
}

impl<U> Repaired<U> {
    /// Returns the result for a text that already was a URL.
    ///
    /// ```
    /// use url1738_core::{GenericUrl, Repaired};
    ///
    /// let repaired = Repaired::unchanged(GenericUrl::parse("x-db://host.dom/")?.into_owned());
    /// assert_eq!(GenericUrl::repair("x-db://host.dom/")?, repaired);
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    #[must_use]
    pub const fn unchanged(url: U) -> Self {
        Self { url, changes: Vec::new(), fragment: None }
    }

    /// Returns whether all changes are safe. True if there are none.
    #[must_use]
    pub fn is_safe(&self) -> bool {
        self.changes.iter().all(|change| change.safety == Safety::Safe)
    }

    /// Converts the URL to another type.
    pub fn map<V>(self, convert: impl FnOnce(U) -> V) -> Repaired<V> {
        let Self { url, changes, fragment } = self;
        Repaired { url: convert(url), changes, fragment }
    }
}
