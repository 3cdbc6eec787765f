//! Lines of CDXJ and CDX files: a key, a timestamp, and what is known of a capture.

use std::borrow::Cow;

/// How the object begins of a WARC record with several URLs.
const SEVERAL: &[u8] = b"{\"urls\": ";

/// A capture of a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Captured<'l> {
    pub(super) url: Cow<'l, [u8]>,
    pub(super) timestamp: &'l [u8],
    /// What follows the timestamp: an object in CDXJ, columns in CDX.
    pub(super) json: &'l [u8],
}

/// Returns the capture of a line, or `None` for the header row of a CDX file and the metadata of a CDXJ file.
///
/// # Errors
/// Returns a message if the line has no URL.
pub(super) fn captured(line: &[u8]) -> Result<Option<Captured<'_>>, &'static str> {
    // ` CDX N b a m s k r M S V g`, `!OpenWayback-CDXJ 1.0`
    if line.starts_with(b" ") || line.starts_with(b"!") {
        return Ok(None);
    }
    let mut columns = line.splitn(3, |byte| *byte == b' ');
    let (Some(_key), Some(timestamp), Some(rest)) =
        (columns.next(), columns.next(), columns.next())
    else {
        return Err("not a line of a CDX file: expected key, timestamp and URL");
    };
    let url = match rest.first() {
        Some(b'{') => json_url(rest).map(Cow::Owned).ok_or(match rest.starts_with(SEVERAL) {
            true => "a record with more than one WARC-Target-URI",
            false => "not a line of a CDXJ file: no \"url\" in the object",
        })?,
        _ => Cow::Borrowed(rest.split(|byte| *byte == b' ').next().unwrap_or_default()),
    };
    Ok(Some(Captured { url, timestamp, json: rest }))
}

/// Returns the member `url` of an object.
fn json_url(object: &[u8]) -> Option<Vec<u8>> {
    let object: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(object).ok()?;
    Some(object.get("url")?.as_str()?.as_bytes().to_vec())
}
