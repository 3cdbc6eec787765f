//! Records: the output of a command for one line, in every format.

mod error;
mod format;
mod json;
mod line;
mod parsed;
mod valid;

pub(crate) use error::{ErrorRecord, LintRecord, RefusalRecord, WarningRecord};
pub(crate) use format::{Formulas, OutputFormat, Record, RecordWriter};
pub(crate) use json::{Displayed, Items, object, write_json};
pub(crate) use line::{InvalidLine, LineRecord, Split};
pub(crate) use parsed::{Columns, Parsed};
pub(crate) use valid::ValidLine;
