//! A directory or menu as a table of URLs, a row as soon as it is read.

use std::io::{self, BufWriter, Write as _};

use url1738::Url;
use url1738_client::{Error, Listing, ListingReader, Row};

use super::{
    Fetcher, answers,
    judge::Judge,
    output::{Output, Target},
    records::{FailedRecord, FetchedRecord, ItemRecord},
    sink::{Sink, Through},
    stopped::Items,
};
use crate::{
    diagnostics::message,
    exit::{self, Outcome},
    records::{Record, ValidLine},
};

/// How much of an answer to a search shows whether it is a menu, in bytes.
const SAMPLE: usize = 64 * 1024;

/// Fetches a listing, and writes its rows to stdout.
pub(super) fn show(
    fetcher: &Fetcher<'_>,
    valid: &ValidLine<'_>,
    has_header: &mut bool,
) -> exit::Result<Outcome> {
    let client = fetcher.client.clone().answers(answers::known(fetcher.arguments, &valid.url)?);
    let shown = valid.input().to_string();
    let mut nothing = Output::new(Target::stdout());
    let mut sink = Sink::new(fetcher.config, fetcher.arguments.trace, &shown, &mut nothing, 0);
    let mut table = Table {
        fetcher,
        valid,
        state: State::new(&valid.url),
        has_header,
        items: Items::default(),
    };
    let content = |_: &mut Sink<'_>, octets: &[u8]| table.content(octets);
    let result = client.fetch(&valid.url, &mut Through::new(&mut sink, content));
    sink.end();
    let ended = match result {
        Ok(outcome) => table.end().map(|is_text| (outcome, is_text)).map_err(Error::Sink),
        Err(error) => Err(error),
    };
    let items = table.items;
    match ended {
        Ok((outcome, true)) if !fetcher.config.is_human() => {
            let record = FetchedRecord { valid, outcome: &outcome, path: None, compose: None };
            fetcher.record(&record, has_header)?;
        }
        Ok(_) => {}
        Err(error) => return fetcher.failed(valid, &error, has_header),
    }
    Ok(items.report(Outcome::NetworkFailed))
}

struct Table<'a> {
    fetcher: &'a Fetcher<'a>,
    valid: &'a ValidLine<'a>,
    state: State,
    has_header: &'a mut bool,
    items: Items,
}

enum State {
    /// The beginning of an answer to a search, which is a menu or a text.
    Search(Vec<u8>),
    Rows(ListingReader),
    Text(Judge, Output),
    Ended,
}

impl State {
    fn new(url: &Url<&str>) -> Self {
        match (url, ListingReader::new(url)) {
            (Url::Gopher(url), _) if url.item_type().octet() == b'7' => Self::Search(Vec::new()),
            (_, Some(reader)) => Self::Rows(reader),
            (url, None) => Self::text(url),
        }
    }

    fn text(url: &Url<&str>) -> Self {
        let output = Output::new(Target::stdout());
        Self::Text(Judge::new(url, output.is_terminal()), output)
    }
}

impl Table<'_> {
    fn content(&mut self, octets: &[u8]) -> io::Result<()> {
        match &mut self.state {
            State::Search(held) => {
                held.extend_from_slice(octets);
                if held.len() > SAMPLE { self.decide() } else { Ok(()) }
            }
            State::Rows(_) => self.rows(Some(octets)),
            State::Text(judge, output) => {
                let octets = judge.take(octets)?;
                // The record of a text says how long it is.
                if self.fetcher.config.is_human() { output.write_all(&octets) } else { Ok(()) }
            }
            State::Ended => Ok(()),
        }
    }

    /// Decides whether an answer to a search is a menu.
    fn decide(&mut self) -> io::Result<()> {
        let State::Search(held) = core::mem::replace(&mut self.state, State::Ended) else {
            return Ok(());
        };
        // The last line may not be complete.
        let end = held.iter().rposition(|octet| *octet == b'\n').filter(|_| held.len() > SAMPLE);
        let lines = end.and_then(|end| held.get(..end)).unwrap_or(&held);
        let url = &self.valid.url;
        self.state = match (Listing::new(url, lines), ListingReader::new(url)) {
            (Some(_), Some(reader)) => State::Rows(reader),
            _ => State::text(url),
        };
        self.content(&held)
    }

    /// Reads rows, or what is left at the end.
    fn rows(&mut self, octets: Option<&[u8]>) -> io::Result<()> {
        let Self { fetcher, valid, state, has_header, items } = self;
        let config = fetcher.config;
        // Rows are many and short.
        let mut out = BufWriter::with_capacity(SAMPLE, anstream::stdout().lock());
        let mut each = |row: Result<Row, Error>| {
            items.total += 1;
            match row {
                Ok(row) => write(
                    fetcher,
                    &ItemRecord::new(valid, &row, config.passwords),
                    has_header,
                    &mut out,
                ),
                Err(error) => {
                    items.failed += 1;
                    if config.is_human() {
                        message::error(&error);
                        return Ok(());
                    }
                    let record = FailedRecord::new(valid, &error, error.help());
                    write(fetcher, &record, has_header, &mut out)
                }
            }
        };
        match (octets, core::mem::replace(state, State::Ended)) {
            (Some(octets), State::Rows(mut reader)) => {
                let read = reader.read(octets, &mut each);
                *state = State::Rows(reader);
                read?;
            }
            (None, State::Rows(reader)) => reader.end(&mut each)?,
            _ => {}
        }
        out.flush()
    }

    /// Ends the content. Returns whether it is a text.
    fn end(&mut self) -> io::Result<bool> {
        self.decide()?;
        match core::mem::replace(&mut self.state, State::Ended) {
            State::Text(mut judge, mut output) => {
                let rest = judge.end()?;
                if self.fetcher.config.is_human() {
                    output.write_all(&rest)?;
                    output.complete()?;
                }
                Ok(true)
            }
            state => {
                self.state = state;
                self.rows(None).map(|()| false)
            }
        }
    }
}

fn write<R: Record>(
    fetcher: &Fetcher<'_>,
    record: &R,
    has_header: &mut bool,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    if !core::mem::replace(has_header, true) {
        fetcher.config.output.header_to::<R>(out)?;
    }
    fetcher.config.output.record_to(record, out)
}
