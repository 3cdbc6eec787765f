//! What is valid but risky.

use pyo3::prelude::*;

use crate::{args, value::value};

value! {
    /// What is valid but risky, or read differently by other software; also a warning of a plan.
    ///
    /// >>> import url1738
    /// >>> [lint] = url1738.parse("ftp://host.dom//etc/motd").lints()
    /// >>> lint.code, lint.part, lint.span
    /// ('empty-segment', 'fsegment', (15, 15))
    Lint matches "code", "part", "span";
    /// The stable code.
    code: String,
    /// The message.
    message: String,
    /// The name of the part.
    part: String,
    /// Where it is: start and end in characters.
    span: (usize, usize),

    {
        fn __str__(&self) -> String {
            format!("{}: {} ({} at character {})", self.code, self.message, self.part, self.span.0)
        }

        fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
            let Self { code, message, part, span } = self;
            let message = args::repr(py, message)?;
            Ok(format!("Lint(code='{code}', message={message}, part='{part}', span={span:?})"))
        }
    }
}

impl Lint {
    pub(crate) fn new(lint: &url1738::Lint) -> Self {
        let (span, part) = (lint.span.range(), lint.part.name().into());
        let (code, message) = (lint.code().into(), lint.message().into());
        Self { code, message, part, span: (span.start, span.end) }
    }
}
