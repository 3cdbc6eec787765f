//! Attacks on fetched files: by servers, by other programs, and by what is in the folder already.

mod folder;
mod servers;

use core::time::Duration;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Instant,
};

use tempfile::TempDir;

use super::Attacks;
use crate::{
    ftp::{Ftp, Running},
    run::program,
    server::{Do, Do::Hear, Server, say},
};

/// What the servers have, and what of it was fetched before.
const WHOLE: &[u8] = b"The first half of the file, and then the second half of it.\n";
const HALF: &[u8] = b"The first half of the file, ";
/// A file of the user.
const OWN: &[u8] = b"what the user wrote";

/// A folder that is attacked, and what is in it before.
struct Place<'a> {
    attacks: &'a mut Attacks,
    folder: TempDir,
    server: Option<Running>,
    port: String,
    /// The file that is fetched.
    name: PathBuf,
    before: BTreeMap<PathBuf, Entry>,
}

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    File(Vec<u8>),
    Link(PathBuf),
    Folder,
    Other,
}

impl Entry {
    fn of(path: &Path) -> Option<Self> {
        let data = path.symlink_metadata().ok()?;
        Some(if data.is_symlink() {
            Self::Link(fs::read_link(path).unwrap())
        } else if data.is_file() {
            Self::File(fs::read(path).unwrap())
        } else if data.is_dir() {
            Self::Folder
        } else {
            Self::Other
        })
    }
}

impl<'a> Place<'a> {
    fn new(attacks: &'a mut Attacks, ftp: Ftp) -> Self {
        let server = ftp.start();
        let port = server.server.address.port().to_string();
        let (folder, name) = (tempfile::tempdir().unwrap(), PathBuf::from("x"));
        Self { attacks, folder, server: Some(server), port, name, before: BTreeMap::new() }
    }

    /// A place without an ftp server, whose URLs lead to this port.
    fn at(attacks: &'a mut Attacks, port: u16) -> Self {
        let (folder, name) = (tempfile::tempdir().unwrap(), PathBuf::from("x"));
        let (server, port) = (None, port.to_string());
        Self { attacks, folder, server, port, name, before: BTreeMap::new() }
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    fn with(self, name: impl AsRef<Path>, content: &[u8]) -> Self {
        fs::write(self.path(name), content).unwrap();
        self
    }

    fn becomes(&self, ftp: Ftp) {
        self.server.as_ref().unwrap().becomes(ftp);
    }

    fn url(&self) -> String {
        format!("ftp://127.0.0.1:{}/x;type=i", self.port)
    }

    /// Returns the entries of the folder.
    fn entries(&self) -> BTreeMap<PathBuf, Entry> {
        let entries = fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path());
        entries.map(|path| (path.clone(), Entry::of(&path).unwrap())).collect()
    }

    fn command(&self, arguments: &[&str], url: &str) -> Command {
        let mut command = program();
        command.env_remove("NNTPSERVER").env_remove("NETRC").current_dir(self.folder.path());
        command.arg("fetch").args(arguments).args(["--allow-port", &self.port, url]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn fetch(&mut self, arguments: &[&str]) -> Output {
        let url = self.url();
        self.before = self.entries();
        self.command(arguments, &url).output().unwrap()
    }

    /// Begins to fetch, and returns when the first half is written.
    fn begin(&mut self, arguments: &[&str]) -> Child {
        self.before = self.entries();
        let before = self.kept().len();
        let child = self.command(arguments, &self.url()).spawn().unwrap();
        let begun = Instant::now();
        while self.kept().len() <= before || self.kept().iter().any(|(_, len)| *len == 0) {
            assert!(begun.elapsed() < Duration::from_secs(20), "nothing is written");
            thread::sleep(Duration::from_millis(5));
        }
        child
    }

    /// Begins a file and leaves the first half of it.
    fn begun(attacks: &'a mut Attacks, ftp: &Ftp) -> Self {
        let mut place = Self::new(attacks, ftp.clone().cut_after(HALF.len()));
        let run = place.fetch(&["-o", "x"]);
        assert_eq!(run.status.code(), Some(3), "{run:?}");
        assert_eq!(place.kept().len(), 1, "{run:?}");
        place
    }

    /// Returns the unfinished files, and their lengths.
    fn kept(&self) -> Vec<(PathBuf, usize)> {
        let entries = self.entries().into_iter().filter_map(|(path, entry)| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_ours = name.starts_with('.') && name.ends_with(".url1738");
            match entry {
                Entry::File(content) if is_ours => Some((path, content.len())),
                _ => None,
            }
        });
        entries.collect()
    }

    /// Adds a row, after checking that nothing is lost: what was in the folder is there as it was, the file is only replaced
    /// by all of the content, and the exit code is 0 only then.
    fn row(&mut self, attack: &str, run: &Output, wanted: &str) {
        let outcome = self.judge(attack, run);
        assert_eq!(outcome, wanted, "{attack}: {}", String::from_utf8_lossy(&run.stderr));
        self.attacks.add(attack, outcome);
    }

    fn judge(&self, attack: &str, run: &Output) -> String {
        let stderr = String::from_utf8_lossy(&run.stderr);
        let code = run.status.code();
        let name = self.path(&self.name);
        let now = self.entries();
        for (path, entry) in self.before.iter().filter(|(path, _)| **path != name) {
            let is_ours = path.to_string_lossy().contains(".url1738");
            match now.get(path) {
                Some(now) if now == entry => {}
                // An unfinished file may grow, and is gone when it is complete.
                Some(Entry::File(now)) if is_ours => {
                    let Entry::File(before) = entry else { panic!("{attack}: {entry:?}") };
                    let is_kept = now.starts_with(before) && WHOLE.starts_with(now);
                    assert!(is_kept || path.extension().is_some_and(|it| it == "json"));
                }
                None if is_ours && code == Some(0) => {}
                other => panic!("{attack}: {} is lost: {other:?}\n{stderr}", path.display()),
            }
        }
        let is_new = |path: &Path| !self.before.contains_key(path) && path != name;
        for path in now.keys().filter(|path| is_new(path)) {
            assert!(path.to_string_lossy().contains(".url1738"), "{attack}: {}", path.display());
        }
        let state = match (self.before.get(&name), now.get(&name)) {
            (_, Some(Entry::File(now))) if now == WHOLE => "complete",
            (None, None) => "absent",
            (Some(before), Some(now)) if before == now => "as it was",
            (before, now) => panic!("{attack}: {before:?} became {now:?}\n{stderr}"),
        };
        if code == Some(0) {
            assert!(state == "complete", "{attack}: exit 0, {state}\n{stderr}");
        }
        let mut outcome = match code {
            Some(code) => format!("exit {code}, {state}"),
            None => format!("killed, {state}"),
        };
        for (_, len) in self.kept() {
            outcome.push_str(&format!(", {len} bytes kept"));
        }
        outcome
    }
}

fn good() -> Ftp {
    Ftp::new(WHOLE)
}

fn message(run: &Output) -> String {
    String::from_utf8(run.stderr.clone()).unwrap()
}

#[test]
fn nothing_is_lost() {
    let mut attacks = Attacks::on("fetched files");
    folder::names_in_the_folder(&mut attacks);
    folder::the_file_itself(&mut attacks);
    several_runs(&mut attacks);
    runs_that_end(&mut attacks);
    folder::long_names(&mut attacks);
    folder::what_cannot_be_written(&mut attacks);
    servers::what_is_not_accepted(&mut attacks);
    servers::what_is_not_the_same(&mut attacks);
    servers::what_is_not_whole(&mut attacks);
    assert!(attacks.rows.len() >= 45, "{} rows", attacks.rows.len());
    attacks.compare();
}

/// Runs that write to the same file.
fn several_runs(attacks: &mut Attacks) {
    let gated = |gate: &Arc<AtomicBool>| Ftp { gate: Some(gate.clone()), ..good() };
    for option in ["-o", "-O"] {
        let arguments: &[&str] = if option == "-o" { &["-o", "x"] } else { &["-O"] };
        let gate = Arc::new(AtomicBool::new(false));
        let mut place = Place::new(attacks, gated(&gate));
        let first = place.begin(arguments);
        let second = place.begin(arguments);
        assert_eq!(place.kept().len(), 2);
        gate.store(true, Ordering::SeqCst);
        let mut runs = [first, second].map(|child| child.wait_with_output().unwrap());
        runs.sort_by_key(|run| run.status.code());
        place.before = BTreeMap::new();
        let both = match option {
            "-o" => "exit 0, complete",
            _ => "exit 2, complete, 60 bytes kept",
        };
        assert_eq!(runs[0].status.code(), Some(0), "{runs:?}");
        place.row(&format!("two runs with `{option}` at once, the later one"), &runs[1], both);
    }

    let gate = Arc::new(AtomicBool::new(false));
    let mut place = Place::new(attacks, gated(&gate));
    let child = place.begin(&["-O"]);
    fs::write(place.path("x"), OWN).unwrap();
    place.before.insert(place.path("x"), Entry::File(OWN.to_vec()));
    gate.store(true, Ordering::SeqCst);
    let run = child.wait_with_output().unwrap();
    assert!(message(&run).contains("cannot write x: it exists; the content is in "));
    let attack = "the user writes the file while `-O` fetches it";
    place.row(attack, &run, "exit 2, as it was, 60 bytes kept");

    let mut place = Place::begun(attacks, &good());
    fs::write(place.path("x"), OWN).unwrap();
    place.becomes(good());
    let run = place.fetch(&["--resume", "-O"]);
    let attack = "the user writes the file before `--resume -O` continues an unfinished one";
    place.row(attack, &run, "exit 2, as it was, 60 bytes kept");

    let gate = Arc::new(AtomicBool::new(false));
    let mut place = Place::new(attacks, gated(&gate));
    let first = place.begin(&["-o", "x"]);
    place.becomes(good());
    let run = place.fetch(&["--resume", "-o", "x"]);
    let outcome = place.judge("", &run);
    assert_eq!(outcome, "exit 0, complete, 30 bytes kept", "{run:?}");
    gate.store(true, Ordering::SeqCst);
    let run = first.wait_with_output().unwrap();
    let attack = "`--resume` while another run writes, which then ends";
    place.row(attack, &run, "exit 0, complete");

    let gate = Arc::new(AtomicBool::new(true));
    let mut place = Place::begun(attacks, &good());
    place.becomes(Ftp { gate: Some(gate), ..good() });
    let runs = ["--resume", "--resume"]
        .map(|option| place.command(&[option, "-o", "x"], &place.url()).spawn().unwrap());
    for run in runs.map(|child| child.wait_with_output().unwrap()) {
        assert_eq!(run.status.code(), Some(0), "{run:?}");
        place.before = BTreeMap::new();
        let outcome = place.judge("two runs with `--resume` at once", &run);
        assert!(outcome.starts_with("exit 0, complete"), "{outcome}");
    }
    place.attacks.add("two runs with `--resume` at once, each of them", "exit 0, complete");
}

/// Runs that a signal ends.
fn runs_that_end(attacks: &mut Attacks) {
    let kill = |child: &Child, signal: &str| {
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    };
    for (signal, attack, wanted) in [
        ("-KILL", "SIGKILL midway", "killed, as it was, 30 bytes kept"),
        ("-INT", "SIGINT midway", "exit 130, as it was, 30 bytes kept"),
        ("-TERM", "SIGTERM midway", "exit 143, as it was, 30 bytes kept"),
    ] {
        let gate = Arc::new(AtomicBool::new(false));
        let mut place = Place::new(attacks, Ftp { gate: Some(gate), ..good() }).with("x", OWN);
        let child = place.begin(&["-o", "x"]);
        kill(&child, signal);
        let run = child.wait_with_output().unwrap();
        place.row(attack, &run, wanted);
        let ftp = good();
        place.becomes(ftp.clone());
        let run = place.fetch(&["--resume", "-o", "x"]);
        assert!(ftp.heard().contains(&"REST 1".to_owned()), "{:?}", ftp.heard());
        place.row(&format!("{attack}, then `--resume`"), &run, "exit 0, complete");
    }

    let body = String::from_utf8(HALF.to_vec()).unwrap();
    let answer = format!("HTTP/1.0 200 OK\r\nContent-Length: {}\r\n\r\n{body}", WHOLE.len());
    let server = Server::start(vec![Hear, Hear, Hear, say(&answer), Do::Hang]);
    let mut place = Place::at(attacks, server.address.port()).with("x", OWN);
    place.before = place.entries();
    let url = format!("http://127.0.0.1:{}/x", place.port);
    let child = place.command(&["-o", "x"], &url).spawn().unwrap();
    while place.kept().is_empty() {
        thread::sleep(Duration::from_millis(5));
    }
    kill(&child, "-INT");
    let run = child.wait_with_output().unwrap();
    let attack = "SIGINT midway, by http, which cannot be resumed";
    place.row(attack, &run, "exit 130, as it was");

    // Interrupted twice.
    let mut place = Place::begun(attacks, &good());
    // 27 of them are compared.
    place.becomes(good().cut_after(37));
    let run = place.fetch(&["--resume", "-o", "x"]);
    place.row("a resumed transfer is cut", &run, "exit 3, absent, 38 bytes kept");
    place.becomes(good());
    let run = place.fetch(&["--resume", "-o", "x"]);
    place.row("a resumed transfer is cut, then `--resume`", &run, "exit 0, complete");

    let mut place = Place::begun(attacks, &good());
    place.becomes(good());
    let run = place.fetch(&["-o", "x"]);
    let attack = "an unfinished file is left; a later run without `--resume`";
    place.row(attack, &run, "exit 0, complete");
}
