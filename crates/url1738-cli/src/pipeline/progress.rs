//! A progress bar on stderr, for runs that take more than a second.

use core::time::Duration;
use std::{
    io::{IsTerminal as _, stderr, stdout},
    time::Instant,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The template of a bar whose length is known.
pub(crate) const BAR: &str = "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";

/// The progress of reading.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// When the bar appears; `None` if it has appeared or never will.
    appears: Option<Instant>,
}

impl Progress {
    /// Creates a hidden bar for `total` bytes, if that is known. The bar never appears if it would be mixed with the
    /// output or go to a file.
    pub(crate) fn new(wanted: bool, total: Option<u64>) -> Self {
        let wanted = wanted && stderr().is_terminal() && !stdout().is_terminal();
        let bar = ProgressBar::hidden();
        if wanted && let Some(total) = total {
            bar.set_length(total);
            if let Ok(style) = ProgressStyle::with_template(BAR) {
                bar.set_style(style);
            }
        } else {
            bar.set_style(ProgressStyle::default_spinner());
        }
        let appears = wanted.then(|| Instant::now() + Duration::from_secs(1));
        Self { bar, appears }
    }

    /// Returns the bar, which must be suspended while something else is written.
    pub(crate) fn bar(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// Adds to the bytes that have been read.
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
