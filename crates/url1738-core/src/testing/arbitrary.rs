//! Valid URLs out of the bytes of a fuzzer; a scheme says in a few lines how its own are written.
//!
//! The URL types implement [`Arbitrary`]: every sequence of bytes makes a URL that parses, no bytes the shortest,
//! and every form that the grammar has comes from some. What a [`Part`] may hold is read from its declaration, and
//! written as people and programs write it: escapes that nobody needs, hexadecimal in either case, ports and
//! addresses with leading zeros.
//!
//! ```
//! use arbitrary::{Arbitrary, Unstructured};
//! use url1738_core::GenericUrl;
//!
//! let url = GenericUrl::arbitrary(&mut Unstructured::new(b"anything"))?;
//! assert_eq!(GenericUrl::parse(url.as_str()), Ok(url.borrow()));
//! # Ok::<(), arbitrary::Error>(())
//! ```

use alloc::string::String;
use core::fmt::Write as _;

use ::arbitrary::{Arbitrary, Error, Result, Unstructured};

use crate::{
    syntax::{
        chars::{ALPHA, ALPHADIGIT, Class, DIGIT, XCHAR},
        part::{GROUP, PASSWORD, Part, SCHEME, URLPATH, USER},
    },
    url::{
        generic::{Generic, GenericUrl},
        raw::Raw,
        scheme::Scheme,
    },
};

/// Makes a URL of the scheme `S`, of which `write` writes what follows the colon.
///
/// ```
/// use arbitrary::{Arbitrary, Result, Unstructured};
/// use url1738_core::{arbitrary::url, part::URLPATH, scheme::{Generic, Raw}};
///
/// /// Connection strings of one database.
/// #[derive(Debug)]
/// struct Database(Raw<Generic, String>);
///
/// impl<'a> Arbitrary<'a> for Database {
///     fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
///         url(bytes, |draft| {
///             draft.push("//");
///             draft.login();
///             draft.push("/");
///             draft.part(&URLPATH);
///         })
///         .map(Self)
///     }
/// }
/// # assert!(Database::arbitrary(&mut Unstructured::new(b"any bytes")).is_ok());
/// ```
///
/// # Errors
///
/// [`Error::IncorrectFormat`] where `write` wrote what the scheme refuses; those of this family write no such thing.
pub fn url<'a, S: Scheme>(
    bytes: &mut Unstructured<'a>,
    write: impl FnOnce(&mut Draft<'_, 'a>),
) -> Result<Raw<S, String>> {
    let mut draft = Draft { bytes, text: String::new() };
    if S::NAME.is_empty() {
        draft.one_or_more(SCHEME.class(), 'x');
    } else {
        draft.name(S::NAME);
    }
    draft.push(":");
    write(&mut draft);
    Raw::parse(draft.text).map_err(|_| Error::IncorrectFormat)
}

/// The text of a URL while it is written: what the next byte of the fuzzer decides is decided in order.
///
/// ```
/// use arbitrary::Unstructured;
/// use url1738_core::{
///     arbitrary::url,
///     chars::{ALPHA, DIGIT, UCHAR},
///     part::URLPATH,
///     scheme::Generic,
/// };
///
/// // No bytes write the least of everything; any bytes write a URL.
/// for bytes in [&b""[..], b"some bytes of a fuzzer \xf0\x81\xff", &[1; 40]] {
///     let made = url::<Generic>(&mut Unstructured::new(bytes), |draft| {
///         draft.push("//");
///         draft.hostport();
///         draft.push("/");
///         draft.one_of(ALPHA);
///         if draft.coin() {
///             draft.segments(&URLPATH);
///         }
///         match draft.byte() & 3 {
///             0 => draft.group(),
///             1 => draft.digits(),
///             2 => draft.one_or_more(DIGIT, '0'),
///             // A tab would divide what follows.
///             _ => draft.run_but(UCHAR, b"\t"),
///         }
///         draft.escape(0xFF);
///     });
///     assert!(made?.login().is_some());
/// }
/// # Ok::<(), arbitrary::Error>(())
/// ```
#[derive(Debug)]
pub struct Draft<'b, 'a> {
    bytes: &'b mut Unstructured<'a>,
    text: String,
}

impl Draft<'_, '_> {
    /// The next byte; 0 where there is none left.
    pub fn byte(&mut self) -> u8 {
        self.bytes.arbitrary().unwrap_or_default()
    }

    /// Yes or no; no where no bytes are left.
    pub fn coin(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// Writes a delimiter, or anything else as it is.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes an octet as an escape, its hexadecimal digits in either case.
    pub fn escape(&mut self, octet: u8) {
        // A String takes all that is written to it.
        let _ = if self.coin() {
            write!(self.text, "%{octet:02X}")
        } else {
            write!(self.text, "%{octet:02x}")
        };
    }

    /// Writes as many characters of the part as come; perhaps none.
    pub fn part(&mut self, part: &Part) {
        self.run_but(part.class(), b"");
    }

    /// Writes as many characters of `class` as come, and escapes where it has them, but for these octets.
    pub fn run_but(&mut self, class: Class, refused: &[u8]) {
        while !self.bytes.is_empty() {
            let byte = self.byte();
            // The end of one part in so many characters; then text as it comes, and other octets as escapes.
            match byte {
                0xF0.. => return,
                0x80.. if class.allows_escapes() => {
                    let octet = self.byte();
                    if !refused.contains(&octet) {
                        self.escape(octet);
                    }
                }
                _ => self.nearest(class, refused, byte & 0x7F),
            }
        }
    }

    /// Writes the octet: escaped where it must be, and where it cannot be, another in its place.
    fn nearest(&mut self, class: Class, refused: &[u8], octet: u8) {
        let plain =
            |octet: &u8| *octet != b'%' && class.contains(*octet) && !refused.contains(octet);
        if plain(&octet) {
            self.text.push(char::from(octet));
        } else if class.allows_escapes() && !refused.contains(&octet) {
            self.escape(octet);
        } else {
            let others = (0..0x80).filter(plain);
            let turn = usize::from(octet).checked_rem(others.clone().count());
            self.text.extend(turn.and_then(|turn| others.clone().nth(turn)).map(char::from));
        }
    }

    /// Writes one character of `class`.
    pub fn one_of(&mut self, class: Class) {
        let octet = self.byte() & 0x7F;
        self.nearest(class, b"", octet);
    }

    /// Writes at least one character of `class`: this one where no others come.
    pub fn one_or_more(&mut self, class: Class, least: char) {
        let before = self.text.len();
        self.run_but(class, b"");
        if self.text.len() == before {
            self.text.push(least);
        }
    }

    /// Writes segments with `/` between them: one at least, perhaps empty.
    pub fn segments(&mut self, part: &Part) {
        self.part(part);
        while self.coin() {
            self.push("/");
            self.part(part);
        }
    }

    /// Writes the name of a scheme; sometimes in upper case, or partly.
    fn name(&mut self, name: &str) {
        let mask = if self.coin() { self.byte() } else { 0 };
        for (at, letter) in name.chars().enumerate() {
            let upper = mask >> (at & 7) & 1 == 1;
            self.text.push(if upper { letter.to_ascii_uppercase() } else { letter });
        }
    }

    /// Writes `[ user [ ":" password ] "@" ] hostport` (section 3.1).
    pub fn login(&mut self) {
        let user = self.byte();
        if user & 1 == 1 {
            self.part(&USER);
            if user & 2 == 2 {
                self.push(":");
                self.part(&PASSWORD);
            }
            self.push("@");
        }
        self.hostport();
    }

    /// Writes `host [ ":" port ]`.
    pub fn hostport(&mut self) {
        self.host();
        if self.coin() {
            let port = u16::from_be_bytes([self.byte(), self.byte()]);
            let width = usize::from(self.byte() & 7);
            let _ = write!(self.text, ":{port:0width$}");
        }
    }

    /// Writes a host name of one label or several, or the four numbers of an address.
    pub fn host(&mut self) {
        let form = self.byte();
        if form & 7 == 7 {
            for dot in ["", ".", ".", "."] {
                let (group, width) = (self.byte(), usize::from(self.byte() & 3));
                let _ = write!(self.text, "{dot}{group:0width$}");
            }
            return;
        }
        // Up to three before the last; four of 63 characters and their dots are 255.
        for _ in 0..form >> 3 & 3 {
            self.label(ALPHADIGIT);
            self.push(".");
        }
        self.label(ALPHA);
    }

    /// Writes a label that begins with a character of `first`.
    fn label(&mut self, first: Class) {
        self.one_of(first);
        let most = match self.byte() {
            long @ 0xF8.. => 54_u8.saturating_add(long & 7),
            short => short & 15,
        };
        for _ in 0..most {
            if self.bytes.is_empty() {
                break;
            }
            self.one_of(ALPHADIGIT.with(b"-"));
        }
        if self.text.ends_with('-') {
            self.one_of(ALPHADIGIT);
        }
    }

    /// Writes a group of news (section 3.6).
    pub fn group(&mut self) {
        self.one_of(ALPHA);
        self.part(&GROUP);
    }

    /// Writes digits, one at least.
    pub fn digits(&mut self) {
        self.one_or_more(DIGIT, '0');
    }
}

/// Both forms: that of IP-based protocols, and opaque text.
impl<'a> Arbitrary<'a> for GenericUrl {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let raw = url::<Generic>(bytes, |draft| match draft.byte() & 3 {
            0 => {
                draft.push("//");
                draft.login();
            }
            1 | 2 => {
                draft.push("//");
                draft.login();
                draft.push("/");
                draft.part(&URLPATH);
            }
            _ => draft.run_but(XCHAR, b""),
        })?;
        Ok(Self::from_raw(raw))
    }
}
