//! `--in-place` and `--diff`, and texts: files, read line by line so that every byte outside of a repaired URL is kept.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Read as _, Write as _},
    path::Path,
};

use url1738::{Span, Url};
use url1738_context::find_iter;

use super::{FixCounts, Fixer, diff::Diff, result::Fixed};
use crate::{
    commands::{
        check::{accepted::Comments, markup::Links},
        extract::window::masked_line,
    },
    diagnostics::{
        Purpose, message,
        sanitized::{self, masked_bytes},
    },
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

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

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
    /// The offset of the line that is read next.
    at: usize,
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
    let mut failed = false;
    // A signal removes the temporary file.
    signals::end_with(|| {});
    for source in sources {
        let mut text = match source {
            Source::File(path) if are_texts => {
                // Reading a pipe would take its content away.
                let mut bytes = Vec::new();
                if path.is_file() {
                    // What cannot be read is reported below.
                    let _ = opened(path).and_then(|mut input| input.read_to_end(&mut bytes));
                }
                let links = Links::of(path, &bytes, fixer.config.settings.texts.skips_code());
                Some(Text { comments: Comments::of(&bytes, &links), links, bytes, at: 0 })
            }
            _ => are_texts.then(Text::default),
        };
        let text = &mut text;
        let result = match source {
            Source::File(path) if in_place => replace_file(fixer, path, text, &mut stats),
            Source::File(path) => match opened(path) {
                Ok(mut input) => print(fixer, (path, mode), &mut *input, text, &mut stats),
                Err(error) => Err(exit::Error::Read(path.clone(), error)),
            },
            Source::Stdin => {
                let name = Path::new("standard input");
                let mut input = content::decompressed(io::stdin())?;
                print(fixer, (name, mode), &mut *input, text, &mut stats)
            }
            Source::Argument(bytes) => {
                print(fixer, (Path::new("argument"), mode), &mut &bytes[..], text, &mut stats)
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

/// Opens a file, and decompresses it.
fn opened(path: &Path) -> io::Result<Box<dyn BufRead>> {
    content::decompressed(File::open(path)?)
}

/// Repairs a file, which is replaced if a line was repaired. All other lines stay as they are.
fn replace_file(
    fixer: &Fixer<'_>,
    path: &Path,
    text: &mut Option<Text>,
    all: &mut Stats<FixCounts>,
) -> exit::Result<()> {
    let (input, mut replacement) = Replacement::open(path)?;
    let mut stats = Stats::default();
    let on_write = |error| exit::Error::File(path.to_owned(), error);
    {
        let mut out = BufWriter::new(replacement.file());
        let write = &mut |line: FileLine<'_>| {
            out.write_all(line.before)?;
            out.write_all(line.new.unwrap_or(line.bytes))?;
            out.write_all(line.ending)
        };
        let mut input = BufReader::new(input);
        let start = content::filled(&mut input);
        let start = start.map_err(|error| exit::Error::Read(path.to_owned(), error))?;
        if Compression::of(start).is_some() {
            let reason = "it is compressed: decompress it first";
            return Err(exit::Error::NotReplaced(path.to_owned(), reason));
        }
        let file = (path, true);
        each_line(fixer, file, &mut input, (text, &mut stats), &mut |it| {
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

/// Prints what would be changed in a file, or the file with its changes.
fn print(
    fixer: &Fixer<'_>,
    (path, mode): (&Path, Mode),
    input: &mut dyn BufRead,
    text: &mut Option<Text>,
    all: &mut Stats<FixCounts>,
) -> exit::Result<()> {
    let mut out = io::stdout().lock();
    let mut stats = Stats::default();
    let name = sanitized::path(path);
    let mut diff = Diff::new(&name, fixer.on_terminal);
    let masking = fixer.config.passwords;
    let mut withheld = 0;
    each_line(fixer, (path, false), input, (text, &mut stats), &mut |line| {
        let FileLine { before, bytes, ending, is_long, new, has_secret, shown } = line;
        if is_long && mode == Mode::Diff {
            return Ok(diff.long_line(bytes.ends_with(b"\n"), &mut out)?);
        }
        if fixer.dry_run {
            return Ok(());
        }
        let is_withheld = has_secret && masking.withholds(Purpose::Data);
        let old = [before, shown, ending].concat();
        let new = new.map(|new| [before, new, ending].concat());
        if mode == Mode::Diff {
            return Ok(diff.line(old, new, is_withheld, &mut out)?);
        }
        withheld += u64::from(is_withheld);
        match is_withheld {
            true => Ok(()),
            false => Ok(out.write_all(&new.unwrap_or(old))?),
        }
    })?;
    diff.end_hunk(&mut out)?;
    // Only lines that would be shown count.
    stats.counter.withheld = diff.withheld + withheld;
    all.merge(stats);
    Ok(())
}

/// A line of a file, and what surrounds it; or a piece of a line that is too long to be repaired.
#[derive(Clone, Copy, Debug, Default)]
struct FileLine<'a> {
    /// The byte order mark before it, if any.
    before: &'a [u8],
    bytes: &'a [u8],
    /// The line ending, empty at the end of the file.
    ending: &'a [u8],
    is_long: bool,
    /// The line with its repairs, if it has some.
    new: Option<&'a [u8]>,
    /// Whether a password is masked in the line or in the result.
    has_secret: bool,
    /// The line as it may be shown.
    shown: &'a [u8],
}

/// Repairs and logs every line of an input, and calls `each` with all of its bytes in order. The result may replace the
/// input, where a password is never masked.
fn each_line(
    fixer: &Fixer<'_>,
    (path, in_place): (&Path, bool),
    input: &mut dyn BufRead,
    (text, stats): (&mut Option<Text>, &mut Stats<FixCounts>),
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
        let has_bom = number == 1 && buffer.starts_with(BOM);
        let (before, rest) = buffer.split_at(if has_bom { BOM.len() } else { 0 });
        let is_ended = rest.ends_with(b"\n");
        // A CR before the LF or the end of the file belongs to the line ending.
        let bytes = rest.strip_suffix(b"\n").unwrap_or(rest);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let (bytes, ending) = rest.split_at(bytes.len());
        let is_cut = !is_ended && buffer.len() == LIMIT;
        stats.lines.lines += 1;
        stats.lines.boms += u64::from(!before.is_empty());
        stats.lines.crlf += u64::from(ending == b"\r\n");
        stats.lines.unterminated += u64::from(!is_ended && !is_cut);
        let masked = fixer.config.passwords.redact(bytes);
        let (shown, has_secret) = (masked_bytes(masked), !masked.secrets().is_empty());
        let line =
            FileLine { before, bytes, ending, has_secret, shown: &shown, ..FileLine::default() };
        if bytes.is_empty() {
            stats.lines.empty += 1;
            each(line)?;
        } else if bytes.len() > MAX_LINE || is_cut {
            stats.lines.too_long += 1;
            let _ = writeln!(err, "{name}:{number}: line longer than 1 MiB skipped");
            loop {
                let masked = fixer.config.passwords.redact(&buffer);
                let (shown, has_secret) = (&*masked_bytes(masked), !masked.secrets().is_empty());
                let (bytes, is_long) = (&*buffer, true);
                each(FileLine { bytes, is_long, has_secret, shown, ..FileLine::default() })?;
                if buffer.ends_with(b"\n") || read(&mut buffer)? == 0 {
                    break;
                }
            }
        } else if let Some(text) = text {
            let (whole, start) = match &*text.bytes {
                [] => (bytes, 0),
                whole => (whole, text.at + before.len()),
            };
            let masked = masked_line(whole, start..start + bytes.len(), fixer.config.passwords);
            let (shown, secrets) = (&*masked_bytes(masked), masked.secrets().to_vec());
            let source = Line::single(number, bytes, &origin);
            let (new, is_masked) =
                text_line(fixer, (source, &secrets), in_place, text, stats, &mut err);
            let has_secret = has_secret || is_masked || !secrets.is_empty();
            each(FileLine { new: new.as_deref(), has_secret, shown, ..line })?;
        } else {
            let is_reference = fixer.config.references;
            let source = Line { is_reference, ..Line::single(number, bytes, &origin) };
            let encoded = fixer.encoded(source);
            let fixed = fixer.fix_encoded(source, encoded.as_deref());
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
            let mut new = Vec::new();
            if fixed.is_fixed() {
                fixed.write_text(false, &mut new)?;
            }
            let new = fixed.is_fixed().then_some(&*new);
            each(FileLine { new, has_secret: has_secret || fixed.has_secret(), ..line })?;
        }
        if let Some(text) = text {
            text.at += buffer.len();
        }
    }
    Ok(())
}

/// Repairs the URLs in a line of a text. Returns the line with its repairs, if it has some, and whether a password is masked
/// in it.
fn text_line(
    fixer: &Fixer<'_>,
    (line, secrets): (Line<'_>, &[Span]),
    in_place: bool,
    text: &mut Text,
    stats: &mut Stats<FixCounts>,
    err: &mut dyn io::Write,
) -> (Option<Vec<u8>>, bool) {
    let (mut new, mut done, mut has_secret) = (Vec::new(), 0, false);
    for found in find_iter(line.bytes).filter(|it| !it.is_joined() && !it.is_truncated()) {
        let place = text.at + found.span.start..text.at + found.span.end;
        let (before, _) = line.bytes.split_at(found.span.end);
        let (before, bytes) = before.split_at(found.span.start);
        let is_accepted = |error: url1738::Error| text.comments.accept(line.number, error.code());
        if text.links.skips(&place) || Url::parse(&found.url).is_err_and(is_accepted) {
            continue;
        }
        // A password that goes on after the URL, or began before it, is not one of the URL.
        let own = fixer.config.passwords.redact(bytes);
        let is_cut = |secret: &Span| {
            secret.range().start < found.span.end && found.span.start < secret.range().end
        };
        if own.secrets().is_empty() && secrets.iter().any(is_cut) {
            stats.counter.withheld += 1;
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
            stats.counter.withheld += 1;
            continue;
        }
        stats.counter.add(&fixed);
        // If stderr is closed, the log is lost.
        let _ = fixer.log(source, &fixed, err);
        if fixed.is_fixed() {
            new.extend_from_slice(before.split_at(done).1);
            let _ = fixed.write_text(false, &mut new);
            done = found.span.end;
        }
    }
    new.extend_from_slice(line.bytes.split_at(done).1);
    if !in_place {
        // What is between the URLs may have secrets, too.
        new = masked_bytes(masked_line(&new, 0..new.len(), fixer.config.passwords));
    }
    ((done > 0).then_some(new), has_secret)
}
