//! Transfer encodings of mail, and character references of HTML.

use base64::{
    Engine as _,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use mail_parser::decoders::html::add_html_token;

use super::mapped::{Mapped, Source};

/// How a piece of a file is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    None,
    QuotedPrintable,
    Base64,
    /// The encoding Q of words in headers: quoted-printable with `_` for a space.
    QuotedWord,
    /// Marks that are not text.
    Dropped,
}

/// Decodes a piece of a file that begins at an offset.
pub(super) fn piece(raw: &[u8], offset: usize, encoding: Encoding) -> Mapped {
    match encoding {
        Encoding::None => Mapped::same(raw, offset),
        Encoding::QuotedPrintable => quoted_printable(raw, offset, false),
        Encoding::QuotedWord => quoted_printable(raw, offset, true),
        Encoding::Base64 => base64(raw, offset),
        Encoding::Dropped => Mapped::default(),
    }
}

/// Decodes quoted-printable (RFC 2045, section 6.7). What is not an escape is kept.
fn quoted_printable(raw: &[u8], offset: usize, is_word: bool) -> Mapped {
    let mut text = Mapped::default();
    let mut rest = raw;
    while let Some((first, after)) = rest.split_first() {
        let as_it_is = (Some(*first), 1);
        let (decoded, len) = match first {
            b'=' => match after.get(..2).and_then(escape) {
                Some(byte) => (Some(byte), 3),
                None => soft_break(rest).map_or(as_it_is, |len| (None, len)),
            },
            b'_' if is_word => (Some(b' '), 1),
            _ => as_it_is,
        };
        let start = offset + raw.len() - rest.len();
        if let Some(byte) = decoded {
            text.push(byte, Source::new(start, start + len));
        }
        rest = rest.get(len..).unwrap_or_default();
    }
    text
}

fn escape(digits: &[u8]) -> Option<u8> {
    let digits = core::str::from_utf8(digits).ok()?;
    // A sign is accepted by the function that reads numbers.
    let is_number = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|_| is_number)
}

/// Returns the length of the `=` and the line break that begin a text, with the blanks between them.
fn soft_break(text: &[u8]) -> Option<usize> {
    let blanks = text.iter().skip(1).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match text.get(1 + blanks..)? {
        [b'\r', b'\n', ..] => Some(blanks + 3),
        [b'\n', ..] => Some(blanks + 2),
        _ => None,
    }
}

/// Decodes base64 line by line (RFC 2045, section 6.8). A line that is not base64 is kept as it is.
fn base64(raw: &[u8], offset: usize) -> Mapped {
    const FORGIVING: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent);
    const ENGINE: GeneralPurpose = GeneralPurpose::new(&STANDARD, FORGIVING);
    let mut text = Mapped::default();
    let mut start = offset;
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        if let Ok(decoded) = ENGINE.decode(line.trim_ascii()) {
            let indent = line.len() - line.trim_ascii_start().len();
            for (at, byte) in decoded.into_iter().enumerate() {
                // Three bytes come from four digits, each from two of them.
                let digit = start + indent + at / 3 * 4 + at % 3;
                text.push(byte, Source::new(digit, digit + 2));
            }
        } else {
            text.extend(&Mapped::same(line, start), 0..line.len());
        }
        start += line.len();
    }
    text
}

/// Replaces the character references of HTML.
pub(super) fn references(text: &Mapped) -> Mapped {
    let mut replaced = Mapped::default();
    let mut done = 0;
    for at in memchr::memchr_iter(b'&', &text.bytes) {
        let ahead = text.bytes.get(at..).unwrap_or_default();
        if at >= done
            && let Some((found, len)) = reference(ahead)
        {
            replaced.extend(text, done..at);
            replaced.push_str(&found, text.source(at..at + len));
            done = at + len;
        }
    }
    replaced.extend(text, done..text.bytes.len());
    replaced
}

/// The longest reference, in bytes.
const LONGEST: usize = 33;

/// Returns the character of the reference with which a text begins, and the length of the reference.
fn reference(text: &[u8]) -> Option<(String, usize)> {
    let len = memchr::memchr(b';', text.get(..LONGEST).unwrap_or(text))? + 1;
    let name = text.get(1..len - 1)?;
    let is_name = name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'#');
    let token = text.get(..len).filter(|_| is_name)?;
    let mut found = String::new();
    add_html_token(&mut found, token, false);
    // Text that is not a reference comes back unchanged. A NUL would make the text binary.
    (found.as_bytes() != token && found != "\0").then_some((found, len))
}
