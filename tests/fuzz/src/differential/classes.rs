//! The classes of difference.

use url1738::{Error, Escaped, Url, reading::Reading};

use super::{Case, Difference, Peer};

/// Why the readers differ.
pub(crate) struct Class {
    peers: &'static [Peer],
    /// The reason, in a phrase.
    reason: &'static str,
    holds: fn(&Case<'_>) -> bool,
}

impl Class {
    pub(crate) fn covers(&self, case: &Case<'_>) -> bool {
        self.peers.contains(&case.peer) && (self.holds)(case)
    }

    pub(crate) fn reason(&self) -> &'static str {
        self.reason
    }
}

const BOTH: &[Peer] = &[Peer::Whatwg, Peer::Rfc3986];
const WHATWG: &[Peer] = &[Peer::Whatwg];
const RFC3986: &[Peer] = &[Peer::Rfc3986];

/// The codes of errors for texts that both RFC 3986 and the WHATWG standard accept.
const REFUSED: &[&str] = &[
    // Rules of a single scheme: RFC 3986 has only the general syntax, and the WHATWG standard repairs web URLs and
    // accepts other schemes unchecked.
    "expected-delimiter",
    "unexpected-end",
    "empty",
    "credentials-not-allowed",
    "typecode",
    "typecode-case",
    "selector-control",
    "not-an-addr-spec",
    "mailto-headers",
    "mailto-list",
    "mailto-domain",
    "group-first-letter",
    "news-server",
    "telnet-path",
    "file-without-slashes",
    "file-port",
    "file-without-path",
    // In RFC 3986 a host is a reg-name of any length, with any label, escapes and `_`; in the other a domain by IDNA
    // or opaque. Both have addresses in brackets and empty ports.
    "empty-label",
    "label-hyphen",
    "label-too-long",
    "name-too-long",
    "top-label-digit",
    "group-count",
    "group-out-of-range",
    "ipv6-literal",
    "ipv6-unbracketed",
    "future-address",
    "bracketed-ipv4",
    "typecode-without-slash",
    "nntp-message-id",
    "nntp-path",
    "empty-port",
    // RFC 3986 allows ports of any length; the other reads them in opaque paths and in schemes without a port.
    "port-out-of-range",
    // Fragments, `~`, and other characters reserved in other places, or escaped.
    "fragment",
    "unexpected-byte",
];

/// The classes that concern only the WHATWG standard.
const REFUSED_OF_WHATWG: &[&str] = &[
    "angle-brackets",
    "international-name",
    // It keeps an invalid `%`.
    "bad-escape",
    // White space before a scheme name is trimmed there, so the names differ, or only `url` finds one.
    "wrong-scheme",
];

/// Returns whether the code of an error, or its group, is one of `codes`.
fn is_one_of(codes: &[&str], error: &Error) -> bool {
    codes.contains(&error.code()) || codes.contains(&error.info().group)
}

/// All classes. A new one needs a reason why the standards differ there.
pub(crate) const CLASSES: &[Class] = &[
    Class {
        peers: RFC3986,
        reason: "refused here, by rules that RFC 3986 does not have",
        holds: |case| matches!(case.difference, Difference::OnlyThere(error) if is_one_of(REFUSED, &error)),
    },
    Class {
        peers: WHATWG,
        reason: "refused here, by rules that the WHATWG standard does not have",
        holds: |case| matches!(case.difference, Difference::OnlyThere(error) if is_one_of(REFUSED, &error) || is_one_of(REFUSED_OF_WHATWG, &error)),
    },
    Class {
        peers: BOTH,
        reason: "a scheme name begins with a letter there (decision 3)",
        holds: |case| {
            case.difference == Difference::OnlyHere
                && !case.text.starts_with(|first: char| first.is_ascii_alphabetic())
        },
    },
    Class {
        peers: BOTH,
        reason: "an opaque text that begins with `//` has an authority there, whatever it is (decision 2)",
        holds: |case| opaque(case).is_some_and(|part| part.starts_with("//")),
    },
    Class {
        peers: WHATWG,
        reason: "schemes of the web have an authority there with any number of slashes, or none",
        holds: |case| opaque(case).is_some() && is_of_web(&case.here),
    },
    Class {
        peers: WHATWG,
        reason: "the default ports of the web's schemes are known there",
        holds: |case| {
            case.difference == Difference::Component("port")
                && is_of_web(&case.here)
                && case.here.port.is_none()
        },
    },
    Class {
        peers: BOTH,
        reason: "a raw `?` in user or password ends the authority there (decision 12)",
        holds: |case| {
            let login = case.url.as_ref().and_then(|url| url.login());
            login.is_some_and(|login| {
                [login.user(), login.password()]
                    .iter()
                    .flatten()
                    .any(|it| it.as_str().contains('?'))
            })
        },
    },
    Class {
        peers: BOTH,
        reason: "a raw `?` begins a query there, and is data here but in http and wais (decision 8)",
        holds: |case| match (case.difference, case.here.path.split_once('?')) {
            (Difference::Component("query"), Some((_, query))) => {
                let there = case.there.query.as_deref();
                case.here.query.is_none() && there.is_some_and(|there| same_octets(query, there))
            }
            (Difference::Component("path"), Some((path, _))) => {
                case.here.query.is_none() && case.there.query.is_some() && path == case.there.path
            }
            _ => false,
        },
    },
    Class {
        peers: WHATWG,
        reason: "a path is rewritten there: cut at a `?`, dot segments resolved, escaped ones too (decision 56), \
                 empty ones at the beginning of a file's dropped by `url`, an absent one made `/` (decisions 9, 21)",
        holds: |case| {
            case.difference == Difference::Component("path")
                && rewritten(&case.here).is_some_and(|path| same_octets(&path, &case.there.path))
        },
    },
    Class {
        peers: WHATWG,
        reason: "it escapes more characters than it has to, of users, passwords and queries",
        holds: |case| match case.difference {
            Difference::Component(name @ ("user" | "password" | "query" | "path")) => {
                let part = |reading: &Reading| reading.component(name);
                match (part(&case.here), part(&case.there)) {
                    (Some(here), Some(there)) => here != there && same_octets(&here, &there),
                    _ => false,
                }
            }
            _ => false,
        },
    },
    Class {
        peers: WHATWG,
        reason: "an empty user is an absent one there (decision 13)",
        holds: |case| {
            let empty = |part: &Option<String>| part.as_deref() == Some("");
            let (here, there) = (&case.here, &case.there);
            match case.difference {
                Difference::Component("user") => empty(&here.user) && there.user.is_none(),
                Difference::Component("password") => {
                    empty(&here.password) && there.password.is_none()
                }
                _ => false,
            }
        },
    },
    Class {
        peers: WHATWG,
        reason: "numbers that begin with 0 are octal there (decision 17)",
        holds: |case| {
            let host = case.here.host.as_deref().unwrap_or_default();
            let is_number =
                !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            let octal = host.split('.').any(|group| group.len() > 1 && group.starts_with('0'));
            let differs =
                matches!(case.difference, Difference::OnlyHere | Difference::Component("host"));
            differs && is_number && octal
        },
    },
    Class {
        peers: WHATWG,
        reason: "a label that begins with `xn--` is Punycode there, and has to decode",
        holds: |case| {
            let host = case.here.host.as_deref().unwrap_or_default();
            case.difference == Difference::OnlyHere
                && host.split('.').any(|label| label.starts_with("xn--"))
        },
    },
    Class {
        peers: WHATWG,
        reason: "a drive letter takes the host of a file away there",
        holds: |case| {
            case.difference == Difference::Component("host")
                && case.here.scheme == "file"
                && case.there.host.is_none()
                && begins_with_drive(&case.here.path)
        },
    },
    Class {
        peers: WHATWG,
        reason: "the host of a scheme that it does not define keeps its case there",
        holds: |case| {
            let there = case.there.host.as_ref().map(|host| host.to_ascii_lowercase());
            case.difference == Difference::Component("host") && case.here.host == there
        },
    },
    Class {
        peers: WHATWG,
        reason: "`localhost` is this machine there, in file",
        holds: |case| {
            case.difference == Difference::Component("host")
                && case.here.scheme == "file"
                && case.here.host.as_deref() == Some("localhost")
                && case.there.host.is_none()
        },
    },
];

/// Returns the text after the colon of a URL that is opaque here.
fn opaque<'t>(case: &Case<'t>) -> Option<&'t str> {
    match case.url {
        Some(Url::Other(url)) if url.login().is_none() => Some(url.schemepart().as_str()),
        Some(Url::Mailto(_) | Url::News(_)) => case.text.split_once(':').map(|(_, rest)| rest),
        _ => None,
    }
}

/// Whether the WHATWG standard knows the scheme, and RFC 1738 does not.
pub(super) fn is_of_web(reading: &Reading) -> bool {
    ["https", "ws", "wss"].contains(&reading.scheme.as_str())
}

fn same_octets(one: &str, other: &str) -> bool {
    Escaped::new_validated(one).decode() == Escaped::new_validated(other).decode()
}

fn is_dots(segment: &str) -> bool {
    matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "." | "..")
}

/// `C:`, or `C|`.
fn is_drive(segment: &str) -> bool {
    matches!(segment.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// Whether a drive letter is the first segment of a path at any time while its dot segments are resolved.
fn begins_with_drive(path: &str) -> bool {
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    let mut depth = 0_usize;
    path.split('/').skip(1).any(|segment| {
        match segment.to_ascii_lowercase().replace("%2e", ".").as_str() {
            "." => {}
            ".." => depth = depth.saturating_sub(1),
            _ if depth == 0 && is_drive(segment) => return true,
            _ => depth += 1,
        }
        false
    })
}

/// Returns the path as the WHATWG standard writes it, without its escapes; `None` if it does not change.
fn rewritten(here: &Reading) -> Option<String> {
    let cut = here.query.is_none().then(|| here.path.split_once('?')).flatten();
    let path = cut.map_or(here.path.as_str(), |(path, _)| path);
    if path.is_empty() && here.host.is_some() {
        return Some("/".to_owned());
    }
    let mut resolved: Vec<&str> = Vec::new();
    let mut open = false;
    for segment in path.strip_prefix('/')?.split('/') {
        open = is_dots(segment);
        match segment.to_ascii_lowercase().replace("%2e", ".").as_str() {
            "." => {}
            // A drive letter is never removed; in `url` not even one of another scheme.
            ".." if resolved.last().is_some_and(|last| is_drive(last)) => {}
            ".." => drop(resolved.pop()),
            _ => resolved.push(segment),
        }
    }
    if open {
        resolved.push("");
    }
    let path = resolved.join("/");
    Some(format!("/{}", if here.scheme == "file" { path.trim_start_matches('/') } else { &path }))
}
