//! Checks that a real client sends the octets of the plan.
//!
//! The client and curl each follow a URL to a separate recorder, and the recordings are
//! compared. What section 3.2 leaves to the client is removed from both: the kind of data
//! connection, the commands PWD, SIZE and QUIT, and the options of telnet.

use std::path::Path;

use url1738::plan::{Answers, Plan, Step};

use crate::{
    cases::Case,
    curl::{Curl, Difference, SCHEMES},
    execute::{Outcome, Reach, execute, plan_for},
    octets::{Error, Result, excerpt},
    recorder::{Recorder, Role},
};

/// The result of comparing one URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Both sent equal octets.
    Same,
    /// They differ as listed for this URL.
    Known,
    /// They differ otherwise, or do not differ although a difference is listed; described in words.
    Unexpected(String),
}

/// Compares URLs with curl, each once.
#[derive(Debug)]
pub struct Comparison<'a> {
    curl: &'a Curl,
    differences: &'a [Difference],
    done: Vec<(Key, Verdict)>,
}

/// The key of a comparison.
type Key = (String, Answers, Role);

impl<'a> Comparison<'a> {
    /// Returns a comparison that knows `differences`.
    #[must_use]
    pub fn new(curl: &'a Curl, differences: &'a [Difference]) -> Self {
        Self { curl, differences, done: Vec::new() }
    }

    /// Compares the URL of `case`. Returns `None` if curl does not support its scheme, the URL has no plan,
    /// or it names a port of this run.
    ///
    /// # Errors
    /// Returns an error if the recorder or curl fails.
    pub fn verdict(&mut self, case: &Case, root: &Path) -> Result<Option<Verdict>> {
        let Some(role) = role(case) else { return Ok(None) };
        let url = case.url_for(None, root);
        let key = (case.url.clone(), case.answers.clone(), role);
        if let Some((_, verdict)) = self.done.iter().find(|(done, _)| *done == key) {
            return Ok(Some(verdict.clone()));
        }
        let Some(plan) = plan_for(&url)? else { return Ok(None) };
        let outcome = follow_plan(case, &plan, role)?;
        let recorder = Recorder::start(role)?;
        let password = case.password.as_deref();
        self.curl.follow(&url, recorder.address(), password, lists(&plan))?;
        let octets = essence(role, &recorder.finish()?);
        let ours = essence(role, &[outcome.sent]);
        let listed = self.differences.iter().find(|difference| difference.url == case.url);
        let verdict = judge(&ours, &octets, listed.map(|listed| listed.instead.as_slice()));
        self.done.push((key, verdict.clone()));
        Ok(Some(verdict))
    }
}

/// Compares what curl sends with what the plan sends, and with the octets of the difference that
/// is listed, if one is.
fn judge(ours: &[u8], theirs: &[u8], listed: Option<&[u8]>) -> Verdict {
    let shown = excerpt(theirs);
    match listed {
        None if theirs == ours => Verdict::Same,
        None => Verdict::Unexpected(format!("curl sends {shown}, the plan {}", excerpt(ours))),
        Some(_) if theirs == ours => {
            Verdict::Unexpected(format!("a difference is listed, and both send {shown}"))
        }
        Some(instead) if contains(theirs, instead) => Verdict::Known,
        Some(instead) => {
            Verdict::Unexpected(format!("curl sends {shown}, the list says {}", excerpt(instead)))
        }
    }
}

/// Returns the role of the recorder for a case, if it supports the protocol.
#[must_use]
pub fn role(case: &Case) -> Option<Role> {
    let scheme = case.scheme();
    if case.is_direct() || !SCHEMES.contains(&scheme.as_str()) {
        return None;
    }
    Some(match scheme.as_str() {
        "ftp" => Role::Ftp { asks: !case.server.ends_with("-open") },
        "http" => Role::Http,
        "gopher" => Role::Gopher,
        _ => Role::Telnet,
    })
}

/// Whether the plan asks for names, which a user would have to pass to curl.
fn lists(plan: &Plan) -> bool {
    plan.steps.iter().any(|step| matches!(step, Step::Command(command) if command.verb == "NLST"))
}

/// Carries `plan` out with a recorder, and checks that it received what the client reports as sent.
///
/// # Errors
/// Returns an error if the recording differs from what was sent, or if the connection fails.
pub fn follow_plan(case: &Case, plan: &Plan, role: Role) -> Result<Outcome> {
    let recorder = Recorder::start(role)?;
    let reach = Reach::Redirected(recorder.address());
    let outcome = execute(plan, reach, &case.answers)?;
    let seen = essence(role, &recorder.finish()?);
    let sent = essence(role, core::slice::from_ref(&outcome.sent));
    if seen != sent {
        let (seen, sent) = (excerpt(&seen), excerpt(&sent));
        return Err(Error::new(format!("the client sent {sent}, the recorder got {seen}")));
    }
    Ok(outcome)
}

/// Returns a recording without what is left to the client.
fn essence(role: Role, recording: &[Vec<u8>]) -> Vec<u8> {
    let octets = recording.concat();
    match role {
        Role::Ftp { .. } => commands(&octets),
        Role::Telnet => without_options(&octets),
        Role::Http | Role::Gopher => octets,
    }
}

/// Returns the command lines that an ftp URL determines. A list is sent as ASCII text (RFC 959, section 5.3),
/// so the `TYPE A` directly before one is left to the client, like the data connection.
fn commands(octets: &[u8]) -> Vec<u8> {
    const OWN: [&[u8]; 5] = [b"PWD", b"EPSV", b"PASV", b"SIZE", b"QUIT"];
    let verb = |line: &[u8]| line.get(..4).unwrap_or(line).trim_ascii_end().to_ascii_uppercase();
    let lines = octets.split_inclusive(|&octet| octet == b'\n');
    let lines: Vec<&[u8]> = lines.filter(|line| !OWN.contains(&verb(line).as_slice())).collect();
    let mut kept = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let lists = lines.get(at + 1).is_some_and(|next| verb(next) == b"NLST");
        if !(lists && *line == b"TYPE A\r\n") {
            kept.extend(*line);
        }
    }
    kept
}

/// Returns telnet octets without option negotiation: the rest would reach the server's programs.
fn without_options(octets: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut rest = octets;
    loop {
        rest = match rest {
            [255, 251..=254, _, more @ ..] => more,
            [octet, more @ ..] => {
                kept.push(*octet);
                more
            }
            [] => return kept,
        };
    }
}

fn contains(octets: &[u8], piece: &[u8]) -> bool {
    octets.windows(piece.len().max(1)).any(|window| window == piece)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_must_be_listed_and_a_listed_one_must_be_there() {
        let unexpected = |verdict| matches!(verdict, Verdict::Unexpected(_));
        assert_eq!(judge(b"CWD /etc", b"CWD /etc", None), Verdict::Same);
        assert_eq!(judge(b"CWD /etc", b"CWD /|CWD etc", Some(b"CWD /|")), Verdict::Known);
        assert!(unexpected(judge(b"CWD /etc", b"CWD /|CWD etc", None)));
        assert!(unexpected(judge(b"CWD /etc", b"CWD /|CWD etc", Some(b"CWD //"))));
        assert!(unexpected(judge(b"CWD /etc", b"CWD /etc", Some(b"CWD /"))));
    }

    #[test]
    fn the_essence_of_ftp_is_login_and_access() {
        let role = Role::Ftp { asks: true };
        let curl =
            b"USER a\r\nPWD\r\nCWD \r\nEPSV\r\nTYPE I\r\nSIZE x\r\nRETR x\r\nQUIT\r\n".to_vec();
        assert_eq!(essence(role, &[curl]), b"USER a\r\nCWD \r\nTYPE I\r\nRETR x\r\n");
        let list = b"EPSV\r\nTYPE A\r\nNLST\r\n".to_vec();
        assert_eq!(essence(role, &[list]), b"NLST\r\n");
        let text = b"TYPE A\r\nRETR x\r\n".to_vec();
        assert_eq!(essence(role, core::slice::from_ref(&text)), text);
    }

    #[test]
    fn the_essence_of_telnet_is_the_text_without_options() {
        let octets = b"\xff\xfc\x27\xff\xfb\x27name\xff\xfe\x01".to_vec();
        assert_eq!(essence(Role::Telnet, &[octets]), b"name");
    }
}
