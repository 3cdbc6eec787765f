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

#[cfg(test)]
mod tests {
    use super::for_input;

    #[test]
    fn formats_are_recognized_by_their_first_bytes() {
        let utf16 = |text: &str, to: fn(u16) -> [u8; 2]| -> Vec<u8> {
            text.encode_utf16().flat_map(to).collect()
        };
        let cases: [(&[u8], &str); 9] = [
            (b"\x1f\x8b\x08\0", "gzip"),
            (b"\x28\xb5\x2f\xfd\x04", "zstd"),
            (b"\xfd7zXZ\0\0", "xz"),
            (b"BZh91AY&SY", "bzip2"),
            (b"PK\x03\x04", "zip"),
            (b"\xff\xfe\0\0h\0\0\0", "UTF-32"),
            (&utf16("\u{feff}http://h/\n", u16::to_le_bytes), "UTF-16"),
            (&utf16("http://h/\n", u16::to_le_bytes), "UTF-16LE"),
            (&utf16("http://h/\n", u16::to_be_bytes), "UTF-16BE"),
        ];
        for (start, name) in cases {
            assert!(for_input(start).is_some_and(|hint| hint.contains(name)), "{name}");
        }
        for text in ["", "http://h/\n", "\u{feff}http://h/", "BZh9", "a\0b", "\0\0\0\0\0\0\0\0\0"] {
            assert_eq!(for_input(text.as_bytes()), None, "{text:?}");
        }
    }
}
