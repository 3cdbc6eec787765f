//! Why a kernel returns no column.

use arrow_schema::{ArrowError, DataType};
use url1738::PARTS;

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
    #[error("unknown part '{0}': expected one of {names}", names = names())]
    UnknownPart(String),
    /// The column of names has another length than the column of URLs.
    #[error("expected {expected} names of parts, found {found}")]
    Lengths {
        /// The rows of the column of URLs.
        expected: usize,
        /// The rows of the column of names.
        found: usize,
    },
    /// Arrow cannot hold the result: a list array has at most 2,147,483,647 items in all.
    #[error(transparent)]
    Arrow(#[from] ArrowError),
}

fn names() -> String {
    PARTS.iter().map(url1738::Part::name).collect::<Vec<_>>().join(", ")
}
