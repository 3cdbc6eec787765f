//! The servers of gopher (`gophernicus`, and `pygopherd` for Gopher+), http (`nginx`), news (`sn`, with a temporary spool)
//! and telnet (`telnetd` of GNU inetutils).

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    process::{Command, Stdio},
};

use super::{
    Place, Running,
    process::{Process, clean, command, free_address, is_root},
};
use crate::{
    octets::{Error, Result},
    seed::{ARTICLES, Article, EMPTY_GROUPS},
    servers::process::{User, listen},
};

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

pub(super) fn nginx(place: &Place) -> Result<Running> {
    let address = free_address()?;
    let scratch = place.scratch.join("nginx");
    fs::create_dir(&scratch)?;
    let scratch = scratch.display();
    let files = place.files.display();
    // A single process, which is easy to end; every path is below the temporary directory.
    let text = format!(
        "daemon off;\nmaster_process off;\npid {scratch}/pid;\nerror_log stderr;\n\
         events {{ worker_connections 64; }}\n\
         http {{\n\
           access_log off;\n\
           client_body_temp_path {scratch}/body;\nproxy_temp_path {scratch}/proxy;\n\
           fastcgi_temp_path {scratch}/fastcgi;\nuwsgi_temp_path {scratch}/uwsgi;\n\
           scgi_temp_path {scratch}/scgi;\n\
           server {{\n\
             listen {address};\nserver_name host.dom;\nmerge_slashes off;\nroot {files};\n\
             location /echo {{ return 200 \
             \"$request_method $request_uri $server_protocol $http_host\"; }}\n\
           }}\n\
         }}\n"
    );
    let config = place.scratch.join("nginx.conf");
    fs::write(&config, text)?;
    let mut nginx = command("nginx");
    nginx.args(["-e", "stderr", "-c"]).arg(&config);
    let process = Process::start(nginx, address, &place.log("nginx"))?;
    Ok(Running::new(address, process))
}

/// Serves the seeded articles. The first one of a group has the number 10.
pub(super) fn sn(place: &Place) -> Result<Running> {
    let spool = place.scratch.join("news");
    fs::create_dir(&spool)?;
    let mut groups: Vec<&str> = ARTICLES.iter().map(|article| article.group).collect();
    groups.extend(EMPTY_GROUPS);
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        let mut snnewgroup = clean("snnewgroup");
        run(snnewgroup.env("SNROOT", &spool).arg(group))?;
    }
    let articles = place.scratch.join("articles");
    fs::write(&articles, ARTICLES.iter().flat_map(Article::wire).collect::<Vec<_>>())?;
    let mut snstore = clean("snstore");
    run(snstore.env("SNROOT", &spool).stdin(fs::File::open(&articles)?))?;

    let address = free_address()?;
    let environment = [("SNROOT", spool.as_path())];
    let line = "/usr/sbin/snntpd -t 20";
    let process = listen(address, line, User::Same, &environment, &place.log("sn"))?;
    Ok(Running::new(address, process))
}

fn run(command: &mut Command) -> Result<()> {
    let output = command.stdout(Stdio::null()).stderr(Stdio::piped()).output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(Error::new(format!("{}: {said}", command.get_program().to_string_lossy())))
}

/// The beginning of the session.
pub const BANNER: &str = "the banner of the fixture";

pub(super) fn telnetd(place: &Place) -> Result<Running> {
    let login = place.scratch.join("login");
    let text = format!("#!/bin/sh\necho '{BANNER}'\nread -r line\necho \"received <$line>\"\n");
    fs::write(&login, text)?;
    fs::set_permissions(&login, fs::Permissions::from_mode(0o755))?;
    let address = free_address()?;
    let line = format!("/usr/sbin/telnetd -h -E {}", login.display());
    let process = listen(address, &line, User::Same, &[], &place.log("telnetd"))?;
    Ok(Running::new(address, process))
}
