//! Prospero URLs.

use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyString, PyTuple},
};
use url1738::prospero;

use super::{base, built, server::Server as _, typed};
use crate::{
    args::{self, Object, Octets, Parts},
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

    /// Returns the URL with parts changed: the arguments are those of `prospero`. `None` removes a part.
    #[pyo3(signature = (**parts))]
    fn replace<'py>(slf: &Bound<'py, Self>, parts: Option<&Parts<'py>>) -> Object<'py> {
        let url = typed!(slf, ProsperoUrl);
        change(slf.py(), url.to_builder(), parts)
    }
}

/// Sets the parts that are given.
pub(crate) fn change<'py>(
    py: Python<'py>,
    mut builder: prospero::ProsperoBuilder,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    for (name, given) in args::each(parts)? {
        match &*name {
            "hsoname" => builder = builder.hsoname(args::octets(&given)?),
            "fields" => {
                builder = builder.without_fields();
                for field in given.try_iter()? {
                    let (name, found) = pair(&field?)?;
                    builder = builder.field(name, found);
                }
            }
            name => builder = builder.with(name, &given)?,
        }
    }
    built(py, builder.try_build())
}

/// Returns the name and the value of a field.
fn pair(field: &Bound<'_, PyAny>) -> PyResult<(Octets, Octets)> {
    let wrong =
        || PyTypeError::new_err("expected pairs of a name and a value: (\"version\", \"2\")");
    if field.is_instance_of::<PyString>() || field.is_instance_of::<PyBytes>() {
        return Err(wrong());
    }
    let mut items = field.try_iter().map_err(|_| wrong())?;
    match (items.next(), items.next(), items.next()) {
        (Some(name), Some(value), None) => Ok((args::octets(&name?)?, args::octets(&value?)?)),
        _ => Err(wrong()),
    }
}
