//! Slices of the two texts, and paths: a reference appended to the directory of the base, without dot segments.

use crate::schemes::Resolution;

/// Text that a slice is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Base,
    Reference,
}

/// Slice of the base or of the reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice<'a> {
    pub(crate) source: Source,
    pub(crate) start: usize,
    pub(crate) text: &'a str,
}

impl Slice<'_> {
    /// Returns the place of a byte of the slice in its text.
    pub(crate) const fn at(&self, offset: usize) -> At {
        At { source: self.source, offset: self.start + offset }
    }
}

/// Place of a byte in one of the two texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    pub(crate) source: Source,
    pub(crate) offset: usize,
}

/// Segment of a path, with the slash before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment<'a> {
    /// Where the slash is; only the first segment of a path may have none.
    pub(crate) slash: Option<At>,
    pub(crate) at: At,
    pub(crate) text: &'a str,
}

/// Receives the segments of a path that has no more dot segments.
pub(crate) trait Stack {
    /// Appends the segment and its slash, but `text` instead of its text: nothing for a dot segment at the end.
    fn push(&mut self, segment: Segment<'_>, text: &str);
    /// Removes the last segment and its slash.
    fn pop(&mut self);
}

/// Writes the path of `directory` and `path` without dot segments (RFC 1808, section 4, step 6; RFC 3986, section 5.2.4).
///
/// Step 6 removes `<segment>/../`, the leftmost first, until none is left. A stack has the same result in one pass: a `..`
/// removes the segment before it, unless that is a `..` that had none to remove.
///
/// ```text
/// b/c/ + ../../../g    b    b c    b    (none)    ..    .. g
/// ```
pub(crate) fn write(
    directory: Slice<'_>,
    path: Slice<'_>,
    resolution: Resolution,
    stack: &mut impl Stack,
) {
    // The number of segments that a `..` can remove. Those before them are `..` themselves.
    let mut removable = 0;
    // Whether the next segment begins the path, without a slash: a dot segment before it was dropped with its slash.
    let mut is_start = false;
    // The number of segments that are left, and whether the first one has a slash.
    let mut left = 0;
    let mut is_rooted = true;
    let mut segments = segments(directory, path).peekable();
    while let Some(mut segment) = segments.next() {
        let is_last = segments.peek().is_none();
        if core::mem::take(&mut is_start) {
            segment.slash = None;
        }
        is_rooted &= segment.slash.is_some() || left > 0;
        match segment.text {
            "." if segment.slash.is_none() => is_start = true,
            ".." if segment.slash.is_none() && resolution == Resolution::Rfc3986 => is_start = true,
            ".." if removable > 0 => {
                stack.pop();
                removable -= 1;
                // A removable segment is one of those that are left.
                left -= 1;
                if left == 0 && !is_rooted && resolution == Resolution::Rfc1808 {
                    // `a/../` is removed with its last slash.
                    is_start = true;
                } else if is_last {
                    stack.push(segment, "");
                }
            }
            ".." if resolution == Resolution::Rfc1808 => {
                stack.push(segment, segment.text);
                left += 1;
            }
            "." | ".." => {
                if is_last {
                    stack.push(segment, "");
                }
            }
            text => {
                stack.push(segment, text);
                removable += 1;
                left += 1;
            }
        }
    }
}

/// Returns the segments of `directory`, which is empty or ends with a slash, and of `path`.
fn segments<'a>(directory: Slice<'a>, path: Slice<'a>) -> impl Iterator<Item = Segment<'a>> {
    let names = directory.text.strip_suffix('/');
    let slash = names.map(|names| directory.at(names.len()));
    let before = names.map(|text| named(Slice { text, ..directory }, None));
    let all = before.into_iter().flatten().chain(named(path, slash));
    // The text before the slash that a path begins with.
    all.filter(|segment| segment.slash.is_some() || !segment.text.is_empty())
}

/// Returns the segments of one text. `slash` is before the first.
fn named<'a>(path: Slice<'a>, slash: Option<At>) -> impl Iterator<Item = Segment<'a>> {
    let mut slash = slash;
    let mut start = 0;
    path.text.split('/').map(move |text| {
        let at = path.at(start);
        let end = start + text.len();
        start = end + 1;
        Segment { slash: slash.replace(path.at(end)), at, text }
    })
}
