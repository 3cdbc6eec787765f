//! A reader gives what the whole text gives.

use std::{
    collections::VecDeque,
    io::{self, ErrorKind, Read},
};

use url1738_context::{Match, find_in, find_iter};

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
fn the_reader_and_the_text_stay_hidden() {
    let mut reader = "ftp://joe:s3cret@h/ ftp://h/".as_bytes();
    let mut found = find_in(&mut reader);
    assert!(found.next().is_some());
    let shown = format!("{found:?}");
    assert!(shown.starts_with("FindIn { finder: Finder {") && !shown.contains("s3cret"), "{shown}");
    assert_eq!(found.count(), 1);
    assert!(find_in(io::empty()).next().is_none());
}
