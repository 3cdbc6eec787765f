//! Texts shown to people: without their passwords, and without octets that command a terminal.

use core::fmt;

use crate::span::{Span, offset};

/// What stands in the place of a password.
pub const HIDDEN: &str = "***";

/// A text, URL or not, the way it may be shown: passwords are `***`, octets that are not graphic
/// US-ASCII are `\xHH` (section 6 calls a password in a URL unwise; a log of it is worse).
///
/// It also finds the password of a text that is no URL, by what stands between the first `:` and
/// the last `@` of the place where a login would be; rather too much than too little is hidden. Only a text without
/// any slash is taken by its word: `joe:x@host.dom` may be any scheme's URL, and no login.
///
/// ```
/// use url1738_core::Redacted;
///
/// assert_eq!(Redacted::new(b"ftp://joe:pa/ss@h/\x1b").to_string(), r"ftp://joe:***@h/\x1B");
/// ```
///
/// Who knows better says so; a mark below the shown text finds its columns:
///
/// ```
/// use url1738_core::{Redacted, Span};
///
/// let text = b"key=hunter22&x";
/// let shown = Redacted::hiding(text, Span::new(4, 12));
/// assert_eq!(shown.to_string(), "key=***&x");
/// assert_eq!(shown.columns(Span::new(12, 13)), (7, 1));
/// assert_eq!(shown.secret(), Span::new(4, 12));
/// assert_eq!(Redacted::revealed(text).to_string(), "key=hunter22&x");
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

    /// Looks for the password in what followed a `#`: none of its colons is a scheme's, and the login that one
    /// stands in may have begun before the `#`.
    ///
    /// ```
    /// use url1738_core::Redacted;
    ///
    /// assert_eq!(Redacted::of_fragment(b"joe:pass@h").to_string(), "joe:***@h");
    /// ```
    #[must_use]
    pub fn of_fragment(bytes: &'a [u8]) -> Self {
        let found = pieces(bytes).find_map(|(at, piece)| {
            password(bytes, at, piece, at == 0 || follows_slashes(bytes, at))
        });
        Self { bytes, secret: found.unwrap_or_default() }
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

/// Where the password stands, or seems to: from the first to the last of several. Linear in the text.
///
/// A `:` with an `@` behind it begins one, where no slash stands between them; the colon of a scheme name at the
/// start does not count. Behind the slashes of a login it may hold slashes: there a colon begins one
/// unless a port follows it. It ends at the last `@`.
fn secret(text: &[u8]) -> Option<Span> {
    let mut first = true;
    pieces(text).find_map(|(at, piece)| {
        if at == 0 {
            let name = piece.iter().position(|byte| *byte == b':')?.checked_add(1)?;
            return password(text, name, piece.get(name..)?, false);
        }
        let login = !piece.is_empty() && (core::mem::take(&mut first) || follows_slashes(text, at));
        password(text, at, piece, login)
    })
}

/// Where a password stands in a URL within the text of another, from `from` on.
pub(crate) fn nested_secret(text: &[u8], from: usize) -> Option<Span> {
    let logins = pieces(text).filter(|(at, _)| *at > from && follows_slashes(text, *at));
    logins.into_iter().find_map(|(at, piece)| password(text, at, piece, true))
}

const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

/// What stands between slashes of either kind, and where.
fn pieces(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut next = 0_usize;
    text.split(|byte| is_slash(*byte)).map(move |piece| {
        let at = next;
        next = at.saturating_add(piece.len()).saturating_add(1);
        (at, piece)
    })
}

/// Whether the slash before `at` is the second of two, or follows a colon.
fn follows_slashes(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(2).and_then(|before| text.get(before));
    before.is_some_and(|byte| is_slash(*byte) || *byte == b':')
}

/// The password that begins behind the first colon of `piece`, which starts at `at`, if one does.
fn password(text: &[u8], at: usize, piece: &[u8], login: bool) -> Option<Span> {
    let colon = piece.iter().position(|byte| *byte == b':')?.checked_add(1)?;
    let behind = piece.get(colon..)?;
    let port =
        behind.iter().take_while(|byte| !b"?# \t\r\n>\"".contains(byte)).all(u8::is_ascii_digit);
    if (port || !login) && !behind.contains(&b'@') {
        return None;
    }
    let start = at.checked_add(colon)?;
    let end = text.iter().rposition(|byte| *byte == b'@')?;
    (start < end).then(|| Span::new(offset(start), offset(end)))
}
