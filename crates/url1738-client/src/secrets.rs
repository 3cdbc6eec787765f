//! Text of a server made safe to show.

use core::fmt;
use std::borrow::Cow;

use url1738::{
    Redacted,
    syntax::{MASK, redact::Segment},
};

/// The longest text of a server that is shown, in bytes.
const LONGEST: usize = 300;

/// The passwords that an exchange sends, to be masked in whatever is shown of it.
///
/// ```
/// use url1738::Url;
/// use url1738_client::{Session, plan::Answers};
///
/// let plan = Url::parse("ftp://me:pw@host.dom/x")?.plan().unwrap();
/// let session = Session::new(plan, Answers::new())?;
/// assert_eq!(*session.secrets().mask(b"331 pw is wrong"), *b"331 *** is wrong");
/// assert_eq!(session.secrets().show(b"a pw\xff\r\n"), r"a ***\xff\r\n");
/// assert_eq!(session.secrets().longest(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secrets(Vec<Vec<u8>>);

/// Writes the number of passwords.
impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secrets({})", self.0.len())
    }
}

impl Secrets {
    pub(crate) fn add(&mut self, secret: &[u8]) {
        if !secret.is_empty() && !self.0.iter().any(|known| known == secret) {
            self.0.push(secret.to_owned());
            // A password that contains another one is masked as a whole.
            self.0.sort_by_key(|secret| core::cmp::Reverse(secret.len()));
        }
    }

    /// Returns the length of the longest password, in octets.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.0.first().map_or(0, Vec::len)
    }

    /// Returns `octets` with every password in them replaced by `***`, also if it is written in other case (US-ASCII) or
    /// broken over lines. Other forms of a password are not recognized: reversed, encoded, or with text in between.
    #[must_use]
    pub fn mask<'a>(&self, octets: &'a [u8]) -> Cow<'a, [u8]> {
        let from = |at: usize| octets.get(at..).unwrap_or_default();
        let mut masked = Vec::new();
        let (mut at, mut shown) = (0, 0);
        while at < octets.len() {
            match self.0.iter().find_map(|secret| echo(from(at), secret).whole()) {
                Some(len) => {
                    masked.extend_from_slice(octets.get(shown..at).unwrap_or_default());
                    masked.extend_from_slice(MASK.as_bytes());
                    at = at.saturating_add(len);
                    shown = at;
                }
                None => at = at.saturating_add(1),
            }
        }
        if shown == 0 {
            return Cow::Borrowed(octets);
        }
        masked.extend_from_slice(from(shown));
        Cow::Owned(masked)
    }

    /// Returns how many octets at the end of `octets` may be the beginning of a password, so that what follows is needed
    /// to know.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::{Session, plan::Answers};
    ///
    /// let plan = Url::parse("ftp://me:hunter2@host.dom/x")?.plan().unwrap();
    /// let session = Session::new(plan, Answers::new())?;
    /// assert_eq!(session.secrets().begun(b"331 not HUNT"), 4);
    /// assert_eq!(session.secrets().begun(b"331 not hunt?"), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn begun(&self, octets: &[u8]) -> usize {
        // A line may end after each octet of the password, and the next begin with a code.
        let most = self.longest().saturating_mul(LINE_BREAK).min(octets.len());
        let tails = (1..=most).rev();
        let is_begun = |len: &usize| {
            let tail = octets.get(octets.len().saturating_sub(*len)..).unwrap_or_default();
            self.0.iter().any(|secret| echo(tail, secret) == Echo::Begun)
        };
        tails.into_iter().find(is_begun).unwrap_or_default()
    }

    /// Returns `octets` as text that is safe to show: printable US-ASCII and whole UTF-8 characters that are not controls
    /// stay, all else is escaped (`\xHH`, `\r`, `\n`, `\t`). Passwords, also those of URLs in the text, are `***`. What
    /// is longer than 300 bytes is cut.
    #[must_use]
    pub fn show(&self, octets: &[u8]) -> String {
        let most = LONGEST.saturating_add(self.longest());
        let (head, is_cut) = match octets.get(..most) {
            // The end may be the beginning of a password.
            Some(head) if octets.len() > most => {
                let end = head.len().saturating_sub(self.begun(head));
                (head.get(..end).unwrap_or_default(), true)
            }
            _ => (octets, false),
        };
        let masked = self.mask(head);
        let mut shown = String::new();
        for segment in Redacted::of_data(&masked).segments() {
            match segment {
                Segment::Plain(octets) => shown.push_str(&escape(octets)),
                Segment::Masked => shown.push_str(MASK),
            }
        }
        if shown.len() > LONGEST || is_cut {
            let end = (0..=LONGEST).rev().find(|end| shown.is_char_boundary(*end));
            shown.truncate(end.unwrap_or_default());
            shown.push_str("...");
        }
        shown
    }
}

impl Secrets {
    /// Returns how many octets at the start of a line end a password that began in the lines before it.
    pub(crate) fn ended(&self, before: &[u8], line: &[u8]) -> usize {
        let begun = before.get(before.len().saturating_sub(self.begun(before))..);
        let begun = begun.unwrap_or_default();
        let joined = [begun, line].concat();
        let ends = |start: usize| {
            let tail = joined.get(start..).unwrap_or_default();
            let len = self.0.iter().find_map(|secret| echo(tail, secret).whole())?;
            start.saturating_add(len).checked_sub(begun.len())
        };
        (0..begun.len()).find_map(ends).unwrap_or_default()
    }

    /// Like [`show`](Self::show), but longer texts are not cut: the limit of a reply bounds them.
    pub(crate) fn show_whole(&self, octets: &[u8]) -> String {
        escape(&self.mask(octets))
    }
}

/// CR, LF, and the code at the start of the next line of a reply.
const LINE_BREAK: usize = 7;

/// Whether a text begins with a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Echo {
    /// It does, by so many octets.
    Whole(usize),
    /// The text ends before the password does.
    Begun,
    None,
}

impl Echo {
    const fn whole(self) -> Option<usize> {
        match self {
            Self::Whole(len) => Some(len),
            _ => None,
        }
    }
}

/// Compares the beginning of a text with a password, in any case, and across the ends of lines.
fn echo(text: &[u8], secret: &[u8]) -> Echo {
    let mut rest = text;
    for (at, wanted) in secret.iter().enumerate() {
        loop {
            match rest.split_first() {
                None => return if at > 0 { Echo::Begun } else { Echo::None },
                Some((octet, after)) if octet.eq_ignore_ascii_case(wanted) => {
                    rest = after;
                    break;
                }
                Some((b'\r' | b'\n', after)) if at > 0 => rest = after_code(after, *wanted),
                Some(_) => return Echo::None,
            }
        }
    }
    Echo::Whole(text.len().saturating_sub(rest.len()))
}

/// Returns what follows the code at the start of a line, unless the password goes on there.
fn after_code(line: &[u8], wanted: u8) -> &[u8] {
    match line {
        [first, ..] if first.eq_ignore_ascii_case(&wanted) => line,
        [a, b, c, b'-' | b' ', rest @ ..] if [a, b, c].iter().all(|it| it.is_ascii_digit()) => rest,
        _ => line,
    }
}

/// Escapes what a terminal might interpret.
pub(crate) fn escape(octets: &[u8]) -> String {
    let mut shown = String::with_capacity(octets.len());
    for chunk in octets.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\r' => shown.push_str("\\r"),
                '\n' => shown.push_str("\\n"),
                '\t' => shown.push_str("\\t"),
                ' '..='~' => shown.push(c),
                c if is_plain(c) => shown.push(c),
                c => {
                    let mut buffer = [0; 4];
                    push_hex(&mut shown, c.encode_utf8(&mut buffer).as_bytes());
                }
            }
        }
        push_hex(&mut shown, chunk.invalid());
    }
    shown
}

/// Returns whether a character beyond US-ASCII is a letter or digit: marks of direction, separators and other invisible
/// characters are not.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric()
}

fn push_hex(shown: &mut String, octets: &[u8]) {
    use fmt::Write as _;
    for octet in octets {
        // Writing to a string cannot fail.
        let _ = write!(shown, "\\x{octet:02x}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(list: &[&str]) -> Secrets {
        let mut secrets = Secrets::default();
        list.iter().for_each(|secret| secrets.add(secret.as_bytes()));
        secrets
    }

    #[test]
    fn each_password_is_kept_once_and_the_longest_is_masked_first() {
        let known = secrets(&["pw", "", "pw", "pw12", "pw"]);
        assert_eq!(format!("{known:?}"), "Secrets(2)");
        assert_eq!((known.longest(), secrets(&[]).longest()), (4, 0));
        assert_eq!(*known.mask(b"pw12 pw pwpw1"), *b"*** *** ******1");
        assert!(matches!(known.mask(b"p w"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_password_is_masked_in_any_case_and_across_lines() {
        let known = secrets(&["hunter2", "2009"]);
        for (text, masked) in [
            (&b"HUNTER2 or Hunter2"[..], "*** or ***"),
            (b"530-not hun\r\n530 ter2, no", "530-not ***, no"),
            (b"not h\nu\nn\nt\ne\nr\n2.", "not ***."),
            (b"20\r\n09 20\r\n220 09", "*** ***"),
            (b"hun\r\n53 ter2", "hun\r\n53 ter2"),
            (b"hun ter2 hunter", "hun ter2 hunter"),
            (b"200920", "***20"),
        ] {
            assert_eq!(*known.mask(text), *masked.as_bytes(), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn the_beginning_of_a_password_is_known() {
        let known = secrets(&["hunter2", "rot"]);
        for (text, begun) in [
            (&b"a h"[..], 1),
            (b"a hunte", 5),
            (b"a hunter", 6),
            (b"a hunter2", 0),
            (b"a r", 1),
            (b"530-HUN\r\n", 5),
            (b"530-HUN\r\n530 t", 10),
            (b"hunters", 0),
            (b"", 0),
        ] {
            assert_eq!(known.begun(text), begun, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn only_what_is_longer_than_300_bytes_is_cut() {
        let show = |len: usize| secrets(&[]).show("a".repeat(len).as_bytes());
        assert_eq!(show(300), "a".repeat(300));
        assert_eq!(show(301), format!("{}...", "a".repeat(300)));
        let broken = format!("{}hun\nter2", "a".repeat(301));
        assert_eq!(secrets(&["hunter2"]).show(broken.as_bytes()).len(), 303);
        // A mask is shorter than the password, and an escape longer than the octet.
        let long = "p".repeat(200);
        let show = |text: String| secrets(&[&long]).show(text.as_bytes());
        assert_eq!(show(format!("{long}{}", "a".repeat(200))), format!("***{}", "a".repeat(200)));
        assert_eq!(show(format!("{long}{long}{}", "a".repeat(101))).len(), 6 + 100 + 3);
        assert_eq!(show("\u{1}".repeat(76)), format!("{}...", "\\x01".repeat(75)));
        assert_eq!(show("\u{e9}".repeat(151)), format!("{}...", "\u{e9}".repeat(150)));
        assert_eq!(show(format!("a{}", "\u{e9}".repeat(150))).len(), 299 + 3);
    }
}
