//! The colons that may end the name of a scheme. Most do not; rejecting them is the hot loop.

use memchr::memchr;

/// How many bytes are looked at in one go, as the compiler makes vector instructions of it.
const LANES: usize = 32;
/// The same with the byte before the block and the one after it.
const AROUND: usize = 34;
/// How near colons are if blocks are faster than a search for each.
const CROWD: usize = 128;
/// How many blocks without any colon are passed before the search for one is tried again.
const BLOCKS: usize = 16;

/// Returns the offset of the next colon that may end the name of a scheme, at `from` or after it.
///
/// The last byte of the text is reported if it is a colon, since it is unknown what follows it.
///
/// If colons are rare, `memchr` is fastest. In source text they crowd, and a search that stops at each of them is predicted
/// wrongly at each: there, blocks without a promising colon are passed. Without blocks, extract-few of the benchmark takes
/// 1.5 times as long. In this text, the search stops at the colon of `std::fmt`, sees that it is none of a scheme, and
/// passes one block after the other up to that with `http`, since no colon in them is between a letter and a graphic byte:
///
/// ```text
/// std::fmt, "a": 1, "b": 2, f(x): y, 12:30, ... see http://host.dom/
/// ```
#[inline]
pub(crate) fn next(bytes: &[u8], from: usize) -> Option<usize> {
    let mut from = from;
    loop {
        let ahead = memchr(b':', bytes.get(from..)?)?;
        let colon = from + ahead;
        let before = if colon == 0 { 0 } else { bytes[colon - 1] };
        if bytes.get(colon + 1).is_none_or(|after| promises(before, *after)) {
            return Some(colon);
        }
        from = colon + 1;
        if ahead < CROWD {
            from = pass_blocks(bytes, from);
        }
    }
}

/// Passes blocks in which no colon may be a scheme's, as long as colons crowd, and returns the offset after them.
#[inline]
fn pass_blocks(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    let mut crowded = true;
    while crowded {
        crowded = false;
        for _ in 0..BLOCKS {
            // The bytes before and after each byte of a block are the same block one byte earlier and one later.
            let Some(block) = bytes[at - 1..].first_chunk::<AROUND>() else { return at };
            let triples = block[..LANES].iter().zip(&block[1..=LANES]).zip(&block[2..]);
            let (hit, any) = triples.fold((false, false), |(hit, any), ((before, here), after)| {
                let colon = *here == b':';
                (hit | (colon & promises(*before, *after)), any | colon)
            });
            if hit {
                return at;
            }
            crowded |= any;
            at += LANES;
        }
    }
    at
}

/// Returns whether a colon between these bytes may end the name of a scheme, or the word `URL`: a slash is after it, or a
/// letter before it and a graphic byte or one outside US-ASCII after it. After an `l` any byte will do: `URL: http://h/`.
///
/// It has no branches. `B | 0x20` is `b`, 98, which is above 96; `9 | 0x20` is 57. As a signed number a byte outside US-ASCII is
/// less.
#[inline]
const fn promises(before: u8, after: u8) -> bool {
    let letter = (before | 0x20) as i8 > b'`' as i8;
    let filled = after > b' ';
    let labels = before | 0x20 == b'l';
    (after == b'/') | (letter & (after != b':') & (filled | labels))
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    #[test]
    fn every_colon_that_promises_is_found_among_others() {
        let filling = "std::fmt, 9:1, x: y, \u{e9}:\u{e9}, 12:30, ::";
        for width in 0..600 {
            let before: String = filling.chars().cycle().take(width).collect();
            for name in ["http://h/", "URL: ", "news:a.b", "Mailto:a@b", "mailto:\u{f6}@b"] {
                let text = alloc::format!("{before} {name} and more: 1:2, 3::4");
                let colon = before.len() + 1 + name.find(':').unwrap();
                assert_eq!(next(text.as_bytes(), 0), Some(colon), "{text}");
            }
        }
    }

    #[test]
    fn a_colon_right_after_another_is_found() {
        for (text, colon) in [("9:a:b", 3), ("9::/", 2)] {
            let text = alloc::format!("{text}{:-<80}", "");
            assert_eq!(next(text.as_bytes(), 0), Some(colon), "{text}");
        }
    }
}
