//! A line of input, and what may be suggested for it.

use std::sync::Arc;

use url1738::{
    Change, Error, Redacted, Repaired, Safety, Span, Url,
    syntax::{MASK, part::FRAGMENT},
};

use crate::{diagnostics::Passwords, rows::Row};

/// A line of an input, without its line ending.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// The number of the line in its file, or of the argument, from 1.
    pub(crate) number: u64,
    pub(crate) bytes: &'a [u8],
    /// The bytes as text if they are UTF-8.
    pub(crate) text: Option<&'a str>,
    /// The sequence number of the chunk. Chunk and `number` together give the order of lines.
    pub(crate) chunk: u64,
    pub(crate) origin: &'a Origin,
    /// The text after the first `#`, with `--references`: it is not part of the URL.
    pub(crate) fragment: Option<&'a [u8]>,
    /// The number of bytes of the line before `bytes`: none, unless they are a URL in a text.
    pub(crate) before: u32,
    /// Whether `bytes` may have a fragment: an invalid one, so that a report shows its place, or any that a repair may change.
    pub(crate) is_reference: bool,
    /// The row that `bytes` are the URL of.
    pub(crate) row: Option<&'a Row<'a>>,
}

impl<'a> Line<'a> {
    /// Wraps a value of the command line.
    pub(crate) fn single(number: u64, bytes: &'a [u8], origin: &'a Origin) -> Self {
        Self::new(number, bytes, core::str::from_utf8(bytes).ok(), origin)
    }

    /// Wraps a line of an input, and the same as text if it is UTF-8.
    pub(crate) fn new(
        number: u64,
        bytes: &'a [u8],
        text: Option<&'a str>,
        origin: &'a Origin,
    ) -> Self {
        let (fragment, is_reference, row) = (None, false, None);
        Self { number, bytes, text, chunk: 0, origin, fragment, before: 0, is_reference, row }
    }

    /// Returns the line of the URL of a row.
    pub(crate) fn of_row<'r>(&self, row: &'r Row<'r>) -> Line<'r>
    where
        'a: 'r,
    {
        let text = core::str::from_utf8(&row.url).ok();
        Line { bytes: &row.url, text, row: Some(row), ..*self }
    }

    /// Returns the line as a reference: without its fragment, if that is valid.
    pub(crate) fn reference(self) -> Self {
        let mut halves = self.bytes.splitn(2, |byte| *byte == b'#');
        let (Some(bytes), Some(fragment)) = (halves.next(), halves.next()) else { return self };
        if FRAGMENT.class.run(fragment) < fragment.len() {
            return Self { is_reference: true, ..self };
        }
        let text = self.text.and_then(|text| text.get(..bytes.len()));
        Self { bytes, text, fragment: Some(fragment), ..self }
    }

    /// Returns the password in the line that goes on in the fragment, if the `#` looks like one of its characters, and if it is
    /// masked.
    #[inline(always)]
    pub(crate) fn divided_password(&self, passwords: Passwords) -> Option<Span> {
        let fragment = self.fragment.filter(|_| !passwords.keeps())?;
        divided(self.text?, fragment)
    }

    /// Masks the secrets of the line, which may be a URL.
    pub(crate) fn redacted(&self, passwords: Passwords) -> Redacted<'a> {
        let divided = self.divided_password(passwords).into_iter();
        divided.fold(passwords.redact(self.bytes), Redacted::and)
    }

    /// Parses the line as a URL.
    pub(crate) fn parse(&self) -> Result<Url<&'a str>, Error> {
        match self.text {
            Some(text) if self.is_reference => Url::parse_reference(text).map(|(url, _)| url),
            Some(text) => Url::parse(text),
            None => Url::parse_bytes(self.bytes),
        }
    }
}

fn divided(url: &str, fragment: &[u8]) -> Option<Span> {
    let mut reference = Repaired::unchanged(url);
    reference.fragment = Some(String::from_utf8_lossy(fragment).into_owned());
    // All of the password may be in the fragment: `redis://joe:#pw@h`.
    let start = reference.redacted_as_one()?.0.find(MASK).unwrap_or(url.len());
    Some(Span::from(start..url.len()))
}

/// The source of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The command line.
    #[default]
    Arguments,
    /// A file or stdin, with the name to show.
    File(Arc<str>),
}

impl Origin {
    /// Returns the name of the file, or `None` for arguments.
    pub(crate) fn known_file(&self) -> Option<&str> {
        match self {
            Self::Arguments => None,
            Self::File(name) => Some(name),
        }
    }

    /// Returns the name to show.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Arguments => "argument",
            Self::File(name) => name,
        }
    }
}

/// The edit after which a line is a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineFix {
    pub(crate) span: Span,
    pub(crate) text: String,
    /// Whether `fix` makes it without `--unsafe`.
    pub(crate) is_safe: bool,
}

/// The longest line that gets a fix, in bytes. A list of changes may take fifty times the memory of the line.
const MAX_FIXED: usize = 64 * 1024;

/// Returns the edit after which an invalid line is a URL, as `fix` makes it: one change, or all changes from the first to the
/// last as one edit.
pub(crate) fn fix(line: &[u8], is_reference: bool) -> Option<LineFix> {
    let (changes, repaired) = repaired(line, is_reference)?;
    let (span, text) = match &*changes {
        [only] => (only.span, only.text.clone().into_owned()),
        _ => {
            let (start, end) = common(line, repaired.as_bytes());
            let text = repaired.get(start..repaired.len() - end)?;
            (Span::from(start..line.len() - end), text.to_owned())
        }
    };
    let is_safe = changes.iter().all(|change| change.safety == Safety::Safe);
    Some(LineFix { span, text, is_safe })
}

/// Returns the repaired line if the help for `error` does not say all that is wrong with it.
pub(crate) fn whole(line: &[u8], is_reference: bool, error: &Error) -> Option<String> {
    let (changes, repaired) = repaired(line, is_reference)?;
    // The help does not name a scheme that is missing, nor text around the URL.
    let is_known = |only: &Change| {
        only.span.end <= error.span().end && only.span.start > 0 && only.code() != "wrapper"
    };
    let is_said = matches!(&*changes, [only] if is_known(only));
    (!is_said).then_some(repaired)
}

/// Returns the changes of a line and the repaired line, if that is a URL, or a reference, which keeps its fragment.
fn repaired(line: &[u8], is_reference: bool) -> Option<(Vec<Change>, String)> {
    let line = Some(line).filter(|line| line.len() <= MAX_FIXED)?;
    let mut changes = Vec::new();
    let mut note = |change| changes.push(change);
    let repaired = match is_reference {
        true => Url::repair_reference(line, &mut note),
        false => Url::repair_with(line, &mut note),
    };
    let Repaired { url, fragment, .. } = repaired.ok()?;
    let mut text = url.into_string();
    let is_url = Url::parse(&text).is_ok();
    if let Some(fragment) = fragment.filter(|_| is_reference) {
        text = format!("{text}#{fragment}");
    }
    // The text after `URL:` could not be repaired, so the line is a URL of the scheme `URL`.
    (is_url && text.as_bytes() != line).then_some((changes, text))
}

/// Returns how many bytes two texts have in common at their beginnings, and of the rest at their ends.
pub(crate) fn common(old: &[u8], new: &[u8]) -> (usize, usize) {
    let same = |pair: &(&u8, &u8)| pair.0 == pair.1;
    let start = old.iter().zip(new).take_while(same).count();
    let (old, new) = (old.iter().skip(start), new.iter().skip(start));
    (start, old.rev().zip(new.rev()).take_while(same).count())
}
