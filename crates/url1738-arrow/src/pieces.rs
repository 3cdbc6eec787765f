//! Columns of pieces of the rows of another column, as views of its bytes.

use arrow_array::{Array, BinaryViewArray, StringViewArray, builder::StringViewBuilder};
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use url1738::Span;

use crate::{
    errors::ColumnError,
    texts::{addressable, texts},
};

/// Returns a column to which `append` has added one piece or null for each row of `column`, with its number and its text.
pub(crate) fn pieces_of(
    column: &dyn Array,
    mut append: impl FnMut(&mut PiecesBuilder<'_>, usize, Option<&[u8]>),
) -> Result<StringViewArray, ColumnError> {
    let texts = texts(column)?;
    let mut pieces = PiecesBuilder::of(&texts);
    texts.iter().enumerate().for_each(|(row, text)| append(&mut pieces, row, text));
    Ok(pieces.finish())
}

/// The text of a row that is a URL, or contains one, and its position in the column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceRow<'a> {
    text: &'a str,
    place: Option<Place>,
}

impl SourceRow<'_> {
    /// Moves the row to a text within it, which starts at this offset in bytes.
    pub(crate) fn starting_at(self, offset: u32) -> Self {
        let place = self.place.and_then(|Place { block, offset: start }| {
            Some(Place { block, offset: start.checked_add(offset)? })
        });
        Self { place, ..self }
    }
}

/// Position of the text of a row: the number of a buffer, and the offset in it in bytes.
#[derive(Clone, Copy, Debug)]
struct Place {
    block: u32,
    offset: u32,
}

/// A column of pieces. Nulls are appended late, many at once: most parts are absent from most rows.
#[derive(Debug)]
pub(crate) struct PiecesBuilder<'a> {
    texts: &'a BinaryViewArray,
    /// `None` before the first piece.
    builder: Option<StringViewBuilder>,
    /// For each buffer of the column its number in the builder, which has those that pieces are views of.
    blocks: Vec<Option<u32>>,
    len: usize,
}

impl<'a> PiecesBuilder<'a> {
    pub(crate) const fn of(texts: &'a BinaryViewArray) -> Self {
        Self { texts, builder: None, blocks: Vec::new(), len: 0 }
    }

    /// Returns a row whose text is, or contains, a URL.
    pub(crate) fn row<'t>(&self, row: usize, text: &'t str) -> SourceRow<'t> {
        let view = self.texts.views().get(row).map(|view| ByteView::from(*view));
        let view = view.filter(|view| view.length > MAX_INLINE_VIEW_LEN);
        SourceRow {
            text,
            place: view.map(|view| Place { block: view.buffer_index, offset: view.offset }),
        }
    }

    /// Returns the number of rows so far.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    fn builder(&mut self) -> &mut StringViewBuilder {
        let (texts, nulls) = (self.texts, self.len);
        self.builder.get_or_insert_with(|| {
            let mut builder = StringViewBuilder::with_capacity(texts.len());
            (0..nulls).for_each(|_| builder.append_null());
            builder
        })
    }

    /// Returns the number that a buffer of the column has in the builder.
    fn block(&mut self, number: u32) -> u32 {
        let (at, buffers) = (number as usize, self.texts.data_buffers());
        if let Some(Some(block)) = self.blocks.get(at) {
            return *block;
        }
        let block = buffers.get(at).map(|buffer| self.builder().append_block(addressable(buffer)));
        self.blocks.resize(buffers.len(), None);
        if let Some(known) = self.blocks.get_mut(at) {
            *known = block;
        }
        block.unwrap_or(number)
    }

    /// Appends nulls up to this number of rows.
    pub(crate) fn fill_to(&mut self, rows: usize) {
        let nulls = rows.saturating_sub(self.len);
        if let Some(builder) = &mut self.builder {
            (0..nulls).for_each(|_| builder.append_null());
        }
        self.len = self.len.saturating_add(nulls);
    }

    /// Appends a piece of the row.
    pub(crate) fn piece(&mut self, row: SourceRow<'_>, span: Span) {
        // Short texts are copied into the view, so the bytes need no second check.
        let place = row.place.filter(|_| span.len() > MAX_INLINE_VIEW_LEN);
        if let Some(Place { block, offset }) = place {
            let start = offset.saturating_add(span.start);
            let block = self.block(block);
            if self.builder().try_append_view(block, start, span.len()).is_ok() {
                self.len = self.len.saturating_add(1);
                return;
            }
        }
        self.text(span.slice(row.text));
    }

    /// Appends what became of the text of a row: a view of the row if that is unchanged.
    pub(crate) fn form(&mut self, row: usize, text: &[u8], form: &str) {
        match u32::try_from(text.len()) {
            Ok(end) if text == form.as_bytes() => {
                self.piece(self.row(row, form), Span::new(0, end));
            }
            _ => self.text(form),
        }
    }

    /// Appends a text that is not in the row; null if it is longer than a view can be.
    pub(crate) fn text(&mut self, text: &str) {
        let builder = self.builder();
        if builder.try_append_value(text).is_err() {
            builder.append_null();
        }
        self.len = self.len.saturating_add(1);
    }

    pub(crate) fn null(&mut self) {
        self.fill_to(self.len.saturating_add(1));
    }

    pub(crate) fn finish(self) -> StringViewArray {
        let Some(mut builder) = self.builder else { return StringViewArray::new_null(self.len) };
        builder.finish()
    }
}
