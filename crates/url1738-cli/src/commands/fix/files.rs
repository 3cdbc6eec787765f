//! `--in-place` and `--diff`: files, read line by line so that every byte outside of a repaired URL is kept.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Read as _, Write as _},
    path::Path,
};

use super::{
    Fixer,
    counts::FixCounts,
    diff::{Diff, DiffLine},
    replace::Replacement,
    result::{self, Fixed},
};
use crate::{
    diagnostics::{Purpose, message, sanitized},
    exit::{self, Outcome},
    line::{Line, Origin},
    pipeline::{Counter as _, LineCounts, MAX_LINE, Source, source},
    signals,
};

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Repairs the files one after the other. A file with an error does not keep the others from being repaired.
pub(super) fn run(fixer: &Fixer<'_>, sources: &[Source], in_place: bool) -> exit::Result<Outcome> {
    let (mut lines, mut counts) = (LineCounts::default(), FixCounts::default());
    let mut failed = false;
    // A signal removes the temporary file.
    signals::end_with(|| {});
    for source in sources {
        let result = match (source, in_place) {
            (Source::File(path), true) => replace_file(fixer, path, &mut lines, &mut counts),
            (Source::File(path), false) => match File::open(path) {
                Ok(file) => {
                    let mut input = BufReader::new(file);
                    print_diff(fixer, path, &mut input, &mut lines, &mut counts)
                }
                Err(error) => Err(exit::Error::Read(path.clone(), error)),
            },
            (Source::Stdin | Source::Warc(_), _) => {
                let mut input = io::stdin().lock();
                print_diff(fixer, Path::new("standard input"), &mut input, &mut lines, &mut counts)
            }
            (Source::Neither { argument, suggestion }, _) => {
                message::error(&source::neither(argument, suggestion.as_deref()));
                failed = true;
                continue;
            }
            (Source::Argument(bytes), _) => {
                let mut input = &bytes[..];
                print_diff(fixer, Path::new("argument"), &mut input, &mut lines, &mut counts)
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
    fixer.print_summary(&lines, &counts);
    match (failed, counts.withheld, counts.not_fixable + lines.too_long) {
        (_, count @ 1.., _) if in_place => Err(exit::Error::NotRepaired(count)),
        (_, count @ 1.., _) => Err(exit::Error::Withheld(count)),
        (true, ..) => Ok(Outcome::ReadFailed),
        (_, _, 1..) => Ok(Outcome::Invalid),
        _ => Ok(Outcome::Valid),
    }
}

/// Repairs a file, which is replaced if a line was repaired. All other lines stay as they are.
fn replace_file(
    fixer: &Fixer<'_>,
    path: &Path,
    lines: &mut LineCounts,
    counts: &mut FixCounts,
) -> exit::Result<()> {
    let (input, mut replacement) = Replacement::open(path)?;
    let name = sanitized::path(path);
    let reader = Reader { fixer, name: &name, path, in_place: true };
    let (mut read, mut found) = (LineCounts::default(), FixCounts::default());
    let on_write = |error| exit::Error::File(path.to_owned(), error);
    {
        let mut out = BufWriter::new(replacement.file());
        reader.each_line(&mut BufReader::new(input), &mut read, &mut found, &mut |piece| {
            write_piece(fixer, &piece, &mut out).map_err(on_write)
        })?;
        out.flush().map_err(on_write)?;
    }
    if found.fixed > 0 {
        replacement.commit()?;
    }
    // Lines of a file that could not be replaced are not counted.
    lines.add(&read);
    counts.merge(found);
    Ok(())
}

/// Writes what becomes of a piece of a file.
fn write_piece(fixer: &Fixer<'_>, piece: &Piece<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    match piece {
        Piece::Line(line, fixed) => {
            out.write_all(line.before)?;
            match fixed.as_ref().filter(|fixed| fixed.is_fixed()) {
                Some(fixed) => fixed.write_text(line.line, fixer.config.passwords, false, out)?,
                None => out.write_all(line.line.bytes)?,
            }
            out.write_all(line.ending)
        }
        Piece::Long(bytes) => out.write_all(bytes),
    }
}

/// Prints what would be changed in a file.
fn print_diff(
    fixer: &Fixer<'_>,
    path: &Path,
    input: &mut dyn BufRead,
    lines: &mut LineCounts,
    counts: &mut FixCounts,
) -> exit::Result<()> {
    let name = sanitized::path(path);
    let reader = Reader { fixer, name: &name, path, in_place: false };
    let mut out = io::stdout().lock();
    let mut found = FixCounts::default();
    let mut diff = Diff::new(&name, fixer.on_terminal);
    reader.each_line(input, lines, &mut found, &mut |piece| {
        match piece {
            Piece::Line(line, fixed) => {
                let (masking, ending) = (fixer.config.passwords, line.ending);
                let redacted = masking.redact(line.line.bytes);
                let is_secret = !redacted.secrets().is_empty()
                    || fixed.is_some_and(|fixed| fixed.has_secret(line.line, masking));
                let mut old = line.before.to_vec();
                result::write_masked(redacted, &mut old)?;
                old.extend(ending);
                let new = match fixed.filter(|fixed| fixed.is_fixed()) {
                    Some(fixed) => {
                        let mut new = line.before.to_vec();
                        fixed.write_text(line.line, masking, false, &mut new)?;
                        new.extend(ending);
                        Some(new)
                    }
                    None => None,
                };
                let is_withheld = is_secret && masking.withholds(Purpose::Data);
                diff.line(DiffLine { old, new, is_withheld }, &mut out)
            }
            Piece::Long(bytes) => diff.long_line(bytes.ends_with(b"\n"), &mut out),
        }
        .map_err(exit::Error::from)
    })?;
    diff.finish(&mut out)?;
    // Only lines that would be shown count.
    found.withheld = diff.withheld();
    counts.merge(found);
    Ok(())
}

/// A line of a file, and what surrounds it.
#[derive(Clone, Copy, Debug)]
struct FileLine<'a> {
    /// The byte order mark before it, if any.
    before: &'a [u8],
    line: Line<'a>,
    /// The line ending, empty at the end of the file.
    ending: &'a [u8],
}

/// What is read at a time.
enum Piece<'a> {
    /// A line, and the result unless it is empty or left as it is.
    Line(FileLine<'a>, Option<&'a Fixed<'a>>),
    /// A piece of a line that is too long to be repaired.
    Long(&'a [u8]),
}

struct Reader<'r, 'c> {
    fixer: &'r Fixer<'c>,
    name: &'r str,
    path: &'r Path,
    /// Whether the result replaces the file, where a password is never masked.
    in_place: bool,
}

impl Reader<'_, '_> {
    /// Repairs and logs every line, and calls `each` with all bytes of the input in order.
    fn each_line(
        &self,
        input: &mut dyn BufRead,
        lines: &mut LineCounts,
        counts: &mut FixCounts,
        each: &mut dyn FnMut(Piece<'_>) -> exit::Result<()>,
    ) -> exit::Result<()> {
        let on_read = |error| exit::Error::Read(self.path.to_owned(), error);
        let (mut err, origin) = (io::stderr().lock(), Origin::File(self.name.into()));
        // The limit of a line, and the longest ending and byte order mark.
        let limit = MAX_LINE as u64 + 5;
        let mut buffer = Vec::new();
        for number in 1.. {
            buffer.clear();
            let read = (&mut *input).take(limit).read_until(b'\n', &mut buffer).map_err(on_read)?;
            if read == 0 {
                break;
            }
            lines.lines += 1;
            let at_end = !buffer.ends_with(b"\n") && (read as u64) < limit;
            let before = if number == 1 && buffer.starts_with(BOM) { BOM } else { b"" };
            let rest = buffer.get(before.len()..).unwrap_or_default();
            let bytes = rest.strip_suffix(b"\n").unwrap_or(rest);
            // A CR before the LF or the end of the file belongs to the line ending.
            let bytes = match bytes {
                [bytes @ .., b'\r'] => bytes,
                _ => bytes,
            };
            let ending = rest.get(bytes.len()..).unwrap_or_default();
            lines.boms += u64::from(!before.is_empty());
            lines.crlf += u64::from(ending == b"\r\n");
            lines.unterminated += u64::from(at_end);
            let line = FileLine { before, line: Line::single(number, bytes, &origin), ending };
            if bytes.len() > MAX_LINE || (!at_end && !buffer.ends_with(b"\n")) {
                lines.too_long += 1;
                let _ = writeln!(err, "{}:{number}: line longer than 1 MiB skipped", self.name);
                each(Piece::Long(&buffer))?;
                while !buffer.ends_with(b"\n") {
                    buffer.clear();
                    let read = (&mut *input).take(limit).read_until(b'\n', &mut buffer);
                    if read.map_err(on_read)? == 0 {
                        break;
                    }
                    each(Piece::Long(&buffer))?;
                }
            } else if bytes.is_empty() {
                lines.empty += 1;
                each(Piece::Line(line, None))?;
            } else {
                let fixed = self.fixer.fix(line.line);
                if self.in_place
                    && fixed.is_fixed()
                    && fixed.has_secret(line.line, self.fixer.config.passwords)
                {
                    counts.withheld += 1;
                    each(Piece::Line(line, None))?;
                    continue;
                }
                counts.add(&fixed);
                lines.ignored += u64::from(matches!(fixed, Fixed::Ignored(_)));
                if !matches!(fixed, Fixed::Valid(_) | Fixed::Ignored(_)) {
                    lines.not_utf8 += u64::from(line.line.text.is_none());
                }
                // If stderr is closed, the log is lost.
                let _ = self.fixer.log(line.line, &fixed, &mut err);
                each(Piece::Line(line, Some(&fixed)))?;
            }
        }
        Ok(())
    }
}
