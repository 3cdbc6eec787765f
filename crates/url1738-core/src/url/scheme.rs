//! The trait that defines a scheme.

use alloc::borrow::Cow;
use core::fmt;

use super::{form::Form, raw::Raw};
use crate::{
    diagnostics::error::{Error, ErrorKind, Token},
    lint::Lints,
    parse::{cursor::Cursor, spans::LoginSpans},
    plan::{Plan, Refusal},
    repair::Repairer,
    scan::swar::{find, word_at},
    syntax::{
        part::{Part, PartSpan, SCHEME, SCHEMEPART},
        scheme_info::SchemeInfo,
        span::{Span, offset},
    },
};

/// Scheme: its syntax and its access algorithm, which section 4 requires of a new scheme.
///
/// The crate of a scheme implements this trait for a marker type, declares a URL type that wraps [`Raw`], and implements
/// the traits and common methods of URL types with [`impl_url!`](crate::impl_url). [`own_scheme`](crate::own_scheme) shows
/// two complete schemes: one with a login, and one that overrides the provided methods.
pub trait Scheme: Sized + 'static {
    /// What is said about the scheme: its name and, if they are known, its title, default port and more.
    const INFO: &'static SchemeInfo;
    /// Spans of the parts, which are the whole result of the parser.
    type Spans: Copy + fmt::Debug + Send + Sync + 'static;

    /// Parses the text after `NAME ":"`, up to its end.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a URL of this scheme.
    fn parse(cursor: &mut Cursor<'_>) -> Result<Self::Spans, Error>;

    /// Calls `each` with the parts after the scheme name, in the order in which they appear.
    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan));

    /// Returns the access plan: the steps of the scheme's access algorithm (sections 2 and 4).
    ///
    /// # Errors
    ///
    /// Returns an error if the resource cannot be accessed, or not safely (section 6).
    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal>;

    /// Returns the spans of user, password, host and port, or `None` if the scheme has none of them.
    fn login(_spans: &Self::Spans) -> Option<LoginSpans> {
        None
    }

    /// Parts that URLs of the scheme may contain after the scheme name: the columns of tables and the lists of parts.
    const PARTS: &'static [&'static Part] = &[];

    /// Form of the URLs, by which [`Editor`](crate::Editor) writes them: see [`form!`](crate::form). Without it, no part
    /// can be edited.
    const FORM: Form = Form::Sequence(&[]);

    /// Returns the span of the host in schemes that have a host but no login. The span is empty if the host is omitted.
    /// The path begins one byte after it.
    fn lone_host(_spans: &Self::Spans) -> Option<Span> {
        None
    }

    /// Returns the span of the path, or `None` if the URL has none: the text after the `/` that follows the login or the
    /// lone host, as written. A scheme overrides it if more than a path may follow there, such as a search part.
    fn path(url: Raw<Self, &str>) -> Option<Span> {
        let login = Self::login(url.spans()).map(|login| login.end());
        let end = login.or_else(|| Self::lone_host(url.spans()).map(|host| host.end))?;
        let path = Span::after(end, url.as_str())?;
        (Span::new(end, path.start).slice(url.as_str()) == "/").then_some(path)
    }

    /// Adds the lints of this scheme to those that apply to all schemes.
    fn lint(_url: Raw<Self, &str>, _lints: &mut Lints) {}

    /// `true` if a user may precede the host. Read by repairs and by redaction, which finds secrets in opaque text.
    const HAS_LOGIN: bool = false;

    /// Copies the text after `NAME ":"` and repairs it. The default implementation repairs the login if
    /// [`HAS_LOGIN`](Self::HAS_LOGIN) is set, and percent-encodes unsafe characters in the rest.
    fn repair(repairer: &mut Repairer<'_>) {
        if Self::HAS_LOGIN {
            repairer.login();
            if !repairer.slash() {
                return;
            }
        }
        repairer.part(&SCHEMEPART, repairer.rest().len());
    }

    /// Changes `form`, in which the parts of `url` are normalized, where the normal form of the scheme requires more. A
    /// form that is still borrowed is the text of `url`.
    fn finish_normal_form(_url: Raw<Self, &str>, _form: &mut Cow<'_, str>) {}

    /// Parses the scheme name and its colon. Only marker types for schemes of any name override this method.
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not begin with the name of this scheme.
    #[inline(always)]
    fn name(cursor: &mut Cursor<'_>) -> Result<(), Error> {
        if is_named::<Self>(cursor.bytes()) {
            cursor.skip(Self::INFO.name.len() + 1);
            return Ok(());
        }
        Err(wrong_scheme(cursor))
    }
}

/// Returns `true` if `bytes` begin with the name of `S`, in upper or lower case, and a colon.
///
/// The comparison of words is a second way to [`has_prefix`], for the rows `parse`, `parts` and `owned` of the benchmark: a URL
/// takes 528 instructions, and 548 without it (fat LTO). [`key`] has an example.
#[doc(hidden)]
#[must_use]
#[inline(always)]
pub fn is_named<S: Scheme>(bytes: &[u8]) -> bool {
    let (key, fold, used) = const { key(S::INFO.name.as_bytes()) };
    ((word_at(bytes, 0) | fold) ^ key) & used == 0
        && (S::INFO.name.len() < 8 || has_prefix(bytes, S::INFO.name.as_bytes()))
}

/// Returns a hash below 16 of the first two letters of `name`, which is independent of their case: the distance from the
/// first letter to the second, modulo 16. It is different for each of the ten schemes of section 3, so that one jump
/// dispatches to the scheme.
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
        // Setting bit 5 makes letters lower-case. Modulo 16, because the jump has 16 places.
        [first, second, ..] => (*second | 0x20).wrapping_sub(*first | 0x20) & 15,
        _ => 0,
    }
}

/// Returns `true` if `bytes` begin with `name`, in upper or lower case, and a colon. Used for names of eight or more
/// letters, which do not fit in a word with their colon.
#[inline]
fn has_prefix(bytes: &[u8], name: &[u8]) -> bool {
    let Some((head, tail)) = bytes.split_at_checked(name.len()) else { return false };
    head.eq_ignore_ascii_case(name) && tail.first() == Some(&b':')
}

/// Returns three words for the first eight bytes of a name and its colon: their bytes, the bits in which upper and lower
/// case of its letters differ, and the mask of all bits to compare.
///
/// A text `word` begins with the name if `((word | fold) ^ key) & used == 0`. For `x-`, with the first byte at the right:
///
/// ```text
/// key    3A 2D 78   `:` `-` `x`
/// fold   00 00 20   maps `X` (58) to `x` (78)
/// used   FF FF FF
/// ```
#[expect(
    clippy::indexing_slicing,
    reason = "INVARIANT: a lane is below 8, and a place of the name below its length"
)]
const fn key(name: &[u8]) -> (u64, u64, u64) {
    let (mut key, mut fold, mut used) = ([0; 8], [0; 8], [0; 8]);
    let mut lane = 0;
    // `prospero` fills the word, so that its colon is left to `has_prefix`.
    while lane < 8 && lane <= name.len() {
        key[lane] = if lane < name.len() { name[lane] } else { b':' };
        // Upper and lower case of a letter differ in bit 5 only. For `-` or a digit, setting the
        // bit could make another character equal.
        fold[lane] = if key[lane].is_ascii_lowercase() { 0x20 } else { 0 };
        used[lane] = 0xFF;
        lane += 1;
    }
    (u64::from_le_bytes(key), u64::from_le_bytes(fold), u64::from_le_bytes(used))
}

#[cold]
fn wrong_scheme(cursor: &mut Cursor<'_>) -> Error {
    match any_name(cursor) {
        Err(error) => error,
        Ok(name) => Error::bnf(&SCHEME, ErrorKind::WrongScheme, name),
    }
}

/// Parses the name of any scheme and its colon. Returns the span of the name.
pub(crate) fn any_name(cursor: &mut Cursor<'_>) -> Result<Span, Error> {
    let name = cursor.run(&SCHEME);
    let here = Span::of_len(cursor.position(), 0);
    match cursor.peek() {
        Some(b':') if name.is_empty() => Err(Error::bnf(&SCHEME, ErrorKind::Empty, here)),
        Some(b':') => {
            cursor.bump();
            Ok(name)
        }
        None => Err(Error::bnf(&SCHEME, ErrorKind::Expected(Token::Colon), here)),
        Some(_) => Err(cursor.unexpected(&SCHEME)),
    }
}

/// Classification of a scheme name according to section 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemeKind {
    /// Name of a scheme that section 3 of RFC 1738 defines.
    Standard,
    /// Name that begins with `x-`.
    Experimental,
    /// One of the seven names that section 4 reserves without defining their syntax.
    Reserved,
    /// Any other name.
    Other,
}

impl SchemeKind {
    /// The names of the schemes that section 3 defines, in its order.
    pub const STANDARD_NAMES: [&'static str; 10] =
        ["ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero"];

    /// Returns the kind of a name. The case of its letters is ignored.
    ///
    /// ```
    /// use url1738_core::SchemeKind;
    ///
    /// assert_eq!(SchemeKind::of("HTTP"), SchemeKind::Standard);
    /// assert_eq!(SchemeKind::of("Z39.50"), SchemeKind::Reserved);
    /// assert_eq!(SchemeKind::of("x-dns"), SchemeKind::Experimental);
    /// assert_eq!(SchemeKind::of("https"), SchemeKind::Other);
    /// ```
    #[must_use]
    pub fn of(name: &str) -> Self {
        const RESERVED: [&str; 7] = ["afs", "mid", "cid", "nfs", "tn3270", "mailserver", "z39.50"];
        let is = |known: &&str| name.eq_ignore_ascii_case(known);
        if Self::STANDARD_NAMES.iter().any(is) {
            Self::Standard
        } else if RESERVED.iter().any(is) {
            Self::Reserved
        } else if name.get(..2).is_some_and(|head| head.eq_ignore_ascii_case("x-")) {
            Self::Experimental
        } else {
            Self::Other
        }
    }
}

pub(crate) fn scheme_span(text: &str) -> Span {
    let end = find(text.as_bytes(), b':', 0);
    Span::new(0, if end < text.len() { offset(end) } else { 0 })
}
