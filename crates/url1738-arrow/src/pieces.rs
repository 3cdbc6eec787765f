//! Columns of pieces of the rows of another column, as views of its bytes.

use std::borrow::Cow;

use arrow_array::{Array, BinaryViewArray, StringViewArray, builder::StringViewBuilder};
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};

use crate::{
    errors::ColumnError,
    texts::{addressable, texts},
};

/// Returns a column with what `piece` returns for the number and the text of each row; null for a null row.
pub(crate) fn pieces_of(
    column: &dyn Array,
    mut piece: impl for<'t> FnMut(usize, &'t [u8]) -> Option<Cow<'t, str>>,
) -> Result<StringViewArray, ColumnError> {
    let texts = texts(column)?;
    let mut pieces = PiecesBuilder::of(&texts);
    for (row, text) in texts.iter().enumerate() {
        match text.and_then(|text| piece(row, text)) {
            Some(piece) => pieces.piece(row, &piece),
            None => pieces.null(),
        }
    }
    Ok(pieces.finish())
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

    /// Appends a piece of the row, or what became of it: a view of the row if the bytes are there. Null if it is longer than a
    /// view can be.
    pub(crate) fn piece(&mut self, row: usize, piece: &str) {
        let is_view = self.place(row, piece).is_some_and(|(block, start, len)| {
            let block = self.block(block);
            self.builder().try_append_view(block, start, len).is_ok()
        });
        if !is_view && self.builder().try_append_value(piece).is_err() {
            self.builder().append_null();
        }
        self.len = self.len.saturating_add(1);
    }

    /// Returns where the bytes of a piece are: the number of a buffer of the column, the offset in it, and how many there are.
    fn place(&self, row: usize, piece: &str) -> Option<(u32, u32, u32)> {
        let len = u32::try_from(piece.len()).ok()?;
        // Short texts are copied into the view, so the bytes need no second check.
        if len <= MAX_INLINE_VIEW_LEN {
            return None;
        }
        let view = ByteView::from(*self.texts.views().get(row)?);
        let text = self.texts.value(row);
        // A piece of the row has an address in it: in `ftp://host.dom/a-long-name`, the name begins 15 bytes after it. A row
        // that is unchanged may be a copy.
        let offset = match text.as_ptr_range().contains(&piece.as_ptr()) {
            true => piece.as_ptr().addr().saturating_sub(text.as_ptr().addr()),
            false if piece.as_bytes() == text => 0,
            false => return None,
        };
        let offset = u32::try_from(offset).ok()?;
        Some((view.buffer_index, view.offset.checked_add(offset)?, len))
    }

    pub(crate) fn null(&mut self) {
        self.fill_to(self.len.saturating_add(1));
    }

    pub(crate) fn finish(self) -> StringViewArray {
        let Some(mut builder) = self.builder else { return StringViewArray::new_null(self.len) };
        builder.finish()
    }
}
