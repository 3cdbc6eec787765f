//! The classes of URLs of addresses, groups and articles: mailto, news and nntp.

use pyo3::{
    prelude::*,
    types::{PyInt, PyString},
};
use url1738::{Escaped, news::Grouppart};

use super::class::{class, typed};
use crate::value;

class! {
    /// A mailto URL (section 3.5).
    ///
    /// >>> import url1738
    /// >>> url = url1738.MailtoUrl("mailto:joe%25x@host.dom")
    /// >>> url.address, url.local_part, url.domain
    /// ('joe%x@host.dom', 'joe%x', 'host.dom')
    /// >>> url.replace(address="ann@host.dom")
    /// MailtoUrl('mailto:ann@host.dom')
    MailtoUrl matches "address";
    built {
        /// Returns a mailto URL.
        ///
        /// >>> import url1738
        /// >>> url1738.mailto("joe%x@host.dom")
        /// MailtoUrl('mailto:joe%25x@host.dom')
        mailto(address) "(address)"
    }
    replaces "($self, *, address=...)";

    {
        /// The address, decoded.
        #[getter]
        fn address<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
            Ok(PyString::new(slf.py(), &typed!(slf, MailtoUrl).address()))
        }

        /// What precedes the last `@` of the address, decoded.
        #[getter]
        fn local_part<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
            Ok(PyString::new(slf.py(), &typed!(slf, MailtoUrl).local_part()))
        }

        /// What follows the last `@` of the address, decoded.
        #[getter]
        fn domain<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
            Ok(PyString::new(slf.py(), &typed!(slf, MailtoUrl).domain()))
        }
    }
}

class! {
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
    NewsUrl matches "group", "article";
    built {
        /// Returns a news URL: of a group, of an article by its Message-ID, or of all groups.
        ///
        /// >>> import url1738
        /// >>> url1738.news(group="comp.lang.c"), url1738.news(article="a/b@host.dom"), url1738.news()
        /// (NewsUrl('news:comp.lang.c'), NewsUrl('news:a/b@host.dom'), NewsUrl('news:*'))
        news() "(*, group=None, article=None)"
    }
    replaces "($self, *, group=..., article=...)";

    unique, unique_bytes if "it" is UTF-8:
        "What precedes the last `@` of the Message-ID, decoded", |url| message_id(url.grouppart()).map(|(unique, _)| unique);

    {
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
            let Some((unique, host)) = message_id(typed!(slf, NewsUrl).grouppart()) else {
                return Ok(None);
            };
            let octets = [&unique.decode(), &b"@"[..], host.as_bytes()].concat();
            value::text(slf.py(), &octets).map(Some)
        }

        /// The host in the Message-ID, which is not a server to connect to.
        #[getter]
        fn article_host<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
            let id = message_id(typed!(slf, NewsUrl).grouppart());
            Ok(id.map(|(_, host)| PyString::new(slf.py(), host)))
        }

        /// Whether it is `*`, all available groups.
        #[getter]
        fn is_all(slf: &Bound<'_, Self>) -> PyResult<bool> {
            Ok(matches!(typed!(slf, NewsUrl).grouppart(), Grouppart::All))
        }
    }
}

/// Returns both sides of the Message-ID of an article.
const fn message_id(grouppart: Grouppart<'_>) -> Option<(Escaped<'_>, &str)> {
    match grouppart {
        Grouppart::Article { unique, host } => Some((unique, host)),
        _ => None,
    }
}

class! {
    /// An NNTP URL (section 3.7).
    ///
    /// >>> import url1738
    /// >>> url = url1738.NntpUrl("nntp://host.dom/comp.lang.c/42")
    /// >>> url.group, url.article
    /// ('comp.lang.c', 42)
    /// >>> url.replace(article=None, port=1119)
    /// NntpUrl('nntp://host.dom:1119/comp.lang.c')
    NntpUrl matches "host", "group", "article";
    built {
        /// Returns an NNTP URL.
        ///
        /// >>> import url1738
        /// >>> url1738.nntp("host.dom", "comp.lang.c", article=42)
        /// NntpUrl('nntp://host.dom/comp.lang.c/42')
        nntp(host, group) "(host, group, *, article=None, port=None)"
    }
    replaces "($self, *, host=..., group=..., article=..., port=...)";

    {
        /// The name of the group.
        #[getter]
        fn group<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
            Ok(PyString::new(slf.py(), typed!(slf, NntpUrl).group()))
        }

        /// The number of the article, or `None`.
        #[getter]
        fn article<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
            let url = typed!(slf, NntpUrl);
            let Some(number) = url.article_str() else { return Ok(None) };
            match url.article() {
                Some(number) => Ok(Some(number.into_pyobject(slf.py())?.into_any())),
                // Python's integers have no limit.
                None => slf.py().get_type::<PyInt>().call1((number,)).map(Some),
            }
        }
    }
}
