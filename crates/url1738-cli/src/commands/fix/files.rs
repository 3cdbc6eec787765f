//! `--in-place` and `--diff`, and texts: files, read line by line so that every byte outside of a repaired URL is kept.

use core::{cmp::Reverse, ops::Range};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Read as _, StderrLock, Write as _},
    path::Path,
};

use url1738::Url;
use url1738_context::find_iter;

use super::{Arguments, Fixer, diff::Diff, result::Fixed, verdict};
use crate::{
    commands::{
        check::{
            accepted::Comments,
            markup::{Links, is_named_text, is_open, is_template},
        },
        extract::{
            record::MaskedMatch,
            search::not_text,
            secrets::{secrets_of_line, slice, within, write_masked},
            text::quotes,
        },
    },
    diagnostics::{Passwords, message, sanitized, suggest},
    exit::{self, Outcome},
    line::{Line, Origin},
    pipeline::{
        MAX_LINE, Source, Stats,
        content::{self, Compression},
        source,
    },
    replacement::Replacement,
    signals,
};

/// Repairs the files one after the other: their lines, or the URLs in them if they are texts. A file with an error does not
/// keep the others from being repaired.
pub(super) fn run(fixer: &Fixer<'_>, sources: &[Source], are_texts: bool) -> exit::Result<Outcome> {
    let in_place = fixer.arguments.in_place;
    let mut stats = Stats::default();
    // A signal removes the temporary file.
    signals::end_with(|| {});
    for source in sources {
        let print = |path: &Path, input: io::Result<Box<dyn BufRead + Send + '_>>| {
            let mut input = input.map_err(|error| exit::Error::Read(path.to_owned(), error))?;
            repair(fixer, (path, are_texts), &mut *input, &mut io::stdout().lock())
        };
        let result = match source {
            Source::File(path) if in_place => replace_file(fixer, path, are_texts),
            Source::File(path) => print(path, File::open(path).and_then(content::decompressed)),
            Source::Stdin => print(Path::new("standard input"), content::decompressed(io::stdin())),
            Source::Argument(bytes) => print(Path::new("argument"), Ok(Box::new(&bytes[..]))),
            Source::Neither { argument, suggestion } => {
                exit::usage(source::neither(argument, suggestion.as_deref()))
            }
        };
        match result {
            // Lines of a file with an error are not counted.
            Ok(of_file) => stats.merge(of_file),
            Err(error @ exit::Error::Output(_)) => return Err(error),
            Err(error) => {
                message::error(&error);
                stats.read_failed = true;
            }
        }
    }
    fixer.print_summary(&stats.lines);
    match if in_place { stats.lines.withheld } else { stats.lines.masked } {
        0 => Ok(stats.outcome()),
        count if in_place => Err(exit::Error::NotRepaired(count)),
        count => Err(exit::Error::Withheld(count)),
    }
}

/// Repairs a file, which is replaced if a line was repaired. All other lines stay as they are.
fn replace_file(fixer: &Fixer<'_>, path: &Path, is_text: bool) -> exit::Result<Stats> {
    let (input, mut replacement) = Replacement::open(path)?;
    let mut input = BufReader::new(input);
    let start = content::filled(&mut input);
    let start = start.map_err(|error| exit::Error::Read(path.to_owned(), error))?;
    if Compression::of(start).is_some() {
        let reason = "it is compressed: decompress it first";
        return Err(exit::Error::NotReplaced(path.to_owned(), reason));
    }
    let mut out = BufWriter::new(replacement.file());
    let stats = repair(fixer, (path, is_text), &mut input, &mut out)?;
    drop(out);
    if stats.lines.fixed > 0 {
        replacement.commit()?;
    }
    Ok(stats)
}

/// Writes the lines of an input with their changes, or what would be changed in them, and logs the changes.
fn repair(
    fixer: &Fixer<'_>,
    (path, is_text): (&Path, bool),
    input: &mut dyn BufRead,
    out: &mut dyn io::Write,
) -> exit::Result<Stats> {
    // The limit of a line, and the longest ending and byte order mark.
    const LIMIT: usize = MAX_LINE + 5;
    let unread = |error| exit::Error::Read(path.to_owned(), error);
    let start = content::filled(input).map_err(unread)?;
    // The name of a text says more than a NUL in it.
    let judge = if is_text && !is_named_text(path) { not_text } else { suggest::for_input };
    if let Some(reason) = judge(start) {
        return Err(exit::Error::NotText(path.to_owned(), reason));
    }
    let Arguments { in_place, diff: is_diff, dry_run, .. } = fixer.arguments;
    let unwritten = |error| match in_place {
        true => exit::Error::File(path.to_owned(), error),
        false => error.into(),
    };
    let (name, masking) = (sanitized::path(path), fixer.config.passwords);
    let origin = Origin::File(name.as_str().into());
    let mut whole = Vec::new();
    // A line of a text may show only with others that it has a password.
    if is_text {
        input.read_to_end(&mut whole).map_err(unread)?;
    }
    let mut input = whole.chain(input);
    let links = Links::of(path, &whole, fixer.config.settings.skips_code());
    let (comments, err) = (Comments::of(&whole, &links), io::stderr().lock());
    let mut stats = Stats::default();
    stats.lines.texts = u64::from(is_text);
    let mut urls: Vec<_> = links.urls().map(|(place, _)| place).collect();
    let mut broken = Vec::new();
    let cells = quotes(path, &whole).map(|mut quotes| quotes.divided(&whole));
    for found in find_iter(cells.as_ref().unwrap_or(&whole)) {
        if found.is_joined() {
            broken.extend(MaskedMatch::places_in(&found, masking));
        } else if !is_open(&found) && !links.delimits(&found.span) {
            urls.push(found.span);
        }
    }
    urls.sort_by_key(|place| Reverse(place.start));
    let mut repairer = Repairer { fixer, whole: &whole, urls, broken, comments, links, stats, err };
    let (mut diff, mut withheld) = (Diff::new(&name, fixer.on_terminal), 0);
    let (mut buffer, mut end, mut number, mut is_rest) = (Vec::new(), 0, 0, false);
    loop {
        buffer.clear();
        let read = (&mut input).take(LIMIT as u64).read_until(b'\n', &mut buffer);
        if read.map_err(unread)? == 0 {
            break;
        }
        let counts = &mut repairer.stats.lines;
        let [mark, bytes, ending] = counts.split(&buffer, end == 0);
        // Where the line begins in the file, after its byte order mark.
        let start = end + mark.len();
        end += buffer.len();
        let is_cut = !ending.ends_with(b"\n") && buffer.len() == LIMIT;
        counts.unterminated -= u64::from(is_cut);
        let is_long = is_rest || is_cut || bytes.len() > MAX_LINE;
        if !is_rest {
            number += 1;
            // Of a text, the URLs are counted.
            counts.lines += u64::from(!is_text || is_long);
            counts.empty += u64::from(!is_text && bytes.is_empty());
            counts.too_long += u64::from(is_long);
        }
        if is_long && !is_rest {
            let _ = writeln!(repairer.err, "{name}:{number}: line longer than 1 MiB skipped");
        }
        is_rest = is_cut;
        let line = Line::single(number, bytes, &origin);
        let LineResult { secrets, new, has_secret } = match is_text {
            _ if is_long || bytes.is_empty() => LineResult::listed(bytes, masking),
            true => repairer.text(line, start),
            false => repairer.listed(line)?,
        };
        let shown = if in_place { bytes.to_vec() } else { masked(bytes, secrets) };
        let old = [mark, &shown, ending].concat();
        let new = new.map(|new| [mark, &new, ending].concat());
        let is_withheld = !in_place && has_secret && fixer.config.withholds();
        let written = match is_diff {
            true if is_long => diff.long_line(old.ends_with(b"\n"), out),
            true => diff.line(old, new, is_withheld, out),
            _ if dry_run => Ok(()),
            _ if is_withheld => {
                withheld += 1;
                Ok(())
            }
            _ => out.write_all(&new.unwrap_or(old)),
        };
        written.map_err(unwritten)?;
    }
    diff.end_hunk(out).and_then(|()| out.flush()).map_err(unwritten)?;
    let mut stats = repairer.stats;
    // They have their verdicts, too.
    stats.lines.masked = diff.withheld + withheld;
    Ok(stats)
}

/// What becomes of a line.
struct LineResult {
    /// The secrets of the line as it is.
    secrets: Vec<Range<usize>>,
    /// The line with its repairs, if it has some.
    new: Option<Vec<u8>>,
    /// Whether a password is in the line or in the result.
    has_secret: bool,
}

impl LineResult {
    fn unchanged(secrets: Vec<Range<usize>>) -> Self {
        let has_secret = secrets.iter().any(|secret| !secret.is_empty());
        Self { secrets, new: None, has_secret }
    }

    /// Returns the result for a line of a list that stays as it is.
    fn listed(line: &[u8], masking: Passwords) -> Self {
        Self::unchanged(masking.redact(line).secrets().iter().map(|it| it.range()).collect())
    }
}

/// Returns a text with its secrets masked.
fn masked(text: &[u8], secrets: Vec<Range<usize>>) -> Vec<u8> {
    let mut masked = Vec::new();
    // INVARIANT: writing to memory does not fail.
    let _ = write_masked(text, 0, secrets, &mut masked);
    masked
}

/// Repairs the lines of a file. The result may replace the file, where a password is never masked.
struct Repairer<'r> {
    fixer: &'r Fixer<'r>,
    /// The text, the places of its URLs that are left, the last first, and those of the secrets of URLs that lines divide.
    whole: &'r [u8],
    urls: Vec<Range<usize>>,
    broken: Vec<Range<usize>>,
    comments: Comments,
    links: Links,
    stats: Stats,
    err: StderrLock<'static>,
}

impl Repairer<'_> {
    /// Repairs a line of a list.
    fn listed(&mut self, line: Line<'_>) -> exit::Result<LineResult> {
        let fixer = self.fixer;
        let mut result = LineResult::listed(line.bytes, fixer.config.passwords);
        let line = Line { is_reference: fixer.config.references, ..line };
        let encoded = fixer.encoded(line);
        let fixed = fixer.fix_encoded(line, encoded.as_deref());
        if self.log(line, &fixed) {
            result.has_secret |= fixed.has_secret();
            if fixed.is_fixed() {
                result.new = Some(fixed.text(false).into_owned());
            }
        }
        Ok(result)
    }

    /// Repairs the URLs in a line of a text, which begins at `start`.
    fn text(&mut self, line: Line<'_>, start: usize) -> LineResult {
        let Self { fixer, whole, .. } = *self;
        let in_place = fixer.arguments.in_place;
        let passwords = fixer.config.passwords;
        let path = Path::new(line.origin.name());
        let place = start..start + line.bytes.len();
        let mut secrets = secrets_of_line(whole, place.clone(), start, passwords);
        let first = self.broken.partition_point(|it| it.end <= place.start);
        let broken = self.broken.iter().skip(first).take_while(|it| it.start < place.end);
        secrets.extend(broken.map(|it| within(it, &place).range()));
        let mut result = LineResult::unchanged(secrets);
        // What stays of the line: the lines around it may show that it has a secret.
        let secrets = if in_place { Vec::new() } else { result.secrets.clone() };
        let kept = |piece: Range<usize>| {
            let secrets = secrets.iter().map(|it| within(it, &piece).range()).collect();
            masked(slice(line.bytes, piece), secrets)
        };
        let (mut new, mut done) = (Vec::new(), 0);
        while let Some(at) = self.urls.pop_if(|at| at.start < place.end) {
            let span = within(&at, &place).range();
            let bytes = slice(line.bytes, span.clone());
            // It is as in the text, since nothing of it was joined.
            let target = String::from_utf8_lossy(bytes);
            let comments = &mut self.comments;
            let is_left = |error: url1738::Error| {
                is_template(&target, &error, path)
                    || comments.accept(line.number, error.code(), Some(error.part()))
            };
            // The lines before may be too long, and a URL of the markup may have several.
            if span.len() < at.len()
                || self.links.skips(&at)
                || Url::parse_reference(&target).is_err_and(is_left)
            {
                continue;
            }
            self.stats.lines.lines += 1;
            // A password that goes on after the URL, or began before it, is not one of the URL.
            let own = passwords.redact(bytes);
            let is_cut = |it: &Range<usize>| it.start < span.end && span.start < it.end;
            if own.secrets().is_empty() && result.secrets.iter().any(is_cut) {
                self.stats.lines.withheld += 1;
                continue;
            }
            let source = Line {
                is_reference: true,
                before: u32::try_from(span.start).unwrap_or(u32::MAX),
                ..Line::single(line.number, bytes, line.origin)
            };
            let encoded = fixer.encoded(source);
            let fixed = fixer.fix_encoded(source, encoded.as_deref());
            result.has_secret |= fixed.is_fixed() && fixed.has_secret();
            if self.log(source, &fixed) && fixed.is_fixed() {
                new.extend(kept(done..span.start));
                new.extend_from_slice(&fixed.text(false));
                done = span.end;
            }
        }
        new.extend(kept(done..line.bytes.len()));
        if !in_place {
            // What is between the URLs may have secrets, too.
            let secrets = secrets_of_line(&new, 0..new.len(), 0, passwords);
            new = masked(&new, secrets);
        }
        result.new = (done > 0).then_some(new);
        result
    }

    /// Counts and logs what becomes of a line or of a URL in one, and returns whether its password does not keep it in its
    /// file as it is.
    fn log(&mut self, line: Line<'_>, fixed: &Fixed<'_>) -> bool {
        // The file would lose a part of a password that a change replaces or removes.
        let has_secret = fixed.has_secret() || fixed.changes().any(|(_, is_masked, _)| is_masked);
        if self.fixer.arguments.in_place && fixed.is_fixed() && has_secret {
            self.stats.lines.withheld += 1;
            return false;
        }
        let verdict = verdict(line, fixed, &mut self.stats);
        self.stats.count_verdict(verdict);
        let Fixer { config, arguments, .. } = self.fixer;
        if !config.quiet {
            // If stderr is closed, the log is lost.
            let _ = fixed.log(arguments.dry_run, &config.stderr, &mut self.err);
        }
        true
    }
}
