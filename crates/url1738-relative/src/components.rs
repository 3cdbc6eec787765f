//! The two algorithms, and the components of references and of URLs by the generic-RL syntax (RFC 1808, section 2.1).

use url1738_core::part::SCHEME;

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

/// Components in the order in which they appear. Joined, they are the text up to the `#`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Components<'a> {
    /// The scheme name and its colon, or nothing.
    pub(crate) scheme: &'a str,
    /// The two slashes and the `net_loc`, or nothing.
    pub(crate) net_loc: &'a str,
    /// The path with the `/` before it.
    pub(crate) path: &'a str,
    /// The parameters with the `;` before them, or nothing.
    pub(crate) params: &'a str,
    /// The query with the `?` before it, or nothing.
    pub(crate) query: &'a str,
}

/// Returns the scheme name and its colon, or nothing if the text does not begin with them (RFC 1808, section 2.4.2).
pub(crate) fn scheme(text: &str) -> &str {
    let name = SCHEME.class.run(text.as_bytes());
    let is_scheme = name > 0 && split(text, name).1.starts_with(':');
    if is_scheme { split(text, name + 1).0 } else { "" }
}

/// Returns the scheme name without its colon.
pub(crate) fn scheme_name(text: &str) -> &str {
    scheme(text).trim_end_matches(':')
}

impl<'a> Components<'a> {
    /// Splits a reference without its fragment (RFC 1808, section 2.4).
    pub(crate) fn of_reference(text: &'a str, rules: Rules, resolution: Resolution) -> Self {
        let scheme = scheme(text);
        let (_, rest) = split(text, scheme.len());
        let ends: &[char] = match resolution {
            Resolution::Rfc1808 => &['/'],
            Resolution::Rfc3986 => &['/', '?'],
        };
        let (net_loc, rest) = split(rest, net_loc_len(rest, ends));
        Self { scheme, net_loc, ..Self::of_path(rest, rules) }
    }

    /// Splits the text of a URL. Returns `None` if its `net_loc` is not a login, so that no path can follow it.
    pub(crate) fn of_url(text: &'a str, rules: Rules, resolution: Resolution) -> Option<Self> {
        let scheme = scheme(text);
        let (_, rest) = split(text, scheme.len());
        let (mut net_loc, mut after) = split(rest, net_loc_len(rest, &['/']));
        // A login may contain both characters, a host may not. Only an opaque URL has them after the login: for example
        // `https://host.dom?query`, which RFC 1738 does not allow.
        if net_loc.rsplit('@').take(1).any(|host| host.contains(['?', ';'])) {
            match resolution {
                Resolution::Rfc1808 => return None,
                Resolution::Rfc3986 => {
                    (net_loc, after) = split(rest, net_loc_len(rest, &['/', '?']));
                }
            }
        }
        Some(Self { scheme, net_loc, ..Self::of_path(after, rules) })
    }

    /// Splits the text after the `net_loc`: first at the `?`, then at the `;` (RFC 1808, sections 2.4.4 and 2.4.5).
    fn of_path(text: &'a str, rules: Rules) -> Self {
        let at = |text: &str, delimiter: char| text.find(delimiter).unwrap_or(text.len());
        let (text, query) = split(text, if rules.query { at(text, '?') } else { text.len() });
        let (path, params) = split(text, if rules.params { at(text, ';') } else { text.len() });
        Self { path, params, query, ..Self::default() }
    }

    /// Returns where the path begins.
    pub(crate) const fn path_start(&self) -> usize {
        self.scheme.len() + self.net_loc.len()
    }

    /// Returns where the path ends, and the parameters begin.
    pub(crate) const fn path_end(&self) -> usize {
        self.path_start() + self.path.len()
    }

    /// Returns where the parameters end, and the query begins.
    pub(crate) const fn params_end(&self) -> usize {
        self.path_end() + self.params.len()
    }

    /// Returns the path up to its last slash, with that slash.
    pub(crate) fn directory(&self) -> &'a str {
        if self.path.is_empty() && !self.net_loc.is_empty() {
            return "/";
        }
        split(self.path, self.path.rfind('/').map_or(0, |slash| slash + 1)).0
    }
}

/// Returns the length of the two slashes and the `net_loc`, 0 if there are none.
fn net_loc_len(text: &str, ends: &[char]) -> usize {
    let Some(net_loc) = text.strip_prefix("//") else { return 0 };
    net_loc.find(ends).unwrap_or(net_loc.len()) + 2
}

/// Splits a text at a place where a delimiter was found.
pub(crate) fn split(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}
