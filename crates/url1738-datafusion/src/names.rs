//! The parts by their names: the columns of `url_parts`, and what `url_part` can be asked for.

use datafusion_common::{Result, plan_err};
use url1738::{
    Part, ftp, gopher, http, mailto, news, nntp, prospero,
    syntax::part::{FSEGMENT, GROUP, HOST, PASSWORD, PORT, SCHEME, SCHEMEPART, URLPATH, USER},
    wais,
};

/// Every part that a URL can have, by the declarations of their crates. Parts of several schemes that share
/// a name share a column.
const PARTS: [Part; 25] = [
    SCHEME,
    USER,
    PASSWORD,
    HOST,
    PORT,
    FSEGMENT,
    ftp::FTPTYPE,
    http::HSEGMENT,
    http::SEARCH,
    gopher::GTYPE,
    gopher::SELECTOR,
    gopher::GOPHER_PLUS,
    mailto::ENCODED822ADDR,
    GROUP,
    news::ARTICLE,
    news::GROUPPART,
    nntp::DIGITS,
    wais::DATABASE,
    wais::WTYPE,
    wais::WPATH,
    prospero::PPATH,
    prospero::FIELDNAME,
    prospero::FIELDVALUE,
    URLPATH,
    SCHEMEPART,
];

/// Names, and whether a URL can have several parts of that name.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, bool)> {
    PARTS.iter().map(|part| (part.name(), part.repeats()))
}

/// Returns the place of a name among all.
pub(crate) fn position(name: &str) -> Option<usize> {
    PARTS.iter().position(|part| part.name() == name)
}

/// # Errors
///
/// Returns an error if no part has that name; the message lists those that there are.
pub(crate) fn check(name: &str) -> Result<()> {
    if position(name).is_some() {
        return Ok(());
    }
    let names: Vec<&str> = all().map(|(name, _)| name).collect();
    plan_err!("no part of a URL is called '{name}'; there are {}", names.join(", "))
}
