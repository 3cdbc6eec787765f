//! Slices of the two texts, and paths: a reference appended to the directory of the base, without dot segments.

use alloc::{string::String, vec::Vec};

use crate::components::{Resolution, split};

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

/// No text, which is the origin of no error.
pub(crate) const NOTHING: Slice<'static> = Slice::new(Source::Base, 0, "");

/// Segment of a path: the slash before it, which only the first one may lack, and its name.
type Segment<'a> = [Slice<'a>; 2];

/// The text of a resolution as it is written.
#[derive(Debug)]
pub(crate) struct Written<'a> {
    pub(crate) text: String,
    /// Where the path begins.
    pub(crate) path_start: usize,
    /// The slices of the text, if it is traced. Only the origin of an error needs them: else the text is all that is allocated.
    pub(crate) slices: Vec<Slice<'a>>,
    pub(crate) is_traced: bool,
}

impl<'a> Written<'a> {
    pub(crate) fn push(&mut self, slices: &[Slice<'a>]) {
        self.text.extend(slices.iter().map(|slice| slice.text));
        if self.is_traced {
            self.slices.extend(slices);
        }
    }

    /// Removes the last segment.
    fn pop(&mut self) {
        let (_, path) = split(&self.text, self.path_start);
        self.text.truncate(self.path_start + path.rfind('/').unwrap_or(0));
        if self.is_traced {
            self.slices.truncate(self.slices.len() - 2);
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
    pub(crate) fn push_path(
        &mut self,
        directory: Slice<'a>,
        path: Slice<'a>,
        resolution: Resolution,
    ) {
        // The number of segments that are left, and of those that a `..` can remove: the ones before them are `..` themselves.
        let (mut left, mut removable) = (0, 0);
        // Whether the next segment begins the path, without a slash: a dot segment before it was dropped with its slash.
        let mut is_start = false;
        let mut is_rooted = true;
        let mut segments = segments(directory, path).peekable();
        while let Some([mut slash, mut name]) = segments.next() {
            // The slash of a dropped `./` went with it, so that `./g` is `g` and not `/g`.
            if core::mem::take(&mut is_start) {
                slash = NOTHING;
            }
            let (has_slash, is_1808) = (!slash.text.is_empty(), resolution == Resolution::Rfc1808);
            is_rooted &= has_slash || left > 0;
            // RFC 1808 keeps a `..` that has nothing to remove, for the server to reject; RFC 3986 drops it.
            match name.text {
                "." if !has_slash => is_start = true,
                ".." if !has_slash && !is_1808 => is_start = true,
                ".." if removable > 0 => {
                    self.pop();
                    (left, removable) = (left - 1, removable - 1);
                    if left == 0 && !is_rooted && is_1808 {
                        // `a/../` is removed with its last slash.
                        is_start = true;
                        continue;
                    }
                }
                "." => {}
                ".." if !is_1808 => {}
                text => {
                    self.push(&[slash, name]);
                    (left, removable) = (left + 1, removable + usize::from(text != ".."));
                    continue;
                }
            }
            // The slash before a dot segment at the end stays: `a/b/..` is `a/`.
            if !is_start && segments.peek().is_none() {
                name.text = "";
                self.push(&[slash, name]);
            }
        }
    }
}

/// Returns the segments of `directory`, which is empty or ends with a slash, and of `path`.
fn segments<'a>(directory: Slice<'a>, path: Slice<'a>) -> impl Iterator<Item = Segment<'a>> {
    let names = directory.text.strip_suffix('/');
    let slash = names.map_or(NOTHING, |names| directory.piece(names.len(), "/"));
    let before = names.map(|names| named(directory.piece(0, names), NOTHING));
    let all = before.into_iter().flatten().chain(named(path, slash));
    // The text before the slash that a path begins with.
    all.filter(|segment| segment.iter().any(|slice| !slice.text.is_empty()))
}

/// Returns the segments of one text. `slash` is before the first.
fn named<'a>(path: Slice<'a>, slash: Slice<'a>) -> impl Iterator<Item = Segment<'a>> {
    let (mut slash, mut start) = (slash, 0);
    path.text.split('/').map(move |text| {
        let (name, end) = (path.piece(start, text), start + text.len());
        start = end + 1;
        [core::mem::replace(&mut slash, path.piece(end, "/")), name]
    })
}
