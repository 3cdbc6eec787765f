//! The components of a URL that all standards define, as one of them reads the URL.
//!
//! RFC 1738, RFC 3986 and the WHATWG URL Standard find different hosts, paths and queries in the same text. An attacker can
//! smuggle a request past a filter if the client follows another standard than the filter. A [`Reading`] is the result of one
//! standard, so that two can be compared. Twenty URLs, as this crate, `fluent-uri` and `url` read them:
//!
#![doc = include_str!("../docs/readings.md")]

use alloc::{borrow::ToOwned, string::String};
use core::fmt;

use url1738_core::{MASK, Redacted, Span, Storage};

use crate::Url;

/// The components of a URL as one standard reads them, as written. The host is in lower case, except that the WHATWG URL
/// Standard keeps its case in schemes that it does not define.
///
/// Debug shows the password as `***`.
///
/// ```
/// use url1738::{Url, reading::Reading};
///
/// let ftp = Reading::of(&Url::parse("ftp://host.dom/a?b")?);
/// assert_eq!((ftp.path.as_str(), ftp.query), ("/a?b", None));
///
/// let http = Reading::of(&Url::parse("http://host.dom/a?b")?);
/// assert_eq!((http.path.as_str(), http.query.as_deref()), ("/a", Some("b")));
/// # Ok::<(), url1738::Error>(())
/// ```
///
/// Two readings of one text are compared by component. Readings of RFC 3986 and of the WHATWG standard need the
/// feature of the crate that implements it:
///
/// ```
/// # #[cfg(all(feature = "url", feature = "fluent-uri", feature = "http-crate"))] {
/// use url1738::{Url, reading::Reading};
///
/// let text = "http://010.0.0.1/a?b";
/// let ours = Reading::of(&Url::parse(text)?);
/// let whatwg = Reading::of_whatwg(&url::Url::parse(text)?, Some(80));
/// assert!(ours.differences(&whatwg).eq(["host"]));
/// assert_eq!(ours.component("host").unwrap(), "010.0.0.1");
/// assert_eq!(whatwg.component("host").unwrap(), "8.0.0.1");
///
/// let rfc3986 = Reading::of_rfc3986(&fluent_uri::Uri::parse(text)?, Some(80));
/// let http = Reading::of_http(&text.parse()?, Some(80));
/// assert!(ours == rfc3986 && ours == http);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The scheme name in lower case.
    pub scheme: String,
    /// The user name; an empty one differs from none.
    pub user: Option<String>,
    /// The password; an empty one differs from none.
    pub password: Option<String>,
    /// The host.
    pub host: Option<String>,
    /// The port to connect to, the default one if that is known: that of the ten schemes, of https, ws and wss.
    pub port: Option<u16>,
    /// The text after the authority, up to the query.
    pub path: String,
    /// The query, after its `?`.
    pub query: Option<String>,
    /// The fragment, after its `#`.
    pub fragment: Option<String>,
}

/// The names of the components, in the order of [`Reading`].
pub const COMPONENTS: [&str; 8] =
    ["scheme", "user", "password", "host", "port", "path", "query", "fragment"];

impl Reading {
    /// Returns the reading of RFC 1738. Only http, its successors and wais have a query; elsewhere `?` is part of a name.
    #[must_use]
    pub fn of<T: Storage>(url: &Url<T>) -> Self {
        let (text, parts) = (url.as_ref(), url.parts());
        let span = |name: &str| parts.iter().find(|at| at.part.name() == name).map(|at| at.span);
        let written = |name: &str| span(name).map(|span| span.slice(text).to_owned());
        let (scheme, after_scheme) = text.split_once(':').unwrap_or((text, ""));
        let scheme = scheme.to_ascii_lowercase();
        let host = written("host");
        let port = written("port").and_then(|port| port.parse().ok()).or(url.default_port());
        // The path begins after the authority, of which the port is the last part: `:8080` in `http://h:8080/a`.
        let rest = match span("port").or(span("host")) {
            Some(host) => Span::to_end(host.end, text).slice(text),
            // A file on this machine has the slashes of a host, but no host.
            None if scheme == "file" => after_scheme.strip_prefix("//").unwrap_or(after_scheme),
            None => after_scheme,
        };
        // The search string of gopher follows a tab, and is not a query to the other standards.
        let query = written("search").filter(|_| scheme != "gopher");
        let path = match &query {
            Some(query) => rest.strip_suffix(&**query).and_then(|rest| rest.strip_suffix('?')),
            None => None,
        };
        Self {
            scheme,
            user: written("user"),
            password: written("password"),
            host: host.map(|host| host.to_ascii_lowercase()),
            port,
            path: path.unwrap_or(rest).to_owned(),
            query,
            fragment: None,
        }
    }

    /// Returns a component by its name, as text; `None` if it is absent, or no component has the name.
    #[must_use]
    pub fn component(&self, name: &str) -> Option<String> {
        match name {
            "scheme" => Some(self.scheme.clone()),
            "user" => self.user.clone(),
            "password" => self.password.clone(),
            "host" => self.host.clone(),
            "port" => self.port.map(|port| alloc::format!("{port}")),
            "path" => Some(self.path.clone()),
            "query" => self.query.clone(),
            "fragment" => self.fragment.clone(),
            _ => None,
        }
    }

    /// Returns the names of the components in which two readings differ, in order.
    pub fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'static str> + 'a {
        COMPONENTS.into_iter().filter(|name| self.component(name) != other.component(name))
    }
}

/// Shows path, query and fragment as one text with its secrets masked: a URL within the path may continue in the query.
impl fmt::Debug for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A colon in a user, escaped too, may be the beginning of a password.
        let user = self.user.as_ref().map(|user| Redacted::of_user(user.as_bytes()));
        let mut text = String::new();
        let mut add = |delimiter: &str, piece: &str| {
            text.push_str(delimiter);
            let start = text.len();
            text.push_str(piece);
            Span::from(start..text.len())
        };
        add("", &self.scheme);
        let path = Some(add(":", &self.path));
        let query = self.query.as_ref().map(|query| add("?", query));
        let fragment = self.fragment.as_ref().map(|fragment| add("#", fragment));
        // In `/login?next=ftp://joe:` and `#pw@h/`, the password begins in the query and is in the fragment.
        // Without a host, the path may be a login: `x-db:joe:pw@h`.
        let mask = if self.host.is_none() { Redacted::new } else { Redacted::of_data };
        let masked = mask(text.as_bytes());
        let masked = |span: Option<Span>| span.map(|span| masked.slice(span));
        f.debug_struct("Reading")
            .field("scheme", &self.component("scheme"))
            .field("user", &user)
            .field("password", &self.password.as_ref().map(|_| MASK))
            .field("host", &self.host)
            .field("port", &self.component("port"))
            .field("path", &masked(path))
            .field("query", &masked(query))
            .field("fragment", &masked(fragment))
            .finish()
    }
}

/// Returns the default ports of the schemes that the WHATWG standard knows and RFC 1738 does not.
pub(crate) fn special_port(scheme: &str) -> Option<u16> {
    // Without its feature, the name of such a scheme is as the URL has it: `HTTPS`.
    let mut known = [("https", 443), ("wss", 443), ("ws", 80)].into_iter();
    known.find(|(name, _)| scheme.eq_ignore_ascii_case(name)).map(|(_, port)| port)
}

#[cfg(test)]
mod tests {
    /// With the features, the types of the schemes have the ports.
    #[test]
    fn successors_have_their_ports_without_their_features() {
        let ports = ["HTTPS", "Wss", "ws", "x-db"].map(super::special_port);
        assert_eq!(ports, [Some(443), Some(443), Some(80), None]);
    }
}
