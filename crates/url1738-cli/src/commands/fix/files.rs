//! `--in-place` and `--diff`, and texts: files, read line by line so that every byte outside of a repaired URL is kept.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Read as _, Write as _},
    path::Path,
};

use url1738::{Redacted, Span, Url};
use url1738_context::find_iter;

use super::{Fixer, diff::Diff, verdict};
use crate::{
    commands::{
        check::{accepted::Comments, markup::Links},
        extract::secrets::masked_line,
    },
    diagnostics::{
        Purpose, message,
        sanitized::{self, masked_bytes},
    },
    exit::{self, Outcome},
    line::{Line, Origin},
    pipeline::{
        MAX_LINE, RawLine, Source, Stats, Verdict,
        content::{self, Compression},
        source,
    },
    replacement::Replacement,
    signals,
};

/// What becomes of the repaired files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    InPlace,
    Diff,
    /// They are printed whole, unless only the changes are logged.
    Print,
}

/// A text, and the parts of it that are not repaired.
#[derive(Default)]
struct Text {
    /// Empty if it is read as it comes.
    bytes: Vec<u8>,
    comments: Comments,
    links: Links,
}

/// Repairs the files one after the other: their lines, or the URLs in them if they are texts. A file with an error does not
/// keep the others from being repaired.
pub(super) fn run(
    fixer: &Fixer<'_>,
    sources: &[Source],
    mode: Mode,
    are_texts: bool,
) -> exit::Result<Outcome> {
    let in_place = mode == Mode::InPlace;
    let mut stats = Stats::default();
    // A signal removes the temporary file.
    signals::end_with(|| {});
    for source in sources {
        let mut text = are_texts.then(Text::default);
        if let (Source::File(path), Some(text)) = (source, &mut text) {
            // Reading a pipe would take its content away.
            if path.is_file() {
                // What cannot be read is reported below.
                let _ = opened(path).and_then(|mut input| input.read_to_end(&mut text.bytes));
            }
            text.links = Links::of(path, &text.bytes, fixer.config.settings.skips_code());
            text.comments = Comments::of(&text.bytes, &text.links);
        }
        let mut print = |path: &Path, input: io::Result<Box<dyn BufRead + Send + '_>>| {
            let mut input = input.map_err(|error| exit::Error::Read(path.to_owned(), error))?;
            repair(fixer, (path, mode), &mut *input, &mut text, &mut io::stdout().lock())
        };
        let result = match source {
            Source::File(path) if in_place => replace_file(fixer, path, &mut text),
            Source::File(path) => print(path, opened(path)),
            Source::Stdin => print(Path::new("standard input"), content::decompressed(io::stdin())),
            Source::Argument(bytes) => print(Path::new("argument"), Ok(Box::new(&bytes[..]))),
            Source::Neither { argument, suggestion } => {
                message::error(&source::neither(argument, suggestion.as_deref()));
                stats.read_failed = true;
                continue;
            }
        };
        match result {
            // Lines of a file with an error are not counted.
            Ok(of_file) => stats.merge(of_file),
            Err(
                error @ (exit::Error::Read(..)
                | exit::Error::File(..)
                | exit::Error::NotReplaced(..)),
            ) => {
                message::error(&error);
                stats.read_failed = true;
            }
            Err(error) => return Err(error),
        }
    }
    fixer.print_summary(&stats.lines);
    match stats.lines.withheld {
        0 => Ok(stats.outcome()),
        count if in_place => Err(exit::Error::NotRepaired(count)),
        count => Err(exit::Error::Withheld(count)),
    }
}

/// Opens a file, and decompresses it.
fn opened(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    content::decompressed(File::open(path)?)
}

/// Repairs a file, which is replaced if a line was repaired. All other lines stay as they are.
fn replace_file(fixer: &Fixer<'_>, path: &Path, text: &mut Option<Text>) -> exit::Result<Stats> {
    let (input, mut replacement) = Replacement::open(path)?;
    let mut input = BufReader::new(input);
    let start = content::filled(&mut input);
    let start = start.map_err(|error| exit::Error::Read(path.to_owned(), error))?;
    if Compression::of(start).is_some() {
        let reason = "it is compressed: decompress it first";
        return Err(exit::Error::NotReplaced(path.to_owned(), reason));
    }
    let mut out = BufWriter::new(replacement.file());
    let stats = repair(fixer, (path, Mode::InPlace), &mut input, text, &mut out)?;
    drop(out);
    if stats.lines.fixed > 0 {
        replacement.commit()?;
    }
    Ok(stats)
}

/// Writes the lines of a file with their changes, or what would be changed in them.
fn repair(
    fixer: &Fixer<'_>,
    (path, mode): (&Path, Mode),
    input: &mut dyn BufRead,
    text: &mut Option<Text>,
    out: &mut dyn io::Write,
) -> exit::Result<Stats> {
    let in_place = mode == Mode::InPlace;
    let on_write = |error| match in_place {
        true => exit::Error::File(path.to_owned(), error),
        false => error.into(),
    };
    let (name, masking) = (sanitized::path(path), fixer.config.passwords);
    let mut diff = Diff::new(&name, fixer.on_terminal);
    let (mut stats, mut withheld) = (Stats::default(), 0);
    each_line(fixer, (path, in_place), input, (text, &mut stats), &mut |line| {
        let FileLine { old, new, has_secret, is_long } = line;
        let is_withheld = !in_place && has_secret && masking.withholds(Purpose::Data);
        let written = match mode {
            Mode::Diff if is_long => diff.long_line(old.ends_with(b"\n"), out),
            _ if fixer.dry_run => Ok(()),
            Mode::Diff => diff.line(old, new, is_withheld, out),
            _ if is_withheld => {
                withheld += 1;
                Ok(())
            }
            _ => out.write_all(&new.unwrap_or(old)),
        };
        written.map_err(on_write)
    })?;
    diff.end_hunk(out).and_then(|()| out.flush()).map_err(on_write)?;
    if !in_place {
        // Only lines that would be shown count.
        stats.lines.withheld = diff.withheld + withheld;
    }
    Ok(stats)
}

/// A line of a file with its byte order mark and its ending, or a piece of a line that is too long to be repaired.
struct FileLine {
    /// As it may be written.
    old: Vec<u8>,
    /// The line with its repairs, if it has some.
    new: Option<Vec<u8>>,
    /// Whether a password is in the line or in the result.
    has_secret: bool,
    is_long: bool,
}

/// Repairs and logs every line of an input, and calls `each` with all of its bytes in order. The result may replace the
/// input, where a password is never masked.
fn each_line(
    fixer: &Fixer<'_>,
    (path, in_place): (&Path, bool),
    input: &mut dyn BufRead,
    (text, stats): (&mut Option<Text>, &mut Stats),
    each: &mut dyn FnMut(FileLine) -> exit::Result<()>,
) -> exit::Result<()> {
    // The limit of a line, and the longest ending and byte order mark.
    const LIMIT: usize = MAX_LINE + 5;
    let mut read = |buffer: &mut Vec<u8>| {
        buffer.clear();
        let read = (&mut *input).take(LIMIT as u64).read_until(b'\n', buffer);
        read.map_err(|error| exit::Error::Read(path.to_owned(), error))
    };
    let passwords = fixer.config.passwords;
    let shown = |text: Redacted<'_>| match in_place {
        true => text.bytes().to_vec(),
        false => masked_bytes(text),
    };
    let name = sanitized::path(path);
    let (mut err, origin) = (io::stderr().lock(), Origin::File(name.as_str().into()));
    let (mut buffer, mut end) = (Vec::new(), 0);
    for number in 1.. {
        if read(&mut buffer)? == 0 {
            break;
        }
        let RawLine { mark, text: bytes, ending } = stats.lines.split(&buffer, number == 1);
        // Where the line begins in the file, after its byte order mark.
        let start = end + mark.len();
        end += buffer.len();
        let is_cut = !ending.ends_with(b"\n") && buffer.len() == LIMIT;
        stats.lines.lines += 1;
        stats.lines.unterminated -= u64::from(is_cut);
        let line = Line::single(number, bytes, &origin);
        let mut masked = passwords.redact(bytes);
        let mut has_secret = !masked.secrets().is_empty();
        let mut new = None;
        if bytes.is_empty() {
            stats.lines.empty += 1;
        } else if bytes.len() > MAX_LINE || is_cut {
            stats.lines.too_long += 1;
            let _ = writeln!(err, "{name}:{number}: line longer than 1 MiB skipped");
            loop {
                let masked = passwords.redact(&buffer);
                let has_secret = !masked.secrets().is_empty();
                each(FileLine { old: shown(masked), new: None, has_secret, is_long: true })?;
                if buffer.ends_with(b"\n") || read(&mut buffer)? == 0 {
                    break;
                }
                end += buffer.len();
            }
            continue;
        } else if let Some(Text { bytes: whole, comments, links }) = text {
            let (whole, at) = if whole.is_empty() { (bytes, 0) } else { (&**whole, start) };
            masked = masked_line(whole, at..at + bytes.len(), at, passwords);
            let secrets = masked.secrets().to_vec();
            let line = (line, start, &*secrets);
            let (fixed, is_masked) =
                text_line(fixer, line, in_place, (comments, links), stats, &mut err);
            has_secret |= is_masked || !secrets.is_empty();
            new = fixed;
        } else {
            let line = Line { is_reference: fixer.config.references, ..line };
            let encoded = fixer.encoded(line);
            let fixed = fixer.fix_encoded(line, encoded.as_deref());
            if in_place && fixed.is_fixed() && fixed.has_secret() {
                stats.lines.withheld += 1;
            } else {
                let verdict = verdict(line, &fixed, stats);
                stats.count_verdict(verdict);
                // If stderr is closed, the log is lost.
                let _ = fixer.log(&fixed, &mut err);
                has_secret |= fixed.has_secret();
                if fixed.is_fixed() {
                    fixed.write_text(false, new.insert(Vec::new()))?;
                }
            }
        }
        let with_ends = |text: &[u8]| [mark, text, ending].concat();
        let old = with_ends(&shown(masked));
        let new = new.map(|new| with_ends(&new));
        each(FileLine { old, new, has_secret, is_long: false })?;
    }
    Ok(())
}

/// Repairs the URLs in a line of a text, which begins at `start`. Returns the line with its repairs, if it has some, and whether a password is masked
/// in it.
fn text_line(
    fixer: &Fixer<'_>,
    (line, start, secrets): (Line<'_>, usize, &[Span]),
    in_place: bool,
    (comments, links): (&mut Comments, &Links),
    stats: &mut Stats,
    err: &mut dyn io::Write,
) -> (Option<Vec<u8>>, bool) {
    let (mut new, mut done, mut has_secret) = (Vec::new(), 0, false);
    for found in find_iter(line.bytes).filter(|it| !it.is_joined() && !it.is_truncated()) {
        let place = start + found.span.start..start + found.span.end;
        let (before, _) = line.bytes.split_at(found.span.end);
        let (before, bytes) = before.split_at(found.span.start);
        let is_accepted = |error: url1738::Error| comments.accept(line.number, error.code());
        if links.skips(&place) || Url::parse(&found.url).is_err_and(is_accepted) {
            continue;
        }
        // A password that goes on after the URL, or began before it, is not one of the URL.
        let own = fixer.config.passwords.redact(bytes);
        let is_cut = |secret: &Span| {
            secret.range().start < found.span.end && found.span.start < secret.range().end
        };
        if own.secrets().is_empty() && secrets.iter().any(is_cut) {
            stats.lines.withheld += 1;
            continue;
        }
        let single = Line::single(line.number, bytes, line.origin);
        let source = Line {
            is_reference: true,
            before: u32::try_from(found.span.start).unwrap_or(u32::MAX),
            ..single
        };
        let fixed = fixer.fix(source);
        let is_withheld = fixed.is_fixed() && fixed.has_secret();
        has_secret |= is_withheld;
        if is_withheld && in_place {
            stats.lines.withheld += 1;
            continue;
        }
        // An error that is off is not counted: the line may have other URLs.
        let verdict = verdict(source, &fixed, stats);
        if verdict != Verdict::Ignored {
            stats.count_verdict(verdict);
        }
        // If stderr is closed, the log is lost.
        let _ = fixer.log(&fixed, err);
        if fixed.is_fixed() {
            new.extend_from_slice(before.split_at(done).1);
            let _ = fixed.write_text(false, &mut new);
            done = found.span.end;
        }
    }
    new.extend_from_slice(line.bytes.split_at(done).1);
    if !in_place {
        // What is between the URLs may have secrets, too.
        new = masked_bytes(masked_line(&new, 0..new.len(), 0, fixer.config.passwords));
    }
    ((done > 0).then_some(new), has_secret)
}
