//! Repairs of malformed URLs.

use pyo3::{prelude::*, types::PyString};
use url1738::{Role, Safety, syntax::MASK};

use crate::{
    args, error,
    offsets::Characters,
    urls::{
        owned::{Owned, shown},
        url::not_utf8,
    },
    value::value,
};

value! {
    /// A change that `repair` made.
    ///
    /// >>> import url1738
    /// >>> url1738.repair("http://host.dom/~joe").changes[0].text
    /// '%7E'
    Change matches "code", "span", "text";
    /// The stable code.
    code: String,
    /// What was changed and why.
    reason: String,
    /// The name of the part.
    part: String,
    /// The rule that the text breaks: `bnf:` and a production, `prose:` and a section, or `range`.
    rule: String,
    /// What was replaced: start and end in characters of the string.
    span: (usize, usize),
    /// What was written there.
    text: String,
    /// Whether all software reads the result as it was intended.
    is_safe: bool,
    ;
    /// Whether the text is part of a password.
    is_secret: bool,

    {
        fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
            let text = args::repr(py, if self.is_secret { MASK } else { &self.text })?;
            Ok(format!("Change(code='{}', span={:?}, text={text})", self.code, self.span))
        }
    }
}

value! {
    /// A repaired URL and what was changed.
    ///
    /// >>> import url1738
    /// >>> repaired = url1738.repair("<URL:http://host.dom/a b#top>")
    /// >>> repaired.url, repaired.fragment, repaired.is_safe
    /// (HttpUrl('http://host.dom/a%20b'), 'top', False)
    Repaired matches "url", "changes", "fragment";
    /// The URL, valid now.
    url: Owned,
    /// The changes in the order in which they were made; none if the text was valid.
    changes: Vec<Change>,
    /// What followed `#`, which is not part of a URL, or `None`.
    fragment: Option<String>,
    /// Whether all changes are safe.
    is_safe: bool,

    {
        fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
            let (url, fragment) = shown(py, &self.url, self.fragment.as_deref())?;
            let changes = self.changes.clone().into_pyobject(py)?.repr()?;
            Ok(format!("Repaired(url={url}, changes={changes}, fragment={fragment})"))
        }
    }
}

impl Repaired {
    /// Returns the object of what the library repaired in a text.
    fn new(utf8: &str, repaired: url1738::Repaired<url1738::Url>) -> Self {
        let is_safe = repaired.is_safe();
        let places = Characters::new(utf8);
        let change = |change: url1738::Change| Change {
            code: change.code().into(),
            reason: change.reason().into(),
            part: change.part.name().into(),
            rule: change.rule.to_string(),
            span: places.of(change.span),
            is_safe: change.safety == Safety::Safe,
            is_secret: change.part.role == Role::Password,
            text: change.text.into_owned(),
        };
        Self {
            url: Owned(repaired.url),
            changes: repaired.changes.into_iter().map(change).collect(),
            fragment: repaired.fragment,
            is_safe,
        }
    }
}

/// From this length in bytes, a text is repaired without the interpreter, so that it does not hold up other threads; to let
/// go of it takes longer than to repair a URL.
const LONG: usize = 64 * 1024;

fn detached<R: Send>(py: Python<'_>, text: &str, repair: impl FnOnce() -> R + Send) -> R {
    if text.len() < LONG { repair() } else { py.detach(repair) }
}

/// Repairs a malformed URL: spaces, `~`, bad escapes, missing slashes, wrappers around it. A valid one is not changed.
///
/// Raises `UrlError` if no change makes the text a URL.
///
/// >>> import url1738
/// >>> repaired = url1738.repair("<URL:http://host.dom/~joe/>")
/// >>> repaired.url
/// HttpUrl('http://host.dom/%7Ejoe/')
/// >>> [(change.code, change.span) for change in repaired.changes]
/// [('wrapper', (0, 5)), ('tilde', (21, 22)), ('wrapper', (26, 27))]
#[pyfunction]
pub(crate) fn repair(text: &Bound<'_, PyString>) -> PyResult<Repaired> {
    // The percent-encoding of a lone surrogate would be that of U+FFFD.
    let Ok(utf8) = text.to_str() else { return Err(not_utf8(text)) };
    let repaired = detached(text.py(), utf8, || url1738::Url::repair(utf8));
    Ok(Repaired::new(utf8, repaired.map_err(|found| error::raise_in(text, found))?))
}

/// Repairs the scheme of a text if it is missing or probably misspelt, and what else has to be repaired; returns `None`
/// otherwise. Unlike `repair`, it changes valid URLs of a scheme with such a name.
///
/// >>> import url1738
/// >>> url1738.repair_scheme("htp://host.dom/").url
/// HttpUrl('http://host.dom/')
/// >>> url1738.repair_scheme("redis://host.dom/") is None
/// True
#[pyfunction]
pub(crate) fn repair_scheme(text: &Bound<'_, PyString>) -> PyResult<Option<Repaired>> {
    let Ok(utf8) = text.to_str() else { return Ok(None) };
    let mut changes = Vec::new();
    let each = &mut |change| changes.push(change);
    let repair = || url1738::Url::repair_scheme(utf8.as_bytes(), each);
    let Some(mut repaired) = detached(text.py(), utf8, repair) else { return Ok(None) };
    repaired.changes = changes;
    Ok(Some(Repaired::new(utf8, repaired)))
}
