//! Prospero URLs.

use pyo3::{
    prelude::*,
    types::{PyBytes, PyString, PyTuple},
};

use super::{base, edit::built, typed};
use crate::{
    args::{Object, Parts},
    urls::url::Url,
    value,
};

/// A Prospero URL (section 3.11).
///
/// >>> import url1738
/// >>> url = url1738.ProsperoUrl("prospero://host.dom/a%20b/c;version=2")
/// >>> url.segments, url.hsoname, url.fields
/// (('a b', 'c'), 'a b/c', (('version', '2'),))
/// >>> url.replace(fields=[])
/// ProsperoUrl('prospero://host.dom/a%20b/c')
#[pyclass(frozen, extends = Url, module = "url1738")]
pub(crate) struct ProsperoUrl;

#[pymethods]
impl ProsperoUrl {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("host", "path", "fields")
    }

    /// Parses a URL of this scheme.
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<PyClassInitializer<Self>> {
        Ok(base(text, |text| url1738::ProsperoUrl::parse(text).map(drop))?.add_subclass(Self))
    }

    /// The segments of the object name, decoded.
    ///
    /// Raises `UnicodeDecodeError` if one is not UTF-8: see `segment_bytes`.
    #[getter]
    fn segments<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        value::texts(slf.py(), typed!(slf, ProsperoUrl).segments())
    }

    /// The segments of the object name, decoded, as octets.
    #[getter]
    fn segment_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        value::octet_tuple(slf.py(), typed!(slf, ProsperoUrl).segments())
    }

    /// The host-specific object name, decoded.
    ///
    /// Raises `UnicodeDecodeError` if it is not UTF-8: see `hsoname_bytes`.
    #[getter]
    fn hsoname<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        value::decoded(slf.py(), typed!(slf, ProsperoUrl).hsoname())
    }

    /// The host-specific object name, decoded, as octets.
    #[getter]
    fn hsoname_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(value::octets(slf.py(), typed!(slf, ProsperoUrl).hsoname()))
    }

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
