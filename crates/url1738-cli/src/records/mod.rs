//! Records: the output of a command for one line, in every format.

mod error;
pub(crate) mod flat;
mod format;
mod invalid;
pub(crate) mod lint;
mod parsed;
mod valid;

pub(crate) use error::{ErrorRecord, RefusalRecord, WarningRecord};
pub(crate) use format::{
    Displayed, Formulas, Items, OutputFormat, Record, RecordWriter, Row, object, write_json,
};
pub(crate) use invalid::InvalidLine;
pub(crate) use lint::LintRecord;
pub(crate) use parsed::{FlatMembers, Parsed};
pub(crate) use valid::ValidLine;
