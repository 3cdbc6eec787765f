#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "std")]
mod path;

use alloc::{string::String, vec::Vec};

use url1738_core::{
    __private::SLASH_AFTER_HOST,
    codes, form, impl_builder, impl_login, impl_url,
    part::HOST,
    plan::{DOT_SEGMENT, ESCAPED_CONTROL, Endpoint, Plan, Refusal, Step},
    repair::{EXPECTED_DELIMITER, MISSING_SLASH, Repairer},
    scheme::{Cursor, Form, Raw, Scheme, SchemeInfo},
};

#[cfg(feature = "std")]
pub use path::FilePathError;
#[cfg(feature = "std")]
#[doc(hidden)]
pub use path::Style;
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
/// assert!(!url.is_local() && FileUrl::parse("file://LOCALHOST/etc/motd")?.is_local());
/// # Ok::<(), url1738_file::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct FileUrl<T = String>(Raw<File, T>);
impl_url!(FileUrl: File);
impl_login!(FileUrl: File, optional);

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> FileUrl<T> {
    /// Returns whether the file is on the machine that interprets the URL: it has no host, or `localhost` (section 3.10).
    #[must_use]
    #[inline]
    pub fn is_local(&'i self) -> bool {
        self.host_str().is_none_or(|host| host.eq_ignore_ascii_case("localhost"))
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
        FileBuilder { parts: Editor::new::<File>(File::INFO.name) }
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
        Self { parts: self.parts.with(&FSEGMENT, segments) }
    }
}

/// `host`, with the rules that texts in its place often break.
const FILE_HOST: Part = HOST.with_rules(
    const {
        &[
            &FILE_WITHOUT_SLASHES,
            &FILE_PORT,
            &FILE_WITHOUT_PATH,
            &FILE_WITHOUT_SLASHES.without_fix(),
        ]
    },
);

/// The rules of [`FILE_HOST`], in the order of its declaration.
const NO_SLASHES: ErrorKind = ErrorKind::Custom(0);
const PORT: ErrorKind = ErrorKind::Custom(1);
const NO_PATH: ErrorKind = ErrorKind::Custom(2);
const RELATIVE: ErrorKind = ErrorKind::Custom(3);

/// Marker type of the scheme (section 3.10).
#[derive(Clone, Copy, Debug)]
pub struct File;

/// Spans of the parts of a file URL (section 3.10).
#[derive(Clone, Copy, Debug)]
pub struct FileSpans {
    /// Empty without a host.
    host: Span,
}

impl FileSpans {
    #[inline]
    fn path(&self, text: &str) -> Span {
        // One `/` separates the host and the path.
        Span::to_end(Span::of_len(self.host.end, 1).end, text)
    }
}

impl Scheme for File {
    const PARTS: &'static [&'static Part] = &[&HOST, &FSEGMENT];
    const INFO: &'static SchemeInfo = &SchemeInfo::new("file")
        .with_purpose("files of one host")
        .with_section("3.10")
        .with_forms(&["file://host/path"])
        .with_example("file://host.dom/etc/motd")
        .with_meanings(&[(&HOST, "the machine with the file; empty for this machine")]);
    const FORM: Form = form!("//" [HOST] "/" (FSEGMENT or ""));
    type Spans = FileSpans;

    /// `fileurl = "file://" [ host | "localhost" ] "/" fpath` (section 5).
    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<FileSpans, Error> {
        if !cursor.eat(b"//") {
            return Err(no_slashes(cursor));
        }
        let mut host = Span::of_len(cursor.position(), 0);
        if cursor.peek() != Some(b'/') {
            host = cursor.host_without_port().map_err(|error| match error.kind() {
                ErrorKind::Empty if cursor.peek().is_none() => {
                    Error::bnf(&FILE_HOST, NO_PATH, error.span())
                }
                _ => error,
            })?;
        }
        match cursor.peek() {
            Some(b'/') => cursor.bump(),
            Some(b':') => return Err(Error::bnf(&FILE_HOST, PORT, Span::of_len(host.end, 1))),
            // The end of the text: a host is followed by nothing else.
            _ => return Err(Error::bnf(&FILE_HOST, NO_PATH, Span::of_len(host.end, 0))),
        }
        cursor.run_of(const { FSEGMENT.class.with(b"/") });
        cursor.finish(&FSEGMENT)?;
        Ok(FileSpans { host })
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        if FileUrl(url).is_local() {
            lints.push(PartSpan { part: &FILE_HOST, span: url.spans().host }, &LOCAL_FILE);
        }
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        let (text, spans) = (url.as_str(), url.spans());
        if !spans.host.is_empty() {
            each(PartSpan { part: &HOST, span: spans.host });
        }
        spans
            .path(text)
            .split(text, b'/')
            .for_each(|span| each(PartSpan { part: &FSEGMENT, span }));
    }

    /// Inserts the empty host before a path or a drive letter, and the `/` after a host. Removes a user before a host.
    fn repair(repairer: &mut Repairer<'_>) {
        let rule = || Rule::Bnf("fileurl");
        let (slashes, len) = repairer.slashes_ahead(3);
        let (_, after) = repairer.rest().split_at(len);
        let drive = match after {
            [letter, b':' | b'|'] | [letter, b':' | b'|', b'/' | b'\\', ..] => {
                letter.is_ascii_alphabetic()
            }
            _ => false,
        };
        match slashes {
            // A relative path depends on a directory that the URL cannot name.
            0 if !drive => return,
            // `file:C:/a`
            0 if drive => repairer.change(0, "///", &HOST, rule(), &FILE_WITHOUT_SLASHES_REPAIR),
            // `file:` and `//C:/a`, whose letter would be the host, and its colon that of a port.
            2 if drive => repairer.change(len, "///", &HOST, rule(), &FILE_PORT_REPAIR),
            // `file:/etc/motd`
            1 => repairer.change(1, "///", &HOST, rule(), &FILE_WITHOUT_SLASHES_REPAIR),
            2 => {
                let info =
                    const { &FILE_WITHOUT_SLASHES_REPAIR.with_message(EXPECTED_DELIMITER.message) };
                repairer.slashes_of(len, info);
                // `file://joe@h/etc`: a file has no user, who would log in by a protocol.
                repairer.credentials();
                repairer.host(repairer.until(b"/\\?"));
                if !repairer.slash() {
                    repairer.missing_slash(&FILE_WITHOUT_PATH_REPAIR);
                }
            }
            _ => {
                // `file:///etc`, or with backslashes: two before an empty host, and one after it.
                repairer.slashes_of(repairer.slashes_ahead(2).1, &EXPECTED_DELIMITER);
                repairer.slash();
            }
        }
        repairer.path(&FSEGMENT, repairer.rest().len());
    }

    fn lone_host(spans: &FileSpans) -> Option<Span> {
        Some(spans.host)
    }

    /// Opens the local file if the URL is for the machine that interprets it. There is no access method for files of another
    /// host: neither FTP nor the local file with the same path is one.
    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        let (text, spans) = (url.as_str(), url.spans());
        if !FileUrl(url).is_local() {
            return Err(Refusal::new(&HOST, spans.host, &OTHER_HOST));
        }
        let mut plan = Plan::new(Endpoint::ThisMachine);
        let path = spans.path(text);
        // Counted, because a list that doubles would take up to twice the memory of a path of slashes.
        let mut segments = Vec::with_capacity(path.split(text, b'/').count());
        for at in path.split(text, b'/') {
            let octets = url.part(at).decode();
            // No file system has such a name. Opened as a path, `etc%2Fmotd` would be another file.
            if octets.iter().any(|octet| b"/\0".contains(octet)) {
                return Err(Refusal::new(&FSEGMENT, at, &SEPARATOR_IN_NAME));
            }
            if *octets == *b".." {
                let info = const { &DOT_SEGMENT.with_message("`..` goes up a directory") };
                plan = plan.warn(&FSEGMENT, at, info);
            }
            if octets.iter().any(u8::is_ascii_control) {
                let info = const {
                    &ESCAPED_CONTROL.with_message("escaped control octets in a file name")
                };
                plan = plan.warn(&FSEGMENT, at, info);
            }
            segments.push(octets.into_owned());
        }
        Ok(plan.step(Step::Open(segments)))
    }
}

/// Returns the error that `//` is missing, where the first missing slash would be.
fn no_slashes(cursor: &Cursor<'_>) -> Error {
    let here = cursor.position();
    // Slashes before a relative path, `file:etc/motd`, would make a host of its first directory.
    let (kind, len) = if cursor.peek() == Some(b'/') { (NO_SLASHES, 1) } else { (RELATIVE, 0) };
    let at = Span::of_len(here, len).end;
    Error::bnf(&FILE_HOST, kind, Span::new(at, at))
}

codes! {
    /// The codes of this scheme (section 3.10), beyond those of all schemes.
    pub const CODES;

    Error FILE_WITHOUT_SLASHES "file-without-slashes" ("3.10"):
        "missing `//` before host or path",
        "A host, which may be empty, comes between `//` and the path. The short form `file:/path` came with RFC 8089.",
        "file:/etc/motd" => "file:///etc/motd",
        help "write `file:///path`: `file:/path` came with RFC 8089",
        fix "//";

    Error FILE_PORT "file-port" ("3.10"):
        "file URLs cannot contain a port",
        "A file URL names no protocol, so that there is nothing that a port could belong to. A drive letter is the first segment of the path: `file:///C:/`.",
        "file://host.dom:80/etc/motd" => "file://host.dom/etc/motd",
        help "remove the port, or write a drive letter as in `file:///C:/path`";

    Error FILE_WITHOUT_PATH "file-without-path" ("3.10"):
        "missing `/` after host",
        "In a file URL the `/` after the host is required, even if the path is empty.",
        "file://host.dom" => "file://host.dom/",
        help SLASH_AFTER_HOST,
        fix "/";

    Lint LOCAL_FILE "local-file" ("3.10"):
        "file of the reader's own machine: elsewhere the URL leads to another file, or to none (section 3.10)",
        "A file URL without a host, or with `localhost`, names a file of the machine that follows it. Published, it leads to another file everywhere, or to none, and it shows the folders of its author.",
        "file:///etc/motd" => "file://host.dom/etc/motd";

    Repair FILE_PORT_REPAIR of FILE_PORT:
        FILE_WITHOUT_SLASHES_REPAIR.message,
        "Moves a drive letter in the place of the host to the path.",
        "file://C:/a" => "file:///C:/a"; // url1738: ignore[file-port]

    Repair FILE_WITHOUT_PATH_REPAIR of FILE_WITHOUT_PATH:
        MISSING_SLASH.message,
        "Inserts the `/` after the host of a file URL.";

    Repair FILE_WITHOUT_SLASHES_REPAIR of FILE_WITHOUT_SLASHES:
        "a path follows `//` and a host, which may be empty",
        "Inserts the slashes around an empty host.";

    Refusal OTHER_HOST "other-host" ("3.10"):
        "file on another host, which RFC 1738 gives no method to reach",
        "A file URL names no protocol, so that a file of another host cannot be reached. The local file with that path is another one.",
        "file://host.dom/etc/motd" => "file:///etc/motd";

    Refusal SEPARATOR_IN_NAME "separator-in-name" ("3.10"):
        "escaped `/` or NUL, which a file name cannot contain",
        "An escaped slash is part of a name, but no file name contains one. As a path it would name another file.",
        "file:///etc%2Fmotd" => "file:///etc/motd";

    Refusal NO_DRIVE_LETTER "no-drive-letter" ("3.10"):
        "no drive letter, with which paths of Windows begin: `file:///C:/`",
        "A path of Windows begins with a drive letter, `:` and a slash. Without them it depends on the current drive or directory.",
        "file:///etc/motd" => "file:///C:/etc/motd";

    Refusal NOT_UTF_8 "not-utf-8" ("3.10"):
        "escapes that do not encode UTF-8, which paths of this system require",
        "Paths of Windows are Unicode. Octets that are not UTF-8 are the name of no file.",
        "file:///C:/%FF" => "file:///C:/%C3%A9";

    Refusal WINDOWS_DEVICE "windows-device" ("3.10"):
        "the name of a device on Windows",
        "Windows reads some names as devices in every directory, whatever their extension.",
        "file:///C:/aux.txt" => "file:///C:/a.txt";

    Refusal WINDOWS_DROPPED "windows-dropped" ("3.10"):
        "ends with a space or dot, which Windows drops from names",
        "Windows drops spaces and dots at the end of a name, so that the path would name another file.",
        "file:///C:/a." => "file:///C:/a";

    Refusal WINDOWS_OCTET "windows-octet" ("3.10"):
        "an octet that a file name on Windows cannot contain",
        "No name on Windows contains a backslash, a control character or one of `< > : \" | ? *`: they separate names or have other meanings.",
        "file:///C:/a%5Cb" => "file:///C:/a/b";
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
