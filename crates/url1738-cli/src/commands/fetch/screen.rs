//! Content on a terminal, which must not interpret it.

use std::io::{self, Write};

use encoding_rs::{Encoding, WINDOWS_1252};
use url1738::{Redacted, syntax::redact::is_safe};

use super::failure::Failure;

/// How much of the content shows whether it is binary, in bytes.
const SAMPLE: usize = 4096;

/// The longest line that is shown as a whole.
const LONGEST: usize = 4096;

/// A text that is shown line by line.
#[derive(Debug)]
pub(super) struct Screen {
    /// The charset of the text, if it is known.
    charset: Option<&'static Encoding>,
    /// The line that is not complete.
    line: Vec<u8>,
    /// How much of the content is left to look at for control characters.
    sample: usize,
    controls: usize,
}

impl Screen {
    pub(super) const fn new(charset: Option<&'static Encoding>) -> Self {
        Self { charset, line: Vec::new(), sample: SAMPLE, controls: 0 }
    }

    fn look(&mut self, octets: &[u8]) -> io::Result<()> {
        let sample = octets.get(..self.sample).unwrap_or(octets);
        self.sample -= sample.len();
        // Texts have tabs, line ends, form feeds, backspaces for bold letters, and escapes for colors.
        let is_control = |octet: &&u8| matches!(octet, 0..=7 | 11 | 14..=26 | 28..=31);
        self.controls += sample.iter().filter(is_control).count();
        // Compressed data has a control character in every tenth octet.
        if octets.contains(&0) || self.controls > 8 + (SAMPLE - self.sample) / 32 {
            let message = "binary content can change how the terminal works".to_owned();
            let help = "use -o FILE to save it, or `-o -` to write it anyway";
            return Err(Failure::local(message, Some(help)).into());
        }
        Ok(())
    }

    /// Shows the line, whole or not.
    fn end(&mut self) -> io::Result<()> {
        let line = core::mem::take(&mut self.line);
        let (line, end) = match line.as_slice() {
            [line @ .., b'\r', b'\n'] | [line @ .., b'\n'] => (line, "\n"),
            line => (line, ""),
        };
        // The label `latin1` of the Encoding standard.
        let fallback = || core::str::from_utf8(line).is_err().then_some(WINDOWS_1252);
        let charset = self.charset.or_else(fallback);
        let decoded = charset.map(|it| it.decode_without_bom_handling(line).0);
        let line = decoded.as_deref().map_or(line, str::as_bytes);
        let shown = url1738_picture::Sanitized::new(Redacted::revealed(line));
        write!(io::stdout(), "{}{end}", shown.keeping(|c| c == '\t' || is_safe(c)))
    }
}

/// Shows each line when it is complete, and what is left when it is flushed. Binary content is an error.
impl Write for Screen {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.look(octets)?;
        for octet in octets {
            self.line.push(*octet);
            if *octet == b'\n' || self.line.len() > LONGEST {
                self.end()?;
            }
        }
        Ok(octets.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_content_is_not_shown() {
        let shown_in = |pieces: &[&[u8]]| {
            let mut screen = Screen::new(None);
            pieces.iter().all(|piece| screen.look(piece).is_ok())
        };
        let shown = |octets: &[u8]| shown_in(&[octets]);
        assert!(shown("caf\u{e9} \x1b[1mb\x1b[0m\t\x0c\r\n".as_bytes()) && shown(b"caf\xe9"));
        assert!(shown(b"_\x08a_\x08b".repeat(100).as_slice()) && shown(b""));
        assert!(!shown(b"GIF89a\x01\0") && !shown_in(&[b"x".repeat(9000).as_slice(), b"\0"]));
        let noise: Vec<u8> = (1..=255).cycle().take(4000).collect();
        assert!(!shown(&noise) && shown(&[b'x'; 9000]));
    }
}
