//! The names of schemes: which one ends at a colon, and whether one begins here.

use url1738_core::{SchemeKind, chars::Class, part};

use crate::{
    class::{ends_line, is_listed, is_space},
    text::{Text, count_back},
};

/// What a scheme lets one expect after its colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// One of the eight schemes of section 3 that go on with `//` and a host, which `file` may leave out.
    Host,
    /// `mailto`: an address.
    Mailto,
    /// `news`: a group or an article.
    News,
    /// `mid` and `cid`: the identifier of a message or of a part of one; `sip`, `sips` and `xmpp`: that of a person.
    Identifier,
    /// `magnet`: a query.
    Query,
    /// `tel` and `sms`: the number of a telephone.
    Telephone,
    /// `urn`: a namespace and a name in it.
    Urn,
    /// A scheme of any other name: anything.
    Other,
}

/// The name before a colon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name {
    /// The offset of its first letter.
    pub(crate) start: usize,
    pub(crate) expected: Expected,
}

impl Name {
    /// Returns the name `word` that ends at `colon`.
    fn ending_at(colon: usize, word: &[u8], expected: Expected) -> Self {
        Self { start: colon - word.len(), expected }
    }
}

/// The longest name that is looked for.
pub(crate) const LONGEST_NAME: usize = 32;

/// The characters of a name.
const NAME: Class = part::SCHEME.class;

/// Placeholders for any scheme, as in `scheme://host/path`.
const PLACEHOLDERS: &str = "scheme schema protocol proto method access-scheme";

/// Returns whether the byte may be in the name of a scheme.
#[inline]
pub(crate) fn in_name(byte: u8) -> bool {
    NAME.contains(byte)
}

/// A known name as a number of up to eight letters, and the bits of that number that they take.
type Packed = (u64, u64, Expected);

/// The names that are known: those of section 3, `https`, to which most of their URLs have moved, and others that go on
/// without `//`.
const NAMES: [Packed; 20] = {
    let mut names = [(0, 0, Expected::Host); 20];
    let (mut index, mut standard) = (0, SchemeKind::STANDARD_NAMES.as_slice());
    while let [name, rest @ ..] = standard {
        let expected = match name.as_bytes() {
            b"mailto" => Expected::Mailto,
            b"news" => Expected::News,
            _ => Expected::Host,
        };
        names[index] = packed(name.as_bytes(), expected);
        (index, standard) = (index + 1, rest);
    }
    names[10] = packed(b"https", Expected::Other);
    names[11] = packed(b"mid", Expected::Identifier);
    names[12] = packed(b"cid", Expected::Identifier);
    names[13] = packed(b"urn", Expected::Urn);
    names[14] = packed(b"sip", Expected::Identifier);
    names[15] = packed(b"sips", Expected::Identifier);
    names[16] = packed(b"xmpp", Expected::Identifier);
    names[17] = packed(b"magnet", Expected::Query);
    names[18] = packed(b"tel", Expected::Telephone);
    names[19] = packed(b"sms", Expected::Telephone);
    names
};

/// The first 11 names, each in a slot by its last three letters: there is one to compare with a text, and no branch to
/// predict.
static SLOTS: [Packed; 25] = {
    let mut slots = [(0, u64::MAX, Expected::Other); 25];
    let mut index = 0;
    while index < 11 {
        let slot = &mut slots[slot_of(NAMES[index].0)];
        assert!(slot.0 == 0, "two names in one slot: another number of slots may part them");
        *slot = NAMES[index];
        index += 1;
    }
    slots
};

/// Returns the slot for the name that ends with the last three letters of a number.
#[inline]
const fn slot_of(number: u64) -> usize {
    (number & 0xff_ffff) as usize % 25
}

/// Packs the letters of a name into a number, the last one in its lowest byte: `ftp` is 0x667470 of the bits 0xffffff.
const fn packed(name: &[u8], expected: Expected) -> Packed {
    let (mut number, mut index) = (0, 0);
    while index < name.len() {
        number = number << 8 | name[index] as u64;
        index += 1;
    }
    (number, u64::MAX >> (64 - 8 * name.len()), expected)
}

/// Returns what follows a known name in any case.
fn lookup(name: &[u8]) -> Option<Expected> {
    let letters = name.iter().filter(|_| name.len() <= 8);
    let number = letters.fold(0, |number, letter| number << 8 | u64::from(letter | 0x20));
    NAMES.into_iter().find(|(known, ..)| *known == number).map(|(.., expected)| expected)
}

/// Returns what follows a name of section 3, or `https`.
fn familiar(name: &[u8]) -> Option<Expected> {
    use Expected::{Identifier, Query, Telephone, Urn};
    lookup(name).filter(|expected| !matches!(expected, Identifier | Query | Telephone | Urn))
}

/// Returns a familiar name that ends at `colon`, with no other character of a name before it.
///
/// The eight bytes before the colon are compared as one number. Those of ` see ftp:` are 0x2073656520667470. The slot of their
/// last three, 0x667470 % 25, has the name 0x667470 of the bits 0xffffff, which are equal; the byte before them is a space.
/// With a comparison for each name, extract-dense of the benchmark takes 1.06 times as long, and misses its bar.
#[inline]
pub(crate) fn familiar_before(text: &Text<'_>, floor: usize, colon: usize) -> Option<Name> {
    let from = colon.checked_sub(9).filter(|from| *from >= floor)?;
    let preceding: &[u8; 9] = text.tail(from).first_chunk()?;
    let number = u64::from_be_bytes(*preceding.last_chunk()?) | 0x2020_2020_2020_2020;
    let (name, bits, expected) = SLOTS[slot_of(number)];
    if number & bits != name {
        return None;
    }
    let length = bits.count_ones() as usize / 8;
    (!in_name(preceding[8 - length])).then_some(Name { start: colon - length, expected })
}

/// Returns the name that ends at the colon of a `://`, no further back than `floor`.
///
/// A sentence or a number may run into the name (`1.http://`, `see--http://`): then the last part is taken if the name
/// is familiar.
pub(crate) fn before_slashes(text: &Text<'_>, floor: usize, colon: usize) -> Option<Name> {
    if let Some(name) = familiar_before(text, floor, colon) {
        return Some(name);
    }
    let preceding = text.slice(floor.max(colon.saturating_sub(LONGEST_NAME)), colon);
    let word = &preceding[preceding.len() - count_back(preceding, in_name)..];
    let whole = after_color(text, colon, word);
    let digits = whole.iter().position(u8::is_ascii_alphabetic)?;
    let word = &whole[digits..];
    for part in [whole, word, last_part(word)] {
        if let Some(expected) = familiar(part) {
            return Some(Name::ending_at(colon, part, expected));
        }
    }
    // `3com://`: a name may begin with a digit. A `.`, `+` or `-` before it is that of a list.
    let numbered = count_back(&whole[..digits], |byte| byte.is_ascii_digit());
    let word = &whole[digits - numbered..];
    let name = Name::ending_at(colon, word, Expected::Other);
    if let ([b'u' | b'U', rest @ ..], Some(b'$')) = (word, text.before(name.start)) {
        // A subfield of MARC: `$uhttp://h.dom/$zour page`. Any other name after a `$` is that of a variable.
        return familiar(rest).map(|expected| Name::ending_at(colon, rest, expected));
    }
    if is_escaped(text, name.start) {
        let known = after_escape(word, colon);
        return known.or_else(|| {
            let rest = word.get(escape_len(word)?..).filter(|rest| rest.len() > 1)?;
            Some(Name::ending_at(colon, rest, Expected::Other))
        });
    }
    let alone = match text.before(name.start) {
        Some(b'%') if text.preceding(name.start, 2) == b"\\%" => true,
        Some(b'_' | b'$' | b'%') => false,
        // `name@git+https://` says where a package is; `user@abc://` says nothing.
        Some(b'@') => {
            let plus = word.iter().rposition(|byte| *byte == b'+');
            plus.is_some_and(|plus| familiar(&word[plus + 1..]).is_some())
        }
        _ => true,
    };
    let fits = (2..LONGEST_NAME).contains(&word.len()) && !is_listed(word, PLACEHOLDERS);
    (alone && fits).then_some(name)
}

/// Returns whether a word at an offset may begin with the rest of an escape sequence: `n` of `\n` in a string, `fB` of `\fB` and
/// `CW` of `\f(CW` in roff, `u` of a subfield of MARC, or `B` of `ESC ( B`, with which Japanese mail goes back to US-ASCII.
fn is_escaped(text: &Text<'_>, at: usize) -> bool {
    let escapes: [&[u8]; 6] = [b"\\", b"\x1b(", b"\\(", b"\\*(", b"\\f(", b"\x1f"];
    escapes.iter().any(|escape| text.preceding(at, escape.len()) == *escape)
}

/// Returns the known name with which a word ends after the rest of an escape sequence, such as `nhttp` and `u003chttp`.
fn after_escape(word: &[u8], colon: usize) -> Option<Name> {
    (1..=5).find_map(|escape| {
        let name = word.get(escape..)?;
        lookup(name).map(|expected| Name::ending_at(colon, name, expected))
    })
}

/// Returns the length of the rest of an escape sequence with which a word begins.
fn escape_len(word: &[u8]) -> Option<usize> {
    match word {
        [b'u', digits @ ..] if digits.get(..4)?.iter().all(u8::is_ascii_hexdigit) => Some(5),
        [b'f', b'B' | b'I' | b'P' | b'R', ..]
        | [b'C', b'B' | b'I' | b'R' | b'W', ..]
        | [b'l' | b'd' | b'a' | b'A' | b'o', b'q', ..] => Some(2),
        [b'n' | b'r' | b't' | b'B', ..] => Some(1),
        _ => None,
    }
}

/// Returns the word that ends at `colon` without the end of a sequence that sets the colors of a terminal: `http` of
/// `ESC [ 1 ; 34mhttp`, or of `\e[1mhttp` in source text.
fn after_color<'t>(text: &Text<'t>, colon: usize, word: &'t [u8]) -> &'t [u8] {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if word.get(digits) != Some(&b'm') {
        return word;
    }
    let before = text.preceding(colon - word.len(), LONGEST_NAME);
    let numbers = count_back(before, |byte| byte.is_ascii_digit() || byte == b';');
    let before = &before[..before.len() - numbers];
    let escapes: [&[u8]; 5] = [b"\x1b[", b"\\e[", b"\\033[", b"\\x1b[", b"\\u001b["];
    let sets_color = escapes.iter().any(|escape| {
        let from = before.len().checked_sub(escape.len());
        from.is_some_and(|from| before[from..].eq_ignore_ascii_case(escape))
    });
    if sets_color { &word[digits + 1..] } else { word }
}

/// Returns what follows the last `.` or `-` of a name and digits after it; nothing of `x-name`, which is one.
fn last_part(name: &[u8]) -> &[u8] {
    let joint = name.iter().rposition(|byte| matches!(byte, b'.' | b'-'));
    let Some(joint) = joint.filter(|joint| !name[..*joint].eq_ignore_ascii_case(b"x")) else {
        return &[];
    };
    let last = &name[joint + 1..];
    &last[last.iter().take_while(|byte| byte.is_ascii_digit()).count()..]
}

/// Returns a known name that ends at a colon and is alone: nothing runs into it.
pub(crate) fn before_colon(text: &Text<'_>, floor: usize, colon: usize) -> Option<Name> {
    let preceding = text.slice(floor.max(colon.saturating_sub(LONGEST_NAME)), colon);
    let letters = count_back(preceding, |byte| byte.is_ascii_alphabetic());
    let word = &preceding[preceding.len() - letters..];
    let name = after_color(text, colon, word);
    let is_alone = |found: &Name| match text.before(found.start) {
        _ if name.len() < word.len() => true,
        Some(b'%') if text.preceding(found.start, 2) == b"\\%" => true,
        // The mark of a diff begins a line.
        Some(b'+' | b'-') if text.before(found.start - 1).is_none_or(ends_line) => true,
        Some(byte) => !byte.is_ascii_alphanumeric() && !b"_$%@/\\#&+-.^".contains(&byte),
        None => true,
    };
    let known = lookup(name).map(|expected| Name::ending_at(colon, name, expected));
    known.filter(is_alone).or_else(|| {
        // `\nmailto:`, `\u003cnews:`
        let letters = count_back(preceding, |byte| byte.is_ascii_alphanumeric());
        let word = &preceding[preceding.len() - letters..];
        after_escape(word, colon).filter(|_| is_escaped(text, colon - letters))
    })
}

/// Returns whether a URL begins here, with or without `URL:` or `URI:` and `<` before it.
pub(crate) fn begins(text: &Text<'_>, at: usize) -> bool {
    let at = at + usize::from(text.at(at) == Some(b'<'));
    let is_labeled = text.reads(at, b"URL:") || text.reads(at, b"URI:");
    let at = at + if is_labeled { 4 } else { 0 };
    let Some((name, colon)) = name_at(text, at) else { return false };
    let next = text.at(colon + 1);
    match lookup(name) {
        Some(Expected::Mailto | Expected::News | Expected::Identifier | Expected::Urn) => next
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'*' | b'/' | b'<')),
        Some(Expected::Query) => next == Some(b'?'),
        Some(Expected::Telephone) => next == Some(b'+'),
        _ => name.len() >= 2 && next == Some(b'/') && text.at(colon + 2) == Some(b'/'),
    }
}

/// Returns the scheme with which a wrapper's content begins, and the offset of its colon.
///
/// Inside `<URL:` any scheme will do, `g:h` as well as `http:`. Something must follow the colon of an unknown name, so that
/// `<URL: see below: ...>` wraps none.
pub(crate) fn leads(text: &Text<'_>, at: usize) -> Option<(Name, usize)> {
    let (name, colon) = name_at(text, at)?;
    if let Some(expected) = familiar(name).filter(|expected| *expected != Expected::Other) {
        return Some((Name { start: at, expected }, colon));
    }
    let filled = text.is(colon + 1, |byte| !is_space(byte) && byte != b'>');
    filled.then_some((Name { start: at, expected: Expected::Other }, colon))
}

/// Returns the name at an offset and the offset of the colon after it.
fn name_at<'t>(text: &Text<'t>, at: usize) -> Option<(&'t [u8], usize)> {
    let name = text.run(at, LONGEST_NAME, in_name);
    let colon = at + name.len();
    let begins = name.first().is_some_and(u8::is_ascii_alphabetic);
    (begins && text.at(colon) == Some(b':')).then_some((name, colon))
}
