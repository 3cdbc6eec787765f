//! The steps of the two algorithms, which end in a list of slices of both texts.

use alloc::{string::String, vec::Vec};

use url1738_core::Span;

use crate::{
    components::{Components, has_text, scheme, scheme_name, split},
    error::JoinError,
    path::{self, Segment, Slice, Source, Stack},
    schemes::{Resolution, Rules},
};

/// Result of a resolution as slices of both texts, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolved<'a> {
    /// The text before the path.
    pub(crate) head: [Slice<'a>; 2],
    /// The directory and the path that is appended to it, from which dot segments are removed.
    pub(crate) merged: [Slice<'a>; 2],
    /// The text after the path.
    pub(crate) tail: Slice<'a>,
    pub(crate) resolution: Resolution,
    /// Whether the reference has a scheme, so that the base does not matter.
    pub(crate) is_absolute: bool,
    /// Whether the result has a new path and no `net_loc` before it.
    is_bare_path: bool,
}

/// Resolves a reference without its fragment. `span` is that of an error: the reference with its fragment.
pub(crate) fn resolve<'a>(
    base: &'a str,
    reference: &'a str,
    resolution: Resolution,
    span: Span,
) -> Result<Resolved<'a>, JoinError> {
    let texts = Texts { base, reference, resolution };
    if !scheme(reference).is_empty() {
        return Ok(texts.absolute());
    }
    let rules = Rules::new(scheme_name(base), resolution);
    if let Some(scheme) = rules.never_base {
        return Err(JoinError::NeverBase { scheme, span });
    }
    let from = Components::of_url(base, rules, resolution);
    let from = from.ok_or(JoinError::OpaqueBase { span })?;
    let to = Components::of_reference(reference, rules, resolution);
    Ok(match resolution {
        Resolution::Rfc1808 => texts.rfc1808(&from, &to),
        Resolution::Rfc3986 => texts.rfc3986(&from, &to),
    })
}

#[derive(Clone, Copy)]
struct Texts<'a> {
    base: &'a str,
    reference: &'a str,
    resolution: Resolution,
}

impl<'a> Texts<'a> {
    /// The base up to `end`.
    fn of_base(self, end: usize) -> Slice<'a> {
        Slice::new(Source::Base, 0, split(self.base, end).0)
    }

    /// The reference from `start`.
    fn of_reference(self, start: usize) -> Slice<'a> {
        Slice::new(Source::Reference, start, split(self.reference, start).1)
    }

    const fn nothing(self) -> Slice<'a> {
        Slice::new(Source::Base, self.base.len(), "")
    }

    fn copied(self, head: [Slice<'a>; 2], tail: Slice<'a>) -> Resolved<'a> {
        let merged = [self.nothing(); 2];
        let resolution = self.resolution;
        Resolved { head, merged, tail, resolution, is_absolute: false, is_bare_path: false }
    }

    /// An absolute URL, from which RFC 3986 removes dot segments.
    fn absolute(self) -> Resolved<'a> {
        let head = [self.nothing(); 2];
        let copied = Resolved { is_absolute: true, ..self.copied(head, self.of_reference(0)) };
        if self.resolution == Resolution::Rfc1808 {
            return copied;
        }
        let rules = Rules::new("", self.resolution);
        let to = Components::of_reference(self.reference, rules, self.resolution);
        let scheme = Slice::new(Source::Reference, 0, to.scheme);
        let net_loc = Slice::new(Source::Reference, to.scheme.len(), to.net_loc);
        let tail = self.of_reference(to.path_end());
        let (head, merged) = ([scheme, net_loc], self.path_alone(&to));
        Resolved { head, merged, tail, is_bare_path: to.net_loc.is_empty(), ..copied }
    }

    /// No directory, and the path of the reference.
    fn path_alone(self, to: &Components<'a>) -> [Slice<'a>; 2] {
        [self.nothing(), Slice::new(Source::Reference, to.path_start(), to.path)]
    }

    /// The directory of the base, and the path of the reference.
    fn path_in_directory(self, from: &Components<'a>, to: &Components<'a>) -> [Slice<'a>; 2] {
        let [_, path] = self.path_alone(to);
        [Slice::new(Source::Base, from.path_start(), from.directory()), path]
    }

    /// The base up to its path, and a new path.
    fn in_base(
        self,
        from: &Components<'a>,
        merged: [Slice<'a>; 2],
        tail: Slice<'a>,
    ) -> Resolved<'a> {
        let head = [self.of_base(from.path_start()), self.nothing()];
        let is_bare_path = from.net_loc.is_empty();
        Resolved { merged, is_bare_path, ..self.copied(head, tail) }
    }

    /// RFC 1808, section 4, steps 3 to 7. Components that are not inherited are copied as they are written, with their
    /// delimiters.
    fn rfc1808(self, from: &Components<'a>, to: &Components<'a>) -> Resolved<'a> {
        let nothing = self.nothing();
        if to.net_loc.len() > 2 {
            return self.copied([self.of_base(from.scheme.len()), nothing], self.of_reference(0));
        }
        if to.path.starts_with('/') {
            return self.in_base(from, [nothing; 2], self.of_reference(to.path_start()));
        }
        if !to.path.is_empty() {
            let tail = self.of_reference(to.path_end());
            return self.in_base(from, self.path_in_directory(from, to), tail);
        }
        // A net_loc is separated from parameters and query by a slash (section 2.2).
        let has_path = from.net_loc.is_empty() || !from.path.is_empty();
        let slash = if has_path { nothing } else { Slice::new(Source::Base, self.base.len(), "/") };
        if has_text(to.params) {
            let head = [self.of_base(from.path_end()), slash];
            return self.copied(head, self.of_reference(to.path_end()));
        }
        if has_text(to.query) {
            let head = [self.of_base(from.params_end()), slash];
            return self.copied(head, self.of_reference(to.params_end()));
        }
        self.copied([self.of_base(self.base.len()), nothing], nothing)
    }

    /// RFC 3986, section 5.2.2.
    fn rfc3986(self, from: &Components<'a>, to: &Components<'a>) -> Resolved<'a> {
        let nothing = self.nothing();
        let tail = self.of_reference(to.path_end());
        if !to.net_loc.is_empty() {
            let net_loc = Slice::new(Source::Reference, 0, to.net_loc);
            let head = [self.of_base(from.scheme.len()), net_loc];
            return Resolved { merged: self.path_alone(to), ..self.copied(head, tail) };
        }
        if to.path.starts_with('/') {
            return self.in_base(from, self.path_alone(to), tail);
        }
        if !to.path.is_empty() {
            return self.in_base(from, self.path_in_directory(from, to), tail);
        }
        let kept = if to.query.is_empty() { self.base.len() } else { from.path_end() };
        self.copied([self.of_base(kept), nothing], tail)
    }
}

impl<'a> Resolved<'a> {
    /// Returns whether the path of `result`, the text of this, cannot be mistaken for a `net_loc`.
    pub(crate) fn keeps_path(&self, result: &str) -> bool {
        let start = self.head.iter().map(|slice| slice.text.len()).sum();
        !self.is_bare_path || !split(result, start).1.starts_with("//")
    }

    /// Returns the text of the URL.
    pub(crate) fn text(&self) -> String {
        let slices = self.head.iter().chain(&self.merged).chain([&self.tail]);
        let len = slices.map(|slice| slice.text.len()).sum();
        let mut out = String::with_capacity(len);
        self.head.iter().for_each(|slice| out.push_str(slice.text));
        let root = out.len();
        let mut text = Text { out, root };
        self.write_path(&mut text);
        text.out.push_str(self.tail.text);
        text.out
    }

    /// Returns the slices that the URL consists of. Their origins show where an error of the URL comes from.
    pub(crate) fn slices(&self) -> impl Iterator<Item = Slice<'a>> {
        let mut path = Vec::new();
        self.write_path(&mut path);
        let path =
            path.into_iter().flat_map(|it: Segment<'a>| it.slash.into_iter().chain([it.name]));
        self.head.into_iter().chain(path).chain([self.tail])
    }

    fn write_path(&self, stack: &mut impl Stack<'a>) {
        let [directory, path] = self.merged;
        path::write(directory, path, self.resolution, stack);
    }
}

/// The text that is written, and the beginning of its path.
struct Text {
    out: String,
    root: usize,
}

impl Stack<'_> for Text {
    fn push(&mut self, Segment { slash, name }: Segment<'_>) {
        self.out.extend(slash.map(|slash| slash.text));
        self.out.push_str(name.text);
    }

    fn pop(&mut self) {
        let (_, path) = split(&self.out, self.root);
        self.out.truncate(self.root + path.rfind('/').unwrap_or(0));
    }
}
