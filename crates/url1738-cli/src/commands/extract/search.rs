//! Texts that are searched for URLs, piece by piece.

use std::{collections::VecDeque, io::BufRead, path::Path};

use clap::Args;
use encoding_rs::Encoding;
use url1738_context::{Finder, Match};

use super::{
    charset::Charset,
    charset_of_label,
    text::{Decoder, Kind, quotes},
    window::TextWindow,
};
use crate::{
    diagnostics::{message, suggest},
    exit,
    pipeline::content,
};

/// How texts are read.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Reading {
    /// Search binary files as text
    #[arg(id = "text", short = 'a', long)]
    pub(super) binary: bool,
    /// Search mail and HTML as they are, without decoding them
    #[arg(long)]
    pub(super) no_decode: bool,
    /// Character set of the texts, such as `latin1` or `koi8-r`, instead of the one that they name [default: UTF-8, or
    /// Windows-1252]
    #[arg(long, value_name = "LABEL", value_parser = charset_of_label)]
    pub(super) charset: Option<&'static Encoding>,
}

/// What takes the URLs of a text.
pub(crate) trait Found {
    fn found(&mut self, found: &Match<'_>, window: &TextWindow) -> exit::Result<()>;

    /// Called after each piece of the text, of which the URLs before `known` have been found. Returns the offset before
    /// which the text is not needed any more.
    fn flush(&mut self, window: &TextWindow, known: usize) -> exit::Result<usize>;
}

/// The number of bytes at the start of a file in which a NUL shows that it is not text.
const SNIFFED: usize = 8 * 1024;

/// Returns why a file is not a text that begins like this.
pub(in crate::commands) fn not_text(start: &[u8]) -> Option<&'static str> {
    let has_nul = memchr::memchr(0, start.get(..SNIFFED).unwrap_or(start)).is_some();
    suggest::for_input(start).or(has_nul.then_some("is binary: search it with `extract --text`"))
}

/// Searches a file, and calls `to` with each URL, once so many lines after it have been read.
pub(crate) fn search(
    (name, path): (&str, &Path),
    bytes: &mut dyn BufRead,
    (reading, lines): (Reading, Option<usize>),
    to: &mut dyn Found,
) -> exit::Result<()> {
    let unread = |error| exit::Error::Read(name.into(), error);
    let start = content::filled(bytes).map_err(unread)?;
    let (charset, mark) = Charset::of_file(start, reading.charset);
    if !reading.binary
        && !charset.is_wide()
        && let Some(reason) = not_text(start)
    {
        return Err(exit::Error::NotText(name.into(), reason));
    }
    let (kind, mut quotes) = match reading.no_decode {
        true => (Kind::Plain, None),
        false => {
            let start = charset.sniffed(start);
            (Kind::of(path, &start), quotes(path, &start))
        }
    };
    // A byte order mark does not belong to the first line.
    bytes.consume(mark);
    let mut decoder = Decoder::new(kind, charset, mark);
    let (mut finder, mut window) = (Finder::new(), TextWindow::new(mark));
    // The URLs whose context has not been read.
    let mut pending: VecDeque<Match<'static>> = VecDeque::new();
    while let Some((piece, lines_of_file)) = decoder.next(bytes).map_err(unread)? {
        if let Some(offset) = decoder.undecoded.take() {
            let (line, _) = window.place_in_file(offset);
            message::print(&format_args!(
                "{name}:{line}: the message is longer than 8 MiB: searched without decoding it"
            ));
        }
        let divided = quotes.as_mut().map(|quotes| quotes.divided(&piece.bytes));
        let searched = divided.as_ref().unwrap_or(&piece.bytes);
        pending.extend(finder.push(searched).inspect(|found| window.note_secrets(found)));
        window.push(&piece, lines_of_file);
        let held = window.end_of_text() - finder.held();
        // A URL in these lines may have a password, which is not known before its last line is read.
        let is_known = |end: Option<usize>| end.is_some_and(|end| end <= held);
        while let Some(found) = pending.front()
            && lines.is_none_or(|lines| is_known(window.lines_after(found.span.end, lines)))
        {
            to.found(found, &window)?;
            pending.pop_front();
        }
        let first = pending.front().map_or(held, |found| found.span.start.min(held));
        let needed = to.flush(&window, held)?;
        window.drop_before(needed.min(match lines {
            // The two bytes before a match may be slashes.
            None => first.saturating_sub(2),
            Some(lines) => window.lines_before(first, lines + 1),
        }));
    }
    window.ended = true;
    pending.extend(finder.finish().inspect(|found| window.note_secrets(found)));
    for found in pending {
        to.found(&found, &window)?;
    }
    to.flush(&window, window.end_of_text())?;
    decoder.failure.map_or(Ok(()), |error| Err(unread(error)))
}
