//! The real servers: one small module each, all on loopback and on separate ports, all ended
//! when their guard drops.

pub mod process;

mod ftp;
mod others;

use core::{any::Any, fmt, net::SocketAddr};
use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

pub use crate::servers::others::BANNER;
use crate::{
    octets::Result,
    seed::{FILES, GOPHER, Tree},
};

/// A server that this crate can start.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Its name in `data/urls.tsv` and in the table.
    pub name: &'static str,
    /// The Debian packages that it needs.
    pub packages: &'static [&'static str],
    /// What must be installed: a program's name, or the path of a file.
    needs: &'static [&'static str],
    /// Whether it needs root.
    needs_root: bool,
    /// What it serves.
    pub tree: &'static Tree,
    start: fn(&Place) -> Result<Running>,
}

const VSFTPD: Kind = Kind {
    name: "vsftpd",
    packages: &["vsftpd", "libpam-pwdfile"],
    needs: &["vsftpd", PAM_PWDFILE],
    needs_root: true,
    tree: &FILES,
    start: ftp::with_passwords,
};

const PYFTPDLIB: Kind = Kind {
    name: "pyftpdlib",
    packages: &["python3-pyftpdlib"],
    needs: &[ftp::PYTHON, "/usr/lib/python3/dist-packages/pyftpdlib/__main__.py"],
    needs_root: false,
    tree: &FILES,
    start: ftp::anonymous,
};

/// Debian's directory of PAM modules has the machine's architecture in its name; the module is
/// looked for in every such directory.
const PAM_PWDFILE: &str = "pam_pwdfile.so";

/// All of them, in the order of the table.
pub const KINDS: &[Kind] = &[
    VSFTPD,
    Kind { name: "vsftpd-open", start: ftp::without_password, ..VSFTPD },
    PYFTPDLIB,
    Kind { name: "pyftpdlib-login", start: ftp::with_password, ..PYFTPDLIB },
    Kind {
        name: "proftpd",
        packages: &["proftpd-core"],
        needs: &["proftpd"],
        needs_root: true,
        tree: &FILES,
        start: ftp::proftpd,
    },
    Kind {
        name: "nginx",
        packages: &["nginx-light"],
        needs: &["nginx"],
        needs_root: false,
        tree: &FILES,
        start: others::nginx,
    },
    Kind {
        name: "gophernicus",
        packages: &["gophernicus", "socat"],
        needs: &["gophernicus", "socat"],
        needs_root: false,
        tree: &GOPHER,
        start: others::gophernicus,
    },
    Kind {
        name: "pygopherd",
        packages: &["pygopherd"],
        needs: &["pygopherd"],
        needs_root: false,
        tree: &GOPHER,
        start: others::pygopherd,
    },
    Kind {
        name: "sn",
        // bsd-mailx provides the mail program that sn depends on; by default apt installs a larger one.
        packages: &["sn", "bsd-mailx", "socat"],
        needs: &["snntpd", "snnewgroup", "snstore", "socat"],
        needs_root: false,
        tree: &FILES,
        start: others::sn,
    },
    Kind {
        name: "telnetd",
        packages: &["inetutils-telnetd", "socat"],
        needs: &["telnetd", "socat"],
        needs_root: false,
        tree: &FILES,
        start: others::telnetd,
    },
];

impl Kind {
    /// Returns the packages to install, if anything that this server needs is missing.
    #[must_use]
    pub fn missing(&self) -> Option<&'static [&'static str]> {
        (!self.needs.iter().all(|need| is_there(need))).then_some(self.packages)
    }

    /// Returns why it cannot run although it is installed.
    #[must_use]
    pub fn hindrance(&self) -> Option<&'static str> {
        (self.needs_root && !process::is_root()).then_some("it needs root")
    }

    /// Starts the server and waits until it answers.
    ///
    /// # Errors
    /// Returns an error if it does not start or does not answer.
    pub fn start(&self, place: &Place) -> Result<Running> {
        (self.start)(place)
    }
}

fn is_there(need: &str) -> bool {
    if need == PAM_PWDFILE {
        let libraries = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
        return libraries.map(|d| d.path().join("security")).any(|d| d.join(need).is_file());
    }
    if need.starts_with('/') { Path::new(need).is_file() } else { process::find(need).is_some() }
}

/// The temporary directory, with the trees in it.
#[derive(Debug)]
pub struct Place {
    scratch: PathBuf,
    /// Root of the tree for ftp, http and file.
    pub files: PathBuf,
    /// Root of the tree for gopher.
    pub gopher: PathBuf,
    _directory: tempfile::TempDir,
}

impl Place {
    /// Creates the directory and writes the trees.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn new() -> Result<Self> {
        let directory = tempfile::Builder::new().prefix("url1738-interop-").tempdir()?;
        let scratch = directory.path().to_owned();
        // Some servers run as `nobody` and must be able to read their files.
        fs::set_permissions(&scratch, fs::Permissions::from_mode(0o755))?;
        let files = FILES.plant(&scratch)?;
        let gopher = GOPHER.plant(&scratch)?;
        Ok(Self { scratch, files, gopher, _directory: directory })
    }

    /// Returns the directory itself.
    #[must_use]
    pub fn scratch(&self) -> &Path {
        &self.scratch
    }

    fn log(&self, server: &str) -> PathBuf {
        self.scratch.join(format!("{server}.log"))
    }
}

/// A server that answers; dropping it ends it.
#[derive(Debug)]
pub struct Running {
    /// The address at which it listens.
    pub address: SocketAddr,
    guards: Vec<Guard>,
}

impl Running {
    fn new(address: SocketAddr, process: process::Process) -> Self {
        Self { address, guards: vec![Guard::new(process)] }
    }
}

/// Something to undo when the server ends.
struct Guard {
    _held: Box<dyn Any>,
}

impl Guard {
    fn new(held: impl Any) -> Self {
        Self { _held: Box::new(held) }
    }
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Guard")
    }
}
