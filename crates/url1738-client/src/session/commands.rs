//! FTP (RFC 959) and NNTP (RFC 977): commands and their replies, and what comes between them. FTP has one control
//! connection for one URL (section 3.2.5) and a passive data connection.

use std::io;

use url1738::plan::{Command, Condition, Step};

use super::{
    Action, Channel, beginning,
    lines::{Lines, Text},
    retrieval::{Retrieval, retrieves},
    script::{Outgoing, Script, Stage},
    telnet::Telnet,
};
use crate::{
    error::Error,
    outcome::{Reply, code, modified, number},
};

/// The codes of NNTP after which a text follows: a list of groups, and an article.
const WITH_TEXT: [u16; 2] = [215, 220];

/// The commands that say more of a directory than NLST: the last is tried first.
const DETAILED: [&str; 2] = ["LIST", "MLSD"];

/// The commands for what is known of the articles of a group (RFC 3977 section 8.3, RFC 2980 section 2.8).
const OVERVIEW: [&str; 2] = ["XOVER", "OVER"];

/// The articles of a group, the newest, of which an overview is asked for.
const MOST_ARTICLES: u64 = 1000;

#[derive(Debug, Default)]
pub(super) struct Commands {
    state: State,
    /// The next step.
    at: usize,
    /// The code of the last reply to a step.
    last: Option<u16>,
    lines: Lines,
    /// The lines of a reply of several lines that is under way, which the limit of a reply bounds. The first has its code.
    before: Vec<u8>,
    /// The control connection of FTP is a Telnet connection, whose commands are skipped. They are not answered: a client
    /// that supports no option may stay silent, and sends nothing but lines.
    telnet: Telnet,
    /// The command that transfers, which follows those that set the data connection up, and before it those that are
    /// tried first: the last is the next.
    transfers: Vec<Outgoing>,
    /// Whether the login to a news server was sent.
    logged_in: bool,
    retrieval: Retrieval,
    text: Text,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Connect,
    Await(Await),
    Ready,
    /// A command that is not in the plan.
    Own(&'static str),
    OpenData(u16),
    /// The data connection is open or being opened.
    SendTransfer,
    /// The data of the current step.
    Transfer,
    Text,
    Quit(Option<Error>),
    End(Option<Error>),
}

/// What the awaited reply answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Await {
    Greeting,
    Step,
    Own(&'static str),
    /// The preliminary reply to the transfer.
    Opening,
    /// The reply after the transfer.
    Closing,
}

impl Commands {
    pub(super) fn next(&mut self, script: &mut Script) -> Result<Action, Error> {
        loop {
            // The reply may have come in the same octets as the one before it.
            if self.advance(script)? {
                continue;
            }
            match &mut self.state {
                State::Connect => {
                    self.expect(Await::Greeting);
                    script.stage = Stage::Other("greeting");
                    return Ok(script.connect());
                }
                State::Await(_) | State::Text => return Ok(Action::Receive(Channel::Control)),
                State::Ready => {
                    if let Some(action) = self.step(script)? {
                        return Ok(action);
                    }
                }
                &mut State::Own(verb) => return self.own(script, verb),
                &mut State::OpenData(port) => {
                    // REST is void after any other command than the transfer (RFC 959, 4.1.3), so EPSV or PASV precede it.
                    self.state = match script.options.offset {
                        0 => State::SendTransfer,
                        _ => State::Own("REST"),
                    };
                    return Ok(Action::OpenData(port));
                }
                State::SendTransfer => {
                    let outgoing = self.transfers.last().cloned().ok_or(Error::NoPlan)?;
                    // The commands before it, such as EPSV, are not of the plan.
                    script.stage = outgoing.stage;
                    self.begin(script, Await::Opening)?;
                    return Ok(Action::Send(outgoing));
                }
                State::Transfer => return Ok(Action::Receive(Channel::Data)),
                State::Quit(error) => {
                    self.state = State::End(error.take());
                    return Ok(Action::Send(Outgoing::of_client("QUIT", b"\r\n")));
                }
                State::End(error) => return error.take().map_or(Ok(Action::Done), Err),
            }
        }
    }

    /// Begins with a step, over a connection on which those before it are done.
    pub(super) fn continue_at(&mut self, step: usize) {
        (self.at, self.state) = (step, State::Ready);
    }

    /// Begins the next step. Returns `None` if it needs no action.
    fn step(&mut self, script: &mut Script) -> Result<Option<Action>, Error> {
        let at = self.at;
        match script.step(at) {
            None => {
                let is_kept = script.options.keeps && self.lines.is_empty();
                self.state = if is_kept { State::End(None) } else { State::Quit(None) };
                return Ok(None);
            }
            Some(Step::Ask(question)) if !script.answers.has(*question) => {
                let question = *question;
                return script.ask(at, question).map(Some);
            }
            Some(step) => {
                let is_skipped = match step.condition() {
                    Condition::If(code) => self.last != Some(code),
                    _ => matches!(step, Step::Ask(_)),
                };
                if is_skipped {
                    self.at += 1;
                    return Ok(None);
                }
            }
        }
        let outgoing = match script.send(at)? {
            Action::Send(outgoing) => outgoing,
            question => return Ok(Some(question)),
        };
        self.begin(script, Await::Step)?;
        self.at += 1;
        let opens = script.command().is_some_and(Command::opens_data_connection);
        // The transfer waits until its data connection is open. A server that got RETR first might answer 425 at once.
        if !(script.is_ftp() && opens) {
            return Ok(Some(Action::Send(outgoing)));
        }
        self.transfers = vec![outgoing];
        if script.options.details && script.command().is_some_and(|command| command.verb == "NLST")
        {
            let argument = self.transfers[0].octets()[4..].to_vec();
            self.transfers.extend(DETAILED.map(|verb| Outgoing::of_client(verb, &argument)));
        }
        let identifies = script.options.identifies && retrieves(script);
        self.state = State::Own(if identifies { "SIZE" } else { "EPSV" });
        Ok(None)
    }

    /// Sends a command that is not in the plan.
    fn own(&mut self, script: &mut Script, verb: &'static str) -> Result<Action, Error> {
        script.stage = Stage::Other(verb);
        self.begin(script, Await::Own(verb))?;
        let rest = match (verb, self.transfers.last(), &script.options.news_login) {
            ("REST", ..) => format!(" {}\r\n", script.options.offset).into_bytes(),
            // The argument of RETR, as it will be sent.
            ("SIZE" | "MDTM", Some(transfer), _) => {
                transfer.octets().strip_prefix(b"RETR").unwrap_or(b"\r\n").to_vec()
            }
            ("AUTHINFO USER", _, Some([user, _])) => [b" ", user.octets(), b"\r\n"].concat(),
            ("AUTHINFO PASS", _, Some([_, secret])) => [b" ", secret.octets(), b"\r\n"].concat(),
            _ => b"\r\n".to_vec(),
        };
        Ok(Action::Send(Outgoing::of_client(verb, &rest)))
    }

    /// Begins to wait for a reply to a command that is about to be sent.
    ///
    /// # Errors
    /// Returns an error if something was received already: it would be taken for the reply.
    fn begin(&mut self, script: &Script, awaited: Await) -> Result<(), Error> {
        // A server that sends `331 pw?` and `230 in` together has answered PASS before it was sent. Whoever writes into the
        // connection could otherwise make the client go on after a step that failed.
        let early = self.lines.take_rest();
        if !early.is_empty() {
            return Err(script.protocol("a reply comes after its command", &early));
        }
        self.expect(awaited);
        Ok(())
    }

    fn expect(&mut self, awaited: Await) {
        self.lines.begin();
        self.state = State::Await(awaited);
    }

    /// A server that offers no data connection this way may offer one by PASV.
    pub(super) fn data_failed(&mut self, script: &Script) {
        let error = io::Error::other("the port that the server named cannot be connected to");
        let failed = Error::broken("data connection".to_owned(), error);
        self.state = match script.stage {
            Stage::Other("PASV") => State::Quit(Some(failed)),
            _ => State::Own("PASV"),
        };
    }

    pub(super) fn received(
        &mut self,
        script: &mut Script,
        octets: &[u8],
    ) -> Result<Vec<u8>, Error> {
        match (&self.state, octets) {
            (State::Await(_) | State::Text, []) => Err(script.closed()),
            (State::Transfer, []) => {
                self.expect(Await::Closing);
                Ok(Vec::new())
            }
            (State::Transfer, content) => {
                self.retrieval.received(script, content.len())?;
                Ok(content.to_vec())
            }
            (State::Text, octets) => Ok(self.text(octets)),
            (State::Await(_), octets) => {
                match script.is_ftp() {
                    true => self.lines.push(&self.telnet.text(octets)),
                    false => self.lines.push(octets),
                }
                if self.telnet.count > script.options.limits.lines {
                    return Err(script.protocol("a reply follows Telnet options", b"IAC"));
                }
                if self.advance(script)? && matches!(self.state, State::Text) {
                    // The text may have begun in these octets.
                    let begun = self.lines.take_rest();
                    return Ok(self.text(&begun));
                }
                Ok(Vec::new())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Returns the text in `octets`, and keeps what follows its end.
    fn text(&mut self, octets: &[u8]) -> Vec<u8> {
        let (content, rest) = self.text.take(octets);
        if let Some(rest) = rest {
            self.lines.push(rest);
            self.state = State::Ready;
        }
        content
    }

    /// Takes the next reply, if it is complete. Returns whether the state changed.
    fn advance(&mut self, script: &mut Script) -> Result<bool, Error> {
        let State::Await(awaited) = self.state else { return Ok(false) };
        let Some((reply, text)) = self.reply(script, awaited)? else { return Ok(false) };
        let is_ftp = script.is_ftp();
        let greets = if is_ftp { reply.code == 220 } else { reply.class() == 2 };
        let has_login = script.options.news_login.is_some() && !self.logged_in;
        let wants_login = reply.code == 480 && has_login;
        if awaited == Await::Opening && !wants_login {
            self.transfers.pop();
        }
        let next = match awaited {
            Await::Greeting if greets => Ok(State::Ready),
            // The command is sent again after the login (RFC 4643, 2.3).
            Await::Step | Await::Opening if wants_login => {
                self.logged_in = true;
                self.at -= usize::from(awaited == Await::Step);
                Ok(State::Own("AUTHINFO USER"))
            }
            Await::Step => {
                let has_text = !is_ftp && WITH_TEXT.contains(&reply.code);
                let is_group = script.command().is_some_and(|command| command.verb == "GROUP");
                let is_last = is_group && script.step(self.at).is_none();
                let articles =
                    if script.options.details && is_last { articles(&text) } else { None };
                let next = match articles {
                    Some(range) => {
                        let range = format!(" {range}\r\n").into_bytes();
                        let sent = OVERVIEW.map(|verb| Outgoing::of_client(verb, &range));
                        self.transfers = sent.into();
                        State::SendTransfer
                    }
                    None if has_text => State::Text,
                    None => State::Ready,
                };
                let verb = script.command().map_or("", |command| command.verb);
                // `223` says that there is an article, and `222` sends a part of it.
                match !has_text && reply.class() == 2 && matches!(verb, "ARTICLE" | "LIST") {
                    true => Err(script.rejected(reply)),
                    false => judge(script, reply).map(|()| next),
                }
            }
            Await::Opening if !is_ftp && reply.code == 224 => Ok(State::Text),
            // No article is left.
            Await::Opening if !is_ftp && matches!(reply.code, 420 | 423) => Ok(State::Ready),
            Await::Opening if reply.class() == 1 => {
                self.retrieval.opened(script, &text).map(|()| State::Transfer)
            }
            // A server that does not know the command may know the next. Without an overview there is still the group.
            Await::Opening if matches!(reply.code, 500..=504) => {
                match (is_ftp, self.transfers.is_empty()) {
                    (true, false) => Ok(State::Own("EPSV")),
                    (false, false) => Ok(State::SendTransfer),
                    (false, true) => Ok(State::Ready),
                    (true, true) => Err(script.rejected(reply)),
                }
            }
            Await::Closing => judge(script, reply)
                .and_then(|()| self.retrieval.complete(script))
                .map(|()| State::Ready),
            Await::Own(verb) => match (verb, reply.code) {
                // A server that does not know the commands sends the file all the same.
                ("SIZE" | "MDTM" | "EPSV", 421) => Err(script.rejected(reply)),
                ("SIZE", code) => {
                    self.retrieval.reported.len = number(&text).filter(|_| code == 213);
                    Ok(State::Own("MDTM"))
                }
                ("MDTM", code) => {
                    self.retrieval.reported.modified = modified(&text).filter(|_| code == 213);
                    self.retrieval.unchanged(script).map(|()| State::Own("EPSV"))
                }
                // Older servers do not know the command.
                ("EPSV", code) => Ok(extended_port(&text)
                    .filter(|_| code == 229)
                    .map_or(State::Own("PASV"), State::OpenData)),
                ("PASV", 227) => match passive_port(&text) {
                    Some(port) => Ok(State::OpenData(port)),
                    None => return Err(script.protocol("227 names a port", &text)),
                },
                ("AUTHINFO USER", 381) => Ok(State::Own("AUTHINFO PASS")),
                ("AUTHINFO USER" | "AUTHINFO PASS", 281) if self.transfers.is_empty() => {
                    Ok(State::Ready)
                }
                ("AUTHINFO USER" | "AUTHINFO PASS", 281) | ("REST", 350) => Ok(State::SendTransfer),
                _ => Err(script.rejected(reply)),
            },
            _ => Err(script.rejected(reply)),
        };
        self.state =
            next.unwrap_or_else(|error| match self.is_usable_after(script, awaited, &error) {
                true => State::End(Some(error)),
                false => State::Quit(Some(error)),
            });
        Ok(true)
    }

    /// Returns whether the connection is kept after an error: the server refused a step after the login and the directories,
    /// and nothing else.
    fn is_usable_after(&self, script: &Script, awaited: Await, error: &Error) -> bool {
        let is_step = matches!(awaited, Await::Step | Await::Opening);
        let is_refusal = |reply: &Reply| reply.class() >= 4 && !matches!(reply.code, 400 | 421);
        let is_refused = is_step && error.reply().is_some_and(is_refusal);
        let has_begun = self.at > beginning(&script.plan).len();
        script.options.keeps && is_refused && has_begun && self.lines.is_empty()
    }

    /// Returns the next reply if it is complete, and the text of its last line as the server sent it: a masked text would not do
    /// for the port of a data connection. A preliminary reply (1yz) is skipped unless it opens a transfer of FTP.
    fn reply(
        &mut self,
        script: &mut Script,
        awaited: Await,
    ) -> Result<Option<(Reply, Vec<u8>)>, Error> {
        while let Some(line) = self.lines.next(script)? {
            let (code, continues) = (code(&line), line.get(3) == Some(&b'-'));
            let text = line.get(4..).unwrap_or(b"").trim_ascii();
            let reply = match (self::code(&self.before), code) {
                (Some(opened), Some(code)) if opened == code && !continues => {
                    let whole = [core::mem::take(&mut self.before), line.clone()].concat();
                    // Of a password that began in the lines before, the end is in none.
                    let masked = script.secrets.mask(&whole);
                    let last = masked.rsplit(|octet| *octet == b'\n').next().unwrap_or(&masked);
                    script.note(code, last.get(4..).unwrap_or(b"").trim_ascii())
                }
                // News has no replies of several lines: there a `-` after the code belongs to the text.
                (None, Some(code)) if !(script.is_ftp() && continues) => script.note(code, text),
                (None, None) => return Err(script.protocol("a reply begins with a code", &line)),
                // In `230-Welcome`, `220 users are here`, `230 in`, the second line begins with another code and is text all the same.
                // A reply of several lines goes on from `CODE-` to `CODE ` (RFC 959, 4.2).
                _ => {
                    self.before.extend_from_slice(&line);
                    self.before.push(b'\n');
                    continue;
                }
            };
            if reply.class() != 1 || script.is_ftp() && awaited == Await::Opening {
                // The conditions of a plan are about the replies to its own commands.
                if reply.step.is_some() {
                    self.last = Some(reply.code);
                }
                return Ok(Some((reply, text.to_owned())));
            }
        }
        Ok(None)
    }
}

/// Returns an error if a reply to a step does not let the plan go on.
fn judge(script: &Script, reply: Reply) -> Result<(), Error> {
    let command = script.command();
    let (verb, condition) = command.map_or(("", Condition::Always), |it| (it.verb, it.condition));
    // 331 asks for the password; every other intermediate reply is an error. A server that is closing (421, 400)
    // carries out no other step.
    let goes_on = reply.class() == 2 || (verb == "USER" && reply.code == 331);
    let is_closing = matches!(reply.code, 400 | 421);
    let is_ignored = condition == Condition::Optional && !is_closing;
    if goes_on || is_ignored { Ok(()) } else { Err(script.rejected(reply)) }
}

/// Returns the range of the newest articles in the text of a reply to GROUP: their number, the first, and the last.
fn articles(text: &[u8]) -> Option<String> {
    // `211 9000 1 9000 comp.test` leads to 8001-9000. A group without articles has the number 0, and often first after last.
    let mut numbers = text.split(|octet| *octet == b' ').map(number::<u64>);
    let [count, first, last] = [numbers.next()??, numbers.next()??, numbers.next()??];
    let first = first.max(last.saturating_sub(MOST_ARTICLES - 1));
    (count > 0 && first <= last).then(|| format!("{first}-{last}"))
}

/// Returns the port in `(|||port|)`; any character may be the delimiter (RFC 2428, 3).
fn extended_port(text: &[u8]) -> Option<u16> {
    // `229 Entering Extended Passive Mode (|||6446|)`: network and address are empty, because the data connection goes to
    // the same host.
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
    // `227 Entering Passive Mode (10,0,0,5,25,46)` is port 25 * 256 + 46 = 6446. The address is not even read: a server could
    // name a third host and let the client connect to it.
    let pieces = text.split(|c: char| !c.is_ascii_digit() && c != ',');
    let mut ports = pieces.filter_map(|piece| {
        let numbers: Option<Vec<u8>> = piece.split(',').map(|it| number(it.as_bytes())).collect();
        let [_, _, _, _, high, low] = numbers?[..] else { return None };
        Some(u16::from_be_bytes([high, low])).filter(|port| *port > 0)
    });
    ports.next_back()
}
