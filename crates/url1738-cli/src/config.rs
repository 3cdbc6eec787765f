//! The meaning of the options that all commands share.

use std::sync::Arc;

use crate::{
    diagnostics::{Palette, Passwords, Purpose},
    exit,
    records::RecordWriter,
    rows::{Back, Form},
    settings::Settings,
    shared_options::Usage,
};

pub(crate) use crate::records::OutputFormat;

/// The configuration of a run.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    /// The format that the command line names.
    pub(crate) format: Option<OutputFormat>,
    pub(crate) usage: Usage,
    /// How records are written to stdout.
    pub(crate) output: RecordWriter,
    /// The colors of stderr.
    pub(crate) stderr: Palette,
    pub(crate) passwords: Passwords,
    /// The settings file, which commands read more from.
    pub(crate) settings: Arc<Settings>,
    pub(crate) threads: usize,
    /// The number of URLs that are fetched at a time: one unless given, however many cores there are.
    pub(crate) urls_at_a_time: usize,
    pub(crate) quiet: bool,
    /// Whether lines may have fragments.
    pub(crate) references: bool,
    /// Whether empty lines are processed, too; they count as skipped.
    pub(crate) empty_lines: bool,
    /// What the lines of files are, if they are rows.
    pub(crate) rows: Option<Form>,
}

impl Config {
    /// Returns this configuration with another format.
    pub(crate) fn with_format(&self, format: OutputFormat) -> Self {
        let output = RecordWriter { format, ..self.output };
        Self { output, ..self.clone() }
    }

    /// Returns this configuration with other columns in tables.
    pub(crate) fn with_columns(&self, columns: &'static [&'static str]) -> Self {
        let output = RecordWriter { columns, ..self.output };
        Self { output, ..self.clone() }
    }

    /// Returns this configuration for a command that writes this of each row of a table.
    pub(crate) fn with_back(&self, back: Back) -> Self {
        let rows = match &self.rows {
            Some(Form::Column(name, _)) => Some(Form::Column(Arc::clone(name), back)),
            other => other.clone(),
        };
        Self { rows, ..self.clone() }
    }

    /// Returns the first of these options that is given.
    pub(crate) fn given<'o>(&self, options: &[&'o str]) -> Option<&'o str> {
        options.iter().copied().find(|option| self.usage.given.iter().any(|given| given == option))
    }

    /// Returns an error if the command line says how to write cells that a spreadsheet may run, and the format has none.
    pub(crate) fn refuse_formulas_unless_table(&self, format: OutputFormat) -> exit::Result<()> {
        match self.given(&["csv-formulas"]).filter(|_| !format.is_table()) {
            None => Ok(()),
            Some(_) => exit::usage("--csv-formulas needs --format csv or --format tsv"),
        }
    }

    /// Returns what the output is for, given what text is for.
    pub(crate) fn purpose(&self, text: Purpose) -> Purpose {
        if self.is_human() { text } else { Purpose::Record }
    }

    /// Returns whether the output is for reading, not for another program.
    pub(crate) fn is_human(&self) -> bool {
        self.output.format.is_of_reports()
    }
}
