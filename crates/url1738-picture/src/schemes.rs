//! The ten schemes of RFC 1738, as a reader meets them.

/// A scheme as RFC 1738 introduces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemeInfo {
    /// The name in lower case.
    pub name: &'static str,
    /// The number of the section of RFC 1738.
    pub section: &'static str,
    /// The form of the URLs.
    pub form: &'static str,
    /// What the URLs refer to, in a phrase.
    pub title: &'static str,
    /// A URL to try, with most of the parts that URLs of the scheme have.
    pub example: &'static str,
}

const fn scheme(
    name: &'static str,
    section: &'static str,
    form: &'static str,
    title: &'static str,
    example: &'static str,
) -> SchemeInfo {
    SchemeInfo { name, section, form, title, example }
}

/// The schemes of section 3, in the order of the RFC.
///
/// ```
/// use url1738::Url;
/// use url1738_picture::SCHEMES;
///
/// assert_eq!((SCHEMES[0].name, SCHEMES[0].section), ("ftp", "3.2"));
/// assert_eq!(SCHEMES[0].form, "ftp://user:password@host:port/cwd/name;type=code");
/// assert_eq!(SCHEMES[0].title, "files by FTP");
/// assert!(SCHEMES.iter().all(|scheme| Url::parse(scheme.example).is_ok()));
/// ```
pub const SCHEMES: [SchemeInfo; 10] = [
    scheme(
        "ftp",
        "3.2",
        "ftp://user:password@host:port/cwd/name;type=code",
        "files by FTP",
        "ftp://myname@host.dom/%2Fetc/motd;type=a",
    ),
    scheme(
        "http",
        "3.3",
        "http://host:port/path?search",
        "documents by HTTP",
        "http://www.host.dom:8080/pub/list.html?name=value",
    ),
    scheme(
        "gopher",
        "3.4",
        "gopher://host:port/type selector%09search%09gopher+",
        "Gopher items",
        "gopher://host.dom/7/find%09two%20words",
    ),
    scheme(
        "mailto",
        "3.5",
        "mailto:address",
        "electronic mail addresses",
        "mailto:joe%25sales@host.dom",
    ),
    scheme(
        "news",
        "3.6",
        "news:group | news:article@host | news:*",
        "USENET news of any server",
        "news:comp.infosystems.www.misc",
    ),
    scheme(
        "nntp",
        "3.7",
        "nntp://host:port/group/number",
        "USENET news of one server",
        "nntp://news.host.dom/comp.infosystems/1234",
    ),
    scheme(
        "telnet",
        "3.8",
        "telnet://user:password@host:port/",
        "interactive sessions",
        "telnet://guest@host.dom:2323/",
    ),
    scheme(
        "wais",
        "3.9",
        "wais://host:port/database?search",
        "Wide Area Information Servers",
        "wais://host.dom/papers?internet",
    ),
    scheme("file", "3.10", "file://host/path", "files of one host", "file://host.dom/etc/motd"),
    scheme(
        "prospero",
        "3.11",
        "prospero://host:port/hsoname;field=value",
        "Prospero directories",
        "prospero://host.dom/pub/papers;version=2",
    ),
];
