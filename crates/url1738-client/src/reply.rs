//! Replies with a code, as in FTP, HTTP and NNTP, and the lines they consist of.

use core::{fmt, str::FromStr};

use url1738::syntax::MASK;

use crate::{error::Error, limits::Limits, secrets::Secrets};

/// A reply of a server: a code of three digits and a text (RFC 959 section 4.2, RFC 977 section 2.4).
///
/// Display writes both. The text is safe to show: octets that are not printable are escaped, passwords that the
/// server repeats are `***`, and what is too long is cut.
///
/// ```
/// use url1738::Url;
/// use url1738_client::{Action, Session, plan::Answers};
///
/// let plan = Url::parse("nntp://host.dom/comp.test")?.plan().unwrap();
/// let mut session = Session::new(plan, Answers::new())?;
/// assert!(matches!(session.next_action()?, Action::Connect(_)));
/// session.received(b"200 ready\r\n")?;
/// let greeting = &session.replies()[0];
/// assert_eq!((greeting.code(), greeting.text(), greeting.step()), (200, "ready", None));
/// assert_eq!(greeting.to_string(), "200 ready");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub(crate) step: Option<usize>,
    pub(crate) code: u16,
    pub(crate) text: String,
}

impl Reply {
    /// Returns the index of the step of the plan that the reply answers, or `None` for a greeting and for the commands
    /// that set up a data connection.
    #[must_use]
    pub const fn step(&self) -> Option<usize> {
        self.step
    }

    /// Returns the code, or 0 for a protocol without codes (Gopher).
    #[must_use]
    pub const fn code(&self) -> u16 {
        self.code
    }

    /// Returns the text of the last line, without the code.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) const fn class(&self) -> u16 {
        self.code / 100
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            0 if self.text.is_empty() => f.write_str("an error without a text"),
            0 => f.write_str(&self.text),
            code if self.text.is_empty() => write!(f, "{code:03}"),
            code => write!(f, "{code:03} {}", self.text),
        }
    }
}

/// Lines as they arrive, in bounded memory.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    buffer: Vec<u8>,
    /// How many octets of the buffer contain no LF.
    scanned: usize,
    /// What the current reply took so far.
    octets: usize,
    lines: usize,
}

impl Lines {
    pub(crate) fn push(&mut self, octets: &[u8]) {
        self.buffer.extend_from_slice(octets);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Returns what was received after the last line that was taken, and forgets it.
    pub(crate) fn take_rest(&mut self) -> Vec<u8> {
        self.scanned = 0;
        core::mem::take(&mut self.buffer)
    }

    /// Begins to count the lines and octets of the next reply.
    pub(crate) fn begin(&mut self) {
        (self.octets, self.lines) = (0, 0);
    }

    /// Returns the next line without its end: LF, and all CR before it.
    pub(crate) fn next(&mut self, stage: &str, limits: &Limits) -> Result<Option<Vec<u8>>, Error> {
        let unscanned = self.buffer.get(self.scanned..).unwrap_or_default();
        let Some(at) = unscanned.iter().position(|octet| *octet == b'\n') else {
            self.scanned = self.buffer.len();
            if self.octets.saturating_add(self.buffer.len()) > limits.reply {
                return Err(Error::too_long(stage, "reply", limits.reply));
            }
            return Ok(None);
        };
        let end = self.scanned.saturating_add(at).saturating_add(1);
        let mut line: Vec<u8> = self.buffer.drain(..end).collect();
        self.scanned = 0;
        self.octets = self.octets.saturating_add(line.len());
        self.lines = self.lines.saturating_add(1);
        if self.octets > limits.reply {
            return Err(Error::too_long(stage, "reply", limits.reply));
        }
        if self.lines > limits.lines {
            return Err(Error::too_many_lines(stage, limits.lines));
        }
        line.pop();
        while line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(Some(line))
    }
}

/// Replies as they arrive: one line, or several from `CODE-` to `CODE ` (RFC 959, 4.2).
#[derive(Debug, Default)]
pub(crate) struct Replies {
    pub(crate) lines: Lines,
    multiline: bool,
    opened: Option<u16>,
    /// The lines of the reply so far, which the limit of a reply bounds.
    before: Vec<u8>,
}

/// A reply as it came.
pub(crate) struct Complete {
    pub(crate) code: u16,
    /// The text of its last line.
    pub(crate) text: Vec<u8>,
    /// The text without the end of a password that began in the lines before.
    pub(crate) shown: Vec<u8>,
}

impl Replies {
    /// `multiline` says whether the protocol has replies of several lines.
    pub(crate) fn new(multiline: bool) -> Self {
        Self { multiline, ..Self::default() }
    }

    /// Returns the next complete reply.
    pub(crate) fn next(
        &mut self,
        stage: &str,
        limits: &Limits,
        secrets: &Secrets,
    ) -> Result<Option<Complete>, Error> {
        while let Some(line) = self.lines.next(stage, limits)? {
            let code = code(&line);
            let separator = line.get(3).copied();
            match (self.opened, code) {
                (Some(opened), Some(code)) if opened == code && separator != Some(b'-') => {
                    self.opened = None;
                    let before = core::mem::take(&mut self.before);
                    let shown = match secrets.ended(&before, &line) {
                        0 => text(&line),
                        end => [MASK.as_bytes(), line.get(end..).unwrap_or_default()].concat(),
                    };
                    return Ok(Some(Complete { code, text: text(&line), shown }));
                }
                (Some(_), _) => self.keep(&line),
                (None, Some(code)) if self.multiline && separator == Some(b'-') => {
                    self.opened = Some(code);
                    self.keep(&line);
                }
                (None, Some(code)) => {
                    let (text, shown) = (text(&line), text(&line));
                    return Ok(Some(Complete { code, text, shown }));
                }
                (None, None) => {
                    return Err(Error::protocol(
                        stage,
                        "a reply begins with a code",
                        &line,
                        secrets,
                    ));
                }
            }
        }
        Ok(None)
    }

    fn keep(&mut self, line: &[u8]) {
        self.before.extend_from_slice(line);
        self.before.push(b'\n');
    }
}

/// Returns the code at the start of a line: three digits, from 100 to 599, before a space, a hyphen or the end.
pub(crate) fn code(line: &[u8]) -> Option<u16> {
    let digits = line.first_chunk::<3>().filter(|it| it.iter().all(u8::is_ascii_digit))?;
    let code = digits.iter().fold(0_u16, |code, digit| {
        code.wrapping_mul(10).wrapping_add(u16::from(digit.wrapping_sub(b'0')))
    });
    let ends = matches!(line.get(3), None | Some(b' ' | b'-' | b'\t'));
    (ends && (100..600).contains(&code)).then_some(code)
}

/// Returns a decimal number. `+1`, which [`str::parse`] takes, is none.
pub(crate) fn number<T: FromStr>(octets: &[u8]) -> Option<T> {
    let digits = core::str::from_utf8(octets).ok()?;
    digits.parse().ok().filter(|_| octets.iter().all(u8::is_ascii_digit))
}

fn text(line: &[u8]) -> Vec<u8> {
    line.get(4..).unwrap_or_default().trim_ascii().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(limit: usize, octets: &[u8]) -> Result<Option<Vec<u8>>, Error> {
        let limits = Limits { reply: limit, lines: 2, ..Limits::default() };
        let mut lines = Lines::default();
        lines.push(octets);
        lines.next("greeting", &limits)
    }

    #[test]
    fn a_reply_may_be_as_long_as_the_limit() {
        assert_eq!(lines(5, b"12345").unwrap(), None);
        assert!(lines(5, b"123456").is_err());
        assert_eq!(lines(5, b"1234\n").unwrap().unwrap(), b"1234");
        assert!(lines(5, b"12345\n").is_err());
    }

    #[test]
    fn a_reply_may_have_as_many_lines_as_the_limit() {
        let limits = Limits { reply: 100, lines: 2, ..Limits::default() };
        let mut lines = Lines::default();
        lines.push(b"1\r\r\n2\n3\n");
        assert_eq!(lines.next("greeting", &limits).unwrap().unwrap(), b"1");
        assert_eq!(lines.next("greeting", &limits).unwrap().unwrap(), b"2");
        assert!(lines.next("greeting", &limits).is_err());
        lines.begin();
        lines.push(b"4\n");
        assert_eq!(lines.next("greeting", &limits).unwrap().unwrap(), b"4");
    }

    #[test]
    fn a_number_has_only_digits() {
        let numbers: [&[u8]; 5] = [b"12", b"", b"+12", b"12 bytes", b"99999999999999999999"];
        assert_eq!(numbers.map(number::<u64>), [Some(12), None, None, None, None]);
    }
}
