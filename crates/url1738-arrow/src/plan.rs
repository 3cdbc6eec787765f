//! The access plans of URLs.

use arrow_array::{Array, StructArray, builder::StringViewBuilder};
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
                self.steps.lengths.push(Some(plan.steps.len()));
                for warning in &plan.warnings {
                    self.warnings.texts.append_value(warning.code());
                }
                self.warnings.lengths.push(Some(plan.warnings.len()));
                self.refused.append_null();
            }
            other => {
                self.endpoint.append_null();
                self.steps.lengths.push(None);
                self.warnings.lengths.push(None);
                self.refused.append_option(other.and_then(|access| Some(access.err()?.reason())));
            }
        }
    }

    fn finish(mut self) -> Result<StructArray, ColumnError> {
        let columns = vec![
            shared(self.endpoint.finish()),
            shared(lists(self.steps.texts.finish(), self.steps.lengths)?),
            shared(lists(self.warnings.texts.finish(), self.warnings.lengths)?),
            shared(self.refused.finish()),
        ];
        Ok(StructArray::try_new(fields(), columns, Some(NullBuffer::from(self.valid)))?)
    }
}

/// A list of texts per row.
#[derive(Default)]
struct Lists {
    texts: StringViewBuilder,
    /// How many texts are of each row; `None` if it is null.
    lengths: Vec<Option<usize>>,
}
