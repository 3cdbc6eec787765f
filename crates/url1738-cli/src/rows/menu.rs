//! Gopher menus: a line is an item (RFC 1436, section 3.8).

use std::borrow::Cow;

use super::{Row, Values};

/// Returns the item of a line, or `None` for an information, an error, and the dot at the end.
pub(super) fn row(line: &[u8]) -> Result<Option<Row<'_>>, String> {
    let Some((kind, rest)) = line.split_at_checked(1) else { return Ok(None) };
    if matches!(kind, b"i" | b"3") || line == b"." {
        return Ok(None);
    }
    let mut fields = rest.split(|byte| *byte == b'\t');
    let (title, selector) = (fields.next().unwrap_or_default(), fields.next());
    // What such a link leads to is read as it is, so that its errors are reported.
    let linked = selector.and_then(|selector| selector.strip_prefix(b"URL:"));
    let url = match linked.filter(|_| kind == b"h") {
        Some(url) => Cow::Borrowed(url),
        None => {
            let item = url1738_client::Row::of_menu(line);
            let url =
                item.url.ok_or("not an item of a menu: expected title, selector, host and port")?;
            url.into_string().into_bytes().into()
        }
    };
    let values = Values::Item { kind, title };
    Ok(Some(Row { url, timestamp: None, rest: None, values }))
}
