//! The parts of a URL that have a key and a column besides the list of parts.

use url1738::{Escaped, PartSpan, Role, Span, Url};

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
    pub(crate) fn of(url: &Url<&str>) -> Self {
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
