//! URLs in running text: strings, bytes, files and streams.

use std::{
    collections::VecDeque,
    fs::File,
    io::{self, Cursor, Read},
    path::PathBuf,
};

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    pybacked::{PyBackedBytes, PyBackedStr},
    types::{PyBytes, PyList, PySlice, PyString},
};
use url1738::Redacted;
use url1738_context::{self as context, Finder};

use crate::{
    args, error,
    offsets::{self, Characters},
    urls,
    value::value,
};

/// Bytes that are searched at once.
const CHUNK: usize = 1 << 16;

/// Chunks without a URL after which the interpreter looks at signals, so that Ctrl-C ends a long search. Not after each one: a
/// thread that computes returns the interpreter only after 5 ms.
const CHUNKS: usize = 16;

value! {
    /// A URL found in a text.
    ///
    /// >>> import url1738
    /// >>> [match] = url1738.find("naïve: <URL:http://host.dom/>, etc.")
    /// >>> match.text, match.span, match.whole, match.form
    /// ('http://host.dom/', (12, 28), (7, 29), 'wrapped')
    Match matches "text", "span";
    /// The URL, without white space that was within it.
    text: String,
    /// Where it is, with its fragment: start and end in characters, or in bytes if the input is bytes or a path.
    span: (usize, usize),
    /// Like `span`, with the brackets or quotation marks around it and the prefix `URL:`.
    whole: (usize, usize),
    /// What encloses it: `wrapped`, `angle`, `prefixed`, `quoted` or `bare`.
    form: String,
    /// What follows `#`, or `None`.
    fragment: Option<String>,
    /// Other ways to read a URL that the text breaks.
    alternatives: Vec<String>,
    /// Whether it was put together from several lines.
    is_joined: bool,
    /// Whether it was cut: it is longer than 64 KiB, or may go on after a character that ends it.
    is_truncated: bool,

    {
        /// The URL with its fragment: what a link leads to.
        #[getter]
        fn target(&self) -> String {
            let fragment = self.fragment.iter().flat_map(|fragment| ["#", fragment]);
            [&*self.text].into_iter().chain(fragment).collect()
        }

        /// Where it starts.
        #[getter]
        fn start(&self) -> usize {
            self.span.0
        }

        /// Where it ends.
        #[getter]
        fn end(&self) -> usize {
            self.span.1
        }

        /// The URL, parsed.
        ///
        /// Raises `UrlError` if it is malformed: `repair(match.text)` repairs most of those.
        #[getter]
        fn url<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            // The text around it may have cut it in its password.
            let shown = Redacted::of_cut(self.text.as_bytes());
            match url1738::Url::parse(&self.text) {
                Ok(url) => urls::creates(&url)(PyString::new(py, &self.text)),
                Err(found) => Err(error::raise(py, &self.text, shown, found)),
            }
        }

        fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
            // Here the `#` may be a character of the password, too.
            let shown = error::characters(&Redacted::of_cut(self.target().as_bytes()));
            Ok(format!("Match({}, span={:?})", args::repr(py, &shown)?, self.span))
        }
    }
}

/// What is searched.
enum Source {
    /// A text or bytes in memory or a file, which needs no interpreter, and the name that its errors have.
    Reader(Box<dyn Read + Send + Sync>, String),
    /// An object with `read`, and whether that returned `bytes`; `None` before the first call.
    Object(Py<PyAny>, Option<bool>),
}

/// Iterator over the URLs in a text, returned by `find` and `find_in`. Like a generator, it serves one thread at a time:
/// `next` raises `RuntimeError` while another thread is in it.
///
/// >>> import url1738
/// >>> next(url1738.find("at http://host.dom/.")).span
/// (3, 19)
#[pyclass(module = "url1738")]
pub(crate) struct Matches {
    source: Source,
    search: Search,
}

/// The search of a source, which needs no interpreter.
struct Search {
    /// `None` after the end of the source.
    finder: Option<Finder>,
    ready: VecDeque<context::Match<'static>>,
    places: Characters,
}

impl Matches {
    fn new(source: Source, in_bytes: bool) -> Self {
        let places = Characters::of_chunks(in_bytes);
        let search = Search { finder: Some(Finder::new()), ready: VecDeque::new(), places };
        Self { source, search }
    }

    /// Searches the next chunk, without the interpreter.
    fn search(&mut self, py: Python<'_>) -> PyResult<()> {
        let Self { source, search } = self;
        let more = match source {
            Source::Reader(reader, name) => {
                py.detach(|| search.chunks(reader)).map_err(|error| named(error, name))?
            }
            Source::Object(object, is_bytes) => {
                let read = object.bind(py).call_method1("read", (CHUNK,))?;
                let is_text = read.is_instance_of::<PyString>();
                if is_bytes.replace(!is_text) == Some(is_text) {
                    return Err(PyTypeError::new_err("read() returned both str and bytes"));
                }
                if let Ok(text) = read.cast::<PyString>() {
                    let text = offsets::utf8(text)?;
                    py.detach(|| search.feed(text.as_bytes()))
                } else if let Ok(bytes) = read.extract::<PyBackedBytes>() {
                    search.places.in_bytes = true;
                    py.detach(|| search.feed(&bytes))
                } else {
                    let found = read.get_type().name()?;
                    return Err(PyTypeError::new_err(format!(
                        "read() returned {found}, not str or bytes"
                    )));
                }
            }
        };
        if !more && let Some(finder) = search.finder.take() {
            search.ready.extend(finder.finish());
        }
        Ok(())
    }
}

impl Search {
    /// Searches the next chunks, and returns whether there may be more.
    fn chunks(&mut self, reader: &mut dyn Read) -> io::Result<bool> {
        let mut chunk = vec![0; CHUNK];
        for _ in 0..CHUNKS {
            let read = match reader.read(&mut chunk) {
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if !self.feed(chunk.get(..read).unwrap_or(&chunk)) {
                return Ok(false);
            }
            if !self.ready.is_empty() {
                break;
            }
        }
        Ok(true)
    }

    /// Searches a chunk; an empty one is the end.
    fn feed(&mut self, chunk: &[u8]) -> bool {
        let Self { finder: Some(finder), ready, places } = self else { return false };
        if chunk.is_empty() {
            return false;
        }
        places.push(chunk);
        ready.extend(finder.push(chunk));
        if ready.is_empty() {
            // No match can begin before what the finder holds.
            places.forget(places.len.saturating_sub(finder.held()));
        }
        true
    }

    fn object(&mut self, found: context::Match<'static>) -> Match {
        let places = &self.places;
        let object = Match {
            span: (places.at(found.span.start), places.at(found.span.end)),
            whole: (places.at(found.whole.start), places.at(found.whole.end)),
            form: found.form.as_str().into(),
            alternatives: found.alternatives().iter().map(|other| other.url.clone()).collect(),
            is_joined: found.is_joined(),
            is_truncated: found.is_truncated(),
            text: found.url.into_owned(),
            fragment: found.fragment.map(Into::into),
        };
        self.places.forget(found.whole.start);
        object
    }
}

#[pymethods]
impl Matches {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Match>> {
        loop {
            if let Some(found) = self.search.ready.pop_front() {
                return Ok(Some(self.search.object(found)));
            }
            if self.search.finder.is_none() {
                return Ok(None);
            }
            py.check_signals()?;
            self.search(py)?;
        }
    }
}

/// Finds the URLs in a text, by the Appendix of RFC 1738: in brackets, in quotation marks, broken over lines, bare.
///
/// Offsets are characters of a `str`, and bytes of `bytes`. The search runs without the GIL, chunk by chunk.
///
/// >>> import url1738
/// >>> text = "Ünsere Seite: http://host.dom/a, siehe <URL:ftp://host.dom/b>."
/// >>> for match in url1738.find(text):
/// ...     print(match.text, text[match.start:match.end])
/// http://host.dom/a http://host.dom/a
/// ftp://host.dom/b ftp://host.dom/b
#[pyfunction]
pub(crate) fn find(text: &Bound<'_, PyAny>) -> PyResult<Matches> {
    if let Ok(text) = text.cast::<PyString>() {
        let text: Box<dyn Read + Send + Sync> = match PyBackedStr::try_from(text.clone()) {
            Ok(text) => Box::new(Cursor::new(text)),
            Err(_) => Box::new(Cursor::new(offsets::utf8(text)?.into_owned())),
        };
        return Ok(Matches::new(Source::Reader(text, String::new()), false));
    }
    if let Ok(bytes) = text.cast::<PyBytes>() {
        let bytes = Box::new(Cursor::new(PyBackedBytes::from(bytes.clone())));
        return Ok(Matches::new(Source::Reader(bytes, String::new()), true));
    }
    Err(args::not_octets(text)?)
}

/// Returns the text with each URL and its fragment replaced by what `replacement` returns for the match. `None` keeps a URL,
/// and what surrounds it, such as `<URL:` and `>`, stays.
///
/// >>> import url1738
/// >>> url1738.replace_all("See <URL:http://host.dom/a#top>.", lambda match: f"[{match.target}]")
/// 'See <URL:[http://host.dom/a#top]>.'
#[pyfunction]
pub(crate) fn replace_all<'py>(
    text: &Bound<'py, PyAny>,
    replacement: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let piece =
        |from: usize, to: Option<usize>| text.get_item(py.get_type::<PySlice>().call1((from, to))?);
    let mut matches = find(text)?;
    let (pieces, mut end) = (PyList::empty(py), 0);
    while let Some(found) = matches.__next__(py)? {
        let (start, after) = found.span;
        let new = replacement.call1((found,))?;
        if !new.is_none() {
            pieces.append(piece(end, Some(start))?)?;
            pieces.append(new)?;
            end = after;
        }
    }
    pieces.append(piece(end, None)?)?;
    piece(0, Some(0))?.call_method1("join", (pieces,))
}

/// Finds the URLs in a file, or in a stream with a method `read`. Memory does not grow with its length.
///
/// Offsets are bytes; for a stream whose `read` returns `str`, they are characters. A file of a path is read and searched
/// without the GIL; a stream is searched without it.
///
/// >>> import io, url1738
/// >>> [match.text for match in url1738.find_in(io.BytesIO(b"at http://host.dom/ or ftp://host.dom/"))]
/// ['http://host.dom/', 'ftp://host.dom/']
#[pyfunction]
pub(crate) fn find_in(path_or_file: &Bound<'_, PyAny>) -> PyResult<Matches> {
    if path_or_file.hasattr("read")? {
        let object = path_or_file.clone().unbind();
        return Ok(Matches::new(Source::Object(object, None), false));
    }
    let py = path_or_file.py();
    let path: PathBuf = py.import("os")?.call_method1("fsdecode", (path_or_file,))?.extract()?;
    let name = path.to_string_lossy().into_owned();
    if name.contains('\0') {
        return Err(PyValueError::new_err("embedded null byte"));
    }
    let open = || {
        let mut file = File::open(&path)?;
        // A directory can be opened, and is an error when it is read. Python's `open` refuses it at once.
        file.read(&mut []).map(|_| file)
    };
    let file = py.detach(open).map_err(|error| named(error, &name))?;
    Ok(Matches::new(Source::Reader(Box::new(file), name), true))
}

/// Returns the error with the path, as Python's `open` does.
fn named(error: io::Error, name: &str) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let reason = error.to_string();
            let reason = reason.split(" (os error").next().unwrap_or_default().to_owned();
            pyo3::exceptions::PyOSError::new_err((number, reason, name.to_owned()))
        }
        None => error.into(),
    }
}
