//! The netrc file of ftp and news: `machine HOST login USER password PASSWORD`.
//!
//! A crate would bring a dozen others for expanding `~`.

use std::{
    fs::{File, Metadata},
    io::{self, Read as _},
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
    file.take(LARGEST + 1).read_to_end(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(io::Error::other("it exceeds 1 MiB, which a netrc file does not"));
    }
    Ok(text)
}

fn check(data: &Metadata) -> io::Result<()> {
    if !data.is_file() {
        return Err(io::Error::other("not a regular file"));
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
pub(super) struct Entry {
    pub(super) login: Option<Vec<u8>>,
    pub(super) password: Vec<u8>,
}

/// Returns the first entry with a password for `user`, or for anyone, at `host` or at any host (`default`).
pub(super) fn entry(text: &[u8], host: &str, user: Option<&[u8]>) -> Option<Entry> {
    let mut words = Words(text);
    // Whether the entry is of the host, its login, and its password.
    let (mut fits, mut login, mut password) = (false, None, None);
    loop {
        let word = words.next();
        if matches!(word.as_deref(), None | Some(b"machine" | b"default")) {
            let (login, password) = (login.take(), password.take());
            let is_of_user = login.as_deref().is_none_or(|it| user.is_none_or(|user| it == user));
            if let (true, Some(password)) = (fits && is_of_user, password) {
                return Some(Entry { login, password });
            }
        }
        match word?.as_slice() {
            b"machine" => fits = words.value()?.eq_ignore_ascii_case(host.as_bytes()),
            b"default" => fits = true,
            b"login" => login = words.value(),
            b"password" => password = words.value(),
            b"account" => drop(words.value()),
            // An empty line ends a macro.
            b"macdef" => words.skip_after(&[b"\n\n", b"\n\r\n"]),
            _ => {}
        }
    }
}

/// The words of a file. A word in quotation marks may contain spaces, and a backslash makes the next character a part of
/// the word. A `#` in place of a keyword begins a comment; a value may begin with it.
struct Words<'a>(&'a [u8]);

impl Iterator for Words<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        self.0 = self.0.trim_ascii_start();
        while self.0.starts_with(b"#") {
            self.skip_after(&[b"\n"]);
            self.0 = self.0.trim_ascii_start();
        }
        self.value()
    }
}

impl Words<'_> {
    /// Returns the next word, whatever it begins with. If a password with a `#` were taken for a comment, the word after it
    /// would be sent as the password.
    fn value(&mut self) -> Option<Vec<u8>> {
        self.0 = self.0.trim_ascii_start();
        let (is_quoted, mut rest) = match self.0 {
            [] => return None,
            [b'"', rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        let mut word = Vec::new();
        while let [octet, after @ ..] = rest {
            rest = after;
            match (octet, rest) {
                (b'"', _) if is_quoted => break,
                (b'\\', []) => {}
                (b'\\', [escaped, after @ ..]) => {
                    word.push(*escaped);
                    rest = after;
                }
                (octet, _) if octet.is_ascii_whitespace() && !is_quoted => break,
                (octet, _) => word.push(*octet),
            }
        }
        self.0 = rest;
        Some(word)
    }

    /// Skips to after the first of these ends, or to the end of the file.
    fn skip_after(&mut self, ends: &[&[u8]]) {
        let after = |end: &&[u8]| {
            let at = self.0.windows(end.len()).position(|some| some == *end);
            at.map(|at| at + end.len())
        };
        let first = ends.iter().filter_map(after).min();
        self.0 = first.and_then(|at| self.0.get(at..)).unwrap_or(&[]);
    }
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
        entry(text, host, Some(user)).map(|it| it.password)
    }

    #[test]
    fn the_first_user_at_the_host() {
        let found = entry(FILE, "host.dom", None).unwrap();
        assert_eq!((found.login.as_deref(), &*found.password), (Some(&b"me"[..]), &b"one"[..]));
        assert!(entry(b"machine h password p", "h", None).unwrap().login.is_none());
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
        let macros = b"macdef init\r\ncd x\r\n\r\nmachine h password p\r\n";
        assert_eq!(password(macros, "h", b"me"), Some(b"p".to_vec()));
    }
}
