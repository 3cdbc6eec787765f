//! Columns of lists of texts.

use std::sync::Arc;

use arrow_array::{ListArray, StringViewArray};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef};

use crate::error::ColumnError;

/// Returns the type of a column of lists of texts.
pub(crate) fn list_of_texts() -> DataType {
    DataType::List(item())
}

/// Returns the field of the texts in a list.
pub(crate) fn item() -> FieldRef {
    Arc::new(Field::new_list_field(DataType::Utf8View, true))
}

/// Returns a column of lists, from the number of texts in each row.
///
/// # Errors
///
/// Returns an error if there are more texts than offsets of 32 bits can count.
pub(crate) fn lists(
    texts: StringViewArray,
    lengths: &[usize],
    nulls: Option<NullBuffer>,
) -> Result<ListArray, ColumnError> {
    let mut offsets = Vec::with_capacity(lengths.len().saturating_add(1));
    let mut end = 0_usize;
    offsets.push(0_i32);
    for length in lengths {
        end = end.saturating_add(*length);
        offsets.push(i32::try_from(end).map_err(|_| ArrowError::OffsetOverflowError(end))?);
    }
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    Ok(ListArray::try_new(item(), offsets, Arc::new(texts), nulls)?)
}
