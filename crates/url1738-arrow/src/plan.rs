//! The access plans of URLs.

use arrow_array::{Array, ListArray, StructArray, builder::StringViewBuilder};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields};
use url1738::{
    Url,
    plan::{Plan, Refusal},
};

use crate::{
    errors::ColumnError,
    texts::{list_of_texts, lists, shared, texts},
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
    let mut plans = Plans::default();
    for text in &texts(column)? {
        let url = text.and_then(|text| Url::parse_bytes(text).ok());
        plans.push(url.map(|url| url.plan()));
    }
    plans.finish()
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
}

impl Plans {
    /// Appends a row; `None` if the text is not a URL.
    fn push(&mut self, access: Option<Result<Plan, Refusal>>) {
        self.valid.push(access.is_some());
        match access {
            Some(Ok(plan)) => {
                self.endpoint.append_value(plan.endpoint.to_string());
                for step in &plan.steps {
                    // `Display` masks passwords.
                    self.steps.texts.append_value(step.to_string());
                }
                self.steps.end_row(Some(plan.steps.len()));
                for warning in &plan.warnings {
                    self.warnings.texts.append_value(warning.code());
                }
                self.warnings.end_row(Some(plan.warnings.len()));
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
        let columns = vec![
            shared(self.endpoint.finish()),
            shared(self.steps.finish()?),
            shared(self.warnings.finish()?),
            shared(self.refused.finish()),
        ];
        Ok(StructArray::try_new(fields(), columns, Some(NullBuffer::from(self.valid)))?)
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
        self.lengths.push(texts.unwrap_or(0));
    }

    fn finish(mut self) -> Result<ListArray, ColumnError> {
        lists(self.texts.finish(), &self.lengths, Some(NullBuffer::from(self.valid)))
    }
}
