//! Records: the output of a command for one line, in every format.

mod cell;
mod error;
mod format;
mod invalid;
pub(crate) mod lint;
mod output_url;
mod parsed;
mod valid;

pub(crate) use cell::{OptionalCell, as_text};
pub(crate) use error::RefusalRecord;
pub(crate) use format::{Format, Formulas, Record, RecordWriter};
pub(crate) use invalid::InvalidLine;
pub(crate) use output_url::OutputUrl;
pub(crate) use parsed::Parsed;
pub(crate) use valid::ValidLine;
