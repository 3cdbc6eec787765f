//! What is valid but risky.

use std::borrow::Cow;

use pyo3::{prelude::*, types::PyTuple};

use crate::{
    args,
    value::{self, Restored},
};

/// What is valid but risky, or read differently by other software; also a warning of a plan.
///
/// >>> import url1738
/// >>> [lint] = url1738.parse("ftp://host.dom//etc/motd").lints()
/// >>> lint.code, lint.part, lint.span
/// ('empty-segment', 'fsegment', (15, 15))
#[pyclass(frozen, eq, hash, from_py_object, module = "url1738")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lint {
    /// The stable code.
    #[pyo3(get)]
    code: Cow<'static, str>,
    /// The message.
    #[pyo3(get)]
    message: Cow<'static, str>,
    /// The name of the part.
    #[pyo3(get)]
    part: Cow<'static, str>,
    /// Where it is: start and end in characters.
    #[pyo3(get)]
    span: (usize, usize),
}

impl Lint {
    pub(crate) fn new(lint: &url1738::Lint) -> Self {
        let (span, part) = (lint.span.range(), lint.part.name().into());
        let (code, message) = (lint.code().into(), lint.message().into());
        Self { code, message, part, span: (span.start, span.end) }
    }

    /// Restores what was pickled.
    pub(crate) fn restore(fields: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let (code, message, part, span) = fields.extract::<(String, String, String, _)>()?;
        Ok(Self { code: code.into(), message: message.into(), part: part.into(), span })
    }
}

#[pymethods]
impl Lint {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("code", "part", "span")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Restored<'py>> {
        let Self { code, message, part, span } = slf.get();
        value::reduced("Lint", (code, message, part, span).into_pyobject(slf.py())?)
    }

    fn __str__(&self) -> String {
        format!("{}: {} ({} at character {})", self.code, self.message, self.part, self.span.0)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Self { code, message, part, span } = self;
        let message = args::repr(py, message)?;
        Ok(format!("Lint(code='{code}', message={message}, part='{part}', span={span:?})"))
    }
}
