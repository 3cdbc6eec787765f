//! FTP (RFC 959): one control connection for one URL (section 3.2.5), and a passive data connection.

use std::borrow::Cow;

use url1738::plan::Step;

use super::{
    Action, Channel,
    control::{Control, Next},
    retrieval::{Retrieval, retrieves},
    script::{Outgoing, Script, Stage},
    telnet::{Commands, Event},
};
use crate::{
    error::Error,
    identity::modified,
    reply::{Reply, number},
};

#[derive(Debug)]
pub(super) struct Ftp {
    control: Control,
    /// The control connection is a Telnet connection, whose commands are skipped. They are not answered: a client that
    /// supports no option may stay silent, and sends nothing but lines.
    commands: Commands,
    state: State,
    /// The step that transfers, and its line.
    transfer: Option<(usize, Outgoing)>,
    /// Whether the data connection was set up by EPSV.
    extended: bool,
    /// What is known of the file that is retrieved.
    retrieval: Retrieval,
}

#[derive(Debug)]
enum State {
    Connect,
    Await(Await),
    Ready,
    Mdtm,
    Epsv,
    Pasv,
    OpenData(u16),
    /// The data connection is open or being opened.
    DataOpened,
    SendTransfer,
    Transfer,
    Quit(Option<Error>),
    End(Option<Error>),
}

/// What a reply is awaited to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Await {
    Greeting,
    Step(usize),
    Size,
    Mdtm,
    Epsv,
    Pasv,
    Rest,
    /// The preliminary reply to the transfer.
    Opening(usize),
    /// The reply after the transfer.
    Closing(usize),
}

impl Default for Ftp {
    fn default() -> Self {
        Self {
            control: Control::new(true),
            commands: Commands::default(),
            state: State::Connect,
            transfer: None,
            extended: true,
            retrieval: Retrieval::default(),
        }
    }
}

const NOTHING: Cow<'static, [u8]> = Cow::Borrowed(&[]);

impl Ftp {
    pub(super) fn next(&mut self, script: &mut Script) -> Result<Action, Error> {
        loop {
            match &mut self.state {
                State::Connect => {
                    self.state = State::Await(Await::Greeting);
                    script.stage = Stage::Other("greeting");
                    self.control.expect();
                    return Ok(Action::Connect(script.plan.endpoint().clone()));
                }
                State::Await(_) => {
                    // The reply may have come with the one before.
                    if !self.advance(script)? {
                        return Ok(Action::Receive(Channel::Control));
                    }
                }
                State::Ready => match self.control.next_step(script)? {
                    Next::Ask(question) => return Ok(Action::Ask(question)),
                    Next::Send(at, outgoing) if transfers(script, at) => {
                        self.transfer = Some((at, outgoing));
                        if script.identifies && retrieves(script, at) {
                            return self.client_command(script, "SIZE", Await::Size);
                        }
                        self.state = State::Epsv;
                    }
                    Next::Send(at, outgoing) => {
                        self.state = State::Await(Await::Step(at));
                        return Ok(Action::Send(outgoing));
                    }
                    Next::End => {
                        self.state = State::End(None);
                        return Ok(Action::Send(Outgoing::farewell()));
                    }
                },
                State::Mdtm => return self.client_command(script, "MDTM", Await::Mdtm),
                State::Epsv => {
                    self.extended = true;
                    return self.client_command(script, "EPSV", Await::Epsv);
                }
                State::Pasv => {
                    self.extended = false;
                    return self.client_command(script, "PASV", Await::Pasv);
                }
                State::OpenData(port) => {
                    let port = *port;
                    self.state = State::DataOpened;
                    return Ok(Action::OpenData(port));
                }
                State::DataOpened if script.offset > 0 => {
                    return self.client_command(script, "REST", Await::Rest);
                }
                State::DataOpened => self.state = State::SendTransfer,
                State::SendTransfer => {
                    let Some((at, outgoing)) = self.transfer.take() else {
                        return Err(Error::NoPlan);
                    };
                    script.stage = Stage::Step(at);
                    self.control.begin(script)?;
                    self.state = State::Await(Await::Opening(at));
                    return Ok(Action::Send(outgoing));
                }
                State::Transfer => return Ok(Action::Receive(Channel::Data)),
                State::Quit(error) => {
                    self.state = State::End(error.take());
                    return Ok(Action::Send(Outgoing::farewell()));
                }
                State::End(error) => {
                    return match error.take() {
                        Some(error) => Err(error),
                        None => Ok(Action::Done),
                    };
                }
            }
        }
    }

    /// Sends a command that is not in the plan.
    fn client_command(
        &mut self,
        script: &mut Script,
        verb: &'static str,
        then: Await,
    ) -> Result<Action, Error> {
        script.stage = Stage::Other(verb);
        self.control.begin(script)?;
        self.state = State::Await(then);
        let mut line = verb.as_bytes().to_vec();
        match (then, &self.transfer) {
            (Await::Rest, _) => line.extend(format!(" {}\r\n", script.offset).into_bytes()),
            // The argument of RETR, as it will be sent.
            (Await::Size | Await::Mdtm, Some((_, transfer))) => {
                line.extend_from_slice(transfer.octets().strip_prefix(b"RETR").unwrap_or(b"\r\n"));
            }
            _ => line.extend(b"\r\n"),
        }
        Ok(Action::Send(Outgoing::of_client(line)))
    }

    /// A server that offers no data connection this way may offer one by PASV.
    pub(super) fn data_failed(&mut self) {
        let failed = Error::closed("data connection");
        self.state = if self.extended { State::Pasv } else { State::Quit(Some(failed)) };
    }

    pub(super) fn received<'a>(
        &mut self,
        script: &mut Script,
        octets: &'a [u8],
    ) -> Result<Cow<'a, [u8]>, Error> {
        match (&self.state, octets) {
            (State::Transfer, []) => {
                if let Stage::Step(at) = script.stage {
                    self.control.expect();
                    self.state = State::Await(Await::Closing(at));
                }
                Ok(NOTHING)
            }
            (State::Transfer, content) => {
                self.retrieval.received(script, content.len())?;
                Ok(Cow::Borrowed(content))
            }
            (State::Await(_), []) => Err(script.closed()),
            (State::Await(_), octets) => {
                let limit = script.limits.lines;
                for octet in octets {
                    match self.commands.next(*octet) {
                        Event::Text(octet) => self.control.replies.lines.push(&[octet]),
                        Event::Nothing | Event::Request(..) => {}
                    }
                }
                if self.commands.count > limit {
                    return Err(script.protocol("a reply follows Telnet options", b"IAC"));
                }
                self.advance(script)?;
                Ok(NOTHING)
            }
            _ => Ok(NOTHING),
        }
    }

    /// Takes the next reply, if it is complete. Returns whether the state changed.
    fn advance(&mut self, script: &mut Script) -> Result<bool, Error> {
        let State::Await(awaited) = self.state else { return Ok(false) };
        let opening = matches!(awaited, Await::Opening(_));
        let Some((reply, text)) = self.control.reply(script, opening)? else { return Ok(false) };
        self.state = match awaited {
            Await::Greeting if reply.code == 220 => State::Ready,
            Await::Step(at) => match Control::judge(script, at, reply) {
                Some(error) => State::Quit(Some(error)),
                None => State::Ready,
            },
            Await::Closing(at) => {
                let error =
                    Control::judge(script, at, reply).or_else(|| self.retrieval.incomplete(script));
                error.map_or(State::Ready, |error| State::Quit(Some(error)))
            }
            Await::Opening(at) if reply.class() == 1 => {
                match self.retrieval.opened(script, at, &text) {
                    Some(error) => State::Quit(Some(error)),
                    None => State::Transfer,
                }
            }
            // A server that does not know the commands sends the file all the same.
            Await::Size | Await::Mdtm if reply.code == 421 => rejected(script, reply),
            Await::Size => {
                self.retrieval.reported.len = number(&text).filter(|_| reply.code == 213);
                State::Mdtm
            }
            Await::Mdtm => {
                self.retrieval.reported.modified = modified(&text).filter(|_| reply.code == 213);
                match self.retrieval.changed(script) {
                    Some(error) => State::Quit(Some(error)),
                    None => State::Epsv,
                }
            }
            Await::Epsv => match (reply.code, extended_port(&text)) {
                (229, Some(port)) => State::OpenData(port),
                (421, _) => rejected(script, reply),
                // Older servers do not know the command.
                _ => State::Pasv,
            },
            Await::Pasv if reply.code == 227 => match passive_port(&text) {
                Some(port) => State::OpenData(port),
                None => return Err(script.protocol("227 names a port", &text)),
            },
            Await::Rest if reply.code == 350 => State::SendTransfer,
            _ => rejected(script, reply),
        };
        Ok(true)
    }
}

fn rejected(script: &Script, reply: Reply) -> State {
    State::Quit(Some(Error::Rejected { step: script.stage(), reply }))
}

fn transfers(script: &Script, at: usize) -> bool {
    matches!(script.step(at), Some(Step::Command(command)) if command.opens_data_connection())
}

/// Returns the port in `(|||port|)`; any character may be the delimiter (RFC 2428, 3).
fn extended_port(text: &[u8]) -> Option<u16> {
    let text = String::from_utf8_lossy(text);
    let (_, inner) = text.split_once('(')?;
    let (inner, _) = inner.split_once(')')?;
    let delimiter = inner.chars().next()?;
    let fields: Vec<&str> = inner.split(delimiter).collect();
    let ["", "", "", port, ""] = fields[..] else { return None };
    number(port.as_bytes()).filter(|port| *port > 0)
}

/// Returns the port in `h1,h2,h3,h4,p1,p2`, anywhere in the reply: RFC 959 prescribes no wording.
fn passive_port(text: &[u8]) -> Option<u16> {
    let text = String::from_utf8_lossy(text);
    let pieces = text.split(|c: char| !c.is_ascii_digit() && c != ',');
    pieces.filter_map(six_numbers).next_back()
}

fn six_numbers(text: &str) -> Option<u16> {
    let numbers: Option<Vec<u8>> = text.split(',').map(|it| number(it.as_bytes())).collect();
    let [_, _, _, _, high, low] = numbers?[..] else { return None };
    Some(u16::from_be_bytes([high, low])).filter(|port| *port > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_found_in_any_wording() {
        let ports = [
            ("Entering Passive Mode (192,0,2,1,47,168).", Some(12200)),
            ("ok =127,0,0,1,4,1", Some(1025)),
            ("1,2 then 127,0,0,1,4,1 and 3", Some(1025)),
            ("Entering Passive Mode", None),
            ("(127,0,0,1,0,0)", None),
            ("(127,0,0,1,256,1)", None),
            ("(127,0,0,1,4)", None),
            ("(127,0,0,1,4,1,9)", None),
        ];
        for (text, port) in ports {
            assert_eq!(passive_port(text.as_bytes()), port, "{text}");
        }
    }

    #[test]
    fn the_extended_port_has_any_delimiter() {
        let ports = [
            ("Entering Extended Passive Mode (|||6446|)", Some(6446)),
            ("ok (!!!6446!) go", Some(6446)),
            ("(|||65536|)", None),
            ("(|1|127.0.0.1|6446|)", None),
            ("(|||+80|)", None),
            ("(||||)", None),
            ("(|||0|)", None),
            ("()", None),
            ("6446", None),
        ];
        for (text, port) in ports {
            assert_eq!(extended_port(text.as_bytes()), port, "{text}");
        }
    }
}
