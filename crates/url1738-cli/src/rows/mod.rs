//! Rows: lines that hold a URL among other things, such as those of a CDX file.

mod cdx;
mod secrets;
mod table;

use core::{cell::OnceCell, ops::Range};
use std::{borrow::Cow, collections::BTreeMap, path::Path, sync::Arc};

use crate::{diagnostics::Passwords, records::Formulas};
pub(crate) use secrets::masked_capture;
use secrets::{masked_text, masked_url};
use serde_json::{Value as Json, value::RawValue};
use table::TableFormat;
pub(crate) use table::{NOT_CLOSED, Quotes, Table};

/// The byte order mark of UTF-8.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The members of an object in JSON, with their values as written. Of several with one name, the last one is there.
type Members<'l> = BTreeMap<String, &'l RawValue>;

/// Returns a value of an object: the text of a string, and what else there is as written. `None` for `null`.
fn member<'l>(members: &Members<'l>, name: &str) -> Option<Cow<'l, [u8]>> {
    match members.get(name)?.get() {
        "null" => None,
        text if text.starts_with('"') => {
            let text: String = serde_json::from_str(text).ok()?;
            Some(text.into_bytes().into())
        }
        text => Some(text.as_bytes().into()),
    }
}

/// What the lines of an input are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Captures in a CDX or CDXJ file.
    Cdx,
    /// The captures of a WARC file, which become lines like those of a CDXJ file.
    Warc,
    /// The items of a gopher menu.
    Menu,
    /// The rows of a table, with URLs in the column of this name, or of this number from 1.
    Column(Arc<str>, Back),
}

/// What of a row is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Back {
    /// Nothing: the command reports on the URL.
    Nothing,
    /// The row with another URL.
    Changed,
    /// The row with more columns of these names.
    Added(&'static [&'static str]),
}

/// The rows of an input.
#[derive(Clone, Debug)]
pub(crate) enum Rows {
    /// With the legend of the columns, as written, if there is one.
    Cdx(Option<Vec<u8>>),
    Menu,
    Table(Box<Table>),
}

impl Rows {
    /// Returns the rows of an input that begins like this.
    ///
    /// # Errors
    /// Returns a message if a table has no such column.
    pub(crate) fn of(form: &Form, name: &Path, start: &[u8]) -> Result<Self, String> {
        Ok(match form {
            // A legend is found when its line is read.
            Form::Cdx | Form::Warc => Self::Cdx(None),
            Form::Menu => Self::Menu,
            Form::Column(column, back) => {
                Self::Table(Box::new(Table::new(column, *back, name, start)?))
            }
        })
    }

    /// Returns the rows that begin with this text if it begins with a legend: a file of captures may be several, each with its
    /// own.
    pub(crate) fn anew(&self, text: &[u8]) -> Option<Self> {
        match self {
            Self::Cdx(_) => Some(Self::Cdx(Some(cdx::legend(text)?.to_vec()))),
            _ => None,
        }
    }

    /// Returns the offset at which rows of another kind may begin, if that is not the beginning.
    pub(crate) fn split(&self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Cdx(_) => cdx::next_legend(bytes),
            _ => None,
        }
    }

    /// Returns the ends of the rows in a text that begins with one, or of its lines if they are not rows, each at its line feed.
    pub(crate) fn ends<'t>(
        rows: Option<&Self>,
        text: &'t [u8],
    ) -> impl Iterator<Item = usize> + use<'t> {
        let format = match rows {
            Some(Self::Table(table)) => table.format,
            _ => TableFormat::Tsv,
        };
        format.ends(text)
    }

    /// Returns the row of a line, or `None` if the line has none.
    ///
    /// # Errors
    /// Returns a message if the line has no URL.
    pub(crate) fn row<'l>(
        &'l self,
        line: &'l [u8],
        number: u64,
    ) -> Result<Option<Row<'l>>, String> {
        match self {
            Self::Cdx(legend) => cdx::row(line, legend.as_deref()),
            Self::Menu => item(line),
            Self::Table(table) if number == 1 && table.has_header => Ok(None),
            Self::Table(table) => table.row(line).map(Some),
        }
    }

    /// Returns a row without a URL as it is written among the others, if it is, and whether a secret in it is masked.
    pub(crate) fn without_url(&self, line: &[u8], passwords: Passwords) -> Option<(Vec<u8>, bool)> {
        match self {
            Self::Table(table) if table.back == Back::Changed => {
                let masked = table.masked(line, false).filter(|_| !passwords.keeps());
                Some((table.ended(masked.as_deref().unwrap_or(line)), masked.is_some()))
            }
            _ => None,
        }
    }
}

/// A row.
#[derive(Debug)]
pub(crate) struct Row<'l> {
    pub(crate) url: Cow<'l, [u8]>,
    /// What follows the time of a capture.
    pub(crate) rest: Option<&'l [u8]>,
    /// Values with their names. Those of an object in JSON are `members`.
    cells: Vec<(&'l [u8], Cow<'l, [u8]>)>,
    members: Members<'l>,
    /// The row of a table, which is written again.
    written: Option<Written<'l>>,
    /// That the table does not have a column that was asked for.
    pub(crate) fault: OnceCell<String>,
}

/// A row of a table as it is written.
#[derive(Debug)]
struct Written<'l> {
    table: &'l Table,
    line: &'l [u8],
    /// Where the URL is in the line, with its quotation marks.
    place: Range<usize>,
}

impl<'l> Row<'l> {
    /// Creates a row of captures or of a menu, which have `cells`.
    fn new(url: Cow<'l, [u8]>, cells: Vec<(&'l [u8], Cow<'l, [u8]>)>) -> Self {
        let (members, fault) = (Members::new(), OnceCell::new());
        Self { url, rest: None, cells, members, written: None, fault }
    }

    /// Returns the time of a capture: that of a CDX file, or the 14 digits of a column `timestamp`.
    pub(crate) fn timestamp(&self) -> Option<Cow<'_, [u8]>> {
        let is_time = |text: &[u8]| text.len() == 14 && text.iter().all(u8::is_ascii_digit);
        self.value("timestamp").filter(|text| self.written.is_none() || is_time(text))
    }

    /// Returns the year of a capture, unless its time is none.
    pub(crate) fn year(&self) -> Option<u64> {
        number(self.timestamp()?.get(..4)?)
    }

    /// Returns a value that a field asks for.
    pub(crate) fn asked(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let value = self.value(name);
        if let (None, Some(written)) = (&value, &self.written) {
            written.table.fault(name).map(|fault| self.fault.set(fault));
        }
        value
    }

    /// Returns a value by its name, or by its number in a table. `None` if the row does not have it, or if it is `null` or, in
    /// CDX, `-`.
    pub(crate) fn value(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let number = || {
            self.written.as_ref()?;
            self.cells.get(name.parse::<usize>().ok()?.checked_sub(1)?)
        };
        let named = || self.cells.iter().find(|(known, _)| *known == name.as_bytes());
        let cell = || named().or_else(number).map(|(_, text)| Cow::Borrowed(&**text));
        member(&self.members, name).or_else(cell)
    }

    /// Returns whether this is a row of a table, which is written again, and not a capture or an item.
    pub(crate) const fn is_of_table(&self) -> bool {
        self.written.is_some()
    }

    /// Returns the row of a table with this URL and its ending, and whether a secret is masked in it. All else stays as written.
    pub(crate) fn with_url(&self, url: &[u8], passwords: Passwords) -> Option<(Vec<u8>, bool)> {
        let written = self.written.as_ref()?;
        let (row, is_masked) = written.shown(url, &self.url, passwords);
        Some((written.table.ended(&row), is_masked))
    }

    /// Returns the row of a table with these values of added columns and its ending, and whether a secret is masked in it.
    pub(crate) fn with_added(
        &self,
        added: &[Json],
        formulas: Formulas,
        passwords: Passwords,
    ) -> Option<(Vec<u8>, bool)> {
        let written = self.written.as_ref()?;
        let (row, is_masked) = written.shown(&self.url, &self.url, passwords);
        Some((written.table.with_added(&row, added, formulas)?, is_masked))
    }
}

impl Written<'_> {
    /// Returns the row with the URL `new` in place of `old`, as it may be shown, and whether a secret is masked in it.
    fn shown(&self, new: &[u8], old: &[u8], passwords: Passwords) -> (Vec<u8>, bool) {
        if passwords.keeps() {
            return (self.with(new, old), false);
        }
        let url = masked_url(new);
        let row = self.with(url.as_deref().unwrap_or(new), old);
        let masked = self.table.masked(&row, true);
        let is_masked = url.is_some() || masked.is_some();
        (masked.unwrap_or(row), is_masked)
    }

    /// Returns the row with the URL `new` in place of `old`.
    fn with(&self, new: &[u8], old: &[u8]) -> Vec<u8> {
        let Self { table, line, place } = self;
        match (line.get(..place.start), line.get(place.end..)) {
            (Some(start), Some(end)) if new != old => {
                [start, &table.cell(new, line.get(place.start) == Some(&b'"')), end].concat()
            }
            _ => line.to_vec(),
        }
    }
}

/// Returns the number that a text is.
pub(crate) fn number(text: &[u8]) -> Option<u64> {
    core::str::from_utf8(text).ok()?.parse().ok()
}

/// Returns the item of a line of a gopher menu (RFC 1436, section 3.8), or `None` for an information, an error, and the dot
/// at the end.
fn item(line: &[u8]) -> Result<Option<Row<'_>>, String> {
    let Some((kind, rest)) = line.split_at_checked(1) else { return Ok(None) };
    if matches!(kind, b"i" | b"3") || line == b"." {
        return Ok(None);
    }
    let mut fields = rest.split(|byte| *byte == b'\t');
    let (title, selector) = (fields.next().unwrap_or_default(), fields.next());
    // What such a link leads to is read as it is, so that its errors are reported.
    let linked = selector.and_then(|selector| selector.strip_prefix(b"URL:"));
    let url = match linked.filter(|_| kind == b"h") {
        Some(url) => Cow::Borrowed(url),
        None => {
            let item = url1738_client::Row::of_menu(line);
            let url =
                item.url.ok_or("not an item of a menu: expected title, selector, host and port")?;
            url.into_string().into_bytes().into()
        }
    };
    let cells = vec![(&b"type"[..], kind.into()), (b"title", title.into())];
    Ok(Some(Row::new(url, cells)))
}
