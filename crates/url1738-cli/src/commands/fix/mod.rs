//! `url1738 fix`: malformed URLs, repaired.

mod diff;
mod files;
mod result;

use std::{
    io::{self, IsTerminal as _, Write as _},
    path::Path,
};

use clap::{Args, builder::TypedValueParser as _};
use encoding_rs::Encoding;
use url1738::{Change, Error, Repaired, Safety, Url};

use self::result::{Fixed, Status};
use super::{
    check::InputKind,
    extract::{charset_of_label, record::MaskedMatch},
    inputs::{self, Inputs},
    line_command,
    rule_options::{SettingsOptions, errors},
};
use crate::{
    codes::is_lint,
    config::Config,
    exit::{self, Outcome, with_exit_status},
    fields::Subject,
    hinted,
    line::Line,
    pipeline,
    pipeline::{LineCounts, Output, Source, Stats, Verdict},
    rows::Back,
    selection::{Selection, Selector},
};

/// Repair malformed URLs: spaces, `~`, bad escapes, wrappers
///
/// Prints every line to stdout, repaired or not. Logs every change to stderr with its location and reason, and
/// reports lines that cannot be repaired. Changes that drop text or guess what was intended, such as a fragment, a
/// `\` in place of `/` or a missing scheme, need --unsafe.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 fix 'URL:http://host.dom/~joe/a b'
  url1738 fix urls.txt > repaired.txt 2> changes.txt
  url1738 fix --in-place README.md             repair the URLs in a text
  url1738 fix --diff urls.txt                  show what would be changed
  url1738 fix --in-place --unsafe urls.txt     repair the file, and drop fragments
  url1738 fix --quiet urls.txt                 log nothing

Lines with a password are withheld, and the command ends with 2, unless --passwords is keep or
mask; --in-place leaves them as they are, unless it is keep, and repairs the others. Files are
replaced only as a whole. Lines longer than 1 MiB are reported and skipped; --in-place keeps them.", "all lines are valid or were repaired", "a line could not be repaired"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Replace the files with their repaired lines
    #[arg(short, long, conflicts_with_all = ["diff", "only_fixed"])]
    in_place: bool,
    /// Print a unified diff in place of the lines
    #[arg(long, conflicts_with_all = ["dry_run", "only_fixed"])]
    diff: bool,
    /// Log the changes, but write nothing
    #[arg(short = 'n', long, conflicts_with = "only_fixed")]
    dry_run: bool,
    /// Print only the lines that were repaired
    #[arg(long)]
    only_fixed: bool,
    /// Read inputs as `list` or `text` [default: by content]
    #[arg(long = "as", value_enum, value_name = "KIND", hide_possible_values = true)]
    kind: Option<InputKind>,
    /// Also make changes that drop text or guess what was intended
    #[arg(long = "unsafe")]
    allow_unsafe: bool,
    /// Percent-encode characters outside US-ASCII in this character set, as old servers had them, instead of in UTF-8
    #[arg(long, value_name = "LABEL", value_parser = charset_of_servers)]
    charset: Option<&'static Encoding>,
    /// Repair only lines with these errors: codes, prefixes of codes, or `errors`; may be repeated
    #[arg(long, value_name = "RULE", value_delimiter = ',', hide_possible_values = true)]
    #[arg(value_parser = hinted::codes(&["all", "errors"], |code| !is_lint(code)).try_map(errors))]
    select: Option<Vec<Selector>>,
    /// Leave lines with these errors as they are; may be repeated
    #[arg(long, value_name = "RULE", value_delimiter = ',', hide_possible_values = true)]
    #[arg(value_parser = hinted::codes(&["all", "errors"], |code| !is_lint(code)).try_map(errors))]
    ignore: Vec<Selector>,
    #[command(flatten)]
    settings: SettingsOptions,
}

/// Returns the encoding that a label names, if URLs can be written in it.
fn charset_of_servers(label: &str) -> Result<&'static Encoding, String> {
    let charset = charset_of_label(label)?;
    match charset.output_encoding() == charset {
        true => Ok(charset),
        false => Err("no URL is in UTF-16: remove the option for UTF-8".to_owned()),
    }
}

pub(crate) fn run(config: &Config, mut arguments: Arguments) -> exit::Result<Outcome> {
    let config = &Config { writes_data: true, ..config.with_columns(result::COLUMNS) };
    let inputs = core::mem::take(&mut arguments.inputs);
    let Arguments { in_place, diff, dry_run, only_fixed, kind, .. } = arguments;
    let (select, ignore) = (arguments.select.take(), core::mem::take(&mut arguments.ignore));
    let selection = arguments.settings.selection(config, !inputs.is_empty(), select, ignore)?;
    let Some(selection) = selection else { return Ok(Outcome::Valid) };
    let on_terminal = io::stdout().is_terminal();
    arguments.in_place &= !dry_run;
    let fixer = Fixer { config, arguments, on_terminal, selection };
    if !config.is_human()
        && let Some(option) = config.given(&["in-place", "diff", "dry-run"])
    {
        return exit::usage(format!("--{option} writes no records: leave out the format"));
    }
    if let Some(files) = inputs.texts(config, kind, false)? {
        if !config.is_human() || only_fixed {
            let message = "texts are written as texts: leave out the format and --only-fixed";
            return exit::usage(message);
        }
        return files::run(&fixer, &inputs::lines(Vec::new(), files)?, true);
    }
    if config.rows.is_some() && (in_place || diff) {
        let message = "--in-place and --diff take lists and texts: write rows to another file";
        return exit::usage(message);
    }
    let sources = inputs.sources(config)?;
    // What is neither a file nor a URL is reported as that, and does not keep the files from being repaired.
    let is_file = |source: &Source| matches!(source, Source::File(_) | Source::Neither { .. });
    if in_place && !sources.iter().all(is_file) {
        return exit::usage("--in-place needs files, not URLs or stdin");
    }
    if diff || fixer.arguments.in_place {
        return files::run(&fixer, &sources, false);
    }
    config.output.header(&mut io::stdout())?;
    // A repair may change the fragment of a line, too.
    // Rows without a URL are not among those that were repaired.
    let config = config.with_back(match () {
        () if dry_run => Back::Nothing,
        () if only_fixed => Back::Added(&[]),
        () => Back::Changed,
    });
    let config = &Config { references: false, empty_lines: true, ..config };
    let fix = |line: Line<'_>, stats: &mut Stats, out: &mut Output| fixer.line(line, stats, out);
    let result = pipeline::run(config, sources, &fix)?;
    if result.has_files {
        fixer.print_summary(&result.lines);
    }
    line_command::report_passwords(config, result.lines.masked)?;
    Ok(result.outcome())
}

struct Fixer<'c> {
    config: &'c Config,
    arguments: Arguments,
    on_terminal: bool,
    /// The errors that are repaired.
    selection: Selection,
}

impl Fixer<'_> {
    /// Returns the line with what follows its host in the character set of old servers, if it can be written in that.
    fn encoded(&self, line: Line<'_>) -> Option<Vec<u8>> {
        let charset = self.arguments.charset?;
        let text = line.text.filter(|text| !text.is_ascii())?;
        let host = text.find("//").map_or(0, |at| at + 2);
        let rest = text.get(host..)?.find(['/', '?', '#']).map_or(text.len(), |at| host + at);
        let (before, after) = text.split_at(rest);
        let (after, _, has_unknown) = charset.encode(after);
        (!has_unknown).then(|| [before.as_bytes(), &after].concat())
    }

    /// Repairs one line, of which `encoded` is the form in the character set of old servers. What stays as it is stays in
    /// UTF-8.
    fn fix_encoded<'a>(&self, line: Line<'a>, encoded: Option<&'a [u8]>) -> Fixed<'a> {
        let encoded = encoded.map(|bytes| self.fix(Line { bytes, text: None, ..line }));
        encoded.filter(Fixed::is_fixed).unwrap_or_else(|| self.fix(line))
    }

    /// Repairs one line.
    fn fix<'a>(&self, line: Line<'a>) -> Fixed<'a> {
        let passwords = self.config.passwords;
        let result = |status, changes| Fixed { line, passwords, changes, status };
        let invalid = |error| Box::new(Subject::of(line, Err(error), passwords));
        let unchanged = |url: &Url<&'a str>| {
            let fragment = line.text.and_then(|text| text.split_once('#'));
            let fragment = fragment.map(|(_, fragment)| fragment.to_owned());
            let (reference, masked) = ((url.as_str().into(), fragment), passwords.masked(url));
            result(Status::of_url(line, reference, masked, passwords), Vec::new())
        };
        let parsed = line.parse();
        // The name of another scheme may be misspelt, or the prefix `URL:`.
        let of_ten = parsed.as_ref().ok().filter(|url| !matches!(url, Url::Other(_)));
        if let Some(url) = of_ten {
            return unchanged(url);
        }
        let mut changes = Vec::new();
        let each = &mut |it| changes.push(it);
        let mut repaired = match line.is_reference {
            true => Url::repair_reference(line.bytes, each),
            false => Url::repair_with(line.bytes, each),
        };
        let allows_unsafe = self.arguments.allow_unsafe;
        if allows_unsafe && matches!(&repaired, Ok(Repaired { url: Url::Other(_), .. })) {
            let mut guessed = Vec::new();
            if let Some(guess) = Url::repair_scheme(line.bytes, &mut |it| guessed.push(it)) {
                (repaired, changes) = (Ok(guess), guessed);
            }
        }
        // A line is repaired as a whole, so one error that is off keeps it as it is.
        let is_off = |change: &Change| !self.selection.repairs(change);
        let is_selected = |error: &Error| {
            self.selection.is_default()
                || self.selection.reports_error(error) && !changes.iter().any(is_off)
        };
        let (file, masked) = (Path::new(line.origin.name()), passwords.redact(line.bytes));
        let accepts = |error: &Error| {
            self.config.settings.accepts(file, (error.code(), Some(error.part())), masked)
        };
        if let Err(error) = parsed
            && (!is_selected(&error) || accepts(&error))
        {
            return result(Status::Ignored(invalid(error)), Vec::new());
        }
        let repaired = match repaired {
            Ok(repaired) => repaired,
            Err(error) => return result(Status::Invalid(invalid(error)), Vec::new()),
        };
        let has_unsafe = changes.iter().any(|change| change.safety == Safety::Unsafe);
        match parsed {
            _ if !has_unsafe || allows_unsafe => {
                // What was a password may be another part now.
                let known = if masked.secrets().is_empty() {
                    MaskedMatch::of(repaired.url.as_str(), None, passwords)
                } else {
                    MaskedMatch::of_repaired(repaired.url.as_str(), None, passwords)
                };
                let masked = known.has_secret().then(|| known.url().to_string());
                let reference = (repaired.url.into_string().into(), repaired.fragment);
                result(Status::of_url(line, reference, masked, passwords), changes)
            }
            Ok(url) => unchanged(&url),
            Err(error) => result(Status::Invalid(invalid(error)), changes),
        }
    }

    /// Prints `12 lines = 9 unchanged + 2 fixed + 1 not fixable + 0 skipped` to stderr, and how many `--unsafe` would fix,
    /// unless `--quiet` is given.
    fn print_summary(&self, lines: &LineCounts) {
        if self.config.quiet {
            return;
        }
        let LineCounts { ok, bad, fixed, needs_unsafe, withheld, .. } = *lines;
        let verb = if self.arguments.dry_run { "fixable" } else { "fixed" };
        let verdicts = [(ok - fixed, "unchanged"), (fixed, verb), (bad, "not fixable")];
        // Few lists have passwords.
        let withheld = Some((withheld, "withheld")).filter(|(count, _)| *count > 0);
        let verdicts: Vec<_> = verdicts.into_iter().chain(withheld).collect();
        let counts = LineCounts { needs_unsafe: 0, ..*lines }.with_verdicts(&verdicts);
        let _ = match needs_unsafe {
            0 => writeln!(anstream::stderr(), "{counts}"),
            count => writeln!(anstream::stderr(), "{counts}; {count} fixable with --unsafe"),
        };
    }

    /// Repairs a line, and writes it and the log of its changes.
    fn line(&self, line: Line<'_>, stats: &mut Stats, out: &mut Output) -> exit::Result<Verdict> {
        let Arguments { dry_run, only_fixed, .. } = self.arguments;
        let line = Line { is_reference: self.config.references, ..line };
        if line.bytes.is_empty() && line.row.is_none() {
            if !dry_run && !only_fixed && self.config.is_human() {
                out.record(|to| to.write_all(b"\n"))?;
            }
            return Ok(Verdict::Valid);
        }
        let config = self.config;
        let encoded = self.encoded(line);
        let fixed = self.fix_encoded(line, encoded.as_deref());
        let is_written = !dry_run && (!only_fixed || fixed.is_fixed());
        if !config.is_human() {
            let verdict = verdict(line, &fixed, stats);
            if is_written && verdict != Verdict::Ignored {
                line_command::write(config, &fixed.record(), |_, _| Ok(()), stats, out)?;
            }
            return Ok(verdict);
        }
        let text = fixed.text(self.on_terminal);
        let data = (&*text, fixed.has_secret());
        let is_withheld = is_written && !line_command::write_data(config, line, data, stats, out)?;
        // What is not written is not logged as a change; what is wrong is reported.
        if !is_withheld || !fixed.is_valid() {
            out.report(|err| fixed.log(dry_run, &config.stderr, err))?;
        }
        Ok(if is_withheld { Verdict::Withheld } else { verdict(line, &fixed, stats) })
    }
}

/// Returns the verdict on a line, and counts how it is repaired.
fn verdict(line: Line<'_>, fixed: &Fixed<'_>, stats: &mut Stats) -> Verdict {
    stats.lines.fixed += u64::from(fixed.is_fixed());
    match fixed.status {
        Status::Ignored(_) => Verdict::Ignored,
        Status::Valid { .. } => Verdict::Valid,
        Status::Invalid(_) => {
            stats.lines.needs_unsafe += u64::from(!fixed.changes.is_empty());
            stats.verdict(line, false)
        }
    }
}
