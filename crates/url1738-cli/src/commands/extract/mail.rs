//! Mail and news: which parts of a message are encoded, and which words of its headers (RFC 2047):
//! `=?iso-8859-1?Q?http://host.dom/=7Ejoe?=`.

use core::ops::Range;

use mail_parser::{Encoding, MessageParser, MimeHeaders as _};

use super::charset::Charset;

/// A piece of a file, and how its text is encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EncodedPart {
    pub(super) range: Range<usize>,
    /// Absent for a word in a header, with the space before it and its marks, which name the encoding and are not text.
    pub(super) encoding: Option<Encoding>,
    pub(super) is_html: bool,
    /// Whether a space at the end of a line is a break within a word.
    pub(super) is_flowed: bool,
    pub(super) charset: Charset,
}

/// Names of headers with which a message begins, beside those that begin with `X-`.
const HEADERS: &str = "return-path received delivered-to envelope-to from to cc date subject sender reply-to \
    message-id mime-version content-type content-transfer-encoding path newsgroups xref organization references \
    list-id dkim-signature arc-seal authentication-results relay-version";

/// Returns whether a file that begins like this holds messages that lines with `From ` divide.
pub(super) fn is_mbox(start: &[u8]) -> bool {
    let mut lines = start.split(|byte| *byte == b'\n');
    let envelope = lines.next().is_some_and(|line| line.starts_with(b"From "));
    envelope && lines.next().is_some_and(is_header)
}

/// Returns whether a file that begins like this is one message: it begins with a header that messages have, and a second
/// line that may be of one.
pub(super) fn is_message(start: &[u8]) -> bool {
    let mut lines = start.split(|byte| *byte == b'\n');
    let name = |line: &[u8]| {
        let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
        let name = name.to_ascii_lowercase();
        name.starts_with(b"x-") || HEADERS.split(' ').any(|header| header.as_bytes() == name)
    };
    lines.next().is_some_and(|line| name(line) && is_header(line))
        && lines.next().is_some_and(|line| {
            is_header(line) || line.starts_with(b" ") || line.starts_with(b"\t")
        })
}

fn is_header(line: &[u8]) -> bool {
    let name =
        line.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    name > 0 && line.get(name) == Some(&b':')
}

/// Returns whether a part of a message, or a word of its headers, may be encoded or in a declared character set. Nearly all old mail is plain text.
pub(super) fn may_be_encoded(message: &[u8]) -> bool {
    let says = |word: &[u8]| memchr::memmem::find(message, word).is_some();
    let marks =
        [&b"ransfer-"[..], b"RANSFER-", b"/html", b"/HTML", b"/Html", b"=?", b"elsp", b"elSp"];
    // US-ASCII is the same in any character set, but for an escape sequence of ISO-2022-JP.
    let is_plain = || message.is_ascii() && memchr::memchr(0x1B, message).is_none();
    marks.into_iter().any(says) || (says(b"harset") || says(b"HARSET")) && !is_plain()
}

/// The most multiparts around a part. What more of them contain is searched as it is.
const MAX_DEPTH: usize = 64;

/// Returns the parts of a message that are encoded or in a declared character set, in order, among them the encoded words of
/// headers. Of a message that is cut off, these are those that it has.
pub(super) fn encoded_parts(message: &[u8]) -> Vec<EncodedPart> {
    let mut parts = Vec::new();
    if !may_be_encoded(message) {
        return parts;
    }
    // The boundaries of the multiparts around, and whether their parts are messages by default.
    let mut around: Vec<(String, bool)> = Vec::new();
    // The line that divides the messages of an mbox is not a header.
    let envelope = memchr::memchr(b'\n', message).filter(|_| message.starts_with(b"From "));
    // Where the header begins that is read, and whether a message follows by default.
    let mut header = Some((envelope.map_or(0, |end| end + 1), false));
    let mut body = None::<EncodedPart>;
    let mut end = 0;
    for line in message.split_inclusive(|byte| *byte == b'\n').chain([&b""[..]]) {
        let start = end;
        end += line.len();
        let ended = if line.is_empty() { Some((0, false)) } else { delimiter(line, &around) };
        if let Some((left, is_next)) = ended {
            if let Some((from, _)) = header {
                encoded_words(message, from..start, &mut parts);
            }
            if let Some(mut part) = body.take() {
                part.range.end = start;
                parts.push(part);
            }
            around.truncate(left);
            let is_message = around.last().is_some_and(|(_, is_digest)| *is_digest);
            header = is_next.then_some((end, is_message));
        } else if let (Some((from, is_message)), b"\n" | b"\r\n") = (header, line) {
            encoded_words(message, from..start, &mut parts);
            let fields = message.get(from..end).unwrap_or_default();
            let fields = MessageParser::default().parse_headers(fields);
            let fields = fields.as_ref().and_then(|fields| fields.parts.first());
            let kind = fields.and_then(|fields| fields.content_type());
            let attribute = |name| kind.and_then(|found| found.attribute(name));
            let default = if is_message { ("message", "rfc822") } else { ("text", "plain") };
            let kind = kind.and_then(|it| Some((it.ctype(), it.subtype()?))).unwrap_or(default);
            let encoding = fields.and_then(|fields| fields.content_transfer_encoding());
            let encoding = match &*encoding.unwrap_or_default().to_ascii_lowercase() {
                "base64" => Encoding::Base64,
                "quoted-printable" => Encoding::QuotedPrintable,
                _ => Encoding::None,
            };
            let is_message = matches!(kind, ("message", "rfc822" | "global"));
            header = (is_message && encoding == Encoding::None).then_some((end, false));
            if let (("multipart", subtype), Some(boundary)) = (kind, attribute("boundary"))
                && around.len() < MAX_DEPTH
            {
                around.push((boundary.to_owned(), subtype == "digest"));
            }
            let charset = attribute("charset").map_or(Charset::Guessed, Charset::labelled);
            let is_html = kind == ("text", "html");
            let is_flowed =
                [("format", "flowed"), ("delsp", "yes")].into_iter().all(|(name, value)| {
                    attribute(name).is_some_and(|it| it.eq_ignore_ascii_case(value))
                });
            let is_as_it_is = encoding == Encoding::None && charset == Charset::Guessed;
            let is_text = header.is_none() && (is_message || kind.0 == "text");
            body = (is_text && (!is_as_it_is || is_html || is_flowed)).then(|| {
                let encoding = Some(encoding);
                EncodedPart { range: end..end, encoding, is_html, is_flowed, charset }
            });
        }
    }
    parts
}

/// Returns how many multiparts go on after a line that ends a part (RFC 2046, section 5.1.1), and whether it begins another
/// one. `None` for other lines.
fn delimiter(line: &[u8], around: &[(String, bool)]) -> Option<(usize, bool)> {
    let line = line.strip_prefix(b"--")?.trim_ascii_end();
    let of = |name| around.iter().rposition(|(boundary, _)| boundary.as_bytes() == name);
    let next = of(line).map(|at| (at + 1, true));
    next.or_else(|| of(line.strip_suffix(b"--")?).map(|at| (at, false)))
}

/// Sets of characters in which a letter is not the byte that it is in US-ASCII. Words in them are left as they are.
const OTHER_BYTES: [&str; 5] = ["utf-16", "utf-32", "utf-7", "ucs-", "unicode-1-1-utf-7"];

/// The longest word that is decoded, and the most space between two words. A mailer has lines of 76.
const LONGEST_WORD: usize = 16 * 1024;

/// Adds the encoded words of a header as parts. The space between two words is dropped (section 6.2), so that a URL may
/// continue from one to the next: it belongs to the part after it.
fn encoded_words(message: &[u8], header: Range<usize>, parts: &mut Vec<EncodedPart>) {
    let (mut from, mut last_end) = (header.start, usize::MAX);
    while let Some(rest) = message.get(from..header.end)
        && let Some(found) = memchr::memmem::find(rest, b"=?")
    {
        let start = from + found;
        let Some((len, charset)) = message.get(start..header.end).and_then(word) else {
            from = start + 2;
            continue;
        };
        from = start + len;
        let space = message.get(last_end..start).filter(|space| space.len() < LONGEST_WORD);
        let is_next = space.is_some_and(|space| space.trim_ascii().is_empty());
        let range = if is_next { last_end } else { start }..from;
        let word = EncodedPart { range, encoding: None, is_html: false, is_flowed: false, charset };
        parts.push(word);
        last_end = from;
    }
}

/// Returns the length of the word that begins a text, and the character set that it names.
fn word(text: &[u8]) -> Option<(usize, Charset)> {
    let inner = text.strip_prefix(b"=?")?;
    let mut fields = inner.splitn(3, |byte| *byte == b'?');
    let (charset, encoding, rest) = (fields.next()?, fields.next()?, fields.next()?);
    let label = core::str::from_utf8(charset).ok()?.to_ascii_lowercase();
    let is_token = !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_graphic());
    let is_known = matches!(encoding, b"q" | b"Q" | b"b" | b"B");
    if !is_token || !is_known || OTHER_BYTES.iter().any(|other| label.starts_with(other)) {
        return None;
    }
    // A language may follow (RFC 2231, section 5).
    let label = label.split_once('*').map_or(&*label, |(label, _)| label);
    let charset = match Charset::labelled(label) {
        Charset::Declared(encoding) => Charset::Certain(encoding),
        charset => charset,
    };
    let len = rest.iter().take_while(|byte| byte.is_ascii_graphic() && **byte != b'?').count();
    let is_ended = rest.get(len..)?.starts_with(b"?=") && len < LONGEST_WORD;
    is_ended.then_some((text.len() - rest.len() + len + 2, charset))
}
