//! The two algorithms, and the rules of schemes when references are resolved.

/// Algorithm that resolves references: that of RFC 1808, section 4, or that of RFC 3986, section 5.2.
///
/// The two differ in `;`, in `?` and in dot segments:
///
/// ```
/// use url1738_core::GenericUrl;
/// use url1738_relative::{Base, Resolution};
///
/// let base = GenericUrl::parse("http://host.dom/a/b;p?q")?;
/// let both = |reference| {
///     let url = |resolution| base.join_with(reference, resolution).unwrap().url.into_string();
///     [url(Resolution::Rfc1808), url(Resolution::Rfc3986)]
/// };
/// assert_eq!(both("?y"), ["http://host.dom/a/b;p?y", "http://host.dom/a/b;p?y"]);
/// assert_eq!(both(";x"), ["http://host.dom/a/b;x", "http://host.dom/a/;x"]);
/// assert_eq!(both("../../g"), ["http://host.dom/../g", "http://host.dom/g"]);
/// assert_eq!(both("/./g"), ["http://host.dom/./g", "http://host.dom/g"]);
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Resolution {
    /// The algorithm of RFC 1808, section 4. A `..` that has no segment to remove is kept, and an absolute path is
    /// copied as it is.
    #[default]
    Rfc1808,
    /// The algorithm of RFC 3986, section 5.2, in its strict form; for references that were written for browsers. A `..`
    /// that has no segment to remove is dropped, and dot segments are also removed from absolute paths. `;` is an
    /// ordinary character, and `?` begins a query in every scheme.
    Rfc3986,
}

/// The generic-RL syntax of RFC 1808 in a scheme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// The name, if URLs of the scheme are never bases.
    pub(crate) never_base: Option<&'static str>,
    /// Whether `;` begins parameters. If not, it is part of a segment.
    pub(crate) params: bool,
    /// Whether `?` begins a query. If not, it is part of a segment.
    pub(crate) query: bool,
}

impl Rules {
    /// Returns the rules of a scheme (RFC 1808, section 2.3, and decision 64).
    pub(crate) fn new(scheme: &str, resolution: Resolution) -> Self {
        let is = |name: &&'static str| scheme.eq_ignore_ascii_case(name);
        let never_base = ["mailto", "news", "telnet"].into_iter().find(is);
        let (params, query) = match resolution {
            Resolution::Rfc3986 => (false, true),
            Resolution::Rfc1808 => (
                !["gopher", "file"].iter().any(is),
                !["ftp", "file", "gopher", "prospero"].iter().any(is),
            ),
        };
        Self { never_base, params, query }
    }
}
