#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod codes;
#[cfg(feature = "std")]
mod path;
mod scheme;

use alloc::string::String;

use url1738_core::{
    BorrowOrShare, impl_builder, impl_login, impl_url,
    part::HOST,
    scheme::{FormBuilder, Raw},
};

pub use codes::CODES;
#[cfg(feature = "std")]
pub use path::FilePathError;
#[cfg(feature = "std")]
#[doc(hidden)]
pub use path::Style;
pub use scheme::{File, FileSpans};
pub use url1738_core::{exports::*, part::FSEGMENT};

/// `file://host/path` (section 3.10).
///
/// ```
/// use url1738_file::{FileUrl, Host};
///
/// let url = FileUrl::parse("file://HOST.dom/etc/a%20b")?;
/// assert_eq!((url.host(), url.host_str()), (Some(Host::parse("host.dom")?), Some("HOST.dom")));
/// assert_eq!(url.path().as_str(), "etc/a%20b");
/// assert!(url.segments().map(|segment| segment.decode()).eq([&b"etc"[..], b"a b"]));
/// # Ok::<(), url1738_file::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct FileUrl<T = String>(Raw<File, T>);
impl_url!(FileUrl: File);
impl_login!(FileUrl: File, optional);

/// The machine that the file of a URL is on (section 3.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileHost<'a> {
    /// No host: the machine that interprets the URL.
    ThisMachine,
    /// `localhost`: the same machine.
    Localhost,
    /// Another host.
    Remote(Host<'a>),
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> FileUrl<T> {
    /// Returns the machine that the file is on (section 3.10).
    ///
    /// ```
    /// use url1738_file::{FileHost, FileUrl};
    ///
    /// assert_eq!(FileUrl::parse("file:///etc/motd")?.file_host(), FileHost::ThisMachine);
    /// assert_eq!(FileUrl::parse("file://LOCALHOST/etc/motd")?.file_host(), FileHost::Localhost);
    /// let url = FileUrl::parse("file://vms.host.edu/disk$user/my/notes/note12345.txt")?;
    /// assert!(matches!(url.file_host(), FileHost::Remote(host) if host.name() == Some("vms.host.edu")));
    /// # Ok::<(), url1738_file::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn file_host(&'i self) -> FileHost<'o> {
        match (self.host_str(), self.host()) {
            (Some(host), _) if host.eq_ignore_ascii_case("localhost") => FileHost::Localhost,
            (_, Some(host)) => FileHost::Remote(host),
            (_, None) => FileHost::ThisMachine,
        }
    }

    /// Returns the path as written, after the `/` that follows the host.
    #[must_use]
    #[inline]
    pub fn path(&'i self) -> Escaped<'o> {
        self.0.part(self.0.spans().path(self.as_str()))
    }

    /// Returns the directories and the name. They are not a path of any operating system.
    #[inline]
    pub fn segments(&'i self) -> impl DoubleEndedIterator<Item = Escaped<'o>> + use<'i, 'o, T> {
        let text = self.as_str();
        self.0.spans().path(text).split(text, b'/').escaped()
    }
}

impl_builder! {
    /// Builder of a [`FileUrl`] (section 3.10). Percent-encodes its arguments.
    ///
    /// ```
    /// use url1738_file::{FileUrl, Host};
    ///
    /// assert_eq!(FileUrl::builder().path(["etc", "a;b c"]).build(), "file:///etc/a%3Bb%20c");
    /// let url = FileUrl::builder().host(Host::parse("host.dom")?).path(["motd"]).build();
    /// assert_eq!(url, "file://host.dom/motd");
    /// assert_eq!(url.to_builder().without_host().build(), "file:///motd");
    /// # Ok::<(), url1738_file::Error>(())
    /// ```
    struct FileBuilder: FileUrl
}

impl FileUrl {
    /// Returns a builder of a URL without a host, which names a file of the machine that interprets it.
    pub fn builder() -> FileBuilder {
        FileBuilder { parts: FormBuilder::new::<File>() }
    }
}

impl FileBuilder {
    /// Sets the host.
    pub fn host(self, host: Host<'_>) -> Self {
        Self { parts: self.parts.host(host) }
    }

    /// Removes the host. The URL then names a file of the machine that interprets it.
    pub fn without_host(self) -> Self {
        Self { parts: self.parts.without(&[&HOST]) }
    }

    /// Sets the directories and the name, which is the last segment.
    pub fn path<S: AsRef<[u8]>>(self, segments: impl IntoIterator<Item = S>) -> Self {
        Self { parts: self.parts.set(&FSEGMENT, segments) }
    }
}

#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(FileUrl, |draft, part| {
    // `localhost` is a host with a special meaning (section 3.10).
    let is_local = *part == HOST && draft.coin();
    if is_local {
        draft.push("localhost");
    }
    is_local
});
