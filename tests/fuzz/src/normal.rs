//! Normal forms and equivalence.

use url1738::{GenericUrl, Url};

use crate::held::{
    meaning::meaning,
    url::{assert_laws, parsed},
};

/// All laws of valid URLs hold for the text if it is one, also by the general syntax. Two texts divided by a
/// newline are equivalent exactly if their meaning is equal.
pub fn normalize(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    let (one, other) = text.split_once('\n').unwrap_or((text, text));
    for text in [one, other] {
        if Url::parse(text).is_ok() {
            assert_laws(text);
        }
        if let Ok(url) = GenericUrl::parse(text) {
            let normal = url.normalize();
            assert_eq!(normal.normalize(), normal, "{text:?}");
        }
    }
    if Url::parse(one).is_ok() && Url::parse(other).is_ok() {
        let (one, other) = (parsed(one), parsed(other));
        let same = meaning(one) == meaning(other);
        assert_eq!(one.equivalent(&other), same, "{one} {other}");
        assert_eq!(other.equivalent(&one), same, "{one} {other}");
    }
}
