//! The colons that may be a scheme's. Nearly no colon is, and nearly all time is spent on telling so.

use memchr::memchr;

/// How many bytes are looked at in one go, as the compiler makes vector instructions of it.
const LANES: usize = 32;
/// How near colons are where blocks are faster than a search for each.
const CROWD: usize = 128;
/// How many blocks without any colon are passed before a search for one is tried again.
const BLOCKS: usize = 16;

/// Returns the offset of the next colon that may end the name of a scheme, at `from` or after it.
///
/// The last byte of the text is reported if it is a colon, since it is unknown what follows it.
///
/// Where colons are rare, `memchr` is fastest. Where they crowd, as in source text, nearly all have a
/// blank or another colon after them, and whole blocks with such colons only are passed.
#[inline]
pub(crate) fn next(bytes: &[u8], from: usize) -> Option<usize> {
    let mut from = from;
    loop {
        let ahead = memchr(b':', bytes.get(from..)?)?;
        let colon = from.wrapping_add(ahead);
        let after = bytes.get(colon.wrapping_add(1)).copied();
        let last = colon.checked_sub(1).and_then(|last| bytes.get(last)).copied();
        if promises(last.unwrap_or_default(), after) {
            return Some(colon);
        }
        // The second of two colons has one before it.
        from = colon.wrapping_add(if after == Some(b':') { 2 } else { 1 });
        if ahead < CROWD {
            from = pass_blocks(bytes, from);
        }
    }
}

/// Returns the offset of the first of the next blocks with a colon in it that may be a scheme's, or of what follows
/// where colons have become rare.
#[inline]
fn pass_blocks(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    let mut crowded = true;
    while crowded {
        crowded = false;
        for _ in 0..BLOCKS {
            let Some([before, here, after]) = lanes(bytes, at) else { return at };
            let triples = before.iter().zip(here).zip(after);
            let (hit, any) = triples.fold((false, false), |(hit, any), ((before, here), after)| {
                let colon = *here == b':';
                (hit | (colon & may_promise(*before, *after)), any | colon)
            });
            if hit {
                return at;
            }
            crowded |= any;
            at = at.wrapping_add(LANES);
        }
    }
    at
}

/// Returns a block, and the same one byte earlier and one later: what is before and after each byte.
#[inline]
fn lanes(bytes: &[u8], at: usize) -> Option<[&[u8; LANES]; 3]> {
    let block = bytes.get(at.checked_sub(1)?..)?;
    Some([block.first_chunk()?, block.get(1..)?.first_chunk()?, block.get(2..)?.first_chunk()?])
}

/// What is true wherever [`promises`] is, in few instructions.
#[inline]
const fn may_promise(last: u8, after: u8) -> bool {
    // As signed numbers, letters are the largest and what is outside US-ASCII the smallest.
    let letter = (last | 0x20) as i8 > b'`' as i8;
    let filled = after as i8 > b' ' as i8;
    let labels = last | 0x20 == b'l';
    (after == b'/') | (letter & (after != b':') & (filled | labels))
}

/// Returns whether a colon between these bytes may end the name of a scheme, or the word `URL`.
#[inline]
fn promises(last: u8, after: Option<u8>) -> bool {
    // The last letters of the ten names, of `mid`, `cid` and `urn`, and of `URL`.
    let ends_name =
        matches!(last | 0x20, b'p' | b'o' | b's' | b'e' | b'r' | b't' | b'd' | b'n' | b'l');
    match after {
        None | Some(b'/') => true,
        Some(b':') => false,
        Some(0..=b' ' | 0x7f..) => matches!(last, b'l' | b'L'),
        Some(_) => ends_name,
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    #[test]
    fn no_block_hides_a_colon_that_promises() {
        for last in 0..=255 {
            for after in 0..=255 {
                let promises = promises(last, Some(after));
                assert!(may_promise(last, after) || !promises, "{last:#04x} {after:#04x}");
            }
        }
    }

    #[test]
    fn every_colon_that_promises_is_found_among_others() {
        let filling = "std::fmt, a:1, x: y, \u{e9}:\u{e9}, 12:30, ::";
        for width in 0..600 {
            let before: String = filling.chars().cycle().take(width).collect();
            for name in ["http://h/", "URL: ", "news:a.b", "Mailto:a@b"] {
                let text = alloc::format!("{before} {name} and more: 1:2, 3::4");
                let colon = before.len() + 1 + name.find(':').unwrap();
                assert_eq!(next(text.as_bytes(), 0), Some(colon), "{text}");
            }
        }
    }
}
