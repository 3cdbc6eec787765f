//! Other clients beside ours: who gets which URL right, from the same servers.
//!
//! Each fetches a URL at the server's real address and writes the content to stdout. Right is what the row expects of the
//! content; what was sent is compared by [`crate::compare`].

use core::net::SocketAddr;
use std::process::Stdio;

use crate::cases::Case;
use crate::execute::Outcome;
use crate::expect::{self, Expect};
use crate::seed::Tree;
use crate::servers::process::{clean, find};

/// A client, as it is run.
#[derive(Debug, Clone, Copy)]
struct Client {
    name: &'static str,
    schemes: &'static [&'static str],
    /// `{URL}` is the URL.
    arguments: &'static [&'static str],
}

const CLIENTS: [Client; 4] = [
    Client {
        name: "curl",
        schemes: &["ftp", "http", "gopher"],
        arguments: &[
            "--disable",
            "--silent",
            "--noproxy",
            "*",
            "--globoff",
            "--max-time",
            "8",
            "{URL}",
        ],
    },
    Client {
        name: "wget",
        schemes: &["ftp", "http"],
        arguments: &[
            "--no-config",
            "--no-proxy",
            "--quiet",
            "--tries=1",
            "--timeout=8",
            "--output-document=-",
            "{URL}",
        ],
    },
    Client {
        name: "lftp",
        schemes: &["ftp", "http"],
        arguments: &[
            "--norc",
            "-c",
            "set net:max-retries 1; set net:timeout 8; set ftp:ssl-allow no; cat \"{URL}\"",
        ],
    },
    Client {
        name: "lynx",
        schemes: &["ftp", "http", "gopher"],
        arguments: &["-cfg=/dev/null", "-connect_timeout=8", "-read_timeout=8", "-source", "{URL}"],
    },
];

/// The Debian packages of the clients that are not installed.
#[must_use]
pub fn missing_packages() -> Vec<&'static str> {
    CLIENTS.iter().map(|client| client.name).filter(|name| find(name).is_none()).collect()
}

/// Right and all URLs of a scheme, for each client.
#[derive(Debug, Default)]
pub struct Table {
    /// In the order of the servers.
    rows: Vec<(String, Row)>,
}

#[derive(Debug, Default)]
struct Row {
    urls: usize,
    /// Our own client.
    ours: usize,
    /// For each client the URLs that it got right; `None` if it does not know the scheme or is not installed.
    others: [Option<usize>; CLIENTS.len()],
    wrong: Vec<String>,
}

impl Table {
    /// Lets every client fetch the URL of a case from the server at `address`. `ours` says whether our client was right.
    pub fn count(&mut self, case: &Case, address: SocketAddr, tree: &Tree, ours: bool) {
        let Some(wanted) = content(case) else { return };
        let scheme = case.scheme();
        let at = self.rows.iter().position(|(known, _)| *known == scheme);
        let at = at.unwrap_or_else(|| {
            self.rows.push((scheme.clone(), Row::default()));
            self.rows.len() - 1
        });
        let row = &mut self.rows[at].1;
        row.urls += 1;
        row.ours += usize::from(ours);
        let url = url_at(&case.url, address);
        for (client, count) in CLIENTS.iter().zip(&mut row.others) {
            if !client.schemes.contains(&scheme.as_str()) || find(client.name).is_none() {
                continue;
            }
            let count = count.get_or_insert(0);
            if is_right(client, &url, &wanted, tree) {
                *count += 1;
            } else {
                row.wrong.push(format!("{:<5} {} ({})", client.name, case.url, case.server));
            }
        }
    }

    /// Returns the lines of the table, and what each client gets wrong.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        if self.rows.is_empty() {
            return Vec::new();
        }
        let names = CLIENTS.map(|client| format!("{:>7}", client.name)).concat();
        let mut lines = vec![format!("{:<8} {:>5} {:>7}{names}", "content", "URLs", "fetch")];
        for (scheme, row) in &self.rows {
            let shown = |count: Option<usize>| count.map_or("-".to_owned(), |it| it.to_string());
            let others = row.others.map(|count| format!("{:>7}", shown(count))).concat();
            lines.push(format!("{scheme:<8} {:>5} {:>7}{others}", row.urls, row.ours));
        }
        lines.push("Other content than the seeded one:".to_owned());
        let wrong = self.rows.iter().flat_map(|(_, row)| &row.wrong);
        lines.extend(wrong.map(|wrong| format!("  {wrong}")));
        lines
    }
}

/// Returns what the content must be, if a client can get it without being asked. What a server repeats of a request has
/// the host in it, which is another one here.
fn content(case: &Case) -> Option<Vec<Expect>> {
    let is_asked = case.answers.has(url1738::plan::Question::Search)
        || case.answers.has(url1738::plan::Question::Form)
        || case.password.is_some();
    let is_content = |one: &&Expect| match one {
        Expect::Octets(_) | Expect::Text(_) | Expect::Names(_) | Expect::Menu(_) => true,
        Expect::Exactly(_) => case.scheme() == "gopher",
        Expect::Article(_) => true,
        _ => false,
    };
    let wanted: Vec<Expect> = case.expect.iter().filter(is_content).cloned().collect();
    let fits = !is_asked && !wanted.is_empty() && case.scheme() != "file";
    fits.then_some(wanted)
}

/// Returns the URL with the address of the server in place of `host.dom` and its port.
fn url_at(url: &str, address: SocketAddr) -> String {
    let address = address.to_string();
    let Some((before, after)) = url.split_once("host.dom") else {
        return url.replace("{ADDRESS}", &address);
    };
    let after = match after.strip_prefix(':') {
        Some(port) => port.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => after,
    };
    format!("{before}{address}{after}")
}

fn is_right(client: &Client, url: &str, wanted: &[Expect], tree: &Tree) -> bool {
    let mut command = clean(client.name);
    // lynx wants a home and a terminal type.
    command.env("HOME", "/nonexistent").env("TERM", "dumb");
    let lists = wanted.iter().any(|one| matches!(one, Expect::Names(_)));
    if lists && client.name == "curl" {
        command.arg("--list-only");
    }
    command.args(client.arguments.iter().map(|it| it.replace("{URL}", url)));
    let Ok(done) = command.stdin(Stdio::null()).stderr(Stdio::null()).output() else {
        return false;
    };
    let outcome = Outcome { received: done.stdout, ..Outcome::default() };
    expect::check(wanted, &outcome, tree).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_becomes_the_address() {
        let address = SocketAddr::from(([127, 0, 0, 1], 7));
        assert_eq!(url_at("ftp://host.dom:21/x", address), "ftp://127.0.0.1:7/x");
        assert_eq!(url_at("ftp://u:p@host.dom", address), "ftp://u:p@127.0.0.1:7");
        assert_eq!(url_at("ftp://{ADDRESS}/x", address), "ftp://127.0.0.1:7/x");
    }
}
