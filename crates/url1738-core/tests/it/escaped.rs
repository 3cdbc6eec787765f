//! The pieces of an escaped text: what separates, and what is data.

use url1738_core::{Escaped, GenericUrl, Span};

/// Texts with every kind of neighbour: separators at the ends, in a row and escaped, and digits beside escapes.
const TEXTS: [&str; 14] = [
    "",
    "/",
    "a",
    "a/b",
    "/a//b/",
    "a%2Fb/c",
    "%2F",
    "%2F/%2f",
    "2%222/2",
    "%25%252F/2F",
    "a=b&c=d",
    "&&=&==&a&",
    "FF%FFF/FFF",
    "0123456789abcdefg/%00%99%aa/",
];

/// The tokens of a text: escapes, and single characters.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (token, after) = rest.split_at(if rest.starts_with('%') { 3 } else { 1 });
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// The pieces between the tokens that are the separator.
fn model(text: &str, separator: u8) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for token in tokens(text) {
        if token.as_bytes() == [separator] {
            pieces.push(String::new());
        } else {
            pieces.last_mut().unwrap().push_str(token);
        }
    }
    pieces
}

#[test]
fn every_separator_divides_as_in_the_model() {
    for text in TEXTS {
        for separator in 0..=255 {
            let expected = model(text, separator);
            let escaped = Escaped::new_validated(text);
            assert!(escaped.split(separator).eq(expected.iter().map(String::as_str)), "{text}");
            let back: Vec<_> = escaped.split(separator).rev().collect();
            assert!(
                back.iter().rev().map(|it| it.as_str()).eq(expected.iter().map(String::as_str)),
                "{text}"
            );
            let (mut pieces, mut count) = (escaped.split(separator), 0);
            while pieces.next().is_some() {
                count += 1 + usize::from(pieces.next_back().is_some());
            }
            assert_eq!((count, pieces.next_back()), (expected.len(), None), "{text}");
            let once = escaped.split_once(separator);
            assert_eq!(once.is_some(), expected.len() > 1, "{text}");
            if let Some((before, after)) = once {
                assert_eq!(before, expected[0].as_str());
                assert!(after.split(separator).eq(expected[1..].iter().map(String::as_str)));
            }
        }
    }
}

/// The text may be of any origin; escapes that are not whole and letters outside US-ASCII stay as they are.
#[test]
fn any_text_is_divided() {
    let pieces = |text, separator| -> Vec<&str> {
        Escaped::new_validated(text).split(separator).map(Escaped::as_str).collect()
    };
    assert_eq!(pieces("ä/%/%4/ö", b'/'), ["ä", "%", "%4", "ö"]);
    assert_eq!(pieces("äö", 0xC3), ["äö"]);
    assert_eq!(pieces("äö", 0xB6), ["äö"]);
}

#[test]
fn pairs_have_two_sides() {
    let pairs = |text| -> Vec<(&str, Option<&str>)> {
        let pairs = Escaped::new_validated(text).pairs();
        let texts = |(a, b): (Escaped<'static>, Option<Escaped<'static>>)| {
            (a.as_str(), b.map(Escaped::as_str))
        };
        let forward: Vec<_> = pairs.clone().map(texts).collect();
        let back = pairs.rev().map(texts).collect::<Vec<_>>();
        assert!(back.iter().rev().eq(&forward), "{text}");
        forward
    };
    assert_eq!(pairs(""), []);
    assert_eq!(pairs("&&"), []);
    assert_eq!(pairs("a"), [("a", None)]);
    assert_eq!(pairs("a="), [("a", Some(""))]);
    assert_eq!(pairs("="), [("", Some(""))]);
    assert_eq!(pairs("=b"), [("", Some("b"))]);
    assert_eq!(pairs("a=b&c=d"), [("a", Some("b")), ("c", Some("d"))]);
    assert_eq!(pairs("a==&&b=c=d&e"), [("a", Some("=")), ("b", Some("c=d")), ("e", None)]);
    assert_eq!(pairs("a%3Db=c%26d&e+f"), [("a%3Db", Some("c%26d")), ("e+f", None)]);
}

/// The pieces live as long as the text, not as long as what they were taken from.
#[test]
fn pieces_outlive_the_url() {
    fn last<'a>(text: &'a str) -> (Escaped<'a>, impl Iterator, impl Iterator) {
        let path = GenericUrl::parse(text).unwrap().path().unwrap();
        (path.split(b'/').next_back().unwrap(), path.split(b'/'), path.pairs())
    }
    let (name, split, pairs) = last("x-a://h/pub/a%20b");
    assert_eq!((name.decode_utf8().unwrap().as_ref(), split.count(), pairs.count()), ("a b", 2, 1));
}

#[test]
fn pieces_equal_those_of_str_split() {
    let texts = (0..100_usize).flat_map(|len| {
        (1..7_usize).map(move |every| {
            let byte = |at: usize| if at % every == every - 1 { '/' } else { 'a' };
            (0..len).map(byte).collect::<String>()
        })
    });
    for text in texts {
        let all = Span::new(0, u32::try_from(text.len()).unwrap());
        let theirs: Vec<_> = text.split('/').collect();
        let ours: Vec<_> = all.split(&text, b'/').map(|span| span.slice(&text)).collect();
        assert_eq!(ours, theirs);
        let back: Vec<_> = all.split(&text, b'/').rev().map(|span| span.slice(&text)).collect();
        assert!(back.iter().rev().eq(&theirs), "{text}");
        // Pieces taken alternately from both ends must not overlap.
        let (mut pieces, mut count) = (all.split(&text, b'/'), 0);
        while pieces.next().is_some() {
            count += 1 + usize::from(pieces.next_back().is_some());
        }
        assert_eq!(count, theirs.len(), "{text}");
    }
}
