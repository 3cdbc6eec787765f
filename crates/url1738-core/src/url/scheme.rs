//! The trait that makes a scheme.

use alloc::string::String;
use core::fmt;

use super::raw::Raw;
use crate::{
    diagnostics::error::{Error, ErrorKind, Token},
    lint::Lints,
    parse::{cursor::Cursor, spans::LoginSpans},
    plan::{Plan, Refusal},
    repair::Repairer,
    scan::swar::word_at,
    syntax::{
        part::{Part, PartSpan, SCHEME, SCHEMEPART},
        span::{Span, offset},
    },
};

/// One scheme: its syntax and its access algorithm, which is what section 4 asks of a new one.
///
/// The crate of a scheme implements it for a marker type, declares its URL type over [`Raw`] and lets
/// [`impl_url!`](crate::impl_url) write the plumbing. What it takes is shown whole at
/// [`impl_url!`](crate::impl_url).
///
/// What has a default is left out there; a scheme of nicknames, whose case does not count, has some of it:
///
/// ```
/// use url1738_core::{
///     Error, Lints, PartSpan, Span,
///     chars::UCHAR,
///     impl_url,
///     plan::{Plan, Refusal},
///     scheme::{Cursor, Part, Raw, Scheme},
/// };
///
/// const NICK: Part = Part::new("nick", UCHAR, b"", "x.1");
///
/// #[derive(Clone, Copy)]
/// pub struct NickUrl<T = String>(Raw<Nick, T>);
/// impl_url!(NickUrl: Nick);
///
/// #[derive(Clone, Copy, Debug)]
/// pub struct Nick;
///
/// impl Scheme for Nick {
///     const NAME: &'static str = "x-nick";
///     type Spans = Span;
///
///     fn parse(cursor: &mut Cursor<'_>) -> Result<Span, Error> {
///         let nick = cursor.run(&NICK);
///         cursor.finish(&NICK)?;
///         Ok(nick)
///     }
///
///     fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
///         each(PartSpan { part: &NICK, span: *url.spans() });
///     }
///
///     fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
///         Err(Refusal::new(&NICK, *url.spans(), "a nickname is nowhere"))
///     }
///
///     fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
///         if url.spans().len() > 9 {
///             let at = PartSpan { part: &NICK, span: *url.spans() };
///             lints.push(at, "long-nick", "old servers cut it after nine characters");
///         }
///     }
///
///     fn finish_normal_form(_url: Raw<Self, &str>, form: &mut String) {
///         form.make_ascii_lowercase();
///     }
/// }
///
/// let url = NickUrl::parse("X-Nick:Wolfgang1791")?;
/// assert!(url.lints().has("long-nick"));
/// assert_eq!(url.normalize(), "x-nick:wolfgang1791");
/// // A nickname has no host, neither alone nor in a login.
/// assert_eq!(Nick::lone_host(&Span::new(7, 19)), None);
/// # Ok::<(), url1738_core::Error>(())
/// ```
pub trait Scheme: Sized + 'static {
    /// The name in lower case.
    const NAME: &'static str;
    /// The port that is meant where a URL names none.
    const DEFAULT_PORT: Option<u16> = None;
    /// Where the parts are: all that the parser keeps.
    type Spans: Copy + fmt::Debug + Send + Sync + 'static;

    /// Reads what follows `NAME ":"`, to the end of the text.
    ///
    /// # Errors
    ///
    /// What makes the text no URL of this scheme.
    fn parse(cursor: &mut Cursor<'_>) -> Result<Self::Spans, Error>;

    /// Calls `each` with the parts behind the scheme name, in the order they stand.
    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan));

    /// The steps of the scheme's `access` method (sections 2 and 4).
    ///
    /// # Errors
    ///
    /// Where the URL is valid and there is no way to follow it, or none that is safe (section 6).
    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal>;

    /// Where user, password, host and port are, for schemes that have them.
    fn login(_spans: &Self::Spans) -> Option<LoginSpans> {
        None
    }

    /// The parts that its URLs may have behind the scheme name: lints are looked for where one of these may have them.
    /// Empty where nobody tells, which costs time alone.
    const PARTS: &'static [&'static Part] = &[];

    /// Where the host is in schemes that have one and no login, empty where it is left out. One byte behind it the
    /// path begins.
    fn lone_host(_spans: &Self::Spans) -> Option<Span> {
        None
    }

    /// Notes what is valid but risky or misread elsewhere, beyond what holds for all schemes.
    fn lint(_url: Raw<Self, &str>, _lints: &mut Lints) {}

    /// Whether a user may stand before the host; only the repair of texts asks.
    const HAS_LOGIN: bool = false;

    /// Copies what follows `NAME ":"`, mending it on the way. Unless a scheme knows better, unsafe
    /// characters become escapes.
    fn repair(repairer: &mut Repairer<'_>) {
        repairer.part(&SCHEMEPART, repairer.rest().len());
    }

    /// Makes the changes of the normal form that the parts do not tell; `form` is what they make of `url`.
    fn finish_normal_form(_url: Raw<Self, &str>, _form: &mut String) {}

    /// Reads the scheme name and its colon. Only a marker for schemes of any name does it another way.
    ///
    /// # Errors
    ///
    /// Where the text begins with another name, or none.
    #[inline]
    fn name(cursor: &mut Cursor<'_>) -> Result<(), Error> {
        if is_named::<Self>(cursor.bytes()) {
            cursor.skip(Self::NAME.len().saturating_add(1));
            return Ok(());
        }
        Err(wrong_scheme(cursor))
    }
}

/// Whether `bytes` begin with the name of `S`, whatever the case of its letters, and a colon.
#[doc(hidden)]
#[must_use]
#[inline(always)]
pub fn is_named<S: Scheme>(bytes: &[u8]) -> bool {
    let (key, fold, used) = const { key(S::NAME.as_bytes()) };
    ((word_at(bytes, 0) | fold) ^ key) & used == 0
        && (S::NAME.len() < 8 || has_prefix(bytes, S::NAME.as_bytes()))
}

/// Returns a number below 16 that the first two letters of `name` make, in upper or lower case: how far it is from one to
/// the other. The ten schemes of section 3 have ten different ones, so that one jump finds the scheme.
///
/// ```
/// use url1738_core::__private::name_key;
///
/// // From `f` to `t` it is 14 letters, from `h` to `t` 12.
/// assert_eq!((name_key(b"ftp:"), name_key(b"HTTP:"), name_key(b"x")), (14, 12, 0));
/// ```
#[doc(hidden)]
#[must_use]
#[inline(always)]
pub const fn name_key(name: &[u8]) -> u8 {
    match name {
        [first, second, ..] => (*second | 0x20).wrapping_sub(*first | 0x20) & 15,
        _ => 0,
    }
}

/// The same for a name that fills a word.
fn has_prefix(bytes: &[u8], name: &[u8]) -> bool {
    let (head, behind) = bytes.split_at_checked(name.len()).unwrap_or_default();
    head.eq_ignore_ascii_case(name) && behind.first() == Some(&b':')
}

/// The first eight bytes of a name and its colon as a word; the bit of its letters in which upper and lower
/// case differ; the bits that count.
const fn key(name: &[u8]) -> (u64, u64, u64) {
    let (mut key, mut fold, mut used, mut rest, mut lane) = (0, 0, 0, name, 0_u32);
    while let [byte, behind @ ..] = rest {
        if lane == 64 {
            return (key, fold, used);
        }
        key |= (*byte as u64) << lane;
        if byte.is_ascii_lowercase() {
            fold |= 0x20 << lane;
        }
        used |= 0xFF << lane;
        (rest, lane) = (behind, lane.saturating_add(8));
    }
    if lane < 64 {
        key |= (b':' as u64) << lane;
        used |= 0xFF << lane;
    }
    (key, fold, used)
}

#[cold]
fn wrong_scheme(cursor: &mut Cursor<'_>) -> Error {
    match any_name(cursor) {
        Err(error) => error,
        Ok(name) => Error::bnf(&SCHEME, ErrorKind::WrongScheme, name),
    }
}

/// Reads the name of any scheme and its colon.
pub(crate) fn any_name(cursor: &mut Cursor<'_>) -> Result<Span, Error> {
    let name = cursor.run(&SCHEME);
    let here = Span::new(cursor.position(), cursor.position());
    match cursor.peek() {
        Some(b':') if name.is_empty() => Err(Error::bnf(&SCHEME, ErrorKind::Empty, here)),
        Some(b':') => {
            cursor.eat(b":");
            Ok(name)
        }
        None => Err(Error::bnf(&SCHEME, ErrorKind::Expected(Token::Colon), here)),
        Some(_) => Err(cursor.unexpected(&SCHEME)),
    }
}

/// What section 4 says of a scheme name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemeKind {
    /// One that RFC 1738 defines in section 3; the crate of the scheme says so.
    Standard,
    /// It begins with `x-`.
    Experimental,
    /// One of the seven names that section 4 reserves without giving them a syntax.
    Reserved,
    /// Any other.
    Other,
}

impl SchemeKind {
    /// The kind of a name that no crate defines; upper case is read as lower.
    ///
    /// ```
    /// use url1738_core::SchemeKind;
    ///
    /// assert_eq!(SchemeKind::of("Z39.50"), SchemeKind::Reserved);
    /// assert_eq!(SchemeKind::of("x-dns"), SchemeKind::Experimental);
    /// assert_eq!(SchemeKind::of("https"), SchemeKind::Other);
    /// ```
    #[must_use]
    pub fn of(name: &str) -> Self {
        const RESERVED: [&str; 7] = ["afs", "mid", "cid", "nfs", "tn3270", "mailserver", "z39.50"];
        if RESERVED.iter().any(|reserved| name.eq_ignore_ascii_case(reserved)) {
            Self::Reserved
        } else if name.get(..2).is_some_and(|head| head.eq_ignore_ascii_case("x-")) {
            Self::Experimental
        } else {
            Self::Other
        }
    }
}

/// The span of the scheme name in the text of a URL.
pub(crate) fn scheme_span(text: &str) -> Span {
    Span::new(0, offset(text.find(':').unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::{has_prefix, key};

    /// Whether the key of a name and the rest of it find the name where it stands.
    fn found(name: &[u8], text: &[u8]) -> bool {
        let (key, fold, used) = key(name);
        let mut word = [0; 8];
        word.iter_mut().zip(text).for_each(|(lane, byte)| *lane = *byte);
        ((u64::from_le_bytes(word) | fold) ^ key) & used == 0
            && (name.len() < 8 || has_prefix(text, name))
    }

    #[test]
    fn the_key_of_a_name_is_its_first_word() {
        let [colon, x, dash] = [b':', b'x', b'-'].map(u64::from);
        assert_eq!(key(b""), (colon, 0, 0xFF));
        assert_eq!(key(b"x-"), (x | dash << 8 | colon << 16, 0x20, 0xFF_FFFF));
        assert_eq!(key(b"abcdefgh").0, u64::from_le_bytes(*b"abcdefgh"));
        assert_eq!(key(b"abcdefghi"), key(b"abcdefgh"));
        assert_eq!(key(b"abcdefgh").2, u64::MAX);
    }

    /// Of any text that differs from the name in one byte, or ends early, it is found where the letter is the same.
    #[test]
    fn a_name_is_found_in_any_case_and_nothing_else() {
        for name in ["x", "ftp", "x-a.b+1", "z39.50", "gopher", "prospero", "x-quite-long"] {
            let (name, text) = (name.as_bytes(), [name, ":rest"].concat().into_bytes());
            assert!(found(name, &text) && found(name, &text.to_ascii_uppercase()), "{name:?}");
            assert!(!found(name, name) && !found(name, &[name, b"x:"].concat()), "{name:?}");
            for at in 0..=name.len() {
                for byte in 1..=127_u8 {
                    let mut other = text.clone();
                    other[at] = byte;
                    let same = byte.eq_ignore_ascii_case(&text[at]);
                    assert_eq!(found(name, &other), same, "{name:?} in {other:?}");
                }
                assert!(!found(name, &text[..at]), "{name:?} in the first {at} of {text:?}");
            }
        }
    }
}
