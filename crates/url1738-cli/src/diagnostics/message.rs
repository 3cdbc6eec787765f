//! Messages of the program itself.

use core::fmt::Display;
use std::io::Write as _;

use url1738::Redacted;

use super::sanitized::Sanitized;

/// Prints a message to stderr with its secrets masked. If stderr is closed too, the message is lost.
pub(crate) fn print(message: &dyn Display) {
    let message = message.to_string();
    let masked = Sanitized::masked(Redacted::of_text(message.as_bytes()));
    let _ = writeln!(anstream::stderr(), "url1738: {masked}");
}
