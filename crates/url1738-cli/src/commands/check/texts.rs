//! `check` on texts: the URLs in them, with the files that it finds by itself, and what a team accepts.

use core::{cell::OnceCell, cmp::Reverse, iter, ops::Range};
use std::{
    io::{self, BufRead, BufReader, Read as _, Write as _},
    path::{Path, PathBuf},
    rc::Rc,
};

use url1738::{Span, Url};
use url1738_context::Match;

use super::{
    Check, Codes, TextOptions,
    accepted::{Accepted, Comments},
    by_count,
    markup::{Base, Links, is_code, is_list, is_open, is_template},
};
use crate::{
    codes::{MISSING_TARGET, TRUNCATED, UNUSED_IGNORE},
    commands::{
        extract::{
            inputs::{self, Input},
            record::MaskedMatch,
            search::{Found, Reading, search},
            window::TextWindow,
        },
        rule_options::{ReportOptions, cut},
    },
    config::{Config, OutputFormat},
    diagnostics::{LONGEST_URL, Report, sanitized},
    exit,
    exit::Outcome,
    findings::{self, Finding},
    line::{Line, Origin},
    pipeline::{Output, Source, Stats, content},
    selection::Level,
};

/// The longest text whose comments and markup are read, in bytes. A longer one is searched as it is.
const LONGEST: u64 = 4 << 20;

/// Reports what is wrong with the URLs in texts. `all` is whether all files are texts, though some look like lists.
pub(crate) fn run(
    config: &Config,
    reports: ReportOptions,
    options: TextOptions,
    files: &[PathBuf],
    reading: Reading,
    all: bool,
) -> exit::Result<Outcome> {
    let exit_zero = reports.exit_zero;
    let reporting = reports.reporting(config, !files.is_empty(), OutputFormat::FINDINGS)?;
    let Some((config, selection)) = reporting else { return Ok(Outcome::Valid) };
    let (config, format) = (&config, config.output.format);
    OutputFormat::named(&format.as_str(), "check --as text", OutputFormat::FINDINGS)
        .map_err(exit::Error::Usage)?;
    let writer = inputs::begin(config, files)?;
    let base = options.base.as_deref().map(Base::new).transpose();
    let accepted = Accepted::new(&config.settings, options.baseline.as_deref())?;
    let base = base.map_err(exit::Error::Usage)?;
    let mut linter = Linter {
        check: Check { config, selection },
        out: writer.output(0),
        stats: Stats::default(),
        accepted,
        base: base.as_ref(),
        file: File::default(),
    };
    findings::begin(format, &mut io::stdout())?;
    // A baseline is not a text of the folder that it is about.
    let own = [&options.baseline, &options.write_baseline, &config.settings.path];
    let own: Vec<PathBuf> = own.into_iter().flatten().flat_map(|it| it.canonicalize()).collect();
    let is_own =
        |path: &Path| !own.is_empty() && path.canonicalize().is_ok_and(|it| own.contains(&it));
    let skips = |path: &Path| !config.settings.includes(path) || is_own(path);
    let search = |input: &Input, name: &str, bytes: &mut dyn BufRead| {
        let (name, path) = match (&input.source, &options.stdin_filename) {
            (Source::Stdin, Some(path)) => (&*sanitized::path(path), path.as_path()),
            (source, _) => (name.strip_prefix("./").unwrap_or(name), source.path()),
        };
        linter.file((name, path), bytes, reading, (all, input.in_folder))
    };
    let skipped = inputs::each(files, !options.no_ignore, &writer, skips, search)?;
    let Linter { mut stats, mut out, accepted, .. } = linter;
    stats.merge(skipped);
    let Stats { lines: counts, counter: codes, read_failed, .. } = stats;
    out.write()?;
    findings::end(format, &mut io::stdout())?;
    writer.finish()?;
    if let Some(path) = &options.write_baseline {
        accepted.write(path)?;
    }
    if options.statistics {
        // Below a document for machines there is nothing else.
        match format {
            OutputFormat::Human | OutputFormat::Short => statistics(codes, &mut io::stdout())?,
            _ => drop(statistics(codes, &mut anstream::stderr())),
        }
    }
    if !config.quiet {
        let cut = cut(config, counts.reports, "reports");
        let counts = counts.of_urls();
        let _ = write!(anstream::stderr(), "{counts}{}{cut}", accepted.remark());
    }
    let failing = counts.bad + counts.denied;
    let is_accepted = exit_zero
        || options.write_baseline.is_some() && options.baseline.is_none()
        || options.max_findings.is_some_and(|most| failing <= most);
    Ok(match failing > 0 && !is_accepted {
        _ if read_failed => Outcome::ReadFailed,
        true => Outcome::Invalid,
        false => Outcome::Valid,
    })
}

/// Writes how often each code was found, the most frequent first.
fn statistics(codes: Codes, out: &mut dyn io::Write) -> io::Result<()> {
    let codes = by_count(codes);
    let digits = codes.first().map_or(0, |(_, count)| count.to_string().len());
    codes.iter().try_for_each(|(code, count)| writeln!(out, "{count:>digits$} {code}"))?;
    out.flush()
}

/// What is known of the file that is searched.
#[derive(Default)]
struct File {
    origin: Origin,
    path: PathBuf,
    comments: Comments,
    links: Links,
    /// What the markup shows and is not reported yet, the first at the end.
    marked: Vec<(Range<usize>, Marked)>,
    text: Rc<Vec<u8>>,
    window: OnceCell<Rc<TextWindow>>,
}

/// What the markup shows: a URL, or a relative link that leads nowhere, with its report.
type Marked = Result<String, Report>;

impl File {
    /// Returns the whole text, which only reports need.
    fn window(&self) -> Rc<TextWindow> {
        Rc::clone(self.window.get_or_init(|| Rc::new(TextWindow::whole(&self.text))))
    }
}

struct Linter<'c> {
    check: Check<'c>,
    out: Output,
    /// With how often each error and lint was found, whether shown or not.
    stats: Stats<Codes>,
    accepted: Accepted<'c>,
    base: Option<&'c Base>,
    file: File,
}

impl Linter<'_> {
    /// Checks a file: a list line by line, or a text by the URLs in it.
    fn file(
        &mut self,
        (name, path): (&str, &Path),
        bytes: &mut dyn BufRead,
        reading: Reading,
        (all, in_folder): (bool, bool),
    ) -> exit::Result<()> {
        let mut held = Vec::new();
        let unread = |error| exit::Error::Read(name.into(), error);
        let read = (&mut *bytes).take(LONGEST).read_to_end(&mut held).map_err(unread);
        if read.is_err() {
            // What is left are whole lines.
            held.truncate(content::whole_lines(&held));
        }
        let rest = bytes.take(if read.is_ok() { u64::MAX } else { 0 });
        let is_whole = (held.len() as u64) < LONGEST;
        let known: &[u8] = if is_whole { &held } else { &[] };
        let links = Links::of(path, known, self.check.config.settings.skips_code());
        let reports_missing = self.check.selection.level(&MISSING_TARGET, None) != Level::Off;
        let base = self.base.filter(|_| reports_missing);
        let relative = base.map(|base| links.relative(base, path)).into_iter().flatten();
        let relative = relative.map(|(place, report)| (place, Err(report)));
        let urls = links.urls().map(|(place, url)| (place, Ok(url.to_owned())));
        let mut marked: Vec<(_, Marked)> = urls.chain(relative).collect();
        marked.sort_by_key(|(place, _)| Reverse(place.start));
        let comments = Comments::of(known, &links);
        let held = Rc::new(held);
        self.file = File {
            origin: Origin::File(name.into()),
            path: path.to_owned(),
            comments,
            links,
            marked,
            text: Rc::clone(&held),
            window: OnceCell::new(),
        };
        let searched = if !all && is_whole && is_list(path, &held, in_folder) {
            self.list(&held)
        } else {
            let mut bytes = BufReader::new(held.as_slice().chain(rest));
            search((name, path), &mut bytes, (reading, None), self)
        };
        let searched = searched.and(read.map(drop));
        if searched.is_ok() {
            self.accepted.searched.insert(name.to_owned());
            self.marked_before(usize::MAX)?;
            self.unused()?;
        }
        self.out.write()?;
        searched
    }

    /// Checks each line of a list.
    fn list(&mut self, bytes: &[u8]) -> exit::Result<()> {
        let origin = &self.file.origin.clone();
        for (number, raw) in (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n')) {
            let [_, bytes, _] = self.stats.lines.split(raw, number == 1);
            if bytes.is_empty() {
                continue;
            }
            let line = Line::single(number, bytes, origin);
            let masked = self.check.config.passwords.redact(bytes);
            let url = line.parse().map(|url| (url, None));
            let reports = self.check.reports(url, &masked, false);
            self.judge(reports, |linter, report| {
                linter.write(&Finding { line, masked, report, url: masked })
            })?;
        }
        Ok(())
    }

    /// Counts a URL by what is reported of it: it is ignored if nothing may be. `write` returns whether a report is not
    /// accepted.
    fn judge(
        &mut self,
        reports: Option<Vec<Report>>,
        mut write: impl FnMut(&mut Self, Report) -> exit::Result<bool>,
    ) -> exit::Result<()> {
        let Some(reports) = reports else {
            self.stats.lines.ignored += 1;
            return Ok(());
        };
        let is_valid = reports.iter().all(|report| !report.is_fault());
        let mut is_accepted = true;
        for report in reports {
            is_accepted &= !write(self, report)?;
        }
        *match (is_valid, is_accepted) {
            (true, _) => &mut self.stats.lines.ok,
            (false, true) => &mut self.stats.lines.ignored,
            (false, false) => &mut self.stats.lines.bad,
        } += 1;
        Ok(())
    }

    /// Counts and writes a finding unless it is accepted, and returns whether it is not.
    fn write(&mut self, finding: &Finding<'_>) -> exit::Result<bool> {
        let Finding { line, report, .. } = finding;
        if self.file.comments.accept(line.number, report.code, report.part)
            || self.accepted.accept(&self.file.path, finding)
        {
            return Ok(false);
        }
        if !report.is_fault() {
            self.stats.lines.lints += 1;
            self.stats.lines.denied += u64::from(report.is_error);
        }
        self.check.finding(finding, (&mut self.stats, &mut self.out))?;
        Ok(true)
    }

    /// Checks what the markup shows before a place: URLs that it delimits, and links to files that do not exist.
    fn marked_before(&mut self, end: usize) -> exit::Result<()> {
        while let Some((place, marked)) = self.file.marked.pop_if(|(at, _)| at.start < end) {
            let destination = match marked {
                Ok(destination) => destination,
                Err(mut report) => {
                    report.span = Span::from(0..place.len());
                    let is_new = self.at(&place, report)?;
                    self.stats.lines.bad += u64::from(is_new);
                    continue;
                }
            };
            let masked = self.check.config.passwords.redact(destination.as_bytes());
            let reports = match Url::parse_reference(&destination) {
                Err(error) if is_template(&destination, &error, &self.file.path) => None,
                url => self.check.reports(url, &masked, true),
            };
            self.judge(reports, |linter, report| linter.at(&place, report))?;
        }
        Ok(())
    }

    /// Reports comments that accept nothing.
    fn unused(&mut self) -> exit::Result<()> {
        let level = self.check.selection.level(&UNUSED_IGNORE, None);
        let unused = self.file.comments.unused().filter(|_| level != Level::Off);
        for place in unused.collect::<Vec<_>>() {
            let mut report = Report::of_code(&UNUSED_IGNORE, level == Level::Deny);
            report.span = Span::from(0..place.len());
            self.at(&place, report)?;
        }
        Ok(())
    }

    /// Reports what is wrong at a place of a text that the search did not find.
    fn at(&mut self, place: &Range<usize>, report: Report) -> exit::Result<bool> {
        let text = self.file.window();
        let (config, origin) = (self.check.config, &self.file.origin.clone());
        let moved = |at: Range<usize>| place.start + at.start..place.start + at.end;
        let span = (&(place.start..place.start), iter::empty());
        let url = text.masked(span.clone(), place, config.passwords);
        self.write(&text.finding(span, moved, (report, url), origin, config))
    }
}

impl Found for Linter<'_> {
    fn found(&mut self, found: &Match<'_>, window: &TextWindow) -> exit::Result<()> {
        let masked = MaskedMatch::new(found, window, self.check.config.passwords);
        let place = window.span_in_file(&found.span);
        self.marked_before(place.start)?;
        if self.file.links.skips(&place) || self.file.links.delimits(&place) {
            return Ok(());
        }
        let target = found.target();
        let is_cut = found.is_truncated();
        let reports = match Url::parse_reference(&target) {
            Err(error) if is_template(&target, &error, &self.file.path) => None,
            _ if is_cut && found.span.len() < LONGEST_URL && is_code(&self.file.path) => None,
            _ if is_cut => (self.check.selection.level(&TRUNCATED, None) != Level::Off)
                .then(|| vec![Report::truncated(found.span.len())]),
            url => self.check.reports(url, &masked.redacted(), true),
        };
        let (url, config) = (masked.url(), self.check.config);
        let origin = &self.file.origin.clone();
        let last = found.fragment.as_deref().unwrap_or(&found.url).chars().next_back();
        let last = last.map_or(1, char::len_utf8);
        let place = |at| match is_cut {
            true => found.span.end.saturating_sub(last)..found.span.end,
            false => found.origin_of(at),
        };
        self.judge(reports, |linter, mut report| {
            report.fix.take_if(|_| is_open(found));
            let span = (&found.span, masked.places(found));
            linter.write(&window.finding(span, place, (report, url), origin, config))
        })
    }

    fn flush(&mut self, _: &TextWindow, known: usize) -> exit::Result<usize> {
        self.out.write()?;
        Ok(known)
    }
}
