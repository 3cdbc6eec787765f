//! News URLs.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyString},
};
use url1738::news::{self, Grouppart};

use super::{base, built, typed};
use crate::{
    args::{self, Object, Parts},
    error,
    urls::url::Url,
    value,
};

/// A news URL (section 3.6): all groups, a group or an article.
///
/// >>> import url1738
/// >>> url1738.NewsUrl("news:comp.lang.c").group
/// 'comp.lang.c'
/// >>> url = url1738.NewsUrl("news:a%40b@host.dom")
/// >>> url.group, url.article, url.unique, url.article_host
/// (None, 'a@b@host.dom', 'a@b', 'host.dom')
/// >>> url.replace(group="comp.lang.c")
/// NewsUrl('news:comp.lang.c')
/// >>> url1738.NewsUrl("news:*").is_all
/// True
#[pyclass(frozen, extends = Url, module = "url1738")]
pub(crate) struct NewsUrl;

#[pymethods]
impl NewsUrl {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("group", "article")
    }

    /// Parses a URL of this scheme.
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<PyClassInitializer<Self>> {
        Ok(base(text, |text| url1738::NewsUrl::parse(text).map(drop))?.add_subclass(Self))
    }

    /// The name of the group, or `None`.
    #[getter]
    fn group<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
        Ok(match typed!(slf, NewsUrl).grouppart() {
            Grouppart::Group(group) => Some(PyString::new(slf.py(), group)),
            _ => None,
        })
    }

    /// The Message-ID of the article without its brackets, decoded, or `None`.
    ///
    /// Raises `UnicodeDecodeError` if it is not UTF-8: see `unique_bytes`.
    #[getter]
    fn article<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
        match typed!(slf, NewsUrl).grouppart() {
            Grouppart::Article(id) => {
                let mut octets = id.unique().decode().into_owned();
                octets.push(b'@');
                octets.extend_from_slice(id.host_str().as_bytes());
                value::text(slf.py(), &octets).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// What precedes the last `@` of the Message-ID, decoded.
    ///
    /// Raises `UnicodeDecodeError` if it is not UTF-8: see `unique_bytes`.
    #[getter]
    fn unique<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
        match typed!(slf, NewsUrl).grouppart() {
            Grouppart::Article(id) => value::decoded(slf.py(), id.unique()).map(Some),
            _ => Ok(None),
        }
    }

    /// What precedes the last `@` of the Message-ID, decoded, as octets.
    #[getter]
    fn unique_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        match typed!(slf, NewsUrl).grouppart() {
            Grouppart::Article(id) => Ok(Some(value::octets(slf.py(), id.unique()))),
            _ => Ok(None),
        }
    }

    /// The host in the Message-ID, which is not a server to connect to.
    #[getter]
    fn article_host<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
        match typed!(slf, NewsUrl).grouppart() {
            Grouppart::Article(id) => Ok(Some(PyString::new(slf.py(), id.host_str()))),
            _ => Ok(None),
        }
    }

    /// Whether it is `*`, all available groups.
    #[getter]
    fn is_all(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(matches!(typed!(slf, NewsUrl).grouppart(), Grouppart::All))
    }

    /// Returns the URL with parts changed: the arguments are those of `news`. `None` removes a part.
    #[pyo3(signature = (**parts))]
    fn replace<'py>(slf: &Bound<'py, Self>, parts: Option<&Parts<'py>>) -> Object<'py> {
        let url = typed!(slf, NewsUrl);
        let has = match url.grouppart() {
            Grouppart::Group(_) => "group",
            Grouppart::Article(_) => "article",
            _ => "",
        };
        change(slf.py(), url.to_builder(), has, parts)
    }
}

/// Sets the part that is given; without one, the URL is that of all groups. `has` is the argument for what the URL has.
pub(crate) fn change<'py>(
    py: Python<'py>,
    mut builder: news::NewsBuilder,
    has: &str,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    let (mut group, mut id) = (None, None);
    for (name, given) in args::each(parts)? {
        match &*name {
            "group" | "article" if given.is_none() && name == has => {
                builder = url1738::NewsUrl::builder();
            }
            "group" | "article" if given.is_none() => {}
            "group" => group = Some(args::text(&given)?),
            "article" => id = Some(given),
            _ => return Err(args::unexpected(&name)),
        }
    }
    builder = match (group, id) {
        (None, None) => builder,
        (Some(group), None) => {
            builder.group(&group).map_err(|found| error::raise(py, &group, found))?
        }
        (None, Some(id)) => article(builder, &id)?,
        (Some(_), Some(_)) => {
            return Err(PyValueError::new_err("a news URL has a group or an article, not both"));
        }
    };
    built(py, builder.try_build())
}

/// Sets the article of a Message-ID, which may have its brackets.
fn article(builder: news::NewsBuilder, given: &Bound<'_, PyAny>) -> PyResult<news::NewsBuilder> {
    let py = given.py();
    let octets = args::octets(given)?;
    let id = octets.as_ref();
    let id = id.strip_prefix(b"<").and_then(|id| id.strip_suffix(b">")).unwrap_or(id);
    let split = id.iter().rposition(|octet| *octet == b'@').and_then(|at| {
        let host = std::str::from_utf8(id.get(at.saturating_add(1)..)?).ok()?;
        Some((id.get(..at)?, host))
    });
    let Some((unique, host)) = split else {
        return Err(PyValueError::new_err("a Message-ID has the form unique@host"));
    };
    let host = args::host(py, host)?;
    let raise = |found| error::raise(py, &String::from_utf8_lossy(unique), found);
    builder.article(unique, host).map_err(raise)
}
