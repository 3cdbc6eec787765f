//! A stream and a reader give what the whole text gives, wherever it is divided.

use std::{
    collections::VecDeque,
    io,
    io::{ErrorKind, Read},
};

use proptest::{collection::vec, prelude::*, sample::select};
use url1738_context::{Finder, Form, Match, find_in, find_iter};

fn in_chunks(text: &[u8], sizes: &[usize]) -> Vec<Match<'static>> {
    let mut finder = Finder::new();
    let mut found = Vec::new();
    let mut rest = text;
    let mut sizes = sizes.iter().copied().cycle();
    while !rest.is_empty() {
        let (chunk, after) = rest.split_at(sizes.next().unwrap_or(1).clamp(1, rest.len()));
        found.extend(finder.push(chunk));
        rest = after;
    }
    found.extend(finder.finish());
    found
}

fn whole(text: &[u8]) -> Vec<Match<'static>> {
    find_iter(text).map(Match::into_owned).collect()
}

/// What texts are made of: the beginnings and ends of everything that is looked for.
const PARTS: [&str; 100] = [
    "\u{27e8}",
    "\u{27e9}",
    "\u{2010}\n  ",
    "\\~{}",
    "~~",
    "\u{e9}",
    "\u{2026}",
    "\u{2014}",
    "\u{2013}x",
    "\u{4f60}http://h/",
    "href=\"",
    "\x7f",
    "*",
    "\\n",
    "\n  /b/c ",
    "\u{2019}",
    "0123456789012345678901234567890123456789",
    "http://",
    "ftp://h",
    "mailto:a@b",
    "news:",
    "news:comp.lang.c",
    "<",
    ">",
    "<URL:",
    "URL:",
    "url: ",
    "&lt;",
    "&gt;",
    "&",
    "\"",
    "'",
    "`",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "/",
    "//",
    ":",
    "-",
    "--",
    ".",
    "..",
    ",",
    ";",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\n> ",
    "> ",
    "\n * ",
    "x",
    "html",
    "path/",
    "a.txt",
    "http:g",
    "ä",
    "\u{201c}",
    "\u{201d}",
    "\u{3002}",
    "=",
    " = ",
    "[12]",
    "\x0c",
    "[Page 22]\n",
    "RFC 1738   x   1994\n",
    "port",
    "www.",
    "@",
    "#f",
    "|",
    "\0",
    "\u{bb}",
    "\\",
    "\u{4f60}",
    "\u{2764}",
    "\u{2019}",
    "\u{203e}",
    "h.dom",
    "a@",
    "&#38;",
    "&#233;",
    "&#8217;",
    "~",
    "\x01",
    "3com://h",
    "%",
    "0123456789012345678901234567890123456789012345678901234567890123456789=\n",
    "mailto:",
    "http:\\/\\/h",
    "\\/",
    "\\u0026",
    "\\u00e9",
    "\\u003e",
];

/// Quotation marks that open or close.
const MARKS: [char; 13] = ['"', '\'', '`', '“', '”', '„', '‘', '’', '‚', '«', '»', '‹', '›'];

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn any_chunks_give_what_the_whole_gives(
        parts in vec(select(&PARTS[..]), 0..60),
        sizes in vec(1_usize..40, 1..8),
    ) {
        let text = parts.concat();
        prop_assert_eq!(in_chunks(text.as_bytes(), &sizes), whole(text.as_bytes()));
    }

    #[test]
    fn any_bytes_are_read(bytes in vec(any::<u8>(), 0..300), size in 1_usize..40) {
        prop_assert_eq!(in_chunks(&bytes, &[size]), whole(&bytes));
    }

    #[test]
    fn what_is_found_is_there(parts in vec(select(&PARTS[..]), 0..60)) {
        let text = parts.concat();
        let mut end = 0;
        for found in find_iter(text.as_bytes()) {
            prop_assert!(found.span.start >= end && found.span.end <= text.len());
            prop_assert!(found.whole.start <= found.span.start && found.whole.end >= found.span.end);
            end = found.span.end;
            let joined = match &found.fragment {
                Some(fragment) => format!("{}#{fragment}", found.url),
                None => found.url.to_string(),
            };
            // A space is in a URL only between quotation marks, also after `URL:`, and a line break in none.
            let quoted = found.form == Form::Quoted || text[found.whole.clone()].starts_with(MARKS);
            let spaced = |c: char| c.is_whitespace() && !(c == ' ' && quoted);
            prop_assert!(!found.url.contains(spaced), "{:?}", found);
            for (offset, byte) in joined.bytes().enumerate() {
                let (before, origin) = text.as_bytes().split_at(found.origin_of(offset..offset).start);
                // `-` is read where a formatter has its own hyphen at the end of a line.
                let typeset = byte == b'-' && origin.starts_with("\u{2010}".as_bytes());
                let escaped = before.rchunks(6).next().is_some_and(|last| last.contains(&b'\\'));
                prop_assert!(typeset || escaped || origin.first() == Some(&byte), "{:?}", found);
            }
            if !found.is_joined() {
                prop_assert_eq!(&text[found.span.clone()], joined);
            }
        }
    }
}

/// A digit after the second scheme was taken for a port of the first URL, unless a chunk ended before it.
#[test]
fn a_digit_after_a_scheme_in_a_list_is_not_a_port() {
    let text = b"http://h/,news:0123456789@h x";
    assert_eq!(whole(text)[0].url, "http://h/");
    assert_eq!(in_chunks(text, &[1]), whole(text));
}

/// NUL was taken for what closes a mark that has no closing one. The fuzz target found it.
#[test]
fn nul_closes_nothing() {
    let text = "\u{bb}wais://host.dom:70\0 and more".as_bytes();
    assert_eq!(whole(text)[0].whole, 0..20);
    for size in 1..text.len() {
        assert_eq!(in_chunks(text, &[size]), whole(text), "chunks of {size}");
    }
}

/// Cut before, within and after the second URL of a wrapper.
#[test]
fn a_wrapper_of_several_urls_is_cut_anywhere() {
    let text = b"see <URL:http://a/ ftp://b/c news:d.e> and <http://f/ , http://g/> and http://h/";
    assert_eq!(whole(text).len(), 6);
    for size in 1..text.len() {
        assert_eq!(in_chunks(text, &[size]), whole(text), "chunks of {size}");
        assert_eq!(in_chunks(text, &[size, text.len()]), whole(text), "cut at {size}");
    }
}

#[test]
fn what_an_iterator_leaves_comes_later() {
    let mut finder = Finder::new();
    let _ = finder.push(b"http://a/ http://b/ http://c/ ").next();
    let urls: Vec<_> = finder.push(b"x").map(|found| found.url.into_owned()).collect();
    assert_eq!(urls, ["http://b/", "http://c/"]);
    // The second in a wrapper, too.
    let words = "word ".repeat(2000);
    let _ =
        finder.push(format!("{words}<URL:http://d/ ftp://e/f#g news:h.i> and").as_bytes()).next();
    let urls: Vec<_> = finder.push(b" j").map(|found| found.url.into_owned()).collect();
    assert_eq!(urls, ["ftp://e/f", "news:h.i"]);
    assert_eq!(finder.finish().count(), 0);
}

#[test]
fn the_finder_holds_little() {
    let line = b"see <URL:ftp://info.cern.ch/pub/www/doc;type=d and more\n";
    let mut finder = Finder::new();
    let (mut most, mut found) = (0, 0);
    for _ in 0..40_000 {
        found += finder.push(line).count();
        most = most.max(finder.held());
    }
    found += finder.finish().count();
    assert_eq!(found, 40_000);
    assert!(most < 16 * 1024, "{most}");
}

#[test]
fn the_finder_holds_a_bounded_part_of_an_endless_url() {
    let mut finder = Finder::new();
    let _ = finder.push(b"http://h/").count();
    let mut most = 0;
    for _ in 0..10_000 {
        let _ = finder.push(&[b'a'; 100]).count();
        most = most.max(finder.held());
    }
    assert!(most < 200 * 1024, "{most}");
}

/// Debug of a search shows the length of the text, and nothing of it.
#[test]
fn a_search_is_shown_without_its_text() {
    let shown = format!("{:?}", find_iter(b"ftp://joe:hunter2@host.dom/"));
    assert!(shown.contains("Text(27 bytes)") && !shown.contains("hunter2"), "{shown}");
}

#[test]
fn what_is_held_is_what_may_belong_to_a_url() {
    let mut finder = Finder::new();
    assert_eq!(finder.held(), 0);
    assert_eq!(finder.push(b"see http://host").count(), 0);
    assert_eq!(finder.held(), 15);
    assert!(format!("{finder:?}").starts_with("Finder { held: 15,"), "{finder:?}");
    assert_eq!(finder.push(b".dom/ and more ").count(), 1);
    // Of text that was searched, only what may be the mark before a URL is kept.
    assert_eq!(finder.push(&b"words ".repeat(1000)).count(), 0);
    assert_eq!(finder.push(b"x").count(), 0);
    assert!((1..6000).contains(&finder.held()), "{}", finder.held());
    assert_eq!(finder.finish().count(), 0);
}

/// Returns one chunk or error per read.
struct Script(VecDeque<Result<Vec<u8>, ErrorKind>>);

impl Read for Script {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self.0.pop_front() {
            None => Ok(0),
            Some(Err(kind)) => Err(kind.into()),
            Some(Ok(chunk)) => {
                to[..chunk.len()].copy_from_slice(&chunk);
                Ok(chunk.len())
            }
        }
    }
}

fn script<const N: usize>(turns: [Result<&str, ErrorKind>; N]) -> Script {
    Script(turns.into_iter().map(|turn| turn.map(|text| text.as_bytes().to_vec())).collect())
}

#[test]
fn a_long_text_is_found_with_its_offsets() {
    let mut text = Vec::new();
    for number in 0..20_000 {
        let url = format!("x <URL:ftp://h/{number}/\n  a> \u{e4} http://h/{number}. ");
        text.extend(url.into_bytes());
        text.push(0xFF);
    }
    assert!(text.len() > 10 * 64 * 1024);
    let read: Vec<Match<'static>> = find_in(&*text).map(Result::unwrap).collect();
    assert!(read.iter().eq(&find_iter(&text).collect::<Vec<_>>()));
    let last = read.last().unwrap();
    assert_eq!(&text[last.span.clone()], b"http://h/19999");
}

#[test]
fn an_interrupted_read_is_repeated() {
    let interrupted = || Err(ErrorKind::Interrupted);
    let reader = script([interrupted(), Ok("ftp://h"), interrupted(), Ok("/a b"), interrupted()]);
    let urls: Vec<_> = find_in(reader).map(|found| found.unwrap().url).collect();
    assert_eq!(urls, ["ftp://h/a"]);
}

/// What is complete comes first; after the error there is nothing, although the reader has more.
#[test]
fn an_error_ends_the_search() {
    let broken = || Err(ErrorKind::ConnectionReset);
    let mut found = find_in(script([Ok("ftp://h/a, ftp://h/b"), broken(), Ok(" ftp://h/c ")]));
    assert_eq!(found.next().unwrap().unwrap().url, "ftp://h/a");
    assert_eq!(found.next().unwrap().unwrap_err().kind(), ErrorKind::ConnectionReset);
    assert!(found.next().is_none() && found.next().is_none());
}

#[test]
fn a_reader_may_be_borrowed() {
    let mut reader = "ftp://joe:s3cret@h/ ftp://h/".as_bytes();
    assert_eq!(find_in(&mut reader).count(), 2);
    assert!(reader.is_empty());
    assert!(find_in(io::empty()).next().is_none());
}
