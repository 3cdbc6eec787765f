//! The access plans of URLs.

use arrow_array::{Array, ArrayRef, StructArray, builder::StringViewBuilder};
use url1738::{Lint, Url, plan::Refusal};

use crate::{
    errors::ColumnError,
    texts::{lists, shared, structures, texts},
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
    let (mut valid, mut steps, mut warnings) = (Vec::new(), Lists::default(), Lists::default());
    let mut endpoints = StringViewBuilder::new();
    let mut refusals = StringViewBuilder::new();
    for text in &texts(column)? {
        let plan = text.and_then(|text| Url::parse_bytes(text).ok()).map(|url| url.plan());
        let refused = plan.as_ref().and_then(|plan| plan.as_ref().err());
        valid.push(plan.is_some());
        refusals.append_option(refused.map(Refusal::reason));
        let plan = plan.and_then(Result::ok);
        // `Display` masks passwords.
        endpoints.append_option(plan.as_ref().map(|plan| plan.endpoint.to_string()));
        steps.push(plan.as_ref().map(|plan| plan.steps.iter().map(ToString::to_string)));
        warnings.push(plan.as_ref().map(|plan| plan.warnings.iter().map(Lint::code)));
    }
    let columns = [
        ("endpoint", shared(endpoints.finish())),
        ("steps", steps.finish()?),
        ("warnings", warnings.finish()?),
        ("refused", shared(refusals.finish())),
    ];
    structures(columns, valid)
}

/// A list of texts per row.
#[derive(Default)]
struct Lists {
    texts: StringViewBuilder,
    /// How many texts are of each row; `None` if it is null.
    lengths: Vec<Option<usize>>,
}

impl Lists {
    fn push(&mut self, row: Option<impl ExactSizeIterator<Item = impl AsRef<str>>>) {
        self.lengths.push(row.as_ref().map(ExactSizeIterator::len));
        row.into_iter().flatten().for_each(|text| self.texts.append_value(text));
    }

    fn finish(mut self) -> Result<ArrayRef, ColumnError> {
        lists(self.texts.finish(), self.lengths).map(shared)
    }
}
