//! Building URLs: the spans of what is written, and replacing one segment of a path.

use url1738_ftp::{Escaped, FtpBuilder, FtpUrl, Host, NoSuchSegment, TypeCode};

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

/// A builder returns the spans of what it wrote without parsing it. `try_build` parses, and must return the same.
#[test]
fn what_is_written_has_the_spans_of_what_is_parsed() {
    const VALUES: [&str; 7] =
        ["", "a", "a/b", ":@;type=a", "%", "\u{e9} ~", "longer than sixteen bytes"];
    let hosts = ["h", "10.0.0.1", "a-b.example"].map(|host| Host::parse(host).unwrap());
    let ports = [None, Some(0), Some(21), Some(65535)];
    let codes = [None, Some(TypeCode::Ascii), Some(TypeCode::Image), Some(TypeCode::Directory)];
    let choices = VALUES.iter().flat_map(|a| VALUES.iter().map(move |b| (a, b)));
    for (number, (one, other)) in choices.enumerate() {
        for login in 0..3 {
            for path in 0..6 {
                let mut builder = FtpUrl::builder(hosts[number % 3]);
                builder = match login {
                    0 => builder,
                    1 => builder.user(one),
                    _ => builder.credentials(one, other),
                };
                builder = match path {
                    0 => builder,
                    1 => builder.name(one),
                    2 => builder.cwd(one),
                    3 => builder.cwds([one, other]).name(one),
                    4 => builder.path([one, other]).cwd(other),
                    _ => builder.name(one).host(hosts[(number + 1) % 3]).name(other),
                };
                builder = ports[(number + path) % 4].into_iter().fold(builder, FtpBuilder::port);
                let code = codes[(number + login) % 4];
                builder = code.into_iter().fold(builder, FtpBuilder::typecode);
                let rebuilt = builder.clone().build().to_builder().build();
                for built in [builder.clone().build(), rebuilt] {
                    let parsed = builder.clone().try_build().unwrap();
                    assert_eq!((built.as_str(), built.parts()), (parsed.as_str(), parsed.parts()));
                    assert_eq!((built.login(), built.port()), (parsed.login(), parsed.port()));
                    assert_eq!((built.path(), built.typecode()), (parsed.path(), code));
                }
            }
        }
    }
    let zeros = FtpUrl::parse("ftp://@h:00021/").unwrap();
    let built = zeros.to_builder().build();
    assert_eq!((built.parts(), built.port()), (zeros.parts(), Some(21)));
}

/// Directories are added before the name, and replaced without it.
#[test]
fn directories_keep_the_name() {
    let builder = |text: &str| FtpUrl::parse(text).unwrap().to_builder();
    assert_eq!(builder("ftp://h/a/b").cwd("c").build(), "ftp://h/a/c/b");
    assert_eq!(builder("ftp://h/a/").cwd("c").build(), "ftp://h/a/c/");
    assert_eq!(builder("ftp://h/a/b").cwds(["c", "d"]).build(), "ftp://h/c/d/b");
    assert_eq!(builder("ftp://h/b;type=i").cwds(["c"]).name("e").build(), "ftp://h/c/e;type=i");
}
