//! `url_normalize` and `url_repair`: URLs written anew.

use std::sync::Arc;

use arrow::{
    array::{ArrayRef, StringViewBuilder},
    datatypes::DataType,
};
use datafusion_common::arrow;
use url1738::Url;

use crate::{function::Function, texts::Texts};

pub(crate) fn functions() -> [Function; 2] {
    [
        Function::new(
            "url_normalize(u)",
            DataType::Utf8View,
            |texts| Ok(rewritten(texts, |text| Some(Url::parse(text).ok()?.normalize()))),
            "The normal form of a URL, by which equivalent URLs are equal; null if u is not a URL.",
        ),
        Function::new(
            "url_repair(u)",
            DataType::Utf8View,
            |texts| Ok(rewritten(texts, |text| Some(Url::repair(text).ok()?.url))),
            "u repaired, without a fragment; null if nothing repairs it.",
        ),
    ]
}

fn rewritten(texts: Texts<'_>, rewrite: impl Fn(&str) -> Option<Url>) -> ArrayRef {
    let mut column = StringViewBuilder::with_capacity(texts.len());
    texts.each(|_, text| match text.and_then(&rewrite) {
        Some(url) => column.append_value(url.as_str()),
        None => column.append_null(),
    });
    Arc::new(column.finish())
}
