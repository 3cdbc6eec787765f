//! Whether what follows the colon of a scheme is a URL, the pattern of one, or a word that happens to have a colon.

use url1738_core::{chars::Class, part};

use crate::{
    class::{is_listed, is_space},
    foreign::{self, CharRole},
    scheme::Expected,
    text::Text,
};

/// How far evidence is looked for: an `@`, a dot, the end of a word.
const FAR: usize = 256;
/// The longest name of a part in angle brackets, as in `<newsgroup-name>`.
const LONGEST_NAME: usize = 40;
/// The longest name of a namespace, and one byte to see that it ends.
const LONGEST_NAMESPACE: usize = 33;
/// The fewest digits of a telephone number with the code of its country.
const SHORTEST_NUMBER: usize = 7;
/// The characters of newsgroups, and of the notation for several (`news:comp.lang.*`).
const GROUP: Class = part::GROUP.class.with(b"*");
/// The elements of HTML.
const TAGS: &str = "a abbr acronym address applet b big blink blockquote body br center cite code dd del dfn div dl dt \
                    em font form h1 h2 h3 h4 h5 h6 head hr html i img ins isindex kbd li menu nobr ol p pre q samp \
                    small span strike strong sub sup table td th title tr tt u ul wbr";

/// Returns whether what follows `//` can begin a host or a login: a pattern (`http://<host>/`, `http://%s/`,
/// `ftp://[user@]host`), a mention of the scheme (`"http://"`) and an ellipsis cannot.
pub(crate) fn names_host(text: &Text<'_>, at: usize) -> bool {
    let next = at + 1;
    match text.at(at) {
        Some(byte) if byte.is_ascii_alphanumeric() => true,
        Some(b'@' | b'_') => text.is_alnum(next),
        // A search without a host: `notmuch://?query=a`.
        Some(b'?') if begins_query(text, at) => true,
        Some(b'%') => is_escape(text, at),
        // A place where roff may break the line.
        Some(b'\\') => text.at(next) == Some(b':') && text.is_alnum(next + 1),
        Some(b'[') => is_ipv6(text, next),
        Some(byte) if b";=$*(&!+,.-?~:".contains(&byte) => begins_user(text, at),
        // `file:///etc/motd`, and `http:///www.host` by a slip.
        Some(b'/') => {
            let past = next + usize::from(text.at(next) == Some(b'/'));
            let begins =
                |byte: u8| byte.is_ascii_alphanumeric() || b"~_".contains(&byte) || byte >= 0x80;
            text.is(past, begins) || is_escape(text, past) || begins_search(text, past)
        }
        // In UTF-8, 0xC2 begins the controls and punctuation of Latin-1, and the bytes after it begin letters.
        Some(0xc3..) => {
            let (role, width) = foreign::role_at(text, at);
            role != CharRole::Mark || text.is_alnum(at + width)
        }
        _ => false,
    }
}

/// Returns whether the words of a search are here without a path, as in `ldap:///??sub`, or a file whose name begins with a
/// dot.
fn begins_search(text: &Text<'_>, at: usize) -> bool {
    let marks = text.run(at, LONGEST_NAME, |byte| byte == b'?').len();
    let past = match text.at(at) {
        Some(b'.' | b'-' | b'+') => at + 1,
        _ if marks > 0 => at + marks,
        _ => return false,
    };
    text.is(past, |byte| byte.is_ascii_alphanumeric() || marks > 0 && b"(!".contains(&byte))
}

/// Returns whether a login begins here that a host follows. Nearly all that is printable may be in a user's name
/// (section 5).
fn begins_user(text: &Text<'_>, at: usize) -> bool {
    let login = |byte: u8| !is_space(byte) && !b"@/\"<>{".contains(&byte);
    let sign = text.past(at, FAR, login);
    let begins = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'[' | b'%' | 0xc3..);
    text.at(sign) == Some(b'@') && text.is(sign + 1, begins)
}

fn is_escape(text: &Text<'_>, at: usize) -> bool {
    matches!(text.ahead(at, 3), [b'%', a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit())
}

/// Returns whether an IPv6 address in square brackets goes on here.
fn is_ipv6(text: &Text<'_>, at: usize) -> bool {
    let address = text.run(at, 48, |byte| byte.is_ascii_hexdigit() || b":.".contains(&byte));
    let colons = address.iter().filter(|byte| **byte == b':').count();
    colons >= 2 && matches!(text.at(at + address.len()), Some(b']' | b'%'))
}

/// Returns whether the colon at `colon` is before a port that is a word, `port` or the same letter several times, as in
/// `http://host:port/path`. The host or login begins at `host`.
pub(crate) fn names_port(text: &Text<'_>, host: usize, colon: usize) -> bool {
    let port = colon + 1;
    if !text.is(port, |byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let word = text.run(port, LONGEST_NAME, |byte| byte.is_ascii_alphabetic());
    let starts = word.get(..4).is_some_and(|head| head.eq_ignore_ascii_case(b"port"));
    let same = word.len() >= 2 && word.iter().all(|letter| *letter == word[0]);
    let next = text.at(port + word.len());
    let ends = next.is_none_or(|byte| !byte.is_ascii_alphanumeric() && byte != b'@');
    let authority = text.slice(host, colon);
    // A long text may have many colons, and the time must be linear: only a short authority is searched for each.
    if !((starts || same) && ends && authority.len() <= FAR) {
        return false;
    }
    // `urn:x:portal` has no port, nor has `[::ffff:1.2.3.4]`; `host[:port]` has one.
    let last = authority.iter().rfind(|byte| matches!(byte, b'[' | b']'));
    let has_port =
        text.before(host) != Some(b':') && (last != Some(&b'[') || authority.ends_with(b"["));
    has_port && authority.iter().all(|byte| !b"/?#".contains(byte))
}

/// Returns whether the name of a part in angle brackets goes on from the URL, as in `http://host/<path>`. A tag of HTML does
/// not make a pattern.
pub(crate) fn goes_on_with_name(text: &Text<'_>, at: usize) -> bool {
    let (width, close): (_, &[u8]) = match text.at(at) {
        Some(b'<') => (1, b">"),
        Some(b'&') if text.reads(at, b"&lt;") => (4, b"&gt;"),
        _ => return false,
    };
    let inside = at + width;
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || b"-_. \\".contains(&byte);
    let name = text.run(inside, LONGEST_NAME, belongs);
    let past = inside + name.len() + close.len();
    // An element of other markup has no content: `<nowiki></nowiki>`.
    let is_element =
        |tag| is_listed(tag, TAGS) || text.reads(past, b"</") && text.reads(past + 2, tag);
    name.first().is_some_and(u8::is_ascii_alphabetic)
        && text.reads(inside + name.len(), close)
        && !name.split(|byte| *byte == b' ').next().is_some_and(is_element)
}

/// Returns whether the host is the mere beginning of one: "URLs begin with `http://www.`".
pub(crate) fn is_stub(text: &Text<'_>, host: usize, end: usize) -> bool {
    text.at(end) == Some(b'.') && is_listed(text.slice(host, end), "www ftp gopher wais news web")
}

/// Returns whether the text at `at`, after the colon, makes a URL of the name before it, without `//`.
///
/// `prefixed`: `URL:` is before it. In prose a name with a colon is nearly always a label, so there must be evidence: an
/// address for `mailto`, `mid`, `cid`, `sip` and `xmpp`, a dotted group or an article for `news`, a namespace and a name for
/// `urn`, a query for `magnet`, a global number for `tel` and `sms`, else a slash.
pub(crate) fn convinces(text: &Text<'_>, expected: Expected, at: usize, prefixed: bool) -> bool {
    match expected {
        Expected::Mailto | Expected::Identifier => {
            names_address(text.run(at, FAR, |byte| !is_space(byte) && !b"<>\"|\\`".contains(&byte)))
        }
        Expected::News => names_news(text, at),
        Expected::Query => begins_query(text, at),
        Expected::Telephone => begins_number(text, at),
        Expected::Urn => names_resource(text, at),
        // `http:/path`: the host is left out, or a slash forgotten.
        Expected::Host if text.at(at) == Some(b'/') => {
            text.is(at + 1, |byte| byte.is_ascii_alphanumeric() || b"~%_".contains(&byte))
        }
        // `http:word` is not a URL in a text: RFC 1808 calls it a loophole (section 5.2), and settings have such names.
        Expected::Host => prefixed && text.preceding(at, 5) == b"http:" && is_word(text, at),
        Expected::Other => false,
    }
}

/// Returns whether a word follows such as `http:g` has, with white space around it.
fn is_word(text: &Text<'_>, at: usize) -> bool {
    let word = text.run(at, FAR, |byte| !is_space(byte));
    let path = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-~%=?&;,+#".contains(byte);
    word.first().is_some_and(u8::is_ascii_alphabetic) && word.iter().all(path)
}

/// Returns whether what is after `mailto:` has an address: an `@`, also as `%40`, with more than punctuation on both sides, before
/// the headers that RFC 6068 adds or in one for recipients.
pub(crate) fn names_address(rest: &[u8]) -> bool {
    let mut parts = rest.splitn(2, |byte| *byte == b'?');
    match parts.next() {
        Some([]) => parts.next().is_some_and(names_recipient),
        address => address.is_some_and(is_address),
    }
}

/// Returns whether a header of a `mailto:` URL has the address of a recipient: `to=joe@host`.
fn names_recipient(headers: &[u8]) -> bool {
    headers.split(|byte| matches!(byte, b'&' | b';')).any(|header| {
        let mut sides = header.splitn(2, |byte| *byte == b'=');
        sides.next().is_some_and(|name| is_listed(name, "to cc bcc"))
            && sides.next().is_some_and(is_address)
    })
}

fn is_address(address: &[u8]) -> bool {
    let sign = (0..address.len()).find_map(|at| match &address[at..] {
        [b'@', host @ ..] | [b'%', b'4', b'0', host @ ..] => Some((&address[..at], host)),
        _ => None,
    });
    let begins = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80 || b"[_".contains(byte);
    sign.is_some_and(|(local, host)| is_filled(local) && host.first().is_some_and(begins))
}

/// Returns whether something is there that is not the punctuation of a text.
fn is_filled(bytes: &[u8]) -> bool {
    let counts = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
    bytes.iter().any(|byte| counts(byte) || b"#$%&*+=^_{|}~".contains(byte))
}

/// Returns whether a group with a dot in its name follows, an article, or `*` alone.
fn names_news(text: &Text<'_>, at: usize) -> bool {
    let name = text.run(at, FAR, |byte| GROUP.contains(byte));
    if name == b"*" {
        let next = text.at(at + 1);
        return next.is_none_or(|byte| !byte.is_ascii_graphic() || b">)\"',.;&".contains(&byte));
    }
    let Some(first) = name.first() else { return false };
    let divides =
        |pair: &[u8]| pair[0] == b'.' && (pair[1].is_ascii_alphanumeric() || pair[1] == b'*');
    if first.is_ascii_alphabetic() && name.windows(2).any(divides) {
        return true;
    }
    let unique = |byte| !is_space(byte) && !b"<>\"|\\`@/".contains(&byte);
    let sign = text.past(at, FAR, unique);
    first.is_ascii_alphanumeric() && text.at(sign) == Some(b'@') && text.is_alnum(sign + 1)
}

/// Returns whether a query with a key and a value follows.
fn begins_query(text: &Text<'_>, at: usize) -> bool {
    let key = text.run(at + 1, LONGEST_NAME, |byte| byte.is_ascii_alphanumeric() || byte == b'.');
    let equals = at + 1 + key.len();
    let begins = text.at(at) == Some(b'?') && !key.is_empty();
    begins && text.at(equals) == Some(b'=') && text.is_alnum(equals + 1)
}

/// Returns whether the number of a telephone follows with the code of its country (RFC 3966, section 5.1.4). Without one, `Tel:` is
/// a label.
fn begins_number(text: &Text<'_>, at: usize) -> bool {
    let belongs = |byte: u8| byte.is_ascii_digit() || b"-.()".contains(&byte);
    let number = text.run(at + 1, LONGEST_NAME, belongs);
    let digits = number.iter().filter(|byte| byte.is_ascii_digit()).count();
    text.at(at) == Some(b'+') && text.is_alnum(at + 1) && digits >= SHORTEST_NUMBER
}

/// Returns whether the name of a namespace, a colon and a name in it follow (RFC 2141, section 2).
fn names_resource(text: &Text<'_>, at: usize) -> bool {
    let space = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let namespace = text.run(at, LONGEST_NAMESPACE, space);
    let colon = at + namespace.len();
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || b"%+-=@;$_!*'(),.:".contains(&byte);
    let name = text.run(colon + 1, FAR, belongs);
    // `urn:NID:NSS` has the names of the parts.
    let is_pattern =
        || is_listed(namespace, "nid") && name.get(..3).is_some_and(|name| is_listed(name, "nss"));
    namespace.len() >= 2
        && namespace[0].is_ascii_alphanumeric()
        && text.at(colon) == Some(b':')
        && name.first().is_some_and(|byte| !b".,;:!')".contains(byte))
        && name.iter().any(u8::is_ascii_alphanumeric)
        && !is_pattern()
}
