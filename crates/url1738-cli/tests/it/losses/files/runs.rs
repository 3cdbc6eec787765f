//! Several runs, and runs that end early.

use core::time::Duration;
use std::{
    collections::BTreeMap,
    fs,
    process::{Child, Command},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use super::{Attacks, Entry, HALF, OWN, Place, WHOLE, good, message};
use crate::{
    ftp::Ftp,
    server::{
        Do::{self, Hear},
        Server, say,
    },
};
/// Runs that write to the same file.
pub(super) fn several_runs(attacks: &mut Attacks) {
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
pub(super) fn runs_that_end(attacks: &mut Attacks) {
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
        assert!(ftp.heard().contains(&"REST 30".to_owned()), "{:?}", ftp.heard());
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
    place.becomes(good().cut_after(5));
    let run = place.fetch(&["--resume", "-o", "x"]);
    place.row("a resumed transfer is cut", &run, "exit 1, absent, 33 bytes kept");
    place.becomes(good());
    let run = place.fetch(&["--resume", "-o", "x"]);
    place.row("a resumed transfer is cut, then `--resume`", &run, "exit 0, complete");

    let mut place = Place::begun(attacks, &good());
    place.becomes(good());
    let run = place.fetch(&["-o", "x"]);
    let attack = "an unfinished file is left; a later run without `--resume`";
    place.row(attack, &run, "exit 0, complete");
}
