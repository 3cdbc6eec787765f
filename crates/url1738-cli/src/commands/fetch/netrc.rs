//! The netrc file of ftp and news: `machine HOST login USER password PASSWORD`.
//!
//! A crate would bring a dozen others for expanding `~`.

use std::{
    fs::{File, Metadata},
    io::{self, BufRead as _, Read as _},
    path::Path,
};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// Reads a file that only its owner can read.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    // Opening a pipe would wait for its writer.
    check(&path.metadata()?)?;
    let file = File::open(path)?;
    check(&file.metadata()?)?;
    let mut text = Vec::new();
    file.take(LARGEST).read_to_end(&mut text)?;
    Ok(text)
}

fn check(data: &Metadata) -> io::Result<()> {
    if !data.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    if data.len() > LARGEST {
        return Err(io::Error::other("it exceeds 1 MiB, which a netrc file does not"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if data.permissions().mode() & 0o077 != 0 {
            return Err(io::Error::other(
                "other users can read its passwords: run `chmod 600` on it",
            ));
        }
    }
    Ok(())
}

/// A login and its password.
pub(super) type Entry = (Option<Vec<u8>>, Vec<u8>);

/// Returns the first entry with a password for `user`, or for anyone, at `host` or at any host (`default`).
///
/// A `#` in place of a keyword begins a comment. A value may begin with it: if a password with a `#` were taken for a comment,
/// the word after it would be sent as the password.
pub(super) fn entry(mut text: &[u8], host: &str, user: Option<&[u8]>) -> Option<Entry> {
    // Editors of Windows begin a text with a byte order mark.
    text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    // Whether the entry is of the host, its login, and its password.
    let (mut fits, mut login, mut password) = (false, None, None);
    loop {
        text = text.trim_ascii_start();
        if text.starts_with(b"#") {
            text.skip_until(b'\n').ok()?;
            continue;
        }
        let keyword = word(&mut text);
        if matches!(keyword.as_deref(), None | Some(b"machine" | b"default")) {
            let (login, password): (Option<Vec<u8>>, _) = (login.take(), password.take());
            let is_of_user = login.as_deref().is_none_or(|it| user.is_none_or(|user| it == user));
            if let (true, Some(password)) = (fits && is_of_user, password) {
                return Some((login, password));
            }
        }
        match keyword?.as_slice() {
            b"machine" => fits = word(&mut text)?.eq_ignore_ascii_case(host.as_bytes()),
            b"default" => fits = true,
            b"login" | b"user" => login = word(&mut text),
            b"password" | b"passwd" => password = word(&mut text),
            b"account" => drop(word(&mut text)),
            // An empty line ends a macro.
            b"macdef" => while !line(&mut text)?.trim_ascii().is_empty() {},
            _ => {}
        }
    }
}

/// Takes the next word. In quotation marks, it may contain spaces. A backslash makes the next character a part of it.
fn word(text: &mut &[u8]) -> Option<Vec<u8>> {
    let (mut octets, mut word) = (text.trim_ascii_start().iter(), Vec::new());
    let is_quoted = octets.as_slice().first()? == &b'"';
    if is_quoted {
        octets.next();
    }
    while let Some(octet) = octets.next() {
        match octet {
            b'"' if is_quoted => break,
            b'\\' => word.extend(octets.next()),
            octet if octet.is_ascii_whitespace() && !is_quoted => break,
            octet => word.push(*octet),
        }
    }
    *text = octets.as_slice();
    Some(word)
}

/// Takes the next line, which is empty at the end.
fn line(text: &mut &[u8]) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    text.read_until(b'\n', &mut line).ok()?;
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &[u8] = b"# comment with machine host.dom\n\
        machine host.dom login me password one\n\
        machine HOST.dom\n  login you\n  account x password \"two words\"\n\
        macdef init\nmachine other.dom login me password no\n\n\
        machine other.dom login me password a\\ b\\\"c\n\
        default login me password any";

    fn password(text: &[u8], host: &str, user: &[u8]) -> Option<Vec<u8>> {
        entry(text, host, Some(user)).map(|(_, password)| password)
    }

    #[test]
    fn the_first_user_at_the_host() {
        let (login, password) = entry(FILE, "host.dom", None).unwrap();
        assert_eq!((login.as_deref(), &*password), (Some(&b"me"[..]), &b"one"[..]));
        assert!(entry(b"machine h password p", "h", None).unwrap().0.is_none());
        assert!(entry(b"machine h login me", "h", None).is_none());
    }

    #[test]
    fn the_password_of_the_user_at_the_host() {
        let found = |host, user: &str| {
            password(FILE, host, user.as_bytes()).map(|it| String::from_utf8(it).unwrap())
        };
        assert_eq!(found("host.dom", "me").as_deref(), Some("one"));
        assert_eq!(found("host.dom", "you").as_deref(), Some("two words"));
        assert_eq!(found("other.dom", "me").as_deref(), Some("a b\"c"));
        assert_eq!(found("third.dom", "me").as_deref(), Some("any"));
        assert_eq!(found("third.dom", "you"), None);
        assert_eq!(password(b"machine", "h", b"me"), None);
        assert_eq!(password(b"machine h password p", "h", b"me"), Some(b"p".to_vec()));
        assert_eq!(password(b"", "h", b"me"), None);
        let hash = b"machine h login me password #1 # comment\nmachine i password p";
        assert_eq!(password(hash, "h", b"me"), Some(b"#1".to_vec()));
        assert_eq!(password(hash, "i", b"me"), Some(b"p".to_vec()));
        let aliases = b"machine h user me passwd p";
        assert_eq!(password(aliases, "h", b"me"), Some(b"p".to_vec()));
        assert_eq!(password(aliases, "h", b"you"), None);
        assert_eq!(password(b"\xEF\xBB\xBFmachine h password p", "h", b"me"), Some(b"p".to_vec()));
        let macros = b"macdef init\r\ncd x\r\n\r\nmachine h password p\r\n";
        assert_eq!(password(macros, "h", b"me"), Some(b"p".to_vec()));
    }
}
