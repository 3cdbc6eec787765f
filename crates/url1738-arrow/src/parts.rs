//! The parts of each URL: one by its name, or all, a column per name.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    ptr,
    sync::{Arc, LazyLock},
};

use arrow_array::{Array, ArrayRef, BinaryViewArray, StringViewArray, StructArray};
use url1738::{Part, Url};

use crate::{
    errors::ColumnError,
    pieces::{PiecesBuilder, pieces_of},
    texts::{lists, structures, texts},
};

/// Listed once, because each row looks parts up.
static PARTS: LazyLock<Vec<&Part>> = LazyLock::new(url1738::parts);

/// Returns all parts of each URL as written (section 5): a field for each name of [`url1738::parts`], with a list if a
/// scheme repeats the part. Null if the text is not a URL.
///
/// A part that the URL does not have is null; an empty one is an empty text.
///
/// ```
/// use url1738_arrow::{arrow_array::{Array, StringArray, cast::AsArray}, parts};
///
/// let column = StringArray::from(vec!["ftp://host.dom/pub/a%20b;type=i"]);
/// let parts = parts(&column)?;
/// let text = |name| parts.column_by_name(name).unwrap().as_string_view();
/// assert_eq!((text("host").value(0), text("ftptype").value(0)), ("host.dom", "i"));
/// assert!(text("user").is_null(0));
///
/// let segments = parts.column_by_name("fsegment").unwrap().as_list::<i32>().value(0);
/// assert_eq!(segments.as_string_view().iter().collect::<Vec<_>>(), [Some("pub"), Some("a%20b")]);
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the column contains neither text nor bytes, or if there are more parts than offsets of 32 bits can
/// count.
pub fn parts(column: &dyn Array) -> Result<StructArray, ColumnError> {
    let texts = texts(column)?;
    let mut columns: Vec<Column<'_>> =
        PARTS.iter().map(|part| Column::new(part.repeats, &texts)).collect();
    // By their addresses, which are compared faster than names.
    let mut places = BTreeMap::new();
    let mut valid = Vec::with_capacity(texts.len());
    for (row, text) in texts.iter().enumerate() {
        let url = text.and_then(|text| Url::parse_bytes(text).ok());
        valid.push(url.is_some());
        let Some(url) = url else { continue };
        url.each_part(&mut |part| {
            let find = || PARTS.iter().position(|other| other.name() == part.part.name());
            let place = *places.entry(ptr::from_ref(part.part)).or_insert_with(find);
            if let Some(column) = place.and_then(|place| columns.get_mut(place)) {
                column.piece(row, part.span.slice(url.as_str()));
            }
        });
    }
    let columns = columns.into_iter().map(|column| column.finish(valid.len()));
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    structures(PARTS.iter().map(|part| part.name()).zip(columns), valid)
}

/// One field of the structure.
struct Column<'a> {
    pieces: PiecesBuilder<'a>,
    /// The number of pieces of each row so far, if the field is a list.
    lists: Option<Vec<usize>>,
}

impl<'a> Column<'a> {
    fn new(repeats: bool, texts: &'a BinaryViewArray) -> Self {
        Self { pieces: PiecesBuilder::of(texts), lists: repeats.then(Vec::new) }
    }

    /// Takes a piece of a row; if there are several where one is expected, the first.
    fn piece(&mut self, row: usize, piece: &str) {
        match &mut self.lists {
            Some(lengths) => {
                if lengths.len() <= row {
                    lengths.resize(row.saturating_add(1), 0);
                }
                if let Some(length) = lengths.last_mut() {
                    *length = length.saturating_add(1);
                }
                self.pieces.piece(row, piece);
            }
            None if self.pieces.len() <= row => {
                self.pieces.fill_to(row);
                self.pieces.piece(row, piece);
            }
            None => {}
        }
    }

    fn finish(mut self, rows: usize) -> Result<ArrayRef, ColumnError> {
        let Some(mut lengths) = self.lists else {
            self.pieces.fill_to(rows);
            return Ok(Arc::new(self.pieces.finish()));
        };
        lengths.resize(rows, 0);
        // A part that is absent is null, not an empty list.
        let lengths = lengths.into_iter().map(|count| (count > 0).then_some(count));
        Ok(Arc::new(lists(self.pieces.finish(), lengths)?))
    }
}

/// Names for [`part`] beside those of the parts, in all schemes alike: the decoded path, without the `/` before it; the
/// decoded search part; and the port to connect to.
const READINGS: [&str; 3] = ["path", "query", "port_or_default"];

/// Returns a reading of the URL: `None` if it has none, or if its octets are not UTF-8.
fn reading<'a>(url: &Url<&'a str>, name: &str) -> Option<Cow<'a, str>> {
    let piece = match name {
        "query" => url.search()?,
        "path" => match url {
            // By the common form, a `?` ends the path.
            Url::Other(_) => {
                url.path().map(|path| path.split_once(b'?').map_or(path, |it| it.0))?
            }
            _ => url.path()?,
        },
        _ => return url.port_or_default().map(|port| port.to_string().into()),
    };
    match piece.decode() {
        Cow::Borrowed(octets) => std::str::from_utf8(octets).ok().map(Cow::Borrowed),
        Cow::Owned(octets) => String::from_utf8(octets).ok().map(Cow::Owned),
    }
}

/// Returns the names for [`part`].
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    PARTS.iter().map(|part| part.name()).chain(READINGS)
}

/// Checks that [`part`] knows this name: one of [`url1738::parts`] (section 5), `path`, `query` or `port_or_default`.
/// Returns it as it is declared.
///
/// ```
/// assert_eq!(url1738_arrow::check_part("host").unwrap(), "host");
/// assert!(url1738_arrow::check_part("port_or_default").is_ok());
/// assert!(url1738_arrow::check_part("hots").is_err());
/// ```
///
/// # Errors
///
/// Returns an error if no part has this name. Its message lists the names.
pub fn check_part(name: &str) -> Result<&'static str, ColumnError> {
    let unknown = || ColumnError::UnknownPart(name.to_owned());
    names().find(|known| *known == name).ok_or_else(unknown)
}

/// Returns the first part of this name in each URL (section 5), as written. Null if the URL has none, or if the text is not
/// a URL.
///
/// Three more names mean the same in all schemes: `path`, without the `/` before it, and `query`, the search part, are
/// decoded, and null if their octets are not UTF-8; `port_or_default` is the port to connect to.
///
/// ```
/// use url1738_arrow::{arrow_array::StringArray, part};
///
/// let column = StringArray::from(vec!["ftp://joe@host.dom/a%20b/c", "mailto:joe@host.dom"]);
/// let hosts: Vec<_> = part(&column, "host")?.iter().map(|host| host.map(str::to_owned)).collect();
/// assert_eq!(hosts, [Some("host.dom".to_owned()), None]);
/// assert_eq!(part(&column, "fsegment")?.value(0), "a%20b");
/// assert_eq!((part(&column, "path")?.value(0), part(&column, "port_or_default")?.value(0)), ("a b/c", "21"));
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if no part has this name, or if the column contains neither text nor bytes.
pub fn part(column: &dyn Array, name: &str) -> Result<StringViewArray, ColumnError> {
    check_part(name)?;
    pieces_of(column, |_, text| piece(text, name))
}

/// Like [`part`], but the name of the part is in a second column (section 5). Null if the name is null.
///
/// ```
/// use url1738_arrow::{arrow_array::StringArray, part_by_row};
///
/// let column = StringArray::from(vec!["ftp://joe@host.dom:2121/", "ftp://joe@host.dom:2121/"]);
/// let names = StringArray::from(vec!["port", "user"]);
/// let found = part_by_row(&column, &names)?;
/// assert_eq!(found.iter().collect::<Vec<_>>(), [Some("2121"), Some("joe")]);
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if no part has one of the names, if a column contains neither text nor bytes, or if the columns differ in
/// length.
pub fn part_by_row(column: &dyn Array, names: &dyn Array) -> Result<StringViewArray, ColumnError> {
    if column.len() != names.len() {
        return Err(ColumnError::Lengths { expected: column.len(), found: names.len() });
    }
    let names = texts(names)?;
    let declared = |name: &[u8]| check_part(&String::from_utf8_lossy(name));
    let names = names.iter().map(|name| name.map(declared).transpose());
    let names = names.collect::<Result<Vec<_>, _>>()?;
    pieces_of(column, |row, text| piece(text, (*names.get(row)?)?))
}

/// Returns the first part of this name.
fn piece<'t>(text: &'t [u8], name: &str) -> Option<Cow<'t, str>> {
    let url = Url::parse_bytes(text).ok()?;
    if READINGS.contains(&name) {
        return reading(&url, name);
    }
    let mut found = None;
    url.each_part(&mut |at| {
        if found.is_none() && at.part.name() == name {
            found = Some(at.span);
        }
    });
    found.map(|span| span.slice(url.as_str()).into())
}
