//! `socat` for servers that use stdin and stdout, one process per connection.

use core::net::SocketAddr;
use std::path::Path;

use super::process::{Process, command, is_root};
use crate::error::Result;

/// The user that serves a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum User {
    /// The user of the test.
    Same,
    /// Debian's user `nobody`, for a server that refuses root. Without root the user stays the same.
    Unprivileged,
}

/// Serves `address` with one process of `line` for each connection.
///
/// `nofork` makes that process own the socket: with socat in between, the last octets of a reply are
/// lost when the process ends before they are copied.
pub(crate) fn listen(
    address: SocketAddr,
    line: &str,
    user: User,
    environment: &[(&str, &Path)],
    log: &Path,
) -> Result<Process> {
    let su = if user == User::Unprivileged && is_root() { ",su=nobody" } else { "" };
    let mut socat = command("socat");
    socat
        .arg(format!("TCP-LISTEN:{},bind={},reuseaddr,fork", address.port(), address.ip()))
        .arg(format!("EXEC:\"{line}\"{su},nofork"))
        .envs(environment.iter().copied());
    Process::start(socat, address, log)
}
