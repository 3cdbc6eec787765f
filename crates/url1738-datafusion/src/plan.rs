//! `url_plan`: the access plan of a URL.

use std::sync::Arc;

use arrow::{
    array::{ArrayRef, ListArray, StringViewArray, StringViewBuilder, StructArray},
    buffer::{NullBuffer, OffsetBuffer},
    datatypes::{DataType, Field, FieldRef, Fields},
};
use datafusion_common::{Result, arrow};
use url1738::{
    Url,
    plan::{Plan, Refusal},
};

use crate::{function::Function, texts::Texts, verdict::write};

pub(crate) fn functions() -> [Function; 1] {
    [Function::new(
        "url_plan(u)",
        DataType::Struct(fields()),
        plan,
        "The access plan: endpoint, steps, codes of warnings, or why access is refused. Null if u is not a URL.",
    )]
}

/// `endpoint`, `steps`, `warnings` and `refused`.
fn fields() -> Fields {
    let texts = || DataType::List(item());
    Fields::from(vec![
        Field::new("endpoint", DataType::Utf8View, true),
        Field::new("steps", texts(), true),
        Field::new("warnings", texts(), true),
        Field::new("refused", DataType::Utf8View, true),
    ])
}

fn item() -> FieldRef {
    Arc::new(Field::new_list_field(DataType::Utf8View, true))
}

fn plan(texts: Texts<'_>) -> Result<ArrayRef> {
    let mut plans = Plans::default();
    texts.each(|_, text| {
        plans.push(text.and_then(|text| Url::parse(text).ok()).map(|url| url.plan()));
    });
    plans.finish()
}

#[derive(Default)]
struct Plans {
    valid: Vec<bool>,
    endpoint: StringViewBuilder,
    steps: Lists,
    warnings: Lists,
    refused: StringViewBuilder,
    /// For what is formatted.
    words: String,
}

impl Plans {
    /// `None` for what is not a URL.
    fn push(&mut self, access: Option<core::result::Result<Plan, Refusal>>) {
        self.valid.push(access.is_some());
        match access {
            Some(Ok(plan)) => {
                write(&mut self.words, plan.endpoint(), &mut self.endpoint);
                for step in plan.steps() {
                    // Its plain form shows no password.
                    write(&mut self.words, step, &mut self.steps.texts);
                }
                self.steps.end_row(Some(plan.steps().len()));
                for warning in plan.warnings() {
                    self.warnings.texts.append_value(warning.code);
                }
                self.warnings.end_row(Some(plan.warnings().len()));
                self.refused.append_null();
            }
            other => {
                self.endpoint.append_null();
                self.steps.end_row(None);
                self.warnings.end_row(None);
                self.refused.append_option(other.and_then(|access| Some(access.err()?.reason)));
            }
        }
    }

    fn finish(mut self) -> Result<ArrayRef> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.endpoint.finish()),
            Arc::new(self.steps.finish()?),
            Arc::new(self.warnings.finish()?),
            Arc::new(self.refused.finish()),
        ];
        let nulls = NullBuffer::from(self.valid);
        Ok(Arc::new(StructArray::try_new(fields(), columns, Some(nulls))?))
    }
}

/// A list of texts a row.
#[derive(Default)]
struct Lists {
    texts: StringViewBuilder,
    lengths: Vec<usize>,
    valid: Vec<bool>,
}

impl Lists {
    /// Ends the row, which is null or has taken this many texts.
    fn end_row(&mut self, texts: Option<usize>) {
        self.valid.push(texts.is_some());
        self.lengths.push(texts.unwrap_or_default());
    }

    fn finish(mut self) -> Result<ListArray> {
        let texts: StringViewArray = self.texts.finish();
        let offsets = OffsetBuffer::from_lengths(self.lengths);
        let nulls = NullBuffer::from(self.valid);
        Ok(ListArray::try_new(item(), offsets, Arc::new(texts), Some(nulls))?)
    }
}
