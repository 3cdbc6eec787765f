//! The columns that the functions read: the three string types of Arrow, and pieces of their rows.

use arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, ByteView, LargeStringArray, MAX_INLINE_VIEW_LEN,
    StringArray, StringArrayType, StringViewArray, StringViewBuilder,
};
use arrow::buffer::{BooleanBuffer, NullBuffer};
use arrow::datatypes::DataType;
use datafusion_common::{Result, arrow, exec_err};
use url1738::Span;

/// A column of texts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Texts<'a> {
    /// Offsets of 32 bits.
    Utf8(&'a StringArray),
    /// Offsets of 64 bits.
    Large(&'a LargeStringArray),
    /// Views into buffers.
    View(&'a StringViewArray),
}

/// The same expression for the array of every type.
macro_rules! each {
    ($texts:expr, $array:ident => $value:expr) => {
        match $texts {
            Texts::Utf8($array) => $value,
            Texts::Large($array) => $value,
            Texts::View($array) => $value,
        }
    };
}

impl<'a> Texts<'a> {
    /// Returns the column, by its type.
    ///
    /// # Errors
    ///
    /// Returns an error if it holds no texts; the signatures of the functions keep that from happening.
    pub(crate) fn new(column: &'a ArrayRef) -> Result<Self> {
        Ok(match column.data_type() {
            DataType::Utf8 => Self::Utf8(column.as_string()),
            DataType::LargeUtf8 => Self::Large(column.as_string()),
            DataType::Utf8View => Self::View(column.as_string_view()),
            other => {
                return exec_err!("a column of texts was expected, and this is one of {other}");
            }
        })
    }

    pub(crate) fn len(self) -> usize {
        each!(self, array => array.len())
    }

    pub(crate) fn nulls(self) -> Option<&'a NullBuffer> {
        each!(self, array => array.nulls())
    }

    /// Calls `visit` with the number and the text of each row; none if it is null.
    pub(crate) fn each(self, visit: impl FnMut(usize, Option<&'a str>)) {
        each!(self, array => array.iter().enumerate().for_each(pair(visit)));
    }

    /// A truth value a row; null where the row is.
    ///
    /// What is in a null row is looked at, too, which is cheaper than to ask.
    pub(crate) fn test(self, test: impl Fn(&str) -> bool) -> BooleanArray {
        fn collect<'a, A: StringArrayType<'a>>(
            array: A,
            test: impl Fn(&str) -> bool,
        ) -> BooleanBuffer {
            BooleanBuffer::collect_bool(array.len(), |row| test(array.value(row)))
        }
        BooleanArray::new(each!(self, array => collect(array, test)), self.nulls().cloned())
    }

    /// Returns where the text of a row lies, if not in the row itself.
    fn place(self, row: usize) -> Option<Place> {
        match self {
            Self::Utf8(array) => {
                let offset = u32::try_from(*array.value_offsets().get(row)?).ok()?;
                Some(Place { block: 0, offset })
            }
            Self::Large(array) => {
                let offset = u32::try_from(*array.value_offsets().get(row)?).ok()?;
                (array.values().len() < MAX_BLOCK).then_some(Place { block: 0, offset })
            }
            Self::View(array) => {
                let ByteView { length, buffer_index, offset, .. } =
                    ByteView::from(*array.views().get(row)?);
                let inline = length <= MAX_INLINE_VIEW_LEN;
                (!inline).then_some(Place { block: buffer_index, offset })
            }
        }
    }

    /// Returns a builder with the buffers of this column, so that pieces of its rows need no copy.
    fn builder(self) -> StringViewBuilder {
        let mut builder = StringViewBuilder::with_capacity(self.len());
        match self {
            Self::Utf8(array) => {
                builder.append_block(array.values().clone());
            }
            Self::Large(array) if array.values().len() < MAX_BLOCK => {
                builder.append_block(array.values().clone());
            }
            Self::Large(_) => {}
            Self::View(array) => {
                for buffer in array.data_buffers() {
                    builder.append_block(buffer.clone());
                }
            }
        }
        builder
    }
}

/// What a view can point into.
const MAX_BLOCK: usize = u32::MAX as usize;

fn pair<A, B>(mut visit: impl FnMut(A, B)) -> impl FnMut((A, B)) {
    move |(a, b)| visit(a, b)
}

/// Where the text of a row lies: the number of a buffer, and the offset in it.
#[derive(Clone, Copy, Debug)]
struct Place {
    block: u32,
    offset: u32,
}

/// A row of the column that pieces are taken of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a> {
    text: &'a str,
    place: Option<Place>,
}

impl<'a> Row<'a> {
    pub(crate) fn new(texts: Texts<'a>, row: usize, text: &'a str) -> Self {
        Self { text, place: texts.place(row) }
    }

    pub(crate) const fn text(self) -> &'a str {
        self.text
    }
}

/// A column of pieces of the rows of another, which views the bytes of that one.
#[derive(Debug)]
pub(crate) struct Pieces {
    builder: StringViewBuilder,
}

impl Pieces {
    pub(crate) fn of(texts: Texts<'_>) -> Self {
        Self { builder: texts.builder() }
    }

    /// A piece of the row.
    pub(crate) fn piece(&mut self, row: Row<'_>, span: Span) {
        if let Some(Place { block, offset }) = row.place {
            let start = offset.saturating_add(span.start);
            if self.builder.try_append_view(block, start, span.len()).is_ok() {
                return;
            }
        }
        self.builder.append_value(span.slice(row.text));
    }

    /// A text that is not in the row.
    pub(crate) fn text(&mut self, text: &str) {
        self.builder.append_value(text);
    }

    pub(crate) fn null(&mut self) {
        self.builder.append_null();
    }

    pub(crate) fn finish(mut self) -> StringViewArray {
        self.builder.finish()
    }
}
