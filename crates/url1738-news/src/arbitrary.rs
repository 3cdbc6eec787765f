//! news URLs out of the bytes of a fuzzer.

use url1738_core::{
    chars::{Class, UCHAR},
    impl_arbitrary,
};

use crate::{ARTICLE, NewsUrl};

/// What is before the `@` of a message-id.
const UNIQUE: Class = UCHAR.with(b";/?:&=");
/// `UNIQUE` without the slash: two would name a server.
const FIRST: Class = UCHAR.with(b";?:&=");

impl_arbitrary!(NewsUrl, |draft, part| {
    let is_article = *part == ARTICLE;
    if is_article {
        draft.one_of(FIRST);
        draft.run_but(UNIQUE, b"");
        draft.push("@");
        draft.host();
    }
    is_article
});
