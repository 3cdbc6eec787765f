//! The laws of repair, for one text of any kind.

use url1738::{Change, Repaired, Url};

/// A repair gives a URL that needs none, reports every change in order, and the changes are all it did; an
/// error is within the text.
pub(crate) fn assert_repair(text: &[u8]) {
    let shown = String::from_utf8_lossy(text);
    let inside = |start: u32, end: u32| start <= end && end as usize <= text.len();
    match Url::repair_bytes(text) {
        Ok(Repaired { url, changes, .. }) => {
            assert_eq!(Url::parse(url.as_str()), Ok(url.view()), "{shown}");
            let again = Url::repair(url.as_str()).unwrap_or_else(|error| panic!("{url}: {error}"));
            assert!(again.changes.is_empty() && again.url == url, "{shown}: {again:?}");
            assert!(changes.iter().all(|change| inside(change.span.start, change.span.end)));
            assert_eq!(applied(text, &changes), url.as_str().as_bytes(), "{shown}: {changes:?}");
        }
        Err(error) => {
            let span = error.span();
            assert!(inside(span.start, span.end), "{shown}: {error:?}");
        }
    }
}

/// The text with the changes made, which do not overlap and are in order.
pub(crate) fn applied(text: &[u8], changes: &[Change]) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), 0);
    for change in changes {
        let range = change.span.range();
        assert!(at <= range.start, "changes out of order: {changes:?}");
        out.extend(&text[at..range.start]);
        out.extend(change.text.as_bytes());
        at = range.end;
    }
    out.extend(&text[at..]);
    out
}
