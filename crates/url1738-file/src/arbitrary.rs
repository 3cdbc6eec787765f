//! file URLs out of the bytes of a fuzzer.

use url1738_core::{impl_arbitrary, part::HOST};

use crate::FileUrl;

// `localhost` is a host that the section names.
impl_arbitrary!(FileUrl, |draft, part| {
    let is_local = *part == HOST && draft.coin();
    if is_local {
        draft.push("localhost");
    }
    is_local
});
