//! The columns that kernels read, text and bytes in all layouts of Arrow, as views; and columns of lists of texts and of structures.

use std::{ops::Range, sync::Arc};

use arrow_array::{
    Array, ArrayRef, BinaryViewArray, GenericByteArray, ListArray, StringViewArray, StructArray,
    builder::BinaryViewBuilder,
    cast::AsArray,
    types::{BinaryType, ByteArrayType, LargeBinaryType, LargeUtf8Type, Utf8Type},
};
use arrow_buffer::{ArrowNativeType as _, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use arrow_schema::{ArrowError, DataType, Field};

use crate::errors::ColumnError;

/// Returns the texts of a column, as bytes: only what is valid UTF-8 can be a URL.
///
/// All layouts become views of the bytes of the column, so that a kernel reads one layout, and its pieces can be views of the
/// same bytes. A view has 16 bytes, which takes less time to write than the text to parse.
///
/// # Errors
///
/// Returns an error if the column contains neither text nor bytes.
pub(crate) fn texts(column: &dyn Array) -> Result<BinaryViewArray, ColumnError> {
    match column.data_type() {
        DataType::Utf8 => viewed(column.as_bytes::<Utf8Type>()),
        DataType::LargeUtf8 => viewed(column.as_bytes::<LargeUtf8Type>()),
        DataType::Binary => viewed(column.as_bytes::<BinaryType>()),
        DataType::LargeBinary => viewed(column.as_bytes::<LargeBinaryType>()),
        DataType::Utf8View => narrowed(column.as_string_view().clone().to_binary_view()),
        DataType::BinaryView => narrowed(column.as_binary_view().clone()),
        DataType::Dictionary(..) => unpacked(column),
        DataType::Null => Ok(BinaryViewArray::new_null(column.len())),
        other => Err(ColumnError::NotText(other.clone())),
    }
}

/// Returns views of the texts of a column.
fn viewed<T: ByteArrayType>(column: &GenericByteArray<T>) -> Result<BinaryViewArray, ColumnError> {
    let mut views = BinaryViewBuilder::with_capacity(column.len());
    let offsets = column.value_offsets();
    let [first, last] =
        [offsets.first(), offsets.last()].map(|it| it.map_or(0, |it| it.as_usize()));
    // A chunk has the bytes of its rows: the result of all chunks keeps those of the column once.
    let block = views.append_block(addressable(&within(column.values(), first..last)));
    for (text, offset) in column.iter().zip(offsets) {
        let Some(text) = text else {
            views.append_null();
            continue;
        };
        let text: &[u8] = text.as_ref();
        let offset = offset.as_usize().saturating_sub(first);
        let place = u32::try_from(offset).ok().zip(u32::try_from(text.len()).ok());
        let is_viewed = |(at, len)| views.try_append_view(block, at, len).is_ok();
        // A column of more than 4 GiB has texts that no view reaches.
        if !place.is_some_and(is_viewed) {
            views.try_append_value(text)?;
        }
    }
    Ok(views.finish())
}

/// Returns a column with the bytes of its rows alone, as [`viewed`] does. The view of a null row, which other programs leave
/// undefined, becomes that of an empty text.
fn narrowed(column: BinaryViewArray) -> Result<BinaryViewArray, ColumnError> {
    let mut needed = vec![Range { start: u32::MAX, end: 0 }; column.data_buffers().len()];
    for (row, view) in column.views().iter().enumerate() {
        let view = ByteView::from(*view);
        if let Some(range) = needed_of(&mut needed, &view).filter(|_| column.is_valid(row)) {
            range.start = range.start.min(view.offset);
            range.end = range.end.max(view.offset.saturating_add(view.length));
        }
    }
    let (views, blocks, nulls) = column.into_parts();
    let moved = |(row, view): (usize, &u128)| {
        let mut view = ByteView::from(*view);
        if nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            view = ByteView::default();
        }
        if let Some(range) = needed_of(&mut needed, &view) {
            view.offset = view.offset.saturating_sub(range.start);
        }
        u128::from(view)
    };
    let views: ScalarBuffer<u128> = views.iter().enumerate().map(moved).collect();
    let blocks = blocks.iter().zip(needed);
    let blocks =
        blocks.map(|(block, Range { start, end })| within(block, start as usize..end as usize));
    Ok(BinaryViewArray::try_new(views, blocks.collect::<Vec<_>>(), nulls)?)
}

/// Returns the bytes that are needed of the block of a text, unless the view holds the text.
fn needed_of<'a>(needed: &'a mut [Range<u32>], view: &ByteView) -> Option<&'a mut Range<u32>> {
    needed.get_mut(view.buffer_index as usize).filter(|_| view.length > MAX_INLINE_VIEW_LEN)
}

/// Returns the part of a buffer that views can address.
pub(crate) fn addressable(buffer: &Buffer) -> Buffer {
    // A builder of views takes only buffers with fewer bytes than this.
    const MOST: usize = u32::MAX as usize;
    within(buffer, 0..MOST.saturating_sub(1))
}

/// Returns the bytes of a range, or those that the buffer has: that of a column without rows may have none.
fn within(buffer: &Buffer, range: Range<usize>) -> Buffer {
    let [start, end] = [range.start, range.end].map(|at| at.min(buffer.len()));
    buffer.slice_with_length(start, end.saturating_sub(start))
}

/// Returns a dictionary as a column of the views of its values.
fn unpacked(column: &dyn Array) -> Result<BinaryViewArray, ColumnError> {
    let not_text = || ColumnError::NotText(column.data_type().clone());
    let dictionary = column.as_any_dictionary_opt().ok_or_else(not_text)?;
    let values = texts(dictionary.values()).map_err(|_| not_text())?;
    if values.is_empty() {
        return Ok(BinaryViewArray::new_null(column.len()));
    }
    #[expect(clippy::indexing_slicing, reason = "INVARIANT: a normalized key is that of a value")]
    let view = |key: usize| values.views()[key];
    let views: ScalarBuffer<u128> = dictionary.normalized_keys().into_iter().map(view).collect();
    let blocks = values.data_buffers().to_vec();
    Ok(BinaryViewArray::try_new(views, blocks, column.logical_nulls())?)
}

/// Returns a column as a shared pointer, as kernels that are chosen at run time return it.
pub(crate) fn shared(column: impl Array + 'static) -> ArrayRef {
    Arc::new(column)
}

/// Returns a column of lists, from the number of texts in each row; `None` if the row is null.
///
/// # Errors
///
/// Returns an error if there are more texts than offsets of 32 bits can count.
pub(crate) fn lists(
    texts: StringViewArray,
    lengths: impl IntoIterator<Item = Option<usize>>,
) -> Result<ListArray, ColumnError> {
    let (mut offsets, mut valid, mut end) = (vec![0_i32], Vec::new(), 0_usize);
    for length in lengths {
        end = end.saturating_add(length.unwrap_or(0));
        offsets.push(i32::try_from(end).map_err(|_| ArrowError::OffsetOverflowError(end))?);
        valid.push(length.is_some());
    }
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    let item = Arc::new(Field::new_list_field(DataType::Utf8View, true));
    Ok(ListArray::try_new(item, offsets, Arc::new(texts), Some(NullBuffer::from(valid)))?)
}

/// Returns a column of structures, from the name and the column of each field; null in the rows that are not `valid`.
pub(crate) fn structures<'a>(
    columns: impl IntoIterator<Item = (&'a str, ArrayRef)>,
    valid: Vec<bool>,
) -> Result<StructArray, ColumnError> {
    let field = |(name, column): (&str, ArrayRef)| {
        (Field::new(name, column.data_type().clone(), true), column)
    };
    let (fields, columns): (Vec<_>, Vec<_>) = columns.into_iter().map(field).unzip();
    Ok(StructArray::try_new(fields.into(), columns, Some(NullBuffer::from(valid)))?)
}
