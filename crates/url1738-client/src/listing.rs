//! The content of directories, menus and groups, cut into lines, each of which is a row.

use url1738::{
    Url,
    ftp::FtpUrl,
    plan::{Plan, Step},
};

use crate::{
    error::Error,
    row::{ItemKind, Row, is_total, is_version},
    session::Outgoing,
};

/// The rows of a directory, of a gopher menu (RFC 1436, section 3.8), of a news group (RFC 3977, section 8.3) or of a list of
/// groups, read as the content arrives. It holds one line of at most 4 KiB. The lines of a directory are names (NLST, RFC 959
/// section 4.1.3), unless the client [lists](Self::sent) it by a command that says more.
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
/// assert_eq!((rows[0].kind, rows[0].url.as_ref()), (ItemKind::Info, None));
/// assert_eq!((rows[1].name.as_str(), rows[1].kind.name()), ("About us", "text"));
/// assert_eq!(rows[1].url.as_ref().unwrap().as_str(), "gopher://host.dom/0/about");
///
/// let may = |url| Listing::new(&Url::parse(url).unwrap()).is_some();
/// assert!(may("ftp://host.dom/") && !may("ftp://host.dom/a") && !may("gopher://host.dom/0/x"));
/// assert!(!Listing::is_menu(b"The answer to a search may be a text.\r\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Listing {
    source: Source,
    /// The URL before the names in a directory, or before the numbers of articles if the server of the group is in it.
    base: Option<String>,
    /// The line that is not complete.
    line: Vec<u8>,
    state: State,
}

/// What a line is.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// A name in a directory (NLST).
    Names,
    /// Facts and a name in a directory (MLSD, RFC 3659 section 7).
    Facts,
    /// What the program `ls` of the server writes, or something like it (LIST).
    Long,
    /// An item of a menu.
    Menu,
    /// The attributes of the items of a menu (Gopher+, section 3.4.5).
    Attributes,
    /// An article of a news group.
    Articles,
    /// A group in the list of groups.
    Groups,
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
    /// Creates a reader for the content of `url`, before it is fetched. Returns `None` unless it may be a listing. All lines of an
    /// answer to a search are read as items.
    #[must_use]
    pub fn new(url: &Url<&str>) -> Option<Self> {
        let last = |plan: Plan| match plan.steps.last() {
            Some(Step::Command(it)) => it.verb,
            _ => "",
        };
        let verb = url.plan().map_or("", last);
        let (source, base) = match (url, verb) {
            (Url::Ftp(ftp), "NLST") => (Source::Names, Some(directory(*ftp))),
            (Url::News(_), "GROUP") => (Source::Articles, None),
            (Url::Nntp(nntp), "GROUP") => {
                (Source::Articles, Some(format!("{}/", nntp.as_str().trim_end_matches('/'))))
            }
            (Url::News(_), "LIST") => (Source::Groups, None),
            (Url::Gopher(gopher), _) => {
                match (gopher.item_type().octet(), gopher.gopher_plus_string()) {
                    (b'1' | b'7', None) => (Source::Menu, None),
                    (b'1', Some(plus)) if plus.as_str().starts_with('$') => {
                        (Source::Attributes, None)
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(Self { source, base, line: Vec::new(), state: State::Line })
    }

    /// Learns from a command that is sent how the lines of a directory are written, if the client asks for
    /// [details](crate::Client::details).
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::{Action, Client, ItemKind, Listing};
    ///
    /// let url = Url::parse("ftp://host.dom/pub/")?;
    /// let mut listing = Listing::new(&url).unwrap();
    /// let mut session = Client::new().details().session(&url.plan().unwrap())?;
    /// let replies = ["220 hi", "230 in", "250 there", "229 (|||7|)"];
    /// let mut replies = replies.map(|reply| format!("{reply}\r\n")).into_iter();
    /// while let Some(reply) = match session.next_action()? {
    ///     Action::Receive(_) => replies.next(),
    ///     Action::Send(outgoing) => {
    ///         listing.sent(&outgoing);
    ///         Some(String::new()).filter(|_| outgoing.to_string() != r"MLSD\r\n")
    ///     }
    ///     _ => Some(String::new()),
    /// } {
    ///     if !reply.is_empty() {
    ///         session.received(reply.as_bytes())?;
    ///     }
    /// }
    /// let line = b"type=file;size=9;modify=20261123170000; a b\r\n";
    /// let row = listing.read(line).next().unwrap()?;
    /// assert_eq!((row.kind, row.size), (ItemKind::File, Some(9)));
    /// assert_eq!(row.modified.as_deref(), Some("2026-11-23 17:00:00"));
    /// assert_eq!(row.url.unwrap(), "ftp://host.dom/pub/a%20b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sent(&mut self, outgoing: &Outgoing) {
        if let Source::Names | Source::Facts | Source::Long = self.source {
            self.source = match outgoing.octets().get(..4) {
                Some(b"MLSD") => Source::Facts,
                Some(b"LIST") => Source::Long,
                Some(b"NLST") => Source::Names,
                // QUIT follows the content, whose last line may have no end.
                _ => self.source,
            };
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
        let whole = core::mem::take(&mut self.line);
        let line = whole.strip_suffix(b"\n").unwrap_or(&whole);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let base = self.base.as_deref();
        match (self.source, line.trim_ascii_end()) {
            (Source::Names, _) => Row::new(line, ItemKind::Unknown).in_directory(base?),
            (Source::Facts, _) => Row::of_facts(line).in_directory(base?),
            (_, b"") => None,
            (Source::Long, _) if is_total(line) => None,
            // VMS writes the rest of a long name on the next line.
            (Source::Long, _) if is_version(line) && line.len() < whole.len() => {
                self.line = line.to_vec();
                None
            }
            (Source::Long, _) => match Row::of_long(line) {
                Some(row) => row.in_directory(base?),
                // A line that is not understood is shown as it is.
                None => Some(Row::new(line, ItemKind::Info)),
            },
            (Source::Menu, b".") => {
                self.state = State::Ended;
                None
            }
            (Source::Menu, line) => Some(Row::of_menu(line)),
            // `+INFO: ` and an item as in a menu, before its other attributes.
            (Source::Attributes, line) => Some(match line.strip_prefix(b"+INFO: ") {
                Some(item) => Row::of_menu(item),
                None => Row::new(line, ItemKind::Info),
            }),
            (Source::Articles, line) => Some(Row::of_article(line, base)),
            (Source::Groups, line) => Some(Row::of_group(line)),
        }
    }
}

/// Returns the URL of a directory without its typecode, with `/` at its end.
fn directory(url: FtpUrl<&str>) -> String {
    let text = url.to_builder().without_typecode().build().into_string();
    if text.ends_with('/') { text } else { text + "/" }
}
