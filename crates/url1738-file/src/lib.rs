#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod access;
#[cfg(feature = "arbitrary")]
mod arbitrary;
mod builder;
mod parse;
#[cfg(feature = "std")]
mod path;
mod repair;

use alloc::string::String;

use url1738_core::{BorrowOrShare, impl_url, scheme::Raw};

pub use builder::FileBuilder;
pub use parse::{File, FileSpans};
#[cfg(feature = "std")]
pub use path::FilePathError;
pub use url1738_core::{Error, Escaped, Host, part::FSEGMENT, plan};

/// `file://host/path` (section 3.10).
#[derive(Clone, Copy)]
pub struct FileUrl<T = String>(Raw<File, T>);
impl_url!(FileUrl: File);

impl FileUrl {
    /// Starts a URL without a host, for a file of the machine that interprets it; [`FileBuilder::host`] sets one.
    pub fn builder() -> FileBuilder {
        FileBuilder::new()
    }
}

/// Whose file a URL names (section 3.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileHost<'a> {
    /// No host: the machine that interprets the URL.
    ThisMachine,
    /// `localhost`: the same machine.
    Localhost,
    /// Another host.
    Remote(Host<'a>),
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> FileUrl<T> {
    /// Whose file it is.
    ///
    /// ```
    /// use url1738_file::{FileHost, FileUrl};
    ///
    /// assert_eq!(FileUrl::parse("file:///etc/motd")?.host(), FileHost::ThisMachine);
    /// assert_eq!(FileUrl::parse("file://LOCALHOST/etc/motd")?.host(), FileHost::Localhost);
    /// let url = FileUrl::parse("file://vms.host.edu/disk$user/my/notes/note12345.txt")?;
    /// assert!(matches!(url.host(), FileHost::Remote(host) if host.name() == Some("vms.host.edu")));
    /// # Ok::<(), url1738_file::Error>(())
    /// ```
    #[must_use]
    pub fn host(&'i self) -> FileHost<'o> {
        match self.host_str() {
            None => FileHost::ThisMachine,
            Some(host) if host.eq_ignore_ascii_case("localhost") => FileHost::Localhost,
            // A parsed URL has no other host than one that reads.
            Some(host) => Host::parse(host).map_or(FileHost::Localhost, FileHost::Remote),
        }
    }

    /// Returns the host as written, if there is one.
    #[must_use]
    pub fn host_str(&'i self) -> Option<&'o str> {
        self.0.spans().host().map(|span| span.slice(self.as_str()))
    }

    /// Returns the path as written, after the `/` that follows the host.
    #[must_use]
    pub fn path(&'i self) -> Escaped<'o> {
        Escaped::new_validated(self.0.spans().path(self.as_str()).slice(self.as_str()))
    }

    /// Returns the directories, then the name. It is a path through directories, not a file name of any system.
    pub fn segments(&'i self) -> impl DoubleEndedIterator<Item = Escaped<'o>> + use<'i, 'o, T> {
        let text = self.as_str();
        self.0.spans().path(text).split(text, b'/').escaped()
    }

    /// Returns a builder that holds all parts of this URL, to change some of them.
    pub fn to_builder(&'i self) -> FileBuilder {
        FileBuilder::from_url(self.host_str(), self.path())
    }
}
