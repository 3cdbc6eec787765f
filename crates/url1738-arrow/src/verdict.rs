//! What a text is: a URL or not, and of which scheme; and the URLs in running text.

use arrow_array::{Array, BooleanArray, ListArray, StringViewArray};
use arrow_buffer::BooleanBuffer;
use url1738::Url;
use url1738_context::find_iter;

use crate::{
    errors::ColumnError,
    pieces::{PiecesBuilder, pieces_of},
    texts::{lists, texts},
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
    let texts = texts(column)?;
    // The text of a null row, which is empty, is tested, too: that is faster than a branch.
    let is_url = |row| Url::parse_bytes(texts.value(row)).is_ok();
    let values = BooleanBuffer::collect_bool(texts.len(), is_url);
    Ok(BooleanArray::new(values, texts.nulls().cloned()))
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
    pieces_of(column, |_, text| Some(Url::parse_bytes(text).ok()?.scheme().into()))
}

/// Returns the URLs in each text (Appendix), in order, valid or not: those that the text breaks over lines are joined.
///
/// A URL that was cut is null: one of more than 64 KiB, or one that may go on after a character that ends it.
///
/// ```
/// use url1738_arrow::{arrow_array::{StringArray, cast::AsArray}, urls_in};
///
/// let column = StringArray::from(vec!["see <URL:ftp://host.dom/a> and http://host.dom/b."]);
/// let found = urls_in(&column)?.value(0);
/// let found: Vec<_> = found.as_string_view().iter().collect();
/// assert_eq!(found, [Some("ftp://host.dom/a"), Some("http://host.dom/b")]);
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the column contains neither text nor bytes, or if there are more URLs than offsets of 32 bits can
/// count.
pub fn urls_in(column: &dyn Array) -> Result<ListArray, ColumnError> {
    let texts = texts(column)?;
    let mut pieces = PiecesBuilder::of(&texts);
    let mut lengths = Vec::with_capacity(texts.len());
    for (row, text) in texts.iter().enumerate() {
        let mut count = 0_usize;
        for found in text.into_iter().flat_map(find_iter) {
            count = count.saturating_add(1);
            // What is left of one that was cut may be valid, and is not what the text says.
            match found.is_truncated() {
                true => pieces.null(),
                false => pieces.piece(row, &found.url),
            }
        }
        lengths.push(text.map(|_| count));
    }
    lists(pieces.finish(), lengths)
}
