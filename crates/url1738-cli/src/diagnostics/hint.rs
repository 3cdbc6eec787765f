//! Hints for inputs that are not text: their likely format, and how to convert them.

/// Returns a hint on an input that begins like this, if it is compressed or not UTF-8. Without the hint, every line would
/// be reported, and no report would name the cause.
pub(crate) fn for_input(start: &[u8]) -> Option<&'static str> {
    Some(match start {
        [0x1F, 0x8B, ..] => "is gzip-compressed: decompress it first (gzip -dc)",
        [0x28, 0xB5, 0x2F, 0xFD, ..] => "is zstd-compressed: decompress it first (zstd -dc)",
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => "is xz-compressed: decompress it first (xz -dc)",
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..] => {
            "is bzip2-compressed: decompress it first (bzip2 -dc)"
        }
        [b'P', b'K', 3, 4, ..] => "is a zip archive: unpack it first",
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => {
            "is UTF-32: convert it to UTF-8 first (iconv -f UTF-32 -t UTF-8)"
        }
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => {
            "is UTF-16: convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)"
        }
        _ => match alternates(start)? {
            Zeros::Second => "is UTF-16: convert it to UTF-8 first (iconv -f UTF-16LE -t UTF-8)",
            Zeros::First => "is UTF-16: convert it to UTF-8 first (iconv -f UTF-16BE -t UTF-8)",
        },
    })
}

/// The byte of each pair that is zero.
enum Zeros {
    First,
    Second,
}

/// Recognizes US-ASCII in UTF-16 without a byte order mark: exactly every other byte is zero.
fn alternates(start: &[u8]) -> Option<Zeros> {
    let (pairs, _) = start.get(..start.len().min(32)).unwrap_or_default().as_chunks();
    let all = |zero: fn(&[u8; 2]) -> bool| pairs.len() >= 4 && pairs.iter().all(zero);
    if all(|[first, second]| *first != 0 && *second == 0) {
        Some(Zeros::Second)
    } else if all(|[first, second]| *first == 0 && *second != 0) {
        Some(Zeros::First)
    } else {
        None
    }
}
