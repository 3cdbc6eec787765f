//! A recorder that plays hostile and broken servers. Each exchange ends within its limit, with its error, in flat memory.

mod servers;

use core::time::Duration;
use std::{io, process::Command, thread, time::Instant};

use url1738::{Url, plan::Answers};
use url1738_client::{Client, Handler, Limits};

use self::servers::Hostile;
use crate::server::Server;

/// Counts the content, and keeps everything that a user would see.
#[derive(Default)]
struct Seen {
    content: u64,
    shown: String,
}

impl Handler for Seen {
    fn content(&mut self, octets: &[u8]) -> io::Result<()> {
        self.content += octets.len() as u64;
        Ok(())
    }

    fn event(&mut self, event: &url1738_client::Event<'_>) {
        use core::fmt::Write as _;
        if !matches!(event, url1738_client::Event::Received(..)) {
            write!(self.shown, "{event:?}").unwrap();
        }
    }
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.connect = Duration::from_secs(2);
    limits.read = Duration::from_secs(1);
    limits.total = Some(Duration::from_secs(2));
    limits.bytes = Some(4_000_000);
    limits.reply = 10_000;
    limits.lines = 100;
    limits
}

/// The longest time that an exchange may take, on a machine that does other things too.
const LONGEST: Duration = Duration::from_secs(60);

fn play(hostile: &Hostile) -> Option<String> {
    let server = Server::start(hostile.script.clone());
    let answers = Answers::new().form([&b"x"[..]]).unwrap();
    let mut limits = limits();
    if hostile.error.contains("exceeds") {
        // A busy machine must not reach the total time before the bound of octets or lines.
        limits.total = Some(LONGEST);
    }
    let client = Client::new().limits(limits).connect_to(server.address).answers(answers);
    let mut seen = Seen::default();
    let begun = Instant::now();
    let result = client.fetch(&Url::parse(hostile.url).unwrap(), &mut seen);
    let took = begun.elapsed();
    let error = result.as_ref().map_or_else(ToString::to_string, |_| "ok".to_owned());
    if took > LONGEST {
        return Some(format!("{}: took {took:?}", hostile.name));
    }
    if !error.contains(hostile.error) {
        return Some(format!("{}: {error}", hostile.name));
    }
    let shown = format!("{error}{:?}{}", result, seen.shown);
    // The octets of a line that ends early are in the message, escaped.
    if shown.contains("hunter2") || shown.contains(char::is_control) {
        return Some(format!("{}: shows {shown:?}", hostile.name));
    }
    if seen.content > 4_000_000 {
        return Some(format!("{}: {} octets", hostile.name, seen.content));
    }
    None
}

/// Set for the process that measures its memory, in which no other test runs.
const ALONE: &str = "URL1738_HOSTILE_ALONE";

/// The peak of memory of this process, in KiB.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[test]
fn every_server_ends_within_its_limit_with_its_error() {
    if std::env::var_os(ALONE).is_none() {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let name = "hostile::every_server_ends_within_its_limit_with_its_error";
        let run = command.args([name, "--exact", "--nocapture"]).env(ALONE, "1").output().unwrap();
        let said = String::from_utf8([run.stdout, run.stderr].concat()).unwrap();
        assert!(run.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let servers: Vec<Hostile> = servers::all();
    assert!(servers.len() >= 60, "{} servers", servers.len());
    let before = peak();
    let mut failures = Vec::new();
    // Most of the time is spent waiting.
    for some in servers.chunks(32) {
        thread::scope(|scope| {
            let threads: Vec<_> = some.iter().map(|it| scope.spawn(|| play(it))).collect();
            failures.extend(threads.into_iter().filter_map(|thread| thread.join().unwrap()));
        });
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    if let (Some(before), Some(after)) = (before, peak()) {
        // Buffers of 64 KiB for client and server of 32 at a time, and their stacks.
        let grown = after.saturating_sub(before);
        assert!(grown < 40 * 1024, "memory grew by {grown} KiB");
    }
}
