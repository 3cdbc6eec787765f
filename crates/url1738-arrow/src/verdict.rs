//! What a text is: a URL or not, and of which scheme.

use arrow_array::{Array, BooleanArray, StringViewArray};
use url1738::{Span, Url};

use crate::{
    error::ColumnError,
    pieces::{Pieces, Row},
    texts::with_texts,
};

/// Returns whether each text is a valid URL (section 5). Null if the row is null.
///
/// ```
/// use url1738_arrow::{arrow_array::StringArray, valid};
///
/// let column = StringArray::from(vec![Some("ftp://host.dom/motd"), Some("http://host.dom/~joe"), None]);
/// let found: Vec<_> = valid(&column)?.iter().collect();
/// assert_eq!(found, [Some(true), Some(false), None]);
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the column contains neither text nor bytes.
pub fn valid(column: &dyn Array) -> Result<BooleanArray, ColumnError> {
    with_texts(column, |texts| Ok(texts.test(|text| Url::parse_bytes(text).is_ok())))
}

/// Returns the scheme of each URL (section 2.1), the ten of RFC 1738 in lower case. Null if the text is not a URL.
///
/// ```
/// use url1738_arrow::{arrow_array::StringArray, scheme};
///
/// let column = StringArray::from(vec!["FTP://host.dom/motd", "x-db:orders", "orders"]);
/// let found = scheme(&column)?;
/// assert_eq!(found.iter().collect::<Vec<_>>(), [Some("ftp"), Some("x-db"), None]);
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the column contains neither text nor bytes.
pub fn scheme(column: &dyn Array) -> Result<StringViewArray, ColumnError> {
    with_texts(column, |texts| {
        let mut pieces = Pieces::of(texts);
        texts.each(|row, text| match text.map(Url::parse_bytes) {
            Some(Ok(url @ Url::Other(_))) => {
                let end = u32::try_from(url.scheme().len()).unwrap_or_default();
                pieces.piece(Row::new(texts, row, url.as_str()), Span::new(0, end));
            }
            Some(Ok(url)) => pieces.text(url.scheme()),
            _ => pieces.null(),
        });
        Ok(pieces.finish())
    })
}
