//! Parsing: the cursor, and the login, hostport and group of section 3 with their errors.

#![allow(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: an offset is at most the length of a text, which fits in 32 bits, and only the length of what is at \
              it, or of the delimiter before or after it, is added or subtracted; ports and their digits are counted up to six"
)]

pub(crate) mod cursor;
mod hostport;
mod login;
pub(crate) mod spans;
