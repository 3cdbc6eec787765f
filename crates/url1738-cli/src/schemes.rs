//! The ten schemes of RFC 1738: their places in the list of the pictures.

pub(crate) use url1738_picture::{SCHEMES, SchemeInfo};

/// Returns the index of a scheme in [`SCHEMES`], or the length of the list for any other name.
pub(crate) const fn index(name: &str) -> usize {
    let mut rest: &[SchemeInfo] = &SCHEMES;
    let mut index = 0;
    while let [scheme, tail @ ..] = rest {
        if is_same(scheme.name.as_bytes(), name.as_bytes()) {
            return index;
        }
        index += 1;
        rest = tail;
    }
    index
}

/// Like `==`, which is not `const`.
const fn is_same(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([first, a_tail @ ..], [other, b_tail @ ..]) = (a, b) {
        if *first != *other {
            return false;
        }
        (a, b) = (a_tail, b_tail);
    }
    a.is_empty() && b.is_empty()
}
