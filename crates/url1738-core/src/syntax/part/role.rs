//! The role of a part.

/// Role of a part in a URL (sections 2.1 and 3.1), independent of its name. Lints, masking and columns match on the role,
/// never on the name.
///
/// ```
/// use url1738_core::{GenericUrl, part::Role};
///
/// let url = GenericUrl::parse("x-db://joe@host.dom/orders")?;
/// let roles: Vec<_> = url.parts().iter().map(|at| at.part.role()).collect();
/// assert_eq!(roles, [Role::Scheme, Role::User, Role::Host, Role::Path]);
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The scheme name.
    Scheme,
    /// The user of a login.
    User,
    /// The password of a login, masked wherever a URL is shown.
    Password,
    /// The host.
    Host,
    /// The port.
    Port,
    /// The whole path, which the scheme may divide further: `urlpath`.
    Path,
    /// One segment of a hierarchical path.
    Segment,
    /// One segment of a file path, in which `?` is an ordinary character: `fsegment`.
    FileSegment,
    /// Everything after the scheme name, if its structure is unknown: `schemepart`.
    Opaque,
    /// Anything else.
    Other,
}

impl Role {
    /// Returns what messages call a part of this role, or `None` if its name has to serve.
    pub(super) const fn label(self) -> Option<&'static str> {
        Some(match self {
            Self::Scheme => "scheme name",
            Self::User => "user name",
            Self::Password => "password",
            Self::Host => "host",
            Self::Port => "port",
            Self::Path => "path",
            Self::Segment | Self::FileSegment => "path segment",
            Self::Opaque => "scheme-specific part",
            Self::Other => return None,
        })
    }
}
