//! Slices of the two texts, and paths: a reference appended to the directory of the base, without dot segments.

use alloc::vec::Vec;

use crate::components::Resolution;

/// Text that a slice is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Base,
    Reference,
}

/// Text of the result that comes from one place of the base or of the reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice<'a> {
    pub(crate) source: Source,
    pub(crate) start: usize,
    pub(crate) text: &'a str,
    /// Length in the source; longer than `text` for a dot segment at the end of a path, of which nothing is left.
    pub(crate) len: usize,
}

impl<'a> Slice<'a> {
    pub(crate) const fn new(source: Source, start: usize, text: &'a str) -> Self {
        Self { source, start, text, len: text.len() }
    }

    /// Returns `text`, which is `from` bytes after the start of the slice.
    const fn piece(self, from: usize, text: &'a str) -> Self {
        Self::new(self.source, self.start + from, text)
    }
}

/// Segment of a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment<'a> {
    /// The slash before it; only the first segment of a path may have none.
    pub(crate) slash: Option<Slice<'a>>,
    pub(crate) name: Slice<'a>,
}

/// Receives the segments of a path that has no more dot segments. A text is written without allocating for each segment;
/// only the origin of an error needs a list of them.
pub(crate) trait Stack<'a> {
    fn push(&mut self, segment: Segment<'a>);
    /// Removes the last segment and its slash.
    fn pop(&mut self);
}

impl<'a> Stack<'a> for Vec<Segment<'a>> {
    fn push(&mut self, segment: Segment<'a>) {
        self.push(segment);
    }

    fn pop(&mut self) {
        self.pop();
    }
}

/// Writes the segments of `directory` and `path` without dot segments (RFC 1808, section 4, step 6; RFC 3986, section
/// 5.2.4).
///
/// Step 6 removes `<segment>/../`, the leftmost first, until none is left. A stack has the same result in one pass: a `..`
/// removes the segment before it, unless that is a `..` that had none to remove.
///
/// ```text
/// b/c/ + ../../../g    b    b c    b    (none)    ..    .. g
/// ```
pub(crate) fn write<'a>(
    directory: Slice<'a>,
    path: Slice<'a>,
    resolution: Resolution,
    stack: &mut impl Stack<'a>,
) {
    // The number of segments that are left, and whether the first one has a slash.
    let mut left = 0;
    // The number of segments that a `..` can remove. Those before them are `..` themselves.
    let mut removable = 0;
    // Whether the next segment begins the path, without a slash: a dot segment before it was dropped with its slash.
    let mut is_start = false;
    let mut is_rooted = true;
    let mut segments = segments(directory, path).peekable();
    while let Some(mut segment) = segments.next() {
        // The slash of a dropped `./` went with it, so that `./g` is `g` and not `/g`.
        if core::mem::take(&mut is_start) {
            segment.slash = None;
        }
        is_rooted &= segment.slash.is_some() || left > 0;
        let (has_slash, is_1808) = (segment.slash.is_some(), resolution == Resolution::Rfc1808);
        // RFC 1808 keeps a `..` that has nothing to remove, for the server to reject; RFC 3986 drops it.
        match segment.name.text {
            "." if !has_slash => is_start = true,
            ".." if !has_slash && !is_1808 => is_start = true,
            ".." if removable > 0 => {
                stack.pop();
                removable -= 1;
                // A removable segment is one of those that are left.
                left -= 1;
                if left == 0 && !is_rooted && is_1808 {
                    // `a/../` is removed with its last slash.
                    is_start = true;
                    continue;
                }
            }
            ".." if is_1808 => {
                stack.push(segment);
                left += 1;
                continue;
            }
            "." | ".." => {}
            _ => {
                stack.push(segment);
                left += 1;
                removable += 1;
                continue;
            }
        }
        // The slash before a dot segment at the end stays: `a/b/..` is `a/`.
        if !is_start && segments.peek().is_none() {
            segment.name.text = "";
            stack.push(segment);
        }
    }
}

/// Returns the segments of `directory`, which is empty or ends with a slash, and of `path`.
fn segments<'a>(directory: Slice<'a>, path: Slice<'a>) -> impl Iterator<Item = Segment<'a>> {
    let names = directory.text.strip_suffix('/');
    let slash = names.map(|names| directory.piece(names.len(), "/"));
    let before = names.map(|names| named(directory.piece(0, names), None));
    let all = before.into_iter().flatten().chain(named(path, slash));
    // The text before the slash that a path begins with.
    all.filter(|segment| segment.slash.is_some() || !segment.name.text.is_empty())
}

/// Returns the segments of one text. `slash` is before the first.
fn named<'a>(path: Slice<'a>, slash: Option<Slice<'a>>) -> impl Iterator<Item = Segment<'a>> {
    let (mut slash, mut start) = (slash, 0);
    path.text.split('/').map(move |text| {
        let (name, end) = (path.piece(start, text), start + text.len());
        start = end + 1;
        Segment { slash: slash.replace(path.piece(end, "/")), name }
    })
}
