//! The ten schemes of RFC 1738: the one list of them in this program.

/// A scheme as RFC 1738 introduces it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scheme {
    pub(crate) name: &'static str,
    pub(crate) section: &'static str,
    pub(crate) form: &'static str,
    pub(crate) title: &'static str,
}

const fn scheme(
    name: &'static str,
    section: &'static str,
    form: &'static str,
    title: &'static str,
) -> Scheme {
    Scheme { name, section, form, title }
}

/// The schemes in the order of the RFC.
pub(crate) const SCHEMES: [Scheme; 10] = [
    scheme("ftp", "3.2", "ftp://user:password@host:port/cwd/name;type=code", "files by FTP"),
    scheme("http", "3.3", "http://host:port/path?search", "documents by HTTP"),
    scheme("gopher", "3.4", "gopher://host:port/type selector%09search%09gopher+", "Gopher items"),
    scheme("mailto", "3.5", "mailto:address", "electronic mail addresses"),
    scheme("news", "3.6", "news:group | news:article@host | news:*", "USENET news of any server"),
    scheme("nntp", "3.7", "nntp://host:port/group/number", "USENET news of one server"),
    scheme("telnet", "3.8", "telnet://user:password@host:port/", "interactive sessions"),
    scheme("wais", "3.9", "wais://host:port/database?search", "Wide Area Information Servers"),
    scheme("file", "3.10", "file://host/path", "files of one host"),
    scheme("prospero", "3.11", "prospero://host:port/hsoname;field=value", "Prospero directories"),
];

/// Returns the index of a scheme in [`SCHEMES`], or the length of the list for any other name.
pub(crate) const fn index(name: &str) -> usize {
    let mut rest: &[Scheme] = &SCHEMES;
    let mut index = 0;
    while let [scheme, tail @ ..] = rest {
        if is_same(scheme.name.as_bytes(), name.as_bytes()) {
            return index;
        }
        index += 1;
        rest = tail;
    }
    index
}

/// Like `==`, which is not `const`.
const fn is_same(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([first, a_tail @ ..], [other, b_tail @ ..]) = (a, b) {
        if *first != *other {
            return false;
        }
        (a, b) = (a_tail, b_tail);
    }
    a.is_empty() && b.is_empty()
}
