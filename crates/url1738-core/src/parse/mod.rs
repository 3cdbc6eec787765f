//! How a text is read: the moves of the cursor, the login and hostport of section 3.1, what is wrong where they end.

pub(crate) mod cursor;
mod group;
mod host;
mod hostport;
mod login;
mod part;
pub(crate) mod spans;
