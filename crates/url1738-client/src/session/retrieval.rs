//! The octets of a file that FTP retrieves, against what the server says of them.

use url1738::plan::{Chunk, Command, Step, TransferType};

use super::script::Script;
use crate::{error::Error, identity::Identity, reply::number};

/// What is known of a file in TYPE I, whose octets can be counted.
#[derive(Debug, Default)]
pub(super) struct Retrieval {
    /// The answers to SIZE and MDTM.
    pub(super) reported: Identity,
    /// The length in the reply before the file: of the whole file, or of what follows the offset. Servers differ.
    hint: Option<u64>,
    /// The octets that are to come, if that is known.
    rest: Option<u64>,
}

impl Retrieval {
    /// Returns an error if the file is not the one that is expected.
    pub(super) fn changed(&self, script: &Script) -> Option<Error> {
        let shorter = match self.reported.len.or(script.expected.len) {
            Some(len) if len < script.offset => {
                let then = format!("at least {}", script.offset);
                Some(("length", then, len.to_string()))
            }
            _ => None,
        };
        let (what, then, now) = self.reported.difference(&script.expected).or(shorter)?;
        Some(Error::Changed { what, then, now })
    }

    /// Notes what is known about the content that is about to come. Returns an error if it cannot be the right one.
    pub(super) fn opened(&mut self, script: &mut Script, at: usize, text: &[u8]) -> Option<Error> {
        let hint = announced(text, name(script, at));
        script.announced = hint;
        if !retrieves(script, at) {
            return None;
        }
        self.hint = hint;
        let offset = script.offset;
        let mut identity = self.reported.clone();
        identity.len = identity.len.or(script.expected.len);
        if offset == 0 {
            identity.len = identity.len.or(hint);
        } else if identity.len.or(hint).is_none() {
            return Some(Error::NotResumable("the server does not report the length of the file"));
        }
        self.rest = identity.len.map(|len| len.saturating_sub(offset));
        if let (Some(len), Some(hint)) = (identity.len, hint) {
            if hint != len && Some(hint) != self.rest {
                let (then, now) = (len.to_string(), hint.to_string());
                return Some(Error::Changed { what: "length", then, now });
            }
        }
        script.announced = identity.len.or(hint);
        if script.identifies {
            script.identity = Some(identity);
        }
        None
    }

    /// Returns an error unless the content that came is all that was announced.
    pub(super) fn incomplete(&self, script: &Script) -> Option<Error> {
        let received = script.content;
        let expected = match (self.rest, self.hint) {
            (Some(rest), _) => rest,
            // The server announced the whole file.
            (None, Some(hint)) if script.offset.saturating_add(received) == hint => received,
            (None, Some(hint)) if received == hint => {
                return Some(Error::NotResumable(
                    "the server may have sent the file from its start",
                ));
            }
            (None, Some(hint)) => hint,
            (None, None) => return None,
        };
        (received != expected).then(|| {
            let step = script.stage();
            Error::Truncated { step, expected, received }
        })
    }

    /// Returns an error if the octets that were just received are more than were announced.
    pub(super) fn received(&self, script: &Script, len: usize) -> Result<(), Error> {
        let len = u64::try_from(len).unwrap_or(u64::MAX);
        match self.rest.or(self.hint) {
            Some(expected) if script.content.saturating_add(len) > expected => {
                Err(Error::Excess { step: script.stage(), expected })
            }
            _ => Ok(()),
        }
    }
}

/// Returns whether the step retrieves a file in TYPE I, whose octets can be counted.
pub(super) fn retrieves(script: &Script, at: usize) -> bool {
    matches!(script.step(at), Some(Step::Command(command)) if command.verb == "RETR")
        && script.plan.transfer_type() == Some(TransferType::Image)
}

/// Returns the argument of a command.
fn name(script: &Script, at: usize) -> &[u8] {
    match script.step(at) {
        Some(Step::Command(Command { argument: Some(Chunk::Octets(name)), .. })) => name.octets(),
        _ => &[],
    }
}

/// Returns the length in `(1234 bytes)`, as most servers put it in the reply before a file. A name may look like one.
fn announced(text: &[u8], name: &[u8]) -> Option<u64> {
    let mut text = String::from_utf8_lossy(text).into_owned();
    if name.contains(&b'(') {
        text = text.replacen(&*String::from_utf8_lossy(name), "", 1);
    }
    let (_, inner) = text.rsplit_once('(')?;
    let (digits, _) = inner.split_once(" bytes")?;
    number(digits.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_is_in_the_text() {
        let text = "Opening BINARY mode data connection for x(1) (1234 bytes).";
        assert_eq!(announced(text.as_bytes(), b"x(1)"), Some(1234));
        assert_eq!(announced(b"here it comes (soon)", b"x"), None);
        assert_eq!(announced(b"go for x (5 bytes)", b"x (5 bytes)"), None);
        assert_eq!(announced(b"go for x (5 bytes) (6 bytes)", b"x (5 bytes)"), Some(6));
    }
}
