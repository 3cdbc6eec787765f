//! How often each value of a field occurs.

use std::io::{self, BufWriter, Write};

use serde::{Serialize, Serializer};

use super::{super::line_command, lines::Lines};
use crate::{
    config::Config,
    diagnostics::{Palette, Purpose, message},
    exit::{self, Outcome},
    fields::Field,
    line::Line,
    pipeline::{Output, Source, Stats},
    records::{Record, object},
    summary::Names,
};

/// Counts the values of a field, and writes the most frequent. Lines without the field are not counted.
pub(super) fn run(
    config: &Config,
    sources: Vec<Source>,
    lines: &Lines<'_>,
    field: Field,
    most: usize,
) -> exit::Result<Outcome> {
    let names = Names::default();
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        lines.choose(line, stats, out, |subject, _| {
            if let Some(value) = subject.shown(field, config.passwords) {
                let value = value.to_string();
                let ignores_case = field.ignores_case();
                names.add(if ignores_case { value.to_ascii_lowercase() } else { value }.as_bytes());
            }
            Ok(())
        })
    };
    let (result, counted) = line_command::run_uncounted(config, sources, &processor)?;
    let top = names.top(most);
    let digits = top.rows.first().map_or(0, |(_, count)| count.to_string().len());
    let config = &config.with_columns(Count::COLUMNS);
    let mut out = BufWriter::new(io::stdout());
    config.output.header_to::<Count>(&mut out)?;
    for (name, count) in top.rows {
        config.output.record_to(&Count { name, count, digits }, &mut out)?;
    }
    out.flush()?;
    if top.missed > 0 {
        let (missed, too_low) = (top.missed, top.too_low_by);
        message::print(&format_args!(
            "too many values to count: those that were found more than {missed} times are listed, and counts may \
             be up to {too_low} too low"
        ));
    }
    line_command::end(config, &result, counted, Purpose::Report)
}

/// A value and its number.
struct Count {
    name: String,
    count: u64,
    /// The width of the largest number.
    digits: usize,
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        object!(to, { "name": self.name, "count": self.count })
    }
}

impl Record for Count {
    const COLUMNS: &'static [&'static str] = &["name", "count"];

    fn human(&self, _palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let Self { name, count, digits } = self;
        writeln!(out, "{count:>digits$} {name}")
    }
}
