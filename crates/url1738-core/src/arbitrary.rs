//! Generates valid URLs from the bytes of a fuzzer.
//!
//! The URL types implement [`Arbitrary`]: every sequence of bytes generates a URL that parses, and the empty one the
//! shortest. Every form of the grammar can be generated. The characters of a [`Part`] are those of its declaration,
//! written as in real URLs: with unnecessary escapes, hexadecimal digits in either case, and ports and addresses with
//! leading zeros.
//!
//! ```
//! use arbitrary::{Arbitrary, Unstructured};
//! use url1738_core::GenericUrl;
//!
//! let url = GenericUrl::arbitrary(&mut Unstructured::new(b"anything"))?;
//! assert_eq!(GenericUrl::parse(url.as_str()), Ok(url.view()));
//! # Ok::<(), arbitrary::Error>(())
//! ```

use alloc::string::String;
use core::fmt::Write as _;

use ::arbitrary::{Arbitrary, Error, Result, Unstructured};
use percent_encoding::percent_encode_byte;

use crate::{
    scan::chars::{ALPHA, ALPHADIGIT, Class, XCHAR},
    syntax::part::{Canon, GROUP, Part, Role, SCHEME},
    url::{
        form::Form,
        generic::{Generic, GenericUrl},
        raw::Raw,
        scheme::Scheme,
    },
};

/// Implements [`Arbitrary`] for a URL type by the form of its scheme (section 5). The optional function writes the parts
/// to which more applies than their declaration, and returns `true` if it wrote the part: see [`Draft`].
///
/// ```
/// use arbitrary::{Arbitrary as _, Unstructured};
/// use url1738_core::{impl_arbitrary, scheme::{Generic, Raw}};
///
/// #[derive(Debug)]
/// struct Database(Raw<Generic, String>);
/// impl_arbitrary!(Database);
/// assert!(Database::arbitrary(&mut Unstructured::new(b"any bytes")).is_ok());
/// ```
#[macro_export]
macro_rules! impl_arbitrary {
    ($Url:ident) => {
        $crate::impl_arbitrary!($Url, |_, _| false);
    };
    ($Url:ident, $special:expr) => {
        impl<'a> $crate::__private::arbitrary::Arbitrary<'a> for $Url {
            fn arbitrary(
                bytes: &mut $crate::__private::arbitrary::Unstructured<'a>,
            ) -> $crate::__private::arbitrary::Result<Self> {
                $crate::arbitrary::by_form(bytes, $special).map(Self)
            }
        }
    };
}

/// Generates a URL of the scheme `S` by its form.
#[doc(hidden)]
pub fn by_form<'a, S: Scheme>(
    bytes: &mut Unstructured<'a>,
    special: fn(&mut Draft<'_, 'a>, &Part) -> bool,
) -> Result<Raw<S, String>> {
    url(bytes, |draft| draft.form(&S::FORM, special))
}

/// Generates a URL of the scheme `S`. `write` writes the text after the colon.
fn url<'a, S: Scheme>(
    bytes: &mut Unstructured<'a>,
    write: impl FnOnce(&mut Draft<'_, 'a>),
) -> Result<Raw<S, String>> {
    let mut draft = Draft { bytes, text: String::new() };
    if S::INFO.name.is_empty() {
        draft.one_or_more(SCHEME.class, 'x');
    } else {
        draft.name(S::INFO.name);
    }
    draft.push(":");
    write(&mut draft);
    Raw::parse(draft.text).map_err(|_| Error::IncorrectFormat)
}

/// Text of a URL while it is generated. Each decision consumes the next bytes of the fuzzer.
///
/// ```
/// use arbitrary::{Arbitrary as _, Unstructured};
/// use url1738_core::{
///     chars::{ALPHA, DIGIT, UCHAR},
///     impl_arbitrary,
///     part::{HOST, URLPATH},
///     scheme::{Generic, Raw},
/// };
///
/// /// `scheme://login/table@host?number&words`.
/// #[derive(Debug)]
/// struct Database(Raw<Generic, String>);
///
/// impl_arbitrary!(Database, |draft, part| {
///     if *part == HOST && draft.coin() {
///         draft.push("localhost");
///     } else if *part == URLPATH {
///         draft.one_of(ALPHA);
///         draft.push("@");
///         draft.host();
///         draft.push("?");
///         draft.one_or_more(DIGIT, '0');
///         draft.push("&");
///         // This grammar reserves the tab as a separator, also escaped.
///         draft.run_but(UCHAR, b"\t");
///         let octet = draft.byte().max(b' ');
///         draft.escape(octet);
///     } else {
///         return false;
///     }
///     true
/// });
///
/// // Without bytes, everything is as short as possible. Any bytes generate a URL.
/// for bytes in [&b""[..], b"some bytes of a fuzzer \xf0\x81\xff", &[1; 40]] {
///     assert!(Database::arbitrary(&mut Unstructured::new(bytes))?.0.login().is_some());
/// }
/// # Ok::<(), arbitrary::Error>(())
/// ```
#[derive(Debug)]
pub struct Draft<'b, 'a> {
    bytes: &'b mut Unstructured<'a>,
    text: String,
}

impl Draft<'_, '_> {
    /// Returns the next byte, or 0 if there is none left.
    pub fn byte(&mut self) -> u8 {
        self.bytes.arbitrary().unwrap_or(0)
    }

    /// Returns a random choice, or `false` if there are no bytes left.
    pub fn coin(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// Returns one of `items`, or `None` if there are none.
    fn choose<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        items.get(usize::from(self.byte()).checked_rem(items.len())?)
    }

    /// Writes `text` as it is, for example a delimiter.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes an octet as an escape, with hexadecimal digits in either case.
    pub fn escape(&mut self, octet: u8) {
        let escape = percent_encode_byte(octet);
        let lower = || escape.to_ascii_lowercase();
        if self.coin() { self.push(escape) } else { self.push(&lower()) }
    }

    /// Writes any number of characters of `class`, and escapes if the class allows them, except the octets in `refused`.
    pub fn run_but(&mut self, class: Class, refused: &[u8]) {
        while !self.bytes.is_empty() {
            let byte = self.byte();
            // One byte in 16 ends the part. ASCII bytes are written as they are if possible, so that texts from a corpus
            // are preserved, and the others announce an escape.
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

    /// Writes the octet, escaped if necessary. If that is not allowed, writes another character of `class` instead.
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

    /// Writes at least one character of `class`. Writes `least` if there would be none.
    pub fn one_or_more(&mut self, class: Class, least: char) {
        let before = self.text.len();
        self.run_but(class, b"");
        if self.text.len() == before {
            self.text.push(least);
        }
    }

    /// Writes the name of a scheme, sometimes with letters in upper case.
    fn name(&mut self, name: &str) {
        let mask = if self.coin() { self.byte() } else { 0 };
        for (at, letter) in name.chars().enumerate() {
            let upper = mask >> (at & 7) & 1 == 1;
            self.text.push(if upper { letter.to_ascii_uppercase() } else { letter });
        }
    }

    /// Writes a form. `special` writes a part to which more applies than its declaration, and returns `true`.
    fn form(&mut self, form: &Form, special: fn(&mut Self, &Part) -> bool) {
        match form.part() {
            Some(part) if special(self, part) => return,
            Some(part) => return self.value(part),
            None => {}
        }
        match form {
            Form::Text(text) => self.push(text),
            Form::OneOf(inner) => {
                self.choose(inner).into_iter().for_each(|form| self.form(form, special));
            }
            Form::Optional(_) if !self.coin() => {}
            Form::Repeated(inner) => {
                while self.coin() {
                    inner.iter().for_each(|form| self.form(form, special));
                }
            }
            _ => form.inner().iter().for_each(|form| self.form(form, special)),
        }
    }

    /// Writes a value of the part, by its declaration. Writes all segments of a path.
    fn value(&mut self, part: &Part) {
        match part.role {
            Role::Host => self.host(),
            Role::Port => {
                let port = u16::from_be_bytes([self.byte(), self.byte()]);
                self.decimal(port, 7);
            }
            _ if part.is_segment() || part.class.allows_escapes() => {
                self.run_but(part.class, b"");
                while part.is_segment() && self.coin() {
                    self.push("/");
                    self.run_but(part.class, b"");
                }
            }
            _ if part == &GROUP => {
                self.one_of(ALPHA);
                self.run_but(part.class, b"");
            }
            _ => self.plain(part),
        }
    }

    /// Writes a number, with leading zeros up to a width of at most `widest`, a power of two less one.
    fn decimal(&mut self, number: u16, widest: u8) {
        let width = usize::from(self.byte() & widest);
        // Writing to a String never fails.
        let _ = write!(self.text, "{number:0width$}");
    }

    /// Writes a value of a part without escapes, which is not empty.
    fn plain(&mut self, part: &Part) {
        let mut plain = (0..0x80_u8).filter(|octet| part.class.contains(*octet)).map(char::from);
        match (self.choose(part.values), plain.next(), plain.next()) {
            (Some(value), ..) if part.canon == Canon::LowerCase && self.coin() => {
                self.push(&value.to_ascii_uppercase());
            }
            (Some(value), ..) => self.push(value),
            (None, Some(only), None) => self.text.push(only),
            (None, least, _) => self.one_or_more(part.class, least.unwrap_or('0')),
        }
    }

    /// Writes a host name of one or more labels, or an IPv4 address.
    pub fn host(&mut self) {
        let form = self.byte();
        if form & 7 == 7 {
            for dot in ["", ".", ".", "."] {
                self.push(dot);
                let group = self.byte();
                self.decimal(group.into(), 3);
            }
            return;
        }
        // At most four labels: four of 63 characters and three dots are 255, the longest host name.
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
}

/// Generates both forms: that of IP-based protocols, and opaque text.
impl<'a> Arbitrary<'a> for GenericUrl {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let raw = url::<Generic>(bytes, |draft| match draft.byte() & 3 {
            0..=2 => draft.form(&Generic::FORM, |_, _| false),
            _ => draft.run_but(XCHAR, b""),
        })?;
        Ok(Self::from_raw(raw))
    }
}
