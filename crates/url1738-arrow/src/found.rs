//! The URLs in running text.

use std::borrow::Cow;

use arrow_array::{Array, ListArray};
use url1738::Span;
use url1738_context::{Match, find_iter};

use crate::{
    error::ColumnError,
    lists::lists,
    pieces::{Pieces, Row},
    texts::with_texts,
};

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
    with_texts(column, |texts| {
        let mut pieces = Pieces::of(texts);
        let mut lengths = Vec::with_capacity(texts.len());
        texts.each(|row, text| {
            let mut count = 0_usize;
            for found in text.into_iter().flat_map(find_iter) {
                count = count.saturating_add(1);
                match (&found.url, start(&found)) {
                    // What is left of it may be valid, and is not what the text says.
                    _ if found.is_truncated() => pieces.null(),
                    (Cow::Borrowed(url), Some(start)) => {
                        let row = Row::new(texts, row, url).starting_at(start);
                        let end = u32::try_from(url.len()).unwrap_or(u32::MAX);
                        pieces.piece(row, Span::new(0, end));
                    }
                    (url, _) => pieces.text(url),
                }
            }
            lengths.push(count);
        });
        lists(pieces.finish(), &lengths, texts.nulls().cloned())
    })
}

/// Returns the offset of the URL in the text, in bytes.
fn start(found: &Match<'_>) -> Option<u32> {
    u32::try_from(found.span.start).ok()
}
