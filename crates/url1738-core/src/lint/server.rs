//! The lints of the scheme name and of the server: user, host and port.

use core::net::{Ipv4Addr, Ipv6Addr};

#[cfg(feature = "idna")]
use unicode_security::{MixedScript as _, RestrictionLevel, RestrictionLevelDetection as _};

use super::list::{Lints, byte, lint};
#[cfg(feature = "idna")]
use crate::{scan::has, syntax::international::to_unicode};
use crate::{
    syntax::{
        address::decimal,
        code::{CodeInfo, listed},
        escaped::Escaped,
        part::{HOST, PartSpan},
        span::Span,
    },
    url::host::Host,
};

#[inline]
pub(super) fn scheme(at: PartSpan, written: &str, lints: &mut Lints) {
    if !written.starts_with(|c: char| c.is_ascii_alphabetic()) {
        lints.push(at, &SCHEME_FIRST_CHAR);
    }
    if written.bytes().any(|byte| byte.is_ascii_uppercase()) {
        lints.push(at, &UPPER_CASE_SCHEME);
    }
    if written.eq_ignore_ascii_case("url") {
        lints.push(at, &WRAPPER_PREFIX);
    }
}

#[inline]
pub(super) fn user(at: PartSpan, written: &str, lints: &mut Lints) {
    if let Some(found) = written.bytes().position(|byte| byte == b'?') {
        lints.push(byte(at, found), &QUESTION_MARK_IN_USER);
    }
    if is_host_like(&Escaped::new_validated(written).decode()) {
        lints.push(at, &HOST_LIKE_USER);
    }
    if written.is_empty() {
        lints.push(at, &EMPTY_USER);
    }
}

/// Returns whether a user name looks like a host: `www.bank.com`, or any name with a dot before a character that ends
/// a host in other software.
#[inline]
fn is_host_like(user: &[u8]) -> bool {
    let mut pieces = user.splitn(2, |octet| b"/:?#".contains(octet));
    let (name, ends) = (pieces.next().unwrap_or(user), pieces.next().is_some());
    // `joe.doe` is a common user name. `www.bank.com` and `bank.com/login` are made to be read as a
    // host.
    let lure = ends || name.get(..4).is_some_and(|head| head.eq_ignore_ascii_case(b"www."));
    lure && name.contains(&b'.')
        && core::str::from_utf8(name).is_ok_and(|name| Host::parse(name).is_ok())
}

#[inline]
pub(super) fn host(at: PartSpan, text: &str, lints: &mut Lints) {
    let written = at.span.slice(text);
    let mut address = None;
    if written.starts_with(|c: char| c.is_ascii_digit()) {
        address = Host::new_validated(written).ipv4();
        numbers(at, text, lints);
    }
    lints.special_host(at, text, address);
    #[cfg(feature = "idna")]
    if has(written.as_bytes(), b'-') {
        labels(at, text, lints);
    }
}

/// Returns whether a name is `localhost` or below it (RFC 6761, section 6.3).
#[inline]
fn is_localhost(name: &str) -> bool {
    let at = name.len().saturating_sub("localhost".len());
    name.split_at_checked(at).is_some_and(|(before, last)| {
        let is_whole = matches!(before.as_bytes(), [] | [_, .., b'.']);
        is_whole && last.eq_ignore_ascii_case("localhost")
    })
}

impl Lints {
    /// Adds the lints of the host that other software finds in opaque text.
    #[inline]
    pub(crate) fn host_of_opaque(&mut self, span: Span, text: &str) {
        let (at, written) = (PartSpan { part: &HOST, span }, span.slice(text));
        self.special_host(at, text, Host::parse(written).ok().and_then(Host::ipv4));
        if let Some(info) = written.parse().ok().and_then(special_ipv6) {
            self.push(at, info);
        }
    }

    /// Adds the lints of the reader's own machine and of addresses for special use.
    #[inline]
    fn special_host(&mut self, at: PartSpan, text: &str, address: Option<Ipv4Addr>) {
        // `0.0.0.0` names no machine, and systems that connect to it reach themselves.
        let is_own = |address: Ipv4Addr| address.is_loopback() || address.is_unspecified();
        if is_localhost(at.span.slice(text)) || address.is_some_and(is_own) {
            self.push(at, &LOCAL_HOST);
        }
        if let Some(info) = address.and_then(special_ipv4) {
            self.push(at, info);
        }
    }
}

/// Declares the lint of one special range.
macro_rules! special {
    ($message:literal) => {
        const { &SPECIAL_ADDRESS.with_message($message) }
    };
}

/// Returns the lint of an address of a special range of the IANA registry (RFC 6890), or `None` for any other.
#[inline]
fn special_ipv4(address: Ipv4Addr) -> Option<&'static CodeInfo> {
    Some(match address.octets() {
        [0, ..] => special!("address of this network (RFC 1122): it names no other machine"),
        [127, ..] => special!("loopback address (RFC 1122): it leads to the reader's own machine"),
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] => &SPECIAL_ADDRESS,
        [100, 64..=127, ..] => {
            special!(
                "shared address (RFC 6598): it leads to another machine in every provider's network"
            )
        }
        [169, 254, ..] => {
            special!(
                "link-local address (RFC 3927): it leads to a machine nearby, or to the metadata of a cloud"
            )
        }
        [192, 0, 0, _] => special!("address of protocols (RFC 6890): no ordinary machine has it"),
        [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] => {
            special!("documentation address (RFC 5737): no machine has it")
        }
        [198, 18 | 19, ..] => {
            special!("benchmark address (RFC 2544): no machine in the Internet has it")
        }
        [224..=239, ..] => {
            special!("multicast address (RFC 5771): it names a group, and TCP cannot connect to it")
        }
        [240..=255, ..] => special!("reserved address (RFC 1112): no machine has it"),
        _ => return None,
    })
}

/// Like [`special_ipv4`], but for IPv6. An address that embeds an IPv4 address leads where that leads.
#[inline]
fn special_ipv6(address: Ipv6Addr) -> Option<&'static CodeInfo> {
    // `[::ffff:10.0.0.1]` passes filters that know private IPv4 addresses only.
    if let Some(embedded) = address.to_ipv4_mapped() {
        return special_ipv4(embedded);
    }
    Some(match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0] => {
            special!("unspecified address (RFC 4291): it names no other machine")
        }
        [0, 0, 0, 0, 0, 0, 0, 1] => {
            special!("loopback address (RFC 4291): it leads to the reader's own machine")
        }
        [0xFC00..=0xFDFF, ..] => {
            special!(
                "unique local address (RFC 4193): it leads to another machine in every network"
            )
        }
        [0xFE80..=0xFEBF, ..] => {
            special!("link-local address (RFC 4291): it leads to a machine nearby")
        }
        [0xFF00..=0xFFFF, ..] => {
            special!("multicast address (RFC 4291): it names a group, and TCP cannot connect to it")
        }
        [0x2001, 0xDB8, ..] | [0x3FFF, 0..=0x0FFF, ..] => {
            special!("documentation address (RFC 3849, RFC 9637): no machine has it")
        }
        _ => return None,
    })
}

#[inline]
fn numbers(at: PartSpan, text: &str, lints: &mut Lints) {
    let written = at.span.slice(text);
    if is_numeric(written) {
        for span in at.span.split(text, b'.') {
            if span.len() > 1 && span.slice(text).starts_with('0') {
                lints.push(PartSpan { span, ..at }, &OCTAL_AMBIGUITY);
            }
        }
        return;
    }
    let is_number = |label: &str| is_numeric(label) && decimal(label.as_bytes()).is_some();
    // Three numbers before a label that is none: `10.0.0.x`. With more labels, as in `1.10.0.0.x`,
    // a name does not look like an address.
    let mut labels = written.rsplit('.').skip(1);
    let mut number = || labels.next().is_some_and(is_number);
    if number() && number() && number() && labels.next().is_none() {
        lints.push(at, &ADDRESS_LOOKALIKE);
    }
}

#[inline]
fn is_numeric(host: &str) -> bool {
    host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Adds the lints of the labels of a host with a hyphen, which every A-label has (UTS 39).
#[cfg(feature = "idna")]
fn labels(at: PartSpan, text: &str, lints: &mut Lints) {
    let host = at.span.slice(text);
    // None if a label is malformed, too.
    if to_unicode(host).is_none() {
        return;
    }
    // Those who read `.рф` read Cyrillic.
    let is_in_own_script = host.rsplit('.').next().and_then(to_unicode).is_some();
    for span in at.span.split(text, b'.') {
        let Some(label) = to_unicode(span.slice(text)) else { continue };
        let at = PartSpan { span, ..at };
        // A restricted character, as in `☃`, has the highest level without another script.
        if !label.as_str().is_single_script()
            && label.as_str().detect_restriction_level() > RestrictionLevel::HighlyRestrictive
        {
            lints.push(at, &MIXED_SCRIPTS);
        } else if !is_in_own_script && label.chars().all(is_lookalike) {
            lints.push(at, &CONFUSABLE_NAME);
        }
    }
}

/// The letters of Cyrillic, Greek and Armenian that look like one of US-ASCII. Skeletons (UTS 39, section 4) would say more, and
/// their tables are larger than the crate.
#[cfg(feature = "idna")]
const LOOKALIKES: &str = "аеорсухгіјѕһԁԛԝѵӏ αγινορσυ զհոսօցյք";

#[cfg(feature = "idna")]
fn is_lookalike(c: char) -> bool {
    LOOKALIKES.contains(c) || c.is_ascii_digit() || c == '-'
}

#[inline]
pub(super) fn port(at: PartSpan, written: &str, default: Option<u16>, lints: &mut Lints) {
    let value = decimal(written.as_bytes()).and_then(|value| u16::try_from(value).ok());
    // Without a default port, any other than 0 is as good as another.
    let value = value.filter(|port| default.is_some() || *port == 0);
    if let Some(info) = value.and_then(|port| port_risk(port, default)) {
        lints.push(at, info);
    }
    if written.len() > 1 && written.starts_with('0') {
        lints.push(at, &PORT_LEADING_ZERO);
    }
}

/// Returns the lint of a port, which is also a warning of a plan.
#[inline]
pub(crate) fn port_risk(port: u16, default: Option<u16>) -> Option<&'static CodeInfo> {
    Some(match port {
        // Before the default: a scheme whose default port were 0 would still reach no server.
        0 => &PORT_ZERO,
        _ if Some(port) == default => return None,
        1..1024 => &RESERVED_PORT,
        _ => &NON_DEFAULT_PORT,
    })
}

listed! {
    /// The codes of the lints of the scheme name and the server.
    CODES;

    pub(super) static SCHEME_FIRST_CHAR = lint("scheme-first-char", "2.1")
        .with_message("scheme name does not begin with a letter: RFC 3986 and WHATWG parsers read a relative reference")
        .with_explanation("RFC 1738 allows a scheme name that begins with a digit or sign. RFC 3986 and WHATWG parsers read such a text as a relative reference.")
        .with_examples("4x://host.dom/", "x4://host.dom/");

    pub(super) static UPPER_CASE_SCHEME = lint("upper-case-scheme", "2.1")
        .with_message("upper-case letters in scheme name: some programs compare scheme names byte for byte")
        .with_explanation("Scheme names are in lower case; programs should accept upper case, but some compare the names byte for byte.")
        .with_examples("HTTP://host.dom/", "http://host.dom/");

    pub(super) static WRAPPER_PREFIX = lint("wrapper-prefix", "Appendix")
        .with_message("scheme named `url`: Python and other software remove it as the prefix `URL:` of the Appendix")
        .with_explanation("The text is a URL of a scheme named `url`. Other software removes the prefix `URL:`, which the Appendix recommends in running text.")
        .with_examples("URL:http://host.dom/", "http://host.dom/");

    pub(super) static QUESTION_MARK_IN_USER = lint("question-mark-in-user", "3.1")
        .with_message("`?` in user name: RFC 3986 and WHATWG parsers end the authority here and connect to another host")
        .with_explanation("The user name of RFC 1738 may contain `?`. RFC 3986 and WHATWG parsers end the authority there, so that they connect to another host.")
        .with_examples("ftp://joe?x@host.dom/", "ftp://joe%3Fx@host.dom/");

    pub(super) static HOST_LIKE_USER = lint("host-like-user", "6")
        .with_message("user name looks like a host: readers, and parsers that end the authority early, mistake it for the host")
        .with_explanation("A user name that looks like a host makes readers, and parsers that end the authority early, believe that the URL leads there.")
        .with_examples("ftp://www.bank.com@host.dom/", "ftp://joe@host.dom/");

    pub(super) static LOCAL_HOST = lint("local-host", "6")
        .with_message("refers to the reader's own machine; SSRF filters look for it")
        .with_explanation("The URL leads to the reader's own machine. If a server follows it for a client, it reaches services that are not public.")
        .with_examples("http://localhost/", "http://host.dom/");

    pub(super) static MIXED_SCRIPTS = lint("mixed-scripts", "3.1")
        .with_message("label that mixes scripts: it may look like another name (UTS 39)")
        .with_explanation("A label that mixes scripts which no language mixes, such as Latin and Cyrillic, often imitates another name. Browsers show it as an A-label.")
        .with_examples("http://xn--pple-43d.dom/", "http://xn--bcher-kva.dom/");

    pub(super) static CONFUSABLE_NAME = lint("confusable-name", "3.1")
        .with_message("label that looks like one in another script (UTS 39)")
        .with_explanation("Each letter of the label looks like a Latin one, and the domain is not one of other letters, such as `.рф`.")
        .with_examples("http://xn--80ak6aa92e.dom/", "http://xn--80aswg.dom/");

    pub(super) static OCTAL_AMBIGUITY = lint("octal-ambiguity", "3.1")
        .with_message("leading zero in IPv4 address: inet_aton and WHATWG parsers read the number as octal")
        .with_explanation("RFC 1738 reads the number as decimal. Other software reads a number with a leading zero as octal and connects to another address.")
        .with_examples("http://0177.0.0.1/", "http://177.0.0.1/");

    pub(super) static ADDRESS_LOOKALIKE = lint("address-lookalike", "3.1")
        .with_message("host name looks like an IPv4 address: filters and parsers that check only the numbers accept it as one")
        .with_explanation("A host name whose labels are nearly all numbers is a name to RFC 1738, but filters and sloppy parsers that look at the first numbers take it for an address.")
        .with_examples("http://10.0.0.x/", "http://10.0.0.1/");

    pub(super) static PORT_LEADING_ZERO = lint("port-leading-zero", "3.1")
        .with_message("leading zero in port: some parsers reject it or read the port as octal")
        .with_explanation("The number is decimal, whatever zeros precede it. Some parsers reject the zeros or read an octal number.")
        .with_examples("http://host.dom:080/", "http://host.dom:80/");

    pub(super) static SPECIAL_ADDRESS = lint("special-address", "3.1")
        .with_message("private address (RFC 1918): it leads to another machine in every network")
        .with_explanation("The address belongs to a range for special use: loopback, private, link-local, multicast, documentation and others. It leads to another machine in every network or to none, and servers that fetch URLs for others must not follow it.")
        .with_examples("http://192.168.1.1/", "http://host.dom/");

    pub(super) static PORT_ZERO = lint("port-zero", "3.1")
        .with_message("no server listens on port 0: clients fail or choose another port")
        .with_explanation("Port 0 is reserved, and no server can listen on it. Clients fail or choose another port.")
        .with_examples("http://host.dom:0/", "http://host.dom/");

    pub(super) static RESERVED_PORT = lint("reserved-port", "6")
        .with_message("non-default port below 1024: it belongs to another protocol, and browsers block many of them (section 6)")
        .with_explanation("Ports below 1024 belong to other protocols, whose servers may read the request as commands: mail can be sent by a Gopher URL for port 25.")
        .with_examples("gopher://host.dom:25/1", "gopher://host.dom:70/1");

    pub(super) static NON_DEFAULT_PORT = lint("non-default-port", "6")
        .with_message("non-default port: another protocol may be listening there (section 6)")
        .with_explanation("A server of another protocol may be listening on this port and may read the request as its own commands.")
        .with_examples("http://host.dom:8080/", "http://host.dom/");

    /// User name that is empty, and not absent (section 3.2.1).
    pub static EMPTY_USER = lint("empty-user", "3.2.1")
        .with_message("an empty user name differs from none, but most clients log in as anonymous")
        .with_explanation("An empty user name is sent as `USER` with an empty argument. Without a user name the client logs in as anonymous.")
        .with_examples("ftp://@host.dom/", "ftp://host.dom/");
}
