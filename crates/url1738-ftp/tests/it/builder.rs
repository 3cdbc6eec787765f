//! Replacing one segment of a path.

use url1738_ftp::{Escaped, FtpUrl, Host, NoSuchSegment, TypeCode};

const TEXTS: [&str; 8] = [
    "ftp://h",
    "ftp://h/",
    "ftp://h/a",
    "ftp://h/a/",
    "ftp://u:p@h:2121//a%2Fb/%7e/c%20d;type=i",
    "ftp://h/;type=d",
    "ftp://h////",
    "ftp://h/a?b/c=d",
];

/// Each segment is replaced by itself, and the rest of the URL stays as written.
#[test]
fn one_segment_is_replaced() {
    for text in TEXTS {
        let url = FtpUrl::parse(text).unwrap();
        let before: Vec<&str> = url.segments().map(Escaped::as_str).collect();
        for value in [&b"new"[..], b"", b"a/b;type=a", b"\xFF %"] {
            for index in 0..before.len() {
                let changed = url.to_builder().segment(index, value).unwrap().build();
                assert_eq!(changed.segments().count(), before.len(), "{text}");
                for (at, (segment, old)) in changed.segments().zip(&before).enumerate() {
                    if at == index {
                        assert_eq!(&*segment.decode(), value, "{changed}");
                    } else {
                        assert_eq!(segment, *old, "{changed}");
                    }
                }
                assert_eq!(changed.login(), url.login());
                assert_eq!(changed.typecode(), url.typecode());
            }
        }
        for index in [before.len(), before.len() + 1, usize::MAX] {
            let error: NoSuchSegment = url.to_builder().segment(index, "x").unwrap_err();
            assert_eq!((error.index, error.count), (index, before.len()), "{text}");
        }
    }
}

/// The segments are those of the URL that would be built: directories are followed by a name.
#[test]
fn a_path_of_directories_ends_with_an_empty_name() {
    let builder = || FtpUrl::builder(Host::parse("h").unwrap());
    assert_eq!(builder().cwd("a").segment(1, "n").unwrap().build(), "ftp://h/a/n");
    let typed = builder().typecode(TypeCode::Directory);
    assert_eq!(typed.segment(0, "n").unwrap().build(), "ftp://h/n;type=d");
    let error = builder().segment(0, "n").unwrap_err();
    assert_eq!((error.index, error.count), (0, 0));
}
