//! One text as split by three standards: RFC 1738, RFC 3986 and the WHATWG URL Standard.

use core::fmt::Write as _;
use std::io::{self, Write};

use url1738::{
    Redacted, Span, Url,
    reading::{COMPONENTS, Reading},
    registry,
    syntax::MASK,
};

use crate::diagnostics::{Masking, Palette, Sanitized};

/// The readings of one text, or why a standard rejects it.
pub(crate) struct Comparison {
    readings: [(&'static str, Result<Reading, String>); 3],
    show_passwords: bool,
    /// Whether another standard reads masked characters as something other than a password.
    moved: bool,
}

impl Comparison {
    /// Parses `bytes` by each standard. Unless passwords are to be shown, the password is replaced first: another standard
    /// may read a host, a port or a path in the middle of it.
    pub(crate) fn new(bytes: &[u8], masking: Masking) -> Self {
        let masked = match Url::parse_bytes(bytes) {
            Ok(url) => masking.redact_url(bytes, &url).unwrap_or_else(|| Redacted::revealed(bytes)),
            Err(_) => masking.redact(bytes),
        };
        let text = replace_secrets(&masked);
        let scheme = text.split(':').next().unwrap_or_default();
        let port = registry().schemes().find(|(name, _)| name.eq_ignore_ascii_case(scheme));
        let port = port.and_then(|(_, port)| port);
        let ours = Url::parse(&text).map(|url| Reading::of(&url)).map_err(|it| it.to_string());
        let rfc3986 = fluent_uri::Uri::parse(text.as_str());
        let rfc3986 = rfc3986.map(|uri| Reading::of_rfc3986(&uri, port));
        let whatwg = url::Url::parse(&text).map(|url| Reading::of_whatwg(&url, port));
        let readings = [
            ("RFC 1738", ours),
            ("RFC 3986", rfc3986.map_err(|error| error.to_string())),
            ("WHATWG", whatwg.map_err(|error| error.to_string())),
        ];
        let is_password =
            |reading: &Reading| reading.password.as_ref().is_some_and(|it| !it.is_empty());
        let moved = !masked.secrets().is_empty()
            && readings.iter().flat_map(|(_, it)| it).any(|reading| !is_password(reading));
        Self { readings, show_passwords: masking.show_passwords, moved }
    }

    /// Writes one row per component, and marks the rows in which standards differ.
    pub(crate) fn draw(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let Palette { strong, faint, name: label, error, .. } = palette;
        let read: Vec<(&str, &Reading)> = self
            .readings
            .iter()
            .filter_map(|(name, it)| Some((*name, it.as_ref().ok()?)))
            .collect();
        let mut widths = Vec::new();
        for (standard, reading) in &read {
            let cells = COMPONENTS.iter().map(|name| self.cell(reading, name).chars().count());
            widths.push(cells.chain([standard.len()]).max().unwrap_or_default());
        }
        writeln!(out, "{strong}the URL as split by three standards{strong:#}")?;
        let mut row = " ".repeat(10);
        for ((standard, _), width) in read.iter().zip(&widths) {
            let _ = write!(row, "  {standard:<width$}");
        }
        writeln!(out, "{faint}{}{faint:#}", row.trim_end())?;
        let mut differing = 0_u8;
        for name in COMPONENTS {
            let values: Vec<_> = read.iter().map(|(_, reading)| reading.component(name)).collect();
            if values.iter().all(Option::is_none) {
                continue;
            }
            let mut row = String::new();
            for ((_, reading), width) in read.iter().zip(&widths) {
                let _ = write!(row, "  {:<width$}", self.cell(reading, name));
            }
            write!(out, "  {label}{name:<8}{label:#}")?;
            if values.iter().any(|value| Some(value) != values.first()) {
                differing = differing.saturating_add(1);
                writeln!(out, "{row}  {error}differs{error:#}")?;
            } else {
                writeln!(out, "{}", row.trim_end())?;
            }
        }
        for (standard, reading) in &self.readings {
            if let Err(why) = reading {
                writeln!(
                    out,
                    "{error}{standard} rejects it{error:#}: {}",
                    Sanitized::new(why.as_bytes())
                )?;
            }
        }
        match (differing, read.len()) {
            (_, 0) => writeln!(out, "no standard accepts it")?,
            (_, 1) => writeln!(out, "only one standard accepts it")?,
            (0, 2) => writeln!(out, "both standards that accept it agree")?,
            (0, _) => writeln!(out, "all three standards agree")?,
            (1, _) => writeln!(out, "one component differs")?,
            (more, _) => writeln!(out, "{more} components differ")?,
        }
        if self.moved {
            writeln!(
                out,
                "{faint}letters and digits of a possible password are replaced{faint:#}"
            )?;
        }
        writeln!(out)
    }

    /// Returns a component as it may be shown: `-` if it is absent, quotation marks if it is empty.
    fn cell(&self, reading: &Reading, name: &str) -> String {
        match reading.component(name) {
            None => "-".to_owned(),
            Some(value) if value.is_empty() => "\"\"".to_owned(),
            Some(_) if name == "password" && !self.show_passwords => MASK.to_owned(),
            Some(value) => Sanitized::new(value.as_bytes()).to_string(),
        }
    }
}

/// Returns the text with its secrets replaced.
fn replace_secrets(masked: &Redacted<'_>) -> String {
    let mut text = String::new();
    let mut at = 0;
    for secret in masked.secrets() {
        let between = Span::new(at, secret.start).slice_bytes(masked.bytes());
        text.push_str(&String::from_utf8_lossy(between));
        let secret_text = String::from_utf8_lossy(secret.slice_bytes(masked.bytes()));
        text.extend(secret_text.chars().map(replace));
        at = secret.end;
    }
    let rest = masked.bytes().get(at as usize..).unwrap_or_default();
    text.push_str(&String::from_utf8_lossy(rest));
    text
}

/// Returns another character of the same kind, so that all three standards split the text as before: a number remains a
/// number, and an escape an escape.
fn replace(c: char) -> char {
    match c {
        '0'..='9' => '0',
        'a'..='f' | 'A'..='F' => 'a',
        _ if c.is_ascii_alphabetic() => 'x',
        _ if c.is_ascii() => c,
        _ => '\u{fc}',
    }
}
