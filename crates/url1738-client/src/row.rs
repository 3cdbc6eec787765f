//! A row of a listing, and what the lines of directories, menus and groups say of it.

use url1738::{GenericUrl, Host, Repaired, Url, ftp::FtpUrl, gopher::GopherUrl, news::NewsUrl};

use crate::{
    outcome::{modified, number},
    secrets::{Secrets, encoded},
};

/// A row of a listing: a line of a directory, an item of a gopher menu (RFC 1436), an article or a news group.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The name or title, safe to show: octets that are not printable are escaped.
    pub name: String,
    /// The kind of item that the URL leads to.
    pub kind: ItemKind,
    /// The name as the server sent it, for those who know its charset. The rows of directories have no path before it.
    pub octets: Vec<u8>,
    /// The URL, or `None` for a text, and for an item that no URL of RFC 1738 names.
    pub url: Option<Url>,
    /// The octets of a file in a directory, or of an article, if the server says how many.
    pub size: Option<u64>,
    /// The time of the last change, if the server says when: in UTC as `2026-11-23 17:00:00` (MLSD, EPLF), or as the server writes it.
    pub modified: Option<String>,
}

/// The kind of item that a row of a listing leads to: by the type of a gopher item (RFC 1436 section 3.8), or by what an FTP
/// server says of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ItemKind {
    /// Nothing: the row is a text or an error.
    Info,
    /// A directory.
    Directory,
    /// A menu, or a news group.
    Menu,
    /// A text.
    Text,
    /// A picture.
    Image,
    /// A sound.
    Sound,
    /// A file of octets.
    Binary,
    /// A page of HTML, or a link to a page of the web.
    Html,
    /// Any other file.
    File,
    /// A search.
    Search,
    /// A CSO phone-book server (RFC 1436 section 3.8), whose protocol this client does not speak.
    PhoneBook,
    /// A telnet session.
    Telnet,
    /// A device, a pipe or a socket in a directory: a server may wait for it forever.
    Device,
    /// A file or a directory: names alone do not say which, and a link leads to either.
    Unknown,
}

impl ItemKind {
    /// Returns the name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Directory => "directory",
            Self::Menu => "menu",
            Self::Text => "text",
            Self::Image => "image",
            Self::Sound => "sound",
            Self::Binary => "binary",
            Self::Html => "html",
            Self::File => "file",
            Self::Search => "search",
            Self::PhoneBook => "phone-book",
            Self::Telnet => "telnet",
            Self::Device => "device",
            Self::Unknown => "unknown",
        }
    }

    const fn of_gopher(item_type: u8) -> Self {
        match item_type {
            b'0' => Self::Text,
            b'1' => Self::Menu,
            b'2' => Self::PhoneBook,
            b'7' => Self::Search,
            b'4' | b'5' | b'9' => Self::Binary,
            b'8' | b'T' => Self::Telnet,
            b'g' | b'I' | b'p' => Self::Image,
            b's' => Self::Sound,
            b'h' => Self::Html,
            _ => Self::File,
        }
    }
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
        let (kind, rest) = match line {
            [kind, rest @ ..] if matches!(kind, b'i' | b'3') || rest.contains(&b'\t') => {
                (*kind, rest)
            }
            // A server that sends a text has no types.
            _ => (b'i', line),
        };
        let mut fields = rest.split(|octet| *octet == b'\t');
        let title = fields.next().unwrap_or(b"");
        let url = match kind {
            b'i' | b'3' => None,
            _ => url_of_item(kind, fields),
        };
        let kind = if url.is_some() { ItemKind::of_gopher(kind) } else { ItemKind::Info };
        Self { url, ..Self::new(title, kind) }
    }

    pub(crate) fn new(octets: &[u8], kind: ItemKind) -> Self {
        let (name, octets) = (title(octets), octets.to_vec());
        Self { name, kind, octets, url: None, size: None, modified: None }
    }

    /// Returns the row of a line of an overview: number, subject, author, date, message-id, references and octets, tabs between
    /// them.
    pub(crate) fn of_article(line: &[u8], group: Option<&str>) -> Self {
        let fields: Vec<_> = line.split(|octet| *octet == b'\t').collect();
        let [at, subject, _, date, id, ..] = fields[..] else {
            return Self::new(line, ItemKind::Info);
        };
        let url = match (group, number::<u64>(at)) {
            (Some(group), Some(at)) => Url::parse(&format!("{group}{at}")).ok().map(Url::to_owned),
            (Some(_), None) => None,
            (None, _) => article(id).map(Url::News),
        };
        let size = fields.get(6).and_then(|size| number(size));
        let modified = Some(title(date)).filter(|date| !date.is_empty());
        Self { url, size, modified, ..Self::new(subject, ItemKind::Text) }
    }

    /// Returns the row of a line of the list of groups: its name, and the numbers of its articles.
    pub(crate) fn of_group(line: &[u8]) -> Self {
        let name = line.split(|octet| *octet == b' ').next().unwrap_or(line);
        let group = core::str::from_utf8(name).ok().and_then(|name| NewsUrl::group(name).ok());
        Self { url: group.map(Url::News), ..Self::new(name, ItemKind::Menu) }
    }

    /// Reads facts and a name: `type=file;size=9;modify=20261123170000; name` (RFC 3659, section 7.2).
    pub(crate) fn of_facts(line: &[u8]) -> Self {
        // The target of a link may be a fact with spaces: `type=OS.unix=slink:a b;size=3; name`.
        let end = line.windows(2).position(|octets| octets == b"; ").map(|at| at + 1);
        let end = end.filter(|_| !line.starts_with(b" "));
        let space = end.or_else(|| line.iter().position(|octet| *octet == b' ')).unwrap_or(0);
        let (facts, name) = line.split_at_checked(space).unwrap_or((b"", line));
        let name = name.strip_prefix(b" ").unwrap_or(name);
        let mut row = Self::new(name, ItemKind::Unknown);
        for fact in facts.split(|octet| *octet == b';') {
            let mut sides = fact.splitn(2, |octet| *octet == b'=');
            let [fact, value] = [(); 2].map(|()| sides.next().unwrap_or_default());
            match fact.to_ascii_lowercase().as_slice() {
                b"type" => match value.to_ascii_lowercase().as_slice() {
                    b"file" => row.kind = ItemKind::File,
                    b"dir" => row.kind = ItemKind::Directory,
                    // The directory itself, and the one that contains it: an empty name makes no row.
                    b"cdir" | b"pdir" => row.octets.clear(),
                    _ => {}
                },
                b"size" => row.size = number(value),
                b"modify" => row.modified = modified(value).map(|time| spaced(&time)),
                _ => {}
            }
        }
        row.size = row.size.filter(|_| row.kind != ItemKind::Directory);
        row
    }

    /// Reads a line of LIST, which no standard prescribes: that of `ls -l`, of DOS, of EPLF, or of VMS.
    pub(crate) fn of_long(line: &[u8]) -> Option<Self> {
        match line.first()? {
            b'+' => Self::of_eplf(line),
            b'0'..=b'9' => Self::of_dos(line),
            _ => Self::of_unix(line),
        }
        .or_else(|| Self::of_vms(line))
    }

    /// Reads a line of `ls -l`: `-rw-r--r-- 1 ftp ftp 9 Nov 23 17:00 name`. Some servers leave out a field before the size.
    fn of_unix(line: &[u8]) -> Option<Self> {
        let kind = match line.first()? {
            b'd' => ItemKind::Directory,
            b'-' => ItemKind::File,
            b'b' | b'c' | b'p' | b's' => ItemKind::Device,
            b'l' => ItemKind::Unknown,
            _ => return None,
        };
        let words: Vec<_> = words(line).collect();
        // The date follows the size: `Nov 23 17:00`, `Nov 23 2025` or `2026-11-23 17:00`. With seconds, a year or a zone follows.
        let mut dates = (1..words.len()).filter_map(|at| {
            // The number before the date is the size: user and group may be missing, be numbers or contain spaces.
            let (_, word) = words[at];
            let is_month = MONTHS.iter().any(|month| month.as_bytes() == word);
            let last = at + if is_month { 2 } else { 1 };
            let (_, time) = words.get(last)?;
            let is_year = |word: &[u8]| word.len() == 4 && number::<u16>(word).is_some();
            let is_time = time.contains(&b':') || is_year(time);
            let size = number::<u64>(words[at - 1].1)?;
            let is_date = is_time && (is_month || is_date(word));
            let has_more = match words.get(last + 1) {
                Some((_, [b'+' | b'-', zone @ ..])) => time.contains(&b'.') && is_year(zone),
                Some((_, year)) => is_month && time.len() == "17:00:01".len() && is_year(year),
                None => false,
            };
            is_date.then_some((size, words[at].0, words[last + usize::from(has_more)]))
        });
        let (size, start, (last, word)) = dates.next()?;
        let end = last + word.len();
        // One space is before the name. More belong to it, and without them the file could not be fetched.
        let name = line.get(end + 1..)?;
        // NetWare writes names in a column: `- [R----F--] joe  9  Nov 23 17:00    name`.
        let name = if words[1].1.starts_with(b"[") { name.trim_ascii_start() } else { name };
        let name = match name.windows(4).position(|octets| octets == b" -> ") {
            Some(end) if line.starts_with(b"l") => &name[..end],
            _ => name,
        };
        let size = Some(size).filter(|_| kind == ItemKind::File);
        let modified = Some(Secrets::default().show(&line[start..end]));
        Some(Self { size, modified, ..Self::new(name, kind) })
    }

    /// Reads a line of DOS: `08-22-18  12:59PM  99710 name`, or `<DIR>` in place of the size.
    fn of_dos(line: &[u8]) -> Option<Self> {
        let mut words = words(line);
        let [(start, date), (last, time), (at, size)] =
            [words.next()?, words.next()?, words.next()?];
        let kind = match size {
            b"<DIR>" => ItemKind::Directory,
            _ => ItemKind::File,
        };
        // Some servers write `9,730`.
        let digits: Vec<u8> = size.iter().copied().filter(|octet| *octet != b',').collect();
        let (is_directory, len) = (kind == ItemKind::Directory, number(&digits));
        let rest = &line[at + size.len()..];
        // The names of directories are in a column, those of files after one space.
        let name = if is_directory { rest.trim_ascii_start() } else { rest.get(1..)? };
        let modified = Some(Secrets::default().show(&line[start..last + time.len()]));
        let is_entry = is_date(date) && time.contains(&b':') && (len.is_some() || is_directory);
        is_entry.then(|| Self { size: len, modified, ..Self::new(name, kind) })
    }

    /// Reads a line of EPLF: `+s9,m1700000000,r,`, a tab, and the name.
    fn of_eplf(line: &[u8]) -> Option<Self> {
        let tab = line.iter().position(|octet| *octet == b'\t')?;
        let mut row = Self::new(line.get(tab + 1..)?, ItemKind::Unknown);
        for fact in line.get(1..tab)?.split(|octet| *octet == b',') {
            match fact.split_first() {
                Some((b'/', _)) => row.kind = ItemKind::Directory,
                Some((b'r', _)) => row.kind = ItemKind::File,
                Some((b's', size)) => row.size = number(size),
                Some((b'm', seconds)) => row.modified = number(seconds).and_then(since_1970),
                _ => {}
            }
        }
        Some(row)
    }

    /// Reads a line of VMS: `NAME.TXT;1  2/5  23-NOV-2026 17:00:00  [ANON]  (RWED,RWED,RE,RE)`.
    fn of_vms(line: &[u8]) -> Option<Self> {
        let mut words = words(line);
        let (_, name) = words.next().filter(|(_, name)| is_version(name))?;
        let (start, _) = words.find(|(_, word)| is_date(word))?;
        let (last, time) = words.next()?;
        let modified = Some(Secrets::default().show(&line[start..last + time.len()]));
        let (name, kind) = match name.strip_suffix(b".DIR;1") {
            Some(name) => (name, ItemKind::Directory),
            None => (name, ItemKind::File),
        };
        Some(Self { modified, ..Self::new(name, kind) })
    }

    /// Returns the row of an entry in a directory, or `None` for an empty name and the directory itself.
    pub(crate) fn in_directory(self, directory: &str) -> Option<Self> {
        let Self { octets, kind, size, modified, .. } = self;
        // Some servers put the path before each name.
        let name = octets.rsplit(|octet| *octet == b'/').find(|name| !name.is_empty())?;
        if matches!(name, b"." | b"..") {
            return None;
        }
        let url = child(directory, name, kind == ItemKind::Directory).map(Url::Ftp);
        Some(Self { url, size, modified, ..Self::new(name, kind) })
    }
}

/// Returns the URL of an article with a message-id, which is in angle brackets.
fn article(id: &[u8]) -> Option<NewsUrl> {
    let id = id.strip_prefix(b"<")?.strip_suffix(b">")?;
    let (unique, host) = core::str::from_utf8(id).ok()?.rsplit_once('@')?;
    NewsUrl::article(unique, Host::parse(host).ok()?).ok()
}

/// Returns a title to show. What is not UTF-8 is taken for Latin-1, in which older servers write.
fn title(octets: &[u8]) -> String {
    let latin_1 = |_| octets.iter().copied().map(char::from).collect();
    let text = String::from_utf8(octets.to_vec()).unwrap_or_else(latin_1);
    Secrets::default().show(text.as_bytes())
}

fn url_of_item<'a>(kind: u8, mut fields: impl Iterator<Item = &'a [u8]>) -> Option<Url> {
    let selector = fields.next()?;
    let host = core::str::from_utf8(fields.next()?.trim_ascii()).ok()?;
    let port = number(fields.next()?.trim_ascii())?;
    let host = Host::parse(host).ok()?;
    if matches!(kind, b'8' | b'T') {
        let scheme = if kind == b'8' { "telnet" } else { "tn3270" };
        let builder = GenericUrl::builder(scheme, host).ok()?.urlpath("").ok()?;
        let builder = if port == 23 { builder } else { builder.port(port) };
        // The selector is the user to log in as, unless the server writes a path for every item.
        let is_user = !selector.is_empty() && !selector.starts_with(b"/");
        let builder = if is_user { builder.user(selector) } else { builder };
        return builder.build().try_into().ok();
    }
    // Links to pages of other protocols are selectors like `URL:http://host.dom/`, in which `~` is common.
    let linked = selector.strip_prefix(b"URL:").and_then(|it| Url::repair(it).ok());
    if let (b'h', Some(linked)) = (kind, linked.filter(Repaired::is_safe)) {
        return Some(linked.url);
    }
    let builder = GopherUrl::builder(host).ok()?;
    let builder = if port == 70 { builder } else { builder.port(port) };
    Some(Url::Gopher(builder.item(kind, selector).ok()?.build()))
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

fn is_date(word: &[u8]) -> bool {
    word.iter().filter(|octet| **octet == b'-').count() == 2
        && word.iter().all(|octet| octet.is_ascii_alphanumeric() || *octet == b'-')
}

/// Returns whether a line is the name and the version of a file of VMS: `NAME.TXT;1`.
pub(crate) fn is_version(line: &[u8]) -> bool {
    let version = line.rsplit(|octet| *octet == b';').next().unwrap_or_default();
    version.len() < line.len() && number::<u16>(version).is_some() && !line.contains(&b' ')
}

/// Returns whether a line is the sum at the start of `ls -l`, or the head or the sum of VMS.
pub(crate) fn is_total(line: &[u8]) -> bool {
    let is_of_vms = |start: &[u8], end| line.starts_with(start) && line.ends_with(end);
    line.strip_prefix(b"total ").is_some_and(|blocks| number::<u64>(blocks).is_some())
        || is_of_vms(b"Directory ", b"]")
        || is_of_vms(b"Total of ", b" blocks.")
}

/// Returns the words of a line, each with its place.
fn words(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    line.split(|octet| *octet == b' ').filter_map(move |word| {
        let start = at;
        at += word.len() + 1;
        (!word.is_empty()).then_some((start, word))
    })
}

/// Returns a time of RFC 3659, `20261123170000` and perhaps a fraction, as `2026-11-23 17:00:00`.
fn spaced(time: &str) -> String {
    let part = |start: usize, end: usize| time.get(start..end).unwrap_or_default();
    let [year, month, day] = [part(0, 4), part(4, 6), part(6, 8)];
    let [hour, minute, second] = [part(8, 10), part(10, 12), part(12, 14)];
    format!("{year}-{month}-{day} {hour}:{minute}:{second}")
}

/// Returns the time so many seconds after the start of 1970, in UTC, if its year has four digits.
fn since_1970(seconds: u64) -> Option<String> {
    let seconds = Some(seconds).filter(|seconds| *seconds < 253_402_300_800)?;
    // From the first of March in the year 0, in periods of 400 years: the leap day is the last day of a year.
    let (days, rest) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (period, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Five months have 153 days: 31, 30, 31, 30 and 31.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let year = period * 400 + year + month / 10;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let [hour, minute, second] = [rest / 3600, rest / 60 % 60, rest % 60];
    Some(format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"))
}

/// Returns the URL of a name in a directory.
fn child(directory: &str, name: &[u8], is_directory: bool) -> Option<FtpUrl> {
    let end = if is_directory { "/" } else { "" };
    let text = format!("{directory}{}{end}", encoded(name, b"-_.+$"));
    FtpUrl::parse(&text).ok().map(FtpUrl::to_owned)
}
