//! Percent encoding and decoding of strings of 48 bytes, against the percent-encoding crate as its front
//! page uses it.

use std::{borrow::Cow, hint::black_box};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, percent_encode};
use url1738::{Escaped, ftp::FSEGMENT};

use super::OURS;
use crate::{
    corpus::{Random, leak},
    race::Candidate,
};

const COUNT: usize = 20_000;
const LEN: usize = 48;

/// The bytes that must be escaped in an FTP path segment.
const FSEGMENT_SET: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'#')
    .add(b'%')
    .add(b'{')
    .add(b'}')
    .add(b'|')
    .add(b'\\')
    .add(b'^')
    .add(b'~')
    .add(b'[')
    .add(b']')
    .add(b'`')
    .add(b'/')
    .add(b';');

pub(super) fn decode(percent: u64) -> Vec<Candidate> {
    let strings: Vec<&'static str> =
        octets(percent).iter().map(|octets| leak(FSEGMENT.encode(octets).into_owned())).collect();
    let strings: &'static [&'static str] = Vec::leak(strings);
    vec![
        Candidate::new(OURS, strings, |text| {
            !black_box(Escaped::new_validated(text).decode()).is_empty()
        }),
        Candidate::new("percent-encoding, collected", strings, |text| {
            !black_box(percent_decode_str(text).collect::<Vec<u8>>()).is_empty()
        }),
        Candidate::new("percent-encoding, as a Cow", strings, |text| {
            !black_box(Cow::<[u8]>::from(percent_decode_str(text))).is_empty()
        }),
    ]
}

pub(super) fn encode(percent: u64) -> Vec<Candidate> {
    let strings = octets(percent);
    vec![
        Candidate::new(OURS, strings, |octets| !black_box(FSEGMENT.encode(octets)).is_empty()),
        Candidate::new("percent-encoding, to_string", strings, |octets| {
            !black_box(percent_encode(octets, FSEGMENT_SET).to_string()).is_empty()
        }),
        Candidate::new("percent-encoding, as a Cow", strings, |octets| {
            !black_box(Cow::<str>::from(percent_encode(octets, FSEGMENT_SET))).is_empty()
        }),
    ]
}

/// Returns strings of which this percentage of octets needs an escape, adjacent in memory: their addresses must not
/// depend on earlier races.
fn octets(percent: u64) -> &'static [&'static [u8]] {
    const PLAIN: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    const OTHERS: &[u8] = b" ~/%\xE9\"#\xC3";
    let mut random = Random(1738);
    let mut one = |set: &[u8]| {
        let index = usize::try_from(random.below(set.len() as u64)).unwrap_or_default();
        set[index]
    };
    let mut shares = Random(805);
    let octet = |_| if shares.below(100) < percent { one(OTHERS) } else { one(PLAIN) };
    let all: &'static [u8] = Vec::leak((0..LEN * COUNT).map(octet).collect());
    Vec::leak(all.chunks(LEN).collect())
}
