//! The edit that an error suggests.

use pyo3::{
    prelude::*,
    types::{PySlice, PyString},
};

use crate::{args, value::value};

value! {
    /// The edit that makes a text valid, or less invalid.
    ///
    /// >>> import url1738
    /// >>> try:
    /// ...     url1738.parse("http://host.dom/a b")
    /// ... except url1738.UrlError as error:
    /// ...     fix = error.fix
    /// >>> fix
    /// Fix(span=(17, 18), text='%20')
    /// >>> fix.apply("http://host.dom/a b")
    /// 'http://host.dom/a%20b'
    Fix matches "span", "text";
    /// Where the edit is: start and end in characters of the string.
    span: (usize, usize),
    /// What to write there.
    text: String,

    {
        #[new]
        fn new(span: (usize, usize), text: String) -> Self {
            Self { span, text }
        }

        /// Returns `text` with the edit made.
        fn apply<'py>(&self, text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
            let slice = |from: Option<usize>, to: Option<usize>| {
                let slice = text.py().get_type::<PySlice>().call1((from, to))?;
                text.as_any().get_item(slice)
            };
            slice(None, Some(self.span.0))?.add(&self.text)?.add(slice(Some(self.span.1), None)?)
        }

        fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
            Ok(format!("Fix(span={:?}, text={})", self.span, args::repr(py, &self.text)?))
        }
    }
}
