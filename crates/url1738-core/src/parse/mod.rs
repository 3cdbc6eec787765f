//! Parsing: the cursor, and the login, hostport and group of section 3 with their errors.

pub(crate) mod cursor;
mod group;
mod host;
mod hostport;
mod login;
mod part;
pub(crate) mod spans;
