//! What is suggested for a name or an input that is not what it should be.

use url1738::syntax::part::SCHEME;

/// Returns the name that is closest to a misspelled one: that differs only in case or in `_` for `-`, is few edits away for
/// its length, or has the same words in another order.
pub(crate) fn name<'n>(
    name: &str,
    names: impl Clone + Iterator<Item = &'n str>,
) -> Option<&'n str> {
    let name = name.to_ascii_lowercase().replace('_', "-");
    let words = |name: &str| {
        let mut words: Vec<String> = name.split('-').map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    let allowed = ((name.len() + 1) / 3).clamp(1, 3);
    names
        .clone()
        .filter(|known| known.len().abs_diff(name.len()) <= allowed)
        .map(|known| (strsim::osa_distance(&name, known), known))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
        .or_else(|| names.clone().find(|known| words(known) == words(&name)))
}

/// Returns what an input is that begins like this, and what to do about it, if it is not text in UTF-8. What the program
/// decompresses has been decompressed.
pub(crate) fn for_input(start: &[u8]) -> Option<&'static str> {
    Some(match start {
        [b'P', b'K', 3, 4, ..] => "is a zip archive: unpack it first",
        [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => "is a 7z archive: unpack it first (7z x)",
        [b'R', b'a', b'r', b'!', 0x1A, 7, ..] => "is a RAR archive: unpack it first",
        [0x1F, 0x9D, ..] => "is compressed by compress: decompress it first (gzip -dc)",
        [4, 0x22, 0x4D, 0x18, ..] => "is lz4-compressed: decompress it first (lz4 -dc)",
        [0x5D, 0, 0, ..] => "is lzma-compressed: decompress it first (xz -dc)",
        [b'L', b'Z', b'I', b'P', 1, ..] => "is lzip-compressed: decompress it first (lzip -dc)",
        _ if start.get(257..262) == Some(b"ustar") => "is a tar archive: unpack it first (tar -xf)",
        [b'%', b'P', b'D', b'F', b'-', ..] => {
            "is a PDF document: convert it to text first (pdftotext)"
        }
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, ..] => {
            "is an Office document: convert it to text first"
        }
        [0x89, b'P', b'N', b'G', ..] | [0xFF, 0xD8, 0xFF, ..] | [b'G', b'I', b'F', b'8', ..] => {
            "is an image"
        }
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => {
            "is UTF-32: convert it to UTF-8 first (iconv -f UTF-32 -t UTF-8)"
        }
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => {
            "is UTF-16: convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)"
        }
        // US-ASCII without a byte order mark.
        [a, 0, b, 0, c, 0, d, 0, ..] if ![a, b, c, d].contains(&&0) => {
            "is UTF-16: convert it to UTF-8 first (iconv -f UTF-16LE -t UTF-8)"
        }
        [0, a, 0, b, 0, c, 0, d, ..] if ![a, b, c, d].contains(&&0) => {
            "is UTF-16: convert it to UTF-8 first (iconv -f UTF-16BE -t UTF-8)"
        }
        _ => return None,
    })
}

/// Returns what to do about an input that begins like rows in one array of JSON, as CDX servers write captures.
pub(crate) fn for_array(start: &[u8]) -> Option<&'static str> {
    let rows = start.trim_ascii_start().strip_prefix(b"[")?.trim_ascii_start();
    rows.strip_prefix(b"[")?.trim_ascii_start().starts_with(b"\"").then_some(
        "is one array in JSON: convert it first (jq -r '.[] | @csv'), and read it by the column of its URLs (--column original)",
    )
}

/// Other ends of lines than LF.
const ENDINGS: [(u8, &str); 2] = [
    (b'\r', r"has lines that end with CR: convert it first (tr '\r' '\n')"),
    (0, r"has lines that end with NUL: convert it first (tr '\0' '\n')"),
];

/// Returns what to do about a list that begins like this, if its lines end with CR alone, as those of old Macs, or with NUL.
pub(crate) fn for_list(start: &[u8]) -> Option<&'static str> {
    let is_url = |line: &&[u8]| {
        let len = SCHEME.class.run(line);
        len > 0 && line.get(len) == Some(&b':')
    };
    let (_, hint) = ENDINGS.into_iter().find(|(ending, _)| {
        !start.contains(&b'\n') && start.split(|byte| byte == ending).filter(is_url).count() > 1
    })?;
    Some(hint)
}
