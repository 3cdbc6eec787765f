//! Listings read piece by piece.

use rstest::rstest;
use url1738::Url;
use url1738_client::{Error, Listing, ListingReader, Row};

/// Reads a content in pieces of `size`. Returns the rows, and an error in place of each that is too long.
fn read(url: &str, content: &[u8], size: usize) -> Vec<Result<Row, String>> {
    let mut rows = Vec::new();
    let mut each = |row: Result<Row, Error>| {
        rows.push(row.map_err(|error| error.to_string()));
        Ok(())
    };
    let mut reader = ListingReader::new(&Url::parse(url).unwrap()).unwrap();
    for piece in content.chunks(size) {
        reader.read(piece, &mut each).unwrap();
    }
    reader.end(&mut each).unwrap();
    rows
}

#[rstest]
#[case("ftp://host.dom/", b"a\r\nb\n\r\n./\r\n..\r\nsub/c\r\n\n\xe9 x")]
#[case("ftp://host.dom/a;type=d", b"/x/y/z\r\n")]
#[case("ftp://host.dom/", b"")]
#[case(
    "gopher://host.dom/1/x",
    b"iHi\t\tnull\t1\r\n0a\t/a\th\t70\r\n\r\nx\r\n.\r\n0b\t/b\th\t70\r\n"
)]
#[case("gopher://host.dom/1/x", b"0a\t/a\th\t70")]
#[case("gopher://host.dom/7/x", b"0a\t/a\th\t70\n0b\t/b\th\t70\n")]
fn pieces_are_the_whole(#[case] url: &str, #[case] content: &[u8]) {
    let whole = Listing::new(&Url::parse(url).unwrap(), content).unwrap().rows;
    for size in [1, 2, 3, 7, 1000] {
        let rows: Result<Vec<Row>, String> = read(url, content, size).into_iter().collect();
        assert_eq!(rows.unwrap(), whole, "{size}");
    }
}

#[rstest]
#[case("\r\n", 4096, true)]
#[case("\n", 4097, true)]
#[case("\r\n", 4097, false)]
#[case("", 4098, true)]
#[case("", 4099, false)]
fn a_line_has_a_bound(#[case] end: &str, #[case] len: usize, #[case] fits: bool) {
    let content = format!("first\r\n{}{end}", "x".repeat(len));
    for size in [1000, 4096, 5000, 10_000] {
        let rows = read("ftp://host.dom/", content.as_bytes(), size);
        assert_eq!((rows.len(), rows[1].is_ok()), (2, fits), "{size}");
        let more = format!("{content}\nlast\n");
        let rows = read("ftp://host.dom/", more.as_bytes(), size);
        assert_eq!(rows.last().unwrap().as_ref().unwrap().name, "last", "{size}");
    }
    let error = read("ftp://host.dom/", &b"x".repeat(9000), 100).pop().unwrap().unwrap_err();
    assert_eq!(error, "listing: the name exceeds 4096 octets");
}

#[test]
fn an_error_of_the_caller_ends_the_reading() {
    let mut reader = ListingReader::new(&Url::parse("ftp://host.dom/").unwrap()).unwrap();
    let mut stop = |_| Err(std::io::ErrorKind::BrokenPipe.into());
    let error = reader.read(b"a\nb\n", &mut stop).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
    assert!(ListingReader::new(&Url::parse("ftp://host.dom/x").unwrap()).is_none());
    assert!(ListingReader::new(&Url::parse("gopher://host.dom/0/x").unwrap()).is_none());
}
