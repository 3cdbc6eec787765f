//! URLs whose parts are set and removed by keyword arguments.

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyDict,
};
use url1738::{EditError, Editor, Part, Redacted, Role};

use super::url;
use crate::{
    args::{self, Object, Octets, Parts},
    error,
};

/// Returns the URL with the parts that are given. `None` removes a part.
///
/// # Errors
///
/// Returns `TypeError` if URLs of the scheme have no such part or require it, and `ValueError` if a value is not allowed,
/// or not together with the others.
pub(crate) fn edited<'py>(
    py: Python<'py>,
    mut editor: Editor,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    let mut slash = None;
    for (name, given) in args::each(parts)? {
        if name == "slash" {
            slash = Some(given.extract()?);
            continue;
        }
        editor = match (name.as_str(), part(&editor, &name)) {
            ("fields" | "pairs", _) => {
                let pairs = if given.is_none() { Vec::new() } else { pairs(&given)? };
                if name == "fields" && pairs.iter().any(|(_, value)| value.is_none()) {
                    return Err(no_pair());
                }
                editor.clone().set_pairs(&name, pairs).map_err(|found| match found {
                    EditError::NoSuchPart => args::unexpected(&name),
                    found => refused(py, &editor, found, None),
                })?
            }
            (_, None) => return Err(args::unexpected(&name)),
            (_, Some(part)) => set(py, editor, part.name(), &values(part, &given)?)?,
        };
    }
    let built = editor.build().map_err(|found| refused(py, &editor, found, None))?;
    let built = match (built, slash) {
        (url1738::Url::Telnet(url), Some(slash)) => url.to_builder().slash(slash).build().into(),
        (_, Some(_)) => return Err(args::unexpected("slash")),
        (built, None) => built,
    };
    url::wrap(py, &built)
}

/// Returns the part that an argument names: by its name, its alias or the name of its getter.
fn part(editor: &Editor, name: &str) -> Option<&'static Part> {
    let names = |part: &Part| match name {
        "path" | "segments" => part.alias() == "path",
        "item_type" => part.name() == "gtype",
        "hsoname" => part.name() == "ppath",
        "article" => matches!(part.name(), "article" | "digits"),
        _ => part.name() == name || part.alias() == name,
    };
    editor.parts().into_iter().map(|(part, _)| part).find(|part| names(part))
}

/// Returns the values of a part, none to remove it.
fn values(part: &Part, given: &Bound<'_, PyAny>) -> PyResult<Vec<Octets>> {
    if part.is_segment() || part.role == Role::Path {
        return args::segments(given);
    }
    if matches!(part.name(), "port" | "digits") && !given.is_none() {
        // An integer of NumPy is one, too.
        let number = given.py().import("operator")?.call_method1("index", (given,))?;
        return Ok(vec![args::octets(number.str()?.as_any())?]);
    }
    Ok(args::optional_octets(given)?.into_iter().collect())
}

fn set(py: Python<'_>, editor: Editor, name: &str, values: &[Octets]) -> PyResult<Editor> {
    // A Message-ID may have its brackets.
    let bare = |octets: &'_ [u8]| match octets {
        [b'<', id @ .., b'>'] if name == "article" => id.to_vec(),
        octets => octets.to_vec(),
    };
    let values: Vec<Vec<u8>> = values.iter().map(|value| bare(value.as_ref())).collect();
    let last = values.last().map_or(&[][..], Vec::as_slice);
    editor.clone().set(name, &values).map_err(|found| refused(py, &editor, found, Some(last)))
}

/// Returns the exception for a part that cannot be set to this value, or for the whole URL.
fn refused(py: Python<'_>, editor: &Editor, found: EditError, value: Option<&[u8]>) -> PyErr {
    match found {
        EditError::Value { part, error } => {
            let set = || editor.get(part.name()).into();
            let text = value.map_or_else(set, |value| editor.written(part.name(), value));
            // A login may have been given in place of a host.
            error::raise(py, &text, Redacted::of_fragment(text.as_bytes()), error)
        }
        EditError::Required(part)
            if editor.parts().iter().any(|(it, is_required)| *is_required && *it == part) =>
        {
            PyTypeError::new_err(format!("{} is required", part.name()))
        }
        found => PyValueError::new_err(found.to_string()),
    }
}

fn no_pair() -> PyErr {
    PyTypeError::new_err("expected pairs of a name and a value: (\"version\", \"2\")")
}

/// Returns the names and values of a list of pairs or of a mapping; a value may be `None`.
fn pairs(given: &Bound<'_, PyAny>) -> PyResult<Vec<(Octets, Option<Octets>)>> {
    let items = match given.call_method0("items") {
        Ok(items) => items,
        Err(_) => given.clone(),
    };
    let pair = |pair: Bound<'_, PyAny>| {
        if args::octets(&pair).is_ok() {
            return Err(no_pair());
        }
        let mut items = pair.try_iter().map_err(|_| no_pair())?;
        match (items.next(), items.next(), items.next()) {
            (Some(name), Some(value), None) => {
                Ok((args::octets(&name?)?, args::optional_octets(&value?)?))
            }
            _ => Err(no_pair()),
        }
    };
    items.try_iter()?.map(|item| pair(item?)).collect()
}

/// Returns the URL of a scheme with arguments, of which some may be given by position.
pub(super) fn built<'py, const N: usize>(
    py: Python<'py>,
    scheme: &str,
    first: [(&str, Option<Bound<'py, PyAny>>); N],
    others: Option<&Parts<'py>>,
) -> Object<'py> {
    let parts = others.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
    for (name, value) in first {
        if let Some(value) = value {
            parts.set_item(name, value)?;
        }
    }
    edited(py, url1738::Url::editor(scheme), Some(&parts))
}
