//! Texts shown to people: without their passwords, and without octets that command a terminal.

use core::fmt;

use crate::span::{Span, offset};

/// What stands in the place of a password.
pub const HIDDEN: &str = "***";

/// A text, URL or not, the way it may be shown: passwords are `***`, octets that are not graphic
/// US-ASCII are `\xHH` (section 6 calls a password in a URL unwise; a log of it is worse).
///
/// It also finds the password of a text that is no URL, by what stands between the first `:` and
/// the last `@` of the place where a login would be; rather too much than too little is hidden.
///
/// ```
/// use url1738_core::Redacted;
///
/// assert_eq!(Redacted::new(b"ftp://joe:pa/ss@h/\x1b").to_string(), r"ftp://joe:***@h/\x1B");
/// ```
#[derive(Clone, Copy)]
pub struct Redacted<'a> {
    bytes: &'a [u8],
    secret: Span,
}

impl<'a> Redacted<'a> {
    /// Looks for the password in `bytes`.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, secret: secret(bytes).unwrap_or_default() }
    }

    /// Hides `secret`, whose place is known.
    #[must_use]
    pub const fn hiding(bytes: &'a [u8], secret: Span) -> Self {
        Self { bytes, secret }
    }

    /// Shows all of `bytes`, passwords too, for callers who asked for it.
    #[must_use]
    pub const fn revealed(bytes: &'a [u8]) -> Self {
        Self { bytes, secret: Span::new(0, 0) }
    }

    /// The bytes that are hidden; empty where there is no password.
    #[must_use]
    pub const fn secret(&self) -> Span {
        self.secret
    }

    /// Where `span` of the original lies in the shown text: the columns before it, and its width.
    #[must_use]
    pub fn columns(&self, span: Span) -> (usize, usize) {
        let before = self.width(Span::new(0, span.start));
        (before, self.width(Span::new(0, span.end)).saturating_sub(before))
    }

    /// The shown form of a piece of the text.
    fn pieces(&self, span: Span) -> impl Iterator<Item = Piece> + '_ {
        let secret = self.secret;
        (span.start..).zip(span.of_bytes(self.bytes)).filter_map(move |(at, byte)| match at {
            _ if at < secret.start || at >= secret.end => Some(Piece::Byte(*byte)),
            _ if at == secret.start => Some(Piece::Hidden),
            _ => None,
        })
    }

    fn width(&self, span: Span) -> usize {
        self.pieces(span)
            .map(|piece| match piece {
                Piece::Hidden => HIDDEN.len(),
                Piece::Byte(byte) if is_shown(byte) => 1,
                Piece::Byte(_) => r"\xHH".len(),
            })
            .sum()
    }
}

enum Piece {
    Hidden,
    Byte(u8),
}

fn is_shown(byte: u8) -> bool {
    byte.is_ascii_graphic() || byte == b' '
}

impl fmt::Display for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for piece in self.pieces(Span::new(0, offset(self.bytes.len()))) {
            match piece {
                Piece::Hidden => f.write_str(HIDDEN)?,
                Piece::Byte(byte) if is_shown(byte) => f.write_char(char::from(byte))?,
                Piece::Byte(byte) => write!(f, "\\x{byte:02X}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// Where the password stands, or seems to: from the first to the last of several.
///
/// A login follows the first slashes, whatever was meant by them (`//`, `/`, `\\`), and any
/// further pair of them. Linear in the text.
fn secret(text: &[u8]) -> Option<Span> {
    let slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    let last_at = text.iter().rposition(|byte| *byte == b'@')?;
    let mut found: Option<Span> = None;
    let mut at = 0_usize;
    let mut first = true;
    for piece in text.split(slash) {
        // An empty piece stands between two slashes; the piece after it is a login, perhaps.
        let end = at.saturating_add(piece.len());
        let doubled = at >= 2 && text.get(at.saturating_sub(2)).is_some_and(slash);
        if at > 0 && !piece.is_empty() && (first || doubled) {
            first = false;
            if let Some(span) = secret_of(piece, at, last_at) {
                found = Some(Span::new(found.map_or(span.start, |f| f.start), span.end));
            }
        }
        at = end.saturating_add(1);
    }
    found
}

/// The password of `piece`, which starts at `at` and ends where a path would begin. Where no `@` is in it,
/// what stands after its colon is no port, and one follows later, the password has a slash in it.
fn secret_of(piece: &[u8], at: usize, last_at: usize) -> Option<Span> {
    let head = piece.split(|byte| matches!(byte, b'?' | b'#')).next().unwrap_or_default();
    let colon = piece.iter().position(|byte| *byte == b':')?.checked_add(1)?;
    let start = at.checked_add(colon)?;
    let rest = piece.get(colon..)?;
    let end = match rest.iter().rposition(|byte| *byte == b'@') {
        Some(end) => start.checked_add(end)?,
        None if head.get(colon..).is_some_and(|port| port.iter().all(u8::is_ascii_digit)) => {
            return None;
        }
        None => last_at,
    };
    (start < end).then(|| Span::new(offset(start), offset(end)))
}
