//! Texts that are searched for URLs, piece by piece.

use std::{
    collections::VecDeque,
    io::{self, BufRead},
    path::Path,
    sync::Arc,
};

use clap::Args;
use encoding_rs::Encoding;
use url1738_context::{Finder, Match};

use super::{
    charset::Charset,
    charset_of_label,
    text::{Decoder, Kind},
    window::TextWindow,
};
use crate::{
    diagnostics::{message, suggest},
    exit,
    line::Origin,
    pipeline::content,
};

/// Why a file was not searched to its end.
pub(crate) enum Unsearched {
    Read(io::Error),
    /// It is not a text: no error in a folder.
    NotText(&'static str),
    /// It cannot be searched in this way.
    Refused(&'static str),
    /// The run ends.
    Run(exit::Error),
}

impl From<exit::Error> for Unsearched {
    fn from(error: exit::Error) -> Self {
        Self::Run(error)
    }
}

/// How texts are read.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Reading {
    /// Search binary files as text
    #[arg(id = "text", short = 'a', long)]
    binary: bool,
    /// Search mail and HTML as they are, without decoding them
    #[arg(long)]
    no_decode: bool,
    /// Character set of the texts, such as `latin1` or `koi8-r`, instead of the one that they name [default: UTF-8, or
    /// Windows-1252]
    #[arg(long, value_name = "LABEL", value_parser = charset_of_label)]
    charset: Option<&'static Encoding>,
}

/// What takes the URLs of a text.
pub(crate) trait Found {
    fn found(
        &mut self,
        found: &Match<'_>,
        window: &mut TextWindow,
        origin: &Origin,
    ) -> exit::Result<()>;

    /// Called after each piece of the text.
    fn flush(&mut self) -> exit::Result<()>;
}

/// The number of bytes at the start of a file in which a NUL shows that it is not text.
const SNIFFED: usize = 8 * 1024;

/// Returns the character set of a file that begins like this and the length of its byte order mark.
pub(super) fn text(start: &[u8], reading: Reading) -> Result<(Charset, usize), Unsearched> {
    let (charset, mark) = Charset::of_file(start, reading.charset);
    if reading.binary || charset.is_wide() {
        return Ok((charset, mark));
    }
    let has_nul = memchr::memchr(0, start.get(..SNIFFED).unwrap_or(start)).is_some();
    let binary = has_nul.then_some("is binary: search it with --text");
    match suggest::for_input(start).or(binary) {
        Some(reason) => Err(Unsearched::NotText(reason)),
        None => Ok((charset, mark)),
    }
}

/// Searches a file, and calls `to` with each URL, once so many lines after it have been read.
pub(crate) fn search(
    (name, path): (&str, &Path),
    bytes: &mut dyn BufRead,
    (reading, lines): (Reading, Option<usize>),
    to: &mut dyn Found,
) -> Result<(), Unsearched> {
    let start = content::filled(bytes).map_err(Unsearched::Read)?;
    let (charset, mark) = text(start, reading)?;
    let kind = match reading.no_decode {
        true => Kind::Plain,
        false => Kind::of(path, &charset.sniffed(start)),
    };
    // A byte order mark does not belong to the first line.
    bytes.consume(mark);
    let mut decoder = Decoder::new(kind, charset, mark);
    let (mut finder, mut window) = (Finder::new(), TextWindow::new(mark));
    let origin = Origin::File(Arc::from(name));
    // The URLs whose context has not been read.
    let mut pending: VecDeque<Match<'static>> = VecDeque::new();
    while let Some((piece, lines_of_file)) = decoder.next(bytes).map_err(Unsearched::Read)? {
        if let Some(offset) = decoder.take_undecoded() {
            let (line, _) = window.place_in_file(offset);
            message::print(&format_args!(
                "{name}:{line}: the message is longer than 8 MiB: searched without decoding it"
            ));
        }
        pending.extend(finder.push(&piece.bytes));
        window.push(&piece, lines_of_file);
        while let Some(found) = pending.front()
            && lines.is_none_or(|lines| window.has_lines_after(found.span.end, lines))
        {
            to.found(found, &mut window, &origin)?;
            pending.pop_front();
        }
        let held = window.end_of_text() - finder.held();
        let first = pending.front().map_or(held, |found| found.span.start.min(held));
        window.drop_before(match lines {
            // The two bytes before a match may be slashes.
            None => first.saturating_sub(2),
            Some(lines) => window.lines_before(first, lines + 1),
        });
        to.flush()?;
    }
    window.end();
    for found in pending.into_iter().chain(finder.finish()) {
        to.found(&found, &mut window, &origin)?;
    }
    Ok(())
}
