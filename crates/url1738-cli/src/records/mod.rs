//! Records: the output of a command for one line, in every format.

mod error;
pub(crate) mod flat;
mod format;
mod invalid;
pub(crate) mod lint;
mod parsed;
mod valid;

pub(crate) use error::{ErrorRecord, RefusalRecord};
pub(crate) use format::{
    Displayed, Formulas, Items, List, OutputFormat, Plain, Record, RecordWriter, Row, ToJson,
    escape_printable, object,
};
pub(crate) use invalid::InvalidLine;
pub(crate) use parsed::{FlatMembers, Parsed};
pub(crate) use valid::ValidLine;
