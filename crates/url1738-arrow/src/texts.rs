//! The columns that kernels read, text and bytes in all layouts of Arrow, and columns of lists of texts.

use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, BooleanArray, LargeBinaryArray,
    LargeStringArray, ListArray, StringArray, StringViewArray, builder::BinaryViewBuilder,
    cast::AsArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use arrow_schema::{ArrowError, DataType, Field, FieldRef};

use crate::errors::ColumnError;

/// A column of texts, as bytes. Only what is valid UTF-8 can be a URL.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Texts<'a> {
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a StringViewArray),
    Binary(&'a BinaryArray),
    LargeBinary(&'a LargeBinaryArray),
    BinaryView(&'a BinaryViewArray),
}

/// Evaluates one expression for the array of any layout.
macro_rules! each {
    ($texts:expr, $array:ident => $value:expr) => {
        match $texts {
            Texts::Utf8($array) => $value,
            Texts::LargeUtf8($array) => $value,
            Texts::Utf8View($array) => $value,
            Texts::Binary($array) => $value,
            Texts::LargeBinary($array) => $value,
            Texts::BinaryView($array) => $value,
        }
    };
}

/// Returns the bytes of a text, or bytes as they are.
fn bytes<T: AsRef<[u8]> + ?Sized>(text: &T) -> &[u8] {
    text.as_ref()
}

/// The buffers of a builder of views have fewer bytes.
const MAX_BLOCK: usize = u32::MAX as usize;

/// Calls `kernel` with the texts of a column. Dictionaries are unpacked first, into views of their values.
///
/// # Errors
///
/// Returns an error if the column contains neither text nor bytes, or the error of `kernel`.
pub(crate) fn with_texts<R>(
    column: &dyn Array,
    kernel: impl FnOnce(Texts<'_>) -> Result<R, ColumnError>,
) -> Result<R, ColumnError> {
    match column.data_type() {
        DataType::Dictionary(..) => kernel(Texts::of(&unpacked(column)?)?),
        DataType::Null => kernel(Texts::Utf8View(&StringViewArray::new_null(column.len()))),
        _ => kernel(Texts::of(column)?),
    }
}

/// Returns a dictionary as a column of views into its values.
fn unpacked(column: &dyn Array) -> Result<BinaryViewArray, ColumnError> {
    let not_text = || ColumnError::NotText(column.data_type().clone());
    let dictionary = column.as_any_dictionary_opt().ok_or_else(not_text)?;
    let values = Texts::of(dictionary.values()).map_err(|_| not_text())?;
    if values.len() == 0 {
        return Ok(BinaryViewArray::new_null(column.len()));
    }
    let mut views = BinaryViewBuilder::with_capacity(column.len());
    values.for_each_block(|block| {
        views.append_block(block);
    });
    let nulls = column.logical_nulls();
    for (row, value) in dictionary.normalized_keys().into_iter().enumerate() {
        if nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            views.append_null();
            continue;
        }
        let text = values.value(value);
        let viewed = values.place(value).is_some_and(|Place { block, offset }| {
            let len = u32::try_from(text.len()).unwrap_or(u32::MAX);
            views.try_append_view(block, offset, len).is_ok()
        });
        if !viewed {
            views.try_append_value(text)?;
        }
    }
    Ok(views.finish())
}

impl<'a> Texts<'a> {
    fn of(column: &'a dyn Array) -> Result<Self, ColumnError> {
        Ok(match column.data_type() {
            DataType::Utf8 => Self::Utf8(column.as_string()),
            DataType::LargeUtf8 => Self::LargeUtf8(column.as_string()),
            DataType::Utf8View => Self::Utf8View(column.as_string_view()),
            DataType::Binary => Self::Binary(column.as_binary()),
            DataType::LargeBinary => Self::LargeBinary(column.as_binary()),
            DataType::BinaryView => Self::BinaryView(column.as_binary_view()),
            other => return Err(ColumnError::NotText(other.clone())),
        })
    }

    pub(crate) fn len(self) -> usize {
        each!(self, array => array.len())
    }

    pub(crate) fn nulls(self) -> Option<&'a NullBuffer> {
        each!(self, array => array.nulls())
    }

    fn value(self, row: usize) -> &'a [u8] {
        each!(self, array => bytes(array.value(row)))
    }

    /// Calls `visit` with the number and the text of each row; `None` if it is null.
    pub(crate) fn each(self, mut visit: impl FnMut(usize, Option<&'a [u8]>)) {
        each!(self, array => for (row, text) in array.iter().enumerate() {
            visit(row, text.map(bytes));
        });
    }

    /// Returns a truth value per row; null if the row is.
    ///
    /// The text of a null row is tested, too, which is faster than a branch.
    pub(crate) fn test(self, test: impl Fn(&[u8]) -> bool) -> BooleanArray {
        let values = each!(self, array => {
            BooleanBuffer::collect_bool(array.len(), |row| test(bytes(array.value(row))))
        });
        BooleanArray::new(values, self.nulls().cloned())
    }

    /// Returns the position of the text of a row in the blocks; `None` if it is in none of them.
    pub(crate) fn place(self, row: usize) -> Option<Place> {
        fn in_values<O: TryInto<u32> + Copy>(offsets: &[O], row: usize) -> Option<Place> {
            let offset = (*offsets.get(row)?).try_into().ok()?;
            Some(Place { block: 0, offset })
        }
        fn in_view(views: &[u128], row: usize) -> Option<Place> {
            let ByteView { length, buffer_index, offset, .. } = ByteView::from(*views.get(row)?);
            let inline = length <= MAX_INLINE_VIEW_LEN;
            (!inline).then_some(Place { block: buffer_index, offset })
        }
        match self {
            Self::Utf8(array) => in_values(array.value_offsets(), row),
            Self::LargeUtf8(array) => in_values(array.value_offsets(), row),
            Self::Utf8View(array) => in_view(array.views(), row),
            Self::Binary(array) => in_values(array.value_offsets(), row),
            Self::LargeBinary(array) => in_values(array.value_offsets(), row),
            Self::BinaryView(array) => in_view(array.views(), row),
        }
    }

    /// Calls `each` with the buffers of the column, so that views of its texts need no copy.
    ///
    /// Of a buffer that is larger than views can address, that is the part which they can.
    pub(crate) fn for_each_block(self, mut each: impl FnMut(Buffer)) {
        let mut cut = |buffer: &Buffer| {
            let len = buffer.len().min(MAX_BLOCK.saturating_sub(1));
            each(buffer.slice_with_length(0, len));
        };
        match self {
            Self::Utf8(array) => cut(array.values()),
            Self::LargeUtf8(array) => cut(array.values()),
            Self::Utf8View(array) => array.data_buffers().iter().for_each(cut),
            Self::Binary(array) => cut(array.values()),
            Self::LargeBinary(array) => cut(array.values()),
            Self::BinaryView(array) => array.data_buffers().iter().for_each(cut),
        }
    }
}

/// Position of the text of a row: the number of a buffer, and the offset in it in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) block: u32,
    pub(crate) offset: u32,
}

/// Returns a column as a shared pointer, as kernels that are chosen at run time return it.
pub(crate) fn shared(column: impl Array + 'static) -> ArrayRef {
    Arc::new(column)
}

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
