//! One text as split by three standards: RFC 1738, RFC 3986 and the WHATWG URL Standard.

use std::io::{self, Write};

use url1738::{
    Redacted, Span, Url,
    reading::{COMPONENTS, Reading},
    registry,
    syntax::MASK,
};

use super::{
    layout::{shorten, width, wrap},
    text::page_width,
    whatwg,
};
use crate::{
    diagnostics::{Masking, Palette, Sanitized},
    record_buffer::RecordBuffer,
    records::{ToJson, object},
};

/// The readings of one text, or why a standard rejects it.
#[derive(Debug)]
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
            Ok(url) => {
                masking.redact_url(bytes, &url).map_or_else(|| Redacted::revealed(bytes), |it| *it)
            }
            Err(_) => masking.redact(bytes),
        };
        let text = replace_secrets(&masked);
        let scheme = text.split(':').next().unwrap_or_default();
        let port = registry().schemes().find(|(name, _)| name.eq_ignore_ascii_case(scheme));
        let port = port.and_then(|(_, port)| port);
        let ours = Url::parse(&text).map(|url| Reading::of(&url)).map_err(|it| it.to_string());
        let rfc3986 = fluent_uri::Uri::parse(text.as_str());
        let rfc3986 = rfc3986.map(|uri| Reading::of_rfc3986(&uri, port));
        let whatwg = of_whatwg(&text, port);
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

    /// Returns the standards that accept the text.
    fn accepted(&self) -> impl Iterator<Item = (&'static str, &Reading)> {
        self.readings.iter().filter_map(|(name, it)| Some((*name, it.as_ref().ok()?)))
    }

    /// Returns the names of the components that some accepting standard has, and whether they differ.
    fn components(&self) -> impl Iterator<Item = (&'static str, bool)> {
        COMPONENTS.into_iter().filter_map(|name| {
            let values: Vec<_> =
                self.accepted().map(|(_, reading)| reading.component(name)).collect();
            let differs = values.iter().any(|value| Some(value) != values.first());
            values.iter().any(Option::is_some).then_some((name, differs))
        })
    }

    /// Writes one row per component, and marks the rows in which standards differ.
    pub(crate) fn draw(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let Palette { strong, faint, error, .. } = palette;
        let page = page_width(palette);
        writeln!(out, "{strong}the URL as split by three standards{strong:#}")?;
        let cells: usize = self.widths().iter().map(|width| width + 2).sum();
        if FIRST_COLUMN + cells + DIFFERS.len() <= page {
            self.table(palette, out)?;
        } else {
            self.list(palette, page, out)?;
        }
        for (standard, reading) in &self.readings {
            if let Err(why) = reading {
                let why = Sanitized::new(why.as_bytes());
                let text = format!("{standard} rejects it: {why}");
                for (index, line) in wrap(&text, page).iter().enumerate() {
                    match line.strip_prefix(&format!("{standard} rejects it")) {
                        Some(rest) if index == 0 => {
                            writeln!(out, "{error}{standard} rejects it{error:#}{rest}")?;
                        }
                        _ => writeln!(out, "{line}")?,
                    }
                }
            }
        }
        let differing = self.components().filter(|(_, differs)| *differs).count();
        match (differing, self.accepted().count()) {
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

    /// Returns the widths of the columns of the table.
    fn widths(&self) -> Vec<usize> {
        self.accepted()
            .map(|(standard, reading)| {
                let cells = COMPONENTS.iter().map(|name| width(&self.cell(reading, name)));
                cells.chain([standard.len()]).max().unwrap_or_default()
            })
            .collect()
    }

    /// Writes a table with a column per standard.
    fn table(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let Palette { faint, name: label, error, .. } = palette;
        let widths = self.widths();
        let padded = |cells: Vec<String>| -> String {
            let cells = cells.into_iter().zip(&widths);
            cells
                .map(|(cell, most)| {
                    format!("  {cell}{}", " ".repeat(most.saturating_sub(width(&cell))))
                })
                .collect()
        };
        let heads = padded(self.accepted().map(|(standard, _)| standard.to_owned()).collect());
        let heads = format!("{}{heads}", " ".repeat(FIRST_COLUMN));
        writeln!(out, "{faint}{}{faint:#}", heads.trim_end())?;
        for (name, differs) in self.components() {
            let row = padded(self.accepted().map(|(_, it)| self.cell(it, name)).collect());
            write!(out, "  {label}{name:<8}{label:#}")?;
            if differs {
                writeln!(out, "{row}{error}{DIFFERS}{error:#}")?;
            } else {
                writeln!(out, "{}", row.trim_end())?;
            }
        }
        Ok(())
    }

    /// Writes a row per component and standard, for values that are too long for columns.
    fn list(&self, palette: &Palette, page: usize, out: &mut dyn Write) -> io::Result<()> {
        let Palette { faint, name: label, error, .. } = palette;
        for (name, differs) in self.components() {
            let mark = if differs { DIFFERS } else { "" };
            writeln!(out, "  {label}{name}{label:#}{error}{mark}{error:#}")?;
            let all = [("all", self.accepted().next().map(|(_, reading)| reading))];
            let each: Vec<_> = self.accepted().map(|(it, reading)| (it, Some(reading))).collect();
            let rows = if differs || each.len() < 2 { &each[..] } else { &all };
            for (standard, reading) in rows {
                let cell = reading.map(|reading| self.cell(reading, name)).unwrap_or_default();
                let mut standard = *standard;
                for line in wrap(&shorten(cell, MAX_CELL), page.saturating_sub(14)) {
                    writeln!(out, "    {faint}{standard:<8}{faint:#}  {line}")?;
                    standard = "";
                }
            }
        }
        Ok(())
    }

    /// Returns the readings for a record.
    pub(super) fn readings(&self) -> Readings<'_> {
        Readings(self)
    }

    /// Returns the components in which standards that accept the text differ, for a record.
    pub(super) fn differences(&self) -> Vec<&'static str> {
        self.components().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
    }

    /// Returns a component as it may be shown: `-` if it is absent, quotation marks if it is empty.
    fn cell(&self, reading: &Reading, name: &str) -> String {
        match self.value(reading, name) {
            None => "-".to_owned(),
            Some(value) if value.is_empty() => "\"\"".to_owned(),
            Some(value) => Sanitized::new(value.as_bytes()).to_string(),
        }
    }

    /// Returns a component with its secrets masked.
    fn value(&self, reading: &Reading, name: &str) -> Option<String> {
        let value = reading.component(name)?;
        let is_secret = name == "password" && !self.show_passwords && !value.is_empty();
        Some(if is_secret { MASK.to_owned() } else { value })
    }
}

/// The width of the names of components, with the margin.
const FIRST_COLUMN: usize = 10;
/// The mark of a row in which standards differ.
const DIFFERS: &str = "  differs";
/// The longest value that is shown, in columns.
const MAX_CELL: usize = 400;

/// Returns the reading of the WHATWG URL Standard.
fn of_whatwg(text: &str, port: Option<u16>) -> Result<Reading, url::ParseError> {
    let file = match whatwg::read(text) {
        None => return url::Url::parse(text).map(|url| Reading::of_whatwg(&url, port)),
        Some(file) => file?,
    };
    let mut reading = Reading::default();
    reading.scheme = "file".to_owned();
    reading.host = file.host;
    (reading.path, reading.query, reading.fragment) = (file.path, file.query, file.fragment);
    Ok(reading)
}

/// The readings in JSON, a member per standard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Readings<'c>(&'c Comparison);

/// One of the readings: its components, or why the standard rejects the text.
struct ReadingRecord<'c>(&'c Comparison, &'c Result<Reading, String>);

impl ToJson for Readings<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let [(_, ours), (_, rfc3986), (_, whatwg)] = &self.0.readings;
        object!(out, {
            "rfc1738": ReadingRecord(self.0, ours),
            "rfc3986": ReadingRecord(self.0, rfc3986),
            "whatwg": ReadingRecord(self.0, whatwg),
        });
    }
}

impl ToJson for ReadingRecord<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        match self.1 {
            Ok(reading) => {
                let value = |name| self.0.value(reading, name);
                object!(out, {
                    "ok": true,
                    "scheme": value("scheme"),
                    "user": value("user"),
                    "password": value("password"),
                    "host": value("host"),
                    "port": reading.port,
                    "path": value("path"),
                    "query": value("query"),
                    "fragment": value("fragment"),
                });
            }
            Err(message) => object!(out, { "ok": false, "message": message }),
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
