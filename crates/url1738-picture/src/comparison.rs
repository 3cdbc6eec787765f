//! One text as split by three standards: RFC 1738, RFC 3986 and the WHATWG URL Standard.

use alloc::{
    borrow::ToOwned as _,
    format,
    string::{String, ToString as _},
    vec::Vec,
};
use core::{fmt, fmt::Write};

use url1738::{
    Host, Redacted, SCHEMES, Span, Url,
    reading::{COMPONENTS, Reading},
    syntax::MASK,
};

use crate::{
    Page, Sanitized,
    layout::{shorten, width, wrap},
};

/// The names of the standards, in the order of [`Comparison::readings`].
pub const STANDARDS: [&str; 3] = ["RFC 1738", "RFC 3986", "WHATWG"];

/// The readings of one text by three standards, or the reasons why they reject it.
///
/// The reading of the WHATWG URL Standard comes from the caller: browsers have one, and in Rust the crate `url` has.
///
/// ```
/// use url1738_picture::Comparison;
///
/// let comparison = Comparison::new(b"ftp://host.dom/a?b", false, |_, _| Err("unknown".to_owned()));
/// assert_eq!(comparison.differences(), ["acceptance", "path", "query"]);
/// let [ours, rfc3986, whatwg] = &comparison.readings;
/// assert_eq!(ours.as_ref().unwrap().path, "/a?b");
/// assert_eq!(rfc3986.as_ref().unwrap().query.as_deref(), Some("b"));
/// assert_eq!(whatwg.as_ref().unwrap_err(), "unknown");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// The readings in the order of [`STANDARDS`], or the reason why a standard rejects the text.
    pub readings: [Result<Reading, String>; 3],
    /// The text that was read, in which letters and digits of passwords are replaced.
    pub text: String,
    /// The default port of the scheme, if RFC 1738 defines the scheme.
    pub default_port: Option<u16>,
    /// Whether a standard reads replaced text as something other than a password.
    pub has_replaced_text: bool,
    show_passwords: bool,
}

impl Comparison {
    /// Parses `bytes` by each standard. If `show_passwords` is false, letters and digits of passwords are replaced first,
    /// because another standard may read a host, a port or a path in the middle of a password. `whatwg` receives that text and
    /// the default port of its scheme.
    ///
    /// ```
    /// use url1738_picture::Comparison;
    ///
    /// let mut seen = String::new();
    /// let comparison = Comparison::new(b"ftp://joe:s3cr3t@host.dom/", false, |text, port| {
    ///     assert_eq!((text, port), ("ftp://joe:x0ax0x@host.dom/", Some(21)));
    ///     Err(String::new())
    /// });
    /// let [ours, ..] = &comparison.readings;
    /// assert_eq!(comparison.value(ours.as_ref().unwrap(), "password").as_deref(), Some("***"));
    /// ```
    #[must_use]
    pub fn new(
        bytes: &[u8],
        show_passwords: bool,
        whatwg: impl FnOnce(&str, Option<u16>) -> Result<Reading, String>,
    ) -> Self {
        let url = Url::parse_bytes(bytes);
        let masked = match &url {
            _ if show_passwords => Redacted::revealed(bytes),
            // What is valid has its passwords in known places. A text that is not may be read in more ways than one.
            Ok(url) => url.redacted(),
            Err(_) => Redacted::new(bytes),
        };
        let text = replace_secrets(&masked);
        let scheme = text.split_once(':').map(|(scheme, _)| scheme);
        let is_own = |name: &str| scheme.is_some_and(|it| it.eq_ignore_ascii_case(name));
        // Other standards do not know the port of gopher or wais. Without it, they would differ in the port of each URL.
        let port = SCHEMES.iter().find(|info| is_own(info.name)).and_then(|info| info.port);
        let ours = Url::parse_bytes(text.as_bytes())
            .map(|url| Reading::of(&url))
            .map_err(|it| it.to_string());
        let rfc3986 = fluent_uri::Uri::parse(text.as_str());
        let rfc3986 = rfc3986.map(|uri| Reading::of_rfc3986(&uri, port));
        let rfc3986 = rfc3986.map_err(|error| error.to_string());
        let whatwg = whatwg(&text, port);
        let readings = [ours, rfc3986, whatwg];
        let is_password =
            |reading: &Reading| reading.password.as_ref().is_some_and(|it| !it.is_empty());
        let has_replaced_text = !masked.secrets().is_empty()
            && readings.iter().flatten().any(|reading| !is_password(reading));
        Self { readings, text, default_port: port, has_replaced_text, show_passwords }
    }

    /// Returns the standards that accept the text.
    fn accepted(&self) -> impl Iterator<Item = (&'static str, &Reading)> {
        let named = STANDARDS.into_iter().zip(&self.readings);
        named.filter_map(|(name, it)| Some((name, it.as_ref().ok()?)))
    }

    /// Returns the components that some accepting standard has.
    fn components(&self) -> impl Iterator<Item = Component> {
        COMPONENTS.into_iter().filter_map(|name| {
            let values: Vec<_> =
                self.accepted().map(|(_, reading)| reading.component(name)).collect();
            // The values differ, and not the cells: two passwords are `***` both.
            let differs = values.iter().any(|value| Some(value) != values.first());
            let cells = self.accepted().map(|(_, reading)| self.cell(reading, name)).collect();
            values.iter().any(Option::is_some).then_some(Component { name, differs, cells })
        })
    }

    /// Writes one row per component, and marks the rows in which standards differ.
    ///
    /// # Errors
    ///
    /// Returns an error if `out` does.
    ///
    /// ```
    /// use url1738_picture::{Comparison, Page};
    ///
    /// let comparison = Comparison::new(b"ftp://h/a?b", false, |_, _| Err("unknown".to_owned()));
    /// let mut text = String::new();
    /// comparison.write_text(&Page::default(), &mut text)?;
    /// assert!(text.contains("differs\n") && text.contains("WHATWG rejects it"));
    /// # Ok::<(), core::fmt::Error>(())
    /// ```
    pub fn write_text(&self, palette: &Page, out: &mut dyn Write) -> fmt::Result {
        let Page { strong, faint, error, .. } = palette;
        let page = palette.width();
        writeln!(out, "{strong}the URL as split by three standards{strong:#}")?;
        self.lanes(palette, out)?;
        let standards: Vec<&str> = self.accepted().map(|(standard, _)| standard).collect();
        let rows: Vec<Component> = self.components().collect();
        // A column is as wide as its widest cell. Values that are wider than the page allows turn the table into a list.
        let widths = standards.iter().enumerate().map(|(column, standard)| {
            let cells = rows.iter().filter_map(|row| row.cells.get(column)).map(|cell| width(cell));
            cells.fold(standard.len(), usize::max)
        });
        let widths: Vec<usize> = widths.collect();
        if FIRST_COLUMN + widths.iter().map(|width| width + 2).sum::<usize>() + DIFFERS.len()
            <= page
        {
            table(&rows, &standards, &widths, palette, out)?;
        } else {
            list(&rows, &standards, palette, out)?;
        }
        for (standard, reading) in STANDARDS.into_iter().zip(&self.readings) {
            if let Err(why) = reading {
                let why = Sanitized::new(Redacted::revealed(why.as_bytes())).to_string();
                palette.labelled(*error, &format!("{standard} rejects it"), &why, out)?;
            }
        }
        let differing = rows.iter().filter(|row| row.differs).count();
        match (differing, self.accepted().count()) {
            (_, 0) => writeln!(out, "no standard accepts it")?,
            (_, 1) => writeln!(out, "only one standard accepts it")?,
            (0, 2) => writeln!(out, "one standard rejects it; the others agree")?,
            (0, _) => writeln!(out, "all three standards agree")?,
            (1, 2) => writeln!(out, "one standard rejects it, and one component differs")?,
            (1, _) => writeln!(out, "one component differs")?,
            (more, 2) => writeln!(out, "one standard rejects it, and {more} components differ")?,
            (more, _) => writeln!(out, "{more} components differ")?,
        }
        for trap in self.traps() {
            palette.labelled(*faint, "readers", trap, out)?;
        }
        if self.has_replaced_text {
            for line in wrap("letters and digits of a possible password are replaced", page) {
                writeln!(out, "{faint}{line}{faint:#}")?;
            }
        }
        writeln!(out)
    }

    /// Returns in what the standards differ: `acceptance` if only some accept the text, and the names of the components in
    /// which those differ.
    #[must_use]
    pub fn differences(&self) -> Vec<&'static str> {
        let accepted = self.accepted().count();
        let acceptance = Some("acceptance").filter(|_| (1..STANDARDS.len()).contains(&accepted));
        let components = self.components().filter(|it| it.differs).map(|it| it.name);
        acceptance.into_iter().chain(components).collect()
    }

    /// Returns what readers beyond the three standards are known to do with the text: curl, Python, Go and Java.
    ///
    /// ```
    /// use url1738_picture::Comparison;
    ///
    /// let comparison = Comparison::new(br"http://a\@b.dom/", false, |_, _| Err(String::new()));
    /// assert!(comparison.traps().next().unwrap().contains("Go rejects it"));
    /// ```
    pub fn traps(&self) -> impl Iterator<Item = &'static str> + '_ {
        let split = SplitText::of(&self.text);
        let is_trap = move |(traps, _): &Trap| split.as_ref().is_some_and(traps);
        TRAPS.into_iter().filter(is_trap).map(|(_, what)| what)
    }

    /// Writes the text, and below it for each standard the letters of the components at the bytes where it reads them, unless
    /// all read them at the same ones. A standard that writes a component otherwise has no letters there.
    fn lanes(&self, palette: &Page, out: &mut dyn Write) -> fmt::Result {
        // For `ftp://h/a?b`, the lane of RFC 1738 ends with `pppp` under `/a?b`, and those of the others with `pp q`. A letter
        // is one column, so that the text must be one column a byte, and fit on one row.
        let is_plain = self.text.bytes().all(|byte| byte.is_ascii_graphic());
        let lanes: Vec<_> = self.accepted().map(|(name, it)| (name, self.lane(it))).collect();
        let are_equal = lanes.iter().all(|(_, lane)| Some(lane) == lanes.first().map(|(_, it)| it));
        if !is_plain || are_equal || FIRST_COLUMN + 2 + self.text.len() > palette.width() {
            return Ok(());
        }
        let Page { faint, strong, .. } = palette;
        writeln!(out, "  {:<8}  {strong}{}{strong:#}", "", self.text)?;
        for (standard, lane) in lanes {
            writeln!(out, "  {faint}{standard:<8}{faint:#}  {lane}")?;
        }
        writeln!(out)
    }

    /// Returns the letters of the components, `p` for the path and `:` for the port.
    fn lane(&self, reading: &Reading) -> String {
        let text = self.text.to_ascii_lowercase();
        let (mut lane, mut rest) = (String::new(), text.as_str());
        for (name, letter) in COMPONENTS.into_iter().zip("suwh:pqf".chars()) {
            let Some(value) = reading.component(name).filter(|value| !value.is_empty()) else {
                continue;
            };
            // Only delimiters are between a component and the one before it: the `80` of `http://h/80` is not a port, and the
            // `/` in `http://h?/` not a path.
            let delimiters = rest.find(|c| !":/\\@".contains(c)).unwrap_or(rest.len());
            let mark = if name == "query" { '?' } else { '#' };
            let gaps = match (name, rest.find(mark)) {
                ("port", _) if rest.starts_with(':') => 1..=1,
                ("query" | "fragment", Some(at)) => at + 1..=at + 1,
                ("port" | "query" | "fragment", _) => continue,
                // A path begins with some of them.
                _ => 0..=delimiters,
            };
            let value = value.to_ascii_lowercase();
            let after = |gap| rest.get(gap..)?.strip_prefix(&value).map(|after| (gap, after));
            if let Some((gap, after)) = gaps.rev().find_map(after) {
                lane.extend(core::iter::repeat_n(' ', gap));
                lane.extend(core::iter::repeat_n(letter, value.len()));
                rest = after;
            } else if matches!(name, "host" | "port") {
                // It is written otherwise: `010.0.0.1` is 8.0.0.1 for some, and `:0080` is 80. The path is after it.
                let (_, written) = rest.split_at(delimiters);
                let end = written.find(['/', '?', '#', '\\']).unwrap_or(written.len());
                let end = delimiters + end;
                lane.extend(core::iter::repeat_n(' ', end));
                rest = rest.split_at(end).1;
            }
        }
        lane
    }

    /// Returns a component as it may be shown: `-` if it is absent, quotation marks if it is empty.
    fn cell(&self, reading: &Reading, name: &str) -> String {
        match self.value(reading, name) {
            None => "-".to_owned(),
            Some(value) if value.is_empty() => "\"\"".to_owned(),
            Some(value) => Sanitized::new(Redacted::revealed(value.as_bytes())).to_string(),
        }
    }

    /// Returns a component of a reading by its name, with the password masked unless it is to be shown.
    #[must_use]
    pub fn value(&self, reading: &Reading, name: &str) -> Option<String> {
        let value = reading.component(name)?;
        let is_secret = name == "password" && !self.show_passwords && !value.is_empty();
        Some(if is_secret { MASK.to_owned() } else { value })
    }
}

/// The width of the names of components, with the margin.
const FIRST_COLUMN: usize = 10;
/// The mark of a row in which standards differ.
const DIFFERS: &str = "  differs";
/// The longest value that is shown, in columns.
const MAX_CELL: usize = 400;

/// A component: a cell for each standard that accepts the text.
struct Component {
    name: &'static str,
    differs: bool,
    cells: Vec<String>,
}

/// Writes a table with a column per standard.
fn table(
    rows: &[Component],
    standards: &[&str],
    widths: &[usize],
    palette: &Page,
    out: &mut dyn Write,
) -> fmt::Result {
    let Page { faint, name: label, error, .. } = palette;
    let padded = |cells: &mut dyn Iterator<Item = &str>| -> String {
        let cells = cells.zip(widths);
        cells.map(|(cell, most)| format!("  {cell}{}", " ".repeat(most - width(cell)))).collect()
    };
    let heads = padded(&mut standards.iter().copied());
    let heads = format!("{}{heads}", " ".repeat(FIRST_COLUMN));
    writeln!(out, "{faint}{}{faint:#}", heads.trim_end())?;
    for Component { name, differs, cells } in rows {
        let row = padded(&mut cells.iter().map(String::as_str));
        write!(out, "  {label}{name:<8}{label:#}")?;
        match differs {
            true => writeln!(out, "{row}{error}{DIFFERS}{error:#}")?,
            false => writeln!(out, "{}", row.trim_end())?,
        }
    }
    Ok(())
}

/// Writes a row per component and standard, if values are too long for columns.
fn list(
    rows: &[Component],
    standards: &[&str],
    palette: &Page,
    out: &mut dyn Write,
) -> fmt::Result {
    let Page { faint, name: label, error, .. } = palette;
    for Component { name, differs, cells } in rows {
        let mark = if *differs { DIFFERS } else { "" };
        writeln!(out, "  {label}{name}{label:#}{error}{mark}{error:#}")?;
        let standards = if *differs || standards.len() < 2 { standards } else { &["all"] };
        for (standard, cell) in standards.iter().zip(cells) {
            let mut standard = *standard;
            for line in wrap(&shorten(cell.clone(), MAX_CELL), palette.width() - 14) {
                writeln!(out, "    {faint}{standard:<8}{faint:#}  {line}")?;
                standard = "";
            }
        }
    }
    Ok(())
}

/// Returns the text with its secrets replaced.
fn replace_secrets(masked: &Redacted<'_>) -> String {
    let mut text = String::new();
    let mut at = 0;
    for secret in masked.secrets() {
        let between = Span::new(at, secret.start).slice_bytes(masked.bytes());
        text.push_str(&String::from_utf8_lossy(between));
        let secret_text = String::from_utf8_lossy(secret.slice_bytes(masked.bytes()));
        text.extend(secret_text.chars().map(replace));
        at = secret.end;
    }
    // INVARIANT: the secrets of a text are in it.
    text.push_str(&String::from_utf8_lossy(&masked.bytes()[at as usize..]));
    text
}

/// Returns another character of the same kind, so that all three standards split the text as before: a number remains a
/// number, and an escape an escape.
fn replace(c: char) -> char {
    match c {
        '0'..='9' => '0',
        'a'..='f' | 'A'..='F' => 'a',
        _ if c.is_ascii_alphabetic() => 'x',
        _ if c.is_ascii() => c,
        _ => '\u{fc}',
    }
}

/// A text, split at the places that decide who is trapped.
struct SplitText<'t> {
    /// Whether WHATWG parsers give the scheme a host in any case.
    is_special: bool,
    /// The number of slashes after the scheme.
    slashes: usize,
    authority: &'t str,
    host: &'t str,
    path: &'t str,
}

/// Whether a text is a trap, and what readers do there.
type Trap = (fn(&SplitText<'_>) -> bool, &'static str);

const TRAPS: [Trap; 6] = [
    (
        |it| it.authority.find('\\').is_some_and(|at| it.authority[at..].contains('@')),
        "the host ends at the backslash for WHATWG; curl, Python and Java take the text after the `@`, Go rejects it",
    ),
    (
        |it| it.is_special && it.slashes != 2,
        "curl and WHATWG find a host after any number of slashes; Python, Go and Java find none",
    ),
    (
        |it| {
            let own = Host::parse(it.host).ok().and_then(Host::ipv4);
            Host::inet_aton(it.host).is_some_and(|address| Some(address) != own)
        },
        "curl and WHATWG connect to the address of inet_aton; Python, Go and Java keep the text of the host",
    ),
    (
        |it| it.host.contains('%'),
        "curl and WHATWG decode the escape in the host; Python and Java keep it, Go rejects it",
    ),
    (
        |it| !it.host.is_ascii(),
        "WHATWG connects to the A-labels of the host; curl, Python and Go keep the text, Java's URI has no host",
    ),
    (
        |it| it.path.to_ascii_lowercase().contains("%2f"),
        "Go's Path has a slash for the escaped one; curl, Python and Java keep the escape",
    ),
];

impl<'t> SplitText<'t> {
    /// Splits a text; one without slashes after its scheme names no host.
    fn of(text: &'t str) -> Option<Self> {
        let (scheme, rest) = text.split_once(':')?;
        let is_special =
            ["http", "https", "ws", "wss", "ftp"].iter().any(|it| scheme.eq_ignore_ascii_case(it));
        let after = rest.trim_start_matches(['/', '\\']);
        let slashes = rest.len() - after.len();
        let (authority, path) = after.split_at(after.find(['/', '?', '#']).unwrap_or(after.len()));
        let login = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        let host = login.split(':').next().unwrap_or(login);
        (slashes > 0 || is_special).then_some(Self { is_special, slashes, authority, host, path })
    }
}
