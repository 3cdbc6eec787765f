//! The telnet part of the recorder: it asks the client to reveal the user's name.

use std::io;

use core::time::Duration;

use super::Tape;

const IAC: u8 = 255;
const DO: u8 = 253;
const WILL: u8 = 251;
const SB: u8 = 250;
const SE: u8 = 240;
const NEW_ENVIRON: u8 = 39;
const SEND: u8 = 1;

/// What the client is shown; the session ends after it.
pub const GREETING: &[u8] = b"a banner\r\nlogin: ";

/// Asks for the environment (RFC 1572), where a client may put a user's name, and shows a banner.
pub(super) fn converse(tape: &mut Tape) -> io::Result<()> {
    tape.say(&[IAC, DO, NEW_ENVIRON])?;
    tape.say(GREETING)?;
    let answer = tape.until(&[NEW_ENVIRON])?;
    if answer.ends_with(&[IAC, WILL, NEW_ENVIRON]) {
        tape.say(&[IAC, SB, NEW_ENVIRON, SEND, IAC, SE])?;
        tape.until(&[IAC, SE])?;
    }
    // Anything beyond its answers, a user's name or a password, is sent at once or never.
    tape.stream.set_read_timeout(Some(Duration::from_millis(300)))
}
