//! What the parts are for, in words for people who have not read the RFC.

/// The last `fsegment`.
pub(super) const LAST_SEGMENT: &str = "the file, or what is listed";

/// One sentence on a part of a URL of a scheme.
pub(super) fn of(scheme: &str, part: &str) -> &'static str {
    match (scheme, part) {
        (_, "scheme") => "how to read the rest, and which protocol to speak",
        ("telnet", "user") => "the user to log in as; shown to you, never sent",
        ("telnet", "password") => "the password to type; shown to you, never sent",
        (_, "user") => "who logs in",
        (_, "password") => "with which password",
        ("file", "host") => "the machine on which the file is; empty for this one",
        (_, "host") => "the machine to connect to",
        (_, "port") => "the port to connect to",
        ("ftp", "fsegment") => "a directory to change into",
        (_, "fsegment") => "a directory",
        (_, "ftptype") => "how to transfer: a text, i octets, d lists a directory",
        (_, "hsegment") => "a step of the path, as the server names it",
        ("wais", "search") => "the words to search the database for",
        ("gopher", "search") => "the words for the search engine behind the selector",
        (_, "search") => "the query, handed to what the path names",
        (_, "gtype") => "the kind of item: 0 text, 1 menu, 7 search, 9 octets, ...",
        (_, "selector") => "what is sent to the server, unchanged",
        (_, "gopher+_string") => "what a Gopher+ server is asked beyond the item",
        (_, "encoded822addr") => "the address to write to",
        (_, "group") => "a newsgroup",
        (_, "article") => "the Message-ID of an article, without its angle brackets",
        (_, "grouppart") => "all newsgroups that the server has",
        (_, "digits") => "the number of the article on this one server",
        (_, "database") => "the database on the server",
        (_, "wtype") => "the type of the document",
        (_, "wpath") => "the document, as its server names it",
        (_, "ppath") => "the object, as its server names it",
        (_, "fieldname") => "a field that the object must have ...",
        (_, "fieldvalue") => "... with this value",
        (_, "urlpath") => "the rest, whose meaning is the scheme's affair",
        (_, "schemepart") => "all the rest, whose meaning is the scheme's affair",
        _ => "",
    }
}
