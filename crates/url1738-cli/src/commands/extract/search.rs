//! Texts that are searched for URLs, piece by piece.

use std::{
    collections::VecDeque,
    io::{self, BufRead},
    sync::Arc,
};

use encoding_rs::Encoding;
use url1738_context::{Finder, Match};

use super::{
    charset::Charset,
    inputs,
    text::{Decoder, Kind, Piece},
    window::TextWindow,
};
use crate::{
    diagnostics::message,
    exit,
    line::Origin,
    pipeline::{Source, content},
};

/// Whether a file was read, and if so, why it is not a text.
pub(in crate::commands) type Searched = io::Result<Result<(), &'static str>>;

/// How texts are read.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::commands) struct Reading {
    /// Whether binary files are searched as well.
    pub(in crate::commands) binary: bool,
    /// Whether mail and HTML are searched as they are.
    pub(in crate::commands) no_decode: bool,
    /// The character set, instead of the one that a text names.
    pub(in crate::commands) charset: Option<&'static Encoding>,
}

/// What takes the URLs of a text.
pub(in crate::commands) trait Found {
    fn found(
        &mut self,
        found: &Match<'_>,
        window: &mut TextWindow,
        origin: &Origin,
    ) -> exit::Result<()>;

    /// Called after each piece of the text.
    fn flush(&mut self) -> exit::Result<()>;
}

/// Returns the character set of a file that begins like this and the length of its byte order mark, or why it is not a text.
pub(super) fn text(start: &[u8], reading: Reading) -> Result<(Charset, usize), &'static str> {
    let (charset, mark) = Charset::of_file(start, reading.charset);
    match inputs::not_text(start).filter(|_| !reading.binary && !charset.is_wide()) {
        Some(reason) => Err(reason),
        None => Ok((charset, mark)),
    }
}

/// Searches a file, and calls `to` with each URL, once so many lines after it have been read. The outer result is that of
/// `to`, the middle one that of reading; the inner one says why the file is not a text.
pub(in crate::commands) fn search(
    (name, source): (&str, &Source),
    bytes: &mut dyn BufRead,
    (reading, lines): (Reading, Option<usize>),
    to: &mut dyn Found,
) -> exit::Result<Searched> {
    let start = match content::filled(bytes) {
        Ok(start) => start,
        Err(error) => return Ok(Err(error)),
    };
    let (charset, mark) = match text(start, reading) {
        Ok(text) => text,
        Err(reason) => return Ok(Ok(Err(reason))),
    };
    let kind = match reading.no_decode {
        true => Kind::Plain,
        false => Kind::of(source, &charset.sniffed(start)),
    };
    // A byte order mark does not belong to the first line.
    bytes.consume(mark);
    let mut decoder = Decoder::new(kind, charset, mark);
    let mut text = Text {
        finder: Finder::new(),
        window: TextWindow::new(mark),
        origin: Origin::File(Arc::from(name)),
        pending: VecDeque::new(),
    };
    loop {
        let piece = match decoder.next(bytes) {
            Ok(None) => break,
            Ok(Some(piece)) => piece,
            Err(error) => return Ok(Err(error)),
        };
        if let Some(offset) = decoder.take_undecoded() {
            let (line, _) = text.window.place_in_file(offset);
            message::print(&format_args!(
                "{name}:{line}: the message is longer than 8 MiB: searched without decoding it"
            ));
        }
        text.search(piece, lines, to)?;
    }
    let Text { finder, mut window, origin, pending } = text;
    window.end();
    for found in pending.into_iter().chain(finder.finish()) {
        to.found(&found, &mut window, &origin)?;
    }
    Ok(Ok(Ok(())))
}

/// A text that is searched.
struct Text {
    finder: Finder,
    window: TextWindow,
    origin: Origin,
    /// The URLs whose context has not been read.
    pending: VecDeque<Match<'static>>,
}

impl Text {
    fn search(
        &mut self,
        piece: Piece,
        lines: Option<usize>,
        to: &mut dyn Found,
    ) -> exit::Result<()> {
        let Self { finder, window, origin, pending } = self;
        let matches = finder.push(&piece.bytes);
        window.push(piece);
        let Some(lines) = lines else {
            for found in matches {
                to.found(&found, window, origin)?;
            }
            // The two bytes before a match may be slashes.
            window.keep(finder.held() + 2);
            return to.flush();
        };
        pending.extend(matches);
        while let Some(found) = pending.front()
            && window.has_lines_after(found.span.end, lines)
        {
            to.found(found, window, origin)?;
            pending.pop_front();
        }
        let end = window.end_of_text();
        let held = end - finder.held();
        let first = pending.front().map_or(held, |found| found.span.start.min(held));
        window.keep(end - window.lines_before(first, lines + 1));
        to.flush()
    }
}
