//! Carries an access plan out by `url1738-client`, as a user's program does, and keeps what was sent and received.

use core::{net::SocketAddr, time::Duration};
use std::io;

use url1738::{
    Url,
    plan::{Answers, Endpoint, Plan, Question},
};
use url1738_client::{
    Client, Error as ClientError, Event, Handler, ItemKind, Limits, Listing, Protocol, Row,
};

use crate::octets::{Error, Result};

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

/// The longest content.
const LIMIT: u64 = 1 << 20;

/// After this time without output a telnet server is waiting for the user.
const QUIET: Duration = Duration::from_millis(1200);

/// Carries `plan` out, with the answers that a user would give.
///
/// # Errors
/// Returns an error if the connection breaks, the server speaks another protocol, or an answer is missing. A server's
/// refusal is not an error: the outcome contains it.
pub fn execute(plan: &Plan, reach: Reach, answers: &Answers) -> Result<Outcome> {
    let protocol = Protocol::of(plan);
    let client = client(plan, reach, answers)?;
    let mut watch = Watch::default();
    let result = client.carry_out(plan, &mut watch);
    let mut outcome = watch.outcome;
    match result {
        Ok(_) => {}
        Err(ClientError::Rejected { reply, .. }) if protocol == Some(Protocol::Gopher) => {
            // Gopher has no codes: the error is an item, which a user would see.
            outcome.received = reply.text.as_bytes().to_vec();
        }
        Err(ClientError::Rejected { .. }) => outcome.stopped = true,
        // The server waits for the user.
        Err(ClientError::TimedOut { .. }) if protocol == Some(Protocol::Telnet) => {}
        Err(error) => return Err(Error::new(error.to_string())),
    }
    Ok(outcome)
}

/// Returns the client that a run uses.
fn client(plan: &Plan, reach: Reach, answers: &Answers) -> Result<Client> {
    let is_session = Protocol::of(plan) == Some(Protocol::Telnet);
    let patience = Duration::from_secs(10);
    let mut limits = Limits::default();
    limits.read = if is_session { QUIET } else { patience };
    limits.total = Some(2 * patience);
    limits.bytes = Some(LIMIT);
    // The servers of a run listen on any free port.
    let client = Client::new().limits(limits).answers(answers.clone()).allow_given_ports();
    Ok(match reach {
        Reach::Redirected(address) => client.connect_to(address),
        Reach::Direct => {
            is_on_loopback(&plan.endpoint)?;
            client
        }
    })
}

/// Checks that a directory has the same names if the client asks for its details, and that these have kinds and sizes; and
/// that the articles of a group have URLs.
///
/// # Errors
/// Returns an error if they differ, or the server refuses.
pub fn check_details(url: &Url<&str>, reach: Reach, answers: &Answers) -> Result<()> {
    let Ok(plan) = url.plan() else { return Ok(()) };
    let client = client(&plan, reach, answers)?;
    let [bare, detailed] = [client.clone(), client.details()].map(|client| {
        let Some(listing) = Listing::new(url) else { return Ok(Vec::new()) };
        let mut rows = Rows { listing, rows: Vec::new() };
        client.fetch(url, &mut rows).map(|_| rows.rows).map_err(|it| Error::new(it.to_string()))
    });
    let (bare, detailed) = (bare?, detailed?);
    let names = |rows: &[Row]| {
        let mut names: Vec<_> = rows.iter().map(|row| row.name.clone()).collect();
        names.sort();
        names
    };
    let has_size = |row: &Row| row.size.is_some() && row.url.is_some();
    let is_folder = |row: &Row| matches!(row.kind, ItemKind::Directory | ItemKind::Menu);
    let is_known = |row: &Row| is_folder(row) || has_size(row);
    match url {
        Url::Ftp(_) if names(&bare) != names(&detailed) => {
            Err(Error::new(format!("{:?} but {:?}", names(&bare), names(&detailed))))
        }
        Url::Ftp(_) | Url::News(_) if !detailed.iter().all(is_known) => {
            Err(Error::new(format!("no kind or size: {detailed:?}")))
        }
        _ => Ok(()),
    }
}

/// Keeps the rows of a listing.
struct Rows {
    listing: Listing,
    rows: Vec<Row>,
}

impl Handler for Rows {
    fn content(&mut self, octets: &[u8]) -> io::Result<()> {
        self.rows.extend(self.listing.read(octets).filter_map(core::result::Result::ok));
        Ok(())
    }

    fn event(&mut self, event: &Event<'_>) {
        if let Event::Sent(outgoing) = event {
            self.listing.sent(outgoing);
        }
    }
}

fn is_on_loopback(endpoint: &Endpoint) -> Result<()> {
    let is_there = match endpoint {
        Endpoint::Tcp { host, .. } => {
            host.parse().is_ok_and(|address: core::net::IpAddr| address.is_loopback())
        }
        Endpoint::ThisMachine => true,
        _ => false,
    };
    if is_there { Ok(()) } else { Err(Error::new(format!("{endpoint} is not on loopback"))) }
}

/// Keeps what the client reports.
#[derive(Debug, Default)]
struct Watch {
    outcome: Outcome,
    /// The line that the next reply answers.
    line: Vec<u8>,
}

impl Handler for Watch {
    fn content(&mut self, octets: &[u8]) -> io::Result<()> {
        self.outcome.received.extend(octets);
        Ok(())
    }

    fn answer(&mut self, _: Question, _: &[u8], answers: Answers) -> Answers {
        answers
    }

    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Sent(outgoing) => {
                let octets = outgoing.octets();
                // The refusals of telnet are what a session sends.
                if outgoing.step().is_some() || octets.starts_with(&[255]) {
                    self.outcome.sent.extend(octets);
                }
                let line = octets.split(|&octet| octet == b'\r').next().unwrap_or_default();
                self.line = line.to_vec();
            }
            Event::Reply(reply) if reply.step.is_some() && reply.code / 100 != 1 => {
                let command = self.line.clone();
                let text = reply.text.clone();
                self.outcome.replies.push(Reply { command, code: reply.code, text });
            }
            Event::Advice(step) => self.outcome.advised.push(format!("{step:#}")),
            _ => {}
        }
    }
}

/// Returns the access plan of `url`, or `None` if the URL is valid and its access is refused.
///
/// # Errors
/// Returns an error if `url` is not a URL.
pub fn plan_for(url: &str) -> Result<Option<Plan>> {
    let parsed = Url::parse(url).map_err(Error::during(url))?;
    Ok(parsed.plan().ok())
}
