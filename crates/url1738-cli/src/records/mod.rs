//! Records: the output of a command for one line, in every format.

mod format;
mod line;
mod object;

pub(crate) use format::{Formulas, OutputFormat, RecordWriter};
pub(crate) use line::{CHECKED, error, fix, lint, of_line, refusal};
pub(crate) use object::{Object, cell, escaped, write_json};
