//! Addresses of the gateway, and where the URLs in its pages lead.

use form_urlencoded::Serializer;
use url1738::{Url, plan::Endpoint};

/// Returns the link from any page to the one that opens a URL. All pages are in one folder, whose name is the token.
pub(crate) fn get<'p>(url: &str, more: impl IntoIterator<Item = (&'p str, &'p str)>) -> String {
    let link = String::from("get?");
    let start = link.len();
    let mut query = Serializer::for_suffix(link, start);
    query.extend_pairs(more).append_pair("url", url);
    query.finish()
}

/// Where a link leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// The gateway fetches it.
    Fetch,
    /// The gateway shows how to reach it.
    Advise,
    /// The browser opens it without the gateway.
    Browser,
    /// Text without a link: files of this machine, and unknown schemes such as `javascript`.
    Nowhere,
}

impl Way {
    pub(crate) fn of(url: &Url<&str>) -> Self {
        match url {
            Url::Ftp(_) | Url::Gopher(_) | Url::News(_) | Url::Nntp(_) => Self::Fetch,
            Url::Telnet(_) | Url::Wais(_) | Url::Prospero(_) | Url::Mailto(_) => Self::Advise,
            Url::Http(_) | Url::Https(_) => Self::Browser,
            _ => Self::Nowhere,
        }
    }
}

/// Returns the server of a URL as `host:port`, or `None` if the client is configured with it.
pub(crate) fn server(url: &Url<&str>) -> Option<String> {
    match url.plan().ok()?.endpoint {
        Endpoint::Tcp { host, port } => Some(format!("{host}:{port}").to_ascii_lowercase()),
        _ => None,
    }
}

/// Returns the text of a URL for an address: without its password, and if the page of it only shows it, with its secrets
/// masked.
pub(crate) fn bare(url: &Url<&str>) -> String {
    let without = url.edit().remove("password").and_then(|edited| edited.text());
    match (Way::of(url), without) {
        (Way::Nowhere, _) => url.redacted().to_string(),
        (_, without) => without.unwrap_or_else(|_| url.as_str().to_owned()),
    }
}

/// Returns the URL of a file as that of a directory.
pub(crate) fn as_directory(url: &Url<&str>) -> Option<Url> {
    let Url::Ftp(file) = url else { return None };
    let text = file.as_str();
    let is_file = file.typecode().is_none() && file.name().is_some() && !text.ends_with('/');
    Url::parse(&format!("{text}/")).ok().filter(|_| is_file).map(Url::to_owned)
}

/// Returns the URL of the directory that contains a directory or a file.
pub(crate) fn parent(url: &Url<&str>) -> Option<String> {
    let Url::Ftp(ftp) = url else { return None };
    ftp.segments().next()?;
    let text = ftp.as_str();
    let text = text.split(";type=").next()?.trim_end_matches('/');
    let (parent, name) = text.rsplit_once('/')?;
    // An escaped slash divides names, too: `%2Fetc` is in `%2F`, the root, which is in nothing.
    let parent = match name.rfind("%2F").or_else(|| name.rfind("%2f")) {
        Some(0) if name.len() == 3 => return None,
        Some(0) => format!("{parent}/%2F"),
        Some(at) => format!("{parent}/{}", name.get(..at)?),
        None => parent.to_owned(),
    };
    // The slashes before the host.
    (!parent.ends_with('/')).then(|| format!("{parent}/"))
}

/// Returns a name for the file of a URL: its last segment, with letters, digits, `.`, `-` and `_` alone.
pub(crate) fn file_name(url: &Url<&str>) -> String {
    let text = url.as_str().split(";type=").next().unwrap_or_default();
    let last = text.rsplit(['/', ':']).find(|segment| !segment.is_empty()).unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let name: String = last.chars().take(100).map(|c| if is_plain(c) { c } else { '_' }).collect();
    let name = name.trim_start_matches('.');
    if name.is_empty() { "download".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_have_parents() {
        for (url, expected) in [
            ("ftp://h/a/b", Some("ftp://h/a/")),
            ("ftp://h/a/b/", Some("ftp://h/a/")),
            ("ftp://h/a;type=d", Some("ftp://h/")),
            ("ftp://h/%2Fetc/", Some("ftp://h/%2F/")),
            ("ftp://h/%2Fetc/mail/", Some("ftp://h/%2Fetc/")),
            ("ftp://h/%2fetc%2fmail", Some("ftp://h/%2fetc/")),
            ("ftp://h/%2F/", None),
            ("ftp://h/", None),
            ("gopher://h/1/a/b", None),
        ] {
            assert_eq!(parent(&Url::parse(url).unwrap()).as_deref(), expected, "{url}");
        }
    }
}
