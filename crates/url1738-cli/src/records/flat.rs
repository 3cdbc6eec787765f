//! The parts of a URL that have a key and a column besides the list of parts.

use url1738::{Escaped, Login, PartSpan, Role, Span, Url};

/// The places of the parts that many URLs have. All are as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flat {
    pub(crate) user: Option<Span>,
    pub(crate) password: Option<Span>,
    pub(crate) host: Option<Span>,
    pub(crate) port: Option<Span>,
    /// The path without the `/` before it, and without search part and typecode.
    pub(crate) path: Option<Span>,
    pub(crate) typecode: Option<Span>,
    /// The type of a gopher item.
    pub(crate) item_type: Option<Span>,
    pub(crate) selector: Option<Span>,
    pub(crate) search: Option<Span>,
    /// The text after the login, or after the scheme of a URL without one.
    pub(crate) rest: Option<Span>,
    pub(crate) port_number: Option<u16>,
    /// The port to connect to.
    pub(crate) effective_port: Option<u16>,
}

impl Flat {
    #[inline]
    pub(crate) fn of(url: &Url<&str>) -> Self {
        // What follows the path of most schemes is the search part or the typecode.
        match url {
            Url::Http(http) => {
                let flat = Self::of_login(http.login(), http.path(), url);
                Self { search: flat.after_path(1, url.as_str()), ..flat }
            }
            Url::Ftp(ftp) => {
                let flat = Self::of_login(ftp.login(), ftp.path(), url);
                Self { typecode: flat.after_path(";type=".len(), url.as_str()), ..flat }
            }
            Url::Wais(wais) => {
                let flat = Self::of_login(wais.login(), Some(wais.path()), url);
                Self { search: flat.after_path(1, url.as_str()), ..flat }
            }
            Url::Gopher(gopher) => {
                let place = |part: Option<Escaped<'_>>| place(part?, url.as_str());
                Self {
                    item_type: place(gopher.gtype()),
                    selector: place(gopher.selector()),
                    search: place(gopher.search()),
                    ..Self::of_login(gopher.login(), gopher.path(), url)
                }
            }
            _ => match url.login() {
                Some(login) => Self::of_login(login, url.path(), url),
                None => Self::of_parts(url),
            },
        }
    }

    #[inline]
    fn of_login(login: Login<'_>, path: Option<Escaped<'_>>, url: &Url<&str>) -> Self {
        let text = url.as_str();
        let port_number = login.port();
        let effective_port = port_number.or(url.default_port());
        let login = login.spans();
        Self {
            user: login.user(),
            password: login.password(),
            host: Some(login.host()),
            port: login.port(),
            path: path.and_then(|path| place(path, text)),
            rest: Some(Span::new(login.end(), u32::try_from(text.len()).unwrap_or(u32::MAX))),
            port_number,
            effective_port,
            ..Self::default()
        }
    }

    /// Returns the place of the text after the path and a delimiter of `len` bytes.
    #[inline]
    fn after_path(&self, len: usize, text: &str) -> Option<Span> {
        let start = self.path?.end + u32::try_from(len).ok()?;
        let end = u32::try_from(text.len()).ok()?;
        (start <= end).then(|| Span::new(start, end))
    }

    #[inline(never)]
    fn of_parts(url: &Url<&str>) -> Self {
        let mut flat = Self {
            path: path(url),
            rest: rest(url),
            port_number: url.port(),
            effective_port: url.port_or_default(),
            ..Self::default()
        };
        url.each_part(&mut |PartSpan { part, span }| {
            let slot = match part.role() {
                Role::User => &mut flat.user,
                Role::Password => &mut flat.password,
                Role::Host => &mut flat.host,
                Role::Port => &mut flat.port,
                Role::Other => match part.name() {
                    "ftptype" => &mut flat.typecode,
                    "gtype" => &mut flat.item_type,
                    "selector" => &mut flat.selector,
                    "search" => &mut flat.search,
                    _ => return,
                },
                _ => return,
            };
            *slot = Some(span);
        });
        flat
    }
}

/// Returns the place of the text after the login, or after the scheme of a URL without one.
fn rest(url: &Url<&str>) -> Option<Span> {
    let end = u32::try_from(url.as_str().len()).ok()?;
    match url.login() {
        Some(login) => Some(Span::new(login.spans().end(), end)),
        None => Span::after(u32::try_from(url.scheme().len()).ok()?, url.as_str()),
    }
}

/// Returns the place of the path.
pub(crate) fn path(url: &Url<&str>) -> Option<Span> {
    place(url.path()?, url.as_str())
}

/// Returns the place of a part in its text.
#[inline]
fn place(part: Escaped<'_>, text: &str) -> Option<Span> {
    let part = Escaped::as_str(part);
    // The part is a slice of the text.
    let start = u32::try_from(part.as_ptr().addr() - text.as_ptr().addr()).ok()?;
    Some(Span::new(start, start + u32::try_from(part.len()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use url1738::SCHEMES;

    #[test]
    fn the_short_way_finds_what_the_parts_are() {
        let mut valid = 0;
        for scheme in SCHEMES.iter().map(|scheme| scheme.name).chain(["x-db"]) {
            for login in
                ["//h", "//h:80", "//joe@h", "//joe:@h", "//joe:pw@h:21", "//@h", "a@b", ""]
            {
                for rest in [
                    "",
                    "/",
                    "/a",
                    "/a/b%20",
                    "/a?",
                    "/a?b",
                    "/?",
                    "/;type=a",
                    "/a;type=D",
                    "//;type=i",
                    "/a/b/c%3Dd",
                    "/1s%09t%09+u",
                    "/a;b=c;d=",
                    "/g.h/12",
                    "g.h",
                    "*",
                ] {
                    let text = format!("{scheme}:{login}{rest}");
                    if let Ok(url) = Url::parse(&text) {
                        assert_eq!(Flat::of(&url), Flat::of_parts(&url), "{text}");
                        valid += 1;
                    }
                }
            }
        }
        assert!(valid > 100, "{valid}");
    }
}
