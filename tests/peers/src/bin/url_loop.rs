//! The loops of `url1738` over the `url` crate and over `fluent-uri`, for `program.sh` to compare with:
//!
//! - `url_loop url count FILE`: every line parsed, and schemes, hosts and ports counted, as `check --summary` does.
//! - `url_loop url write FILE`: every line parsed, and scheme, host, port and path written, separated by tabs.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a measurement that fails ends by panicking"
)]
use std::{
    collections::HashMap,
    env, fs,
    io::{self, Write as _},
};

use fluent_uri::Uri;
use url::Url;

const USAGE: &str = "url_loop (url|fluent-uri) (count|write) FILE";

/// Scheme, host, port and path of a URL.
type Parts<'u> = (&'u str, Option<&'u str>, Option<u16>, &'u str);

fn main() -> io::Result<()> {
    let usage = || io::Error::other(USAGE);
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [library, task, path] = arguments.as_slice() else { return Err(usage()) };
    let input = io::BufReader::with_capacity(256 * 1024, fs::File::open(path)?);
    match (&**library, &**task) {
        ("url", "count") => count(input, with_url),
        ("url", "write") => write(input, with_url),
        ("fluent-uri", "count") => count(input, with_fluent_uri),
        ("fluent-uri", "write") => write(input, with_fluent_uri),
        _ => Err(usage()),
    }
}

/// Calls `each` with the parts of a line. Returns whether it is a URL.
type ParseLine = fn(&str, &mut dyn FnMut(Parts<'_>)) -> bool;

fn with_url(line: &str, each: &mut dyn FnMut(Parts<'_>)) -> bool {
    let Ok(url) = Url::parse(line) else { return false };
    each((url.scheme(), url.host_str(), url.port(), url.path()));
    true
}

fn with_fluent_uri(line: &str, each: &mut dyn FnMut(Parts<'_>)) -> bool {
    let Ok(uri) = Uri::parse(line) else { return false };
    let authority = uri.authority();
    let port = authority.and_then(|authority| authority.port_to_u16().ok()?);
    let host = authority.map(|authority| authority.host());
    each((uri.scheme().as_str(), host, port, uri.path().as_str()));
    true
}

/// Calls `each` with the parts of every line that is a URL. Returns the numbers of lines that are, and that are not.
fn each_line(
    mut input: impl io::BufRead,
    parse: ParseLine,
    each: &mut dyn FnMut(Parts<'_>),
) -> io::Result<(u64, u64)> {
    let (mut good, mut bad) = (0_u64, 0_u64);
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        if parse(line.trim_end_matches('\n'), each) {
            good += 1;
        } else {
            bad += 1;
        }
        line.clear();
    }
    Ok((good, bad))
}

fn count(input: impl io::BufRead, parse: ParseLine) -> io::Result<()> {
    let mut schemes: HashMap<String, u64> = HashMap::new();
    let mut hosts: HashMap<String, u64> = HashMap::new();
    let mut ports: HashMap<u16, u64> = HashMap::new();
    let (good, bad) = each_line(input, parse, &mut |(scheme, host, port, _)| {
        add(&mut schemes, scheme);
        if let Some(host) = host {
            add(&mut hosts, host);
        }
        if let Some(port) = port {
            *ports.entry(port).or_default() += 1;
        }
    })?;
    let (schemes, hosts, ports) = (schemes.len(), hosts.len(), ports.len());
    println!("{good} ok, {bad} bad, {schemes} schemes, {hosts} hosts, {ports} ports");
    Ok(())
}

fn add(counts: &mut HashMap<String, u64>, name: &str) {
    match counts.get_mut(name) {
        Some(count) => *count += 1,
        None => drop(counts.insert(name.to_owned(), 1)),
    }
}

fn write(input: impl io::BufRead, parse: ParseLine) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(256 * 1024, io::stdout().lock());
    let mut written = Ok(());
    let (good, bad) = each_line(input, parse, &mut |(scheme, host, port, path)| {
        let host = host.unwrap_or_default();
        let row = match port {
            Some(port) => writeln!(out, "{scheme}\t{host}\t{port}\t{path}"),
            None => writeln!(out, "{scheme}\t{host}\t\t{path}"),
        };
        if written.is_ok() {
            written = row;
        }
    })?;
    written?;
    eprintln!("{good} ok, {bad} bad");
    out.flush()
}
