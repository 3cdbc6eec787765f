//! Lines that are written when all have been read: sorted, or unique.

use std::io::{self, BufWriter, Write as _};

use super::{super::line_command, lines::Lines};
use crate::{
    config::Config,
    exit::{self, Outcome},
    line::Line,
    pipeline::{Output, Source, Stats},
    sets::{Keys, Order, Sorter},
};

/// The bytes of the length of a second key.
const LEN: usize = size_of::<u32>();

/// Runs the command: every line is sorted by its key, and then all of them are written.
pub(super) fn run(
    config: &Config,
    sources: Vec<Source>,
    lines: &Lines<'_>,
    unique: Option<Keys>,
    sort: Keys,
) -> exit::Result<Outcome> {
    // If lines are unique by what they are sorted by, one sort does both.
    let (is_unique, second) = (unique.is_some(), unique.as_ref().filter(|unique| **unique != sort));
    let second = second.map(|_| &sort);
    let first = unique.as_ref().unwrap_or(&sort);
    let sorter = Sorter::new(config.threads, is_unique);
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        lines.choose(line, stats, out, |subject, _| {
            let (mut key, mut value) = (Vec::new(), Vec::new());
            match is_unique {
                true => first.write_unique(subject, &mut key),
                false => first.write(subject, &mut key),
            }
            if let Some(keys) = second {
                keys.write(subject, &mut value);
                // INVARIANT: a key is at most twice as long as its fields, and a line is at most 1 MiB long.
                let len = u32::try_from(value.len()).unwrap_or(u32::MAX);
                value.splice(..0, len.to_le_bytes());
            }
            lines.write(subject, &mut value)?;
            Ok(sorter.push(&key, order(line), &value)?)
        })
    };
    let (result, counted) = line_command::run_uncounted(config, sources, &processor)?;
    let mut out = BufWriter::with_capacity(256 * 1024, io::stdout());
    if second.is_none() {
        sorter.finish(|_, value| Ok::<_, exit::Error>(out.write_all(value)?))?;
    } else {
        let again = Sorter::new(1, false);
        sorter.finish(|order, value| {
            let (len, rest) = value.split_first_chunk::<LEN>().unwrap_or((&[0; LEN], &[]));
            // INVARIANT: the value begins with the second key, after its length.
            let (key, value) = rest.split_at(u32::from_le_bytes(*len) as usize);
            Ok::<_, exit::Error>(again.push(key, order, value)?)
        })?;
        again.finish(|_, value| Ok::<_, exit::Error>(out.write_all(value)?))?;
    }
    out.flush()?;
    line_command::end(config, &result, counted, lines.text())
}

fn order(line: Line<'_>) -> Order {
    ((u128::from(line.chunk) << 64) | u128::from(line.number)).to_be_bytes()
}
