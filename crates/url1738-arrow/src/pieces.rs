//! Columns of pieces of the rows of another column, as views of its bytes.

use arrow_array::{StringViewArray, builder::StringViewBuilder};
use arrow_data::MAX_INLINE_VIEW_LEN;
use url1738::Span;

use crate::texts::{Place, Texts};

/// The text of a row that is a URL, or contains one, and its position in the column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a> {
    text: &'a str,
    place: Option<Place>,
}

impl<'a> Row<'a> {
    pub(crate) fn new(texts: Texts<'_>, row: usize, text: &'a str) -> Self {
        Self { text, place: texts.place(row) }
    }

    /// Moves the row to a text within it, which starts at this offset in bytes.
    pub(crate) fn starting_at(self, offset: u32) -> Self {
        let place = self.place.and_then(|Place { block, offset: start }| {
            Some(Place { block, offset: start.checked_add(offset)? })
        });
        Self { place, ..self }
    }
}

/// A column of pieces. Nulls are appended late, many at once: most parts are absent from most rows.
#[derive(Debug)]
pub(crate) struct Pieces<'a> {
    texts: Texts<'a>,
    /// The builder with the buffers of the column; `None` before the first piece.
    builder: Option<StringViewBuilder>,
    len: usize,
}

impl<'a> Pieces<'a> {
    pub(crate) const fn of(texts: Texts<'a>) -> Self {
        Self { texts, builder: None, len: 0 }
    }

    /// Returns the number of rows so far.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    fn builder(&mut self) -> &mut StringViewBuilder {
        let (texts, nulls) = (self.texts, self.len);
        self.builder.get_or_insert_with(|| {
            let mut builder = StringViewBuilder::with_capacity(texts.len());
            texts.for_each_block(|block| {
                builder.append_block(block);
            });
            (0..nulls).for_each(|_| builder.append_null());
            builder
        })
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
    pub(crate) fn piece(&mut self, row: Row<'_>, span: Span) {
        // Short texts are copied into the view, so the bytes need no second check.
        let place = row.place.filter(|_| span.len() > MAX_INLINE_VIEW_LEN);
        if let Some(Place { block, offset }) = place {
            let start = offset.saturating_add(span.start);
            if self.builder().try_append_view(block, start, span.len()).is_ok() {
                self.len = self.len.saturating_add(1);
                return;
            }
        }
        self.text(span.slice(row.text));
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
