//! The octets of a file that FTP retrieves, against what the server says of them.

use url1738::plan::{Chunk, TransferType};

use super::script::Script;
use crate::{
    error::Error,
    outcome::{Identity, number},
};

/// What is known of a file in TYPE I, whose octets can be counted.
#[derive(Debug, Default)]
pub(super) struct Retrieval {
    /// The answers to SIZE and MDTM.
    pub(super) reported: Identity,
    /// The octets that are to come, if that is known.
    expected: Option<u64>,
    /// Whether only the reply before a resumed file says so: of the whole file, or of what follows the offset. Servers differ.
    is_hint: bool,
}

impl Retrieval {
    /// Returns an error if the file is not the one that is expected.
    pub(super) fn unchanged(&self, script: &Script) -> Result<(), Error> {
        let changed = |what, then, now| Err(Error::Changed { what, then, now });
        let (now, expected) = (&self.reported, &script.options.expected);
        let lengths = [expected.len, now.len].map(|len| len.map(|len| len.to_string()));
        let times = [&expected.modified, &now.modified].map(Clone::clone);
        for (what, values) in [("length", lengths), ("time of change", times)] {
            // A file that grew by one octet is another file: its first half and its new second half would make up a third one.
            // A value that one of them does not have cannot differ.
            match values {
                [Some(then), Some(now)] if then != now => return changed(what, then, now),
                _ => {}
            }
        }
        match now.len.or(expected.len) {
            Some(len) if len < script.options.offset => {
                changed("length", format!("at least {}", script.options.offset), len.to_string())
            }
            _ => Ok(()),
        }
    }

    /// Notes what is known about the content that is about to come.
    ///
    /// # Errors
    /// Returns an error if it cannot be the right one.
    pub(super) fn opened(&mut self, script: &mut Script, text: &[u8]) -> Result<(), Error> {
        let name = match script.command().and_then(|command| command.argument.as_ref()) {
            Some(Chunk::Octets(name)) => name.octets(),
            _ => &[],
        };
        let hint = announced(text, name);
        script.outcome.announced_len = hint;
        if !retrieves(script) {
            return Ok(());
        }
        let offset = script.options.offset;
        let mut identity = self.reported.clone();
        identity.len = identity.len.or(script.options.expected.len);
        if offset == 0 {
            identity.len = identity.len.or(hint);
        } else if identity.len.or(hint).is_none() {
            let missing = "the server does not report the length of the file";
            return Err(Error::NotResumable(missing));
        }
        let rest = identity.len.map(|len| len.saturating_sub(offset));
        (self.expected, self.is_hint) = (rest.or(hint), rest.is_none());
        if let (Some(len), Some(hint)) = (identity.len, hint) {
            if hint != len && Some(hint) != rest {
                let (then, now) = (len.to_string(), hint.to_string());
                return Err(Error::Changed { what: "length", then, now });
            }
        }
        script.outcome.announced_len = identity.len.or(hint);
        if script.options.identifies {
            script.outcome.identity = Some(identity);
        }
        Ok(())
    }

    /// Returns an error unless the content that came is all that was announced.
    pub(super) fn complete(&self, script: &Script) -> Result<(), Error> {
        let received = script.outcome.content_len;
        match self.expected {
            // The server announced the whole file.
            Some(whole) if self.is_hint && received + script.options.offset == whole => Ok(()),
            Some(whole) if self.is_hint && received == whole => {
                Err(Error::NotResumable("the server may have sent the file from its start"))
            }
            Some(expected) if received != expected => {
                Err(Error::Truncated { step: script.stage(), expected, received })
            }
            _ => Ok(()),
        }
    }

    /// Returns an error if the octets that were just received are more than were announced.
    pub(super) fn received(&self, script: &Script, len: usize) -> Result<(), Error> {
        match self.expected {
            Some(expected) if script.outcome.content_len + len as u64 > expected => {
                Err(Error::Excess { step: script.stage(), expected })
            }
            _ => Ok(()),
        }
    }
}

/// Returns whether the current command retrieves a file in TYPE I, whose octets can be counted.
pub(super) fn retrieves(script: &Script) -> bool {
    script.command().is_some_and(|command| command.verb == "RETR")
        && script.plan.transfer_type == Some(TransferType::Image)
}

/// Returns the length in `(1234 bytes)`, as most servers put it in the reply before a file. A name may look like one.
fn announced(text: &[u8], name: &[u8]) -> Option<u64> {
    let mut text = String::from_utf8_lossy(text).into_owned();
    if name.contains(&b'(') {
        text = text.replacen(&*String::from_utf8_lossy(name), "", 1);
    }
    text.make_ascii_lowercase();
    // From the end, since the name is before the length: `150 Opening data connection for a (9 bytes).txt (12 bytes)`. More may
    // follow: `(12 bytes) (TLS)`.
    text.rsplit('(').find_map(|inner| number(inner.split_once(" bytes")?.0.as_bytes()))
}
