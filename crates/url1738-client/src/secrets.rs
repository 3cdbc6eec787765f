//! Text of a server made safe to show.

use core::fmt::{self, Write as _};
use std::borrow::Cow;

use url1738::{
    Redacted,
    syntax::{
        MASK,
        redact::{Segment, is_safe},
    },
};

/// The longest text of a server that is shown, in bytes.
const LONGEST: usize = 300;

/// CR, LF, and the code at the start of the next line of a reply.
const LINE_BREAK: usize = 7;

/// The passwords that an exchange sends, to be masked in whatever is shown of it. The longest is the first, so that one that
/// contains another is masked as a whole.
///
/// ```
/// use url1738::{Url, plan::Answers};
/// use url1738_client::Session;
///
/// let plan = Url::parse("ftp://me:hunter2@host.dom/x")?.plan().unwrap();
/// let session = Session::new(plan, Answers::new())?;
/// let secrets = session.secrets();
/// assert_eq!(*secrets.mask(b"331 hunter2 is wrong"), *b"331 *** is wrong");
/// assert_eq!(secrets.show(b"a Hunter2\xff\r\n"), r"a ***\xff\r\n");
/// assert_eq!((secrets.begun(b"331 not HUNT"), secrets.begun(b"331 not hunt?")), (4, 0));
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
            self.0.sort_by_key(|secret| core::cmp::Reverse(secret.len()));
        }
    }

    fn longest(&self) -> usize {
        self.0.first().map_or(0, Vec::len)
    }

    /// Returns `octets` with every password in them replaced by `***`, also if it is written in other case (US-ASCII) or
    /// broken over lines. Other forms of a password are not recognized: reversed, encoded, or with text in between.
    #[must_use]
    pub fn mask<'a>(&self, octets: &'a [u8]) -> Cow<'a, [u8]> {
        let mut masked = Vec::new();
        let (mut at, mut shown) = (0, 0);
        while at < octets.len() {
            // The longest password is tried first: of `hunter` and `hunter2`, `hunter2` would else leave its last octet.
            let found = self.0.iter().find_map(|secret| match echo(&octets[at..], secret) {
                Echo::Whole(len) => Some(len),
                _ => None,
            });
            let Some(len) = found else {
                at += 1;
                continue;
            };
            masked.extend_from_slice(&octets[shown..at]);
            masked.extend_from_slice(MASK.as_bytes());
            // INVARIANT: what is masked is at most the rest.
            at += len;
            shown = at;
        }
        if shown == 0 {
            return Cow::Borrowed(octets);
        }
        masked.extend_from_slice(&octets[shown..]);
        Cow::Owned(masked)
    }

    /// Returns the number of octets at the end of `octets` that may begin a password. Whether they do depends on what
    /// follows.
    #[must_use]
    pub fn begun(&self, octets: &[u8]) -> usize {
        // A line may end after each octet of the password, and the next begin with a code.
        // `530-not hunt` and `530 er2` repeat a password over two lines. The tail `hunt` is held back until the next line shows
        // whether it goes on.
        let most = (self.longest() * LINE_BREAK).min(octets.len());
        let is_begun = |len: &usize| {
            let tail = &octets[octets.len() - len..];
            self.0.iter().any(|secret| echo(tail, secret) == Echo::Begun)
        };
        (1..=most).rev().find(is_begun).unwrap_or(0)
    }

    /// Returns `octets` as text that is safe to show: characters that are [safe](url1738::syntax::redact::is_safe)
    /// stay, all else is escaped (`\xHH`, `\r`, `\n`, `\t`). Passwords, also those of URLs in the text, are `***`. What
    /// is longer than 300 bytes is cut.
    #[must_use]
    pub fn show(&self, octets: &[u8]) -> String {
        let most = LONGEST + self.longest();
        let is_cut = octets.len() > most;
        let mut head = octets;
        if is_cut {
            // The end may be the beginning of a password.
            head = &octets[..most];
            head = &head[..head.len() - self.begun(head)];
        }
        let mut shown = redacted(&self.mask(head));
        if shown.len() > LONGEST || is_cut {
            let end = (0..=LONGEST).rev().find(|end| shown.is_char_boundary(*end));
            shown.truncate(end.unwrap_or(0));
            shown.push_str("...");
        }
        shown
    }
}

/// Whether a text begins with a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Echo {
    /// It does, by so many octets.
    Whole(usize),
    /// The text ends before the password does.
    Begun,
    None,
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
    Echo::Whole(text.len() - rest.len())
}

/// Returns what follows the code at the start of a line, unless the password goes on there.
fn after_code(line: &[u8], wanted: u8) -> &[u8] {
    match line {
        [first, ..] if first.eq_ignore_ascii_case(&wanted) => line,
        [a, b, c, b'-' | b' ', rest @ ..] if [a, b, c].iter().all(|it| it.is_ascii_digit()) => rest,
        _ => line,
    }
}

/// Returns octets as text that is safe to show, without the passwords of URLs in them.
pub(crate) fn redacted(octets: &[u8]) -> String {
    // A server may repeat a whole URL, whose password is in no list of this exchange: `550 ftp://joe:pw@other/x: none`.
    let segments = Redacted::of_data(octets).segments();
    let shown = segments.map(|segment| match segment {
        Segment::Plain(octets) => escape(octets),
        Segment::Masked => MASK.to_owned(),
    });
    shown.collect()
}

/// Escapes what is not [safe](is_safe) to show: `\r`, and octets as `\xHH`.
pub(crate) fn escape(octets: &[u8]) -> String {
    let mut shown = String::with_capacity(octets.len());
    for chunk in octets.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c.encode_utf8(&mut [0; 4]) {
                text if is_safe(c) => shown.push_str(text),
                text => shown.extend(text.as_bytes().escape_ascii().map(char::from)),
            }
        }
        shown.extend(chunk.invalid().escape_ascii().map(char::from));
    }
    shown
}

/// Percent-encodes what is not a letter, a digit or one of the octets in `kept`.
pub(crate) fn encoded(octets: &[u8], kept: &[u8]) -> String {
    let mut text = String::with_capacity(octets.len());
    for octet in octets {
        match octet.is_ascii_alphanumeric() || kept.contains(octet) {
            true => text.push(char::from(*octet)),
            // Writing to a string cannot fail.
            false => drop(write!(text, "%{octet:02X}")),
        }
    }
    text
}
