//! The parts of a URL that have a key or a column of their own.

use url1738::{Escaped, PartSpan, Role, Span, Url};

/// The places of the parts that many URLs have. All are as written.
#[derive(Clone, Copy, Debug, Default)]
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
}

impl Flat {
    pub(crate) fn of(url: &Url<&str>) -> Self {
        let mut flat = Self { path: path(url), ..Self::default() };
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

/// Returns the place of the path.
pub(crate) fn path(url: &Url<&str>) -> Option<Span> {
    let path = Escaped::as_str(url.path()?);
    // The path is a slice of the text.
    let start = u32::try_from(path.as_ptr().addr() - url.as_str().as_ptr().addr()).ok()?;
    Some(Span::new(start, start + u32::try_from(path.len()).ok()?))
}
