//! Encoded words in the headers of mail (RFC 2047): `=?iso-8859-1?Q?http://host.dom/=7Ejoe?=`.

use core::ops::Range;

use super::{charset::Charset, decode::Encoding, mail::EncodedPart};

/// Sets of characters in which a letter is not the byte that it is in US-ASCII. Words in them are left as they are.
const OTHER_BYTES: [&str; 5] = ["utf-16", "utf-32", "utf-7", "ucs-", "unicode-1-1-utf-7"];

/// An encoded word.
struct Word {
    /// The word with its marks.
    whole: Range<usize>,
    text: Range<usize>,
    encoding: Encoding,
    charset: Charset,
}

/// Adds the encoded words of a header as parts: their texts, and what is around these, which is dropped. The space between
/// two words is dropped, too (section 6.2), so that a URL may continue from one to the next.
pub(super) fn find(message: &[u8], header: Range<usize>, parts: &mut Vec<EncodedPart>) {
    let mut last_end = None;
    let mut from = header.start;
    while let Some(word) = next(message, from..header.end) {
        let between = last_end.unwrap_or(word.whole.start)..word.whole.start;
        let joined = message.get(between.clone()).is_some_and(|text| text.trim_ascii().is_empty());
        let start = if joined { between.start } else { word.whole.start };
        let Word { charset, .. } = word;
        let part = |range, encoding| EncodedPart { range, encoding, is_html: false, charset };
        parts.push(part(start..word.text.start, Encoding::Dropped));
        parts.push(part(word.text.clone(), word.encoding));
        parts.push(part(word.text.end..word.whole.end, Encoding::Dropped));
        from = word.whole.end;
        last_end = Some(from);
    }
}

/// Returns the next word in a range of a message.
fn next(message: &[u8], range: Range<usize>) -> Option<Word> {
    let Range { start: mut from, end } = range;
    loop {
        let start = from + memchr::memmem::find(message.get(from..end)?, b"=?")?;
        match word(message.get(start..end)?) {
            Some(word) => {
                let moved = |range: Range<usize>| start + range.start..start + range.end;
                return Some(Word { whole: moved(word.whole), text: moved(word.text), ..word });
            }
            None => from = start + 2,
        }
    }
}

/// Returns the word that begins a text.
fn word(text: &[u8]) -> Option<Word> {
    let inner = text.strip_prefix(b"=?")?;
    let mut fields = inner.splitn(3, |byte| *byte == b'?');
    let (charset, encoding, rest) = (fields.next()?, fields.next()?, fields.next()?);
    let label = core::str::from_utf8(charset).ok()?.to_ascii_lowercase();
    let is_token = !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_token || OTHER_BYTES.iter().any(|other| label.starts_with(other)) {
        return None;
    }
    // A language may follow (RFC 2231, section 5).
    let charset = match Charset::labelled(label.split('*').next().unwrap_or_default()) {
        Charset::Declared(encoding) => Charset::Certain(encoding),
        charset => charset,
    };
    let encoding = match encoding {
        b"q" | b"Q" => Encoding::QuotedWord,
        b"b" | b"B" => Encoding::Base64,
        _ => return None,
    };
    let len = rest.iter().take_while(|byte| byte.is_ascii_graphic() && **byte != b'?').count();
    rest.get(len..)?.starts_with(b"?=").then_some(())?;
    let start = text.len() - rest.len();
    Some(Word { whole: 0..start + len + 2, text: start..start + len, encoding, charset })
}
