//! The loop of `url1738 check --summary` over the `url` crate: every line parsed, and schemes, hosts and ports
//! counted. `program.sh` compares the two.

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
    io::{self, BufRead as _},
};

use url::Url;

fn main() -> io::Result<()> {
    let path = env::args_os().nth(1).ok_or_else(|| io::Error::other("url_loop FILE"))?;
    let mut input = io::BufReader::with_capacity(256 * 1024, fs::File::open(path)?);
    let (mut good, mut bad) = (0_u64, 0_u64);
    let mut schemes: HashMap<String, u64> = HashMap::new();
    let mut hosts: HashMap<String, u64> = HashMap::new();
    let mut ports: HashMap<u16, u64> = HashMap::new();
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        match Url::parse(line.trim_end_matches('\n')) {
            Err(_) => bad += 1,
            Ok(url) => {
                good += 1;
                count(&mut schemes, url.scheme());
                if let Some(host) = url.host_str() {
                    count(&mut hosts, host);
                }
                if let Some(port) = url.port() {
                    *ports.entry(port).or_default() += 1;
                }
            }
        }
        line.clear();
    }
    println!(
        "{good} ok, {bad} bad, {} schemes, {} hosts, {} ports",
        schemes.len(),
        hosts.len(),
        ports.len()
    );
    Ok(())
}

fn count(counts: &mut HashMap<String, u64>, name: &str) {
    match counts.get_mut(name) {
        Some(count) => *count += 1,
        None => drop(counts.insert(name.to_owned(), 1)),
    }
}
