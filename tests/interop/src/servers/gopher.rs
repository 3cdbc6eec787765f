//! The gopher servers: `gophernicus` (plain gopher, CGI searches) and `pygopherd` (Gopher+).

use std::fs;

use super::process::{Process, command, free_address, is_root};
use super::socat::{User, listen};
use super::{Place, Running};
use crate::error::Result;

/// `gophernicus`, one process per connection. It writes `#`, `?` and `%` in its menus' selectors as
/// `#043`, `#077` and `#045`, and accepts them in this form.
///
/// `-nv -nu -nf`: no virtual hosts, no users' directories, no footer; `-nm -ns`: no shared memory
/// and no syslog, which would outlive the test; `-c /`: the search program is in the root.
pub(super) fn gophernicus(place: &Place) -> Result<Running> {
    let address = free_address()?;
    let line = format!(
        "/usr/sbin/gophernicus -h localhost -p {} -r {} -c /find -nv -nu -nf -nm -ns",
        address.port(),
        place.gopher.display()
    );
    let process = listen(address, &line, User::Unprivileged, &[], &place.log("gophernicus"))?;
    Ok(Running::new(address, process))
}

/// `pygopherd`, with a configuration and a type table of the test.
pub(super) fn pygopherd(place: &Place) -> Result<Running> {
    let address = free_address()?;
    let types = place.scratch.join("mime.types");
    fs::write(&types, "text/plain txt\nimage/gif gif\n")?;
    let config = place.scratch.join("pygopherd.conf");
    let user = if is_root() { "setuid = nobody\nsetgid = nogroup\n" } else { "" };
    let text = include_str!("../../data/pygopherd.conf")
        .replace("@PORT@", &address.port().to_string())
        .replace("@ROOT@", &place.gopher.display().to_string())
        .replace("@TYPES@", &types.display().to_string())
        .replace("@USER@", user);
    fs::write(&config, text)?;
    let mut pygopherd = command("/usr/sbin/pygopherd");
    pygopherd.arg(&config).current_dir(&place.scratch);
    let process = Process::start(pygopherd, address, &place.log("pygopherd"))?;
    Ok(Running::new(address, process))
}
