//! What has the shape of a URL and is the pattern of one.

use crate::{class::is_space, text::Text};

/// The longest name of a part in angle brackets, as in `<newsgroup-name>`.
const LONGEST_NAME: usize = 40;
/// The longest authority that is searched for an `@`.
const LONGEST_LOGIN: usize = 256;

/// Returns whether what follows `//` can begin a host or a login: a pattern (`http://<host>/`, `http://%s/`,
/// `ftp://[user@]host`), a mention of the scheme (`"http://"`) and an ellipsis cannot.
pub(crate) fn names_host(text: &Text<'_>, at: usize) -> bool {
    let next = at.wrapping_add(1);
    let filled = |at| text.at(at).is_some_and(|byte| byte.is_ascii_alphanumeric());
    match text.at(at) {
        Some(byte) if byte.is_ascii_alphanumeric() => true,
        Some(b'@' | b'_') => filled(next),
        Some(b'%') => is_escape(text, at),
        Some(b'[') => is_address(text, next),
        Some(
            b';' | b'=' | b'$' | b'*' | b'(' | b'&' | b'!' | b'+' | b',' | b'.' | b'-' | b'?'
            | b'~',
        ) => begins_user(text, at),
        Some(b':') => has_login(text, at),
        // `file:///etc/motd`, and `http:///www.host` by a slip.
        Some(b'/') => {
            let past = if text.at(next) == Some(b'/') { next.wrapping_add(1) } else { next };
            text.at(past).is_some_and(|byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'~' | b'_') || byte >= 0x80
            }) || is_escape(text, past)
                || begins_search(text, past)
        }
        Some(byte) => byte >= 0xc3,
        None => false,
    }
}

/// Returns whether what a search asks for is here, without a path: `ldap:///??sub`, or a file whose name begins with a
/// dot.
fn begins_search(text: &Text<'_>, at: usize) -> bool {
    let marks = text.run(at, LONGEST_NAME, |byte| byte == b'?').len();
    let past = match text.at(at) {
        Some(b'.' | b'-' | b'+') => at.wrapping_add(1),
        _ if marks > 0 => at.wrapping_add(marks),
        _ => return false,
    };
    text.at(past).is_some_and(|byte| {
        byte.is_ascii_alphanumeric() || (marks > 0 && matches!(byte, b'(' | b'!'))
    })
}

/// Returns whether a login begins here that a host follows. Nearly all that is printable may be in a user's name
/// (section 5).
fn begins_user(text: &Text<'_>, at: usize) -> bool {
    let login = text.run(at, LONGEST_LOGIN, |byte| {
        byte.is_ascii_alphanumeric() || b"$-_.+!*'(),;?&=:%~".contains(&byte)
    });
    let sign = at.wrapping_add(login.len());
    let host = sign.wrapping_add(1);
    text.at(sign) == Some(b'@')
        && text.at(host).is_some_and(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'[' | b'%' | 0xc3..)
        })
}

fn is_escape(text: &Text<'_>, at: usize) -> bool {
    matches!(text.ahead(at, 3), [b'%', a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit())
}

/// Returns whether an IPv6 address in square brackets goes on here.
fn is_address(text: &Text<'_>, at: usize) -> bool {
    let address = text.run(at, 48, |byte| byte.is_ascii_hexdigit() || b":.".contains(&byte));
    let colons = address.iter().filter(|byte| **byte == b':').count();
    colons >= 2 && matches!(text.at(at.wrapping_add(address.len())), Some(b']' | b'%'))
}

/// Returns whether an `@` follows before the authority ends.
fn has_login(text: &Text<'_>, at: usize) -> bool {
    let login = text.run(at, LONGEST_LOGIN, |byte| !is_space(byte) && !b"@/\"<>".contains(&byte));
    text.at(at.wrapping_add(login.len())) == Some(b'@')
}

/// Returns whether the colon at `colon` is before a port that is a word, `port` or the same letter several
/// times, as in `http://host:port/path`. The host or login begins at `host`.
pub(crate) fn names_port(text: &Text<'_>, host: usize, colon: usize) -> bool {
    let port = colon.wrapping_add(1);
    if !text.at(port).is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let word = text.run(port, LONGEST_NAME, |byte| byte.is_ascii_alphabetic());
    let starts = word.get(..4).is_some_and(|head| head.eq_ignore_ascii_case(b"port"));
    let same = word.len() >= 2 && word.windows(2).all(|pair| matches!(pair, [a, b] if a == b));
    let next = text.at(port.wrapping_add(word.len()));
    let ends = next.is_none_or(|byte| !byte.is_ascii_alphanumeric() && byte != b'@');
    let authority = text.slice(host, colon);
    // The colons of a long text are many, so nothing that is long is searched for each of them.
    if !((starts || same) && ends && authority.len() <= LONGEST_LOGIN) {
        return false;
    }
    // `urn:x:portal` has no port, nor has `[::ffff:1.2.3.4]`; `host[:port]` has one.
    let last = authority.iter().rfind(|byte| matches!(byte, b'[' | b']'));
    let has_port =
        text.before(host) != Some(b':') && (last != Some(&b'[') || authority.ends_with(b"["));
    has_port && authority.iter().all(|byte| !b"/?#".contains(byte))
}

/// Returns whether the name of a part in angle brackets goes on from the URL, as in `http://host/<path>`.
/// A tag of HTML does not make a pattern.
pub(crate) fn goes_on_with_name(text: &Text<'_>, at: usize) -> bool {
    let (width, close): (_, &[u8]) = match text.at(at) {
        Some(b'<') => (1, b">"),
        Some(b'&') if text.reads(at, b"&lt;") => (4, b"&gt;"),
        _ => return false,
    };
    let inside = at.wrapping_add(width);
    let name = text
        .run(inside, LONGEST_NAME, |byte| byte.is_ascii_alphanumeric() || b"-_. ".contains(&byte));
    let first = name.split(|byte| *byte == b' ').next().unwrap_or_default();
    name.first().is_some_and(u8::is_ascii_alphabetic)
        && text.reads(inside.wrapping_add(name.len()), close)
        && !is_tag(first)
}

/// Returns whether a word is the name of an element of HTML.
fn is_tag(name: &[u8]) -> bool {
    const TAGS: [&[u8]; 60] = [
        b"a",
        b"abbr",
        b"acronym",
        b"address",
        b"applet",
        b"b",
        b"big",
        b"blink",
        b"blockquote",
        b"body",
        b"br",
        b"center",
        b"cite",
        b"code",
        b"dd",
        b"del",
        b"dfn",
        b"div",
        b"dl",
        b"dt",
        b"em",
        b"font",
        b"form",
        b"h1",
        b"h2",
        b"h3",
        b"h4",
        b"h5",
        b"h6",
        b"head",
        b"hr",
        b"html",
        b"i",
        b"img",
        b"ins",
        b"isindex",
        b"kbd",
        b"li",
        b"menu",
        b"nobr",
        b"ol",
        b"p",
        b"pre",
        b"q",
        b"samp",
        b"small",
        b"span",
        b"strike",
        b"strong",
        b"sub",
        b"sup",
        b"table",
        b"td",
        b"th",
        b"title",
        b"tr",
        b"tt",
        b"u",
        b"ul",
        b"wbr",
    ];
    TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(name))
}

/// Returns whether the host is the mere beginning of one: "URLs begin with `http://www.`".
pub(crate) fn is_stub(text: &Text<'_>, host: usize, end: usize) -> bool {
    const LABELS: [&[u8]; 6] = [b"www", b"ftp", b"gopher", b"wais", b"news", b"web"];
    text.at(end) == Some(b'.')
        && LABELS.iter().any(|label| label.eq_ignore_ascii_case(text.slice(host, end)))
}
