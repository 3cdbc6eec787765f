#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod builder;
#[cfg(feature = "std")]
mod path;
mod refusal;
mod scheme;

use alloc::string::String;

use url1738_core::{BorrowOrShare, impl_login, impl_url, scheme::Raw};

pub use builder::FileBuilder;
#[cfg(feature = "std")]
pub use path::FilePathError;
#[cfg(feature = "std")]
#[doc(hidden)]
pub use path::windows_path;
pub use scheme::{File, FileSpans};
pub use url1738_core::{exports::*, part::FSEGMENT};

/// The codes of this scheme (section 3.10), beyond those of all schemes.
pub const CODES: &[&CodeInfo] = &[
    &refusal::OTHER_HOST,
    &refusal::SEPARATOR_IN_NAME,
    &scheme::FILE_WITHOUT_SLASHES,
    &scheme::FILE_PORT,
    &scheme::FILE_WITHOUT_PATH,
    &scheme::LOCAL_FILE,
    &scheme::FILE_PORT_REPAIR,
    &scheme::FILE_WITHOUT_PATH_REPAIR,
    &scheme::FILE_WITHOUT_SLASHES_REPAIR,
    &refusal::NO_DRIVE_LETTER,
    &refusal::NOT_UTF_8,
    &refusal::WINDOWS_DEVICE,
    &refusal::WINDOWS_DROPPED,
    &refusal::WINDOWS_OCTET,
];

/// `file://host/path` (section 3.10).
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

#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(FileUrl, |draft, part| {
    // `localhost` is a host with a special meaning (section 3.10).
    let is_local = *part == url1738_core::part::HOST && draft.coin();
    if is_local {
        draft.push("localhost");
    }
    is_local
});
