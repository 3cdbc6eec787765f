//! The parts of a URL by their names.

use pyo3::prelude::*;
use url1738::{Escaped, PartSpan, Redacted};

use crate::{
    args,
    value::{self, value},
};

value! {
    /// A part of a URL: its name in the grammar of RFC 1738, section 5, its place and its text.
    ///
    /// >>> import url1738
    /// >>> for part in url1738.parse("ftp://host.dom/a%20b").parts():
    /// ...     print(part.name, part.span, part.text, part.value)
    /// scheme (0, 3) ftp ftp
    /// host (6, 14) host.dom host.dom
    /// fsegment (15, 20) a%20b a b
    Part matches "name", "text";
    /// The name in the grammar, as in `host` or `fsegment`.
    name: String,
    /// Where it is: start and end in characters.
    span: (usize, usize),
    /// The part as written.
    text: String,
    ;
    /// The text with its secrets as `***`, if it has any.
    masked: Option<String>,

    {
        /// The part, decoded.
        ///
        /// Raises `UnicodeDecodeError` if it is not UTF-8: see `value_bytes`.
        #[getter]
        fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            value::decoded(py, Escaped::new_validated(&self.text))
        }

        /// The part, decoded, as octets.
        #[getter]
        fn value_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            value::octets(py, Escaped::new_validated(&self.text))
        }

        fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
            let text = args::repr(py, self.masked.as_ref().unwrap_or(&self.text))?;
            Ok(format!("Part(name='{}', span={:?}, text={text})", self.name, self.span))
        }
    }
}

impl Part {
    pub(crate) fn new(url: &str, redacted: &Redacted<'_>, part: PartSpan) -> Self {
        let name = part.part.name().into();
        let range = part.span.range();
        let text = part.span.slice(url).to_owned();
        let masked = redacted.covers(part.span).then(|| redacted.slice(part.span).to_string());
        Self { name, span: (range.start, range.end), text, masked }
    }
}
