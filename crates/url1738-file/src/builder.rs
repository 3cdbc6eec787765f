//! file URLs from decoded data.

use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
};

use url1738_core::{Escaped, Host, impl_builder, part::FSEGMENT, scheme::Scheme};

use crate::{File, FileUrl};

/// Collects the parts of a [`FileUrl`] (section 3.10): decoded octets come in, and are escaped where the part wants it.
///
/// ```
/// use url1738_file::{FileUrl, Host};
///
/// assert_eq!(FileUrl::builder().path(["etc", "a;b c"]).build(), "file:///etc/a%3Bb%20c");
/// let url = FileUrl::builder().host(Host::parse("host.dom")?).path(["motd"]).build();
/// assert_eq!(url, "file://host.dom/motd");
/// # Ok::<(), url1738_file::Error>(())
/// ```
///
/// A part of a URL is changed by way of it, too:
///
/// ```
/// use url1738_file::FileUrl;
///
/// let url = FileUrl::parse("file://host.dom/etc/motd")?;
/// assert_eq!(url.host_str(), Some("host.dom"));
/// let here = url.to_builder().without_host().build();
/// assert_eq!((here.as_str(), here.host_str()), ("file:///etc/motd", None));
/// # Ok::<(), url1738_file::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct FileBuilder {
    host: Option<String>,
    path: String,
}

impl FileBuilder {
    pub(crate) const fn new() -> Self {
        Self { host: None, path: String::new() }
    }

    pub(crate) fn from_url(host: Option<&str>, path: Escaped<'_>) -> Self {
        Self { host: host.map(ToOwned::to_owned), path: path.as_str().to_owned() }
    }

    /// Sets the host.
    pub fn host(mut self, host: Host<'_>) -> Self {
        self.host = Some(host.to_string());
        self
    }

    /// Leaves the host out: the machine that interprets the URL.
    pub fn without_host(mut self) -> Self {
        self.host = None;
        self
    }

    /// Sets the directories and the name, which is the last segment.
    pub fn path<S: AsRef<[u8]>>(mut self, segments: impl IntoIterator<Item = S>) -> Self {
        self.path = FSEGMENT.encode_joined(segments, '/').unwrap_or_default();
        self
    }

    fn write(&self) -> String {
        let mut text = String::from(File::NAME);
        text.push_str("://");
        text.push_str(self.host.as_deref().unwrap_or_default());
        text.push('/');
        text.push_str(&self.path);
        text
    }
}

impl_builder!(FileBuilder: FileUrl, example: url1738_file, "file", ":///etc/motd");
