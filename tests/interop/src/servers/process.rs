//! A server process that cannot outlive the test, one for all connections or, by `socat`, one for each.

use core::{
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};
use std::{
    fs::File,
    io,
    net::{TcpListener, TcpStream},
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Instant,
};

use crate::octets::{Error, Result};

/// The longest time until a server answers.
const PATIENCE: Duration = Duration::from_secs(15);

/// Where Debian installs programs. Servers are found and run with this path only, so that the
/// caller's environment (proxies, another python) has no influence.
const PATH: [&str; 6] =
    ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

/// Returns the program of that name, if it is installed.
#[must_use]
pub fn find(program: &str) -> Option<PathBuf> {
    PATH.iter().map(|directory| Path::new(directory).join(program)).find(|path| path.is_file())
}

/// Returns a command with a clean environment. `setpriv` (of Debian's essential util-linux) lets the kernel
/// end the process when this one dies; its group is ended on drop.
#[must_use]
pub fn command(program: &str) -> Command {
    let mut command = clean("setpriv");
    command.args(["--pdeathsig", "KILL", "--", program]).process_group(0);
    command
}

/// Returns a command that ends by itself, with a clean environment.
#[must_use]
pub fn clean(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("PATH", PATH.join(":")).env("LANG", "C.UTF-8").stdin(Stdio::null());
    command
}

/// A running server; dropping it ends it and all it started.
#[derive(Debug)]
pub struct Process {
    child: Child,
    log: PathBuf,
}

impl Process {
    /// Starts a server that serves `address`, its output going to the file `log`, and waits until a
    /// connection is accepted.
    ///
    /// # Errors
    /// Returns an error if the server does not start, ends, or does not answer for fifteen seconds. The error quotes
    /// its log.
    pub fn start(mut command: Command, address: SocketAddr, log: &Path) -> Result<Self> {
        let out = File::create(log).map_err(Error::during(log.display()))?;
        command.stdout(out.try_clone()?).stderr(out);
        let child = command.spawn().map_err(Error::during("starting a server"))?;
        let mut server = Self { child, log: log.to_owned() };
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect_timeout(&address, PATIENCE).is_err() {
            if let Some(status) = server.child.try_wait()? {
                return Err(server.error(&format!("ended with {status}")));
            }
            if Instant::now() > deadline {
                return Err(server.error("answers nothing"));
            }
            // The interval between two attempts.
            thread::sleep(Duration::from_millis(10));
        }
        Ok(server)
    }

    fn error(&self, what: &str) -> Error {
        let log = std::fs::read(&self.log).unwrap_or_default();
        Error::new(format!("the server {what}; its log: {}", String::from_utf8_lossy(&log)))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The shell has a built-in kill; a small image lacks the program.
        let kill = format!("kill -s KILL -- -{}", self.child.id());
        let _ = clean("sh").args(["-c", &kill]).stderr(Stdio::null()).status();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a loopback port that was free a moment ago.
///
/// # Errors
/// Returns an error if no port is available.
pub fn free_address() -> io::Result<SocketAddr> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()
}

/// Whether this process runs as root, which is read from the owner of its entry in `/proc`.
#[must_use]
pub fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata("/proc/self").is_ok_and(|meta| meta.uid() == 0)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn lives(id: u32) -> bool {
        // A process that has ended keeps its entry until its parent waits for it.
        let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        !status.is_empty() && !status.contains(") Z ")
    }

    #[test]
    fn a_panic_ends_the_server_and_what_it_started() {
        let scratch = tempfile::tempdir().unwrap();
        let log = scratch.path().join("log");
        // The test itself answers at the address, so that the shell seems to be a server.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let mut shell = command("sh");
        shell.args(["-c", "sleep 300 & echo $! $$; wait"]);
        let server = Process::start(shell, address, &log).unwrap();
        let ids = loop {
            let text = std::fs::read_to_string(&log).unwrap();
            if text.ends_with('\n') {
                break text.split_whitespace().map(|id| id.parse().unwrap()).collect::<Vec<u32>>();
            }
        };
        assert!(ids.len() == 2 && ids.iter().all(|&id| lives(id)));
        let panicked = std::panic::catch_unwind(core::panic::AssertUnwindSafe(move || {
            let _server = server;
            std::panic::resume_unwind(Box::new("a test fails"));
        }));
        assert!(panicked.is_err());
        let deadline = Instant::now() + PATIENCE;
        while ids.iter().any(|&id| lives(id)) {
            assert!(Instant::now() < deadline, "{ids:?} live on");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn a_server_that_ends_at_once_is_an_error_with_its_log() {
        let scratch = tempfile::tempdir().unwrap();
        let mut shell = command("sh");
        shell.args(["-c", "echo no such option; exit 3"]);
        let log = scratch.path().join("log");
        let error = Process::start(shell, free_address().unwrap(), &log).unwrap_err();
        assert!(error.to_string().contains("no such option"), "{error}");
    }
}
