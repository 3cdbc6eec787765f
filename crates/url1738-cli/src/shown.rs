//! Octets on their way to people: nothing in them commands a terminal, no password in them shows.

use core::fmt;
use std::io::{self, Write as _};

use base64::{engine::general_purpose::STANDARD, write::EncoderWriter};
use serde::{Serialize, Serializer};
use url1738::{
    Redacted,
    syntax::{HIDDEN, redact::Segment},
};

/// Octets of unknown origin, shown as text.
///
/// Displayed, only what is harmless on a terminal stands plainly. Serialized, it is the text itself, for the
/// JSON writer escapes what is not harmless, so that it can be read back. In both, octets that are not UTF-8
/// are `\xHH` and secrets are `***`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown<'a>(Redacted<'a>);

impl<'a> Shown<'a> {
    /// Shows all of `octets`, which hold no secret.
    pub(crate) fn new(octets: &'a [u8]) -> Self {
        Self(Redacted::revealed(octets))
    }

    /// Shows a text with its secrets masked.
    pub(crate) fn masked(text: Redacted<'a>) -> Self {
        Self(text)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, harmless: fn(char) -> bool) -> fmt::Result {
        for segment in self.0.segments() {
            let Segment::Plain(octets) = segment else {
                f.write_str(HIDDEN)?;
                continue;
            };
            for chunk in octets.utf8_chunks() {
                write_text(f, chunk.valid(), harmless)?;
                chunk.invalid().iter().try_for_each(|octet| write!(f, "\\x{octet:02X}"))?;
            }
        }
        Ok(())
    }
}

/// Writes runs of what is harmless as they are, the rest escaped.
fn write_text(f: &mut fmt::Formatter<'_>, text: &str, harmless: fn(char) -> bool) -> fmt::Result {
    let mut rest = text;
    while let Some((at, found)) = rest.char_indices().find(|(_, found)| !harmless(*found)) {
        let (plain, tail) = rest.split_at(at);
        f.write_str(plain)?;
        match found {
            '\0'..='\x7f' => write!(f, "\\x{:02X}", u32::from(found))?,
            _ => write!(f, "\\u{{{:X}}}", u32::from(found))?,
        }
        rest = tail.get(found.len_utf8()..).unwrap_or_default();
    }
    f.write_str(rest)
}

/// Whether a character can neither command a terminal nor change how the text around it reads, and XML can hold it: no
/// control (Cc), no format character (Cf), no line or paragraph separator (Zl, Zp), nothing that programs show as
/// nothing (`Default_Ignorable_Code_Point`), no noncharacter. As Unicode 17 has them.
pub(crate) fn is_harmless(c: char) -> bool {
    match c {
        ' '..='~' => true,
        '\0'..='\u{9f}' => false,
        '\u{a0}'..='\u{33f}' => c != '\u{ad}',
        '\u{34f}'
        | '\u{600}'..='\u{605}'
        | '\u{61c}'
        | '\u{6dd}'
        | '\u{70f}'
        | '\u{890}'..='\u{891}'
        | '\u{8e2}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fdd0}'..='\u{fdef}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{110bd}'
        | '\u{110cd}'
        | '\u{13430}'..='\u{1343f}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => false,
        // The last two of each plane are noncharacters.
        _ => u32::from(c) & 0xFFFE != 0xFFFE,
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, is_harmless)
    }
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Plain<'a>(Shown<'a>);
        impl fmt::Display for Plain<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(f, |_| true)
            }
        }
        match core::str::from_utf8(self.0.bytes()) {
            Ok(text) if self.0.secrets().is_empty() => serializer.serialize_str(text),
            _ => serializer.collect_str(&Plain(*self)),
        }
    }
}

/// Octets that are no text, in base64, for those who need them as they are: shown as text, the octet FF and the four
/// characters `\xFF` are the same. Secrets are masked before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base64<'a>(Redacted<'a>);

impl<'a> Shown<'a> {
    /// The octets in base64, unless they are UTF-8.
    pub(crate) fn base64(&self) -> Option<Base64<'a>> {
        core::str::from_utf8(self.0.bytes()).is_err().then_some(Base64(self.0))
    }
}

impl fmt::Display for Base64<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut encoder = EncoderWriter::new(Letters(f), &STANDARD);
        let written = self.0.segments().try_for_each(|segment| match segment {
            Segment::Plain(octets) => encoder.write_all(octets),
            Segment::Masked => encoder.write_all(HIDDEN.as_bytes()),
        });
        written.and_then(|()| encoder.finish().map(drop)).map_err(|_| fmt::Error)
    }
}

impl Serialize for Base64<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Takes US-ASCII as octets, and passes it on as text: a line may have megabytes and is never held again.
struct Letters<'f, 'o>(&'f mut fmt::Formatter<'o>);

impl io::Write for Letters<'_, '_> {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        let text = core::str::from_utf8(octets).map_err(io::Error::other)?;
        self.0.write_str(text).map_err(io::Error::other)?;
        Ok(octets.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The name of a file. A URL may have been given in its place, so its secrets are masked.
pub(crate) fn name(path: &std::path::Path) -> String {
    Shown::masked(Redacted::new(path.as_os_str().as_encoded_bytes())).to_string()
}

#[cfg(test)]
mod tests {
    use icu_properties::{
        CodePointSetData,
        props::{
            DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup, NoncharacterCodePoint,
        },
    };

    use super::is_harmless;

    #[test]
    fn what_unicode_says_is_invisible_or_a_command_is_not_harmless() {
        let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
        let noncharacter = CodePointSetData::new::<NoncharacterCodePoint>();
        let categories = icu_properties::CodePointMapData::<GeneralCategory>::new();
        let marks = GeneralCategoryGroup::Control
            .union(GeneralCategoryGroup::Format)
            .union(GeneralCategoryGroup::LineSeparator)
            .union(GeneralCategoryGroup::ParagraphSeparator);
        for c in '\0'..=char::MAX {
            let harmful = ignorable.contains(c)
                || noncharacter.contains(c)
                || marks.contains(categories.get(c));
            assert_eq!(is_harmless(c), !harmful, "U+{:04X}", u32::from(c));
        }
    }
}
