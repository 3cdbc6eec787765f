//! Carries an access plan out literally.
//!
//! Every octet that a step sends is what [`Plan::step_to_wire`] says. What the plan leaves to the
//! client is decided here: the data connection of ftp (PASV), the end of a session
//! (QUIT), and the refusal of every telnet option.

mod connection;
mod ftp;
mod gopher;
mod http;
mod news;
mod telnet;

use core::net::{IpAddr, SocketAddr};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

use url1738::plan::{Answers, Command, Condition, Endpoint, Plan, Step};

use crate::error::{Error, Result};
use crate::octets::quote;

/// How the host of a plan is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// At this address, whatever the plan says: the URLs name `host.dom`.
    Redirected(SocketAddr),
    /// At the address in the plan, which must be on loopback.
    Direct,
}

/// The result of carrying a plan out.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The octets that the steps sent.
    pub sent: Vec<u8>,
    /// The file, listing, menu, page or article; for telnet what the user would see.
    pub received: Vec<u8>,
    /// The server's answer to each command, in order.
    pub replies: Vec<Reply>,
    /// The plan was given up after the last of the replies.
    pub stopped: bool,
    /// What the user was shown, in the words of the plan.
    pub advised: Vec<String>,
}

/// An answer with a code, as in ftp, http and nntp.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The line it answers, without its CR LF.
    pub command: Vec<u8>,
    /// The three digits.
    pub code: u16,
    /// What follows them in the last line.
    pub text: String,
}

impl Outcome {
    /// Records an answer and returns whether the plan goes on. The plan also goes on if an optional command is refused.
    fn note(&mut self, line: &[u8], reply: Reply, condition: Condition, goes_on: bool) -> bool {
        let command = line.strip_suffix(b"\r\n").unwrap_or(line).to_vec();
        self.replies.push(Reply { command, ..reply });
        self.stopped = !goes_on && condition != Condition::Optional;
        !self.stopped
    }

    /// Whether a command under `condition` is sent now.
    fn allows(&self, condition: Condition) -> bool {
        match condition {
            Condition::If(code) => self.replies.last().is_some_and(|reply| reply.code == code),
            _ => true,
        }
    }
}

/// Carries `plan` out for a URL of `scheme`, with the answers that a user would give.
///
/// # Errors
/// Returns an error if the connection breaks, the server speaks another protocol, or an answer is missing. A server's
/// refusal is not an error: the outcome contains it.
pub fn execute(scheme: &str, plan: &Plan, reach: Reach, answers: &Answers) -> Result<Outcome> {
    if scheme == "file" {
        return open(plan);
    }
    let address = address(plan.endpoint(), reach)?;
    match scheme {
        "ftp" => ftp::execute(plan, address, answers),
        "http" => http::execute(plan, address, answers),
        "gopher" => gopher::execute(plan, address, answers),
        "news" | "nntp" => news::execute(plan, address, answers),
        "telnet" => telnet::execute(plan, address),
        _ => Err(Error::new(format!("no server speaks {scheme}"))),
    }
}

fn address(endpoint: &Endpoint, reach: Reach) -> Result<SocketAddr> {
    let bad = || Error::new(format!("{endpoint} is not on loopback"));
    match (reach, endpoint) {
        (Reach::Redirected(address), Endpoint::Tcp { .. } | Endpoint::Configured { .. }) => {
            Ok(address)
        }
        (Reach::Direct, Endpoint::Tcp { host, port }) => {
            let ip: IpAddr = host.parse().map_err(|_| bad())?;
            ip.is_loopback().then(|| SocketAddr::new(ip, *port)).ok_or_else(bad)
        }
        _ => Err(bad()),
    }
}

/// Returns the octets of a step that sends.
fn wire(plan: &Plan, step: &Step, answers: &Answers) -> Result<Vec<u8>> {
    let missing = |question| Error::new(format!("{question}: {step}"));
    let octets = plan.step_to_wire(step, answers).map_err(missing)?;
    octets.ok_or_else(|| Error::new(format!("sends nothing: {step}")))
}

/// Returns the command in a step of a protocol whose other steps are only questions.
fn command(step: &Step) -> Result<Option<&Command>> {
    match step {
        Step::Command(command) => Ok(Some(command)),
        Step::Ask(_) => Ok(None),
        other => Err(Error::new(format!("not a step of this protocol: {other}"))),
    }
}

/// Opens the file of a plan for this machine.
fn open(plan: &Plan) -> Result<Outcome> {
    let (Endpoint::ThisMachine, [Step::Open(segments)]) = (plan.endpoint(), plan.steps()) else {
        return Err(Error::new(format!("no file to open: {plan}")));
    };
    let mut path = PathBuf::from("/");
    path.extend(segments.iter().map(|segment| OsStr::from_bytes(segment)));
    let during = Error::during(quote(path.as_os_str().as_bytes()));
    Ok(Outcome { received: fs::read(&path).map_err(during)?, ..Outcome::default() })
}

/// Reads the code at the start of a reply line.
fn code(line: &[u8]) -> Result<u16> {
    let digits = line.get(..3).filter(|digits| digits.iter().all(u8::is_ascii_digit));
    let digits = digits.ok_or_else(|| Error::new(format!("no reply: {}", quote(line))))?;
    Ok(digits.iter().fold(0, |code, digit| code * 10 + u16::from(digit - b'0')))
}

/// Returns a reply of one line.
fn reply(line: &[u8]) -> Result<Reply> {
    let text = String::from_utf8_lossy(line.get(4..).unwrap_or_default()).into_owned();
    Ok(Reply { command: Vec::new(), code: code(line)?, text })
}
