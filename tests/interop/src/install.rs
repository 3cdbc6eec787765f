//! Finds missing Debian packages, and installs them with `--install`.

use std::path::Path;

use crate::clients;
use crate::error::{Error, Result};
use crate::policy::{self, Policy};
use crate::servers::process::{clean, find, is_root};
use crate::servers::{KINDS, Kind};

/// Returns the missing packages, each once, in the order of the servers; the other clients are the last.
#[must_use]
pub fn missing_packages() -> Vec<&'static str> {
    let mut packages: Vec<_> = KINDS.iter().filter_map(Kind::missing).flatten().collect();
    let clients = clients::missing_packages();
    packages.extend(&clients);
    let mut seen = Vec::new();
    for package in packages {
        if !seen.contains(package) {
            seen.push(*package);
        }
    }
    seen
}

/// Returns the command line that installs `packages`.
#[must_use]
pub fn line(packages: &[&str]) -> String {
    format!("apt-get install --yes --no-install-recommends {}", packages.join(" "))
}

/// Installs `packages` without a question, and without starting any of the servers: the packages
/// would start them on their well-known ports, open to the network.
///
/// # Errors
/// Returns an error without root or apt-get, or if apt-get fails.
pub fn install(packages: &[&str]) -> Result<()> {
    if find("apt-get").is_none() {
        return Err(Error::new("apt-get is not installed: --install needs Debian or a derivative"));
    }
    if !is_root() {
        return Err(Error::new("only root can install: run the line above with sudo"));
    }
    let _policy = Policy::forbid_starting(Path::new("/"))?;
    // A source that does not answer leaves the lists of the others.
    if let Err(error) = apt_get(&["update"]) {
        eprintln!("warning: {error}");
    }
    let install = |packages: &[&str]| {
        apt_get(&[&["install", "--yes", "--no-install-recommends"], packages].concat())
    };
    // One package that cannot be had would keep all others away.
    if install(packages).is_err() {
        for package in packages {
            if let Err(error) = install(&[package]) {
                eprintln!("warning: {error}");
            }
        }
    }
    Ok(())
}

/// Undoes what a killed installation left on this machine.
///
/// # Errors
/// Returns an error if the machine's own hook cannot be put back.
pub fn recover() -> Result<()> {
    // Without root nothing can have been left, and nothing can be restored.
    if is_root() { policy::restore(Path::new("/")) } else { Ok(()) }
}

fn apt_get(arguments: &[&str]) -> Result<()> {
    let mut command = clean("apt-get");
    command.arg("-q").args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    // Some machines reach the archive only through a proxy.
    for name in ["http_proxy", "https_proxy", "no_proxy"] {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    let output = command.output().map_err(Error::during("apt-get"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(Error::new(format!("apt-get {} failed: {said}", arguments.join(" "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_one_to_paste() {
        assert_eq!(
            line(&["sn", "bsd-mailx"]),
            "apt-get install --yes --no-install-recommends sn bsd-mailx"
        );
    }
}
