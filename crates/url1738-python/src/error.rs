//! `UrlError`: what Python raises. The exception classes are Python's, because the stable interface has none that Rust
//! could extend; they hold [`Fields`], or a [`ParserError`], which computes them when the first is read.

use pyo3::{import_exception, prelude::*, sync::PyOnceLock, types::PyString};
use url1738::{
    Error, Redacted, Span, Url,
    syntax::{MASK, redact::Segment},
};

use crate::{args, fix::Fix, offsets, value::value};

import_exception!(url1738._errors, UrlError);
import_exception!(url1738._errors, JoinError);
import_exception!(url1738._errors, PlanError);

value! {
    /// The fields of an error.
    #[pyo3(name = "_ErrorInfo")]
    #[derive(Default)]
    Fields matches "code";
    /// The message.
    message: String,
    /// The stable code.
    code: String,
    /// The rule.
    rule: Option<String>,
    /// The name of the part.
    part: Option<String>,
    /// Where the error is.
    span: Option<(usize, usize)>,
    /// What to do.
    help: String,
    /// The edit.
    fix: Option<Fix>,
    /// Message, place and help, in one line.
    line: String,
    /// The text, and a line of carets under the place.
    picture: String,

    {
        fn __str__(&self) -> &str {
            &self.line
        }

        fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
            args::repr(py, &self.line)
        }
    }
}

impl Fields {
    /// Returns the fields of an error of the parser in `text`, which is `original` without its lone surrogates.
    pub(crate) fn of(original: &Bound<'_, PyString>, text: &str, error: Error) -> Self {
        Self::shown(original, text, error, Redacted::new(text.as_bytes()))
    }

    /// Like [`of`](Self::of), of a text that is shown in another way.
    fn shown(
        original: &Bound<'_, PyString>,
        text: &str,
        error: Error,
        shown: Redacted<'_>,
    ) -> Self {
        // Message and help repeat no more of a password than the byte of the error.
        let is_secret = shown.covers(error.span());
        let mut help = match is_secret {
            true => error.help().to_string(),
            false => Url::help(text, &error),
        };
        let places = offsets::Characters::new(text);
        let span = places.of(error.span());
        let mut message = match is_secret {
            true => error.message().to_string(),
            false => message(text, error),
        };
        let mut fix = Url::fix(text, &error)
            .map(|fix| Fix { span: places.of(fix.span), text: fix.text.into_owned() });
        if let Some(surrogate) = offsets::surrogate(original, span.0) {
            // Its percent-encoding would be that of U+FFFD.
            message = error.message_naming(&format!("lone surrogate {surrogate}")).to_string();
            "remove it: it is half of a character".clone_into(&mut help);
            fix = None;
        }
        Self {
            line: line(&format!("{message} at character {}", span.0), &help),
            picture: picture(&shown, error.span()),
            message,
            code: error.code().to_owned(),
            rule: Some(error.rule().to_string()),
            part: Some(error.part().name().to_owned()),
            span: Some(span),
            help,
            fix,
        }
    }
}

/// Returns a message and its help, as the Rust library writes them with `{:#}`.
pub(crate) fn line(message: &str, help: &str) -> String {
    if help.is_empty() { message.to_owned() } else { format!("{message}; {help}") }
}

/// Returns the message with the character in place of its first byte, if it is one that can be shown.
fn message(text: &str, error: Error) -> String {
    let character = text.get(error.span().range().start..).and_then(|rest| rest.chars().next());
    match character.filter(|character| character.is_alphanumeric()) {
        Some(it) => error.message_naming(&format!("`{it}`")).to_string(),
        None => error.message().to_string(),
    }
}

/// Bytes of the text that are shown before the place of an error, and after its start.
const AROUND: u32 = 240;

/// Returns the text with carets below the span. Of a long text only the surroundings of the span are shown, with `...` for
/// the rest.
pub(crate) fn picture(shown: &Redacted<'_>, span: Span) -> String {
    let len = u32::try_from(shown.bytes().len()).unwrap_or(u32::MAX);
    let from = span.start.saturating_sub(AROUND);
    let to = span.start.saturating_add(AROUND).min(len);
    let shown = shown.slice(Span::new(from, to));
    let text = characters(&shown);
    let cut = |is_cut| if is_cut { "..." } else { "" };
    let (head, tail) = (cut(from > 0), cut(to < len));
    let inside = |at: u32| at.min(to).saturating_sub(from);
    let columns = |at| characters(&shown.slice(Span::new(0, inside(at)))).chars().count();
    let before = columns(span.start);
    let marked = columns(span.end).saturating_sub(before);
    let before = " ".repeat(head.len().saturating_add(before));
    let carets = "^".repeat(marked.max(1));
    format!("  {head}{text}{tail}\n  {before}{carets}")
}

/// Returns the text as Display writes it, but with letters and digits of all languages as they are.
pub(crate) fn characters(shown: &Redacted<'_>) -> String {
    let mut text = String::new();
    for segment in shown.segments() {
        let Segment::Plain(bytes) = segment else {
            text.push_str(MASK);
            continue;
        };
        for chunk in bytes.utf8_chunks() {
            for character in chunk.valid().split_inclusive(|_| true) {
                match character.chars().all(char::is_alphanumeric) {
                    true => text.push_str(character),
                    false => text.push_str(&Redacted::revealed(character.as_bytes()).to_string()),
                }
            }
            text.push_str(&Redacted::revealed(chunk.invalid()).to_string());
        }
    }
    text
}

/// An error of the parser in a text. Its attributes are those of its fields.
#[pyclass(frozen)]
struct ParserError {
    text: Py<PyString>,
    error: Error,
    fields: PyOnceLock<Py<Fields>>,
}

#[pymethods]
impl ParserError {
    /// The code, for which no field is computed.
    #[getter]
    fn code(&self) -> &str {
        self.error.code()
    }

    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, Fields>> {
        let fields = self.fields.get_or_try_init(py, || {
            let text = self.text.bind(py);
            Py::new(py, Fields::of(text, &offsets::utf8(text)?, self.error))
        });
        Ok(fields?.bind(py))
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.fields(py)?.getattr(name)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fields(py)?.call_method0("__reduce__")
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.fields(py)?.str()
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.fields(py)?.repr()
    }
}

/// Returns the exception for an error in a text that is shown in this way.
pub(crate) fn raise(py: Python<'_>, text: &str, shown: Redacted<'_>, error: Error) -> PyErr {
    UrlError::new_err(Fields::shown(&PyString::new(py, text), text, error, shown))
}

/// Returns the exception for an error of the parser in `text`.
#[cold]
pub(crate) fn raise_in(text: &Bound<'_, PyString>, error: Error) -> PyErr {
    let (text, fields) = (text.clone().unbind(), PyOnceLock::new());
    UrlError::new_err(ParserError { text, error, fields })
}
