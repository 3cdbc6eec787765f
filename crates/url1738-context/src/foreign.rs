//! Characters outside US-ASCII: which of them belong to a URL, and which end it.

use crate::{class::is_listed, front::Opener, scheme, text::Text};

/// What a character outside US-ASCII is to the URL it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CharRole {
    /// Part of a name.
    Letter,
    /// White space, or punctuation that is in no name.
    End,
    /// A quotation mark.
    Quote,
    /// A dash between words.
    Dash,
    /// Punctuation that belongs to a URL that goes on after it: an ellipsis, a hyphen, a middle dot. Characters that print
    /// nothing, too.
    Mark,
    /// A full stop that is between the labels of an internationalized name, too (RFC 3490, section 3.1).
    Dot,
    /// The colon that may be in the place of the one before a port.
    Colon,
    /// Any other.
    Symbol,
}

/// Returns the character at an offset, if it is UTF-8.
fn char_at(text: &Text<'_>, at: usize) -> Option<char> {
    text.ahead(at, 4).utf8_chunks().next()?.valid().chars().next()
}

/// Returns what is at an offset, and its width in bytes. US-ASCII is an end.
pub(crate) fn role_at(text: &Text<'_>, at: usize) -> (CharRole, usize) {
    match (char_at(text, at), text.ahead(at, 2)) {
        (Some(found), _) if found.is_ascii() => (CharRole::End, 0),
        (Some(found), _) => (role_of_char(found), found.len_utf8()),
        (None, []) => (CharRole::End, 0),
        (None, [first, rest @ ..]) => (role_of_octet(*first, rest.first().copied()), 1),
    }
}

fn role_of_char(found: char) -> CharRole {
    match found {
        '\u{3002}' | '\u{ff0e}' | '\u{ff61}' => CharRole::Dot,
        '\u{ff1a}' => CharRole::Colon,
        // What combines with a letter is part of it.
        '\u{300}'..='\u{36f}'
        | '\u{483}'..='\u{487}'
        | '\u{591}'..='\u{5bd}'
        | '\u{64b}'..='\u{65f}'
        | '\u{900}'..='\u{903}'
        | '\u{93a}'..='\u{94f}'
        | '\u{e31}'..='\u{e3a}'
        | '\u{e47}'..='\u{e4e}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}'
        | '\u{3099}'..='\u{309a}'
        | '\u{fe20}'..='\u{fe2f}' => CharRole::Letter,
        _ if found.is_alphanumeric() => CharRole::Letter,
        _ if found.is_whitespace() || closes(found) => CharRole::End,
        '\u{ab}' | '\u{bb}' | '\u{b4}' | '\u{2018}'..='\u{201f}' | '\u{2039}'..='\u{203a}' => {
            CharRole::Quote
        }
        '\u{2013}'..='\u{2015}' => CharRole::Dash,
        '\u{80}'..='\u{9f}'
        | '\u{ad}'
        | '\u{b7}'
        | '\u{61c}'
        | '\u{200b}'..='\u{2012}'
        | '\u{2016}'..='\u{206f}'
        | '\u{30fb}'
        | '\u{feff}'
        | '\u{ff65}' => CharRole::Mark,
        _ => CharRole::Symbol,
    }
}

/// Returns whether a character is punctuation that no writer takes for part of a name: brackets and quotation marks of East
/// Asia, its commas, the stops, commas and question marks of other scripts, and the lines of drawn tables.
pub(crate) fn closes(found: char) -> bool {
    matches!(found,
        '\u{37e}' | '\u{387}' | '\u{589}' | '\u{5be}' | '\u{5c0}' | '\u{5c3}' | '\u{60c}' | '\u{61b}' | '\u{61f}'
        | '\u{6d4}' | '\u{964}' | '\u{965}' | '\u{e2f}' | '\u{104a}' | '\u{104b}' | '\u{1361}'..='\u{1368}'
        | '\u{17d4}' | '\u{17d5}' | '\u{1803}' | '\u{203c}'..='\u{203d}' | '\u{2045}' | '\u{2046}'
        | '\u{2047}'..='\u{2049}' | '\u{2500}'..='\u{259f}' | '\u{2308}'..='\u{230b}' | '\u{2329}' | '\u{232a}' | '\u{2768}'..='\u{2775}'
        | '\u{27e6}'..='\u{27ef}' | '\u{2983}'..='\u{2998}' | '\u{3001}' | '\u{3008}'..='\u{3011}'
        | '\u{3014}'..='\u{301f}' | '\u{fe10}'..='\u{fe19}' | '\u{fe30}'..='\u{fe4f}' | '\u{fe50}'..='\u{fe5e}'
        | '\u{ff01}' | '\u{ff02}' | '\u{ff07}'..='\u{ff09}' | '\u{ff0c}' | '\u{ff1b}' | '\u{ff1c}' | '\u{ff1e}'
        | '\u{ff1f}' | '\u{ff3b}' | '\u{ff3d}' | '\u{ff5b}'..='\u{ff60}'
        | '\u{ff62}'..='\u{ff64}')
}

/// Like [`role_of_char`], but for an octet that is not UTF-8: a character of Windows-1252, or the first octet of the punctuation
/// that `Shift_JIS`, EUC-JP, GB 2312 and Big5 have in their first row.
fn role_of_octet(octet: u8, next: Option<u8>) -> CharRole {
    match (octet, next) {
        (0x81, Some(0x41..=0x5c))
        | (0xa1, Some(0x41..=0x44 | 0xa1..=0xbf))
        | (0xa3, Some(0xa1 | 0xac | 0xba | 0xbb | 0xbf)) => CharRole::End,
        (0x8a | 0x8c | 0x8e | 0x9a | 0x9c | 0x9e | 0x9f, _) => CharRole::Letter,
        // The first of two octets that make a character in those encodings.
        (0x85 | 0x91..=0x97 | 0x9b | 0xab | 0xb4 | 0xbb, Some(0x80..)) => CharRole::Letter,
        (0x91..=0x94 | 0x9b, _) => CharRole::Quote,
        (0x96 | 0x97, _) => CharRole::Dash,
        (0x85, _) => CharRole::Mark,
        (0x80..=0x9f, _) => CharRole::Symbol,
        _ => role_of_char(char::from(octet)),
    }
}

/// Returns how many bytes of a path, query or fragment the character at an offset makes, or 0 if it ends the URL.
///
/// Letters of all scripts belong to a URL, and so do signs, whatever follows.
pub(crate) fn in_path(text: &Text<'_>, at: usize) -> usize {
    let (role, width) = role_at(text, at);
    let next = at + width;
    let belongs = match role {
        // `http://a/和http://b/`: a word between two URLs.
        CharRole::Letter => {
            !(text.before(at).is_some_and(|byte| byte < 0x80) && leads_to_url(text, at))
        }
        CharRole::Symbol => !leads_to_url(text, next),
        CharRole::Mark => joins(text, next),
        CharRole::End | CharRole::Quote | CharRole::Dash | CharRole::Dot | CharRole::Colon => false,
    };
    if belongs { width } else { 0 }
}

/// Returns whether a URL goes on at an offset, after a mark that otherwise ends it.
pub(crate) fn joins(text: &Text<'_>, at: usize) -> bool {
    let joint = text.is(at, |byte| matches!(byte, b'.' | b'-' | b':'));
    goes_on(text, at + usize::from(joint))
}

/// The most symbols and letters in a row after which a URL is looked for, in bytes.
const LONGEST_ROW: usize = 16;

/// Returns whether nothing but symbols and letters outside US-ASCII is between an offset and another URL:
/// `http://a/→http://b/`.
pub(crate) fn leads_to_url(text: &Text<'_>, at: usize) -> bool {
    let mut end = at;
    while let (CharRole::Symbol | CharRole::Letter, width) = role_at(text, end) {
        end += width;
        if end - at > LONGEST_ROW {
            return false;
        }
    }
    scheme::begins(text, end)
}

/// Returns whether the text at an offset, after a character that may end a URL, reads like more of it.
pub(crate) fn goes_on(text: &Text<'_>, at: usize) -> bool {
    let filled = match text.at(at) {
        Some(0x80..) => matches!(role_at(text, at).0, CharRole::Letter | CharRole::Symbol),
        Some(byte) => byte.is_ascii_alphanumeric() || b"/~_%=".contains(&byte),
        None => false,
    };
    filled && !scheme::begins(text, at)
}

/// Returns whether a letter is at an offset of a script that is written without spaces, or that adds endings to names.
pub(crate) fn is_unspaced(text: &Text<'_>, at: usize) -> bool {
    let spaced = |letter: char| matches!(letter, '\u{c0}'..='\u{5ff}' | '\u{1e00}'..='\u{1fff}');
    char_at(text, at)
        .is_some_and(|found| found.is_alphabetic() && !found.is_ascii() && !spaced(found))
}

/// Characters that software puts in the place of others, each with the one that it replaces: an overline of Japanese character
/// sets and the tilde operator of TeX for `~`, typographic apostrophes and hyphens.
pub(crate) const REPLACED: [(&str, &str); 10] = [
    ("\u{203e}", "~"),
    ("\u{2dc}", "~"),
    ("\u{223c}", "~"),
    ("\u{ff5e}", "~"),
    ("\u{2019}", "'"),
    ("\u{2018}", "'"),
    ("\u{2010}", "-"),
    ("\u{2011}", "-"),
    ("\u{2012}", "-"),
    ("\u{2013}", "-"),
];

/// Returns the width of the character at `at` if it is in a path in the place of `~`, of the `'` within a word, or of the
/// `-` between two; else 0.
pub(crate) fn replaced(text: &Text<'_>, at: usize, opener: Opener) -> usize {
    let ahead = text.ahead(at, 3);
    let mut known = REPLACED.into_iter().filter(|(typed, _)| ahead.starts_with(typed.as_bytes()));
    let Some((typed, ascii)) = known.next() else { return 0 };
    let next = at + typed.len();
    let before = text.before(at);
    let between = before.is_some_and(|byte| byte.is_ascii_alphanumeric()) && text.is_alnum(next);
    let belongs = match ascii {
        // Between words of Japanese a full-width tilde says `to`.
        "~" if before.is_some_and(|byte| b"/-_.=%".contains(&byte)) => text.is_alnum(next),
        "~" => between && typed != "\u{ff5e}",
        "'" => between && opener != Opener::Typographic(1) && goes_on_after_quote(text, next),
        _ => between,
    };
    if belongs { typed.len() } else { 0 }
}

/// Returns whether the word at `at`, after an apostrophe, is part of a path and not the ending that a sentence gives a name.
fn goes_on_after_quote(text: &Text<'_>, at: usize) -> bool {
    const LONGEST: usize = 128;
    let word = text.run(at, LONGEST, |byte| byte.is_ascii_alphanumeric());
    let end = at + word.len();
    match text.at(end) {
        Some(b'/') => true,
        Some(b'.' | b'-' | b'_') if text.is_alnum(end + 1) => true,
        _ => !is_listed(word, "s ll re ve d m nt"),
    }
}
