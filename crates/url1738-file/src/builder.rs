//! The builder of file URLs.

use alloc::{
    borrow::ToOwned,
    format,
    string::{String, ToString},
};

use url1738_core::{BorrowOrShare, Host, impl_builder, part::FSEGMENT, scheme::Scheme};

use crate::{File, FileUrl};

/// Builder of a [`FileUrl`] (section 3.10). Percent-encodes its arguments.
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
/// It also changes parts of an existing URL:
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
    /// The host as written, or nothing.
    host: String,
    path: String,
}

impl FileUrl {
    /// Returns a builder of a URL without a host, which names a file of the machine that interprets it.
    pub fn builder() -> FileBuilder {
        FileBuilder { host: String::new(), path: String::new() }
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> FileUrl<T> {
    /// Returns a builder with all parts of this URL.
    pub fn to_builder(&'i self) -> FileBuilder {
        let host = self.0.spans().host().slice(self.as_str()).to_owned();
        FileBuilder { host, path: self.path().as_str().to_owned() }
    }
}

impl FileBuilder {
    /// Sets the host.
    pub fn host(mut self, host: Host<'_>) -> Self {
        self.host = host.to_string();
        self
    }

    /// Removes the host. The URL then names a file of the machine that interprets it.
    pub fn without_host(mut self) -> Self {
        self.host.clear();
        self
    }

    /// Sets the directories and the name, which is the last segment.
    pub fn path<S: AsRef<[u8]>>(mut self, segments: impl IntoIterator<Item = S>) -> Self {
        // Without segments the path is empty. A file URL always has one.
        self.path = FSEGMENT.encode_joined(segments, '/').unwrap_or_default();
        self
    }

    fn write(&self) -> String {
        format!("{}://{}/{}", File::NAME, self.host, self.path)
    }
}

impl_builder!(FileBuilder: FileUrl);
