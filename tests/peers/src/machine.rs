//! The machine and the versions that the figures are for.

use std::{fs, process::Command, thread};

const LOCK: &str = include_str!("../../../Cargo.lock");
const PEERS: &[&str] =
    &["ada-url", "fluent-uri", "http", "iri-string", "linkify", "oxiri", "percent-encoding", "url"];

/// Processor, cores, compiler and day.
pub(crate) fn describe() -> String {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.map_or("unknown processor", |rest| rest.trim_start_matches(['\t', ' ', ':']));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (rustc, day) = (said_by("rustc", "--version"), said_by("date", "+%F"));
    format!("{model}, {cores} cores; {rustc}; {day}")
}

/// Returns the versions of the other libraries.
pub(crate) fn versions() -> String {
    let version = |name: &&str| {
        let entry = LOCK.split(&format!("name = \"{name}\"\nversion = \"")).nth(1)?;
        Some(format!("{name} {}", entry.split('"').next()?))
    };
    PEERS.iter().filter_map(version).collect::<Vec<_>>().join(", ")
}

fn said_by(program: &str, argument: &str) -> String {
    let output = Command::new(program).arg(argument).output();
    let said = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    said.unwrap_or_else(|_| format!("{program} unknown"))
}
