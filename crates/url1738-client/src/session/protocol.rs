//! The protocol of a plan.

use url1738::plan::{Chunk, Plan, Step};

/// The protocol that the steps of a plan belong to (section 3).
///
/// ```
/// use url1738::Url;
/// use url1738_client::Protocol;
///
/// let of = |url| Protocol::of(&Url::parse(url).unwrap().plan().unwrap()).unwrap().name();
/// assert_eq!(of("ftp://host.dom/x"), "ftp");
/// assert_eq!(of("http://host.dom/"), "http");
/// assert_eq!(of("news:comp.lang.c"), "nntp");
/// assert_eq!(of("wais://host.dom/db"), "wais");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Protocol {
    /// FTP (RFC 959).
    Ftp,
    /// Gopher (RFC 1436) and Gopher+.
    Gopher,
    /// HTTP/1.0.
    Http,
    /// NNTP (RFC 977).
    News,
    /// Telnet (RFC 854).
    Telnet,
    /// A file of this machine.
    File,
    /// A mail address.
    Mail,
    /// WAIS (RFC 1625).
    Wais,
    /// Prospero.
    Prospero,
}

impl Protocol {
    /// Returns the protocol of a plan, or `None` if it has no step that belongs to one.
    #[must_use]
    pub fn of(plan: &Plan) -> Option<Self> {
        let steps = plan.steps();
        // A command of FTP comes first; all others are of NNTP.
        let first = steps.iter().find(|step| !matches!(step, Step::Ask(_)))?;
        Some(match first {
            Step::Command(command) if command.verb == "USER" => Self::Ftp,
            Step::Command(_) => Self::News,
            // No part of a URL is in a chunk of this kind.
            Step::Send(chunks) if chunks.first() == Some(&Chunk::Protocol(b"GET ")) => Self::Http,
            Step::Send(_) => Self::Gopher,
            Step::Session | Step::AdviseUser(_) | Step::AdvisePassword(_) => Self::Telnet,
            Step::Open(_) => Self::File,
            Step::Compose(_) => Self::Mail,
            Step::Init | Step::Search { .. } | Step::Retrieve { .. } => Self::Wais,
            Step::Resolve { .. } => Self::Prospero,
            _ => return None,
        })
    }

    /// Returns the name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ftp => "ftp",
            Self::Gopher => "gopher",
            Self::Http => "http",
            Self::News => "nntp",
            Self::Telnet => "telnet",
            Self::File => "file",
            Self::Mail => "mailto",
            Self::Wais => "wais",
            Self::Prospero => "prospero",
        }
    }
}
