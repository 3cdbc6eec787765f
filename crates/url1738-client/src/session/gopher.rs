//! The answers of Gopher and Gopher+ servers: the content without what only frames it.

use super::script::Script;
use crate::{error::Error, outcome::number};

/// The longest line that is held back to find out whether it is an error: a header, or an item of type `3`.
const LONGEST: usize = 1024;

const HEADER: &str = "a Gopher+ answer begins with `+` and a length";

/// An answer as it arrives.
#[derive(Debug)]
pub(super) struct Answer {
    /// Whether the request asks for a header line before the content.
    is_plus: bool,
    /// Whether it is the content, and no form to be filled in. Then an error item in place of it is an error.
    pub(super) is_last: bool,
    known: Known,
    state: State,
    held: Vec<u8>,
    /// The octets that were passed on.
    passed: u64,
}

/// What the content is known to be, by its URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Known {
    #[default]
    Nothing,
    /// Then what follows an error item is a menu that leads back from the error.
    File,
    /// A file that a lone dot may end.
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The first line is held back.
    Head,
    /// The content is passed on.
    Content,
    /// A lone dot ends the text (RFC 1436, section 3.8), unless the server sends the file as it is, as most do today. What
    /// the end decides is held back: the last octets, and what begins with a line of two dots.
    Text,
    /// A text in which dots at the start of lines are not doubled, or which is too long to find out.
    PlainText,
    /// The content has this length.
    Length(u64),
    /// A lone dot ends the content: its last octets are held back.
    Dot,
    /// An error: its text is held back.
    Failed,
}

impl Answer {
    /// Creates the answer to a request. It asks for Gopher+ if a field after the selector begins like one.
    pub(super) fn new(request: &[u8], is_last: bool, known: Known) -> Self {
        let known = if is_last { known } else { Known::Nothing };
        let line = request.split(|octet| *octet == b'\r').next().into_iter();
        let mut fields = line.flat_map(|line| line.split(|octet| *octet == b'\t').skip(1));
        let is_plus = fields.any(|field| matches!(field.first(), Some(b'+' | b'!' | b'$')));
        Self { is_plus, is_last, known, state: State::Head, held: Vec::new(), passed: 0 }
    }

    /// Returns the content in `octets`. Empty octets are the end of the connection.
    pub(super) fn take(&mut self, script: &mut Script, octets: &[u8]) -> Result<Vec<u8>, Error> {
        if octets.is_empty() {
            return self.end(script);
        }
        self.held.extend_from_slice(octets);
        if self.state == State::Head && self.is_head_complete() {
            self.read_head(script)?;
        }
        let limit = script.options.limits.reply;
        let end = match self.state {
            State::Failed if self.held.len() > limit => {
                return Err(script.too_long("reply", limit, "octets"));
            }
            State::Head | State::Failed => 0,
            // The last octets may be the lone dot, after the end of a line.
            State::Dot => self.held.len().saturating_sub(b"\n.\r\n".len()),
            State::Text | State::PlainText => self.decided(limit),
            State::Content | State::Length(_) => self.held.len(),
        };
        let arrived: Vec<u8> = self.held.drain(..end).collect();
        self.passed += arrived.len() as u64;
        if matches!(self.state, State::Length(length) if self.passed > length) {
            return Err(script.protocol("the content has the announced length", &arrived));
        }
        Ok(arrived)
    }

    /// Returns how many of the octets of a text that are held back can be passed on. `most` can be held back.
    fn decided(&mut self, most: usize) -> usize {
        let is_kept = |len: &usize| self.held.ends_with(&b"\n.\r\n"[..*len]);
        let last = self.held.len() - (1..=4).rev().find(is_kept).unwrap_or(0);
        if self.state == State::PlainText {
            return last;
        }
        // The octet before a dot is the end of a line.
        let first = self.held.strip_prefix(b".").filter(|_| self.passed == 0).map(|rest| (0, rest));
        let dot = first.or_else(|| {
            let at = self.held.windows(2).position(|octets| octets == b"\n.")?;
            Some((at, &self.held[at + 2..]))
        });
        match dot {
            None => last,
            Some((at, b"" | b"\r" | b"\r\n")) => at,
            Some((at, [b'.', ..])) if self.held.len() - at <= most => at,
            Some(_) => {
                self.state = State::PlainText;
                last
            }
        }
    }

    /// Returns what was held back of a text, without the lone dot that ends it. Then dots were doubled if each line that
    /// begins with one begins with two.
    fn end_of_text(&self, held: Vec<u8>) -> Vec<u8> {
        let ends = |text: &[u8]| text.ends_with(b"\n") || text.is_empty() && self.passed == 0;
        let Some(text) = held.strip_suffix(b".\r\n").filter(|text| ends(text)) else {
            return held;
        };
        let lines = || text.split_inclusive(|octet| *octet == b'\n');
        let is_doubled = |line: &[u8]| !line.starts_with(b".") || line.starts_with(b"..");
        if self.state == State::PlainText || !lines().all(is_doubled) {
            return text.to_vec();
        }
        lines().flat_map(|line| line.strip_prefix(b".").unwrap_or(line)).copied().collect()
    }

    /// Returns whether the first octet shows that nothing is to be found in the first line, or the line is there.
    fn is_head_complete(&self) -> bool {
        match self.held.first() {
            _ if self.held.len() > LONGEST => true,
            Some(b'+' | b'-') if self.is_plus => self.held.contains(&b'\n'),
            // An error item is an error only if it is all that comes, so more than one line is needed.
            // `3No such file\t\terror.host\t1` alone is an error. A menu that begins with such an item and goes on is a menu, and a text
            // may begin with a `3`.
            Some(b'3') if self.is_last => {
                let is_whole = self.held.contains(&b'\n');
                is_whole && !is_error(&self.held) || self.error_of_file().is_some()
            }
            _ => true,
        }
    }

    /// Returns the title of the error item that a file begins with: it names a host and a port. What follows may be a menu that
    /// leads back, which is not the file.
    fn error_of_file(&self) -> Option<&[u8]> {
        let end = self.held.iter().take(LONGEST).position(|octet| *octet == b'\n');
        let line = end
            .filter(|_| self.known != Known::Nothing)
            .map(|end| self.held[..end].trim_ascii_end())?;
        let mut fields = line.strip_prefix(b"3")?.split(|octet| *octet == b'\t');
        let [title, _, host, port] = [(); 4].map(|()| fields.next().unwrap_or_default());
        let is_port = !port.is_empty() && port.iter().all(u8::is_ascii_digit);
        (is_port && !title.is_empty() && !host.is_empty()).then_some(title)
    }

    fn read_head(&mut self, script: &mut Script) -> Result<(), Error> {
        if let Some(title) = self.error_of_file() {
            return Err(rejection(script, Some(title)));
        }
        self.state = if self.known == Known::Text { State::Text } else { State::Content };
        // A server that does not know the attribute asked for answers without a header.
        if !self.is_plus || !matches!(self.held.first(), Some(b'+' | b'-')) {
            return Ok(());
        }
        let Some(end) = self.held.iter().position(|octet| *octet == b'\n') else {
            return Err(script.protocol(HEADER, &self.held));
        };
        let line: Vec<u8> = self.held.drain(..=end).collect();
        self.state = match line.trim_ascii_end() {
            [b'-', ..] => State::Failed,
            b"+-1" => State::Dot,
            b"+-2" => State::Content,
            [_, length @ ..] => {
                let length = number(length).ok_or_else(|| script.protocol(HEADER, &line))?;
                script.outcome.announced_len = Some(length);
                State::Length(length)
            }
            [] => return Err(script.protocol(HEADER, &line)),
        };
        Ok(())
    }

    /// Returns the content that was held back, at the end of the connection.
    fn end(&mut self, script: &mut Script) -> Result<Vec<u8>, Error> {
        let held = core::mem::take(&mut self.held);
        match self.state {
            State::Head if self.is_last && is_error(&held) => {
                let title = held[1..].split(|octet| *octet == b'\t').next();
                Err(rejection(script, title))
            }
            State::Head if self.is_plus && matches!(held.first(), Some(b'+' | b'-')) => {
                Err(script.protocol(HEADER, &held))
            }
            State::Length(expected) if self.passed < expected => {
                let (step, received) = (script.stage(), self.passed);
                Err(Error::Truncated { step, expected, received })
            }
            State::Head | State::Content | State::Length(_) => Ok(held),
            State::Text | State::PlainText => Ok(self.end_of_text(held)),
            State::Dot => match held.as_slice() {
                b".\r\n" | b".\n" => Ok(Vec::new()),
                [octets @ .., b'\n', b'.', b'\r', b'\n'] | [octets @ .., b'\n', b'.', b'\n'] => {
                    Ok([octets, b"\n"].concat())
                }
                octets => Err(script.protocol("a lone dot ends the content", octets)),
            },
            // `1 Item is not available.`: a number and a text.
            State::Failed => {
                let lines = held.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii);
                let mut lines = lines.filter(|line| !line.is_empty() && *line != b".");
                Err(rejection(script, lines.next()))
            }
        }
    }
}

fn rejection(script: &mut Script, text: Option<&[u8]>) -> Error {
    let reply = script.note(0, text.unwrap_or(b"").trim_ascii());
    script.rejected(reply)
}

/// Returns whether an answer is one item of type `3`, in which three tabs separate the fields, and no other item: how Gopher
/// servers report errors. A lone dot, empty lines, and items of type `i`, which are text, may follow.
fn is_error(answer: &[u8]) -> bool {
    let mut lines = answer.split(|octet| *octet == b'\n');
    let has_tabs = |line: &&[u8]| line.iter().filter(|octet| **octet == b'\t').count() >= 3;
    lines.next().filter(has_tabs).is_some_and(|line| line.starts_with(b"3"))
        && lines.map(<[u8]>::trim_ascii).all(|line| matches!(line, [] | b"." | [b'i', ..]))
}

/// A question of a Gopher+ form (section 3.4.8): a line `Ask: Your name?` of its ASK block.
///
/// ```
/// use url1738_client::FormQuestion;
///
/// let prompt = b"+ASK:\r\n Note: All is optional\r\n Ask: Name?\r\n AskP: Password?\r\n+ADMIN:\r\n";
/// let questions: Vec<_> = FormQuestion::all(prompt).collect();
/// assert_eq!(questions.len(), 2);
/// assert_eq!((questions[0].text, questions[0].is_secret), (&b"Ask: Name?"[..], false));
/// assert_eq!((questions[1].text, questions[1].is_secret), (&b"AskP: Password?"[..], true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormQuestion<'a> {
    /// The line, which a server chose: it is not safe to show as it is.
    pub text: &'a [u8],
    /// Whether the answer is a password, which is not to be shown: `AskP`.
    pub is_secret: bool,
}

impl<'a> FormQuestion<'a> {
    /// Returns the questions of a prompt, in the order of the items of the answer.
    pub fn all(prompt: &'a [u8]) -> impl Iterator<Item = Self> {
        let lines = prompt.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii);
        let lines = lines.skip_while(|line| !line.starts_with(b"+ASK:")).skip(1);
        let lines = lines.take_while(|line| !line.starts_with(b"+") && *line != b".");
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"Note:"));
        lines.map(|text| Self {
            text,
            is_secret: text.get(..5).is_some_and(|kind| kind.eq_ignore_ascii_case(b"AskP:")),
        })
    }
}
