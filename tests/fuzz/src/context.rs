//! URLs in running text.

use url1738::Url;
use url1738_context::{Finder, Match, find_iter};

/// Every match is in the text, in order. A stream of the text finds the same matches, wherever it is cut.
pub fn context(bytes: &[u8]) {
    // The first bytes say where the stream is cut.
    let (cuts, text) = bytes.split_at(bytes.len().min(4));
    let found: Vec<Match<'_>> = find_iter(text).collect();
    let mut at = 0;
    for one in &found {
        assert_found(text, one);
        assert!(at <= one.span.start, "overlap at {at}: {one:?}");
        at = one.span.end;
    }
    let mut finder = Finder::new();
    let (mut streamed, mut rest) = (Vec::new(), text);
    for cut in cuts.iter().cycle().take(text.len()) {
        if rest.is_empty() {
            break;
        }
        let (chunk, tail) = rest.split_at(usize::from(*cut).clamp(1, rest.len()));
        streamed.extend(finder.push(chunk));
        rest = tail;
        assert!(finder.held() <= text.len());
    }
    streamed.extend(finder.push(rest));
    streamed.extend(finder.finish());
    assert_eq!(streamed, found, "{}", text.escape_ascii());
}

fn assert_found(text: &[u8], found: &Match<'_>) {
    let (span, whole) = (found.span.clone(), found.whole.clone());
    assert!(
        whole.start <= span.start && span.start < span.end && span.end <= whole.end,
        "{found:?}"
    );
    assert!(whole.end <= text.len(), "{found:?}");
    let written = &text[span.clone()];
    if !found.is_joined() {
        let fragment = found.fragment.as_ref().map_or(String::new(), |it| format!("#{it}"));
        let expected = format!("{}{fragment}", found.url);
        assert_eq!(String::from_utf8_lossy(written), expected, "{found:?}");
    }
    let len = found.url.len() + found.fragment.as_ref().map_or(0, |fragment| fragment.len() + 1);
    let mut before = span.start;
    for offset in 0..len {
        let origin = found.origin(offset);
        assert!(before <= origin && origin <= span.end, "{found:?}: {offset} at {origin}");
        before = origin;
    }
    // Numeric character references of HTML remain.
    assert!(!found.url.replace("&#", "&").contains('#'), "{found:?}");
    let _ = Url::parse(&found.url);
}
