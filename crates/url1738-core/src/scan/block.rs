//! Selects the type of block of this target.

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2", not(url1738_portable))))]
pub(crate) use super::portable::{Block, in_hosts, in_hosts_of_long, run};
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(url1738_portable)))]
pub(crate) use super::simd::{Block, in_hosts, in_hosts_of_long, run};

use super::{Class, LEN, swar::lanes_of};

impl Class {
    /// Returns the length of the longest prefix of `bytes` that such a part may contain: plain characters and complete
    /// escapes.
    ///
    /// The prefix ends before the first byte that is not in the class, or before a `%` without two hexadecimal digits.
    #[must_use]
    pub fn run(self, bytes: &[u8]) -> usize {
        run(self, bytes, 0, |_, _| ())
    }
}

/// Returns whether `bytes` contain `byte`, which must not be NUL.
///
/// Short texts are loaded from both ends: for example, the seven bytes of `motd%3B` are loaded as `motd` and `d%3B`. A
/// loop over them would end after a number of rounds that cannot be predicted.
#[inline]
pub(crate) fn has(bytes: &[u8], byte: u8) -> bool {
    if let (Some(head), Some(tail)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (head, tail) = (u64::from_le_bytes(*head), u64::from_le_bytes(*tail));
        lanes_of(head, byte) | lanes_of(tail, byte) != 0
            // Head and tail cover sixteen bytes. Only a longer text has others between them.
            || bytes.len() > 16 && has_inside(bytes, byte)
    } else if let (Some(head), Some(tail)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (head, tail) = (u32::from_le_bytes(*head), u32::from_le_bytes(*tail));
        lanes_of(u64::from(head) | u64::from(tail) << 32, byte) != 0
    } else {
        bytes.contains(&byte)
    }
}

/// Returns whether one of more than sixteen bytes is `byte`.
#[inline(never)]
fn has_inside(bytes: &[u8], byte: u8) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        if Block::at(bytes, at).has_any([byte]) {
            return true;
        }
        at += LEN;
    }
    false
}

#[cfg(test)]
mod tests {
    #![allow(clippy::arithmetic_side_effects, reason = "numbers of tests are small")]

    use alloc::vec::Vec;

    use super::*;
    use crate::{
        scan::{HostMasks, lowest, portable, portable::Block as Words},
        syntax::part::{FSEGMENT, GROUP, HOST, PORT, SCHEME, URLPATH, USER},
    };

    /// Returns texts of all lengths up to a block and a half, each with one of all byte values at a random position.
    fn texts() -> impl Iterator<Item = Vec<u8>> {
        let mut seed = 1738_u32;
        (0..=48_usize).flat_map(|len| (0..=255_u8).map(move |byte| (len, byte))).map(
            move |(len, byte)| {
                let mut random = || {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (seed >> 24) as u8
                };
                let mut text: Vec<u8> = (0..len).map(|_| random() & 0x7F | 0x20).collect();
                let place = usize::from(random()) % len.max(1);
                text.get_mut(place).into_iter().for_each(|slot| *slot = byte);
                text
            },
        )
    }

    #[test]
    fn simd_and_portable_blocks_agree() {
        let classes = [&FSEGMENT, &GROUP, &HOST, &PORT, &SCHEME, &URLPATH, &USER];
        for text in texts() {
            for at in [0, text.len() / 2, text.len().saturating_sub(1), text.len()] {
                let (block, words) = (Block::at(&text, at), Words::at(&text, at));
                let own = lowest(u32::try_from(text.len() - at).unwrap());
                // The end of the text belongs to no class.
                let with_end = own << 1 | 1;
                assert!(block.has_any(*b"%") | !words.has_any(*b"%"), "{text:?} {at}");
                assert_eq!(words.has_any(*b"%"), words.are(b'%') != 0, "{text:?} {at}");
                assert!(!block.has_any(*b"%") || text.contains(&b'%'), "{text:?} {at}");
                assert!(block.has_any(*b"%/") | !words.has_any(*b"%/"), "{text:?} {at}");
                let found = |byte: &u8| own & words.are(*byte) != 0;
                assert!(!b"?-".iter().any(found) | block.has_any(*b"?-"), "{text:?} {at}");
                for byte in *b"%/:@\xEF" {
                    assert_eq!(block.are(byte), words.are(byte), "{text:?} {at}");
                    assert_eq!(block.are(byte) & !own, 0, "{text:?} {at}");
                }
                for class in classes.map(|part| part.class) {
                    let (ours, theirs) = (block.foreign(class), words.foreign(class));
                    assert_eq!(ours & own, theirs & own, "{class:?} {text:?} {at}");
                }
                let (ours, theirs) =
                    (in_hosts(&text, at), portable::in_hosts_of_long(&text, at).unwrap());
                let first = |masks: HostMasks| (masks.outside & with_end).trailing_zeros();
                let inside = lowest(first(ours)) & own;
                let inner = |masks: HostMasks| [masks.dots, masks.hyphens];
                assert_eq!(first(ours), first(theirs), "{text:?} {at}");
                for (ours, theirs) in inner(ours).into_iter().zip(inner(theirs)) {
                    assert_eq!(ours & inside, theirs & inside, "{text:?} {at}");
                }
            }
        }
    }

    #[test]
    fn runs_agree_with_the_table() {
        for text in texts() {
            for part in [&FSEGMENT, &GROUP, &USER] {
                let class = part.class;
                let mut end = 0;
                while end < text.len() {
                    let hex = |by: usize| text.get(end + by).is_some_and(u8::is_ascii_hexdigit);
                    let escape = text[end] == b'%' && class.allows_escapes() && hex(1) && hex(2);
                    if !escape && !class.contains(text[end]) {
                        break;
                    }
                    end += 1;
                }
                let (mut ours, mut theirs) = (Vec::new(), Vec::new());
                let found = run(class, &text, 0, |at, digits| ours.push((at, digits)));
                assert_eq!(found, end, "{part:?} {text:?}");
                let found = portable::run(class, &text, 0, |at, digits| theirs.push((at, digits)));
                assert_eq!(found, end, "{part:?} {text:?}");
                assert_eq!(ours, theirs, "{part:?} {text:?}");
            }
        }
    }
}
