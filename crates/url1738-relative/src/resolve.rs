//! The steps of the two algorithms, which end in a list of slices of both texts, and the origin of an error in them.

use alloc::{string::String, vec::Vec};
use core::ops::Range;

use url1738_core::Span;

use crate::{
    components::{Components, Resolution, Rules, scheme, scheme_name, split},
    error::JoinError,
    path::{NOTHING, Slice, Source, Written},
};

/// A base, and a reference without its fragment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Texts<'a> {
    pub(crate) base: &'a str,
    pub(crate) reference: &'a str,
    pub(crate) resolution: Resolution,
    /// Whether the result has its slices.
    pub(crate) is_traced: bool,
}

impl<'a> Texts<'a> {
    /// Resolves the reference. `span` is that of an error: the reference with its fragment.
    pub(crate) fn resolve(self, span: Span) -> Result<Written<'a>, JoinError> {
        let Self { base, reference, resolution, .. } = self;
        if !scheme(reference).is_empty() {
            let to = Components::of_reference(reference, Rules::new("", resolution), resolution);
            return Ok(self.with_path([NOTHING, self.before_path(&to)], &to));
        }
        let rules = Rules::new(scheme_name(base), resolution);
        if let Some(scheme) = rules.never_base {
            return Err(JoinError::NeverBase { scheme, span });
        }
        let from = Components::of_url(base, rules, resolution);
        let from = from.ok_or(JoinError::OpaqueBase { span })?;
        let to = Components::of_reference(reference, rules, resolution);
        Ok(self.relative(&from, &to))
    }

    /// The base up to `end`.
    fn of_base(self, end: usize) -> Slice<'a> {
        Slice::new(Source::Base, 0, split(self.base, end).0)
    }

    /// The reference up to its path: scheme and `net_loc`.
    fn before_path(self, to: &Components<'a>) -> Slice<'a> {
        Slice::new(Source::Reference, 0, split(self.reference, to.path_start()).0)
    }

    /// Writes a result as slices of both texts, in order: the text before the path; a directory and the path that is appended to
    /// it, without dot segments; and the reference from `start`.
    ///
    /// Every byte of the result is one of the base or of the reference, except a slash. For `../d?x` in `http://h/a/b/c`:
    ///
    /// ```text
    /// head      http://h   of the base
    /// merged    /a/b/      the directory of the base, and ../d of the reference: /a/d
    /// start     ?x         of the reference
    /// ```
    fn written(self, head: [Slice<'a>; 2], merged: [Slice<'a>; 2], start: usize) -> Written<'a> {
        let tail = Slice::new(Source::Reference, start, split(self.reference, start).1);
        let slices = head.iter().chain(&merged).chain([&tail]);
        let text = String::with_capacity(slices.map(|slice| slice.text.len()).sum());
        let is_traced = self.is_traced;
        let mut written = Written { text, path_start: 0, slices: Vec::new(), is_traced };
        written.push(&head);
        written.path_start = written.text.len();
        let [directory, path] = merged;
        written.push_path(directory, path, self.resolution);
        written.push(&[tail]);
        written
    }

    /// A text, and the reference from `start`, whose path stays as it is written.
    fn copied(self, head: [Slice<'a>; 2], start: usize) -> Written<'a> {
        self.written(head, [NOTHING; 2], start)
    }

    /// A text, and the reference from its path, which is appended to a directory.
    fn merged(
        self,
        head: [Slice<'a>; 2],
        directory: Slice<'a>,
        to: &Components<'a>,
    ) -> Written<'a> {
        let path = Slice::new(Source::Reference, to.path_start(), to.path);
        self.written(head, [directory, path], to.path_end())
    }

    /// A text, and the reference from its path, which no directory precedes. RFC 1808 copies it (section 4, step 4), so that its
    /// dot segments stay; RFC 3986 removes them.
    fn with_path(self, head: [Slice<'a>; 2], to: &Components<'a>) -> Written<'a> {
        match self.resolution {
            Resolution::Rfc1808 => self.copied(head, to.path_start()),
            Resolution::Rfc3986 => self.merged(head, NOTHING, to),
        }
    }

    /// RFC 1808, section 4, steps 3 to 7, and RFC 3986, section 5.2.2. Components that are not inherited are copied as they are
    /// written, with their delimiters.
    fn relative(self, from: &Components<'a>, to: &Components<'a>) -> Written<'a> {
        let is_1808 = self.resolution == Resolution::Rfc1808;
        // RFC 1808 treats a component that is no more than its delimiter as absent: `///g` is `/g`.
        let has = |component: &str, delimiter: &str| {
            component.len() > if is_1808 { delimiter.len() } else { 0 }
        };
        if has(to.net_loc, "//") {
            return self.with_path([self.of_base(from.scheme.len()), self.before_path(to)], to);
        }
        let path_start = from.path_start();
        if to.path.starts_with('/') {
            return self.with_path([self.of_base(path_start), NOTHING], to);
        }
        if !to.path.is_empty() {
            let directory = Slice::new(Source::Base, path_start, from.directory());
            return self.merged([self.of_base(path_start), NOTHING], directory, to);
        }
        // What the reference has replaces its component and those after it, and the base keeps those before. With the base
        // `http://h/a;b?c`, `;x` is `http://h/a;x`, and `?x` is `http://h/a;b?x`.
        let (kept, start) = if has(to.params, ";") {
            (from.path_end(), to.path_end())
        } else if has(to.query, "?") {
            (from.params_end(), to.params_end())
        } else {
            return self.copied([self.of_base(self.base.len()), NOTHING], self.reference.len());
        };
        // In RFC 1808, a net_loc is separated from parameters and query by a slash (section 2.2).
        let is_separate = !is_1808 || from.net_loc.is_empty() || !from.path.is_empty();
        let end = Slice::new(Source::Base, self.base.len(), if is_separate { "" } else { "/" });
        self.copied([self.of_base(kept), end], start)
    }
}

impl Written<'_> {
    /// Returns whether the path cannot be mistaken for a `net_loc`.
    pub(crate) fn keeps_path(&self) -> bool {
        // Only after a scheme could it be: `x:/a` and `.//b` make `x://b`, whose host no text has.
        let (start, text) = (self.path_start, self.text.as_str());
        start > scheme(text).len() || !split(text, start).1.starts_with("//")
    }

    /// Returns the bytes of the reference, or else of the base, that became the bytes `span` of the result.
    ///
    /// The reference comes first, since its author can change it: in `http://host/a%` and `4g`, both have half of an error.
    pub(crate) fn origin(&self, span: Span) -> (Source, Span) {
        let find = |source| spans(&self.slices, source, span.range()).reduce(hull);
        match find(Source::Reference) {
            Some(span) => (Source::Reference, span),
            // INVARIANT: a result without text of the reference consists of text of the base, which has the bytes of `span`.
            None => (Source::Base, find(Source::Base).unwrap_or_default()),
        }
    }
}

/// Returns the bytes of one text in each slice with bytes of `range`. An empty range is also in the slices that end or begin
/// there.
fn spans<'s>(
    slices: &'s [Slice<'_>],
    source: Source,
    range: Range<usize>,
) -> impl Iterator<Item = Span> + 's {
    let mut end = 0;
    slices.iter().filter_map(move |slice| {
        let from = end;
        end += slice.text.len();
        let is_in = if range.is_empty() {
            from <= range.start && range.start <= end
        } else {
            from < range.end && range.start < end
        };
        let inside = |at: usize| at.clamp(from, end) - from;
        // Nothing is left of a dot segment at the end of a path: an error there is about all of it.
        let last = if slice.text.is_empty() { slice.len } else { inside(range.end) };
        // Missing text is at the end of the reference, which has text, unlike an empty slice.
        (slice.source == source && is_in && slice.len > 0)
            .then(|| Span::from(slice.start + inside(range.start)..slice.start + last))
    })
}

fn hull(one: Span, other: Span) -> Span {
    Span::new(one.start.min(other.start), one.end.max(other.end))
}
