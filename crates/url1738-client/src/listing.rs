//! Directories and menus as rows, each with its URL.

use std::io;

use url1738::{Host, Url, ftp::FtpUrl, gopher::GopherUrl};

use crate::{error::Error, secrets::Secrets};

/// The rows of a directory (NLST, RFC 959 section 4.1.3) or of a gopher menu (RFC 1436).
///
/// ```
/// use url1738::Url;
/// use url1738_client::{ItemKind, Listing};
///
/// let url = Url::parse("gopher://host.dom/1/docs")?;
/// let menu = b"iHello\t\tnull\t1\r\n0About us\t/about\thost.dom\t70\r\n.\r\n";
/// let listing = Listing::new(&url, menu).unwrap();
/// assert_eq!((listing.rows[0].kind, listing.rows[0].url.as_ref()), (ItemKind::Text, None));
/// let row = &listing.rows[1];
/// assert_eq!((row.name.as_str(), row.kind), ("About us", ItemKind::File));
/// assert_eq!(row.url.as_ref().unwrap().as_str(), "gopher://host.dom/0/about");
/// # Ok::<(), url1738::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listing {
    /// The rows, in the order of the server.
    pub rows: Vec<Row>,
}

/// A row of a listing: a line of NLST (RFC 959) or an item of a gopher menu (RFC 1436).
///
/// ```
/// use url1738::Url;
/// use url1738_client::{ItemKind, Listing};
///
/// let url = Url::parse("ftp://host.dom/pub/")?;
/// let listing = Listing::new(&url, b"pub/a b.txt\r\n..\r\n").unwrap();
/// assert_eq!(listing.rows.len(), 1);
/// let row = &listing.rows[0];
/// assert_eq!((row.name.as_str(), row.kind), ("a b.txt", ItemKind::Unknown));
/// assert_eq!(row.url.as_ref().unwrap().as_str(), "ftp://host.dom/pub/a%20b.txt");
/// # Ok::<(), url1738::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The name or title, safe to show: octets that are not printable are escaped.
    pub name: String,
    /// What the URL leads to.
    pub kind: ItemKind,
    /// The URL, or `None` for a text, and for an item that no URL of RFC 1738 names.
    pub url: Option<Url>,
}

/// What a row of a listing leads to: by the type of a gopher item (RFC 1436 section 3.8); unknown in a directory.
///
/// ```
/// use url1738_client::ItemKind;
///
/// assert_eq!(ItemKind::Menu.name(), "menu");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ItemKind {
    /// Nothing: the row is a text or an error.
    Text,
    /// A directory or menu.
    Menu,
    /// A file.
    File,
    /// A search.
    Search,
    /// A telnet session.
    Session,
    /// A file or a directory: the names of an FTP directory do not say which.
    Unknown,
}

impl ItemKind {
    /// Returns the name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Menu => "menu",
            Self::File => "file",
            Self::Search => "search",
            Self::Session => "session",
            Self::Unknown => "unknown",
        }
    }
}

impl Listing {
    /// Returns the rows of the content of `url`, or `None` unless it is a directory of FTP, or a menu of Gopher: an item
    /// of type `1`, or of type `7` if all lines are items. [`ListingReader`] needs no memory for the content.
    #[must_use]
    pub fn new(url: &Url<&str>, content: &[u8]) -> Option<Self> {
        let mut reader = ListingReader::new(url)?;
        // The content is in memory, so each of its lines is.
        reader.longest = usize::MAX;
        if is_search(url) && !is_menu(content) {
            return None;
        }
        let mut rows = Vec::new();
        let mut keep = |row: Result<Row, Error>| {
            rows.extend(row);
            Ok(())
        };
        reader.read(content, &mut keep).and_then(|()| reader.end(&mut keep)).ok()?;
        Some(Self { rows })
    }

    /// Returns whether the content of `url` may be a listing, before it is fetched.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::Listing;
    ///
    /// let may = |url| Listing::is_expected(&Url::parse(url).unwrap());
    /// assert!(may("ftp://host.dom/") && may("ftp://host.dom/a;type=d") && may("gopher://host.dom/1/x"));
    /// assert!(!may("ftp://host.dom/a") && !may("gopher://host.dom/0/x") && !may("http://host.dom/"));
    /// ```
    #[must_use]
    pub fn is_expected(url: &Url<&str>) -> bool {
        match url {
            Url::Ftp(url) => lists(*url),
            Url::Gopher(url) => {
                matches!(url.item_type().octet(), b'1' | b'7') && url.gopher_plus().is_none()
            }
            _ => false,
        }
    }
}

/// Reads the rows of a directory (RFC 959, section 4.1.3) or menu (RFC 1436, section 3.8) as its content arrives. It holds one line of at most 4 KiB.
///
/// ```
/// use url1738::Url;
/// use url1738_client::ListingReader;
///
/// let url = Url::parse("ftp://host.dom/pub/")?;
/// let mut names = Vec::new();
/// let mut each = |row: Result<url1738_client::Row, url1738_client::Error>| {
///     names.push(row.map_or_else(|error| error.to_string(), |row| row.name));
///     Ok(())
/// };
/// let mut reader = ListingReader::new(&url).unwrap();
/// for octets in [&b"a.t"[..], b"xt\r\nb", &[b'x'; 5000], b"\r\nc"] {
///     reader.read(octets, &mut each)?;
/// }
/// reader.end(&mut each)?;
/// assert_eq!(names, ["a.txt", "listing: the name exceeds 4096 octets", "c"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ListingReader {
    source: Source,
    /// The line that is not complete.
    line: Vec<u8>,
    /// The most octets of a line, without its end.
    longest: usize,
    state: State,
}

#[derive(Clone, Debug)]
enum Source {
    /// A directory with this URL, which ends with `/`.
    Directory(String),
    Menu,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Line,
    /// The rest of a line that is too long.
    Skip,
    /// A lone dot ended the menu.
    Ended,
}

impl ListingReader {
    /// The most octets of a line: of a name, or of an item of a menu.
    const LONGEST: usize = 4096;

    /// Creates a reader for the content of `url`. Returns `None` unless it [may be](Listing::is_expected) a listing. All
    /// lines of an answer to a search are read as items.
    #[must_use]
    pub fn new(url: &Url<&str>) -> Option<Self> {
        let source = match url {
            Url::Ftp(url) if lists(*url) => Source::Directory(directory(*url)),
            url if Listing::is_expected(url) => Source::Menu,
            _ => return None,
        };
        Some(Self { source, line: Vec::new(), longest: Self::LONGEST, state: State::Line })
    }

    /// Reads the next octets of the content, and passes each row that is complete to `each`. A line over 4 KiB is an error
    /// in place of its row.
    ///
    /// # Errors
    ///
    /// Returns an error if `each` does.
    pub fn read(
        &mut self,
        octets: &[u8],
        each: &mut dyn FnMut(Result<Row, Error>) -> io::Result<()>,
    ) -> io::Result<()> {
        let most = self.longest.saturating_add(b"\r\n".len());
        for piece in octets.split_inclusive(|octet| *octet == b'\n') {
            let ends = piece.ends_with(b"\n");
            match self.state {
                State::Ended => return Ok(()),
                State::Skip if ends => self.state = State::Line,
                State::Skip => {}
                State::Line if self.line.len().saturating_add(piece.len()) > most => {
                    self.line.clear();
                    self.state = if ends { State::Line } else { State::Skip };
                    each(Err(Error::too_long("listing", "name", self.longest)))?;
                }
                State::Line if self.line.is_empty() && ends => self.row(piece, each)?,
                State::Line => {
                    self.line.extend_from_slice(piece);
                    if ends {
                        let line = core::mem::take(&mut self.line);
                        self.row(&line, each)?;
                        self.line = line;
                        self.line.clear();
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads what is left at the end of the content: a line without an end.
    ///
    /// # Errors
    ///
    /// Returns an error if `each` does.
    pub fn end(
        mut self,
        each: &mut dyn FnMut(Result<Row, Error>) -> io::Result<()>,
    ) -> io::Result<()> {
        let line = core::mem::take(&mut self.line);
        if self.state == State::Line { self.row(&line, each) } else { Ok(()) }
    }

    fn row(
        &mut self,
        line: &[u8],
        each: &mut dyn FnMut(Result<Row, Error>) -> io::Result<()>,
    ) -> io::Result<()> {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let row = match &self.source {
            Source::Directory(directory) => name(directory, line),
            Source::Menu => match line.trim_ascii_end() {
                b"" => None,
                b"." => {
                    self.state = State::Ended;
                    None
                }
                line => Some(item(line)),
            },
        };
        row.map_or(Ok(()), |row| each(Ok(row)))
    }
}

/// Returns whether a URL is one of a search, whose answer may also be a text.
fn is_search(url: &Url<&str>) -> bool {
    matches!(url, Url::Gopher(url) if url.item_type().octet() == b'7')
}

/// Returns whether all lines are items of a menu.
fn is_menu(content: &[u8]) -> bool {
    let lines = content.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii_end);
    let mut lines = lines.take_while(|line| *line != b".").filter(|line| !line.is_empty());
    lines.all(|line| line.iter().filter(|octet| **octet == b'\t').count() >= 3)
}

/// Returns whether the plan of an FTP URL ends with NLST.
fn lists(url: FtpUrl<&str>) -> bool {
    let verb = |plan: url1738::plan::Plan| match plan.steps().last() {
        Some(url1738::plan::Step::Command(command)) => command.verb == "NLST",
        _ => false,
    };
    url.plan().is_ok_and(verb)
}

/// Returns the URL of a directory without its typecode, with `/` at its end.
fn directory(url: FtpUrl<&str>) -> String {
    let text = url.as_str();
    let text = match url.typecode() {
        Some(_) => text.rsplit_once(';').map_or(text, |(text, _)| text),
        None => text,
    };
    let mut text = text.to_owned();
    if url.path().is_none() || !text.ends_with('/') {
        text.push('/');
    }
    text
}

/// Returns the row of a name in a directory, or `None` for an empty line and the directory itself.
fn name(directory: &str, line: &[u8]) -> Option<Row> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    // Some servers put the path before each name.
    let name = line.rsplit(|octet| *octet == b'/').find(|name| !name.is_empty())?;
    if matches!(name, b"" | b"." | b"..") {
        return None;
    }
    Some(Row {
        name: Secrets::default().show(name),
        kind: ItemKind::Unknown,
        url: child(directory, name).map(Url::Ftp),
    })
}

/// Returns the URL of a name in a directory.
fn child(directory: &str, name: &[u8]) -> Option<FtpUrl> {
    let mut text = directory.to_owned();
    for octet in name {
        match octet {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'+' | b'$' => {
                text.push(char::from(*octet));
            }
            _ => {
                use core::fmt::Write as _;
                // Writing to a string cannot fail.
                let _ = write!(text, "%{octet:02X}");
            }
        }
    }
    FtpUrl::parse(&text).ok().map(FtpUrl::to_owned)
}

/// Returns the row of a line of a menu: type and title, selector, host and port, tabs between them (RFC 1436).
fn item(line: &[u8]) -> Row {
    let (kind, rest) = line.split_first().map_or((b'i', line), |(kind, rest)| (*kind, rest));
    let mut fields = rest.split(|octet| *octet == b'\t');
    let name = Secrets::default().show(fields.next().unwrap_or_default());
    let url = match kind {
        b'i' | b'3' => None,
        _ => url_of_item(kind, fields),
    };
    let kind = match (kind, &url) {
        (_, None) => ItemKind::Text,
        (b'1', _) => ItemKind::Menu,
        (b'7' | b'2', _) => ItemKind::Search,
        (b'8' | b'T', _) => ItemKind::Session,
        _ => ItemKind::File,
    };
    Row { name, kind, url }
}

fn url_of_item<'a>(kind: u8, mut fields: impl Iterator<Item = &'a [u8]>) -> Option<Url> {
    let selector = fields.next()?;
    let host = core::str::from_utf8(fields.next()?.trim_ascii()).ok()?;
    let port = core::str::from_utf8(fields.next()?.trim_ascii()).ok()?;
    let port = port.bytes().all(|octet| octet.is_ascii_digit()).then(|| port.parse().ok())??;
    let host = Host::parse(host).ok()?;
    if matches!(kind, b'8' | b'T') {
        let text = format!(
            "telnet://{host}{}/",
            match port {
                23 => String::new(),
                port => format!(":{port}"),
            }
        );
        return Url::parse(&text).ok().map(Url::to_owned);
    }
    // Links to pages of other protocols are selectors like `URL:http://host.dom/`.
    let linked = selector.strip_prefix(b"URL:").and_then(|it| Url::parse_bytes(it).ok());
    if let (b'h', Some(url)) = (kind, linked) {
        return Some(url.to_owned());
    }
    let builder = match port {
        70 => GopherUrl::builder(host),
        port => GopherUrl::builder(host).port(port),
    };
    Some(Url::Gopher(builder.item(kind, selector).ok()?.build()))
}
