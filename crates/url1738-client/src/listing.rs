//! Directories and menus as rows, each with its URL.

use core::fmt::Write as _;

use url1738::{
    Host, Url,
    ftp::FtpUrl,
    gopher::GopherUrl,
    plan::{Plan, Step},
};

use crate::{error::Error, outcome::number, secrets::Secrets};

/// The rows of a directory (NLST, RFC 959 section 4.1.3) or of a gopher menu (RFC 1436, section 3.8), read as the content
/// arrives. It holds one line of at most 4 KiB.
///
/// ```
/// use url1738::Url;
/// use url1738_client::{Error, ItemKind, Listing};
///
/// let menu = Url::parse("gopher://host.dom/1/docs")?;
/// let mut listing = Listing::new(&menu).unwrap();
/// let mut rows = Vec::new();
/// for octets in [&b"iHello\t\tnull\t1\r\n0Ab"[..], b"out us\t/about\thost.dom\t70\r\n.\r\n"] {
///     rows.extend(listing.read(octets));
/// }
/// let rows = rows.into_iter().chain(listing.end()).collect::<Result<Vec<_>, Error>>()?;
/// assert_eq!((rows[0].kind, rows[0].url.as_ref()), (ItemKind::Text, None));
/// assert_eq!((rows[1].name.as_str(), rows[1].kind.name()), ("About us", "file"));
/// assert_eq!(rows[1].url.as_ref().unwrap().as_str(), "gopher://host.dom/0/about");
///
/// let may = |url| Listing::is_expected(&Url::parse(url).unwrap());
/// assert!(may("ftp://host.dom/") && !may("ftp://host.dom/a") && !may("gopher://host.dom/0/x"));
/// assert!(!Listing::is_menu(b"The answer to a search may be a text.\r\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Listing {
    source: Source,
    /// The line that is not complete.
    line: Vec<u8>,
    state: State,
}

/// A row of a listing: a line of NLST (RFC 959) or an item of a gopher menu (RFC 1436).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The name or title, safe to show: octets that are not printable are escaped.
    pub name: String,
    /// The kind of item that the URL leads to.
    pub kind: ItemKind,
    /// The URL, or `None` for a text, and for an item that no URL of RFC 1738 names.
    pub url: Option<Url>,
}

/// The kind of item that a row of a listing leads to: by the type of a gopher item (RFC 1436 section 3.8); unknown in a directory.
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

/// The most octets of a line: of a name, or of an item of a menu.
const LONGEST: usize = 4096;

impl Listing {
    /// Creates a reader for the content of `url`. Returns `None` unless it [may be](Self::is_expected) a listing. All
    /// lines of an answer to a search are read as items.
    #[must_use]
    pub fn new(url: &Url<&str>) -> Option<Self> {
        let source = match url {
            Url::Ftp(url) if lists(*url) => Source::Directory(directory(*url)),
            url if Self::is_expected(url) => Source::Menu,
            _ => return None,
        };
        Some(Self { source, line: Vec::new(), state: State::Line })
    }

    /// Returns whether the content of `url` may be a listing, before it is fetched.
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

    /// Returns whether all lines are items of a menu: the answer to a gopher search may also be a text.
    #[must_use]
    pub fn is_menu(content: &[u8]) -> bool {
        let lines = content.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii_end);
        let mut lines = lines.take_while(|line| *line != b".").filter(|line| !line.is_empty());
        lines.all(|line| line.iter().filter(|octet| **octet == b'\t').count() >= 3)
    }

    /// Reads the next octets of the content, and returns each row that is complete. A line over 4 KiB is an error in place
    /// of its row. The octets are read as the rows are taken: what is not taken is lost.
    pub fn read<'a>(
        &'a mut self,
        octets: &'a [u8],
    ) -> impl Iterator<Item = Result<Row, Error>> + 'a {
        let pieces = octets.split_inclusive(|octet| *octet == b'\n');
        pieces.filter_map(|piece| {
            let ends = piece.ends_with(b"\n");
            match self.state {
                State::Line if self.line.len() + piece.len() > LONGEST + b"\r\n".len() => {
                    self.line.clear();
                    self.state = if ends { State::Line } else { State::Skip };
                    Some(Err(Error::TooLong {
                        step: "listing".to_owned(),
                        what: "name",
                        limit: LONGEST as u64,
                        unit: "octets",
                    }))
                }
                State::Line => {
                    self.line.extend_from_slice(piece);
                    if ends { self.row().map(Ok) } else { None }
                }
                State::Skip => {
                    self.state = if ends { State::Line } else { State::Skip };
                    None
                }
                State::Ended => None,
            }
        })
    }

    /// Returns the row that is left at the end of the content: of a line without an end.
    #[must_use]
    pub fn end(mut self) -> Option<Result<Row, Error>> {
        if self.state == State::Line { self.row().map(Ok) } else { None }
    }

    fn row(&mut self) -> Option<Row> {
        let line = core::mem::take(&mut self.line);
        let line = line.strip_suffix(b"\n").unwrap_or(&line);
        match (&self.source, line.trim_ascii_end()) {
            (Source::Directory(directory), _) => name(directory, line),
            (Source::Menu, b"") => None,
            (Source::Menu, b".") => {
                self.state = State::Ended;
                None
            }
            (Source::Menu, line) => Some(Row::of_menu(line)),
        }
    }
}

/// Returns whether the plan of an FTP URL ends with NLST.
fn lists(url: FtpUrl<&str>) -> bool {
    let lists =
        |plan: Plan| matches!(plan.steps().last(), Some(Step::Command(it)) if it.verb == "NLST");
    url.plan().is_ok_and(lists)
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
            // Writing to a string cannot fail.
            _ => drop(write!(text, "%{octet:02X}")),
        }
    }
    FtpUrl::parse(&text).ok().map(FtpUrl::to_owned)
}

impl Row {
    /// Returns the row of a line of a gopher menu: type and title, selector, host and port, tabs between them (RFC 1436, section
    /// 3.8). The line has no line ending.
    ///
    /// ```
    /// use url1738_client::Row;
    ///
    /// let row = Row::of_menu(b"1Docs\t/docs\thost.dom\t70");
    /// assert_eq!((row.name.as_str(), row.kind.name()), ("Docs", "menu"));
    /// assert_eq!(row.url.unwrap().as_str(), "gopher://host.dom/1/docs");
    /// assert!(Row::of_menu(b"iWelcome\tfake\t(NULL)\t0").url.is_none());
    /// ```
    #[must_use]
    pub fn of_menu(line: &[u8]) -> Self {
        let (kind, rest) = line.split_first().map_or((b'i', line), |(kind, rest)| (*kind, rest));
        let mut fields = rest.split(|octet| *octet == b'\t');
        let name = Secrets::default().show(fields.next().unwrap_or(b""));
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
        Self { name, kind, url }
    }
}

fn url_of_item<'a>(kind: u8, mut fields: impl Iterator<Item = &'a [u8]>) -> Option<Url> {
    let selector = fields.next()?;
    let host = core::str::from_utf8(fields.next()?.trim_ascii()).ok()?;
    let port = number(fields.next()?.trim_ascii())?;
    let host = Host::parse(host).ok()?;
    if matches!(kind, b'8' | b'T') {
        let text = match port {
            23 => format!("telnet://{host}/"),
            port => format!("telnet://{host}:{port}/"),
        };
        return Url::parse(&text).ok().map(Url::to_owned);
    }
    // Links to pages of other protocols are selectors like `URL:http://host.dom/`.
    let linked = selector.strip_prefix(b"URL:").and_then(|it| Url::parse_bytes(it).ok());
    if let (b'h', Some(url)) = (kind, linked) {
        return Some(url.to_owned());
    }
    let builder = GopherUrl::builder(host).ok()?;
    let builder = if port == 70 { builder } else { builder.port(port) };
    Some(Url::Gopher(builder.item(kind, selector).ok()?.build()))
}
