//! Paths of this machine, and the URLs that name them (section 3.10).

use alloc::{borrow::ToOwned, vec::Vec};
use std::path::{Path, PathBuf};

use url1738_core::{
    CodeInfo, Storage,
    part::{FSEGMENT, HOST},
    plan::Refusal,
};

use crate::{
    FileUrl, NO_DRIVE_LETTER, NOT_UTF_8, OTHER_HOST, SEPARATOR_IN_NAME, WINDOWS_DEVICE,
    WINDOWS_DROPPED, WINDOWS_OCTET,
};

/// The rules for the paths of a system (section 3.10). Both are compiled on every system, so that both can be tested there.
///
/// ```
/// use url1738_file::{FileUrl, Style};
///
/// let url = Style::Windows.url_of(br"C:\tmp\a b".to_vec()).unwrap();
/// assert_eq!(Style::Windows.path_of(url.view()).unwrap(), br"C:\tmp\a b");
/// assert_eq!(Style::Unix.url_of(b"/tmp".to_vec()).unwrap(), "file:///tmp");
/// # Ok::<(), url1738_file::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// Names of any octets after `/`.
    Unix,
    /// A drive letter, and names in UTF-8 after `\`.
    Windows,
}

impl Style {
    const HERE: Self = if cfg!(windows) { Self::Windows } else { Self::Unix };

    const fn separator(self) -> u8 {
        match self {
            Self::Unix => b'/',
            Self::Windows => b'\\',
        }
    }

    /// Returns the octets of the path that a URL names, by these rules: see [`FileUrl::to_file_path`].
    ///
    /// # Errors
    ///
    /// Returns an error like that.
    pub fn path_of(self, url: FileUrl<&str>) -> Result<Vec<u8>, Refusal> {
        let (text, spans) = (url.as_str(), url.0.spans());
        if !url.is_local() {
            let info = const {
                &OTHER_HOST.with_message(
                    "names a file of another host, which no path of this machine does",
                )
            };
            return Err(Refusal::new(&HOST, spans.host, info));
        }
        let whole = spans.path(text);
        let mut path = Vec::with_capacity(text.len());
        for (place, span) in whole.split(text, b'/').enumerate() {
            let name = url.0.part(span).decode();
            self.check_name(&name, place).map_err(|info| Refusal::new(&FSEGMENT, span, info))?;
            if self == Self::Unix || place > 0 {
                path.push(self.separator());
            }
            path.extend_from_slice(&name);
        }
        // `C:` alone is the working directory of the drive.
        if self == Self::Windows && path.len() == 2 {
            let info = const { &NO_DRIVE_LETTER.with_message("no `/` after the drive letter") };
            return Err(Refusal::new(&FSEGMENT, whole, info));
        }
        Ok(path)
    }

    /// Returns the URL of a path: see [`FileUrl::from_file_path`].
    ///
    /// # Errors
    ///
    /// Returns an error like that.
    pub fn url_of(self, mut path: Vec<u8>) -> Result<FileUrl, FilePathError> {
        if self == Self::Windows {
            // Windows accepts both separators, and the checks below know one.
            path.iter_mut().filter(|octet| **octet == b'/').for_each(|octet| *octet = b'\\');
            match path.as_slice() {
                // `\\?\` and `\\.\` reach devices, and Windows does not interpret what follows: no
                // URL names that.
                [b'\\', b'\\', b'?' | b'.', ..] | [b'\\', b'?', b'?', b'\\', ..] => {
                    return Err(FilePathError::Device);
                }
                [b'\\', b'\\', ..] => return Err(FilePathError::OtherHost),
                [letter, b':', b'\\', ..] if letter.is_ascii_alphabetic() => {}
                _ => return Err(FilePathError::Relative),
            }
        }
        let absolute = match self {
            Self::Unix => path.strip_prefix(b"/").ok_or(FilePathError::Relative)?,
            Self::Windows => &path,
        };
        let names = absolute.split(|octet| *octet == self.separator());
        for (place, name) in names.clone().enumerate() {
            self.check_name(name, place)?;
        }
        Ok(FileUrl::builder().path(names).build())
    }

    /// Checks that a segment can be a name in a path. On Windows, the one at `place` 0 is a drive.
    fn check_name(self, name: &[u8], place: usize) -> Result<(), &'static CodeInfo> {
        let contains = |set: &[u8]| name.iter().any(|octet| set.contains(octet));
        let is_dots = matches!(name, b"." | b"..");
        match self {
            // First, because it holds on both systems.
            _ if contains(b"/\0") => Err(&SEPARATOR_IN_NAME),
            Self::Unix => Ok(()),
            Self::Windows if place == 0 => is_drive(name).then_some(()).ok_or(&NO_DRIVE_LETTER),
            _ if contains(br#"\<>:"|?*"#) || name.iter().any(u8::is_ascii_control) => {
                Err(&WINDOWS_OCTET)
            }
            _ if core::str::from_utf8(name).is_err() => Err(&NOT_UTF_8),
            _ if !is_dots && matches!(name, [.., b'.' | b' ']) => Err(&WINDOWS_DROPPED),
            _ if is_device(name) => Err(&WINDOWS_DEVICE),
            _ => Ok(()),
        }
    }
}

impl<T: Storage> FileUrl<T> {
    /// Returns the path on this machine that the URL names, decoded. The result does not depend on which files exist.
    ///
    /// On Unix and other systems whose paths begin with `/`, the segments become names of any octets. On Windows, the
    /// first segment is a drive letter and `:`, the others are UTF-8, and `\` comes between them. Empty segments, `.`
    /// and `..` are kept.
    ///
    /// ```
    /// use url1738_file::FileUrl;
    ///
    /// # #[cfg(unix)] {
    /// let path = FileUrl::parse("file:///etc/my%20notes")?.to_file_path().unwrap();
    /// assert_eq!(path.to_str(), Some("/etc/my notes"));
    /// # }
    /// assert!(FileUrl::parse("file://vms.host.edu/etc/motd")?.to_file_path().is_err());
    /// assert!(FileUrl::parse("file:///etc%2Fmotd")?.to_file_path().is_err());
    /// # Ok::<(), url1738_file::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the host is not this machine (`localhost` is), or if a segment contains an escaped `/` or
    /// NUL, which no name can contain. On Windows, also if the drive letter is missing, or if a segment is not UTF-8,
    /// contains one of `\ < > : " | ? *` or a control octet, ends with a space or dot, which Windows drops, or is the
    /// name of a device, such as `CON`.
    pub fn to_file_path(&self) -> Result<PathBuf, Refusal> {
        let url = FileUrl(self.0.as_deref());
        let octets = Style::HERE.path_of(url)?;
        let whole = url.0.spans().path(url.as_str());
        from_octets(octets).ok_or(Refusal::new(&FSEGMENT, whole, &NOT_UTF_8))
    }
}

impl FileUrl {
    /// Returns the URL without a host that names a path of this machine. Its octets are percent-encoded as needed.
    ///
    /// The URL gives the path back: [`to_file_path`](Self::to_file_path) returns the same octets, with `\` for each `/`
    /// on Windows. It ends with `/` if the path does.
    ///
    /// ```
    /// use url1738_file::{FilePathError, FileUrl};
    ///
    /// # #[cfg(unix)] {
    /// let url = FileUrl::from_file_path("/home/joe/50%~").unwrap();
    /// assert_eq!(url, "file:///home/joe/50%25%7E");
    /// assert_eq!(url.to_file_path().unwrap().to_str(), Some("/home/joe/50%~"));
    /// # }
    /// assert_eq!(FileUrl::from_file_path("notes.txt"), Err(FilePathError::Relative));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the path is not absolute, or if [`to_file_path`](Self::to_file_path) could not return it: it
    /// names another host (`\\server\share`) or a device, or a name is one that a URL cannot give back.
    pub fn from_file_path(path: impl AsRef<Path>) -> Result<Self, FilePathError> {
        // On Windows, what is not Unicode is not UTF-8 in this encoding either, and refused.
        Style::HERE.url_of(path.as_ref().as_os_str().as_encoded_bytes().to_owned())
    }
}

/// The reason why no URL names a path (section 3.10).
///
/// ```
/// use url1738_file::{FilePathError, FileUrl};
///
/// let error = FileUrl::from_file_path("a/b").unwrap_err();
/// assert_eq!(error, FilePathError::Relative);
/// assert_eq!(error.to_string(), "the path is not absolute");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilePathError {
    /// The path does not begin at the root of a file system: on Windows, with a drive letter, `:` and `\`.
    #[error("the path is not absolute")]
    Relative,
    /// The path names a file of another host: on Windows, `\\server\share`.
    #[error("the path names a file of another host")]
    OtherHost,
    /// The path names a device, or is one that Windows does not interpret (`\\?\`, `\\.\`).
    #[error("the path names a device")]
    Device,
    /// A name contains an octet that no name on this system can contain, or ends with one that Windows drops.
    #[error("a name in the path is not allowed on this system")]
    Name,
    /// The path is not Unicode on a system where that is required.
    #[error("the path is not Unicode")]
    NotUtf8,
}

impl From<&CodeInfo> for FilePathError {
    /// Converts the reason why a name in the path is refused.
    fn from(info: &CodeInfo) -> Self {
        match info {
            info if *info == NO_DRIVE_LETTER => Self::Relative,
            info if *info == WINDOWS_DEVICE => Self::Device,
            info if *info == NOT_UTF_8 => Self::NotUtf8,
            _ => Self::Name,
        }
    }
}

fn is_drive(name: &[u8]) -> bool {
    matches!(name, [letter, b':'] if letter.is_ascii_alphabetic())
}

/// Returns whether Windows reads `name` as a device. It ignores the extension: `NUL.txt` is one, too. The digit of `COM1` may
/// be a superscript.
fn is_device(name: &[u8]) -> bool {
    let mut pieces = name.split(|octet| matches!(octet, b'.' | b':'));
    let stem = pieces.next().unwrap_or(name).trim_ascii_end().to_ascii_uppercase();
    match stem.as_slice() {
        b"CON" | b"PRN" | b"AUX" | b"NUL" | b"CONIN$" | b"CONOUT$" => true,
        [b'C', b'O', b'M', digit @ ..] | [b'L', b'P', b'T', digit @ ..] => {
            matches!(digit, [b'1'..=b'9'] | [0xC2, 0xB9 | 0xB2 | 0xB3])
        }
        _ => false,
    }
}

/// Returns the path of octets, or `None` if they are not UTF-8 where that is required.
fn from_octets(octets: Vec<u8>) -> Option<PathBuf> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt as _;
        Some(std::ffi::OsString::from_vec(octets).into())
    }
    #[cfg(not(unix))]
    {
        alloc::string::String::from_utf8(octets).ok().map(PathBuf::from)
    }
}
