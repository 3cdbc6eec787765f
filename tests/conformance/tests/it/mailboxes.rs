//! The mailto automaton compared with RFC 822's addr-spec, which separate code reads from the decoded text.

use crate::oracle_of;
use url1738_conformance::{
    oracle::{Verdict, decoded},
    suite::{self, Effort},
};

/// Whether `octets` are one addr-spec without comments, folding, routes and groups, at a
/// host of section 3.1 or in a domain literal.
fn is_addr_spec(octets: &[u8]) -> bool {
    let Some(rest) = local_part(octets) else { return false };
    let Some(domain) = rest.strip_prefix(b"@") else { return false };
    match domain {
        [b'[', literal @ .., b']'] => quoted(literal, b"[]\\\r").is_some_and(<[u8]>::is_empty),
        _ => core::str::from_utf8(domain).is_ok_and(is_host),
    }
}

/// Returns the text after the words at the beginning.
fn local_part(octets: &[u8]) -> Option<&[u8]> {
    let rest = match octets {
        [b'"', inner @ ..] => quoted(inner, b"\"\\\r")?.strip_prefix(b"\"")?,
        _ => {
            let atom = |byte: &u8| byte.is_ascii_graphic() && !b"()<>@,;:\\\".[]".contains(byte);
            let len = octets.iter().take_while(|byte| atom(byte)).count();
            if len == 0 {
                return None;
            }
            &octets[len..]
        }
    };
    match rest {
        [b'.', more @ ..] => local_part(more),
        _ => Some(rest),
    }
}

/// Returns the text after a run of quoted pairs and of US-ASCII except `stops`.
fn quoted<'a>(octets: &'a [u8], stops: &[u8]) -> Option<&'a [u8]> {
    match octets {
        [b'\\', any, rest @ ..] if any.is_ascii() => quoted(rest, stops),
        [byte, rest @ ..] if byte.is_ascii() && !stops.contains(byte) => quoted(rest, stops),
        _ => Some(octets),
    }
}

fn is_host(host: &str) -> bool {
    let labels: Vec<&str> = host.split('.').collect();
    let is_label = |label: &&str| {
        let inner = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        inner && !label.is_empty() && !label.starts_with('-') && !label.ends_with('-')
    };
    let is_group = |label: &&str| {
        let digits = label.bytes().all(|byte| byte.is_ascii_digit());
        digits
            && !label.is_empty()
            && label.trim_start_matches('0').parse().unwrap_or(0_u64) <= 255
            && label.trim_start_matches('0').len() <= 3
    };
    let name = labels.iter().all(|label| is_label(label) && label.len() <= 63)
        && labels.last().is_some_and(|top| top.starts_with(|c: char| c.is_ascii_alphabetic()))
        && host.len() <= 255;
    name || (labels.len() == 4 && labels.iter().all(is_group))
}

#[test]
fn mailto_takes_exactly_the_texts_that_decode_to_an_addr_spec() {
    let oracle = oracle_of("mailto");
    let (mut valid, mut refused) = (0, 0);
    let mut judge = |text: &[u8]| {
        let verdict = oracle.judge(text, &mut Vec::new()).verdict;
        if verdict == Verdict::Bnf {
            return;
        }
        let address = decoded(&text[b"mailto:".len()..]);
        assert_eq!(verdict == Verdict::Valid, is_addr_spec(&address), "{}", text.escape_ascii());
        *(if verdict == Verdict::Valid { &mut valid } else { &mut refused }) += 1;
    };
    suite::run(oracle, Effort::Quick, &mut |_, text| judge(text));
    // Every octet, raw and escaped, in every place with a rule for octets.
    for octet in 0..=255_u8 {
        for form in [
            "X@h",
            "aX@h",
            "a.X@h",
            "aX.b@h",
            "%22X%22@h",
            "%22%5CX%22@h",
            "%22a%22X@h",
            "a@X",
            "a@hX",
            "a@hX1",
            "a@1.2.3.X",
            "a@1.2.3.1X",
            "a@1.2.3.4X",
            "a@h.X",
            "a@%5BX%5D",
            "a@%5B%5CX%5D",
            "a@%5B%5DX",
            "aXh",
            "%22%5C%22X@h",
            "X",
        ] {
            let mut spellings = vec![format!("%{octet:02X}"), format!("%{octet:02x}")];
            spellings.extend(octet.is_ascii_graphic().then(|| char::from(octet).to_string()));
            for spelling in spellings {
                judge(format!("mailto:{}", form.replace('X', &spelling)).as_bytes());
            }
        }
    }
    assert!(valid > 2000 && refused > 10_000, "{valid} {refused}");
}
