//! A registry of the schemes of this crate.

use url1738_core::Registry;

/// Returns a registry of all schemes whose features are enabled (section 4), to which others can be added.
///
/// ```
/// # #[cfg(all(feature = "gopher", feature = "wais"))] {
/// let registry = url1738::registry();
/// assert!(registry.schemes().any(|scheme| scheme == ("wais", Some(210))));
/// assert_eq!(registry.parse("gopher://host.dom/")?.default_port(), Some(70));
/// # }
/// # Ok::<(), url1738::Error>(())
/// ```
#[must_use]
pub fn registry() -> Registry {
    #[allow(unused_mut, reason = "without any feature there is nothing to register")]
    let mut registry = Registry::new();
    #[cfg(feature = "ftp")]
    registry.register::<url1738_ftp::FtpUrl>();
    #[cfg(feature = "http")]
    registry.register::<url1738_http::HttpUrl>();
    #[cfg(feature = "gopher")]
    registry.register::<url1738_gopher::GopherUrl>();
    #[cfg(feature = "mailto")]
    registry.register::<url1738_mailto::MailtoUrl>();
    #[cfg(feature = "news")]
    registry.register::<url1738_news::NewsUrl>();
    #[cfg(feature = "nntp")]
    registry.register::<url1738_nntp::NntpUrl>();
    #[cfg(feature = "telnet")]
    registry.register::<url1738_telnet::TelnetUrl>();
    #[cfg(feature = "wais")]
    registry.register::<url1738_wais::WaisUrl>();
    #[cfg(feature = "file")]
    registry.register::<url1738_file::FileUrl>();
    #[cfg(feature = "prospero")]
    registry.register::<url1738_prospero::ProsperoUrl>();
    registry
}
