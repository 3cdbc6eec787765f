//! The formats of the output: one trait, one file each.

mod csv;
mod delimited;
mod human;
mod json;
mod tsv;

use core::fmt::Display;
use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

pub(crate) use delimited::Formulas;

use crate::session::Session;

/// What a command tells of one line, in every format.
pub(crate) trait Record: Serialize {
    /// The columns of a table.
    const COLUMNS: &'static [&'static str];

    /// Calls `cell` once a column.
    fn cells(&self, cell: &mut dyn FnMut(&dyn Display));

    /// Writes it for people to read; may write nothing.
    fn human(&self, session: &Session, out: &mut dyn Write) -> io::Result<()>;
}

/// A way to write records.
trait Exporter {
    /// What stands before the first record.
    fn head<R: Record>(&self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// One record, with the end of its line.
    fn record<R: Record>(
        &self,
        record: &R,
        session: &Session,
        out: &mut dyn Write,
    ) -> io::Result<()>;
}

/// How the output is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Human,
    /// JSON Lines: one object a line
    Json,
    /// Comma-separated values with a head line (RFC 4180)
    Csv,
    /// Tab-separated values with a head line
    Tsv,
}

macro_rules! by_format {
    ($format:expr, $exporter:ident => $value:expr) => {
        match $format {
            Format::Human => {
                let $exporter = human::Human;
                $value
            }
            Format::Json => {
                let $exporter = json::Json;
                $value
            }
            Format::Csv => {
                let $exporter = csv::Csv;
                $value
            }
            Format::Tsv => {
                let $exporter = tsv::Tsv;
                $value
            }
        }
    };
}

impl Format {
    /// Writes what stands before records of the type `R`.
    pub(crate) fn head<R: Record>(self, out: &mut dyn Write) -> io::Result<()> {
        by_format!(self, format => format.head::<R>(out))
    }

    /// Writes one record.
    pub(crate) fn record<R: Record>(
        self,
        record: &R,
        session: &Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        by_format!(self, format => format.record(record, session, out))
    }
}
