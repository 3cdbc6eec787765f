//! `--in-place` and `--diff`: files, read line by line so that every byte outside of a repaired URL is kept.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Read as _, Write as _},
    path::Path,
};

use super::{
    FixCounts, Fixer,
    diff::{Diff, DiffLine},
    result::{self, Fixed},
};
use crate::{
    diagnostics::{Purpose, message, sanitized},
    exit::{self, Outcome},
    line::{Line, Origin},
    output_file::Replacement,
    pipeline::{MAX_LINE, Source, Stats, source},
    signals,
};

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Repairs the files one after the other. A file with an error does not keep the others from being repaired.
pub(super) fn run(fixer: &Fixer<'_>, sources: &[Source], in_place: bool) -> exit::Result<Outcome> {
    let mut stats = Stats::new(FixCounts::default());
    let mut failed = false;
    // A signal removes the temporary file.
    signals::end_with(|| {});
    for source in sources {
        let result = match source {
            Source::File(path) if in_place => replace_file(fixer, path, &mut stats),
            Source::File(path) => match File::open(path) {
                Ok(file) => print_diff(fixer, path, &mut BufReader::new(file), &mut stats),
                Err(error) => Err(exit::Error::Read(path.clone(), error)),
            },
            Source::Stdin | Source::Warc(_) => {
                let name = Path::new("standard input");
                print_diff(fixer, name, &mut io::stdin().lock(), &mut stats)
            }
            Source::Argument(bytes) => {
                print_diff(fixer, Path::new("argument"), &mut &bytes[..], &mut stats)
            }
            Source::Neither { argument, suggestion } => {
                message::error(&source::neither(argument, suggestion.as_deref()));
                failed = true;
                continue;
            }
        };
        match result {
            Err(
                error @ (exit::Error::Read(..)
                | exit::Error::File(..)
                | exit::Error::NotReplaced(..)),
            ) => {
                message::error(&error);
                failed = true;
            }
            other => other?,
        }
    }
    io::stdout().flush()?;
    fixer.print_summary(&stats);
    match (failed, stats.counter.withheld, stats.counter.not_fixable + stats.lines.too_long) {
        (_, count @ 1.., _) if in_place => Err(exit::Error::NotRepaired(count)),
        (_, count @ 1.., _) => Err(exit::Error::Withheld(count)),
        (true, ..) => Ok(Outcome::ReadFailed),
        (_, _, 1..) => Ok(Outcome::Invalid),
        _ => Ok(Outcome::Valid),
    }
}

/// Repairs a file, which is replaced if a line was repaired. All other lines stay as they are.
fn replace_file(fixer: &Fixer<'_>, path: &Path, all: &mut Stats<FixCounts>) -> exit::Result<()> {
    let (input, mut replacement) = Replacement::open(path)?;
    let mut stats = Stats::new(FixCounts::default());
    let on_write = |error| exit::Error::File(path.to_owned(), error);
    {
        let mut out = BufWriter::new(replacement.file());
        let write = &mut |line: FileLine<'_>| {
            out.write_all(line.before)?;
            match line.fixed.filter(|fixed| fixed.is_fixed()) {
                Some(fixed) => fixed.write_text(false, &mut out)?,
                None => out.write_all(line.bytes)?,
            }
            out.write_all(line.ending)
        };
        let mut input = BufReader::new(input);
        each_line(fixer, path, true, &mut input, &mut stats, &mut |it| {
            write(it).map_err(on_write)
        })?;
        out.flush().map_err(on_write)?;
    }
    if stats.counter.fixed > 0 {
        replacement.commit()?;
    }
    // Lines of a file that could not be replaced are not counted.
    all.merge(stats);
    Ok(())
}

/// Prints what would be changed in a file.
fn print_diff(
    fixer: &Fixer<'_>,
    path: &Path,
    input: &mut dyn BufRead,
    all: &mut Stats<FixCounts>,
) -> exit::Result<()> {
    let mut out = io::stdout().lock();
    let mut stats = Stats::new(FixCounts::default());
    let name = sanitized::path(path);
    let mut diff = Diff::new(&name, fixer.on_terminal);
    let masking = fixer.config.passwords;
    each_line(fixer, path, false, input, &mut stats, &mut |line| {
        let FileLine { before, bytes, ending, is_long, fixed } = line;
        if is_long {
            return Ok(diff.long_line(bytes.ends_with(b"\n"), &mut out)?);
        }
        let redacted = masking.redact(bytes);
        let is_secret = !redacted.secrets().is_empty() || fixed.is_some_and(Fixed::has_secret);
        let mut old = before.to_vec();
        result::write_masked(redacted, &mut old)?;
        old.extend(ending);
        let mut new = None;
        if let Some(fixed) = fixed.filter(|fixed| fixed.is_fixed()) {
            let new = new.insert(before.to_vec());
            fixed.write_text(false, new)?;
            new.extend(ending);
        }
        let is_withheld = is_secret && masking.withholds(Purpose::Data);
        Ok(diff.line(DiffLine { old, new, is_withheld }, &mut out)?)
    })?;
    diff.end_hunk(&mut out)?;
    // Only lines that would be shown count.
    stats.counter.withheld = diff.withheld();
    all.merge(stats);
    Ok(())
}

/// A line of a file, and what surrounds it; or a piece of a line that is too long to be repaired.
#[derive(Clone, Copy, Debug)]
struct FileLine<'a> {
    /// The byte order mark before it, if any.
    before: &'a [u8],
    bytes: &'a [u8],
    /// The line ending, empty at the end of the file.
    ending: &'a [u8],
    is_long: bool,
    /// The result, unless the line is empty or left as it is.
    fixed: Option<&'a Fixed<'a>>,
}

/// Repairs and logs every line of an input, and calls `each` with all of its bytes in order. The result may replace the
/// input, where a password is never masked.
fn each_line(
    fixer: &Fixer<'_>,
    path: &Path,
    in_place: bool,
    input: &mut dyn BufRead,
    stats: &mut Stats<FixCounts>,
    each: &mut dyn FnMut(FileLine<'_>) -> exit::Result<()>,
) -> exit::Result<()> {
    // The limit of a line, and the longest ending and byte order mark.
    const LIMIT: usize = MAX_LINE + 5;
    let mut read = |buffer: &mut Vec<u8>| {
        buffer.clear();
        let read = (&mut *input).take(LIMIT as u64).read_until(b'\n', buffer);
        read.map_err(|error| exit::Error::Read(path.to_owned(), error))
    };
    let name = sanitized::path(path);
    let (mut err, origin) = (io::stderr().lock(), Origin::File(name.as_str().into()));
    let mut buffer = Vec::new();
    for number in 1.. {
        if read(&mut buffer)? == 0 {
            break;
        }
        let before = if number == 1 && buffer.starts_with(BOM) { BOM } else { b"" };
        let rest = buffer.get(before.len()..).unwrap_or_default();
        let is_ended = rest.ends_with(b"\n");
        // A CR before the LF or the end of the file belongs to the line ending.
        let bytes = rest.strip_suffix(b"\n").unwrap_or(rest);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let ending = rest.get(bytes.len()..).unwrap_or_default();
        let is_cut = !is_ended && buffer.len() == LIMIT;
        stats.lines.lines += 1;
        stats.lines.boms += u64::from(!before.is_empty());
        stats.lines.crlf += u64::from(ending == b"\r\n");
        stats.lines.unterminated += u64::from(!is_ended && !is_cut);
        let line = FileLine { before, bytes, ending, is_long: false, fixed: None };
        if bytes.is_empty() {
            stats.lines.empty += 1;
            each(line)?;
        } else if bytes.len() > MAX_LINE || is_cut {
            stats.lines.too_long += 1;
            let _ = writeln!(err, "{name}:{number}: line longer than 1 MiB skipped");
            loop {
                each(FileLine {
                    before: b"",
                    bytes: &buffer,
                    ending: b"",
                    is_long: true,
                    fixed: None,
                })?;
                if buffer.ends_with(b"\n") || read(&mut buffer)? == 0 {
                    break;
                }
            }
        } else {
            let is_reference = fixer.config.references;
            let source = Line { is_reference, ..Line::single(number, bytes, &origin) };
            let encoded = fixer.encoded(source);
            let encoded =
                encoded.as_deref().map(|bytes| fixer.fix(Line { bytes, text: None, ..source }));
            let fixed = encoded.filter(Fixed::is_fixed).unwrap_or_else(|| fixer.fix(source));
            if in_place && fixed.is_fixed() && fixed.has_secret() {
                stats.counter.withheld += 1;
                each(line)?;
                continue;
            }
            stats.counter.add(&fixed);
            match fixed {
                Fixed::Ignored(_) => stats.lines.ignored += 1,
                _ => drop(stats.verdict(source, matches!(fixed, Fixed::Valid(_)))),
            }
            // If stderr is closed, the log is lost.
            let _ = fixer.log(source, &fixed, &mut err);
            each(FileLine { fixed: Some(&fixed), ..line })?;
        }
    }
    Ok(())
}
