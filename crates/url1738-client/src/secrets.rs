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

    /// Returns `octets` with every password in them replaced by `***`.
    #[must_use]
    pub fn mask<'a>(&self, octets: &'a [u8]) -> Cow<'a, [u8]> {
        let starts_here = |rest: &[u8]| self.0.iter().find(|secret| rest.starts_with(secret));
        if !(0..octets.len()).any(|at| starts_here(octets.get(at..).unwrap_or_default()).is_some())
        {
            return Cow::Borrowed(octets);
        }
        let (mut masked, mut rest) = (Vec::with_capacity(octets.len()), octets);
        while let Some((octet, after)) = rest.split_first() {
            rest = match starts_here(rest) {
                Some(secret) => {
                    masked.extend_from_slice(MASK.as_bytes());
                    rest.get(secret.len()..).unwrap_or_default()
                }
                None => {
                    masked.push(*octet);
                    after
                }
            };
        }
        Cow::Owned(masked)
    }

    /// Returns `octets` as text that is safe to show: printable US-ASCII and whole UTF-8 characters that are not controls
    /// stay, all else is escaped (`\xHH`, `\r`, `\n`, `\t`). Passwords, also those of URLs in the text, are `***`. What
    /// is longer than 300 bytes is cut.
    #[must_use]
    pub fn show(&self, octets: &[u8]) -> String {
        let most = LONGEST.saturating_add(self.longest());
        let (head, is_cut) = match octets.get(..most) {
            Some(head) if octets.len() > most => (head, true),
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
    /// Like [`show`](Self::show), but longer texts are not cut: the limit of a reply bounds them.
    pub(crate) fn show_whole(&self, octets: &[u8]) -> String {
        escape(&self.mask(octets))
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
    fn only_what_is_longer_than_300_bytes_is_cut() {
        let show = |len: usize| secrets(&[]).show("a".repeat(len).as_bytes());
        assert_eq!(show(300), "a".repeat(300));
        assert_eq!(show(301), format!("{}...", "a".repeat(300)));
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
