//! What is valid but risky.

use pyo3::prelude::*;
use url1738::{PartSpan, Span};

use crate::args;

/// What is valid but risky, or read differently by other software; also a warning of a plan.
///
/// >>> import url1738
/// >>> [lint] = url1738.parse("ftp://host.dom//etc/motd").lints()
/// >>> lint.code, lint.part, lint.span
/// ('empty-segment', 'fsegment', (15, 15))
#[pyclass(frozen, eq, hash, module = "url1738")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lint {
    /// The stable code.
    #[pyo3(get)]
    code: &'static str,
    /// The message.
    #[pyo3(get)]
    message: &'static str,
    /// The name of the part.
    #[pyo3(get)]
    part: &'static str,
    /// Where it is: start and end in characters.
    #[pyo3(get)]
    span: (usize, usize),
}

impl Lint {
    pub(crate) fn new(at: PartSpan, code: &'static str, message: &'static str) -> Self {
        let Span { start, end } = at.span;
        Self { code, message, part: at.part.name(), span: (start as usize, end as usize) }
    }
}

#[pymethods]
impl Lint {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("code", "part", "span")
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
