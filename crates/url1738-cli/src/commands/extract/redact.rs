//! `extract --redact`: texts with their secrets masked, and nothing else changed.

use std::io::{self, Write as _};

use url1738::Span;
use url1738_context::Match;

use super::{
    mail::may_be_encoded,
    search::Found,
    secrets::{broken_logins, last_login, shown_secrets, slice, within, write_masked},
    window::TextWindow,
};
use crate::{exit, pipeline::content::whole_lines};

/// The longest run of a text without a line break that is judged as a whole.
const LONGEST: usize = 1024 * 1024;

/// Copies a text, with `***` in place of each secret.
#[derive(Default)]
pub(super) struct Redactor {
    /// The offset at which the text begins that is still to be written.
    start: usize,
    /// The offset at which that text is shown again: after `start` if a secret goes on there.
    written: usize,
    /// The number of secrets.
    pub(super) masked: u64,
    /// Whether the text is mail, whose parts may be encoded.
    is_mail: bool,
    /// Whether some may be: their secrets are not recognized.
    pub(super) is_encoded: bool,
}

impl Redactor {
    pub(super) fn new(is_mail: bool) -> Self {
        Self { is_mail, ..Self::default() }
    }
}

impl Found for Redactor {
    fn found(&mut self, _: &Match<'_>, _: &TextWindow) -> exit::Result<()> {
        Ok(())
    }

    fn flush(&mut self, window: &TextWindow, known: usize) -> exit::Result<usize> {
        let rest = self.start..window.end_of_text();
        let text = window.slice(&rest);
        self.is_encoded = self.is_encoded || self.is_mail && may_be_encoded(text);
        let len = match window.ended {
            true => text.len(),
            false => writable(text, known.saturating_sub(self.start)),
        };
        let (start, end) = (self.start, self.start + len);
        let broken = window.secrets.iter().map(|secret| within(secret, &rest));
        // Those that a line break divides, if that is certain.
        let broken = broken.chain(broken_logins(text, true)).map(Span::range);
        let secrets = shown_secrets(text).into_iter().chain(broken).collect();
        let mut out = io::stdout().lock();
        let is_first = start == 0 && (len > 0 || window.ended);
        if is_first && window.span_in_file(&(0..0)).start > 0 {
            // The byte order mark is not in the text.
            out.write_all("\u{feff}".as_bytes())?;
        }
        let from = self.written.saturating_sub(start).min(len);
        let (end_of_last, count) = write_masked(slice(text, 0..len), from, secrets, &mut out)?;
        self.masked += count;
        self.written = self.written.max(start + end_of_last);
        self.start = end;
        Ok(end)
    }
}

/// Returns how much of a text can be written, if its URLs are known up to there.
fn writable(text: &[u8], known: usize) -> usize {
    let (known, rest) = text.split_at(known.min(text.len()));
    let Some(newline) = memchr::memrchr(b'\n', known) else {
        return if known.len() > LONGEST { known.len() } else { 0 };
    };
    let end = newline + 1;
    let line = whole_lines(slice(known, 0..newline));
    // A password may go on on the next line.
    let is_open =
        !rest.contains(&b'\n') && last_login(slice(known, line..end).trim_ascii_end()).is_some();
    if is_open { line } else { end }
}
