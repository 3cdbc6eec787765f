//! The names of schemes: which one ends at a colon, and whether one begins here.

use url1738_core::SchemeKind;

use crate::{
    class::{ends_line, in_name, is_space},
    text::Text,
};

/// What a scheme lets one expect after its colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One of the seven of section 3 that go on with `//` and a host.
    Host,
    /// `file`: the host may be empty.
    File,
    /// `mailto`: an address.
    Mailto,
    /// `news`: a group or an article.
    News,
    /// `mid` and `cid`: the identifier of a message or of a part of one.
    Identifier,
    /// `urn`: a namespace and a name in it.
    Urn,
    /// A scheme of any other name.
    Other,
}

/// The name in front of a colon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name {
    /// The offset of its first letter.
    pub(crate) start: usize,
    pub(crate) kind: Kind,
}

/// The longest name that is looked for.
pub(crate) const LONGEST_NAME: usize = 32;

/// Returns a name of up to eight letters in one number, in lower case; 0 for a longer one.
#[inline]
const fn packed(mut name: &[u8]) -> u64 {
    if name.len() > 8 {
        return 0;
    }
    let mut number = 0;
    while let [letter, rest @ ..] = name {
        number = number << 8 | letter.to_ascii_lowercase() as u64;
        name = rest;
    }
    number
}

/// Placeholders for any scheme, as in `scheme://host/path`.
const PLACEHOLDERS: [&[u8]; 6] =
    [b"scheme", b"schema", b"protocol", b"proto", b"method", b"access-scheme"];

/// A name to compare with the last of eight letters in one number.
#[derive(Clone, Copy)]
struct Familiar {
    name: u64,
    /// The bits that count.
    letters: u64,
    length: usize,
    /// `None` where no name has the slot.
    kind: Option<Kind>,
}

/// The familiar names by their last three letters: there is one to compare with, and nothing to guess. They are the names
/// of section 3, and the one that most of their URLs have moved to.
static SLOTS: [Familiar; 16] = {
    let mut slots = [Familiar { name: 0, letters: u64::MAX, length: 0, kind: None }; 16];
    add(&mut slots, b"https", Kind::Other);
    let mut names = SchemeKind::STANDARD_NAMES.as_slice();
    while let [name, rest @ ..] = names {
        let kind = match name.as_bytes() {
            b"file" => Kind::File,
            b"mailto" => Kind::Mailto,
            b"news" => Kind::News,
            _ => Kind::Host,
        };
        add(&mut slots, name.as_bytes(), kind);
        names = rest;
    }
    slots
};

#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "const: a name of more than eight letters, or a slot of 16, would not compile"
)]
const fn add(slots: &mut [Familiar; 16], name: &[u8], kind: Kind) {
    let number = packed(name);
    let slot = &mut slots[slot_of(number)];
    assert!(slot.kind.is_none(), "two names in one slot; another factor may part them");
    let letters = u64::MAX >> (64 - 8 * name.len());
    *slot = Familiar { name: number, letters, length: name.len(), kind: Some(kind) };
}

/// Returns the slot for the name that ends with the last three letters of a number; below 16.
#[inline]
const fn slot_of(number: u64) -> usize {
    let letters = number & 0x00ff_ffff;
    // The factor was searched for: with it no two names share a slot.
    ((letters.wrapping_mul(46147) >> 28) & 15) as usize
}

#[inline]
#[expect(clippy::indexing_slicing, reason = "16 slots, and `slot_of` is below 16")]
fn slot(number: u64) -> &'static Familiar {
    &SLOTS[slot_of(number)]
}

/// Returns the kind of a scheme that RFC 1738 or its day knows, by its name in any case.
fn familiar(name: &[u8]) -> Option<Kind> {
    let name = packed(name);
    let familiar = slot(name);
    familiar.kind.filter(|_| familiar.name == name)
}

/// Returns the kind of one of the ten schemes of section 3.
pub(crate) fn known(name: &[u8]) -> Option<Kind> {
    familiar(name).filter(|kind| *kind != Kind::Other)
}

/// Returns the kind of a scheme that is known without `//` and is not of section 3.
fn opaque(name: &[u8]) -> Option<Kind> {
    match packed(name) {
        MID | CID => Some(Kind::Identifier),
        URN => Some(Kind::Urn),
        _ => None,
    }
}

const MID: u64 = packed(b"mid");
const CID: u64 = packed(b"cid");
const URN: u64 = packed(b"urn");

/// Returns the name that ends at the colon of a `://`, looked for no further back than `floor`.
///
/// A sentence or a number may run into the name (`1.http://`, `see--http://`): then the last
/// part is taken, if it is a name the reader knows.
#[inline]
pub(crate) fn before_slashes(text: &Text<'_>, floor: usize, colon: usize) -> Option<Name> {
    short(text, floor, colon).or_else(|| before_slashes_at_length(text, floor, colon))
}

/// Returns a familiar name with neither letter nor digit, `+`, `-` or `.` before it.
#[inline]
pub(crate) fn short(text: &Text<'_>, floor: usize, colon: usize) -> Option<Name> {
    let from = colon.checked_sub(9).filter(|from| *from >= floor)?;
    let preceding: &[u8; 9] = text.tail(from).first_chunk()?;
    let number = u64::from_be_bytes(*preceding.last_chunk()?) | 0x2020_2020_2020_2020;
    let familiar = slot(number);
    if number & familiar.letters != familiar.name {
        return None;
    }
    let before = 8_usize.checked_sub(familiar.length).and_then(|at| preceding.get(at)).copied()?;
    let start = colon.wrapping_sub(familiar.length);
    familiar.kind.filter(|_| !in_name(before)).map(|kind| Name { start, kind })
}

fn before_slashes_at_length(text: &Text<'_>, floor: usize, colon: usize) -> Option<Name> {
    let from = floor.max(colon.saturating_sub(LONGEST_NAME));
    let preceding = text.slice(from, colon);
    let word =
        preceding.iter().rposition(|byte| !in_name(*byte)).map_or(0, |stop| stop.wrapping_add(1));
    let word = tail_of(preceding, word);
    let word = after_color(text, colon.saturating_sub(word.len()), word);
    let start = colon.saturating_sub(word.len());
    if let Some(kind) = familiar(word) {
        return Some(Name { start, kind });
    }
    let letters = word.iter().position(u8::is_ascii_alphabetic)?;
    let word = tail_of(word, letters);
    if let Some(kind) = familiar(word) {
        return Some(Name { start: colon.saturating_sub(word.len()), kind });
    }
    let last = last_part(word);
    if let Some(kind) = familiar(last) {
        return Some(Name { start: colon.saturating_sub(last.len()), kind });
    }
    // `3com://`: a name may begin with a digit. What is before it and is part of no name is a number of a list.
    let before = text.slice(from, colon.saturating_sub(word.len()));
    let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let word =
        tail_of(preceding, preceding.len().saturating_sub(word.len()).saturating_sub(digits));
    let start = colon.saturating_sub(word.len());
    let escapes: [&[u8]; 4] = [b"\\", b"\x1b(", b"\\(", b"\\*("];
    if escapes.iter().any(|escape| text.preceding(start, escape.len()) == *escape) {
        return after_escape(word, colon);
    }
    let alone = match text.before(start) {
        Some(b'_' | b'$' | b'%') => false,
        // `name@git+https://` says where a package is; `user@abc://` says nothing.
        Some(b'@') => compound(word),
        _ => true,
    };
    let whole = word.len() >= 2 && word.len() < LONGEST_NAME;
    let placeholder = PLACEHOLDERS.iter().any(|name| name.eq_ignore_ascii_case(word));
    (alone && whole && !placeholder).then_some(Name { start, kind: Kind::Other })
}

/// Returns whether a familiar name is after a `+`, as in `git+https`.
fn compound(name: &[u8]) -> bool {
    let plus = name.iter().rposition(|byte| *byte == b'+');
    plus.is_some_and(|plus| familiar(tail_of(name, plus.wrapping_add(1))).is_some())
}

/// Returns the name after `\n` of a string in source text, after `\fB`, with which roff changes the font, and `\(lq`, its
/// quotation mark, or after `ESC ( B`, with which Japanese mail goes back to US-ASCII.
fn after_escape(word: &[u8], colon: usize) -> Option<Name> {
    (1..=2).find_map(|escape| {
        let name = tail_of(word, escape);
        familiar(name).map(|kind| Name { start: colon.saturating_sub(name.len()), kind })
    })
}

/// Returns the word at `start` without the end of a sequence that sets the colors of a terminal: `http` of `ESC [ 1 ; 34mhttp`.
fn after_color<'t>(text: &Text<'t>, start: usize, word: &'t [u8]) -> &'t [u8] {
    let before = text.preceding(start, LONGEST_NAME);
    let numbers =
        before.iter().rev().take_while(|byte| byte.is_ascii_digit() || **byte == b';').count();
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let opens = before.len().checked_sub(numbers).and_then(|end| before.get(..end));
    match word.get(digits) {
        Some(b'm') if opens.is_some_and(|opens| opens.ends_with(b"\x1b[")) => {
            tail_of(word, digits.saturating_add(1))
        }
        _ => word,
    }
}

/// Returns what follows the last `.` or `-` of a name and digits after it; nothing of `x-name`, which is one.
fn last_part(name: &[u8]) -> &[u8] {
    let Some(joint) = name.iter().rposition(|byte| matches!(byte, b'.' | b'-')) else {
        return &[];
    };
    if name.get(..joint).is_some_and(|head| head.eq_ignore_ascii_case(b"x")) {
        return &[];
    }
    let last = tail_of(name, joint.wrapping_add(1));
    tail_of(last, last.iter().take_while(|byte| byte.is_ascii_digit()).count())
}

/// Returns the name of one of the ten, or of a few others without `//`, that ends at a colon and is alone: nothing runs
/// into it. At the beginning of a line, `+` and `-` are the marks of a diff.
pub(crate) fn before_colon(text: &Text<'_>, floor: usize, colon: usize) -> Option<Name> {
    let from = floor.max(colon.saturating_sub(LONGEST_NAME));
    let preceding = text.slice(from, colon);
    let letters = preceding.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let word = text.slice(colon.saturating_sub(letters), colon);
    let name = after_color(text, colon.saturating_sub(letters), word);
    let start = colon.saturating_sub(name.len());
    let kind = known(name).or_else(|| opaque(name))?;
    let alone = match text.before(start) {
        _ if name.len() < word.len() => true,
        Some(b'+' | b'-') if begins_line(text, start.saturating_sub(1)) => true,
        Some(
            b'_' | b'$' | b'%' | b'@' | b'/' | b'\\' | b'#' | b'&' | b'+' | b'-' | b'.' | b'^',
        ) => false,
        Some(byte) => !byte.is_ascii_alphanumeric(),
        None => true,
    };
    alone.then_some(Name { start, kind })
}

/// Returns whether a line begins at an offset.
fn begins_line(text: &Text<'_>, at: usize) -> bool {
    text.before(at).is_none_or(ends_line)
}

/// Returns whether a URL begins here, with or without `URL:` and `<` before it.
pub(crate) fn begins(text: &Text<'_>, at: usize) -> bool {
    // Most of what is asked about is not a letter, or a word without a colon.
    let at = if text.at(at) == Some(b'<') { at.wrapping_add(1) } else { at };
    let at = if text.reads(at, b"URL:") { at.wrapping_add(4) } else { at };
    let name = text.run(at, LONGEST_NAME, in_name);
    let colon = at.wrapping_add(name.len());
    if !name.first().is_some_and(u8::is_ascii_alphabetic) || text.at(colon) != Some(b':') {
        return false;
    }
    let next = text.at(colon.wrapping_add(1));
    match known(name).or_else(|| opaque(name)) {
        Some(Kind::Mailto | Kind::News | Kind::Identifier | Kind::Urn) => next
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'*' | b'/' | b'<')),
        _ => name.len() >= 2 && next == Some(b'/') && text.at(colon.wrapping_add(2)) == Some(b'/'),
    }
}

/// Returns the scheme with which a wrapper's content begins, and the offset of its colon.
///
/// Inside `<URL:` any scheme will do, `g:h` as well as `http:`; an unknown name must have
/// something right after its colon, so that `<URL: see below: ...>` wraps none.
pub(crate) fn leads(text: &Text<'_>, at: usize) -> Option<(Name, usize)> {
    let name = text.run(at, LONGEST_NAME, in_name);
    let colon = at.wrapping_add(name.len());
    if !name.first().is_some_and(u8::is_ascii_alphabetic) || text.at(colon) != Some(b':') {
        return None;
    }
    if let Some(kind) = known(name) {
        return Some((Name { start: at, kind }, colon));
    }
    let next = text.at(colon.wrapping_add(1));
    let filled = next.is_some_and(|byte| !is_space(byte) && !ends_line(byte) && byte != b'>');
    filled.then_some((Name { start: at, kind: Kind::Other }, colon))
}

fn tail_of(bytes: &[u8], from: usize) -> &[u8] {
    bytes.get(from..).unwrap_or_default()
}
