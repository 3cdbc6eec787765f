//! Encoding and decoding: every part of every scheme, every string of up to two octets.

use std::fs;

use proptest::{collection::vec, prelude::*};

use crate::held::parts::{PARTS, assert_encodes, parts};

// req: G-03, G-04, G-05, G-06
#[test]
fn every_string_of_one_or_two_octets_comes_back() {
    for part in parts() {
        assert_encodes(part, b"");
        for one in 0..=255 {
            assert_encodes(part, &[one]);
            for two in 0..=255 {
                assert_encodes(part, &[one, two]);
            }
        }
    }
}

#[test]
fn every_string_comes_back() {
    super::for_all(&vec(any::<u8>(), 0..40), |octets| {
        parts().for_each(|part| assert_encodes(part, &octets));
    });
}

/// No part is missing above: the sources declare these and no others.
#[test]
fn the_table_names_every_part() {
    let mut declared = Vec::new();
    for source in crate::sources::sources() {
        let text = fs::read_to_string(&source).expect("a source file is readable");
        let constants = text.lines().filter_map(|line| line.strip_prefix("pub const "));
        let parts = constants.filter_map(|line| line.split_once(": Part ="));
        declared.extend(parts.map(|(name, _)| name.to_owned()));
    }
    let mut listed: Vec<_> = PARTS.into_iter().map(|(name, _)| name).collect();
    declared.sort_unstable();
    listed.sort_unstable();
    assert_eq!(declared, listed);
}
