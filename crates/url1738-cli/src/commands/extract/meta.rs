//! The character set that an HTML document declares in its head.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Returns the encoding that the first `<meta charset>`, `<meta http-equiv=content-type>` or XML declaration names before
/// the body of a document. A document that has one in US-ASCII is not in UTF-16, whatever it says.
pub(super) fn encoding(start: &[u8]) -> Option<&'static Encoding> {
    let label = xml_label(start).or_else(|| meta_label(start))?;
    let encoding = Encoding::for_label_no_replacement(label)?;
    // ISO-2022-JP is not compatible with US-ASCII either, but begins in it.
    let is_wide = encoding == UTF_16LE || encoding == UTF_16BE;
    Some(if is_wide { UTF_8 } else { encoding })
}

/// Returns the encoding of `<?xml version="1.0" encoding="...">`.
fn xml_label(start: &[u8]) -> Option<&[u8]> {
    let declaration = start.trim_ascii_start().strip_prefix(b"<?xml")?;
    let end = memchr::memchr(b'>', declaration)?;
    let mut rest = declaration.get(..end)?;
    while let Some((name, value, after)) = attribute(rest) {
        if name.eq_ignore_ascii_case(b"encoding") {
            return Some(value);
        }
        rest = after;
    }
    None
}

fn meta_label(start: &[u8]) -> Option<&[u8]> {
    let mut rest = start;
    while let Some(at) = memchr::memchr(b'<', rest) {
        rest = rest.get(at + 1..)?;
        if let Some(comment) = rest.strip_prefix(b"!--") {
            rest = comment.get(memchr::memmem::find(comment, b"-->")?..)?;
        } else if begins(rest, b"body") {
            return None;
        } else if begins(rest, b"meta")
            && let Some(label) = label(rest.get(b"meta".len()..)?)
        {
            return Some(label);
        }
    }
    None
}

/// Returns the label in the attributes of a `meta` element.
fn label(attributes: &[u8]) -> Option<&[u8]> {
    let (mut rest, mut is_content_type, mut content) = (attributes, false, None);
    while let Some((name, value, after)) = attribute(rest) {
        if name.eq_ignore_ascii_case(b"charset") {
            return Some(value);
        } else if name.eq_ignore_ascii_case(b"http-equiv") {
            is_content_type = value.eq_ignore_ascii_case(b"content-type");
        } else if name.eq_ignore_ascii_case(b"content") {
            content = Some(value);
        }
        rest = after;
    }
    parameter(content.filter(|_| is_content_type)?)
}

/// Returns the parameter `charset` of `text/html; charset=...`.
fn parameter(content: &[u8]) -> Option<&[u8]> {
    const NAME: &[u8] = b"charset";
    let at = content.windows(NAME.len()).position(|word| word.eq_ignore_ascii_case(NAME))?;
    let value = content.get(at + NAME.len()..)?.trim_ascii_start().strip_prefix(b"=")?;
    let value = value.trim_ascii_start();
    let value = value.strip_prefix(b"\"").or_else(|| value.strip_prefix(b"'")).unwrap_or(value);
    value.split(|byte| b";\"' \t".contains(byte)).next()
}

/// Returns the name and value of the next attribute of an element, and what follows. `None` at the end of the element.
fn attribute(text: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let skipped =
        text.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b'/').count();
    let text = text.get(skipped..)?;
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"=/>".contains(byte);
    let (name, rest) = text.split_at(text.iter().position(ends)?);
    let Some(rest) = rest.trim_ascii_start().strip_prefix(b"=") else {
        return (!name.is_empty()).then_some((name, &[], rest));
    };
    let rest = rest.trim_ascii_start();
    match rest {
        [quote @ (b'"' | b'\''), rest @ ..] => {
            let end = memchr::memchr(*quote, rest)?;
            Some((name, rest.get(..end)?, rest.get(end + 1..)?))
        }
        _ => {
            let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
            let (value, rest) = rest.split_at(rest.iter().position(ends)?);
            Some((name, value, rest))
        }
    }
}

/// Returns whether a tag has this name.
fn begins(text: &[u8], name: &[u8]) -> bool {
    let ends = |byte: Option<&u8>| {
        byte.is_none_or(|byte| byte.is_ascii_whitespace() || b"/>".contains(byte))
    };
    text.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name))
        && ends(text.get(name.len()))
}
