//! FTP URLs from decoded data.

use alloc::{borrow::ToOwned, string::String};

use url1738_core::{
    Escaped, Host, Login, impl_builder,
    part::FSEGMENT,
    scheme::{LoginBuilder, Raw, Scheme},
};

use crate::{Ftp, FtpSpans, FtpUrl, TypeCode};

/// Collects the parts of an [`FtpUrl`] (section 3.2): decoded octets come in, and are escaped where the part wants it.
///
/// ```
/// use url1738_ftp::{FtpUrl, Host, TypeCode};
///
/// let url = FtpUrl::builder(Host::parse("host.dom")?)
///     .credentials("anonymous", "me@host.dom")
///     .cwd("/etc")
///     .name("motd;1")
///     .typecode(TypeCode::Ascii)
///     .build();
/// assert_eq!(url, "ftp://anonymous:me%40host.dom@host.dom/%2Fetc/motd%3B1;type=a");
/// # Ok::<(), url1738_ftp::Error>(())
/// ```
///
/// A part of a URL is changed by way of it, too:
///
/// ```
/// use url1738_ftp::FtpUrl;
///
/// let url = FtpUrl::parse("ftp://joe:pw@host.dom:2121/pub/motd;type=a")?;
/// let public = url.to_builder().without_credentials().without_port().without_typecode().path(["etc", "motd"]).build();
/// assert_eq!(public, "ftp://host.dom/etc/motd");
/// assert_eq!(public.to_builder().port(2121).build(), "ftp://host.dom:2121/etc/motd");
/// # Ok::<(), url1738_ftp::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct FtpBuilder {
    /// The tail is the path: the directories, encoded, each with its slash, and the name after them.
    login: LoginBuilder,
    /// The length of the directories.
    cwds_end: usize,
    has_name: bool,
    typecode: Option<TypeCode>,
}

impl FtpBuilder {
    pub(crate) fn new(host: Host<'_>) -> Self {
        let login = LoginBuilder::new(host);
        Self { login, cwds_end: 0, has_name: false, typecode: None }
    }

    pub(crate) fn from_url(
        login: Login<'_>,
        path: Option<Escaped<'_>>,
        typecode: Option<TypeCode>,
    ) -> Self {
        let written = path.map(Escaped::as_str).unwrap_or_default();
        let cwds_end = written.rfind('/').map_or(0, |slash| slash.saturating_add(1));
        let has_name = path.is_some();
        let mut login = LoginBuilder::from(login);
        login.push_tail(written);
        Self { login, cwds_end, has_name, typecode }
    }

    /// Adds a directory to change into; an empty one is a CWD with a null argument.
    pub fn cwd(mut self, cwd: impl AsRef<[u8]>) -> Self {
        let name = self.take_name();
        self.append_cwd(cwd.as_ref());
        self.login.push_tail(&name);
        self
    }

    /// Sets all directories to change into.
    pub fn cwds<S: AsRef<[u8]>>(mut self, cwds: impl IntoIterator<Item = S>) -> Self {
        let name = self.take_name();
        self.clear();
        cwds.into_iter().for_each(|cwd| self.append_cwd(cwd.as_ref()));
        self.login.push_tail(&name);
        self
    }

    /// Removes the name, and returns it as it is written.
    fn take_name(&mut self) -> String {
        if self.login.tail_len() == self.cwds_end {
            return String::new();
        }
        let name = self.login.tail().get(self.cwds_end..).unwrap_or_default().to_owned();
        self.login.truncate_tail(self.cwds_end);
        name
    }

    /// Sets the name of the file, or of what is listed.
    pub fn name(mut self, name: impl AsRef<[u8]>) -> Self {
        self.login.truncate_tail(self.cwds_end);
        self.append_name(name.as_ref());
        self
    }

    /// Sets directories and name at once: the last segment is the name. None at all leaves the url-path out.
    pub fn path<S: AsRef<[u8]>>(mut self, segments: impl IntoIterator<Item = S>) -> Self {
        self.clear();
        self.has_name = false;
        for segment in segments {
            if self.has_name {
                // What was taken for the name is a directory, since another segment follows.
                self.login.push_tail("/");
                self.cwds_end = self.login.tail_len();
            }
            self.append_name(segment.as_ref());
        }
        self
    }

    /// Replaces one segment of the path: a directory, or the name, which is the last one. Segments count from 0, and
    /// all others stay as they are written.
    ///
    /// ```
    /// use url1738_ftp::{FtpUrl, NoSuchSegment};
    ///
    /// let url = FtpUrl::parse("ftp://host.dom/pub/%7e/motd;type=a")?;
    /// let changed = url.to_builder().segment(0, "a/b").and_then(|it| it.segment(2, "news")).unwrap();
    /// assert_eq!(changed.build(), "ftp://host.dom/a%2Fb/%7e/news;type=a");
    /// let error: NoSuchSegment = url.to_builder().segment(3, "x").unwrap_err();
    /// assert_eq!((error.index, error.count), (3, 3));
    /// # Ok::<(), url1738_ftp::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the path has no segment `index`. [`cwd`](Self::cwd) and [`name`](Self::name) add segments.
    pub fn segment(mut self, index: usize, value: impl AsRef<[u8]>) -> Result<Self, NoSuchSegment> {
        let path = self.login.tail().to_owned();
        let segments = || path.split('/');
        let count = if self.has_path() { segments().count() } else { 0 };
        if index >= count {
            return Err(NoSuchSegment { index, count });
        }
        let start = segments()
            .take(index)
            .fold(0_usize, |at, before| at.saturating_add(before.len()).saturating_add(1));
        let end = start.saturating_add(segments().nth(index).map_or(0, str::len));
        if start >= self.cwds_end {
            return Ok(self.name(value));
        }
        let after_cwds = path.len().saturating_sub(self.cwds_end);
        self.login.truncate_tail(start);
        self.login.encode_tail(&FSEGMENT, value.as_ref());
        self.login.push_tail(path.get(end..).unwrap_or_default());
        self.cwds_end = self.login.tail_len().saturating_sub(after_cwds);
        Ok(self)
    }

    /// Appends a directory, and its slash; no name may follow yet.
    fn append_cwd(&mut self, cwd: &[u8]) {
        self.login.encode_tail(&FSEGMENT, cwd);
        self.login.push_tail("/");
        self.cwds_end = self.login.tail_len();
    }

    /// Appends the name, which no other precedes.
    fn append_name(&mut self, name: &[u8]) {
        self.login.encode_tail(&FSEGMENT, name);
        self.has_name = true;
    }

    /// Removes directories and name.
    fn clear(&mut self) {
        self.login.truncate_tail(0);
        self.cwds_end = 0;
    }

    /// Returns whether the URL has a path, which is of directories and a name, if only an empty one.
    fn has_path(&self) -> bool {
        self.cwds_end != 0 || self.has_name || self.typecode.is_some()
    }

    /// Sets how the file is transferred.
    pub fn typecode(mut self, typecode: TypeCode) -> Self {
        self.typecode = Some(typecode);
        self
    }

    /// Leaves `;type=` out: the client guesses.
    pub fn without_typecode(mut self) -> Self {
        self.typecode = None;
        self
    }

    fn write(&self) -> String {
        self.write_spans().0
    }

    /// Returns the URL as the spans of what was written: every part was encoded when it was given.
    fn written(&self) -> Raw<Ftp, String> {
        let (text, spans) = self.write_spans();
        Raw::written(text, spans)
    }

    fn write_spans(&self) -> (String, FtpSpans) {
        let end = match self.typecode {
            None => "",
            Some(TypeCode::Ascii) => ";type=a",
            Some(TypeCode::Image) => ";type=i",
            Some(TypeCode::Directory) => ";type=d",
        };
        let around_path = self.has_path().then_some(("/", end));
        let (text, login, path_end) = self.login.write_parts(Ftp::NAME, around_path);
        (text, FtpSpans::new(login, path_end, self.typecode))
    }
}

/// An error for a segment that the path does not have (section 3.2.2), returned by [`FtpBuilder::segment`].
///
/// ```
/// use url1738_ftp::{FtpUrl, Host};
///
/// let error = FtpUrl::builder(Host::parse("host.dom")?).cwd("pub").name("x").segment(2, "y").unwrap_err();
/// assert_eq!(error.to_string(), "no segment 2: the path has 2");
/// # Ok::<(), url1738_ftp::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no segment {index}: the path has {count}")]
#[non_exhaustive]
pub struct NoSuchSegment {
    /// The index that was asked for, from 0.
    pub index: usize,
    /// The number of segments.
    pub count: usize,
}

impl_builder!(FtpBuilder: FtpUrl, userinfo, port: 21, example: url1738_ftp, "ftp", "/motd", written);
