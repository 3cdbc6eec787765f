//! The writer that the schemes use to repair URLs.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: `at` and `end` are places of the text, and so are bytes that were found in it"
)]

use alloc::{borrow::Cow, string::String};
use core::fmt;

use percent_encoding::{CONTROLS, percent_encode};

use super::{
    change::{Change, Safety},
    codes::{CONTROL, FRAGMENT, NON_ASCII, SPACE, WRAPPER},
};
use crate::{
    diagnostics::error::Rule,
    syntax::{
        code::CodeInfo,
        part::{Part, SCHEME, SCHEMEPART},
        span::{Span, offset},
    },
};

/// A writer that copies a text from left to right and repairs it on the way (Appendix).
///
/// The repairer never fails: it copies what it cannot repair, and the parser reports the error afterwards. Every
/// method takes time linear in the bytes that it passes, so a repair is linear.
///
/// A scheme with its own repairs, here for the form `x-room:\host\building?room`:
///
/// ```
/// use url1738_core::{
///     Error, PartSpan, Rule, Span,
///     chars::UCHAR,
///     codes::{CodeInfo, CodeKind},
///     plan::{Plan, Refusal},
///     repair::{EXPECTED_DELIMITER, MISSING_SLASH, Repairer, repair, repair_with},
///     scheme::{Cursor, LoginSpans, Part, Raw, Scheme, SchemeInfo},
/// };
///
/// static ROOM_MARK: CodeInfo =
///     CodeInfo::new(CodeKind::Repair, "room-mark", "`/` separates a building from its rooms");
/// const BUILDING: Part = Part::new("building", UCHAR, b"/", "x.1").in_hierarchy();
///
/// struct Room;
///
/// impl Scheme for Room {
///     const INFO: &'static SchemeInfo = &SchemeInfo::new("x-room");
///     type Spans = (LoginSpans, Span);
///
///     fn parse(cursor: &mut Cursor<'_>) -> Result<Self::Spans, Error> {
///         let login = cursor.hostport()?;
///         let path = cursor.run_of(BUILDING.class.with(b"/"));
///         cursor.finish(&BUILDING)?;
///         Ok((login, path))
///     }
///
///     fn repair(repairer: &mut Repairer<'_>) {
///         if repairer.peek() == Some(b'/') && repairer.rest().starts_with(b"///") {
///             repairer.slashes_of(3, &EXPECTED_DELIMITER);
///         } else {
///             repairer.slashes();
///         }
///         repairer.credentials();
///         repairer.copy(repairer.until(b"/\\?@"));
///         repairer.copy_any(b"@");
///         if !repairer.slash() {
///             repairer.missing_slash(MISSING_SLASH);
///         }
///         repairer.path(&BUILDING, repairer.until(b"?"));
///         repairer.part_but(&BUILDING, repairer.rest().len(), |repairer, byte| {
///             let question = byte == b'?';
///             if question {
///                 repairer.change(1, "/", &BUILDING, Rule::Bnf("building"), &ROOM_MARK);
///             }
///             question
///         });
///     }
///
///     fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
///         url.spans().0.each(each);
///         each(PartSpan { part: &BUILDING, span: url.spans().1 });
///     }
///
///     fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
///         Ok(Plan::tcp(url.login(), Self::INFO.port))
///     }
/// }
///
/// let repaired = repair::<Room>(br"x-room:\joe@host.dom\main hall?4")?;
/// assert_eq!(repaired.url.as_str(), "x-room://host.dom/main%20hall/4");
/// let codes: Vec<_> = repaired.changes.iter().map(|change| change.code()).collect();
/// assert_eq!(codes, [
///     "expected-delimiter", // `\\` became `//`
///     "credentials-not-allowed",
///     "backslash", // `\` became `/`
///     "space", // ` ` became `%20`
///     "room-mark",
/// ]);
///
/// let mut count = 0;
/// let repaired = repair_with::<Room>(b"<x-room:///host.dom>", &mut |_| count += 1)?;
/// assert_eq!((repaired.url.as_str(), count), ("x-room://host.dom/", 4));
/// # Ok::<(), url1738_core::Error>(())
/// ```
pub struct Repairer<'a> {
    pub(super) input: &'a [u8],
    pub(super) at: usize,
    pub(super) end: usize,
    out: String,
    /// The last change, which the next one may be merged into.
    last: Option<Change>,
    /// Called with every change before the last one.
    each: &'a mut dyn FnMut(Change),
}

/// Writes the position, but not the text, which may contain a password.
impl fmt::Debug for Repairer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Repairer")
            .field("at", &self.at)
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}

impl<'a> Repairer<'a> {
    /// Creates a repairer of the span `inside` of a text. Changes are passed to `each` instead of being collected,
    /// because a list may take fifty times the memory of the text.
    pub(super) fn new(input: &'a [u8], inside: Span, each: &'a mut dyn FnMut(Change)) -> Self {
        let Span { start, end } = inside;
        let out = String::with_capacity(input.len());
        Self { input, at: start as usize, end: end as usize, out, last: None, each }
    }

    pub(super) fn into_text(self) -> String {
        if let Some(last) = self.last {
            (self.each)(last);
        }
        self.out
    }

    /// Returns the bytes that are left to read.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.input.get(self.at..self.end).unwrap_or_default()
    }

    /// Returns the next byte without consuming it.
    #[must_use]
    pub fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    /// Returns the number of bytes before the first of `stops`, or before the end.
    #[must_use]
    pub fn until(&self, stops: &[u8]) -> usize {
        let rest = self.rest();
        rest.iter().position(|byte| stops.contains(byte)).unwrap_or(rest.len())
    }

    /// Copies `len` bytes. Bytes that are not UTF-8 become U+FFFD, because the text is a `String`. No parser accepts the
    /// character, so the text is not a URL.
    pub fn copy(&mut self, len: usize) {
        let (copied, _) = self.rest().split_at(len.min(self.rest().len()));
        for chunk in copied.utf8_chunks() {
            self.out.push_str(chunk.valid());
            self.at += chunk.valid().len();
            for _ in chunk.invalid() {
                let info = const { &NON_ASCII.with_message("the byte is not UTF-8") };
                let rule = Rule::Bnf(SCHEMEPART.production);
                self.change(1, "\u{FFFD}", &SCHEMEPART, rule, info);
            }
        }
    }

    /// Copies the next byte if it is one of `these`. Returns whether it did.
    #[doc(hidden)]
    pub fn copy_any(&mut self, these: &[u8]) -> bool {
        let found = self.peek().is_some_and(|byte| these.contains(&byte));
        if found {
            self.copy(1);
        }
        found
    }

    /// Replaces the next `len` bytes with `text`. Adjacent changes with the same declaration are merged. Its code
    /// is that of the [`Error`](crate::Error) that the parser reports without the change, and its message is the reason.
    pub fn change(
        &mut self,
        len: usize,
        text: impl Into<Cow<'static, str>>,
        part: &'static Part,
        rule: Rule,
        info: &'static CodeInfo,
    ) {
        let text = text.into();
        self.out.push_str(&text);
        let span = Span::new(offset(self.at), offset(self.at.saturating_add(len)));
        // Before `at` moves: the bytes that are replaced decide.
        let safety = Safety::of(info.code, span.slice_bytes(self.input), &text);
        self.at = self.at.saturating_add(len);
        match &mut self.last {
            Some(last)
                // A run of a thousand spaces is one change, and a report of it one line.
                if last.span.end == span.start && (last.info, last.safety) == (info, safety) =>
            {
                last.span.end = span.end;
                last.text.to_mut().push_str(&text);
            }
            last => {
                let change = Change { span, text, part, rule, info, safety };
                if let Some(before) = last.replace(change) {
                    (self.each)(before);
                }
            }
        }
    }

    pub(super) fn wrapper_removed(&mut self) {
        let len = self.at;
        self.at = 0;
        if len > 0 {
            self.change(len, "", &SCHEME, Rule::Prose("Appendix"), &WRAPPER);
        }
    }

    /// Copies the scheme name and its colon, and removes spaces after the colon. Returns whether there is a scheme
    /// name: without it nothing can be repaired.
    pub(super) fn scheme_name(&mut self) -> bool {
        let name = SCHEME.class.run(self.rest());
        if self.rest().get(name) != Some(&b':') {
            return false;
        }
        self.copy(name + 1);
        let spaces = self.rest().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if let Some(first) = self.peek().filter(|_| spaces > 0) {
            const WHY: &str = "spaces after the scheme name come from the surrounding text";
            let info = match first {
                b' ' => const { &SPACE.with_message(WHY) },
                _ => const { &CONTROL.with_message(WHY) },
            };
            self.change(spaces, "", &SCHEMEPART, Rule::Prose("Appendix"), info);
        }
        true
    }

    /// Ends the text before the first `#` and returns the fragment. The `#` is kept if it may be part of a login and
    /// an `@` follows, because it may belong to a password.
    pub(super) fn split_fragment(&mut self, has_login: bool) -> Option<String> {
        let hash = self.until(b"#");
        let (before, after) = self.rest().split_at(hash);
        let (_, fragment) = after.split_first()?;
        let slashes = before.iter().take_while(|byte| b"/\\".contains(byte)).count();
        // In `ftp://joe:a#b@h/` no slash precedes the `#`, so that it may be a character of the
        // password.
        let in_login = !before.iter().skip(slashes).any(|byte| b"/\\".contains(byte));
        if has_login && in_login && fragment.contains(&b'@') {
            return None;
        }
        self.end = self.at + hash;
        Some(percent_encode(fragment, CONTROLS).collect())
    }

    /// Records the text after the URL as removed.
    pub(super) fn end(&mut self) {
        self.copy(self.rest().len());
        // `end` was moved to the `#` by `split_fragment`, so that all from there on is one removal.
        let fragment = self.input.get(self.end) == Some(&b'#');
        let len = self.input.len() - self.end;
        let (rule, info) = if fragment {
            (Rule::Prose("2.2"), &FRAGMENT)
        } else {
            let after = const { &WRAPPER.with_message("text after a URL is not part of it") };
            (Rule::Prose("Appendix"), after)
        };
        if len > 0 {
            self.end = self.input.len();
            self.change(len, "", &SCHEMEPART, rule, info);
        }
    }
}
