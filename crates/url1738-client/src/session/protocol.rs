//! The protocol of a plan.

use url1738::plan::{Plan, Step};

/// The protocol that the steps of a plan belong to (section 3), if a client speaks it.
///
/// ```
/// use url1738::Url;
/// use url1738_client::Protocol;
///
/// let of = |url| Protocol::of(&Url::parse(url).unwrap().plan().unwrap()).unwrap();
/// assert_eq!(of("ftp://host.dom/x"), Protocol::Ftp);
/// assert_eq!(of("http://host.dom/"), Protocol::Http);
/// assert_eq!(of("news:comp.lang.c"), Protocol::News);
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
}

impl Protocol {
    /// Returns the protocol of a plan, or `None` if it has no step that belongs to one that a client speaks. Commands are those of the scheme of
    /// the plan. A plan of another scheme that sends something else is carried out as one of Gopher: one connection for
    /// each request, and an answer that ends with it.
    #[must_use]
    pub fn of(plan: &Plan) -> Option<Self> {
        let first = plan.steps().iter().find(|step| !matches!(step, Step::Ask(_)))?;
        Some(match (first, plan.scheme().name) {
            (Step::Command(_), "ftp") => Self::Ftp,
            (Step::Command(_), "news" | "nntp") => Self::News,
            (Step::Send(_), "http") => Self::Http,
            (Step::Send(_), _) => Self::Gopher,
            (Step::Session | Step::AdviseUser(_) | Step::AdvisePassword(_), _) => Self::Telnet,
            (Step::Open(_), _) => Self::File,
            (Step::Compose(_), _) => Self::Mail,
            _ => return None,
        })
    }
}
