//! `python3 -m pyftpdlib`: needs no root, accepts CWD with an empty argument, and refuses names that are not UTF-8.

use super::process::{Process, command, free_address};
use super::{Place, Running};
use crate::error::Result;

/// Debian's python, for which python3-pyftpdlib is packaged; other versions on the path lack it.
pub(super) const PYTHON: &str = "/usr/bin/python3";

/// The ports of its data connections.
const DATA_PORTS: &str = "12200-12299";

/// Starts it for anonymous users only.
pub(super) fn anonymous(place: &Place) -> Result<Running> {
    start(place, "pyftpdlib", &[])
}

/// Starts it with one user, without anonymous access.
pub(super) fn with_password(place: &Place) -> Result<Running> {
    start(place, "pyftpdlib-login", &["-u", "myname", "-P", "p:w/x"])
}

fn start(place: &Place, name: &str, login: &[&str]) -> Result<Running> {
    let address = free_address()?;
    let mut python = command(PYTHON);
    python
        .args(["-m", "pyftpdlib", "-i", "127.0.0.1", "-p", &address.port().to_string()])
        .args(["-r", DATA_PORTS, "-d"])
        .arg(&place.files)
        .args(login)
        .current_dir(&place.scratch);
    let process = Process::start(python, address, &place.log(name))?;
    Ok(Running::new(address, process))
}
