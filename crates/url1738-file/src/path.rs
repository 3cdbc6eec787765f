//! Paths of this machine, and the URLs that name them (section 3.10).

use alloc::{borrow::ToOwned, vec::Vec};
use std::path::{Path, PathBuf};

use url1738_core::{
    Escaped, Span, Storage,
    part::{FSEGMENT, HOST},
    plan::Refusal,
};

use crate::{FileHost, FileUrl};

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
    /// NUL, which no name can contain. On Windows, also if there is no drive letter, or if a segment is not UTF-8,
    /// contains one of `\ < > : " | ? *` or a control octet, ends with a space or dot, which Windows drops, or is the
    /// name of a device, such as `CON`.
    pub fn to_file_path(&self) -> Result<PathBuf, Refusal> {
        let url = FileUrl(self.0.as_deref());
        let octets = octets_of(url, Style::HERE)?;
        from_octets(octets).ok_or_else(|| Fault::NotUtf8.at(url.0.spans().path(url.as_str())))
    }
}

/// Returns the path that a URL names on Windows, whatever the system; for the tests of the family.
#[doc(hidden)]
pub fn windows_path(url: FileUrl<&str>) -> Result<Vec<u8>, Refusal> {
    octets_of(url, Style::Windows)
}

/// Returns the octets of the path that a URL names, by the rules of `style`.
fn octets_of(url: FileUrl<&str>, style: Style) -> Result<Vec<u8>, Refusal> {
    let (text, spans) = (url.as_str(), url.0.spans());
    if let FileHost::Remote(_) = url.file_host() {
        let reason = "names a file of another host, which no path of this machine does";
        return Err(Refusal::new(&HOST, spans.host().unwrap_or_default(), "other-host", reason));
    }
    let whole = spans.path(text);
    let mut path = Vec::with_capacity(text.len());
    for (place, span) in whole.split(text, b'/').enumerate() {
        let name = Escaped::new_validated(span.slice(text)).decode();
        if let Some(fault) = Fault::of_segment(&name, place, style) {
            return Err(fault.at(span));
        }
        if style == Style::Unix || place > 0 {
            path.push(style.separator());
        }
        path.extend_from_slice(&name);
    }
    // `C:` alone is a place that depends on the working directory of the drive.
    if style == Style::Windows && path.len() == 2 {
        return Err(Fault::DriveAlone.at(whole));
    }
    Ok(path)
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
        let octets = to_octets(path.as_ref()).ok_or(FilePathError::NotUtf8)?;
        from_path_octets(octets, Style::HERE)
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
    /// The path is not Unicode on a system where it has to be.
    #[error("the path is not Unicode")]
    NotUtf8,
}

/// The rules for the paths of a system. Both are compiled on every system, so that both are tested on every one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Unix,
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
}

/// Why a name is not one of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// `/` or NUL, which separates names or ends the path everywhere.
    Separator,
    NoDrive,
    DriveAlone,
    Windows,
    Dropped,
    Device,
    NotUtf8,
}

impl Fault {
    /// Returns the fault of the segment at `place`, of which the first is a drive on Windows.
    fn of_segment(name: &[u8], place: usize, style: Style) -> Option<Self> {
        let is = |set: &'static [u8]| name.iter().any(|octet| set.contains(octet));
        if is(b"/\0") {
            return Some(Self::Separator);
        }
        match (style, place) {
            (Style::Unix, _) => None,
            (Style::Windows, 0) => (!is_drive(name)).then_some(Self::NoDrive),
            _ if is(br#"\<>:"|?*"#) || name.iter().any(u8::is_ascii_control) => Some(Self::Windows),
            _ if core::str::from_utf8(name).is_err() => Some(Self::NotUtf8),
            _ if !matches!(name, b"." | b"..") && matches!(name, [.., b'.' | b' ']) => {
                Some(Self::Dropped)
            }
            _ => is_device(name).then_some(Self::Device),
        }
    }

    const fn at(self, span: Span) -> Refusal {
        let (code, reason) = self.words();
        Refusal::new(&FSEGMENT, span, code, reason)
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Separator => {
                ("separator-in-name", "escaped `/` or NUL, which a file name cannot contain")
            }
            Self::NoDrive => (
                "no-drive-letter",
                "no drive letter, with which paths of Windows begin: `file:///C:/`",
            ),
            Self::DriveAlone => ("no-drive-letter", "no `/` after the drive letter"),
            Self::Windows => {
                ("windows-octet", "an octet that a file name on Windows cannot contain")
            }
            Self::Dropped => {
                ("windows-dropped", "ends with a space or dot, which Windows drops from names")
            }
            Self::Device => ("windows-device", "the name of a device on Windows"),
            Self::NotUtf8 => (
                "not-utf-8",
                "escapes that do not encode UTF-8, which paths of this system require",
            ),
        }
    }
}

impl From<Fault> for FilePathError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::NoDrive | Fault::DriveAlone => Self::Relative,
            Fault::Separator | Fault::Windows | Fault::Dropped => Self::Name,
            Fault::Device => Self::Device,
            Fault::NotUtf8 => Self::NotUtf8,
        }
    }
}

/// Returns whether `name` is a drive letter and `:`.
fn is_drive(name: &[u8]) -> bool {
    matches!(name, [letter, b':'] if letter.is_ascii_alphabetic())
}

/// Returns whether Windows reads `name` as a device, whatever its extension: `NUL.txt` is one, too. The digits of `COM1`
/// may be superscripts.
fn is_device(name: &[u8]) -> bool {
    let stem = name.split(|octet| matches!(octet, b'.' | b':')).next().unwrap_or_default();
    let stem = stem.trim_ascii_end().to_ascii_uppercase();
    match stem.as_slice() {
        b"CON" | b"PRN" | b"AUX" | b"NUL" | b"CONIN$" | b"CONOUT$" => true,
        [b'C', b'O', b'M', digit @ ..] | [b'L', b'P', b'T', digit @ ..] => {
            matches!(digit, [b'1'..=b'9'] | [0xC2, 0xB9 | 0xB2 | 0xB3])
        }
        _ => false,
    }
}

/// Returns the URL of a path.
fn from_path_octets(mut path: Vec<u8>, style: Style) -> Result<FileUrl, FilePathError> {
    if style == Style::Windows {
        path.iter_mut().filter(|octet| **octet == b'/').for_each(|octet| *octet = b'\\');
        match path.as_slice() {
            [b'\\', b'\\', b'?' | b'.', ..] | [b'\\', b'?', b'?', b'\\', ..] => {
                return Err(FilePathError::Device);
            }
            [b'\\', b'\\', ..] => return Err(FilePathError::OtherHost),
            [letter, b':', b'\\', ..] if letter.is_ascii_alphabetic() => {}
            _ => return Err(FilePathError::Relative),
        }
    }
    let absolute = match style {
        Style::Unix => path.strip_prefix(b"/").ok_or(FilePathError::Relative)?,
        Style::Windows => &path,
    };
    let names = || absolute.split(|octet| *octet == style.separator());
    let fault = |(place, name)| Fault::of_segment(name, place, style);
    if let Some(fault) = names().enumerate().find_map(fault) {
        return Err(fault.into());
    }
    Ok(FileUrl::builder().path(names()).build())
}

/// Returns the octets of a path, or `None` if it is not Unicode where it has to be.
fn to_octets(path: &Path) -> Option<Vec<u8>> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        Some(path.as_os_str().as_bytes().to_owned())
    }
    #[cfg(not(unix))]
    {
        path.to_str().map(|text| text.as_bytes().to_owned())
    }
}

/// Returns the path of octets, or `None` if they are not UTF-8 where they have to be.
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test reports by panicking")]

    use alloc::vec;

    use super::*;

    fn to_path(text: &str, style: Style) -> Result<Vec<u8>, Refusal> {
        octets_of(FileUrl::parse(text).unwrap(), style)
    }

    #[test]
    fn urls_as_paths_of_unix() {
        for (text, path) in [
            ("file:///", &b"/"[..]),
            ("file:///etc/motd", b"/etc/motd"),
            ("file://LocalHost/etc/", b"/etc/"),
            ("file:////etc//x", b"//etc//x"),
            ("file:///%FF%0A%5C", b"/\xFF\n\\"),
            ("file:///C:/x", b"/C:/x"),
            ("file:///a/%2E%2e/./..", b"/a/.././.."),
            ("file:///a%3Fb%3Bc", b"/a?b;c"),
        ] {
            assert_eq!(to_path(text, Style::Unix).unwrap(), path, "{text}");
        }
        for (text, refused) in [
            ("file://host.dom/etc", "host.dom"),
            ("file://127.0.0.1/etc", "127.0.0.1"),
            ("file:///etc%2Fmotd", "etc%2Fmotd"),
            ("file:///a/b%2f", "b%2f"),
            ("file:///a/%00/b", "%00"),
        ] {
            let refusal = to_path(text, Style::Unix).unwrap_err();
            assert_eq!(refusal.span.slice(text), refused, "{refusal}");
            assert!(to_path(text, Style::Windows).is_err(), "{text}");
        }
    }

    #[test]
    fn urls_as_paths_of_windows() {
        for (text, path) in [
            ("file:///C:/", "C:\\"),
            ("file:///c:/Program%20Files/x.y", "c:\\Program Files\\x.y"),
            ("file:///C%3A/a//b/", "C:\\a\\\\b\\"),
            ("file://localhost/Z:/%C3%A4/./..", "Z:\\\u{e4}\\.\\.."),
            (
                "file:///C:/CONSOLE/COM0/COM10/null.txt/.git",
                "C:\\CONSOLE\\COM0\\COM10\\null.txt\\.git",
            ),
        ] {
            assert_eq!(to_path(text, Style::Windows).unwrap(), path.as_bytes(), "{text}");
        }
        for (text, refused, reason) in [
            ("file:///", "", Fault::NoDrive),
            ("file:///etc/motd", "etc", Fault::NoDrive),
            ("file:////C:/x", "", Fault::NoDrive),
            ("file:///C%7C/x", "C%7C", Fault::NoDrive),
            ("file:///4:/x", "4:", Fault::NoDrive),
            ("file:///C:/a%5Cb", "a%5Cb", Fault::Windows),
            ("file:///C:/a:b", "a:b", Fault::Windows),
            ("file:///C:/a%3C", "a%3C", Fault::Windows),
            ("file:///C:/a?", "a?", Fault::Windows),
            ("file:///C:/*", "*", Fault::Windows),
            ("file:///C:/%7C%22%3E", "%7C%22%3E", Fault::Windows),
            ("file:///C:/a%0D", "a%0D", Fault::Windows),
            ("file:///C:/%7F", "%7F", Fault::Windows),
            ("file:///C:/a%2Fb", "a%2Fb", Fault::Separator),
            ("file:///C:/%FF", "%FF", Fault::NotUtf8),
            ("file:///C:/x./y", "x.", Fault::Dropped),
            ("file:///C:/.../y", "...", Fault::Dropped),
            ("file:///C:/x%20", "x%20", Fault::Dropped),
            ("file:///C:/aux", "aux", Fault::Device),
            ("file:///C:/NUL.txt", "NUL.txt", Fault::Device),
            ("file:///C:/com1.tar.gz", "com1.tar.gz", Fault::Device),
            ("file:///C:/LPT%C2%B9", "LPT%C2%B9", Fault::Device),
            ("file:///C:/Con%20.x", "Con%20.x", Fault::Device),
            ("file:///C:/conin$", "conin$", Fault::Device),
        ] {
            let refusal = to_path(text, Style::Windows).expect_err(text);
            assert_eq!(
                (refusal.span.slice(text), (refusal.code, refusal.reason)),
                (refused, reason.words()),
                "{text}"
            );
        }
        let refusal = to_path("file:///C:", Style::Windows).unwrap_err();
        assert_eq!(refusal.reason, "no `/` after the drive letter");
    }

    #[test]
    fn paths_that_no_url_names() {
        for (path, error) in [
            ("", FilePathError::Relative),
            ("etc", FilePathError::Relative),
            ("./etc", FilePathError::Relative),
            ("C:\\x", FilePathError::Relative),
            ("/a\0", FilePathError::Name),
        ] {
            let url = from_path_octets(path.as_bytes().to_owned(), Style::Unix);
            assert_eq!(url, Err(error), "{path}");
        }
        for (path, error) in [
            ("", FilePathError::Relative),
            ("x", FilePathError::Relative),
            ("\\x", FilePathError::Relative),
            ("/x", FilePathError::Relative),
            ("C:x", FilePathError::Relative),
            ("C:", FilePathError::Relative),
            ("4:\\x", FilePathError::Relative),
            ("\\\\server\\share\\x", FilePathError::OtherHost),
            ("//server/share", FilePathError::OtherHost),
            ("\\\\?\\C:\\x", FilePathError::Device),
            ("\\\\.\\COM1", FilePathError::Device),
            ("\\??\\C:\\x", FilePathError::Device),
            ("C:\\aux.txt", FilePathError::Device),
            ("C:\\a:stream", FilePathError::Name),
            ("C:\\a\0", FilePathError::Name),
            ("C:\\a.", FilePathError::Name),
            ("C:\\a?", FilePathError::Name),
        ] {
            let url = from_path_octets(path.as_bytes().to_owned(), Style::Windows);
            assert_eq!(url, Err(error), "{path}");
        }
        let wild = from_path_octets(b"C:\\\xFF".to_vec(), Style::Windows);
        assert_eq!(wild, Err(FilePathError::NotUtf8));
    }

    /// Every octet in every place: a URL that is built gives its path back, and one that is not would have been refused
    /// as a URL, too.
    #[test]
    fn paths_come_back() {
        for style in [Style::Unix, Style::Windows] {
            let root = if style == Style::Unix { "/" } else { "C:/" };
            for octet in 0..=255_u8 {
                for (before, after) in
                    [("", ""), ("a", ""), ("", "b"), ("a/", "/"), ("a/b", "c//d/")]
                {
                    let path =
                        [root.as_bytes(), before.as_bytes(), &[octet], after.as_bytes()].concat();
                    let separator = |octet: &u8| {
                        if *octet == b'/' { style.separator() } else { *octet }
                    };
                    let native: Vec<u8> = path.iter().map(separator).collect();
                    match from_path_octets(path.clone(), style) {
                        Ok(url) => {
                            assert_eq!(
                                octets_of(FileUrl(url.0.as_deref()), style).unwrap(),
                                native,
                                "{url}"
                            );
                            assert_eq!(FileUrl::parse(url.as_str()).unwrap(), url);
                            let again = from_path_octets(native, style).unwrap();
                            assert_eq!(again, url);
                        }
                        Err(_) => {
                            let names = path.strip_prefix(b"/").unwrap_or(&path);
                            let names = names.split(|octet| *octet == b'/');
                            let url = FileUrl::builder().path(names).build();
                            assert!(octets_of(FileUrl(url.0.as_deref()), style).is_err(), "{url}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn urls_come_back() {
        for text in
            ["file:///", "file:////a//b/", "file:///a%20b/%ff", "file:///C:/x", "file:///%7e"]
        {
            let url = FileUrl::parse(text).unwrap();
            let path = octets_of(url, Style::Unix).unwrap();
            assert!(from_path_octets(path, Style::Unix).unwrap().equivalent(&url), "{text}");
        }
        let (text, path) = ("file:///C:/a%20b/", vec![b'C', b':', b'\\', b'a', b' ', b'b', b'\\']);
        let url = from_path_octets(path, Style::Windows).unwrap();
        assert_eq!(url, text);
    }
}
