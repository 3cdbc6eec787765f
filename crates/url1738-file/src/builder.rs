//! file URLs from decoded data.

use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
};
use core::fmt;

use url1738_core::{Error, Escaped, Host, Raw, Redacted, Scheme, part::FSEGMENT};

use crate::{File, FileUrl};

/// Collects the parts of a [`FileUrl`] (section 3.10): decoded octets come in, and are escaped where the part wants it.
///
/// ```
/// use url1738_file::{FileUrl, Host};
///
/// assert_eq!(FileUrl::builder().path(["etc", "a;b c"]).build(), "file:///etc/a%3Bb%20c");
/// let url = FileUrl::builder_on(Host::new("host.dom")?).path(["motd"]).build();
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
/// let here = url.to_builder().no_host().build();
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
    pub(crate) fn new(host: Option<Host<'_>>) -> Self {
        Self { host: host.map(|host| host.to_string()), path: String::new() }
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
    pub fn no_host(mut self) -> Self {
        self.host = None;
        self
    }

    /// Sets the directories and the name, which is the last segment.
    pub fn path<S: AsRef<[u8]>>(mut self, segments: impl IntoIterator<Item = S>) -> Self {
        self.path = FSEGMENT.encode_joined(segments, '/').unwrap_or_default();
        self
    }

    /// Writes the URL.
    ///
    /// # Panics
    ///
    /// Panics if the URL is longer than 4 GiB - 1; [`try_build`](Self::try_build) returns an error instead.
    #[must_use]
    pub fn build(self) -> FileUrl {
        FileUrl(Raw::built(self.write()))
    }

    /// Writes the URL, like [`build`](Self::build), from data of any size.
    ///
    /// ```
    /// use url1738_file::FileUrl;
    ///
    /// let url = FileUrl::parse("file:///etc/motd")?;
    /// assert_eq!(url.to_builder().try_build()?, url);
    /// # Ok::<(), url1738_file::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the URL is longer than 4 GiB - 1.
    pub fn try_build(self) -> Result<FileUrl, Error> {
        Raw::parse(self.write()).map(FileUrl)
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

/// Shows the URL without its secrets.
impl fmt::Debug for FileBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FileBuilder").field(&Redacted::new(self.write().as_bytes())).finish()
    }
}
