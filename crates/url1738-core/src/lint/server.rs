//! The lints of the scheme name and of the server: user, host and port.

use core::net::Ipv6Addr;

use super::list::{Lints, byte};
use crate::{
    syntax::{
        address::decimal,
        escaped::Escaped,
        part::{HOST, PartSpan},
        span::Span,
    },
    url::host::Host,
};

/// Returns whether no lint is about this scheme name.
#[inline]
pub(super) const fn is_ordinary(name: &str) -> bool {
    matches!(name.as_bytes(), [b'a'..=b'z', ..]) && !matches!(name.as_bytes(), b"url")
}

#[inline]
pub(super) fn scheme(at: PartSpan, written: &str, lints: &mut Lints) {
    if !written.starts_with(|c: char| c.is_ascii_alphabetic()) {
        lints.push(
            at,
            "scheme-first-char",
            "scheme name does not begin with a letter: RFC 3986 and WHATWG parsers read a relative reference",
        );
    }
    if written.bytes().any(|byte| byte.is_ascii_uppercase()) {
        lints.push(
            at,
            "upper-case-scheme",
            "upper-case letters in scheme name: some programs compare scheme names byte for byte",
        );
    }
    if written.eq_ignore_ascii_case("url") {
        lints.push(
            at,
            "wrapper-prefix",
            "scheme named `url`: Python and other software remove it as the prefix `URL:` of the Appendix",
        );
    }
}

#[inline]
pub(super) fn user(at: PartSpan, written: &str, lints: &mut Lints) {
    if let Some(found) = written.find('?') {
        lints.push(
            byte(at, found),
            "question-mark-in-user",
            "`?` in user name: RFC 3986 and WHATWG parsers end the authority here and connect to another host",
        );
    }
    if is_host_like(&Escaped::new_validated(written).decode()) {
        lints.push(
            at,
            "host-like-user",
            "user name looks like a host: readers, and parsers that end the authority early, mistake it for the host",
        );
    }
    if written.is_empty() {
        lints.push(
            at,
            "empty-user",
            "an empty user name differs from none, but most clients log in as anonymous",
        );
    }
}

/// Returns whether a user name looks like a host: `www.bank.com`, or any name with a dot before a character that ends
/// a host in other software.
#[inline]
fn is_host_like(user: &[u8]) -> bool {
    let end = user.iter().position(|octet| b"/:?#".contains(octet));
    let name = user.get(..end.unwrap_or(user.len())).unwrap_or_default();
    let lure =
        end.is_some() || name.get(..4).is_some_and(|head| head.eq_ignore_ascii_case(b"www."));
    lure && name.contains(&b'.')
        && core::str::from_utf8(name).is_ok_and(|name| Host::parse(name).is_ok())
}

#[inline(never)]
pub(super) fn host(at: PartSpan, text: &str, lints: &mut Lints) {
    let written = at.span.slice(text);
    let local = if written.starts_with(|c: char| c.is_ascii_digit()) {
        numbers(at, text, lints);
        written.starts_with("127.") && is_numeric(written) || written == "0.0.0.0"
    } else {
        is_localhost(written)
    };
    if local {
        lints.push(
            at,
            "local-host",
            "refers to the reader's own machine; SSRF filters look for it",
        );
    }
    if let Some(message) = special_address(written) {
        lints.push(at, "special-address", message);
    }
}

/// Returns whether a name is `localhost` or below it (RFC 6761, section 6.3).
#[inline]
fn is_localhost(name: &str) -> bool {
    let (before, last) =
        name.rsplit_once('.').map_or((None, name), |(head, tail)| (Some(head), tail));
    last.eq_ignore_ascii_case("localhost") && before != Some("")
}

impl Lints {
    /// Adds the lints of a host in opaque text.
    #[inline]
    pub(crate) fn host_of_opaque(&mut self, span: Span, text: &str) {
        let at = PartSpan { part: &HOST, span };
        let written = span.slice(text);
        if is_localhost(written) {
            self.push(
                at,
                "local-host",
                "refers to the reader's own machine; SSRF filters look for it",
            );
        }
        let address = written.parse().ok().and_then(special_ipv6);
        if let Some(message) = address.or_else(|| special_address(written)) {
            self.push(at, "special-address", message);
        }
    }
}

/// Returns the message about an address of a special range of the IANA registry (RFC 6890), or `None` for any other
/// host.
#[inline]
fn special_address(host: &str) -> Option<&'static str> {
    if !is_numeric(host) {
        return None;
    }
    let mut groups = host.split('.').map(|group| decimal(group.as_bytes()));
    let mut group = || groups.next().flatten();
    special_ipv4([group()?, group()?, group()?, group()?])
}

#[inline]
fn special_ipv4(groups: [u32; 4]) -> Option<&'static str> {
    Some(match groups {
        [0, ..] => "address of this network (RFC 1122): it names no other machine",
        [127, ..] => "loopback address (RFC 1122): it leads to the reader's own machine",
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] => {
            "private address (RFC 1918): it leads to another machine in every network"
        }
        [100, 64..=127, ..] => {
            "shared address (RFC 6598): it leads to another machine in every provider's network"
        }
        [169, 254, ..] => {
            "link-local address (RFC 3927): it leads to a machine nearby, or to the metadata of a cloud"
        }
        [192, 0, 0, _] => "address of protocols (RFC 6890): no ordinary machine has it",
        [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] => {
            "documentation address (RFC 5737): no machine has it"
        }
        [198, 18 | 19, ..] => "benchmark address (RFC 2544): no machine in the Internet has it",
        [224..=239, ..] => {
            "multicast address (RFC 5771): it names a group, and TCP cannot connect to it"
        }
        [240..=255, ..] => "reserved address (RFC 1112): no machine has it",
        _ => return None,
    })
}

/// Like [`special_address`], but for IPv6. An address that embeds an IPv4 address leads where that leads.
#[inline]
fn special_ipv6(address: Ipv6Addr) -> Option<&'static str> {
    if let Some(embedded) = address.to_ipv4_mapped() {
        return special_ipv4(embedded.octets().map(u32::from));
    }
    Some(match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0] => "unspecified address (RFC 4291): it names no other machine",
        [0, 0, 0, 0, 0, 0, 0, 1] => {
            "loopback address (RFC 4291): it leads to the reader's own machine"
        }
        [0xFC00..=0xFDFF, ..] => {
            "unique local address (RFC 4193): it leads to another machine in every network"
        }
        [0xFE80..=0xFEBF, ..] => "link-local address (RFC 4291): it leads to a machine nearby",
        [0xFF00..=0xFFFF, ..] => {
            "multicast address (RFC 4291): it names a group, and TCP cannot connect to it"
        }
        [0x2001, 0xDB8, ..] | [0x3FFF, 0..=0x0FFF, ..] => {
            "documentation address (RFC 3849, RFC 9637): no machine has it"
        }
        _ => return None,
    })
}

/// Adds the lints of a host that begins with a digit.
#[inline]
fn numbers(at: PartSpan, text: &str, lints: &mut Lints) {
    let written = at.span.slice(text);
    if is_numeric(written) {
        for span in at.span.split(text, b'.') {
            if span.len() > 1 && span.slice(text).starts_with('0') {
                lints.push(
                    PartSpan { span, ..at },
                    "octal-ambiguity",
                    "leading zero in IPv4 address: inet_aton and WHATWG parsers read the number as octal",
                );
            }
        }
        return;
    }
    let is_number = |label: &str| is_numeric(label) && decimal(label.as_bytes()).is_some();
    let mut labels = written.rsplit('.').skip(1);
    let mut number = || labels.next().is_some_and(is_number);
    if number() && number() && number() && labels.next().is_none() {
        lints.push(
            at,
            "address-lookalike",
            "host name looks like an IPv4 address: filters and parsers that check only the numbers accept it as one",
        );
    }
}

#[inline]
fn is_numeric(host: &str) -> bool {
    host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

#[inline]
pub(super) fn port(at: PartSpan, written: &str, default: Option<u16>, lints: &mut Lints) {
    let value = decimal(written.as_bytes()).and_then(|value| u16::try_from(value).ok());
    match value {
        Some(0) => lints.push(at, "port-zero", "no server listens on port 0: clients fail or choose another port"),
        _ if default.is_none() || value == default => {}
        Some(1..1024) => lints.push(
            at,
            "reserved-port",
            "non-default port below 1024: it belongs to another protocol, and browsers block many of them (section 6)",
        ),
        _ => lints.push(
            at,
            "non-default-port",
            "non-default port: another protocol may be listening there (section 6)",
        ),
    }
    if written.len() > 1 && written.starts_with('0') {
        lints.push(
            at,
            "port-leading-zero",
            "leading zero in port: some parsers reject it or read the port as octal",
        );
    }
}
