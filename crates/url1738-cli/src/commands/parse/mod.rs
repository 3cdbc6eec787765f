//! `url1738 parse`: the parts of every URL, as records or by a template; some of the lines, sorted and unique.

pub(super) mod lines;
mod sorted;

use std::{
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use clap::Args;
use lines::Lines;

use super::{inputs::Inputs, line_command, rule_options::SettingsOptions};
use crate::{
    config::{Config, OutputFormat},
    exit::{self, Outcome, usage, with_exit_status},
    fields::{Field, Row, Subject, Template, listed},
    filter, hinted,
    line::Line,
    pipeline::{Output, Source, Stats, source},
    rows::{Back, Form},
    sets::{Bloom, Keys},
};

const EXAMPLES: &str = "\
Examples:
  url1738 parse ftp://me@host.dom/pub/a%20b    list the parts
  url1738 parse --json urls.txt                write one object per line, for jq
  url1738 parse --get '{host}{\":\"port}\\t{decoded:path}' urls.txt
  url1738 parse --where 'scheme == \"ftp\" && !(host ends \".edu\")' urls.txt
  url1738 parse --unique --sort host,path --get '{normal}' urls.txt
  url1738 parse --count host --top 10 urls.txt
  url1738 parse --not-in old.txt --by surt --get '{url}' new.txt
  url1738 parse --column link --columns host,code table.csv
  url1738 parse --cdx --get '{surt} {timestamp} {json}' old.cdxj | sort

Fields of --get, --where, --sort, --unique, --count and --columns:
";

const REMARKS: &str = with_exit_status!(
    "
Modifiers, before a field and a colon: default (of port: that of the scheme),
decoded, unicode, redacted, normal (of the normal form), must (a URL without it
is an error), query (the field is a name in the query), row or cdx (a
column or member of the row), and of surt wayback-0.3.1 [default] or exact.",
    "the lines were read, URLs or not: `check` judges them",
    "a row cannot be read, or a URL lacks a field that it must have, or a key"
);

fn after_help() -> String {
    [EXAMPLES, &Row::list(), REMARKS].concat()
}

/// Split URLs into parts: the name, position and value of each
#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Write this text for each URL: `{host}` is a field, `{{` a brace, `\t` a tab
    #[arg(short, long, value_name = "TEMPLATE")]
    get: Option<String>,
    /// Process only lines that meet a condition: fields, lint("port-zero"), == != < <= > >= begins ends contains && || ! ( )
    #[arg(short, long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// Count the values of a field, most frequent first
    #[arg(long, value_name = "FIELD", conflicts_with_all = ["get", "sort", "unique", "columns"])]
    #[arg(value_parser = hinted::fields(), hide_possible_values = true)]
    count: Option<String>,
    /// With --count: write only the N most frequent values
    #[arg(long, value_name = "N", requires = "count")]
    top: Option<usize>,
    /// Columns of the table: fields, separated by commas
    #[arg(long, value_name = "FIELDS", conflicts_with = "get")]
    columns: Option<String>,
    /// Sort by fields; `-` before one reverses it
    #[arg(long, value_name = "KEYS", allow_hyphen_values = true)]
    #[arg(value_parser = hinted::fields(), hide_possible_values = true)]
    sort: Option<String>,
    /// Write each value of fields once [default: normal]
    #[arg(short, long, value_name = "KEYS", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "normal")]
    #[arg(value_parser = hinted::fields(), hide_possible_values = true)]
    unique: Option<String>,
    /// Write the lines that a list has, too
    #[arg(long = "in", value_name = "FILE", conflicts_with_all = ["count", "sort", "unique"])]
    among: Option<PathBuf>,
    /// Write the lines that a list does not have
    #[arg(long, value_name = "FILE", conflicts_with_all = ["among", "count", "sort", "unique"])]
    not_in: Option<PathBuf>,
    /// What --in and --not-in compare [default: normal]
    #[arg(long, value_name = "KEYS")]
    #[arg(value_parser = hinted::fields(), hide_possible_values = true)]
    by: Option<String>,
    /// With --unique: a Bloom filter, so often wrong
    #[arg(long, value_name = "RATE", requires = "unique", value_parser = error_rate)]
    error_rate: Option<f64>,
    #[command(flatten)]
    settings: SettingsOptions,
}

/// Parses the value of `--error-rate`.
fn error_rate(text: &str) -> Result<f64, String> {
    let rate: f64 = text.parse().map_err(|_| "expected a number, such as 0.001".to_owned())?;
    let is_rate = (1e-9..=0.5).contains(&rate);
    is_rate.then_some(rate).ok_or_else(|| "expected a number from 0.000000001 to 0.5".to_owned())
}

/// Parses the value of an option, if it is given.
fn parsed<T>(
    option: &str,
    value: Option<&str>,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> exit::Result<Option<T>> {
    value.map(parse).transpose().map_err(|message| invalid(option, &message))
}

fn invalid(option: &str, message: &str) -> exit::Error {
    exit::Error::Usage(format!("invalid value of {option}: {message}"))
}

/// Runs the command. The outcome does not depend on whether the lines are URLs.
pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let outcome = chosen(config, arguments)?;
    Ok(if outcome == Outcome::Invalid { Outcome::Valid } else { outcome })
}

fn chosen(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { inputs, get, condition, settings, .. } = arguments;
    let Arguments { count, top, columns, sort, unique, error_rate, .. } = arguments;
    let Arguments { among, not_in, by, .. } = arguments;
    let template = parsed("--get", get.as_deref(), Template::parse)?;
    let condition = parsed("--where", condition.as_deref(), filter::parse)?;
    let sort = parsed("--sort", sort.as_deref(), Keys::parse)?;
    let unique = parsed("--unique", unique.as_deref(), Keys::parse)?;
    if template.is_some() && config.format.is_some_and(|format| format != OutputFormat::Human) {
        return usage("--get writes text: use either it or --format");
    }
    let selection = settings.selection(config, !inputs.is_empty(), None, Vec::new())?;
    let Some(selection) = selection else { return Ok(Outcome::Valid) };
    let count = parsed("--count", count.as_deref(), Field::parse)?;
    // The rows of a table are written back, with the columns added.
    let is_table = matches!(config.rows, Some(Form::Column(..)));
    let adds = is_table && config.format.is_none() && template.is_none() && count.is_none();
    if !adds {
        config.refuse_formulas_unless_table(config.output.format)?;
    } else if config.given(&["verbose"]).is_some() {
        return usage("the rows of a table have no reports: remove --verbose");
    }
    if columns.is_some() && !adds && !config.output.format.has_columns() {
        let message = "--columns needs --format csv, tsv or markdown, or --column without --format";
        return usage(message);
    }
    let names: &[_] = match columns {
        // The header row names them for as long as the program runs.
        Some(names) => listed(names.leak()).collect::<Vec<_>>().leak(),
        None if adds => &[],
        None => lines::COLUMNS,
    };
    let fields = lines::columns(names).map_err(|message| invalid("--columns", &message))?;
    let config = config.with_columns(names);
    let config = if adds { config.with_back(Back::Added(names)) } else { config };
    let config = &Config { writes_data: adds || template.is_some(), ..config };
    let are_wanted = among.is_some();
    let others = among.or(not_in).map(Source::from_path);
    if others.is_none() && by.is_some() {
        return usage("--by says what --in and --not-in compare: add one of them");
    }
    let by = parsed("--by", Some(by.as_deref().unwrap_or("normal")), Keys::parse)?;
    let sources = inputs.sources(config)?;
    source::refuse_overwriting(others.as_slice())?;
    if others == Some(Source::Stdin) && sources.contains(&Source::Stdin) {
        return usage("stdin cannot be both lists: name a file for one of them");
    }
    let lines = Lines { config, selection, template, columns: fields, adds, condition };
    if let (Some(others), Some(by)) = (others, by) {
        return sorted::among(config, sources, &lines, others, &by, are_wanted);
    }
    if let Some(field) = count {
        return sorted::count(config, sources, &lines, field, top.unwrap_or(usize::MAX));
    }
    if sort.is_some() && error_rate.is_some() {
        return usage("--error-rate sorts nothing: remove it or --sort");
    }
    let bloom = error_rate.map(|rate| Mutex::new(Bloom::new(rate)));
    if bloom.is_none() && (unique.is_some() || sort.is_some()) {
        return sorted::run(config, sources, &lines, unique.as_ref(), sort.as_ref());
    }
    // Returns whether the filter does not find the key of a line.
    let is_new = |subject: &Subject<'_>| {
        let (Some(keys), Some(bloom)) = (&unique, &bloom) else { return Ok(true) };
        let mut bloom = bloom.lock().unwrap_or_else(PoisonError::into_inner);
        let (is_new, most) = (bloom.insert(&keys.unique_key(subject)), bloom.capacity);
        let full =
            || format!("more than {most} different lines: raise --error-rate, or leave it out");
        is_new.ok_or_else(|| exit::Error::Usage(full()))
    };
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        lines.choose(line, stats, out, |subject, out| {
            let mut is_masked = false;
            out.record(|to| {
                let start = to.len();
                is_masked = lines.write(subject, to)?;
                if to.len() > start && !is_new(subject)? {
                    to.truncate(start);
                }
                exit::Result::Ok(())
            })?;
            Ok(is_masked)
        })
    };
    // The filter sees the lines in their order.
    let threads = if bloom.is_some() { 1 } else { config.threads };
    let config = &Config { threads, ..config.clone() };
    line_command::run(config, sources, &processor)
}
