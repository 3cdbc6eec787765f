//! The repair of a line, as reports and records suggest it: what `fix` makes of the line.

use url1738::{Change, Error, Repaired, Safety, Span, Url};

/// The edit after which a line is a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineFix {
    pub(crate) span: Span,
    pub(crate) text: String,
    /// Whether `fix` makes it without `--unsafe`.
    pub(crate) is_safe: bool,
}

/// The longest line that gets a fix, in bytes.
const MAX_FIXED: usize = 64 * 1024;

/// The longest line for which a repair is shown as a whole, in bytes.
const MAX_SHOWN: usize = 8 * 1024;

/// Returns the edit after which an invalid line is a URL, as `fix` makes it: one change, or all changes from the first to the
/// last as one edit.
pub(crate) fn fix(line: &[u8]) -> Option<LineFix> {
    let (repaired, changes) = repaired(line, MAX_FIXED)?;
    let is_safe = changes.are_safe;
    if let Some(only) = changes.first.filter(|_| changes.count == 1) {
        return Some(LineFix { span: only.span, text: only.text.into_owned(), is_safe });
    }
    let (span, text) = difference(line, repaired.url.as_str().as_bytes())?;
    Some(LineFix { span, text, is_safe })
}

/// Returns the repaired line if the help for `error` does not say all that is wrong with it.
pub(crate) fn whole(line: &[u8], error: &Error) -> Option<String> {
    let (repaired, changes) = repaired(line, MAX_SHOWN)?;
    // The help does not name a scheme that is missing, nor text around the URL.
    let is_known = |only: Change| {
        only.span.end <= error.span().end && only.span.start > 0 && only.code() != "wrapper"
    };
    let is_said = changes.count == 1 && changes.first.is_some_and(is_known);
    (!is_said).then(|| repaired.url.into_string())
}

/// What is known of the changes of one line. A list of them may take fifty times the memory of the line.
struct Changes {
    count: u64,
    first: Option<Change>,
    are_safe: bool,
}

impl Changes {
    const NONE: Self = Self { count: 0, first: None, are_safe: true };

    fn add(&mut self, change: Change) {
        self.count += 1;
        self.are_safe &= change.safety == Safety::Safe;
        if self.count == 1 {
            self.first = Some(change);
        }
    }
}

/// Returns the repaired line and its changes, if the result is a URL.
fn repaired(line: &[u8], longest: usize) -> Option<(Repaired<Url>, Changes)> {
    if line.len() > longest {
        return None;
    }
    let mut changes = Changes::NONE;
    let repaired = Url::repair_bytes_with(line, &mut |change| changes.add(change)).ok()?;
    // The text after `URL:` could not be repaired, so the line is a URL of the scheme `URL`.
    let is_same = repaired.url.as_str().as_bytes() == line;
    (!is_same && Url::parse(repaired.url.as_str()).is_ok()).then_some((repaired, changes))
}

/// Returns the one edit that turns `old` into `new`.
fn difference(old: &[u8], new: &[u8]) -> Option<(Span, String)> {
    let same = |pair: &(&u8, &u8)| pair.0 == pair.1;
    let start = old.iter().zip(new).take_while(same).count();
    let (old_rest, new_rest) = (old.get(start..)?, new.get(start..)?);
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(same).count();
    let text = new_rest.get(..new_rest.len() - end)?;
    let span = (u32::try_from(start).ok()?, u32::try_from(old.len() - end).ok()?);
    Some((Span::new(span.0, span.1), String::from_utf8(text.to_vec()).ok()?))
}
