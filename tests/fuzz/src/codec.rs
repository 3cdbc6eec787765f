//! Encoding and decoding, by every part.

use url1738::Escaped;

use crate::held::parts::{assert_encodes, parts};

/// The law of encoding holds for the octets, and decoding agrees with the crate `percent-encoding`.
pub fn encode_decode(bytes: &[u8]) {
    parts().for_each(|part| assert_encodes(part, bytes));
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    for part in parts() {
        match part.read(text) {
            Ok(read) => {
                assert_eq!(read.as_str(), text);
                let expected: Vec<u8> = percent_encoding::percent_decode_str(text).collect();
                assert_eq!(&*read.decode(), expected, "{part}: {text:?}");
                assert_eq!(read.decode_utf8().ok().as_deref(), str::from_utf8(&expected).ok());
            }
            Err(error) => {
                let range = error.span().range();
                assert!(range.start <= range.end && range.end <= text.len(), "{part}: {text:?}");
                // The text before the mark is not the error.
                assert!(part.read(&text[..range.start]).is_ok(), "{part}: {text:?}: {error:?}");
            }
        }
    }
    // A `%` that begins no escape is kept, in text that no parser has checked.
    let expected: Vec<u8> = percent_encoding::percent_decode_str(text).collect();
    assert_eq!(&*Escaped::new_validated(text).decode(), expected, "{text:?}");
}
