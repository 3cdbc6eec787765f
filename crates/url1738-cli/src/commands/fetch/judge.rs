//! Content that is not passed on: an error that a gopher server sends in place of a file, and binary data on a terminal.

use std::{borrow::Cow, io};

use url1738::Url;

use super::failure::Failure;
use crate::diagnostics::Sanitized;

/// The longest line that may be an error of a gopher server. It is held until it is complete.
const LONGEST: usize = 1024;

/// How much of the content shows whether it is binary, in bytes.
const SAMPLE: usize = 4096;

/// Looks at content as it arrives.
#[derive(Debug)]
pub(super) struct Judge {
    /// The first line, while it is not complete.
    first: Option<Vec<u8>>,
    /// How much of the content is left to look at for control characters, if it is shown on a terminal.
    sample: Option<usize>,
    controls: usize,
}

impl Judge {
    /// Creates a judge of the content of `url`, which is not a listing.
    pub(super) fn new(url: &Url<&str>, is_terminal: bool) -> Self {
        let first = matches!(url, Url::Gopher(_)).then(Vec::new);
        Self { first, sample: is_terminal.then_some(SAMPLE), controls: 0 }
    }

    /// Returns the content that may be passed on.
    ///
    /// # Errors
    /// Returns an error if the content is not to be passed on.
    pub(super) fn take<'a>(&mut self, octets: &'a [u8]) -> io::Result<Cow<'a, [u8]>> {
        let Some(first) = &mut self.first else {
            self.look(octets)?;
            return Ok(Cow::Borrowed(octets));
        };
        first.extend_from_slice(octets);
        let is_complete = first.len() > LONGEST || first.contains(&b'\n');
        if is_complete || first.first().is_some_and(|octet| *octet != b'3') {
            return self.end().map(Cow::Owned);
        }
        Ok(Cow::Borrowed(&[]))
    }

    /// Returns the content that was held.
    ///
    /// # Errors
    /// Returns an error if the content is not to be passed on.
    pub(super) fn end(&mut self) -> io::Result<Vec<u8>> {
        let held = self.first.take().unwrap_or_default();
        if let Some(title) = error_title(&held) {
            let message = format!("the server replied {}", Sanitized::new(title));
            return Err(io::Error::other(Failure::refused(message, "check the selector")));
        }
        self.look(&held)?;
        Ok(held)
    }

    fn look(&mut self, octets: &[u8]) -> io::Result<()> {
        let Some(left) = &mut self.sample else { return Ok(()) };
        let sample = octets.get(..*left).unwrap_or(octets);
        *left -= sample.len();
        // Texts have tabs, line ends, form feeds, backspaces for bold letters, and escapes for colors.
        let is_control = |octet: &&u8| matches!(octet, 0..=7 | 11 | 14..=26 | 28..=31);
        self.controls += sample.iter().filter(is_control).count();
        // Compressed data has a control character in every tenth octet.
        if octets.contains(&0) || self.controls > 8 + (SAMPLE - *left) / 32 {
            let message = "binary content can change how the terminal works".to_owned();
            let help = "use -o FILE to save it, or `-o -` to write it anyway";
            return Err(io::Error::other(Failure::local(message, Some(help))));
        }
        Ok(())
    }
}

/// Returns the title if a content begins with an item of type `3`: title, selector, host and port.
fn error_title(content: &[u8]) -> Option<&[u8]> {
    let line = content.split(|octet| *octet == b'\n').next()?.trim_ascii_end();
    let mut fields = line.strip_prefix(b"3")?.split(|octet| *octet == b'\t');
    let title = fields.next().filter(|title| !title.is_empty())?;
    let (_, host, port) = (fields.next()?, fields.next()?, fields.next()?);
    let is_port = !port.is_empty() && port.iter().all(u8::is_ascii_digit);
    (!host.is_empty() && is_port).then_some(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(url: &str, pieces: &[&[u8]], is_terminal: bool) -> Result<Vec<u8>, String> {
        let mut judge = Judge::new(&Url::parse(url).unwrap(), is_terminal);
        let mut content = Vec::new();
        for piece in pieces {
            content.extend(judge.take(piece).map_err(|error| error.to_string())?.into_owned());
        }
        content.extend(judge.end().map_err(|error| error.to_string())?);
        Ok(content)
    }

    #[test]
    fn an_error_item_is_not_a_file() {
        let of = |pieces: &[&[u8]]| judged("gopher://h/0/x", pieces, false);
        let gone = Err("the server replied gone".to_owned());
        assert_eq!(of(&[b"3gone\t\th\t1\r\n1up\t/\th\t70\r\n.\r\n"]), gone);
        assert_eq!(of(&[b"3", b"gone\t\th", b"\t1"]), gone);
        for text in [&b"3 apples\r\n"[..], b"3\t1\t2\t3\r\n", b"3", b"", b"x", b"3a\t\t\t1\n"] {
            assert_eq!(of(&[text]), Ok(text.to_vec()));
        }
        let long = [b"3".as_slice(), &[b'x'; 2000], b"\t\th\t1\r\n"].concat();
        assert_eq!(of(&[&long[..1500], &long[1500..]]), Ok(long.clone()));
    }

    #[test]
    fn binary_content_is_not_shown() {
        let shown = |octets: &[u8]| judged("ftp://h/x", &[octets], true).is_ok();
        assert!(shown("caf\u{e9} \x1b[1mb\x1b[0m\t\x0c\r\n".as_bytes()) && shown(b"caf\xe9"));
        assert!(shown(b"_\x08a_\x08b".repeat(100).as_slice()) && shown(b""));
        assert!(!shown(b"GIF89a\x01\0") && !shown(&[b"x".repeat(9000).as_slice(), b"\0"].concat()));
        let noise: Vec<u8> = (1..=255).cycle().take(4000).collect();
        assert!(!shown(&noise) && shown(&[b'x'; 9000]));
        assert!(judged("ftp://h/x", &[b"\0"], false).is_ok());
    }
}
