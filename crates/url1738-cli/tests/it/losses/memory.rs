//! What servers and files can make `fetch` hold in memory: less than a few copies of what they send, and less than 64 MB
//! whatever that is.

use core::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};
use std::{
    fs,
    io::{BufRead as _, BufReader, Read, Write as _},
    process::{Command, Stdio},
    sync::Arc,
    thread,
};

use super::{
    Attacks,
    trees::{self, Place, Ran, gopher},
};
use crate::{fetch::private, memory::peak, server::Server};

/// The bound, in KiB.
const BOUND: u64 = 48 * 1000 * 1000 / 1024;

/// What a program has at least once it runs, in KiB.
const SMALLEST: u64 = 1024;

/// The size of the large answers.
const LARGE: usize = 4_000_000;

/// Runs a command to its end. Returns the most memory that it held, in KiB, and what it wrote.
fn measured(command: &mut Command) -> (u64, Ran) {
    fn collect(mut from: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
        thread::spawn(move || {
            // The beginning and the end are enough for a test.
            let (mut kept, mut buffer) = (Vec::new(), vec![0; 64 * 1024]);
            while let Ok(len @ 1..) = from.read(&mut buffer) {
                kept.extend_from_slice(&buffer[..len]);
                if kept.len() > 2 << 20 {
                    kept.drain(..1 << 20);
                }
            }
            kept
        })
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let stdout = collect(child.stdout.take().unwrap());
    let stderr = collect(child.stderr.take().unwrap());
    let mut highest = 0;
    // The peak only grows, so the last one before the end counts.
    let status = loop {
        highest = highest.max(peak(child.id()));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        // Some end within milliseconds.
        match highest {
            ..=SMALLEST => thread::yield_now(),
            _ => thread::sleep(Duration::from_millis(3)),
        }
    };
    let (stdout, stderr) = (stdout.join().unwrap(), stderr.join().unwrap());
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    (highest, Ran { code: status.code().unwrap(), stderr, stdout })
}

/// Runs an attack that has a certain end, and adds its row.
fn bounded(
    attacks: &mut Attacks,
    attack: &str,
    mut command: Command,
    code: i32,
    stderr: &str,
) -> Ran {
    let (mut peak, mut ran) = measured(&mut command);
    // A run that ends before its memory is read has not connected, and may be repeated.
    for _ in 0..50 {
        if peak > SMALLEST {
            break;
        }
        (peak, ran) = measured(&mut command);
    }
    let end = &ran.stderr[ran.stderr.len().saturating_sub(500)..];
    assert!(ran.code == code && ran.stderr.contains(stderr), "{attack}: {} {end}", ran.code);
    assert!(peak > SMALLEST, "{attack}: no peak");
    assert!(peak < BOUND, "{attack}: {peak} KiB");
    attacks.add(attack, format!("under 48 MB; {}", ran.outcome()));
    ran
}

/// A server with one directory for all names that are not files, of which there is none.
fn directory(listing: Vec<u8>) -> Place {
    Place::new(trees::ftp(move |verb, _, _| match verb {
        "NLST" => Ok(listing.clone()),
        _ => Err("550 none"),
    }))
}

fn directories(attacks: &mut Attacks) {
    let name = |number: usize| format!("{number:0>240}\r\n");
    let listing: String = (0..LARGE / 242).map(name).collect();
    let place = directory(listing.into_bytes());
    let url = place.url("ftp", "");
    let rows = |ran: &Ran| ran.stdout.windows(2).filter(|pair| pair == b"0\n").count();
    for (attack, arguments) in [
        ("a directory of 4 MB, as a table", &[][..]),
        ("a directory of 4 MB, as JSON", &["--json"]),
        ("a directory of 4 MB, as CSV", &["--format", "csv"]),
    ] {
        let command = place.fetch(&[&[url.as_str()], arguments].concat());
        let ran = bounded(attacks, attack, command, 0, "");
        assert!(ran.stdout.len() > 1 << 20, "{attack}: {}", rows(&ran));
    }
    let command = place.mirroring(&url, &["--max-files", "1"]);
    let message = "stopped after 1: at least 16528 are left";
    bounded(attacks, "a directory of 4 MB, with --recursive", command, 1, message);

    let place = directory(b"a\r\n".repeat(100_000));
    let command = place.fetch(&[&place.url("ftp", "")]);
    bounded(attacks, "a directory of 100,000 names of one octet", command, 0, "");

    // Names under the bound, listed in each of themselves: 106 kB a directory.
    let names: String = (0..26).map(|it| format!("{it:0>4070}\r\n")).collect();
    let place = directory(names.into_bytes());
    let command = place.mirroring(&place.url("ftp", ""), &["--max-files", "40"]);
    bounded(
        attacks,
        "106 kB of names that are directories of the same names",
        command,
        1,
        "stopped after 40",
    );

    let place = directory(b"x".repeat(4 * LARGE));
    let message = "listing: the name exceeds 4096 octets";
    let command = place.fetch(&[&place.url("ftp", "")]);
    bounded(attacks, "a name of 16 MB, as a table", command, 3, message);
    let command = place.mirroring(&place.url("ftp", ""), &[]);
    bounded(attacks, "a name of 16 MB, with --recursive", command, 3, message);
}

fn menus(attacks: &mut Attacks) {
    let menu = |host: &'static str, count: usize, len: usize| {
        Place::new(gopher(move |selector, port| {
            if !selector.is_empty() && !selector.starts_with("/find") {
                return Vec::new();
            }
            let item = |number: usize| format!("0x\t/{number:0>len$}\t{host}\t{port}\r\n");
            (0..count).map(item).collect::<String>().into_bytes()
        }))
    };
    let place = menu("host.dom", LARGE / 240, 200);
    let url = place.url("gopher", "");
    let command = place.fetch(&[&url]);
    bounded(attacks, "a menu of 4 MB, as a table", command, 0, "");
    bounded(attacks, "a menu of 4 MB, as JSON", place.fetch(&["--json", &url]), 0, "");
    let command = place.mirroring(&url, &[]);
    bounded(attacks, "a menu of 4 MB of items on another host, with --recursive", command, 0, "");
    let command = place.fetch(&[&place.url("gopher", "7/find"), "--search", "x"]);
    bounded(attacks, "an answer to a search of 4 MB", command, 0, "");

    // Only the menu has content, so that no item takes time.
    let is_first = Arc::new(AtomicBool::new(true));
    let server = Server::start_with(move |mut stream, _| {
        let port = stream.local_addr().unwrap().port();
        let mut request = Vec::new();
        let _ = BufReader::new(&stream).read_until(b'\n', &mut request);
        if !is_first.swap(false, Ordering::SeqCst) {
            return;
        }
        for number in 0..6000 {
            let item = format!("0x\t/{number:0>4000}\t127.0.0.1\t{port}\r\n");
            // A client that is gone has seen enough.
            let _ = stream.write_all(item.as_bytes());
        }
    });
    let place = Place::new(server);
    let arguments = ["--max-files", "1000000", "--quiet"];
    let command = place.mirroring(&place.url("gopher", ""), &arguments);
    let message = "names are too many to wait";
    bounded(attacks, "24 MB of items that all wait to be fetched", command, 3, message);
}

fn content(attacks: &mut Attacks) {
    let place = Place::new(gopher(|selector, _| match selector {
        "/3" => b"3".repeat(4 * LARGE),
        "/line" => [b"0x\t/".as_slice(), &b"x".repeat(4 * LARGE)].concat(),
        _ => b"a line of text\r\n".repeat(LARGE / 4),
    }));
    let url = |rest: &str| place.url("gopher", rest);
    bounded(attacks, "a file of 16 MB to stdout", place.fetch(&[&url("0/x")]), 0, "");
    let command = place.fetch(&["-o", "file", &url("0/x")]);
    bounded(attacks, "a file of 16 MB with -o", command, 0, "");
    let command = place.fetch(&[&url("0/3")]);
    bounded(attacks, "16 MB that begin like an error of a gopher server", command, 0, "");
    let command = place.fetch(&[&url("1/line")]);
    bounded(attacks, "an item of a menu of 16 MB", command, 3, "exceeds 4096 octets");
    let command = place.fetch(&["--json", &url("7/find"), "--search", "x"]);
    bounded(attacks, "a text of 16 MB in answer to a search, as JSON", command, 0, "");
}

fn files(attacks: &mut Attacks) {
    let place = directory(b"a\r\n".to_vec());
    let url = place.url("ftp", "").replace("ftp://", "ftp://me@");
    private(&place.path("large"), &b"machine h login me password x\n".repeat(LARGE / 30));
    let command = place.fetch(&["--netrc=large", &url]);
    bounded(attacks, "a netrc file of 4 MB", command, 2, "it exceeds 1 MiB");
    let command = place.fetch(&["--netrc=/dev/zero", &url]);
    bounded(attacks, "a device as netrc file", command, 2, "not a regular file");
    fs::create_dir_all(place.host()).unwrap();
    let index = fs::File::create(place.host().join(".url1738-index")).unwrap();
    index.set_len(16_000_000).unwrap();
    let command = place.mirroring(&place.url("ftp", ""), &["--max-files", "1"]);
    bounded(attacks, "an index of a mirror of 16 MB without a line", command, 1, "stopped after 1");
}

#[test]
fn fetch_stays_within_the_bound() {
    if !cfg!(target_os = "linux") {
        eprintln!("skipped: the peak is read from /proc");
        return;
    }
    let mut attacks = Attacks::on("memory");
    directories(&mut attacks);
    menus(&mut attacks);
    content(&mut attacks);
    files(&mut attacks);
    attacks.compare();
}
