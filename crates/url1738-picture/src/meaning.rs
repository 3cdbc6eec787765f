//! The purpose of each part, for readers who do not know the RFC, and its production in the BNF.

use url1738::{Host, Part};

/// Returns the production of the BNF (section 5) that a part matches. A host is a `hostname` or a `hostnumber`, also one with
/// leading zeros, which are decimal.
///
/// ```
/// use url1738::{Part, Url};
/// use url1738_picture::production;
///
/// let host = |text: &str| {
///     let url = Url::parse(text).unwrap();
///     let at = url.parts().into_iter().find(|at| at.part.name() == "host").unwrap();
///     production(at.part, at.span.slice(text))
/// };
/// assert_eq!(host("http://host.dom/"), "hostname");
/// assert_eq!(host("http://010.0.0.1/"), "hostnumber");
/// ```
#[must_use]
pub fn production(part: &Part, text: &str) -> &'static str {
    let is_address = || Host::parse(text).is_ok_and(|host| host.ipv4().is_some());
    match part.name() {
        "host" if is_address() => "hostnumber",
        _ => part.production(),
    }
}

/// Returns the purpose of a part of the URLs of a scheme (section 3), in a phrase; empty if the part is unknown. `part` is
/// the name in the BNF, and `is_last` whether no later part of the URL has the same name.
///
/// ```
/// use url1738_picture::meaning;
///
/// assert_eq!(meaning("ftp", "fsegment", false), "a directory to change into");
/// assert_eq!(meaning("ftp", "fsegment", true), "the file to retrieve, or the directory to list");
/// assert_eq!(meaning("gopher", "host", true), "the machine to connect to");
/// assert_eq!(meaning("x-db", "unknown", true), "");
/// ```
#[must_use]
pub fn meaning(scheme: &str, part: &str, is_last: bool) -> &'static str {
    match (scheme, part) {
        (_, "fsegment") if is_last => "the file to retrieve, or the directory to list",
        (_, "scheme") => "the protocol, and the syntax of the rest",
        ("telnet", "user") => "the user name to log in with; shown to you, never sent",
        ("telnet", "password") => "the password to type; shown to you, never sent",
        (_, "user") => "the user name to log in with",
        (_, "password") => "the password to log in with",
        ("file", "host") => "the machine with the file; empty for this machine",
        (_, "host") => "the machine to connect to",
        (_, "port") => "the port to connect to",
        ("ftp", "fsegment") => "a directory to change into",
        (_, "fsegment") => "a directory",
        (_, "ftptype") => "transfer mode: a text, i binary, d directory listing",
        (_, "hsegment") => "a segment of the path; its meaning is up to the server",
        ("wais", "search") => "the words to search the database for",
        ("gopher", "search") => "the words to search for with the selector",
        (_, "search") => "the query for the resource that the path names",
        (_, "gtype") => "the item type: 0 text, 1 menu, 7 search, 9 binary, ...",
        (_, "selector") => "the text to send to the server, unchanged",
        (_, "gopher+_string") => "what to request from a Gopher+ server besides the item",
        (_, "encoded822addr") => "the address to write to",
        (_, "group") => "a newsgroup",
        (_, "article") => "the Message-ID of an article, without angle brackets",
        (_, "grouppart") => "all newsgroups of the server",
        (_, "digits") => "the number of the article on this server",
        (_, "database") => "the database on the server",
        (_, "wtype") => "the type of the document",
        (_, "wpath") => "the document, as its server names it",
        (_, "ppath") => "the object, as its server names it",
        (_, "fieldname") => "a field that the object must have ...",
        (_, "fieldvalue") => "... with this value",
        (_, "urlpath") => "the rest, with a meaning that the scheme defines",
        (_, "schemepart") => "all the rest, with a meaning that the scheme defines",
        _ => "",
    }
}
