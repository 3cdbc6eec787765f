//! `url_parts`: all parts of a URL as a structure.

use std::sync::Arc;

use arrow::{
    array::{ArrayRef, ListArray, StructArray},
    buffer::{NullBuffer, OffsetBuffer},
    datatypes::{DataType, Field, FieldRef, Fields},
};
use datafusion_common::{Result, arrow};
use url1738::{Span, Url};

use crate::{
    function::Function,
    names,
    texts::{Pieces, Row, Texts},
};

pub(crate) fn functions() -> [Function; 1] {
    [Function::new(
        "url_parts(u)",
        DataType::Struct(fields()),
        parts,
        "All parts as written, a field each; those that a scheme repeats are lists. Null if u is not a URL.",
    )]
}

/// Returns a field for each name: a list of texts where a URL can have several of it, else a text.
fn fields() -> Fields {
    let data_type = |list: bool| if list { DataType::List(item()) } else { DataType::Utf8View };
    names::all().map(|(name, list)| Field::new(name, data_type(list), true)).collect()
}

/// Returns what is in the lists.
fn item() -> FieldRef {
    Arc::new(Field::new_list_field(DataType::Utf8View, true))
}

fn parts(texts: Texts<'_>) -> Result<ArrayRef> {
    let mut columns: Vec<Column> = names::all().map(|(_, list)| Column::new(list, texts)).collect();
    let mut valid = Vec::with_capacity(texts.len());
    texts.each(|row, text| {
        let url = text.and_then(|text| Url::parse(text).ok());
        valid.push(url.is_some());
        if let (Some(text), Some(url)) = (text, &url) {
            let row = Row::new(texts, row, text);
            url.each_part(&mut |at| {
                let column = names::position(at.part.name());
                if let Some(column) = column.and_then(|at| columns.get_mut(at)) {
                    column.piece(row, at.span);
                }
            });
        }
        columns.iter_mut().for_each(Column::end_row);
    });
    let columns = columns.into_iter().map(Column::finish).collect::<Result<_>>()?;
    Ok(Arc::new(StructArray::try_new(fields(), columns, Some(NullBuffer::from(valid)))?))
}

/// One field of the structure.
struct Column {
    pieces: Pieces,
    /// How many pieces this row has.
    here: usize,
    /// How many each row has, where the field is a list.
    lists: Option<Vec<usize>>,
}

impl Column {
    fn new(list: bool, texts: Texts<'_>) -> Self {
        let lists = list.then(|| Vec::with_capacity(texts.len()));
        Self { pieces: Pieces::of(texts), here: 0, lists }
    }

    /// Takes a piece of this row; of several where one is expected, the first.
    fn piece(&mut self, row: Row<'_>, span: Span) {
        if self.lists.is_some() || self.here == 0 {
            self.pieces.piece(row, span);
        }
        self.here = self.here.saturating_add(1);
    }

    fn end_row(&mut self) {
        match &mut self.lists {
            Some(lists) => lists.push(self.here),
            None if self.here == 0 => self.pieces.null(),
            None => {}
        }
        self.here = 0;
    }

    fn finish(self) -> Result<ArrayRef> {
        let texts = Arc::new(self.pieces.finish());
        let Some(lists) = self.lists else { return Ok(texts) };
        // A part that is not there is null, and no empty list.
        let nulls = lists.iter().map(|count| *count > 0).collect();
        let offsets = OffsetBuffer::from_lengths(lists);
        Ok(Arc::new(ListArray::try_new(item(), offsets, texts, Some(nulls))?))
    }
}
