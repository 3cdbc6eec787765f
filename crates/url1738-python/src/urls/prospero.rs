//! Prospero URLs.

use pyo3::{
    prelude::*,
    types::{PyString, PyTuple},
};

use super::{
    class::{class, typed},
    edit::built,
};
use crate::{
    args::{Object, Parts},
    value,
};

class! {
    /// A Prospero URL (section 3.11).
    ///
    /// >>> import url1738
    /// >>> url = url1738.ProsperoUrl("prospero://host.dom/a%20b/c;version=2")
    /// >>> url.segments, url.hsoname, url.fields
    /// (('a b', 'c'), 'a b/c', (('version', '2'),))
    /// >>> url.replace(fields=[])
    /// ProsperoUrl('prospero://host.dom/a%20b/c')
    ProsperoUrl matches "host", "path", "fields";

    segments, segment_bytes if "one" is UTF-8:
        "The segments of the object name, decoded", |url| url.segments().collect::<Vec<_>>();

    hsoname, hsoname_bytes if "it" is UTF-8:
        "The host-specific object name, decoded", |url| url.hsoname();

    {
        /// Names and values of the fields, decoded, in order.
        ///
        /// Raises `UnicodeDecodeError` if one is not UTF-8: see `field_bytes`.
        #[getter]
        fn fields<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
            let url = typed!(slf, ProsperoUrl);
            let fields = url.fields().map(|field| {
                Ok((value::decoded(slf.py(), field.name)?, value::decoded(slf.py(), field.value)?))
            });
            PyTuple::new(slf.py(), fields.collect::<PyResult<Vec<_>>>()?)
        }

        /// Names and values of the fields, decoded, as octets.
        #[getter]
        fn field_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
            let url = typed!(slf, ProsperoUrl);
            let fields = url.fields();
            let octets = |part| value::octets(slf.py(), part);
            let fields: Vec<_> =
                fields.map(|field| (octets(field.name), octets(field.value))).collect();
            PyTuple::new(slf.py(), fields)
        }
    }
}

/// Returns a Prospero URL.
///
/// >>> import url1738
/// >>> url1738.prospero("host.dom", "a b/c", fields=[("version", "2")])
/// ProsperoUrl('prospero://host.dom/a%20b/c;version=2')
#[pyfunction]
#[pyo3(signature = (host, hsoname, **parts), text_signature = "(host, hsoname, *, fields=(), port=None)")]
pub(crate) fn prospero<'py>(
    host: &Bound<'py, PyString>,
    hsoname: &Bound<'py, PyAny>,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    built(host.py(), "prospero", [("host", Some(host)), ("hsoname", Some(hsoname))], parts)
}
