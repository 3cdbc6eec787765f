//! Redacted texts: passwords are masked, and control bytes are escaped.

use core::fmt;

pub use super::secrets::is_safe;
use super::secrets::{self, Secrets, TextKind};
use crate::syntax::{
    escaped::Escaped,
    part::{PartSpan, Role},
    span::{Span, offset},
};

/// The replacement for a secret.
pub const MASK: &str = "***";

/// A text that is safe to display, whether or not it is a URL. Secrets are masked as `***`, and bytes that are not
/// graphic US-ASCII are written as `\xHH`. A password in a URL is unwise (section 6), and worse in a log.
///
/// All output of the family uses this type: Debug, errors, records and reports. A secret is
///
/// - the password of a login: the text between the first `:` and the last `@` of the place where a login is or would
///   be, whether or not the text is a URL;
/// - the password of a URL within the text, written or percent-encoded (`u=ftp:%2F%2Fjoe:pw@h`);
/// - the user of a login that begins like a token, as in `//ghp_...@h`;
/// - the value of a query key such as `pwd`, `token`, `api_key` or `sig`, or of one that ends in `password`, `secret`,
///   `access_key` or `signature`, with or without `_`, and a value that begins like a token: `ghp_...`;
/// - a token of JSON in any place, `eyJ...` with two dots.
///
/// Characters that a reader does not see, such as U+200B and control characters, are ignored. If in doubt, text is masked.
/// Only a text without a slash is not searched for a login: `joe:x@host.dom` may be a URL of a scheme `joe`.
///
/// ```
/// use url1738_core::Redacted;
///
/// assert_eq!(Redacted::new(b"ftp://joe:pa/ss@h/\x1b").to_string(), r"ftp://joe:***@h/\x1B");
/// assert_eq!(Redacted::new(b"db://h/x?user=joe&password=pw").to_string(), "db://h/x?user=joe&password=***");
/// ```
///
/// Texts of other kinds are masked by their constructors:
///
/// ```
/// use url1738_core::Redacted;
///
/// let text = b"see ftp://joe:pw@h/ or ask ann@h, not ftp://bob:pw@h/";
/// let shown = "see ftp://joe:***@h/ or ask ann@h, not ftp://bob:***@h/";
/// assert_eq!(Redacted::of_text(text).to_string(), shown);
/// assert_eq!(Redacted::of_fragment(b"joe:pass@h").to_string(), "joe:***@h");
/// // Of `ftp://joe:my pass@h/`.
/// assert_eq!(Redacted::of_cut(b"ftp://joe:my").to_string(), "ftp://joe:***");
/// assert_eq!(Redacted::of_cut(b"ftp://host.dom:21").to_string(), "ftp://host.dom:21");
/// assert_eq!(Redacted::of_data(b"URL:ftp://joe:pw@h/").to_string(), "URL:ftp://joe:***@h/");
/// assert_eq!(Redacted::of_data(b"a:b@c").to_string(), "a:b@c");
/// assert_eq!(Redacted::of_user(b"joe%3Asecret").to_string(), "joe%3A***");
/// ```
///
/// A slice of the text is masked like the whole:
///
/// ```
/// use url1738_core::{Redacted, Span};
///
/// let text = b"key=hunter22&x";
/// let shown = Redacted::revealed(text).and(Span::new(4, 12));
/// assert_eq!(shown.to_string(), "key=***&x");
/// assert_eq!(shown.secrets(), [Span::new(4, 12)]);
/// assert!(shown.covers(Span::new(5, 6)));
/// assert_eq!(shown.slice(Span::new(2, 6)).to_string(), "y=***");
/// assert_eq!(Redacted::revealed(text).to_string(), "key=hunter22&x");
/// ```
#[derive(Clone, Copy)]
pub struct Redacted<'a> {
    bytes: &'a [u8],
    secrets: Secrets,
}

/// A piece of a [`Redacted`] text: the password of a URL is masked (section 6).
///
/// ```
/// use url1738_core::{Redacted, redact::Segment};
///
/// let shown = Redacted::new(b"ftp://joe:pw@h/");
/// let segments: Vec<_> = shown.segments().collect();
/// assert_eq!(segments, [Segment::Plain(b"ftp://joe:"), Segment::Masked, Segment::Plain(b"@h/")]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Segment<'a> {
    /// Bytes that may be shown.
    Plain(&'a [u8]),
    /// A secret, to be shown as [`MASK`].
    Masked,
}

impl<'a> Redacted<'a> {
    /// Masks the secrets of `bytes`, which are one URL or were intended as one.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self::revealed(bytes).find(0, TextKind::Url)
    }

    /// Masks the secrets of running text with any number of URLs. A login ends with its word, so the text after it is
    /// shown.
    #[must_use]
    pub fn of_text(bytes: &'a [u8]) -> Self {
        Self::revealed(bytes).find(0, TextKind::Text)
    }

    /// Masks the secrets of the text after a `#`: its colons do not end a scheme name, and a login may have begun
    /// before the `#`.
    #[must_use]
    #[doc(hidden)]
    pub fn of_fragment(bytes: &'a [u8]) -> Self {
        Self::revealed(bytes).find(0, TextKind::Fragment)
    }

    /// Masks the secrets of a URL extracted from running text. A space in its password may have ended it early.
    #[must_use]
    #[doc(hidden)]
    pub fn of_cut(bytes: &'a [u8]) -> Self {
        Self::new(bytes).and_any(secrets::open_password(bytes))
    }

    /// Masks the secrets of octets decoded from a URL. Only a login after two slashes counts, because a colon and an
    /// `@` are ordinary data.
    #[must_use]
    pub fn of_data(bytes: &'a [u8]) -> Self {
        Self::revealed(bytes).find(0, TextKind::Rest)
    }

    /// Masks the secrets of a URL with these parts: those of its login, if it has one, and what is found after it.
    pub(crate) fn of_parts(bytes: &'a [u8], each: impl FnOnce(&mut dyn FnMut(PartSpan))) -> Self {
        let (mut masked, mut from) = (Self::revealed(bytes), 0);
        each(&mut |PartSpan { part, span }| {
            match part.role {
                Role::User => masked = masked.and_of_user(span),
                Role::Password => masked = masked.and(span),
                Role::Host | Role::Port => {}
                // Parts before the login and after it end no login: a path may contain `a:b@c`.
                _ => return,
            }
            from = span.end as usize;
        });
        // From the end of the login on: its own colons and its `@` are known, and would be found again.
        masked.find(from, TextKind::Rest)
    }

    /// Masks the secrets of a user name (section 3.1): a token, and what follows a colon, which was intended as a password.
    #[must_use]
    #[doc(hidden)]
    pub fn of_user(bytes: &'a [u8]) -> Self {
        Self::revealed(bytes).and_of_user(Span::new(0, offset(bytes.len())))
    }

    /// Masks the secrets of a user name: a token, the text after a colon, and the values of query keys. What was intended as a
    /// query is part of a user name if an `@` follows: `//h?password=x@b`.
    fn and_of_user(self, user: Span) -> Self {
        let mut masked = self.and_any(secrets::in_user(self.bytes, user));
        let until_its_end = Span::new(0, user.end).slice_bytes(self.bytes);
        masked.secrets.find(until_its_end, user.start as usize, TextKind::Rest);
        masked
    }

    fn find(mut self, from: usize, kind: TextKind) -> Self {
        self.secrets.find(self.bytes, from, kind);
        self
    }

    /// Masks `secret` in addition (section 6).
    #[must_use]
    #[doc(hidden)]
    pub fn and(mut self, secret: Span) -> Self {
        let len = offset(self.bytes.len());
        self.secrets.add(Span::new(secret.start.min(len), secret.end.min(len)));
        self
    }

    fn and_any(self, secret: Option<Span>) -> Self {
        secret.map_or(self, |secret| self.and(secret))
    }

    /// Masks nothing, for callers that want to show passwords.
    #[must_use]
    #[doc(hidden)]
    pub fn revealed(bytes: &'a [u8]) -> Self {
        Self { bytes, secrets: Secrets::default() }
    }

    /// Returns the original text, secrets included.
    #[must_use]
    #[doc(hidden)]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the masked spans in order. They neither overlap nor touch, and none is empty.
    #[must_use]
    pub fn secrets(&self) -> &[Span] {
        self.secrets.as_slice()
    }

    /// Returns whether any byte of `span` is masked.
    #[must_use]
    #[doc(hidden)]
    pub fn covers(&self, span: Span) -> bool {
        self.secrets().iter().any(|secret| span.start < secret.end && secret.start < span.end)
    }

    /// Returns the slice at `span`, masked like the whole: a secret that is partly in the slice is shown as `***`.
    #[must_use]
    #[doc(hidden)]
    pub fn slice(&self, span: Span) -> Self {
        let bytes = span.slice_bytes(self.bytes);
        // A secret that begins before the slice or ends after it is masked where they overlap.
        let inside = |at: u32| at.min(span.end).saturating_sub(span.start);
        let mut slice = Self::revealed(bytes);
        for secret in self.secrets() {
            slice = slice.and(Span::new(inside(secret.start), inside(secret.end)));
        }
        slice
    }

    /// Returns the segments of the text in order, for output that differs from Display.
    #[doc(hidden)]
    pub fn segments(&self) -> impl Iterator<Item = Segment<'a>> + use<'a> {
        let Self { bytes, secrets } = *self;
        let mut number = 0_usize;
        let mut at = 0_u32;
        core::iter::from_fn(move || {
            let next = secrets.as_slice().get(number).copied();
            let end = next.map_or(offset(bytes.len()), |secret| secret.start);
            if at < end {
                let plain = Span::new(at, end).slice_bytes(bytes);
                at = end;
                return Some(Segment::Plain(plain));
            }
            let secret = next?;
            number = number.saturating_add(1);
            at = secret.end;
            Some(Segment::Masked)
        })
    }
}

fn is_shown(byte: u8) -> bool {
    byte.is_ascii_graphic() || byte == b' '
}

impl fmt::Display for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segment in self.segments() {
            match segment {
                Segment::Masked => f.write_str(MASK)?,
                Segment::Plain(bytes) => {
                    write_runs(bytes, f, is_shown, |byte, f| write!(f, "\\x{byte:02X}"))?;
                }
            }
        }
        Ok(())
    }
}

/// Writes runs of plain bytes, which are US-ASCII, as they are, and each other byte by `escape`.
pub(crate) fn write_runs(
    mut bytes: &[u8],
    f: &mut fmt::Formatter<'_>,
    is_plain: impl Fn(u8) -> bool,
    escape: impl Fn(u8, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    loop {
        let len = bytes.iter().take_while(|byte| is_plain(**byte)).count();
        let (run, rest) = bytes.split_at(len);
        f.write_str(core::str::from_utf8(run).map_err(|_| fmt::Error)?)?;
        let Some((byte, rest)) = rest.split_first() else { return Ok(()) };
        escape(*byte, f)?;
        bytes = rest;
    }
}

impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// Shows the text as written, except for the secrets of a URL in it. Whether the text itself is a password is unknown
/// here.
impl fmt::Debug for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&Redacted::of_data(self.as_str().as_bytes()), f)
    }
}
