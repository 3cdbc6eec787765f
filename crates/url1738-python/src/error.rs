//! `UrlError`: what Python raises. The exception classes are Python's, because the stable interface has none that Rust
//! could extend; they hold an [`ErrorInfo`], which computes what is asked for.

use std::sync::OnceLock;

use pyo3::{
    prelude::*,
    sync::PyOnceLock,
    types::{PyString, PyType},
};
use url1738::{
    Error, Redacted, Span, Url,
    syntax::{MASK, redact::Segment},
};

use crate::{args, fix::Fix, offsets};

/// The fields of an error.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    pub(crate) message: String,
    pub(crate) code: String,
    pub(crate) rule: Option<String>,
    pub(crate) part: Option<String>,
    pub(crate) span: Option<(usize, usize)>,
    pub(crate) help: String,
    pub(crate) fix: Option<Fix>,
    /// Message, place and help, in one line.
    pub(crate) line: String,
    /// The text, and a line of carets under the place.
    pub(crate) picture: String,
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
        let span = offsets::characters(text.as_bytes(), error.span());
        let mut message = match is_secret {
            true => error.message().to_string(),
            false => message(text, error),
        };
        let mut fix = Url::fix(text, &error).map(|fix| Fix {
            span: offsets::characters(text.as_bytes(), fix.span),
            text: fix.text.into_owned(),
        });
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
    let place = Span::new(inside(span.start), inside(span.end));
    let (before, marked) = shown.columns(place);
    // Only below US-ASCII there are as many columns as Display has. The first character outside it is an error, so that
    // none is before the place.
    let marked = match place.slice_bytes(shown.bytes()).is_ascii() {
        true => marked,
        false => characters(&shown.slice(place)).chars().count(),
    };
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

/// The content of a `UrlError`.
#[pyclass(frozen, name = "_ErrorInfo", module = "url1738._url1738")]
pub(crate) struct ErrorInfo {
    /// The text and its error, of which the fields are computed when the first is read.
    parser: Option<(Py<PyString>, Error)>,
    fields: OnceLock<Fields>,
}

impl ErrorInfo {
    fn parser(text: Py<PyString>, error: Error) -> Self {
        Self { parser: Some((text, error)), fields: OnceLock::new() }
    }

    fn fields(&self, py: Python<'_>) -> PyResult<&Fields> {
        if let Some(fields) = self.fields.get() {
            return Ok(fields);
        }
        let Some((text, error)) = &self.parser else {
            return Err(pyo3::exceptions::PyRuntimeError::new_err("an error without fields"));
        };
        let text = text.bind(py);
        let fields = Fields::of(text, &offsets::utf8(text)?, *error);
        Ok(self.fields.get_or_init(|| fields))
    }
}

impl From<Fields> for ErrorInfo {
    fn from(fields: Fields) -> Self {
        Self { parser: None, fields: OnceLock::from(fields) }
    }
}

type State = (
    String,
    String,
    Option<String>,
    Option<String>,
    Option<(usize, usize)>,
    String,
    Option<((usize, usize), String)>,
    String,
    String,
);

#[pymethods]
impl ErrorInfo {
    /// Restores an error from its fields, for pickle.
    #[new]
    fn new(state: State) -> Self {
        let (message, code, rule, part, span, help, fix, line, picture) = state;
        let fix = fix.map(|(span, text)| Fix { span, text });
        Fields { message, code, rule, part, span, help, fix, line, picture }.into()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<args::Reduced<'py, (State,)>> {
        let Fields { message, code, rule, part, span, help, fix, line, picture } =
            slf.get().fields(slf.py())?.clone();
        let fix = fix.map(|fix| (fix.span, fix.text));
        let state = (message, code, rule, part, span, help, fix, line, picture);
        Ok((slf.get_type().into_any(), (state,)))
    }

    #[getter]
    fn message(&self, py: Python<'_>) -> PyResult<&str> {
        Ok(&self.fields(py)?.message)
    }

    #[getter]
    fn code(&self, py: Python<'_>) -> PyResult<&str> {
        match &self.parser {
            // No other field is needed for it.
            Some((_, error)) => Ok(error.code()),
            None => Ok(&self.fields(py)?.code),
        }
    }

    #[getter]
    fn rule(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        Ok(self.fields(py)?.rule.as_deref())
    }

    #[getter]
    fn part(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        Ok(self.fields(py)?.part.as_deref())
    }

    #[getter]
    fn span(&self, py: Python<'_>) -> PyResult<Option<(usize, usize)>> {
        Ok(self.fields(py)?.span)
    }

    #[getter]
    fn help(&self, py: Python<'_>) -> PyResult<&str> {
        Ok(&self.fields(py)?.help)
    }

    #[getter]
    fn fix(&self, py: Python<'_>) -> PyResult<Option<Fix>> {
        Ok(self.fields(py)?.fix.clone())
    }

    #[getter]
    fn picture(&self, py: Python<'_>) -> PyResult<&str> {
        Ok(&self.fields(py)?.picture)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<&str> {
        Ok(&self.fields(py)?.line)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        args::repr(py, &self.fields(py)?.line)
    }
}

/// An exception class of the package.
#[derive(Clone, Copy)]
pub(crate) enum Exception {
    Url,
    Join,
    Plan,
}

impl Exception {
    /// Returns an instance of the class.
    pub(crate) fn with(self, py: Python<'_>, info: ErrorInfo) -> PyErr {
        static URL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        static JOIN: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        static PLAN: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let (class, name) = match self {
            Self::Url => (&URL, "UrlError"),
            Self::Join => (&JOIN, "JoinError"),
            Self::Plan => (&PLAN, "PlanError"),
        };
        let instance = class
            .import(py, "url1738._errors", name)
            .and_then(|class| class.call1((Bound::new(py, info)?,)));
        match instance {
            Ok(instance) => PyErr::from_value(instance),
            Err(error) => error,
        }
    }
}

/// Returns the exception for an error in the value of a part. A login may have been given in place of a host.
pub(crate) fn raise(py: Python<'_>, value: &str, error: Error) -> PyErr {
    let shown = Redacted::of_fragment(value.as_bytes());
    let fields = Fields::shown(&PyString::new(py, value), value, error, shown);
    Exception::Url.with(py, fields.into())
}

/// Returns the exception for an error of the parser in `text`.
#[cold]
pub(crate) fn raise_in(text: &Bound<'_, PyString>, error: Error) -> PyErr {
    Exception::Url.with(text.py(), ErrorInfo::parser(text.clone().unbind(), error))
}
