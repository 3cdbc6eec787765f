//! Writes the key of every line of stdin in the profile `wayback-0.3.1`. Lines and keys are strings of JSON with escapes as
//! `json.dumps` of Python writes them; a text without a key gives `!` and the name of the error.

#![allow(clippy::std_instead_of_alloc, reason = "a program has the whole standard library")]

use std::io::{self, BufRead as _, BufWriter, Write as _};

use url1738_surt::wayback_key;

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?)?;
        let key = wayback_key(text.as_bytes()).unwrap_or_else(|error| format!("!{error:?}"));
        writeln!(out, "{}", serde_json::Value::String(key))?;
    }
    out.flush()
}
