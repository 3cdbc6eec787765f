//! All parts of each URL, a column per name.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, ListArray, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields};
use url1738::{PARTS, Part, Span, Url};

use crate::{
    error::ColumnError,
    lists::{item, list_of_texts, lists},
    pieces::{Pieces, Row},
    texts::{Texts, with_texts},
};

/// Returns all parts of each URL as written (section 5): a field for each name of [`url1738::PARTS`], with a list if a
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
    with_texts(column, |texts| {
        let mut columns: Vec<Column<'_>> =
            PARTS.iter().map(|part| Column::new(part.repeats(), texts)).collect();
        let mut places = Places::default();
        let mut valid = Vec::with_capacity(texts.len());
        texts.each(|row, text| {
            let url = text.and_then(|text| Url::parse_bytes(text).ok());
            valid.push(url.is_some());
            let Some(url) = url else { return };
            let at = Row::new(texts, row, url.as_str());
            url.each_part(&mut |part| {
                let column = places.of(part.part);
                if let Some(column) = column.and_then(|column| columns.get_mut(column)) {
                    column.piece(row, at, part.span);
                }
            });
        });
        let columns = columns
            .into_iter()
            .map(|column| column.finish(valid.len()))
            .collect::<Result<_, _>>()?;
        Ok(StructArray::try_new(fields(), columns, Some(NullBuffer::from(valid)))?)
    })
}

pub(crate) fn fields() -> Fields {
    let data_type = |part: &Part| if part.repeats() { list_of_texts() } else { DataType::Utf8View };
    PARTS.iter().map(|part| Field::new(part.name(), data_type(part), true)).collect()
}

/// The columns of the declarations seen so far: an address is compared faster than names.
#[derive(Default)]
struct Places {
    seen: Vec<(&'static Part, Option<usize>)>,
}

impl Places {
    /// Returns the number of the column of a part.
    fn of(&mut self, part: &'static Part) -> Option<usize> {
        let known = self.seen.iter().find(|(seen, _)| std::ptr::eq(*seen, part));
        if let Some((_, column)) = known {
            return *column;
        }
        let column = PARTS.iter().position(|other| other.name() == part.name());
        self.seen.push((part, column));
        column
    }
}

/// One field of the structure.
struct Column<'a> {
    pieces: Pieces<'a>,
    /// The number of pieces of each row so far, if the field is a list.
    lists: Option<Vec<usize>>,
}

impl<'a> Column<'a> {
    const fn new(list: bool, texts: Texts<'a>) -> Self {
        Self { pieces: Pieces::of(texts), lists: if list { Some(Vec::new()) } else { None } }
    }

    /// Takes a piece of a row; if there are several where one is expected, the first.
    fn piece(&mut self, row: usize, at: Row<'_>, span: Span) {
        match &mut self.lists {
            Some(lengths) => {
                if lengths.len() <= row {
                    lengths.resize(row.saturating_add(1), 0);
                }
                if let Some(length) = lengths.last_mut() {
                    *length = length.saturating_add(1);
                }
                self.pieces.piece(at, span);
            }
            None if self.pieces.len() <= row => {
                self.pieces.fill_to(row);
                self.pieces.piece(at, span);
            }
            None => {}
        }
    }

    fn finish(mut self, rows: usize) -> Result<ArrayRef, ColumnError> {
        let Some(mut lengths) = self.lists else {
            self.pieces.fill_to(rows);
            return Ok(Arc::new(self.pieces.finish()));
        };
        if lengths.is_empty() {
            return Ok(Arc::new(ListArray::new_null(item(), rows)));
        }
        lengths.resize(rows, 0);
        // A part that is absent is null, not an empty list.
        let nulls = lengths.iter().map(|count| *count > 0).collect();
        Ok(Arc::new(lists(self.pieces.finish(), &lengths, Some(nulls))?))
    }
}
