//! `url1738 explain`: the picture of every URL that `url1738-picture` draws, or as JSON the members of `parse` with the meaning
//! of each part, the plan, and the readings of other standards.

use std::{
    io::{self, Write},
    sync::{Mutex, PoisonError},
};

use clap::Args;
use url1738::{
    Escaped, PartSpan, Url,
    reading::{COMPONENTS, Reading},
};
use url1738_picture::{Comparison, Finding, Picture, about, production};

use super::{inputs::Inputs, line_command, plan, rule_options::SettingsOptions};
use crate::{
    comparison,
    config::{Config, OutputFormat},
    diagnostics::{Palette, Report, Sanitized},
    exit::{self, Outcome, with_exit_status},
    fields::Subject,
    line::{self, Line},
    pipeline::{Output, Stats},
    records::{self, Object},
};

/// Explain URLs: each part, its lints, and the dialogue with a server
///
/// The text is at most 80 columns wide. Long values are wrapped, and of very long ones the middle is left out. In a line
/// that is not a URL the error is marked.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 explain 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  url1738 explain 'gopher://host.dom/7/find%09words'
  url1738 explain 'http://host.dom/~joe'       mark the error
  url1738 explain --compare 'http://010.0.0.1/'
  url1738 explain --json < urls.txt            write one object per line
  url1738 explain --format svg 'ftp://host.dom/pub/motd' > picture.svg

--json writes the members of `parse`, and in addition about, decoded, meaning, production and
section of each part, plan (endpoint, steps and warnings, as `plan` writes them) or refused, and
with --compare readings and differences.

Shows the lints that url1738.toml does not turn off. Lines longer than 1 MiB are reported and
skipped.", "all URLs are valid", "a URL is invalid"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Also show how RFC 1738, RFC 3986 and the WHATWG URL Standard split the URL, and where they differ
    #[arg(long)]
    compare: bool,
    #[command(flatten)]
    settings: SettingsOptions,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { inputs, compare, settings } = arguments;
    let selection = settings.selection(config, !inputs.is_empty(), None, Vec::new())?;
    let Some(selection) = selection else { return Ok(Outcome::Valid) };
    let sources = inputs.sources(config)?;
    let passwords = config.passwords;
    // The picture in SVG, of one URL.
    let drawn = Mutex::new(None);
    let explain = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        let mut subject = Subject::new(line, passwords);
        subject.selection = Some(&selection);
        let verdict = stats.verdict(line, subject.url.is_ok());
        if config.output.format == OutputFormat::Svg {
            let mut drawn = drawn.lock().unwrap_or_else(PoisonError::into_inner);
            return match drawn.replace(picture(&subject).to_svg()) {
                None => Ok(verdict),
                Some(_) => exit::usage("--format svg takes one URL"),
            };
        }
        let comparison = compare.then(|| comparison::compare(&line, passwords));
        let comparison = comparison.as_ref();
        let record = match &subject.url {
            Ok(url) => of_url(&subject, url),
            Err(_) => subject.with_members(subject.record()),
        };
        let record = match comparison {
            Some(it) => record
                .with("readings", readings(it))
                .with_list("differences", it.differences())
                .with_list("readers", it.traps()),
            None => record,
        };
        let text = |palette: &Palette, to: &mut Vec<u8>| text(&subject, comparison, palette, to);
        line_command::write(config, &record, text, stats, out)?;
        Ok(verdict)
    };
    let outcome = line_command::run(config, sources, &explain)?;
    if config.output.format == OutputFormat::Svg {
        let drawn = drawn.into_inner().unwrap_or_else(PoisonError::into_inner);
        match drawn {
            Some(drawn) => line_command::print(drawn.as_bytes())?,
            None => return exit::usage("--format svg takes one URL, and there is none"),
        };
    }
    Ok(outcome)
}

/// The longest repaired line that the help shows, in bytes. A longer one is not read.
const MAX_HELP: usize = 1000;

/// Draws a line.
fn picture(subject: &Subject<'_>) -> Picture {
    let (line, keeps) = (subject.line, subject.passwords.keeps());
    let error = match &subject.url {
        // The fragment shows that the line has a password.
        _ if line.divided_password(subject.passwords).is_some() => {
            let masked = subject.masked().to_string();
            return match Url::parse(&masked) {
                Ok(url) => Picture::of_url(&url, subject.lints(), keeps),
                Err(error) => Picture::of_error(masked.as_bytes(), &error, keeps),
            };
        }
        Ok(url) => return Picture::of_url(url, subject.lints(), keeps),
        Err(error) => error,
    };
    let mut picture = Picture::of_error(line.bytes, error, keeps);
    if let Finding::Invalid { place, help, note, .. } = &mut picture.finding {
        let report = Report::error(error, &subject.masked());
        *place = format!("{}:{}:{}", line.origin.name(), line.number, report.column());
        *note = report.note;
        if !subject.is_line_masked(subject.passwords)
            && let Some(url) = line::whole(line.bytes, line.is_reference, error)
            && url.len() <= MAX_HELP
        {
            *help = format!("try '{url}'");
        }
    }
    picture
}

fn text(
    subject: &Subject<'_>,
    comparison: Option<&Comparison>,
    palette: &Palette,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut text = String::new();
    picture(subject).write_text(palette, &mut text).map_err(io::Error::other)?;
    if let Some(fragment) = subject.fragment() {
        text.push_str(&format!("fragment, which the server never sees: {fragment}\n\n"));
    }
    if let Some(comparison) = comparison {
        comparison.write_text(palette, &mut text).map_err(io::Error::other)?;
    }
    out.write_all(text.as_bytes())
}

/// Returns the record of a URL.
fn of_url<'s>(subject: &'s Subject<'_>, url: &'s Url<&'s str>) -> Object {
    // The last segment of a path names a file, the others directories.
    let parts = subject.parts();
    let last = parts.iter().rfind(|at| at.part.last_meaning.is_some()).map(|at| at.span);
    let part = move |at: &PartSpan| {
        let PartSpan { part, span } = *at;
        let written = span.slice(url.as_str());
        let octets = Escaped::new_validated(written).decode();
        let is_shown = !subject.masked().covers(span) && *octets != *written.as_bytes();
        Object::new()
            .with("name", part.name())
            .with_span(span)
            .with("text", subject.piece(span))
            .with_some("decoded", is_shown.then(|| Sanitized::new(&octets).to_string()))
            .with("meaning", url.scheme_info().meaning(part, last == Some(span)))
            .with("production", production(part, written))
            .with("section", part.section)
    };
    let record = subject
        .record()
        .with("scheme", url.scheme())
        .with("about", about(url))
        .with_list("parts", parts.iter().map(part))
        .with_objects("lints", &subject.lints(), records::lint);
    let record = subject.with_members(record);
    match url.plan() {
        Ok(plan) => {
            record.with("plan", plan::with_members(Object::new(), &plan, subject.passwords))
        }
        Err(refusal) => record.with("plan", ()).with("refused", records::refusal(&refusal)),
    }
}

/// Returns the readings of the three standards: the components, or why the standard rejects the text.
fn readings(comparison: &Comparison) -> Object {
    let reading = |reading: &Result<Reading, String>| match reading {
        Ok(reading) => {
            COMPONENTS.into_iter().fold(Object::new().with("ok", true), |record, name| match name {
                "port" => record.with(name, reading.port),
                _ => record.with(name, comparison.value(reading, name)),
            })
        }
        Err(message) => Object::new().with("ok", false).with("message", message.clone()),
    };
    let names = ["rfc1738", "rfc3986", "whatwg"].into_iter();
    let named = names.zip(&comparison.readings);
    named.fold(Object::new(), |all, (name, it)| all.with(name, reading(it)))
}
