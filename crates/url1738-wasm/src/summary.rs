//! Counts of a list of URLs.

use alloc::{
    borrow::Cow,
    collections::BTreeMap,
    string::{String, ToString as _},
    vec::Vec,
};

use url1738::{Redacted, Role};
use url1738_picture::Sanitized;

use crate::{explain, operations::parse_url, record::Record};

/// How many hosts and schemes are listed.
const MOST: usize = 20;
/// The most hosts that are counted; a list of millions must not fill the memory.
const MAX_NAMES: usize = 100_000;

/// A count, and the first line that was counted.
#[derive(Clone, Copy, Debug, Default)]
struct Count<'a> {
    number: u32,
    first: u32,
    line: &'a str,
}

#[derive(Debug)]
struct Counts<'a>(BTreeMap<Cow<'a, str>, Count<'a>>);

impl<'a> Counts<'a> {
    fn add(&mut self, name: impl Into<Cow<'a, str>>, number: u32, line: &'a str) {
        let name = name.into();
        if self.0.len() < MAX_NAMES || self.0.contains_key(&name) {
            let count = self.0.entry(name).or_insert(Count { number: 0, first: number, line });
            count.number = count.number.saturating_add(1);
        }
    }

    /// Writes the most frequent ones, with the first line as it may be shown.
    fn write(self, record: &mut Record) {
        let mut all: Vec<(Cow<'a, str>, Count<'a>)> = self.0.into_iter().collect();
        all.sort_by_key(|(_, count)| core::cmp::Reverse(count.number));
        all.truncate(MOST);
        record.list(all.len());
        for (name, count) in &all {
            record.object("name,count,line,example");
            record.text(name);
            record.number(count.number);
            record.number(count.first);
            let shown = Sanitized::new(Redacted::new(count.line.as_bytes())).to_string();
            let shown: String = shown.chars().take(200).collect();
            record.text(&shown);
        }
    }
}

/// Counts the lines of a list. Empty lines are not counted.
pub(crate) fn summarize(text: &str, record: &mut Record) {
    let (mut valid, mut invalid) = (0_u32, 0_u32);
    let [mut schemes, mut hosts, mut errors, mut lints] = [const { Counts(BTreeMap::new()) }; 4];
    for (number, line) in (1_u32..).zip(text.lines()) {
        let line = line.trim_end_matches('\r');
        if line.is_empty() {
            continue;
        }
        match parse_url(line) {
            Ok(url) => {
                valid = valid.saturating_add(1);
                schemes.add(url.scheme(), number, line);
                url.each_part(&mut |at| {
                    if at.part.role == Role::Host && !at.span.is_empty() {
                        hosts.add(at.span.slice(line).to_ascii_lowercase(), number, line);
                    }
                });
                for lint in &explain::lints(&url) {
                    lints.add(lint.code(), number, line);
                }
            }
            Err(error) => {
                invalid = invalid.saturating_add(1);
                errors.add(error.code(), number, line);
            }
        }
    }
    record.object("valid,invalid,schemes,errors,lints,hosts");
    record.number(valid);
    record.number(invalid);
    for counts in [schemes, errors, lints, hosts] {
        counts.write(record);
    }
}
