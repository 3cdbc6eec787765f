//! The bounds, and the table of what is highest.

use core::fmt::Write as _;

use crate::callgrind::Row;

/// The highest allowed ratio of the instructions for an input of ten times the length.
const MOST: f64 = 10.5;
/// The highest allowed number of bytes of memory per byte of a URL, for its parts and for its plan.
const MOST_HELD: f64 = 40.0;
/// The operations that this holds for.
const HELD: [&str; 3] = ["parts", "plan", "inspect"];

pub(crate) const HEAD: &str = "# Instructions and memory on the worst inputs

Written by `cargo run --profile dist -p url1738-limits -- --write`, with fat LTO, under callgrind. An input is a unit that a family
of inputs repeats n = 4,000 or 10n times. The ratio is that of the instructions at 10n and at n; at most 10.5 is allowed.
Parts, plan and both with the lints (`inspect`) take at most 40 bytes per byte of the URL.
Only the operation itself is counted, without the start of the program. The last rows are of
the program itself: an argument repeats its unit n = 1,000 or 10n times.

";

/// Returns the highest ratio and the number of rows.
///
/// # Errors
/// Returns an error if an operation grows faster than allowed, or holds more, or if parsing allocates.
pub(crate) fn judge(rows: &[Row]) -> Result<String, String> {
    let name = |row: &Row| format!("{} of {} ({:.2})", row.work, row.family, row.ratio());
    let mut faults = Vec::new();
    for row in rows {
        if row.ratio() > MOST {
            faults.push(format!("more than {MOST} times: {}", name(row)));
        }
        if HELD.contains(&&*row.work) && row.held() > MOST_HELD {
            faults.push(format!("{:.1} bytes a byte: {}", row.held(), name(row)));
        }
        if ["parse", "parse owned"].contains(&&*row.work) && row.held() > 0.0 {
            faults.push(format!("parsing allocates: {}", name(row)));
        }
    }
    let worst = rows.iter().max_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    match worst {
        Some(worst) if faults.is_empty() => {
            Ok(format!("{} rows; highest ratio: {}", rows.len(), name(worst)))
        }
        _ => Err(faults.join("\n")),
    }
}

/// Returns one row per operation: what is highest, and for which family of inputs.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut operations: Vec<&str> = Vec::new();
    for row in rows {
        if !operations.contains(&row.work.as_str()) {
            operations.push(&row.work);
        }
    }
    let mut text =
        "| operation | highest ratio | most instructions per byte | most memory per byte |\n\
                    |---|---|---|---|\n"
            .to_owned();
    for operation in operations {
        let of_it = || rows.iter().filter(|row| row.work == operation);
        let highest = |figure: fn(&Row) -> f64| {
            let row = of_it().max_by(|a, b| figure(a).total_cmp(&figure(b)));
            row.map(|row| (figure(row), row.family.as_str())).unwrap_or_default()
        };
        let (ratio, steepest) = highest(Row::ratio);
        let (instructions, slowest) = highest(Row::per_byte);
        let (memory, largest) = highest(Row::held);
        // Where no memory is needed, naming a family would mislead.
        let largest = if memory >= 0.05 { format!(" ({largest})") } else { String::new() };
        let memory = if of_it().any(|row| row.peak.is_none()) {
            String::new()
        } else {
            format!("{memory:.1}{largest}")
        };
        let _ = writeln!(
            text,
            "| {operation} | {ratio:.2} ({steepest}) | {instructions:.0} ({slowest}) | {memory} |"
        );
    }
    text
}
