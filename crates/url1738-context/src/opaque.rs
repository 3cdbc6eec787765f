//! URLs without `//`: addresses, newsgroups, articles, and the old way of leaving the host out.

use url1738_core::{chars::Class, part};

use crate::{class::is_space, scheme::Kind, text::Text};

/// How far a sign is looked for that distinguishes a URL from a word with a colon.
const SIGN: usize = 256;
/// How long the name of a namespace is at most, and one byte to see that it ends.
const LONGEST_NAMESPACE: usize = 33;

/// What is in newsgroups, and in the notation for several (`news:comp.lang.*`).
const GROUP: Class = part::GROUP.class().with(b"*");

/// Returns whether what begins at `at`, after the colon, makes a URL of the name before it.
///
/// `prefixed`: `URL:` is before it. In prose a name with a colon is nearly always a label, so there
/// must be a sign: an address for `mailto`, `mid` and `cid`, a dotted group or an article for `news`, a namespace and a name in it for `urn`, a slash else.
pub(crate) fn convinces(text: &Text<'_>, kind: Kind, at: usize, prefixed: bool) -> bool {
    match kind {
        Kind::Mailto => begins_address(text, at) || begins_headers(text, at),
        Kind::News => names_news(text, at),
        Kind::Identifier => begins_address(text, at),
        Kind::Urn => names_resource(text, at),
        Kind::File | Kind::Host if text.at(at) == Some(b'/') => {
            // `http:/path`: the host is left out, or a slash forgotten.
            text.at(at.wrapping_add(1)).is_some_and(|byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'~' | b'%' | b'_')
            })
        }
        // `http:word` is not a URL in a text: RFC 1808 calls it a loophole (section 5.2), and settings have such names.
        Kind::Host => prefixed && is_word(text, at),
        Kind::File | Kind::Other => false,
    }
}

/// Returns whether an `@` with something on both sides follows before the word ends.
fn begins_address(text: &Text<'_>, at: usize) -> bool {
    let local = text.run(at, SIGN, |byte| !is_space(byte) && !b"@<>\"|\\`?".contains(&byte));
    let sign = at.wrapping_add(local.len());
    if text.at(sign) != Some(b'@') {
        return false;
    }
    let host = text.at(sign.wrapping_add(1));
    let named = local.first().is_some_and(|byte| byte.is_ascii_graphic() && *byte != b'/');
    named && is_name(local) && host.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'[')
}

/// Returns whether headers with the address of a recipient follow instead of an address.
fn begins_headers(text: &Text<'_>, at: usize) -> bool {
    let next = at.wrapping_add(1);
    text.at(at) == Some(b'?')
        && names_recipient(
            text.run(next, SIGN, |byte| !is_space(byte) && !b"<>\"|\\`".contains(&byte)),
        )
}

/// Returns whether a `mailto:` URL has an address: an `@`, also as `%40`, with more than punctuation on both sides,
/// before the headers that RFC 6068 adds or in one for recipients.
pub(crate) fn has_address(url: &[u8]) -> bool {
    let rest = url.splitn(2, |byte| *byte == b':').nth(1).unwrap_or_default();
    let mut sides = rest.splitn(2, |byte| *byte == b'?');
    let address = sides.next().unwrap_or_default();
    is_address(address) || (address.is_empty() && names_recipient(sides.next().unwrap_or_default()))
}

/// Returns whether a header of a `mailto:` URL has the address of a recipient: `to=joe@host`.
fn names_recipient(headers: &[u8]) -> bool {
    const NAMES: [&[u8]; 3] = [b"to=", b"cc=", b"bcc="];
    headers.split(|byte| matches!(byte, b'&' | b';')).any(|header| {
        NAMES.iter().any(|name| {
            header.split_at_checked(name.len()).is_some_and(|(start, address)| {
                start.eq_ignore_ascii_case(name) && is_address(address)
            })
        })
    })
}

fn is_address(address: &[u8]) -> bool {
    let sign = (0..address.len()).find_map(|at| match address.get(at..)? {
        [b'@', host @ ..] | [b'%', b'4', b'0', host @ ..] => Some((at, host)),
        _ => None,
    });
    sign.is_some_and(|(at, host)| {
        address.get(..at).is_some_and(is_name)
            && host.iter().any(|byte| byte.is_ascii_alphanumeric() || *byte >= 0x80)
    })
}

/// Returns whether something is there that is not the punctuation of a text.
fn is_name(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| {
        byte.is_ascii_alphanumeric() || *byte >= 0x80 || b"#$%&*+=^_{|}~".contains(byte)
    })
}

/// Returns whether a group with a dot in its name follows, an article, or `*` alone.
fn names_news(text: &Text<'_>, at: usize) -> bool {
    let name = text.run(at, SIGN, |byte| GROUP.contains(byte));
    if name == b"*" {
        let next = text.at(at.wrapping_add(1));
        return next.is_none_or(|byte| !byte.is_ascii_graphic() || b">)\"',.;&".contains(&byte));
    }
    let Some(first) = name.first() else { return false };
    let dotted = name.windows(2).any(
        |pair| matches!(pair, [b'.', after] if after.is_ascii_alphanumeric() || *after == b'*'),
    );
    if first.is_ascii_alphabetic() && dotted {
        return true;
    }
    let unique = text.run(at, SIGN, |byte| !is_space(byte) && !b"<>\"|\\`@/".contains(&byte));
    let sign = at.wrapping_add(unique.len());
    first.is_ascii_alphanumeric()
        && text.at(sign) == Some(b'@')
        && text.at(sign.wrapping_add(1)).is_some_and(|byte| byte.is_ascii_alphanumeric())
}

/// Returns whether the name of a namespace, a colon and a name in it follow (RFC 2141, section 2).
fn names_resource(text: &Text<'_>, at: usize) -> bool {
    let namespace =
        text.run(at, LONGEST_NAMESPACE, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let colon = at.wrapping_add(namespace.len());
    let rest = colon.wrapping_add(1);
    let name = text.run(rest, SIGN, |byte| {
        byte.is_ascii_alphanumeric() || b"%+-=@;$_!*'(),.:".contains(&byte)
    });
    namespace.len() >= 2
        && namespace.first().is_some_and(u8::is_ascii_alphanumeric)
        && text.at(colon) == Some(b':')
        && name.first().is_some_and(|byte| !matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'\'' | b')'))
        && name.iter().any(u8::is_ascii_alphanumeric)
        // `urn:NID:NSS` has the names of the parts.
        && !(namespace.eq_ignore_ascii_case(b"nid") && name.get(..3).is_some_and(|name| name.eq_ignore_ascii_case(b"nss")))
}

/// Returns whether a word follows such as `http:g` has, with blanks around it.
fn is_word(text: &Text<'_>, at: usize) -> bool {
    let word = text.run(at, SIGN, |byte| !is_space(byte));
    let path = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-~%=?&;,+#".contains(byte);
    text.preceding(at, 5) == b"http:"
        && word.first().is_some_and(u8::is_ascii_alphabetic)
        && word.iter().all(path)
}
