//! Paths: a reference appended to the directory of the base, without dot segments.

use crate::{
    components::split,
    schemes::Resolution,
    slice::{At, Slice},
};

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
    // The segments before these are `..`, and stay.
    let mut removable = 0_usize;
    // The next segment begins the path and has no slash: dot segments are dropped with the slash after them.
    let mut is_start = false;
    // The segments that are left, if no slash is before the first.
    let mut left = 0_usize;
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
                removable = removable.saturating_sub(1);
                left = left.saturating_sub(1);
                if left == 0 && !is_rooted && resolution == Resolution::Rfc1808 {
                    // `a/../` is removed with its last slash.
                    is_start = true;
                } else if is_last {
                    stack.push(segment, "");
                }
            }
            ".." if resolution == Resolution::Rfc1808 => {
                stack.push(segment, segment.text);
                left = left.saturating_add(1);
            }
            "." | ".." => {
                if is_last {
                    stack.push(segment, "");
                }
            }
            text => {
                stack.push(segment, text);
                removable = removable.saturating_add(1);
                left = left.saturating_add(1);
            }
        }
    }
}

/// Returns the segments of `directory`, which is empty or ends with a slash, and of `path`.
fn segments<'a>(directory: Slice<'a>, path: Slice<'a>) -> impl Iterator<Item = Segment<'a>> {
    let slash = directory.text.len().checked_sub(1);
    let slash = slash.map(|len| directory.at(len));
    let names = split(directory.text, slash.map_or(0, |_| directory.text.len().saturating_sub(1)));
    let before = slash.is_some().then(|| named(Slice { text: names.0, ..directory }, None));
    let all = before.into_iter().flatten().chain(named(path, slash));
    // The text before the slash that a path begins with.
    all.filter(|segment| segment.slash.is_some() || !segment.text.is_empty())
}

/// Returns the segments of one text. `slash` is before the first.
fn named<'a>(path: Slice<'a>, slash: Option<At>) -> impl Iterator<Item = Segment<'a>> {
    let mut slash = slash;
    let mut start = 0_usize;
    path.text.split('/').map(move |text| {
        let at = path.at(start);
        let end = start.saturating_add(text.len());
        start = end.saturating_add(1);
        Segment { slash: slash.replace(path.at(end)), at, text }
    })
}
