//! Listings read piece by piece.

use rstest::rstest;
use url1738::Url;
use url1738_client::{Listing, Row};

/// Reads a content in pieces of `size`. Returns the rows, and an error in place of each that is too long.
fn read(url: &str, content: &[u8], size: usize) -> Vec<Result<Row, String>> {
    let mut listing = Listing::new(&Url::parse(url).unwrap()).unwrap();
    let mut rows = Vec::new();
    for piece in content.chunks(size) {
        rows.extend(listing.read(piece));
    }
    rows.extend(listing.end());
    rows.into_iter().map(|row| row.map_err(|error| error.to_string())).collect()
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
    let whole = read(url, content, usize::MAX);
    assert!(whole.iter().all(Result::is_ok), "{whole:?}");
    for size in [1, 2, 3, 7, 1000] {
        assert_eq!(read(url, content, size), whole, "{size}");
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
fn other_content_is_not_a_listing() {
    for url in ["ftp://host.dom/x", "gopher://host.dom/0/x", "gopher://host.dom/1/x%09%09+"] {
        assert!(Listing::new(&Url::parse(url).unwrap()).is_none(), "{url}");
    }
}
