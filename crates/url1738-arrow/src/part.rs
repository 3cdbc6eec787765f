//! One part of each URL, by its name.

use arrow_array::{Array, StringViewArray};
use url1738::{PARTS, Span, Url};

use crate::{
    error::ColumnError,
    pieces::{Pieces, Row},
    texts::{Texts, with_texts},
};

/// Checks that a part of a URL has this name: one of [`url1738::PARTS`] (section 5).
///
/// ```
/// assert!(url1738_arrow::check_part("host").is_ok());
/// assert!(url1738_arrow::check_part("hots").is_err());
/// ```
///
/// # Errors
///
/// Returns an error if no part has this name. Its message lists the names.
pub fn check_part(name: &str) -> Result<(), ColumnError> {
    if PARTS.iter().any(|part| part.name() == name) {
        return Ok(());
    }
    Err(ColumnError::UnknownPart(name.to_owned()))
}

/// Returns the first part of this name in each URL (section 5), as written. Null if the URL has none, or if the text is not
/// a URL.
///
/// ```
/// use url1738_arrow::{arrow_array::StringArray, part};
///
/// let column = StringArray::from(vec!["ftp://joe@host.dom/a%20b/c", "mailto:joe@host.dom"]);
/// let hosts: Vec<_> = part(&column, "host")?.iter().map(|host| host.map(str::to_owned)).collect();
/// assert_eq!(hosts, [Some("host.dom".to_owned()), None]);
/// assert_eq!(part(&column, "fsegment")?.value(0), "a%20b");
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if no part has this name, or if the column contains neither text nor bytes.
pub fn part(column: &dyn Array, name: &str) -> Result<StringViewArray, ColumnError> {
    check_part(name)?;
    with_texts(column, |texts| {
        let mut pieces = Pieces::of(texts);
        texts.each(|row, text| append(texts, row, text, name, &mut pieces));
        Ok(pieces.finish())
    })
}

/// Like [`part`], but the name of the part is in a second column (section 5). Null if the name is null.
///
/// ```
/// use url1738_arrow::{arrow_array::StringArray, part_by_row};
///
/// let column = StringArray::from(vec!["ftp://joe@host.dom:2121/", "ftp://joe@host.dom:2121/"]);
/// let names = StringArray::from(vec!["port", "user"]);
/// let found = part_by_row(&column, &names)?;
/// assert_eq!(found.iter().collect::<Vec<_>>(), [Some("2121"), Some("joe")]);
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if no part has one of the names, if a column contains neither text nor bytes, or if the columns differ in
/// length.
pub fn part_by_row(column: &dyn Array, names: &dyn Array) -> Result<StringViewArray, ColumnError> {
    if column.len() != names.len() {
        return Err(ColumnError::Lengths { expected: column.len(), found: names.len() });
    }
    with_texts(names, |names| {
        let names = known(names)?;
        with_texts(column, |texts| {
            let mut pieces = Pieces::of(texts);
            texts.each(|row, text| match names.get(row) {
                Some(Some(name)) => append(texts, row, text, name, &mut pieces),
                _ => pieces.null(),
            });
            Ok(pieces.finish())
        })
    })
}

/// Returns the declared name of each row.
fn known(names: Texts<'_>) -> Result<Vec<Option<&'static str>>, ColumnError> {
    let mut known = Vec::with_capacity(names.len());
    let mut unknown = None;
    names.each(|_, name| {
        let declared = |name: &[u8]| PARTS.iter().find(|part| part.name().as_bytes() == name);
        let part = name.and_then(declared).map(url1738::Part::name);
        if part.is_none() && unknown.is_none() {
            unknown = name;
        }
        known.push(part);
    });
    match unknown {
        Some(name) => Err(ColumnError::UnknownPart(String::from_utf8_lossy(name).into_owned())),
        None => Ok(known),
    }
}

/// Appends the first part of this name.
fn append<'a>(
    texts: Texts<'a>,
    row: usize,
    text: Option<&'a [u8]>,
    name: &str,
    pieces: &mut Pieces<'_>,
) {
    let url = text.and_then(|text| Url::parse_bytes(text).ok());
    match url.and_then(|url| Some((url.as_str(), first(&url, name)?))) {
        Some((text, span)) => pieces.piece(Row::new(texts, row, text), span),
        None => pieces.null(),
    }
}

fn first(url: &Url<&str>, name: &str) -> Option<Span> {
    let mut found = None;
    url.each_part(&mut |at| {
        if found.is_none() && at.part.name() == name {
            found = Some(at.span);
        }
    });
    found
}
