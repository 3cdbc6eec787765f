//! The access plans of URLs.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, ListArray, StructArray, builder::StringViewBuilder};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields};
use url1738::{
    Url,
    plan::{Plan, Refusal},
};

use crate::{
    errors,
    errors::ColumnError,
    texts::{list_of_texts, lists, with_texts},
};

/// Returns the access plan of each URL (section 3): the fields `endpoint`, `steps`, `warnings` (their codes), and `refused`,
/// the reason if the URL has none. Null if the text is not a URL.
///
/// Passwords are masked.
///
/// ```
/// use url1738_arrow::{arrow_array::{StringArray, cast::AsArray}, plan};
///
/// let column = StringArray::from(vec!["ftp://joe:secret@host.dom/motd"]);
/// let plans = plan(&column)?;
/// let steps = plans.column_by_name("steps").unwrap().as_list::<i32>().value(0);
/// let steps: Vec<_> = steps.as_string_view().iter().flatten().collect();
/// assert_eq!(steps, ["USER joe", "PASS *** [if 331]", "TYPE I [guess]", "RETR motd"]);
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the column contains neither text nor bytes, or if there are more steps than offsets of 32 bits can
/// count.
pub fn plan(column: &dyn Array) -> Result<StructArray, ColumnError> {
    with_texts(column, |texts| {
        let mut plans = Plans::default();
        texts.each(|_, text| {
            let url = text.and_then(|text| Url::parse_bytes(text).ok());
            plans.push(url.map(|url| url.plan()));
        });
        plans.finish()
    })
}

pub(crate) fn fields() -> Fields {
    Fields::from(vec![
        Field::new("endpoint", DataType::Utf8View, true),
        Field::new("steps", list_of_texts(), true),
        Field::new("warnings", list_of_texts(), true),
        Field::new("refused", DataType::Utf8View, true),
    ])
}

#[derive(Default)]
struct Plans {
    valid: Vec<bool>,
    endpoint: StringViewBuilder,
    steps: Lists,
    warnings: Lists,
    refused: StringViewBuilder,
    /// Holds a formatted text before it is appended.
    words: String,
}

impl Plans {
    /// Appends a row; `None` if the text is not a URL.
    fn push(&mut self, access: Option<Result<Plan, Refusal>>) {
        self.valid.push(access.is_some());
        match access {
            Some(Ok(plan)) => {
                errors::append(&mut self.words, plan.endpoint(), &mut self.endpoint);
                for step in plan.steps() {
                    // `Display` masks passwords.
                    errors::append(&mut self.words, step, &mut self.steps.texts);
                }
                self.steps.end_row(Some(plan.steps().len()));
                for warning in plan.warnings() {
                    self.warnings.texts.append_value(warning.code());
                }
                self.warnings.end_row(Some(plan.warnings().len()));
                self.refused.append_null();
            }
            other => {
                self.endpoint.append_null();
                self.steps.end_row(None);
                self.warnings.end_row(None);
                self.refused.append_option(other.and_then(|access| Some(access.err()?.reason())));
            }
        }
    }

    fn finish(mut self) -> Result<StructArray, ColumnError> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.endpoint.finish()),
            Arc::new(self.steps.finish()?),
            Arc::new(self.warnings.finish()?),
            Arc::new(self.refused.finish()),
        ];
        let nulls = NullBuffer::from(self.valid);
        Ok(StructArray::try_new(fields(), columns, Some(nulls))?)
    }
}

/// A list of texts per row.
#[derive(Default)]
struct Lists {
    texts: StringViewBuilder,
    lengths: Vec<usize>,
    valid: Vec<bool>,
}

impl Lists {
    /// Ends a row with this many texts; `None` if it is null.
    fn end_row(&mut self, texts: Option<usize>) {
        self.valid.push(texts.is_some());
        self.lengths.push(texts.unwrap_or_default());
    }

    fn finish(mut self) -> Result<ListArray, ColumnError> {
        lists(self.texts.finish(), &self.lengths, Some(NullBuffer::from(self.valid)))
    }
}
