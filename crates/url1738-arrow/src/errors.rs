//! What is wrong with the texts that are not URLs, and why a kernel returns no column.

use arrow_array::{
    Array, StructArray,
    builder::{StringViewBuilder, UInt32Builder},
};
use arrow_buffer::NullBuffer;
use arrow_schema::{ArrowError, DataType, Field, Fields};
use url1738::{Error, Url};

use crate::{
    parts::names,
    texts::{shared, texts},
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
    let mut errors = Errors::with_capacity(texts.len());
    for text in &texts {
        errors.push(text.and_then(|text| Url::parse_bytes(text).err()));
    }
    errors.finish()
}

pub(crate) fn fields() -> Fields {
    let text = |name| Field::new(name, DataType::Utf8View, true);
    let number = |name| Field::new(name, DataType::UInt32, true);
    Fields::from(vec![
        text("code"),
        text("part"),
        text("rule"),
        number("start"),
        number("end"),
        text("message"),
        text("help"),
    ])
}

/// The columns of the errors. Few of many texts are wrong, so most rows are null.
struct Errors {
    valid: Vec<bool>,
    /// Code, part, rule, message and help.
    texts: [StringViewBuilder; 5],
    /// Start and end.
    places: [UInt32Builder; 2],
}

impl Errors {
    fn with_capacity(rows: usize) -> Self {
        // There are few codes, parts, rules and messages: each text is stored once.
        let texts = || StringViewBuilder::with_capacity(rows).with_deduplicate_strings();
        Self {
            valid: Vec::with_capacity(rows),
            texts: std::array::from_fn(|_| texts()),
            places: std::array::from_fn(|_| UInt32Builder::with_capacity(rows)),
        }
    }

    fn push(&mut self, error: Option<Error>) {
        self.valid.push(error.is_some());
        let Some(error) = error else {
            self.texts.iter_mut().for_each(StringViewBuilder::append_null);
            self.places.iter_mut().for_each(UInt32Builder::append_null);
            return;
        };
        let [code, part, rule, message, help] = &mut self.texts;
        code.append_value(error.code());
        part.append_value(error.part().name());
        rule.append_value(error.rule().to_string());
        message.append_value(error.message().to_string());
        help.append_value(error.help().to_string());
        let [start, end] = &mut self.places;
        start.append_value(error.span().start);
        end.append_value(error.span().end);
    }

    fn finish(self) -> Result<StructArray, ColumnError> {
        let [code, part, rule, message, help] = self.texts.map(|mut texts| shared(texts.finish()));
        let [start, end] = self.places.map(|mut places| shared(places.finish()));
        let columns = vec![code, part, rule, start, end, message, help];
        Ok(StructArray::try_new(fields(), columns, Some(NullBuffer::from(self.valid)))?)
    }
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
