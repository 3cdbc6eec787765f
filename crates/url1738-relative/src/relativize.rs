//! References from one URL to another.

use alloc::{borrow::ToOwned, string::String};

use url1738_core::Span;

use crate::{
    components::{Components, Resolution, Rules, scheme, scheme_name, split},
    resolve::Texts,
};

/// Returns a reference that resolves to `target`. Every candidate is resolved, so that the result always does.
pub(crate) fn reference(base: &str, target: &str, resolution: Resolution) -> Option<String> {
    let rules = Rules::new(scheme_name(base), resolution);
    if rules.never_base.is_some() {
        return None;
    }
    let from = Components::of_url(base, rules, resolution)?;
    let is_target = |candidate: &String| {
        let texts = Texts { base, reference: candidate, resolution, is_traced: false };
        texts.resolve(Span::default()).is_ok_and(|written| written.text == target)
    };
    let Some(to) = Components::of_url(target, rules, resolution) else {
        // No path follows the `net_loc` of an opaque URL, so that only all of it can be a reference.
        return Some(rest(target, from.scheme.len())).filter(is_target);
    };
    if from.scheme != to.scheme {
        return None;
    }
    // The shortest first. Each may resolve to something else: the host may be another one, `?q` cannot remove parameters, a path
    // that begins with `//` is read as a host, and a `..` of the target would be removed.
    let candidates = [
        (base == target).then(String::new),
        same_path(target, &from, &to),
        Some(relative_path(target, &from, &to)),
        Some(rest(target, to.path_start())),
        Some(rest(target, to.scheme.len())),
    ];
    candidates.into_iter().flatten().find(is_target)
}

fn rest(target: &str, start: usize) -> String {
    split(target, start).1.to_owned()
}

/// Only the query, or parameters and query.
fn same_path(target: &str, from: &Components<'_>, to: &Components<'_>) -> Option<String> {
    if from.path != to.path {
        return None;
    }
    if from.params == to.params && !to.query.is_empty() {
        return Some(rest(target, to.params_end()));
    }
    (!to.params.is_empty()).then(|| rest(target, to.path_end()))
}

/// As many `..` as there are directories to leave, and the path from there.
fn relative_path(target: &str, from: &Components<'_>, to: &Components<'_>) -> String {
    let start = to.path_start();
    let (from, to) = (from.directory(), to.path);
    let equal = from.bytes().zip(to.bytes()).take_while(|(one, other)| one == other).count();
    // Both are ASCII, as URLs are.
    let common = split(from, equal).0;
    let common = common.rfind('/').map_or(0, |slash| slash + 1);
    let levels = split(from, common).1.matches('/').count();
    let rest = rest(target, start + common);
    let name = split(to, common).1;
    // Without `./`, the rest would be read as a scheme, as an absolute path, or as an empty path.
    let is_misread = !scheme(&rest).is_empty() || name.is_empty() || name.starts_with('/');
    let dots = if levels == 0 && is_misread { "./".to_owned() } else { "../".repeat(levels) };
    [dots.as_str(), &rest].concat()
}
