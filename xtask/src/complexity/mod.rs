//! Instructions and memory on the worst inputs, which must grow linearly.

mod program;

use core::fmt::Write as _;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::cargo::{Failure, Run, target, top};

/// The highest allowed ratio of the instructions for an input of ten times the length.
const MOST: f64 = 10.5;
/// The highest allowed number of bytes of memory per byte of a URL, for its parts and for its plan.
const MOST_HELD: f64 = 40.0;
/// The operations that this holds for.
const HELD: [&str; 3] = ["parts", "plan", "inspect"];
/// The function whose calls are counted.
const MEASURED: &str = "limits::measured";
/// Makes `memcpy` use the same instructions for every length: beyond a threshold glibc switches to `rep movsb`, which
/// callgrind counts once per byte.
const ONE_MEMCPY: (&str, &str) = ("GLIBC_TUNABLES", "glibc.cpu.x86_rep_movsb_threshold=1073741824");

#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct Options {
    /// Write the figures to tests/limits/figures.tsv and the summary to tests/limits/REPORT.md
    #[arg(long)]
    write: bool,
}

/// One operation on one family of inputs: instructions and peak memory at n, 2n and 10n.
#[derive(Clone, Debug)]
struct Row {
    family: String,
    work: String,
    input: [u64; 3],
    /// Not known of the program, whose start takes more.
    peak: Option<[u64; 3]>,
    instructions: [u64; 3],
}

impl Row {
    fn ratio(&self) -> f64 {
        self.instructions[2] as f64 / self.instructions[0] as f64
    }

    /// Returns the instructions per byte of the longest input.
    fn per_byte(&self) -> f64 {
        self.instructions[2] as f64 / self.input[2] as f64
    }

    /// Returns the peak memory per byte of the longest input.
    fn held(&self) -> f64 {
        self.peak.unwrap_or_default()[2] as f64 / self.input[2] as f64
    }
}

/// The result of all rows.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) rows: usize,
    pub(crate) worst: f64,
    pub(crate) worst_of: String,
    /// Bytes that parsing allocates.
    pub(crate) parsing: u64,
}

/// Measures, prints one line per operation, and writes the report if asked.
///
/// # Errors
/// Returns an error if an operation grows faster than [`MOST`] allows, or if parsing allocates.
pub(crate) fn complexity(options: &Options) -> Result<(), Failure> {
    let rows = all()?;
    let table = table(&rows);
    println!("{table}");
    if options.write {
        let folder = top().join("tests/limits");
        let date = Run::program("date", ["-u", "+%F"]).output()?;
        fs::write(folder.join("figures.tsv"), figures(&rows))?;
        fs::write(
            folder.join("REPORT.md"),
            format!("{}{table}", HEAD.replace("DATE", date.trim())),
        )?;
    }
    let outcome = judge(&rows)?;
    println!("highest ratio {:.2}: {}", outcome.worst, outcome.worst_of);
    Ok(())
}

pub(crate) fn run() -> Result<Outcome, Failure> {
    judge(&all()?)
}

fn judge(rows: &[Row]) -> Result<Outcome, Failure> {
    let steep: Vec<String> = rows.iter().filter(|row| row.ratio() > MOST).map(name).collect();
    if !steep.is_empty() {
        return Err(Failure::new(format!("more than {MOST} times: {}", steep.join(", "))));
    }
    let large = rows.iter().filter(|row| HELD.contains(&&*row.work) && row.held() > MOST_HELD);
    let large: Vec<String> =
        large.map(|row| format!("{} of {}: {:.1}", row.work, row.family, row.held())).collect();
    if !large.is_empty() {
        return Err(Failure::new(format!(
            "more than {MOST_HELD} bytes a byte: {}",
            large.join(", ")
        )));
    }
    let parsing = rows.iter().filter(|row| row.work == "parse" || row.work == "parse owned");
    let parsing = parsing.flat_map(|row| row.peak.unwrap_or_default()).max().unwrap_or_default();
    if parsing > 0 {
        return Err(Failure::new(format!("parsing allocates {parsing} bytes")));
    }
    let worst = rows.iter().max_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    let worst = worst.ok_or_else(|| Failure::new("nothing was measured"))?;
    Ok(Outcome { rows: rows.len(), worst: worst.ratio(), worst_of: name(worst), parsing })
}

fn name(row: &Row) -> String {
    format!("{} of {} ({:.2})", row.work, row.family, row.ratio())
}

const HEAD: &str = "# Instructions and memory on the worst inputs

Measured on DATE by `cargo xtask complexity --write`, built with fat LTO, under callgrind. An input is a unit that a family of
inputs repeats n = 4,000 or 10n times. The ratio is that of the instructions at 10n and at n; at most 10.5 is allowed.
Parts, plan and both with the lints (`inspect`) take at most 40 bytes per byte of the URL.
Only the operation itself is counted, without the start of the program. `figures.tsv` has every family. The last rows are of
the program itself: an argument repeats its unit n = 1,000 or 10n times.

";

/// Returns one row per operation: what is highest, and for which family of inputs.
fn table(rows: &[Row]) -> String {
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

/// Returns every row, tab-separated.
fn figures(rows: &[Row]) -> String {
    let mut text =
        "# family\toperation\tbytes at 10n\tinstructions at n\tinstructions at 10n\tratio\tpeak bytes at 10n\n"
            .to_owned();
    for row in rows {
        let _ = writeln!(
            text,
            "{}\t{}\t{}\t{}\t{}\t{:.2}\t{}",
            row.family,
            row.work,
            row.input[2],
            row.instructions[0],
            row.instructions[2],
            row.ratio(),
            row.peak.map_or(String::new(), |peak| peak[2].to_string())
        );
    }
    text
}

/// Measures the libraries, and the program where it reads what no library does.
fn all() -> Result<Vec<Row>, Failure> {
    Ok([measure()?, program::measure()?].concat())
}

/// Builds the program that calls the libraries and runs it under callgrind.
fn measure() -> Result<Vec<Row>, Failure> {
    Run::cargo([
        "build",
        "--quiet",
        "--profile",
        "dist",
        "--locked",
        "--package",
        "url1738-limits",
    ])
    .run()?;
    let folder = target().join("limits");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let dumps = folder.join("callgrind");
    eprintln!("$ valgrind --tool=callgrind limits");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .args([format!("--zero-before={MEASURED}"), format!("--dump-after={MEASURED}")])
        .arg(format!("--callgrind-out-file={}", dumps.display()))
        .arg(target().join("dist/limits"))
        .env(ONE_MEMCPY.0, ONE_MEMCPY.1)
        .output()
        .map_err(|error| Failure::new(format!("valgrind (apt-get install valgrind): {error}")))?;
    if !output.status.success() {
        return Err(Failure::new(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<Vec<&str>> =
        lines.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let mut rows = Vec::new();
    for (number, three) in lines.chunks(3).enumerate() {
        let cell = |of: usize, column: usize| -> Result<u64, Failure> {
            let cell = three.get(of).and_then(|line| line.get(column)?.parse().ok());
            cell.ok_or_else(|| Failure::new(format!("the program printed {three:?}")))
        };
        let counted = |of: usize| total(&dumps, number * 3 + of + 1);
        rows.push(Row {
            family: three[0][0].to_owned(),
            work: three[0][1].to_owned(),
            input: [cell(0, 3)?, cell(1, 3)?, cell(2, 3)?],
            peak: Some([cell(0, 4)?, cell(1, 4)?, cell(2, 4)?]),
            instructions: [counted(0)?, counted(1)?, counted(2)?],
        });
    }
    Ok(rows)
}

/// Returns the instructions of one of callgrind's numbered dumps.
fn total(dumps: &Path, number: usize) -> Result<u64, Failure> {
    let path = PathBuf::from(format!("{}.{number}", dumps.display()));
    let dump = fs::read_to_string(&path)
        .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
    let total = dump.lines().find_map(|line| line.strip_prefix("totals:"));
    let total = total.and_then(|total| total.trim().parse().ok());
    total.ok_or_else(|| Failure::new(format!("{} has no total", path.display())))
}
