//! Messages of the program itself.

use core::fmt::Display;
use std::io::Write as _;

use url1738::Redacted;

use super::{palette::palette, sanitized::Sanitized};

/// Prints an error that ends the program, in the form of clap's.
pub(crate) fn error(error: &dyn Display) {
    let palette = palette(&std::io::stderr(), false);
    let (style, masked) = (palette.error, masked(error));
    let _ = writeln!(anstream::stderr(), "{style}error{style:#}: {masked}");
}

/// Prints a message to stderr with its secrets masked. If stderr is closed too, the message is lost.
pub(crate) fn print(message: &dyn Display) {
    let _ = writeln!(anstream::stderr(), "url1738: {}", masked(message));
}

/// Prints that an input cannot be read.
pub(crate) fn cannot_read(name: &str, error: &dyn Display) {
    print(&format_args!("cannot read {name}: {error}"));
}

/// Returns a message as it may be shown.
pub(crate) fn masked(message: &dyn Display) -> String {
    Sanitized::masked(Redacted::of_text(message.to_string().as_bytes())).to_string()
}
