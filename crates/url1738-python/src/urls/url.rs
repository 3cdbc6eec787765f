//! The class that all URL classes extend: a string that was parsed. What is asked for is parsed again, which takes less
//! time than the object of Python for the answer; the URL itself is the string that the caller has.

use std::cmp::Ordering;

use pyo3::{
    basic::CompareOp,
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyList, PyString, PyType},
};
use url1738::{
    Error,
    surt::{Profile, UnknownProfile},
};

use crate::{
    args::{self, Object, Parts},
    error::{self, Fields, PlanError, UrlError},
    lint::Lint,
    part::Part,
    plan::Plan,
    urls::{
        self,
        class::DecodedParts as _,
        edit::edited,
        relative::{self, Joined},
    },
    value::{self, Tuple},
};

/// Base class of the URLs of all schemes. `parse` and the classes of the schemes create instances.
///
/// A URL is immutable. It compares, orders and hashes as its text; `equivalent` compares normal forms. Parts are as
/// written, unless their docs say that they are decoded.
///
/// >>> import url1738
/// >>> url = url1738.parse("ftp://joe:pw@HOST.dom/pub/motd")
/// >>> isinstance(url, url1738.Url), str(url), url
/// (True, 'ftp://joe:pw@HOST.dom/pub/motd', FtpUrl('ftp://joe:***@HOST.dom/pub/motd'))
/// >>> url.scheme, url.host, url.port, url.port_or_default, url.path
/// ('ftp', 'HOST.dom', None, 21, 'pub/motd')
#[pyclass(frozen, subclass, module = "url1738")]
pub(crate) struct Url {
    /// Always US-ASCII, and never of a subclass of `str`.
    text: Py<PyString>,
}

impl Url {
    pub(crate) const fn new(text: Py<PyString>) -> Self {
        Self { text }
    }

    /// Returns the text.
    pub(crate) fn text<'a>(&'a self, py: Python<'a>) -> PyResult<&'a str> {
        self.text.bind(py).to_str()
    }

    /// Returns the URL, parsed.
    pub(crate) fn view<'a>(&'a self, py: Python<'a>) -> PyResult<url1738::Url<&'a str>> {
        let text = self.text(py)?;
        url1738::Url::parse(text).map_err(|found| self.impossible(py, found))
    }

    /// Returns the exception for a text that was valid when the object was made.
    #[cold]
    pub(crate) fn impossible(&self, py: Python<'_>, found: Error) -> PyErr {
        error::raise_in(self.text.bind(py), found)
    }
}

/// Returns the string, or a copy if it is of a subclass, whose methods could be anything.
pub(crate) fn exact<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    if text.is_exact_instance_of::<PyString>() {
        return Ok(text.clone());
    }
    Ok(PyString::new(text.py(), text.to_str()?))
}

/// Parses a URL and returns it as the class of its scheme; as `GenericUrl` if its scheme has none.
///
/// Raises `UrlError` if the text is not a URL of the scheme that it names.
///
/// >>> import url1738
/// >>> url1738.parse("gopher://host.dom/7/find%09words").search
/// 'words'
/// >>> url1738.parse("ssh://host.dom/")
/// GenericUrl('ssh://host.dom/')
/// >>> try:
/// ...     url1738.parse("http://host.dom/a b")
/// ... except url1738.UrlError as error:
/// ...     print(error)
/// unexpected space in path segment at character 17; percent-encode it as `%20`
#[pyfunction]
pub(crate) fn parse<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    let Ok(utf8) = text.to_str() else { return Err(not_utf8(text)) };
    match url1738::Url::parse(utf8) {
        Ok(url) => {
            let create = urls::creates(&url);
            create(exact(text)?)
        }
        Err(found) => Err(error::raise_in(text, found)),
    }
}

/// Returns the URL in a text, as `parse` does, or `None` if it is malformed.
///
/// >>> import url1738
/// >>> url1738.try_parse("http://host.dom/a b") is None
/// True
/// >>> [url.host for text in ["ftp://a.dom/", "x"] if (url := url1738.try_parse(text))]
/// ['a.dom']
#[pyfunction]
pub(crate) fn try_parse<'py>(text: &Bound<'py, PyString>) -> PyResult<Option<Bound<'py, PyAny>>> {
    match text.to_str().ok().map(url1738::Url::parse) {
        Some(Ok(url)) => {
            let create = urls::creates(&url);
            create(exact(text)?).map(Some)
        }
        _ => Ok(None),
    }
}

/// Returns whether a text is a URL, for which `parse` raises nothing.
///
/// >>> import url1738
/// >>> url1738.is_valid("gopher://host.dom/"), url1738.is_valid("gopher://host.dom/~")
/// (True, False)
#[pyfunction]
pub(crate) fn is_valid(text: &Bound<'_, PyString>) -> bool {
    text.to_str().is_ok_and(|text| url1738::Url::parse(text).is_ok())
}

/// Returns the exception for a text with lone surrogates: the error is at the first, or before it.
#[cold]
pub(crate) fn not_utf8(text: &Bound<'_, PyString>) -> PyErr {
    let found = crate::offsets::utf8(text).map(|utf8| url1738::Url::parse(&utf8).err());
    match found {
        Ok(Some(found)) => error::raise_in(text, found),
        Ok(None) => PyValueError::new_err("a URL is US-ASCII"),
        Err(error) => error,
    }
}

/// Returns the object of a URL that was made by the library.
pub(crate) fn wrap<'py>(py: Python<'py>, url: &url1738::Url) -> PyResult<Bound<'py, PyAny>> {
    urls::creates(url)(PyString::new(py, url.as_str()))
}

#[pymethods]
impl Url {
    /// How pydantic validates a field of this class: a URL of it, or its text. JSON has the text.
    #[classmethod]
    fn __get_pydantic_core_schema__<'py>(
        cls: &Bound<'py, PyType>,
        _source: &Bound<'py, PyAny>,
        _handler: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = cls.py();
        let schemas = py.import("pydantic_core.core_schema")?;
        let is_base = cls.is(py.get_type::<Self>());
        let read =
            if is_base { wrap_pyfunction!(parse, py)?.into_any() } else { cls.clone().into_any() };
        let read = schemas.call_method1("no_info_plain_validator_function", (read,))?;
        let text = (schemas.call_method0("str_schema")?, read);
        let text = schemas.call_method1("chain_schema", (PyList::new(py, [text.0, text.1])?,))?;
        let options = PyDict::new(py);
        options.set_item("serialization", schemas.call_method0("to_string_ser_schema")?)?;
        let wrapped = (cls.getattr("_validate")?, text);
        schemas.call_method("no_info_wrap_validator_function", wrapped, Some(&options))
    }

    /// Returns a URL of this class as it is, and of anything else what pydantic reads in it.
    #[classmethod]
    fn _validate<'py>(
        cls: &Bound<'py, PyType>,
        given: &Bound<'py, PyAny>,
        read: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if given.is_instance(cls)? { Ok(given.clone()) } else { read.call1((given,)) }
    }

    /// The name of the scheme: in lower case, or as written for a `GenericUrl`.
    #[getter]
    fn scheme<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        // Not interned: CPython 3.12 would keep for good what a text names as its scheme.
        Ok(PyString::new(py, self.view(py)?.scheme()))
    }

    /// The host as written, or `None`.
    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        Ok(self.view(py)?.host_str().map(|host| PyString::new(py, host)))
    }

    /// The port, or `None` if the URL has none.
    #[getter]
    fn port(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        Ok(self.view(py)?.port())
    }

    /// The port to connect to: that of the URL, or the default port of the scheme.
    #[getter]
    fn port_or_default(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        Ok(self.view(py)?.port_or_default())
    }

    /// The user, decoded, or `None`.
    ///
    /// Raises `UnicodeDecodeError` if it is not UTF-8: see `user_bytes`.
    #[getter]
    fn user<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.view(py)?.user().decoded(py, value::decoded)
    }

    /// The user, decoded, as octets.
    #[getter]
    fn user_bytes<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.view(py)?.user().decoded(py, value::octets)
    }

    /// The password, decoded, or `None`.
    ///
    /// Raises `UnicodeDecodeError` if it is not UTF-8: see `password_bytes`.
    #[getter]
    fn password<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.view(py)?.password().decoded(py, value::decoded)
    }

    /// The password, decoded, as octets.
    #[getter]
    fn password_bytes<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.view(py)?.password().decoded(py, value::octets)
    }

    /// The path as written, without the `/` before it, or `None`. Its reserved characters have the meaning that the
    /// scheme gives them, so that it is not decoded as a whole.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        Ok(self.view(py)?.path().map(|path| PyString::new(py, path.as_str())))
    }

    /// Returns all parts in order, the scheme first.
    ///
    /// >>> import url1738
    /// >>> [part.name for part in url1738.parse("nntp://host.dom/comp.lang.c/42").parts()]
    /// ['scheme', 'host', 'group', 'digits']
    fn parts(&self, py: Python<'_>) -> PyResult<Tuple<Part>> {
        let url = self.view(py)?;
        let redacted = url.redacted();
        let part = |part| Part::new(url.as_str(), &redacted, part);
        Ok(Tuple(url.parts().into_iter().map(part).collect()))
    }

    /// Returns the text with its secrets as `***`, for logs.
    ///
    /// >>> import url1738
    /// >>> url1738.parse("ftp://joe:pw@host.dom/").redacted()
    /// 'ftp://joe:***@host.dom/'
    fn redacted(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.view(py)?.redacted().to_string())
    }

    /// Returns the normal form (section 2.2): as few escapes as possible, scheme and host in lower case, no default
    /// port.
    ///
    /// >>> import url1738
    /// >>> url1738.parse("HTTP://HOST.dom:80/%7Ejoe%41").normalize()
    /// HttpUrl('http://host.dom/%7EjoeA')
    fn normalize<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let url = slf.get().view(py)?;
        if url.is_normal() {
            return Ok(slf.clone().into_any());
        }
        wrap(py, &url.normalize())
    }

    /// Returns whether the URL is its own normal form.
    ///
    /// >>> import url1738
    /// >>> url1738.parse("http://host.dom:80/").is_normal()
    /// False
    fn is_normal(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.view(py)?.is_normal())
    }

    /// Returns whether both URLs have the same normal form. `==` compares the texts.
    ///
    /// >>> import url1738
    /// >>> url1738.parse("http://host.dom:80/").equivalent(url1738.parse("http://HOST.dom/"))
    /// True
    fn equivalent(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(self.view(py)?.equivalent(&other.get().view(py)?))
    }

    /// Returns what is valid but risky, or read differently by other software.
    ///
    /// >>> import url1738
    /// >>> [lint.code for lint in url1738.parse("ftp://host.dom//etc/motd").lints()]
    /// ['empty-segment']
    fn lints(&self, py: Python<'_>) -> PyResult<Tuple<Lint>> {
        Ok(Tuple(self.view(py)?.lints().iter().map(Lint::new).collect()))
    }

    /// Returns the access plan: the steps to retrieve the resource, as data. It does not connect.
    ///
    /// Raises `PlanError` if the resource cannot be accessed, or not safely.
    ///
    /// >>> import url1738
    /// >>> plan = url1738.parse("ftp://host.dom/pub/motd;type=i").plan()
    /// >>> print(plan.endpoint)
    /// tcp host.dom:21
    /// >>> [str(step) for step in plan.steps][2:]
    /// ['CWD pub', 'TYPE I', 'RETR motd']
    fn plan(slf: &Bound<'_, Self>) -> PyResult<Plan> {
        let url = slf.get().view(slf.py())?;
        match url.plan() {
            Ok(plan) => Ok(Plan { plan, url: slf.clone().into_any().unbind() }),
            Err(refusal) => Err(refused(url.redacted(), &refusal)),
        }
    }

    /// Resolves a reference against this URL: returns the URL that it leads to, its fragment, and lints about it.
    ///
    /// `rfc` is 1808, or 3986 for its removal of dot segments.
    ///
    /// Raises `JoinError` if there is none. Its span is in the reference.
    ///
    /// >>> import url1738
    /// >>> joined = url1738.parse("http://host.dom/a/b").join("../c?d#e")
    /// >>> joined.url, joined.fragment
    /// (HttpUrl('http://host.dom/c?d'), 'e')
    #[pyo3(signature = (reference, *, rfc=1808))]
    fn join(&self, reference: &Bound<'_, PyString>, rfc: u16) -> PyResult<Joined> {
        let py = reference.py();
        Ok(Joined::new(relative::join(&self.view(py)?, reference, rfc)?))
    }

    /// Returns the shortest reference that leads from this URL to the other, or `None` if only its full text does.
    ///
    /// >>> import url1738
    /// >>> base = url1738.parse("http://host.dom/a/b")
    /// >>> base.relativize(url1738.parse("http://host.dom/a/c"))
    /// 'c'
    #[pyo3(signature = (other, *, rfc=1808))]
    fn relativize(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Self>,
        rfc: u16,
    ) -> PyResult<Option<String>> {
        let how = relative::resolution(rfc)?;
        Ok(self.view(py)?.relativize_with(&other.get().view(py)?, how))
    }

    /// Returns the key by which archives sort the URL, with the host reversed.
    ///
    /// The profile is `wayback-0.3.1`, the keys of the package surt, or `exact`.
    ///
    /// >>> import url1738
    /// >>> url1738.parse("http://www.Host.dom/a").surt()
    /// 'dom,host)/a'
    /// >>> url1738.parse("http://www.Host.dom/a").surt("exact")
    /// 'dom,host,www)http:///a'
    #[pyo3(signature = (profile="wayback-0.3.1"))]
    fn surt(&self, py: Python<'_>, profile: &str) -> PyResult<String> {
        let profile = self::profile(profile)?;
        let url = self.view(py)?;
        url.surt(profile).map_err(|found| {
            let message = found.to_string();
            let fields = Fields {
                line: message.clone(),
                picture: format!("  {}", url.redacted()),
                message,
                code: "surt".to_owned(),
                ..Fields::default()
            };
            UrlError::new_err(fields)
        })
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.text.bind(py).clone()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let py = slf.py();
        let shown = slf.get().view(py)?.redacted().to_string();
        Ok(format!("{}({})", slf.get_type().name()?, args::repr(py, &shown)?))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.text.bind(py).hash()
    }

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let order = if self.text.is(&other.text) {
            Ordering::Equal
        } else {
            self.text(py)?.cmp(other.text(py)?)
        };
        Ok(op.matches(order).into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> args::Reduced<'py, (Py<PyString>,)> {
        (slf.get_type().into_any(), (slf.get().text.clone_ref(slf.py()),))
    }
}

/// Returns the URL of an object with parts changed; `None` removes a part.
pub(crate) fn replaced<'py>(slf: &Bound<'py, Url>, parts: Option<&Parts<'py>>) -> Object<'py> {
    if parts.is_none() {
        return Ok(slf.clone().into_any());
    }
    let editor = slf.get().view(slf.py())?.edit();
    if editor.parts().is_empty() {
        let message = "the URL is opaque: it has no parts to replace";
        return Err(PyValueError::new_err(message));
    }
    edited(slf.py(), editor, parts)
}

/// Returns the exception for a URL that has no plan.
pub(crate) fn refused(shown: url1738::Redacted<'_>, refusal: &url1738::plan::Refusal) -> PyErr {
    let (start, end) = (refusal.span.start as usize, refusal.span.end as usize);
    let fields = Fields {
        message: refusal.reason().to_owned(),
        code: refusal.code().to_owned(),
        part: Some(refusal.part.name().to_owned()),
        span: Some((start, end)),
        line: format!("{} at character {start}", refusal.reason()),
        picture: error::picture(&shown, refusal.span),
        ..Fields::default()
    };
    PlanError::new_err(fields)
}

/// Returns the profile of this name.
pub(crate) fn profile(name: &str) -> PyResult<Profile> {
    name.parse().map_err(|unknown: UnknownProfile| PyValueError::new_err(unknown.to_string()))
}
