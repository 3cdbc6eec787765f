//! `vsftpd`: anonymous users, users with passwords, and a server that asks for none. `python3 -m pyftpdlib`: needs no root,
//! accepts CWD with an empty argument, and refuses names that are not UTF-8. `proftpd`: has `MLSD`, as `pyftpdlib` has.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{
    Guard, Place, Running,
    process::{Process, command, free_address},
};
use crate::octets::{Error, Result};

/// The users of the login server and their passwords, hashed by `crypt`: `myname` with `p:w/x`,
/// `my@name` with `s e;cret`, and `foo` with the empty password.
const USERS: &str = "\
myname:$6$rfc1738$GjNcNIediMgUQ.gL2CGV6xqf9NXPcMHZmwTMjx0d1NZSyn/WmeEhQczmXDTPrgbBmD1MEjMS/0NPVlwjOoDlp1
my@name:$6$rfc1738$8PJwxFeiO7Q1yCZi5ey2jwIvJqhff/Hw8ApFE9lVXiT3Q.iLmOa.vZbS7HBoh8.e1BgCA9YZMcdPhj4n2a5cX0
foo:$6$rfc1738$QZTNQELwi80SfdsoFcmJo.AdDpMPmWkDVykxBMlK9m.hXhJyzi4UEjfGdoQVtpdqb8HNvcLlWw6micLv/5erm1
";

/// Anonymous users, and those of the password file, who are not confined to their login directory:
/// `/` is the machine's root to them, so that a root-relative path differs from a relative one.
pub(super) fn with_passwords(place: &Place) -> Result<Running> {
    let users = place.scratch.join("vsftpd.users");
    fs::write(&users, USERS)?;
    let service = PamService::write(&users)?;
    let home = place.files.display();
    let lines = format!(
        "local_enable=YES\nguest_enable=YES\nguest_username=ftp\nvirtual_use_local_privs=YES\n\
         local_root={home}\nchroot_local_user=NO\ndelay_failed_login=0\npam_service_name={}\n",
        service.name
    );
    let mut running = start(place, "vsftpd", &lines)?;
    running.guards.push(Guard::new(service));
    Ok(running)
}

/// Answers 230 to `USER anonymous`: no password is asked for, and none may be sent.
pub(super) fn without_password(place: &Place) -> Result<Running> {
    start(place, "vsftpd-open", "no_anon_password=YES\n")
}

fn start(place: &Place, name: &'static str, more: &str) -> Result<Running> {
    let address = free_address()?;
    let config = place.scratch.join(format!("{name}.conf"));
    let text = format!(
        "listen=YES\nbackground=NO\nlisten_address={}\nlisten_port={}\nseccomp_sandbox=NO\n\
         anonymous_enable=YES\nanon_root={}\nascii_download_enable=YES\nxferlog_enable=NO\n\
         ftpd_banner=ready\nidle_session_timeout=20\ndata_connection_timeout=20\n{more}",
        address.ip(),
        address.port(),
        place.files.display()
    );
    fs::write(&config, text)?;
    let mut vsftpd = command("vsftpd");
    vsftpd.arg(&config);
    let process = Process::start(vsftpd, address, &place.log(name))?;
    Ok(Running::new(address, process))
}

/// The one file outside the temporary directory: PAM reads its services in `/etc/pam.d` only. It is
/// removed on drop, or by the next run if a run was killed.
#[derive(Debug)]
struct PamService {
    name: String,
    path: PathBuf,
}

const PAM: &str = "/etc/pam.d";
const PREFIX: &str = "url1738-interop-";

impl PamService {
    fn write(users: &Path) -> Result<Self> {
        remove_stale();
        let name = format!("{PREFIX}{}", std::process::id());
        let path = Path::new(PAM).join(&name);
        let text = format!(
            "auth required pam_pwdfile.so pwdfile={} nodelay\naccount required pam_permit.so\n",
            users.display()
        );
        fs::write(&path, text).map_err(Error::during(path.display()))?;
        Ok(Self { name, path })
    }
}

impl Drop for PamService {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes the files whose process is gone.
fn remove_stale() {
    for entry in fs::read_dir(PAM).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        if process.is_some_and(|id| !Path::new("/proc").join(id).exists()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Debian's python, for which python3-pyftpdlib is packaged; other versions on the path lack it.
pub(super) const PYTHON: &str = "/usr/bin/python3";

/// The ports of its data connections.
const DATA_PORTS: &str = "12200-12299";

/// Starts it for anonymous users only.
pub(super) fn anonymous(place: &Place) -> Result<Running> {
    pyftpdlib(place, "pyftpdlib", &[])
}

/// Starts it with one user, without anonymous access.
pub(super) fn with_password(place: &Place) -> Result<Running> {
    pyftpdlib(place, "pyftpdlib-login", &["-u", "myname", "-P", "p:w/x"])
}

fn pyftpdlib(place: &Place, name: &str, login: &[&str]) -> Result<Running> {
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

/// Anonymous users only. Everything that it writes is below the temporary directory.
pub(super) fn proftpd(place: &Place) -> Result<Running> {
    let address = free_address()?;
    let scratch = place.scratch.join("proftpd");
    fs::create_dir(&scratch)?;
    let text = format!(
        "ServerType standalone\nServerIdent on ready\nDefaultAddress {}\nPort {}\n\
         UseIPv6 off\nUseReverseDNS off\nUser nobody\nGroup nogroup\nWtmpLog off\n\
         TransferLog none\nSystemLog {scratch}/log\nPidFile {scratch}/pid\n\
         ScoreboardFile {scratch}/scoreboard\nDelayEngine off\n\
         <Anonymous {}>\nUser nobody\nGroup nogroup\nUserAlias anonymous nobody\n\
         RequireValidShell off\nUseFtpUsers off\n</Anonymous>\n",
        address.ip(),
        address.port(),
        place.files.display(),
        scratch = scratch.display(),
    );
    let config = place.scratch.join("proftpd.conf");
    fs::write(&config, text)?;
    let mut proftpd = command("proftpd");
    proftpd.args(["--nodaemon", "--quiet", "--config"]).arg(&config);
    let process = Process::start(proftpd, address, &place.log("proftpd"))?;
    Ok(Running::new(address, process))
}
