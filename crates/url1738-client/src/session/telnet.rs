//! Telnet (RFC 854): the stream of a session and of the control connection of FTP. Every option is refused.

use super::{Session, script::Outgoing};

const IAC: u8 = 255;
const DONT: u8 = 254;
const DO: u8 = 253;
const WONT: u8 = 252;
const WILL: u8 = 251;
const SB: u8 = 250;
const SE: u8 = 240;

/// A Telnet stream, octet by octet.
#[derive(Debug, Default)]
pub(super) struct Telnet {
    place: Place,
    /// The commands so far, and the octets of subnegotiations, which no server sends if every option is refused.
    pub(super) count: usize,
    /// The refusals of options that are not sent yet.
    refusals: Vec<u8>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Text,
    Iac,
    /// After `IAC DO` and the like.
    Option(u8),
    /// Within a subnegotiation, which may be longer than any buffer.
    Sub,
    SubIac,
}

impl Telnet {
    /// Returns the refusals that are not sent yet, if there are any.
    pub(super) fn refusals(&mut self) -> Option<Outgoing> {
        let refusals = core::mem::take(&mut self.refusals);
        (!refusals.is_empty()).then(|| Outgoing::of_client("", &refusals))
    }

    /// Returns the octets that are not commands.
    pub(super) fn text(&mut self, octets: &[u8]) -> Vec<u8> {
        let mut text = Vec::with_capacity(octets.len());
        for octet in octets {
            self.place = match (self.place, *octet) {
                (Place::Text, IAC) => Place::Iac,
                // `IAC IAC` is an octet FF of the text, and no command.
                (Place::Text, octet) | (Place::Iac, octet @ IAC) => {
                    text.push(octet);
                    Place::Text
                }
                (Place::Iac, command) => {
                    self.count += 1;
                    match command {
                        DO | DONT | WILL | WONT => Place::Option(command),
                        SB => Place::Sub,
                        _ => Place::Text,
                    }
                }
                (Place::Option(request), option) => {
                    // Whoever answers every request with a refusal agrees on nothing, and two such ends never loop: a refusal is not answered.
                    // After DONT and WONT, the option is off already.
                    if let DO | WILL = request {
                        let refusal = if request == DO { WONT } else { DONT };
                        self.refusals.extend([IAC, refusal, option]);
                    }
                    Place::Text
                }
                (Place::Sub, IAC) => Place::SubIac,
                (Place::SubIac, SE) => Place::Text,
                (Place::Sub | Place::SubIac, _) => {
                    self.count += 1;
                    Place::Sub
                }
            };
        }
        text
    }
}

impl Session {
    /// Escapes octets that a user types for a Telnet connection: an octet FF is doubled, the end of a line, LF or CR LF, is
    /// CR LF, and any other CR is CR NUL (RFC 854).
    ///
    /// ```
    /// use url1738_client::Session;
    ///
    /// assert_eq!(Session::typed(b"ls\n\xff"), b"ls\r\n\xff\xff");
    /// assert_eq!(Session::typed(b"ls\r\n\r"), b"ls\r\n\r\0");
    /// ```
    #[must_use]
    pub fn typed(octets: &[u8]) -> Vec<u8> {
        let mut sent = Vec::with_capacity(octets.len());
        for (at, octet) in octets.iter().enumerate() {
            match *octet {
                // The LF after it is sent as both.
                b'\r' if octets.get(at + 1) == Some(&b'\n') => {}
                b'\r' => sent.extend(b"\r\0"),
                b'\n' => sent.extend(b"\r\n"),
                IAC => sent.extend([IAC, IAC]),
                octet => sent.push(octet),
            }
        }
        sent
    }
}
