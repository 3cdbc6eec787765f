//! A loop over the `url` crate that counts the schemes, hosts and ports of a file, as `check --summary` does, for `program.py`
//! to compare with: `url_loop FILE`.

#![allow(clippy::arithmetic_side_effects, reason = "it counts")]

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
        if let Ok(url) = Url::parse(line.trim_end_matches('\n')) {
            good += 1;
            add(&mut schemes, url.scheme());
            if let Some(host) = url.host_str() {
                add(&mut hosts, host);
            }
            if let Some(port) = url.port() {
                *ports.entry(port).or_default() += 1;
            }
        } else {
            bad += 1;
        }
        line.clear();
    }
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
