//! Paths and the URLs that name them, in both styles, on every system.

use url1738_file::{FilePathError, FileUrl, Style, plan::Refusal};

fn to_path(text: &str, style: Style) -> Result<Vec<u8>, Refusal> {
    style.path_of(FileUrl::parse(text).unwrap())
}

fn to_url(path: &[u8], style: Style) -> Result<FileUrl, FilePathError> {
    style.url_of(path.to_vec())
}

#[test]
fn urls_as_paths_of_unix() {
    for (text, path) in [
        ("file:///", &b"/"[..]),
        ("file:///etc/motd", b"/etc/motd"),
        ("file://LocalHost/etc/", b"/etc/"),
        ("file:////etc//x", b"//etc//x"),
        ("file:///%FF%0A%5C", b"/\xFF\n\\"),
        ("file:///C:/x", b"/C:/x"),
        ("file:///a/%2E%2e/./..", b"/a/.././.."),
        ("file:///a%3Fb%3Bc", b"/a?b;c"),
    ] {
        assert_eq!(to_path(text, Style::Unix).unwrap(), path, "{text}");
    }
    for (text, refused) in [
        ("file://host.dom/etc", "host.dom"),
        ("file://127.0.0.1/etc", "127.0.0.1"),
        ("file:///etc%2Fmotd", "etc%2Fmotd"),
        ("file:///a/b%2f", "b%2f"),
        ("file:///a/%00/b", "%00"),
    ] {
        let refusal = to_path(text, Style::Unix).unwrap_err();
        assert_eq!(refusal.span.slice(text), refused, "{refusal}");
        assert!(to_path(text, Style::Windows).is_err(), "{text}");
    }
}

#[test]
fn urls_as_paths_of_windows() {
    for (text, path) in [
        ("file:///C:/", "C:\\"),
        ("file:///c:/Program%20Files/x.y", "c:\\Program Files\\x.y"),
        ("file:///C%3A/a//b/", "C:\\a\\\\b\\"),
        ("file://localhost/Z:/%C3%A4/./..", "Z:\\\u{e4}\\.\\.."),
        ("file:///C:/CONSOLE/COM0/COM10/null.txt/.git", "C:\\CONSOLE\\COM0\\COM10\\null.txt\\.git"),
    ] {
        assert_eq!(to_path(text, Style::Windows).unwrap(), path.as_bytes(), "{text}");
    }
    for (text, refused, reason) in [
        ("file:///", "", "no-drive-letter"),
        ("file:///etc/motd", "etc", "no-drive-letter"),
        ("file:////C:/x", "", "no-drive-letter"),
        ("file:///C%7C/x", "C%7C", "no-drive-letter"),
        ("file:///4:/x", "4:", "no-drive-letter"),
        ("file:///C:/a%5Cb", "a%5Cb", "windows-octet"),
        ("file:///C:/a:b", "a:b", "windows-octet"),
        ("file:///C:/a%3C", "a%3C", "windows-octet"),
        ("file:///C:/a?", "a?", "windows-octet"),
        ("file:///C:/*", "*", "windows-octet"),
        ("file:///C:/%7C%22%3E", "%7C%22%3E", "windows-octet"),
        ("file:///C:/a%0D", "a%0D", "windows-octet"),
        ("file:///C:/%7F", "%7F", "windows-octet"),
        ("file:///C:/a%2Fb", "a%2Fb", "separator-in-name"),
        ("file:///C:/%FF", "%FF", "not-utf-8"),
        ("file:///C:/x./y", "x.", "windows-dropped"),
        ("file:///C:/.../y", "...", "windows-dropped"),
        ("file:///C:/x%20", "x%20", "windows-dropped"),
        ("file:///C:/aux", "aux", "windows-device"),
        ("file:///C:/NUL.txt", "NUL.txt", "windows-device"),
        ("file:///C:/com1.tar.gz", "com1.tar.gz", "windows-device"),
        ("file:///C:/lpt9", "lpt9", "windows-device"),
        ("file:///C:/LPT%C2%B9", "LPT%C2%B9", "windows-device"),
        ("file:///C:/Con%20.x", "Con%20.x", "windows-device"),
        ("file:///C:/conin$", "conin$", "windows-device"),
    ] {
        let refusal = to_path(text, Style::Windows).expect_err(text);
        assert_eq!(refusal.span.slice(text), refused, "{text}");
        assert_eq!((refusal.part.name(), refusal.code()), ("fsegment", reason), "{text}");
    }
    let refusal = to_path("file:///C:", Style::Windows).unwrap_err();
    assert_eq!(refusal.reason(), "no `/` after the drive letter");
}

#[test]
fn paths_that_no_url_names() {
    for (path, error) in [
        ("", FilePathError::Relative),
        ("etc", FilePathError::Relative),
        ("./etc", FilePathError::Relative),
        ("C:\\x", FilePathError::Relative),
        ("/a\0", FilePathError::Name),
    ] {
        let url = to_url(path.as_bytes(), Style::Unix);
        assert_eq!(url, Err(error), "{path}");
    }
    for (path, error) in [
        ("", FilePathError::Relative),
        ("x", FilePathError::Relative),
        ("\\x", FilePathError::Relative),
        ("/x", FilePathError::Relative),
        ("C:x", FilePathError::Relative),
        ("C:", FilePathError::Relative),
        ("4:\\x", FilePathError::Relative),
        ("\\\\server\\share\\x", FilePathError::OtherHost),
        ("//server/share", FilePathError::OtherHost),
        ("\\\\?\\C:\\x", FilePathError::Device),
        ("\\\\.\\COM1", FilePathError::Device),
        ("\\??\\C:\\x", FilePathError::Device),
        ("C:\\aux.txt", FilePathError::Device),
        ("C:\\a:stream", FilePathError::Name),
        ("C:\\a\0", FilePathError::Name),
        ("C:\\a.", FilePathError::Name),
        ("C:\\a?", FilePathError::Name),
    ] {
        let url = to_url(path.as_bytes(), Style::Windows);
        assert_eq!(url, Err(error), "{path}");
    }
    let wild = to_url(b"C:\\\xFF", Style::Windows);
    assert_eq!(wild, Err(FilePathError::NotUtf8));
}

/// Every octet in every place: a URL that is built gives its path back, and one that is not would have been refused
/// as a URL, too.
#[test]
fn paths_come_back() {
    for style in [Style::Unix, Style::Windows] {
        let root = if style == Style::Unix { "/" } else { "C:/" };
        for octet in 0..=255_u8 {
            for (before, after) in [("", ""), ("a", ""), ("", "b"), ("a/", "/"), ("a/b", "c//d/")] {
                let path =
                    [root.as_bytes(), before.as_bytes(), &[octet], after.as_bytes()].concat();
                let separator = |octet: &u8| match (*octet, style) {
                    (b'/', Style::Windows) => b'\\',
                    (octet, _) => octet,
                };
                let native: Vec<u8> = path.iter().map(separator).collect();
                match to_url(&path, style) {
                    Ok(url) => {
                        assert_eq!(style.path_of(url.view()).unwrap(), native, "{url}");
                        assert_eq!(FileUrl::parse(url.as_str()).unwrap(), url);
                        let again = to_url(&native, style).unwrap();
                        assert_eq!(again, url);
                    }
                    Err(_) => {
                        let names = path.strip_prefix(b"/").unwrap_or(&path);
                        let names = names.split(|octet| *octet == b'/');
                        let url = FileUrl::builder().path(names).build();
                        assert!(style.path_of(url.view()).is_err(), "{url}");
                    }
                }
            }
        }
    }
}

#[test]
fn urls_come_back() {
    for text in ["file:///", "file:////a//b/", "file:///a%20b/%ff", "file:///C:/x", "file:///%7e"] {
        let url = FileUrl::parse(text).unwrap();
        let path = Style::Unix.path_of(url).unwrap();
        assert!(to_url(&path, Style::Unix).unwrap().equivalent(&url), "{text}");
    }
    assert_eq!(to_url(b"C:\\a b\\", Style::Windows).unwrap(), "file:///C:/a%20b/");
}
