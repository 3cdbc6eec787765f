//! A progress bar on standard error, for a person who waits longer than a second.

use core::time::Duration;
use std::{
    io::{IsTerminal as _, stderr, stdout},
    time::Instant,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::{input::Source, session::Session};

/// How much has been read.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// When the bar appears; `None` once it has, or where it never will.
    appears: Option<Instant>,
}

impl Progress {
    /// A bar that nobody sees yet. It never appears where it would stand among the output, or in a file.
    pub(crate) fn new(session: &Session, sources: &[Source]) -> Self {
        let wanted = !session.quiet && stderr().is_terminal() && !stdout().is_terminal();
        let bar = ProgressBar::hidden();
        if wanted && let Some(total) = total(sources) {
            bar.set_length(total);
            if let Ok(style) = ProgressStyle::with_template(
                "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
            ) {
                bar.set_style(style);
            }
        } else {
            bar.set_style(ProgressStyle::default_spinner());
        }
        let appears = wanted.then(|| Instant::now() + Duration::from_secs(1));
        Self { bar, appears }
    }

    /// The bar, to be put aside while something else is written.
    pub(crate) fn bar(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// Notes that bytes have been read.
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.bar.inc(bytes as u64);
        if self.appears.is_some_and(|appears| Instant::now() >= appears) {
            self.appears = None;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// How many bytes there are to read, where all inputs are files.
fn total(sources: &[Source]) -> Option<u64> {
    sources
        .iter()
        .map(|source| match source {
            Source::Argument(bytes) => Some(bytes.len() as u64),
            Source::File(path) => path.metadata().ok().map(|data| data.len()),
            Source::Stdin => None,
        })
        .sum()
}
