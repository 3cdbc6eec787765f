//! `url_valid`, `url_scheme` and `url_error`: what a text is, and what is wrong with it.

use std::{fmt::Write as _, sync::Arc};

use arrow::{
    array::{ArrayRef, StringViewBuilder, StructArray, UInt32Builder},
    buffer::NullBuffer,
    datatypes::{DataType, Field, Fields},
};
use datafusion_common::{Result, arrow};
use url1738::{Error, Span, Url};

use crate::{
    function::Function,
    texts::{Pieces, Row, Texts},
};

pub(crate) fn functions() -> [Function; 3] {
    [
        Function::new(
            "url_valid(u)",
            DataType::Boolean,
            |texts| Ok(Arc::new(texts.test(|text| Url::parse(text).is_ok()))),
            "Whether u is a URL by RFC 1738.",
        ),
        Function::new(
            "url_scheme(u)",
            DataType::Utf8View,
            scheme,
            "The scheme of a URL, the ten of RFC 1738 in lower case; null if u is not a URL.",
        ),
        Function::new(
            "url_error(u)",
            DataType::Struct(error_fields()),
            error,
            "Why u is not a URL: part, rule, start and end in bytes, message; null if it is one.",
        ),
    ]
}

fn scheme(texts: Texts<'_>) -> Result<ArrayRef> {
    let mut pieces = Pieces::of(texts);
    texts.each(|row, text| match text.map(|text| (text, Url::parse(text))) {
        Some((text, Ok(url @ Url::Other(_)))) => {
            let end = u32::try_from(url.scheme().len()).unwrap_or_default();
            pieces.piece(Row::new(texts, row, text), Span::new(0, end));
        }
        Some((_, Ok(url))) => pieces.text(url.scheme()),
        _ => pieces.null(),
    });
    Ok(Arc::new(pieces.finish()))
}

/// `part`, `rule`, `start`, `end` and `message`.
fn error_fields() -> Fields {
    Fields::from(vec![
        Field::new("part", DataType::Utf8View, true),
        Field::new("rule", DataType::Utf8View, true),
        Field::new("start", DataType::UInt32, true),
        Field::new("end", DataType::UInt32, true),
        Field::new("message", DataType::Utf8View, true),
    ])
}

fn error(texts: Texts<'_>) -> Result<ArrayRef> {
    let mut errors = Errors::with_capacity(texts.len());
    texts.each(|_, text| errors.push(text.and_then(|text| Url::parse(text).err())));
    errors.finish()
}

/// The columns of the errors. Few of many texts are wrong, so nulls are what is mostly written.
struct Errors {
    valid: Vec<bool>,
    part: StringViewBuilder,
    rule: StringViewBuilder,
    start: UInt32Builder,
    end: UInt32Builder,
    message: StringViewBuilder,
    /// For what is formatted.
    words: String,
}

impl Errors {
    fn with_capacity(rows: usize) -> Self {
        // There are few parts, rules and messages: the same text is stored once.
        let texts = || StringViewBuilder::with_capacity(rows).with_deduplicate_strings();
        Self {
            valid: Vec::with_capacity(rows),
            part: texts(),
            rule: texts(),
            start: UInt32Builder::with_capacity(rows),
            end: UInt32Builder::with_capacity(rows),
            message: texts(),
            words: String::new(),
        }
    }

    fn push(&mut self, error: Option<Error>) {
        self.valid.push(error.is_some());
        let Some(error) = error else {
            self.part.append_null();
            self.rule.append_null();
            self.start.append_null();
            self.end.append_null();
            self.message.append_null();
            return;
        };
        self.part.append_value(error.part().name());
        write(&mut self.words, error.rule(), &mut self.rule);
        self.start.append_value(error.span().start);
        self.end.append_value(error.span().end);
        write(&mut self.words, error.message(), &mut self.message);
    }

    fn finish(mut self) -> Result<ArrayRef> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.part.finish()),
            Arc::new(self.rule.finish()),
            Arc::new(self.start.finish()),
            Arc::new(self.end.finish()),
            Arc::new(self.message.finish()),
        ];
        let nulls = NullBuffer::from(self.valid);
        Ok(Arc::new(StructArray::try_new(error_fields(), columns, Some(nulls))?))
    }
}

/// Appends what is displayed, by way of a text that is used again.
pub(crate) fn write(
    words: &mut String,
    value: impl std::fmt::Display,
    column: &mut StringViewBuilder,
) {
    words.clear();
    // A text takes whatever is written.
    let _ = write!(words, "{value}");
    column.append_value(&words);
}
