//! `urls_in`: the URLs that are in running text.

use std::{borrow::Cow, sync::Arc};

use arrow::{
    array::{ArrayRef, ListArray},
    buffer::{NullBuffer, OffsetBuffer},
    datatypes::{DataType, Field, FieldRef},
};
use datafusion_common::{Result, arrow};
use url1738::Span;
use url1738_context::{Match, find_iter};

use crate::{
    function::Function,
    texts::{Pieces, Row, Texts},
};

pub(crate) fn functions() -> [Function; 1] {
    [Function::new(
        "urls_in(text)",
        DataType::List(item()),
        urls_in,
        "The URLs in a text, in order, joined where the text breaks them, valid or not. One of more than 64 KiB is NULL.",
    )]
}

fn item() -> FieldRef {
    Arc::new(Field::new_list_field(DataType::Utf8View, true))
}

fn urls_in(texts: Texts<'_>) -> Result<ArrayRef> {
    let mut pieces = Pieces::of(texts);
    let mut lengths = Vec::with_capacity(texts.len());
    texts.each(|row, text| {
        let Some(text) = text else { return lengths.push(0) };
        let row = Row::new(texts, row, text);
        let found = find_iter(text.as_bytes()).map(|found| match place(&found) {
            // What is left of it may be valid, and is not what the text says.
            _ if found.is_truncated() => pieces.null(),
            Some(span) => pieces.piece(row, span),
            None => pieces.text(&found.url),
        });
        lengths.push(found.count());
    });
    let offsets = OffsetBuffer::from_lengths(lengths);
    let nulls: Option<NullBuffer> = texts.nulls().cloned();
    Ok(Arc::new(ListArray::try_new(item(), offsets, Arc::new(pieces.finish()), nulls)?))
}

/// Returns where the URL is in the text, if it is there as it is.
fn place(found: &Match<'_>) -> Option<Span> {
    let Cow::Borrowed(url) = found.url else { return None };
    let start = u32::try_from(found.span.start).ok()?;
    let len = u32::try_from(url.len()).ok()?;
    Some(Span::new(start, start.checked_add(len)?))
}
