//! Bytes in blocks of 32 that are judged at once: what the reading of texts spends its time with.
//!
//! A [`Block`] answers with masks, in which the lowest bit stands for its first byte. Two do it, and tell
//! the same: [`vector`] by the instructions that every x86-64 processor has, [`words`] by arithmetic. What
//! stands behind the end of the text, the masks may tell or not; only in hosts the end is a byte that is outside,
//! and where a byte is looked for, which is not NUL, it never stands behind the end.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(url1738_portable)))]
mod vector;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2", not(url1738_portable)))))]
mod words;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(url1738_portable)))]
pub(crate) use vector::{Block, may_have};
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2", not(url1738_portable))))]
pub(crate) use words::{Block, may_have};

use crate::chars::Class;

/// How many bytes a block has.
pub(crate) const LEN: usize = 32;

/// The bits below the lowest one of `mask`; all where it has none.
#[inline(always)]
pub(crate) const fn below_first(mask: u32) -> u32 {
    mask.wrapping_sub(1) & !mask
}

/// What the bytes of a block are in a host.
#[derive(Clone, Copy)]
pub(crate) struct HostMasks {
    /// The bytes that no host holds, the end of the text among them.
    pub(crate) outside: u32,
    pub(crate) dots: u32,
    pub(crate) hyphens: u32,
    pub(crate) letters: u32,
}

/// The lowest `count` bits.
#[inline(always)]
pub(crate) fn lowest(count: u32) -> u32 {
    1_u32.checked_shl(count).map_or(u32::MAX, |bit| bit.wrapping_sub(1))
}

/// Where the longest run ends that begins at `at` and that a part of `class` may hold: plain characters and
/// whole escapes, which it tells: where the `%` stands, and the two digits.
///
/// Inlined, as a class that the compiler knows costs an instruction for each character it lacks.
#[inline(always)]
pub(crate) fn run(
    class: Class,
    bytes: &[u8],
    at: usize,
    mut escape: impl FnMut(usize, [u8; 2]),
) -> usize {
    let mut start = at;
    loop {
        let block = Block::at(bytes, start);
        let foreign = block.foreign(class);
        // Few runs hold any: where they stand is asked only then.
        if class.allows_escapes() && block.has(b'%') {
            let percents = block.are(b'%') & below_first(foreign);
            if let Some(end) = bad_escape(bytes, start, percents, &mut escape) {
                return end;
            }
        }
        if foreign != 0 {
            return start.wrapping_add(foreign.trailing_zeros() as usize).min(bytes.len());
        }
        start = start.wrapping_add(LEN);
        // A branch, although the end could have a bit in the mask: most runs end here, and what comes next
        // need not wait for the mask.
        if start >= bytes.len() {
            return bytes.len();
        }
    }
}

/// The first of the `percents` that two hexadecimal digits do not follow.
#[inline]
fn bad_escape(
    bytes: &[u8],
    start: usize,
    mut percents: u32,
    escape: &mut impl FnMut(usize, [u8; 2]),
) -> Option<usize> {
    while percents != 0 {
        let at = start.wrapping_add(percents.trailing_zeros() as usize);
        match bytes.get(at..) {
            Some([_, a, b, ..]) if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                escape(at, [*a, *b]);
            }
            _ => return Some(at),
        }
        percents &= percents.wrapping_sub(1);
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::arithmetic_side_effects, reason = "numbers of tests are small")]

    use alloc::vec::Vec;

    use super::{words::Block as Words, *};
    use crate::part::{FSEGMENT, GROUP, HOST, PORT, Part, SCHEME, URLPATH, USER};

    /// Texts of all lengths up to a block and a half, with every byte at every kind of place.
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
    fn the_two_blocks_tell_the_same() {
        let classes = [&FSEGMENT, &GROUP, &HOST, &PORT, &SCHEME, &URLPATH, &USER];
        for text in texts() {
            for at in [0, text.len() / 2, text.len().saturating_sub(1), text.len()] {
                let (block, words) = (Block::at(&text, at), Words::in_long(&text, at).unwrap());
                let own = lowest(u32::try_from(text.len() - at).unwrap());
                // The end belongs nowhere.
                let with_end = own << 1 | 1;
                assert!(block.has(b'%') | !words.has(b'%'), "{text:?} {at}");
                assert_eq!(words.has(b'%'), words.are(b'%') != 0, "{text:?} {at}");
                assert!(!block.has(b'%') || text.contains(&b'%'), "{text:?} {at}");
                assert!(block.has_any(*b"%/") | !words.has_any(*b"%/"), "{text:?} {at}");
                let found = |byte: &u8| own & words.are(*byte) != 0;
                assert!(!b"?-".iter().any(found) | block.has_any(*b"?-"), "{text:?} {at}");
                for byte in *b"%/:@" {
                    assert_eq!(block.are(byte), words.are(byte), "{text:?} {at}");
                    assert_eq!(block.are(byte) & !own, 0, "{text:?} {at}");
                }
                for class in classes.map(Part::class) {
                    let (ours, theirs) = (block.foreign(class), words.foreign(class));
                    assert_eq!(ours & own, theirs & own, "{class:?} {text:?} {at}");
                }
                let (ours, theirs) = (block.in_hosts(), words.in_hosts());
                let inside = own & !ours.outside;
                let told = |masks: HostMasks| [masks.dots, masks.hyphens, masks.letters];
                assert_eq!(ours.outside & with_end, theirs.outside & with_end, "{text:?} {at}");
                for (ours, theirs) in told(ours).into_iter().zip(told(theirs)) {
                    assert_eq!(ours & inside, theirs & inside, "{text:?} {at}");
                }
            }
        }
    }

    #[test]
    fn what_is_there_is_not_missed() {
        let few = texts().step_by(7).map(|text| [&b"a"[..], &text, &text, &text].concat());
        for text in few {
            for from in [1, 2, text.len().div_ceil(2), text.len()] {
                let rest = text.get(from..).unwrap_or_default();
                let slashed =
                    text.windows(2).skip(from - 1).any(|two| two == b"//" || two == b"/.");
                for byte in *b"%-?" {
                    let found = rest.contains(&byte);
                    let told = may_have(&text, from, [byte, b'|'], false);
                    assert!(told | !(found | rest.contains(&b'|')), "{text:?} {from}");
                    assert!(
                        may_have(&text, from, [byte], true) | !(found | slashed),
                        "{text:?} {from}"
                    );
                    assert_eq!(
                        words::may_have(&text, from, [byte], false),
                        found,
                        "{text:?} {from}"
                    );
                    let exactly = words::may_have(&text, from, [byte], true);
                    assert_eq!(exactly, found | slashed, "{text:?} {from}");
                }
            }
        }
        // Most texts have none of it.
        let plain = [b'a'; 300];
        assert!((17..300).all(|len| !may_have(plain.get(..len).unwrap(), 1, *b"%-?", true)));
    }

    #[test]
    fn a_run_is_what_the_table_says() {
        for text in texts() {
            for part in [&FSEGMENT, &GROUP, &USER] {
                let class = part.class();
                let mut end = 0;
                while end < text.len() {
                    let hex = |by: usize| text.get(end + by).is_some_and(u8::is_ascii_hexdigit);
                    let escape = text[end] == b'%' && class.has(b'%') && hex(1) && hex(2);
                    if !escape && !class.contains(text[end]) {
                        break;
                    }
                    end += 1;
                }
                assert_eq!(run(class, &text, 0, |_, _| ()), end, "{part:?} {text:?}");
            }
        }
    }
}
