//! WAIS URLs.

use pyo3::{prelude::*, types::PyString};
use url1738::{Escaped, wais::WaisForm};

use super::{class::class, edit::built};
use crate::args::{Object, Parts};

class! {
    /// A WAIS URL (section 3.9): a database, a search in it, or a document of it.
    ///
    /// >>> import url1738
    /// >>> url = url1738.WaisUrl("wais://host.dom/db?words")
    /// >>> url.database, url.search, url.wtype
    /// ('db', 'words', None)
    /// >>> url.replace(search=None, wtype="TEXT", wpath=b"1 2")
    /// WaisUrl('wais://host.dom/db/TEXT/1%202')
    WaisUrl matches "host", "database", "search";

    database, database_bytes if "it" is UTF-8:
        "The name of the database, decoded", |url| url.database();

    search, search_bytes if "it" is UTF-8:
        "The terms of a search, decoded", |url| search(url.form());

    wtype, wtype_bytes if "it" is UTF-8:
        "The type of a document, decoded", |url| document(url.form()).map(|(wtype, _)| wtype);

    wpath, wpath_bytes if "it" is UTF-8:
        "The id of a document, decoded", |url| document(url.form()).map(|(_, wpath)| wpath);
}

/// Returns the terms of a search.
const fn search(form: WaisForm<'_>) -> Option<Escaped<'_>> {
    match form {
        WaisForm::Index { search } => Some(search),
        _ => None,
    }
}

/// Returns the type and the id of a document.
const fn document(form: WaisForm<'_>) -> Option<(Escaped<'_>, Escaped<'_>)> {
    match form {
        WaisForm::Document { wtype, wpath } => Some((wtype, wpath)),
        _ => None,
    }
}

/// Returns a WAIS URL: of a database, of a search in it, or of a document by its type and id.
///
/// >>> import url1738
/// >>> url1738.wais("host.dom", "db", search="words")
/// WaisUrl('wais://host.dom/db?words')
#[pyfunction]
#[pyo3(signature = (host, database, **parts), text_signature = "(host, database, *, search=None, wtype=None, wpath=None, port=None)")]
pub(crate) fn wais<'py>(
    host: &Bound<'py, PyString>,
    database: &Bound<'py, PyAny>,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    built(host.py(), "wais", [("host", Some(host)), ("database", Some(database))], parts)
}
