//! References from one URL to another.

use alloc::{borrow::ToOwned, string::String};

use url1738_core::Span;

use crate::{
    components::{Components, Resolution, Rules, scheme, scheme_name, split},
    resolve::resolve,
};

/// Returns a reference that resolves to `target`. Every candidate is resolved, so that the result always does.
pub(crate) fn reference(base: &str, target: &str, resolution: Resolution) -> Option<String> {
    let rules = Rules::new(scheme_name(base), resolution);
    if rules.never_base.is_some() {
        return None;
    }
    let from = Components::of_url(base, rules, resolution)?;
    let to = Components::of_url(target, rules, resolution)?;
    if from.scheme != to.scheme {
        return None;
    }
    let is_target = |candidate: &String| {
        let resolved = resolve(base, candidate, resolution, Span::default());
        resolved.is_ok_and(|resolved| resolved.text() == target)
    };
    let pair = Pair { target, from, to };
    // The shortest first. Each may resolve to something else: `?q` cannot remove parameters, a path that begins with `//` is read
    // as a host, and a `..` of the target would be removed.
    let same = (base == target).then(String::new).filter(is_target);
    same.or_else(|| pair.same_path().filter(is_target))
        .or_else(|| pair.relative_path().filter(is_target))
        .or_else(|| pair.absolute_path().filter(is_target))
        .or_else(|| Some(pair.rest(pair.to.scheme.len())).filter(is_target))
}

/// Two URLs of one scheme.
struct Pair<'a> {
    target: &'a str,
    from: Components<'a>,
    to: Components<'a>,
}

impl Pair<'_> {
    fn has_same_net_loc(&self) -> bool {
        self.from.net_loc == self.to.net_loc
    }

    /// The target from `start`.
    fn rest(&self, start: usize) -> String {
        split(self.target, start).1.to_owned()
    }

    /// Only the query, or parameters and query.
    fn same_path(&self) -> Option<String> {
        if !self.has_same_net_loc() || self.from.path != self.to.path {
            return None;
        }
        if self.from.params == self.to.params && !self.to.query.is_empty() {
            return Some(self.rest(self.to.params_end()));
        }
        (!self.to.params.is_empty()).then(|| self.rest(self.to.path_end()))
    }

    /// As many `..` as there are directories to leave, and the path from there.
    fn relative_path(&self) -> Option<String> {
        let (from, to) = (self.from.directory(), self.to.path);
        if !self.has_same_net_loc() {
            return None;
        }
        let equal = from.bytes().zip(to.bytes()).take_while(|(one, other)| one == other).count();
        // Both are ASCII, as URLs are.
        let common = split(from, equal).0;
        let common = common.rfind('/').map_or(0, |slash| slash + 1);
        let levels = split(from, common).1.matches('/').count();
        let rest = self.rest(self.to.path_start() + common);
        let name = split(to, common).1;
        // Without `./`, the rest would be read as a scheme, as an absolute path, or as an empty path.
        let is_misread = !scheme(&rest).is_empty() || name.is_empty() || name.starts_with('/');
        let dots = if levels == 0 && is_misread { "./".to_owned() } else { "../".repeat(levels) };
        Some([dots.as_str(), &rest].concat())
    }

    fn absolute_path(&self) -> Option<String> {
        self.has_same_net_loc().then(|| self.rest(self.to.path_start()))
    }
}
