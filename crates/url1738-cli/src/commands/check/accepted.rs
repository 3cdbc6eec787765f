//! What a team accepts: comments beside a URL, settings by file and by URL, and a baseline of what was there before.

use core::{iter, ops::Range};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Write as _,
    path::Path,
};

use url1738::{Part, syntax::MASK};

use super::markup::Links;
use crate::{
    codes,
    diagnostics::{Report, Sanitized, sanitized},
    exit,
    findings::Finding,
    pipeline::content::whole_lines,
    replacement::Replacement,
    selection::Selector,
    settings::Settings,
};

/// The words of a comment that accepts findings.
const MARK: &[u8] = b"url1738: ignore";

/// The most comments of one line that are read.
const MOST_OF_LINE: usize = 8;

/// What begins a comment, in the languages of texts.
const OPENERS: [&[u8]; 9] = [b"<!--", b"//", b"#", b"%", b"/*", b"..", b"--", b";", b"{#"];

/// The comments of a file that accept findings.
#[derive(Debug, Default)]
pub(crate) struct Comments(Vec<Comment>);

#[derive(Debug)]
struct Comment {
    place: Range<usize>,
    line: u64,
    /// Whether it accepts what is on the next line, too: it is alone on its own.
    is_alone: bool,
    /// The codes; `None` for all.
    codes: Option<Vec<Selector>>,
    used: bool,
}

impl Comments {
    pub(crate) fn of(text: &[u8], links: &Links) -> Self {
        let mut comments: Vec<Comment> = Vec::new();
        let (mut line, mut from) = (1, 0);
        for at in memchr::memmem::find_iter(text, MARK) {
            let (before, after) = text.split_at(at);
            let (_, new) = before.split_at(from);
            line += memchr::memchr_iter(b'\n', new).count() as u64;
            from = at;
            let others = comments.iter().rev().take_while(|it| it.line == line);
            if others.take(MOST_OF_LINE).count() == MOST_OF_LINE {
                continue;
            }
            let start = whole_lines(before);
            let before = before.split_at(start).1.trim_ascii_end();
            let code = OPENERS.iter().find_map(|opener| before.strip_suffix(*opener));
            let Some(code) = code.filter(|_| !links.skips(&(at..at))) else { continue };
            let (_, after) = after.split_at(MARK.len());
            let list =
                after.strip_prefix(b"[").and_then(|it| it.split(|it| b"]\n".contains(it)).next());
            // A name that is not a code accepts nothing.
            let codes = list.map(|list| {
                let list = String::from_utf8_lossy(list);
                let names = list.split(',').map(|name| name.trim().to_owned());
                names.filter_map(|name| Selector::try_from(name).ok()).collect()
            });
            let is_alone = code.trim_ascii().is_empty();
            let place = at..at + MARK.len();
            comments.push(Comment { place, line, is_alone, codes, used: false });
        }
        Self(comments)
    }

    /// Returns whether a comment accepts a finding.
    pub(crate) fn accept(&mut self, line: u64, code: &str, part: Option<&Part>) -> bool {
        let Self(comments) = self;
        let mut accepts = false;
        // A comment for all codes would accept that it accepts nothing.
        let by_all = code != codes::UNUSED_IGNORE.code;
        // They are in the order of their lines.
        let first = comments.partition_point(|comment| comment.line + 1 < line);
        let near = comments.iter_mut().skip(first).take_while(|comment| comment.line <= line);
        for comment in near {
            let is_here = line == comment.line || comment.is_alone && line == comment.line + 1;
            let names = |codes: &Vec<Selector>| codes.iter().any(|it| it.names(code, part));
            if is_here && comment.codes.as_ref().map_or(by_all, names) {
                comment.used = true;
                accepts = true;
            }
        }
        accepts
    }

    /// Returns the places of the comments that have accepted nothing.
    pub(crate) fn unused(&self) -> impl Iterator<Item = Range<usize>> {
        self.0.iter().filter(|comment| !comment.used).map(|comment| comment.place.clone())
    }
}

/// The first line of a baseline. A finding is matched by its file, its code and its URL, and not by its line.
const HEADER: &str = "# url1738 baseline: file, code, URL";

/// Reads the rows of the findings that were there before, with how many of each.
fn read_baseline(path: &Path) -> exit::Result<BTreeMap<String, usize>> {
    let text =
        fs::read_to_string(path).map_err(|error| exit::Error::Read(path.to_owned(), error))?;
    let mut left = BTreeMap::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    for (number, line) in (1..).zip(text.lines()) {
        // The name of a file may begin like a comment.
        if line.matches('\t').count() >= 2 {
            *left.entry(format!("{line}\n")).or_default() += 1;
        } else if !line.starts_with('#') {
            let name = sanitized::path(path);
            let message = format!("{name}:{number}: not a line of a baseline: file, code and URL");
            return exit::usage(message);
        }
    }
    Ok(left)
}

/// Everything that is accepted, over all files of a run.
pub(crate) struct Accepted<'c> {
    settings: &'c Settings,
    /// How many of each finding of the baseline have not been found yet.
    left: Option<BTreeMap<String, usize>>,
    /// The rows for a new baseline: of what is not accepted by the settings, or is known from an earlier one.
    found: Vec<String>,
    /// The files that were searched. Of others it is not known what is gone.
    pub(crate) searched: BTreeSet<String>,
}

impl<'c> Accepted<'c> {
    pub(crate) fn new(settings: &'c Settings, baseline: Option<&Path>) -> exit::Result<Self> {
        let left = baseline.map(read_baseline).transpose()?;
        Ok(Self { settings, left, found: Vec::new(), searched: BTreeSet::new() })
    }

    /// Returns whether the settings or the baseline accept a finding in the file at `path`.
    pub(crate) fn accept(&mut self, path: &Path, finding: &Finding<'_>) -> bool {
        let Finding { line, report: Report { code, part, .. }, url, .. } = finding;
        if self.settings.accepts(path, (code, *part), *url) {
            return true;
        }
        // Each row is a line.
        let row = format!("{}\t{code}\t{}\n", line.origin.name(), Sanitized::masked(*url));
        let left = self.left.as_mut().and_then(|left| left.get_mut(&row));
        let is_known = left.filter(|left| **left > 0).map(|left| *left -= 1).is_some();
        // With an earlier baseline, the new one is what of it is still there.
        if is_known || self.left.is_none() {
            self.found.push(row);
        }
        is_known
    }

    /// Returns whether what has not been found is gone: its file was searched, or does not exist.
    fn is_gone(&self, row: &str) -> bool {
        let file = row.split('\t').next().unwrap_or_default();
        // Of a name with an escape or a mask it is not known which file that is.
        let is_name = !["\\x", "\\u", MASK].iter().any(|it| file.contains(it));
        self.searched.contains(file) || is_name && matches!(Path::new(file).try_exists(), Ok(false))
    }

    /// Returns what is said of the baseline after the counts.
    pub(crate) fn remark(&self) -> String {
        let Some(left) = &self.left else { return String::new() };
        let gone: usize = left.iter().filter(|(row, _)| self.is_gone(row)).map(|(_, n)| n).sum();
        let prune = match gone {
            0 => String::new(),
            _ => format!(", {gone} gone: --write-baseline with the same file prunes them"),
        };
        format!("baseline: {} known{prune}\n", self.found.len())
    }

    /// Writes what was found as a baseline.
    pub(crate) fn write(&self, path: &Path) -> exit::Result<()> {
        let kept = self.left.iter().flatten().filter(|(row, _)| !self.is_gone(row));
        let kept = kept.flat_map(|(row, count)| iter::repeat_n(row, *count));
        let mut rows: Vec<_> = self.found.iter().chain(kept).map(String::as_str).collect();
        rows.sort_unstable();
        let text = format!("{HEADER}\n{}", rows.concat());
        let unwritten = |error| exit::Error::File(path.to_owned(), error);
        if path.is_symlink() || !path.is_file() {
            return fs::write(path, text).map_err(unwritten);
        }
        // A full disk does not take the baseline that is there.
        let (_, mut replacement) = Replacement::open(path)?;
        replacement.file().write_all(text.as_bytes()).map_err(unwritten)?;
        replacement.commit()
    }
}
