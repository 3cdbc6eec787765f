//! `telnetd` of GNU inetutils, with a program in place of login that shows a banner and repeats what
//! it receives: nothing, if the plan is right.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use super::process::free_address;
use super::socat::{User, listen};
use super::{Place, Running};
use crate::error::Result;

/// The beginning of the session.
pub const BANNER: &str = "the banner of the fixture";

pub(super) fn start(place: &Place) -> Result<Running> {
    let login = place.scratch.join("login");
    let text = format!("#!/bin/sh\necho '{BANNER}'\nread -r line\necho \"received <$line>\"\n");
    fs::write(&login, text)?;
    fs::set_permissions(&login, fs::Permissions::from_mode(0o755))?;
    let address = free_address()?;
    let line = format!("/usr/sbin/telnetd -h -E {}", login.display());
    let process = listen(address, &line, User::Same, &[], &place.log("telnetd"))?;
    Ok(Running::new(address, process))
}
