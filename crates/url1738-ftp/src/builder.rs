//! FTP URLs from decoded data.

use alloc::{string::String, vec::Vec};

use url1738_core::{
    Escaped, Host, Login, impl_builder,
    part::FSEGMENT,
    scheme::{LoginBuilder, Scheme},
};

use crate::{Ftp, FtpUrl, TypeCode};

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
    login: LoginBuilder,
    cwds: Vec<String>,
    name: Option<String>,
    typecode: Option<TypeCode>,
}

impl FtpBuilder {
    pub(crate) fn new(host: Host<'_>) -> Self {
        Self { login: LoginBuilder::new(host), cwds: Vec::new(), name: None, typecode: None }
    }

    pub(crate) fn from_url(
        login: Login<'_>,
        path: Option<Escaped<'_>>,
        typecode: Option<TypeCode>,
    ) -> Self {
        let segments = path.map(|path| path.as_str().split('/'));
        let mut cwds: Vec<String> = segments.into_iter().flatten().map(Into::into).collect();
        let name = cwds.pop();
        Self { login: login.into(), cwds, name, typecode }
    }

    /// Adds a directory to change into; an empty one is a CWD with a null argument.
    pub fn cwd(mut self, cwd: impl AsRef<[u8]>) -> Self {
        self.cwds.push(FSEGMENT.encode(cwd.as_ref()).into_owned());
        self
    }

    /// Sets all directories to change into.
    pub fn cwds<S: AsRef<[u8]>>(mut self, cwds: impl IntoIterator<Item = S>) -> Self {
        self.cwds = encode_all(cwds);
        self
    }

    /// Sets the name of the file, or of what is listed.
    pub fn name(mut self, name: impl AsRef<[u8]>) -> Self {
        self.name = Some(FSEGMENT.encode(name.as_ref()).into_owned());
        self
    }

    /// Sets directories and name at once: the last segment is the name. None at all leaves the url-path out.
    pub fn path<S: AsRef<[u8]>>(mut self, segments: impl IntoIterator<Item = S>) -> Self {
        self.cwds = encode_all(segments);
        self.name = self.cwds.pop();
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
        let directories = self.cwds.len();
        let count = if self.has_path() { directories.saturating_add(1) } else { 0 };
        let segment = FSEGMENT.encode(value.as_ref()).into_owned();
        match self.cwds.get_mut(index) {
            Some(cwd) => *cwd = segment,
            None if index < count => self.name = Some(segment),
            None => return Err(NoSuchSegment { index, count }),
        }
        Ok(self)
    }

    /// Returns whether the URL has a path, which is of directories and a name, if only an empty one.
    fn has_path(&self) -> bool {
        !self.cwds.is_empty() || self.name.is_some() || self.typecode.is_some()
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
        let mut text = self.login.write(Ftp::NAME);
        if self.has_path() {
            text.push('/');
            for cwd in &self.cwds {
                text.push_str(cwd);
                text.push('/');
            }
            text.push_str(self.name.as_deref().unwrap_or_default());
        }
        if let Some(typecode) = self.typecode {
            text.push_str(";type=");
            text.push_str(typecode.as_str());
        }
        text
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

impl_builder!(FtpBuilder: FtpUrl, userinfo, port: 21, example: url1738_ftp, "ftp", "/motd");

fn encode_all<S: AsRef<[u8]>>(segments: impl IntoIterator<Item = S>) -> Vec<String> {
    segments.into_iter().map(|segment| FSEGMENT.encode(segment.as_ref()).into_owned()).collect()
}
