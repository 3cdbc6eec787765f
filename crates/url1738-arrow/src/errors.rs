//! What is wrong with the texts that are not URLs, and why a kernel returns no column.

use std::borrow::Cow;

use arrow_array::{Array, StructArray, UInt32Array, builder::StringViewBuilder};
use arrow_schema::{ArrowError, DataType};
use url1738::{Error, Span, Url};

use crate::{
    parts::names,
    texts::{shared, structures, texts},
};

/// Returns the error of each text that is not a valid URL (section 5). Null if it is one, or if the row is null.
///
/// The fields are those of [`url1738::Error`]: `code`, `part`, `rule`, `start` and `end` (bytes in the text), `message` and
/// `help`. None contains a password.
///
/// ```
/// use url1738_arrow::{arrow_array::{Array, StringArray, cast::AsArray}, errors};
///
/// let column = StringArray::from(vec!["http://host.dom/~joe", "http://host.dom/%7Ejoe"]);
/// let errors = errors(&column)?;
/// assert!(errors.is_null(1));
/// let text = |name| errors.column_by_name(name).unwrap().as_string_view().value(0);
/// assert_eq!(text("code"), "tilde");
/// assert_eq!(text("part"), "hsegment");
/// assert_eq!(text("message"), "unexpected `~` in path segment");
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the column contains neither text nor bytes.
pub fn errors(column: &dyn Array) -> Result<StructArray, ColumnError> {
    let texts = texts(column)?;
    let errors: Vec<Option<Error>> =
        texts.iter().map(|text| Url::parse_bytes(text?).err()).collect();
    // There are few codes, parts, rules and messages: each text is stored once.
    let text = |of: fn(Error) -> Cow<'static, str>| {
        let mut texts = StringViewBuilder::with_capacity(errors.len()).with_deduplicate_strings();
        errors.iter().for_each(|error| texts.append_option(error.map(of)));
        shared(texts.finish())
    };
    let place = |of: fn(Span) -> u32| {
        let places = errors.iter().map(|error| error.map(|error| of(error.span())));
        shared(places.collect::<UInt32Array>())
    };
    let columns = [
        ("code", text(|error| error.code().into())),
        ("part", text(|error| error.part().name().into())),
        ("rule", text(|error| error.rule().to_string().into())),
        ("start", place(|span| span.start)),
        ("end", place(|span| span.end)),
        ("message", text(|error| error.message().to_string().into())),
        ("help", text(|error| error.help().to_string().into())),
    ];
    structures(columns, errors.iter().map(Option::is_some).collect())
}

/// Error of a column that a kernel cannot read, or of a result that Arrow cannot hold.
///
/// Texts that are not URLs (section 2.1) are not errors: their rows are null.
///
/// ```
/// use url1738_arrow::{ColumnError, part, valid};
/// use url1738_arrow::arrow_array::{Int32Array, StringArray};
///
/// let error = valid(&Int32Array::from(vec![1])).unwrap_err();
/// assert_eq!(error.to_string(), "expected a column of text or binary, found Int32");
///
/// let error = part(&StringArray::from(vec!["ftp://h"]), "hots").unwrap_err();
/// assert!(matches!(error, ColumnError::UnknownPart(name) if name == "hots"));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnError {
    /// The column contains neither text nor bytes.
    #[error("expected a column of text or binary, found {0}")]
    NotText(DataType),
    /// No URL has a part of this name.
    #[error("unknown part '{0}': expected one of {names}", names = names().collect::<Vec<_>>().join(", "))]
    UnknownPart(String),
    /// The column of names has another length than the column of URLs.
    #[error("expected {expected} names of parts, found {found}")]
    Lengths {
        /// The rows of the column of URLs.
        expected: usize,
        /// The rows of the column of names.
        found: usize,
    },
    /// Arrow cannot hold the texts or the result: a view has at most 4,294,967,295 bytes, and a list array at most
    /// 2,147,483,647 items in all.
    #[error(transparent)]
    Arrow(#[from] ArrowError),
}
