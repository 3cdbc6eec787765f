//! What happens in an exchange, for the user: content, progress, questions, advice.

use core::time::Duration;
use std::io::{self, IsTerminal as _, Write as _};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use url1738::plan::{Answers, Question};
use url1738_client::{Event, Handler};

use super::{answers, output::Output, trace::Trace};
use crate::{
    config::Config,
    diagnostics::{Sanitized, message},
};

/// Receives what the client reports.
pub(super) struct Sink<'a> {
    config: &'a Config,
    /// The URL without its password.
    url: &'a str,
    output: &'a mut Output,
    trace: Option<Trace>,
    bar: ProgressBar,
    composed: Option<String>,
}

impl<'a> Sink<'a> {
    pub(super) fn new(
        config: &'a Config,
        traces: bool,
        url: &'a str,
        output: &'a mut Output,
        offset: u64,
    ) -> Self {
        let shows = !config.quiet && !traces && io::stderr().is_terminal();
        let bar = ProgressBar::hidden();
        // Content that is shown as it comes shows the progress, too.
        if shows && !output.is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
        }
        bar.set_style(style("{bytes}, {bytes_per_sec}"));
        bar.set_position(offset);
        bar.reset_eta();
        let trace = traces.then(Trace::default);
        Self { config, url, output, trace, bar, composed: None }
    }

    /// Shows the progress of content that goes elsewhere.
    pub(super) fn received(&self, len: usize) {
        self.bar.inc(len as u64);
    }

    /// Ends the progress bar. Returns the address to compose a message to, if that was the plan.
    pub(super) fn end(self) -> Option<String> {
        self.bar.finish_and_clear();
        if let Some(trace) = self.trace {
            trace.end();
        }
        self.composed
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl Handler for Sink<'_> {
    fn content(&mut self, octets: &[u8]) -> io::Result<()> {
        if octets.is_empty() {
            return Ok(());
        }
        self.bar.inc(octets.len() as u64);
        self.output.write_all(octets)
    }

    fn answer(&mut self, question: Question, prompt: &[u8], answers: Answers) -> Answers {
        self.bar.suspend(|| answers::ask(question, prompt, self.url, answers))
    }

    fn event(&mut self, event: &Event<'_>) {
        if let Some(trace) = &mut self.trace {
            trace.event(event);
        }
        match event {
            Event::Guess(guess) if !self.config.quiet && self.config.is_human() => {
                self.bar.suspend(|| {
                    message::print(&format_args!("{guess}: the URL has no typecode"));
                });
            }
            Event::Advice(step) => self.bar.suspend(|| {
                // The password of a telnet URL is for the user to type.
                match self.config.passwords.keeps() {
                    true => message::print(&format_args!("{step:#}")),
                    false => message::print(step),
                }
            }),
            Event::Compose(address) => {
                self.composed = Some(Sanitized::new(address).to_string());
            }
            Event::Identified(identity) => self.output.identified(identity),
            Event::Announced(len) => {
                self.bar.set_length(*len);
                self.bar.set_style(style(
                    "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
                ));
                self.bar.enable_steady_tick(Duration::from_millis(200));
            }
            _ => {}
        }
    }
}

/// A sink whose content goes through a function.
pub(super) struct Through<'a, 's, F> {
    sink: &'a mut Sink<'s>,
    content: F,
}

impl<'a, 's, F: FnMut(&mut Sink<'s>, &[u8]) -> io::Result<()>> Through<'a, 's, F> {
    pub(super) const fn new(sink: &'a mut Sink<'s>, content: F) -> Self {
        Self { sink, content }
    }
}

impl<'s, F: FnMut(&mut Sink<'s>, &[u8]) -> io::Result<()>> Handler for Through<'_, 's, F> {
    fn content(&mut self, octets: &[u8]) -> io::Result<()> {
        (self.content)(self.sink, octets)
    }

    fn answer(&mut self, question: Question, prompt: &[u8], answers: Answers) -> Answers {
        self.sink.answer(question, prompt, answers)
    }

    fn event(&mut self, event: &Event<'_>) {
        self.sink.event(event);
    }
}
