//! Captures: the lines of CDX and CDXJ files.

use std::borrow::Cow;

use super::{BOM, Members, Row, member};

/// What a legend begins with, after the delimiter of the columns.
const LEGEND: &[u8] = b"CDX";

/// The columns of lines without a legend: the URL comes third.
const DEFAULT: [&[u8]; 4] = [
    b" CDX N b a m s k r M S V g",
    b" CDX N b a m s k r M V g",
    b" CDX N b a m s k r V g",
    // The answer of a CDX server.
    b" CDX N b a m s k S",
];

/// The letters of columns with a name.
const NAMES: [(&str, &str); 13] = [
    ("urlkey", "NA"),
    ("timestamp", "b"),
    ("url", "a"),
    ("mime", "m"),
    ("status", "s"),
    ("digest", "k"),
    ("redirect", "r"),
    ("robotflags", "M"),
    ("length", "S"),
    ("offset", "Vv"),
    ("filename", "g"),
    ("ip", "e"),
    ("checksum", "c"),
];

/// How the object begins of a WARC record that is broken, with the reason.
const FAULT: &[u8] = b"{\"fault\": ";

/// Returns the legend with which a text begins: ` CDX N b a m s k r M S V g`.
pub(super) fn legend(text: &[u8]) -> Option<&[u8]> {
    let text = text.strip_prefix(BOM).unwrap_or(text);
    let line = text.split(|byte| *byte == b'\n').next()?;
    let (delimiter, names) = line.split_first()?;
    let is_legend = !delimiter.is_ascii_alphanumeric() && names.starts_with(LEGEND);
    (is_legend && names.get(LEGEND.len()) == Some(delimiter)).then(|| line.trim_ascii_end())
}

/// Returns the offset of the next legend after the beginning of a text.
pub(super) fn next_legend(text: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(text, LEGEND).filter_map(|at| at.checked_sub(1)).find(|at| {
        *at > 0 && text.get(at - 1) == Some(&b'\n') && legend(text.split_at(*at).1).is_some()
    })
}

/// Returns the capture of a line, or `None` for a legend and for the metadata of a CDXJ file.
pub(super) fn row<'l>(line: &'l [u8], legend: Option<&'l [u8]>) -> Result<Option<Row<'l>>, String> {
    // ` CDX N b a m s k r M S V g`, `!OpenWayback-CDXJ 1.0`
    if line.starts_with(b"!") || self::legend(line).is_some() {
        return Ok(None);
    }
    let mut pieces = line.splitn(3, |byte| *byte == b' ');
    let first = (pieces.next(), pieces.next(), pieces.next());
    if let (Some(key), Some(timestamp), Some(rest)) = first
        && rest.starts_with(b"{")
    {
        let members: Members<'_> = serde_json::from_slice(rest)
            .map_err(|_| "not a line of a CDXJ file: after the time comes no object in JSON")?;
        let url = member(&members, "url");
        let fault = || match member(&members, "fault").filter(|_| rest.starts_with(FAULT)) {
            Some(fault) => String::from_utf8_lossy(&fault).into_owned(),
            None => "not a line of a CDXJ file: no \"url\" in the object".to_owned(),
        };
        let url = url.map(Cow::into_owned).ok_or_else(fault)?;
        let cells = [(&b"urlkey"[..], key), (b"timestamp", timestamp)].into_iter();
        let cells = cells.filter(|(_, value)| *value != b"-");
        let cells = cells.map(|(name, value)| (name, value.into())).collect();
        return Ok(Some(Row { rest: Some(rest), members, ..Row::new(url.into(), cells) }));
    }
    if legend.is_none() && first.2.is_none() {
        return Err("not a line of a CDX file: expected key, timestamp and URL".to_owned());
    }
    let delimiter = legend.and_then(<[u8]>::first).copied().unwrap_or(b' ');
    let count = line.split(|byte| *byte == delimiter).count();
    let of_count = |legend: &&[u8]| letters(legend).count() == count;
    let legend = legend.or_else(|| DEFAULT.into_iter().find(of_count)).unwrap_or(DEFAULT[0]);
    let values = line.split(|byte| *byte == delimiter);
    let known = letters(legend).zip(values).filter(|(_, value)| *value != b"-");
    // A value is found by its letter, too.
    let columns: Vec<_> = known.flat_map(|(it, value)| [(it, value), (name(it), value)]).collect();
    let column = |name: &[u8]| columns.iter().find(|(it, _)| *it == name).map(|(_, it)| *it);
    let url = column(b"url").ok_or(
        "the legend of the CDX file has no column `a`, the URL, or the line ends before it",
    )?;
    let rest = column(b"timestamp").and_then(|timestamp| {
        let end = timestamp.as_ptr().addr() - line.as_ptr().addr() + timestamp.len();
        line.get(end + 1..)
    });
    let cells = columns.into_iter().map(|(name, value)| (name, value.into())).collect();
    Ok(Some(Row { rest, ..Row::new(url.into(), cells) }))
}

/// Returns the letters of the columns in a legend.
fn letters(legend: &[u8]) -> impl Iterator<Item = &[u8]> {
    let delimiter = legend.first().copied().unwrap_or(b' ');
    // Before the first delimiter is nothing, and after it `CDX`.
    legend.split(move |byte| *byte == delimiter).skip(2)
}

/// Returns the name of a column by its letter, which is the name of all others.
fn name(letter: &[u8]) -> &[u8] {
    let known =
        NAMES.iter().find(|(_, letters)| letters.as_bytes().windows(1).any(|it| it == letter));
    known.map_or(letter, |(name, _)| name.as_bytes())
}
