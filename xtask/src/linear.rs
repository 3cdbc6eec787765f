//! Time and memory of the worst texts: `cargo xtask linear`.

use core::fmt::Write as _;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::cargo::{Failure, Run, target, top};

/// What ten times the text may cost, in times.
const MOST: f64 = 10.5;
/// The call that is counted.
const MEASURED: &str = "limits::measured";
/// `memcpy` takes another instruction for long texts than for short ones, and callgrind counts that one for every byte.
const ONE_MEMCPY: (&str, &str) = ("GLIBC_TUNABLES", "glibc.cpu.x86_rep_movsb_threshold=1073741824");

#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct Options {
    /// Write the table to tests/limits/REPORT.md
    #[arg(long)]
    write: bool,
}

/// One work on one family of texts: instructions and most memory at n, 2n and 10n.
#[derive(Debug)]
struct Row {
    family: String,
    work: String,
    input: [u64; 3],
    peak: [u64; 3],
    instructions: [u64; 3],
}

impl Row {
    fn ratio(&self) -> f64 {
        self.instructions[2] as f64 / self.instructions[0] as f64
    }

    /// What is held at most for a byte of the longest text.
    fn held(&self) -> f64 {
        self.peak[2] as f64 / self.input[2] as f64
    }
}

/// What came of all rows.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) rows: usize,
    pub(crate) worst: f64,
    pub(crate) worst_of: String,
    /// What parsing holds beyond the text.
    pub(crate) parsing: u64,
}

pub(crate) fn linear(options: &Options) -> Result<(), Failure> {
    let rows = measure()?;
    let table = table(&rows);
    println!("{table}");
    if options.write {
        fs::write(top().join("tests/limits/REPORT.md"), format!("{HEAD}{table}"))?;
    }
    let outcome = judge(&rows)?;
    println!("highest ratio {:.2}: {}", outcome.worst, outcome.worst_of);
    Ok(())
}

pub(crate) fn run() -> Result<Outcome, Failure> {
    judge(&measure()?)
}

fn judge(rows: &[Row]) -> Result<Outcome, Failure> {
    let steep: Vec<String> = rows.iter().filter(|row| row.ratio() > MOST).map(name).collect();
    if !steep.is_empty() {
        return Err(Failure::new(format!("more than {MOST} times: {}", steep.join(", "))));
    }
    let parsing = rows.iter().filter(|row| row.work == "parse" || row.work == "own");
    let parsing = parsing.flat_map(|row| row.peak).max().unwrap_or_default();
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

const HEAD: &str = "# What the worst texts cost

Written by `cargo xtask linear --write`. Instructions by callgrind, of the release build: the work alone, neither the start
of the program nor the making of the text. n is 4,000 repetitions of the family's unit; a column is a work, and holds the
instructions at 10n by those at n (at most 10.5), in brackets those for a byte at 10n. Below about 1 the work ends at the
beginning of the text. Memory is the most that is held at once for a byte of the text at 10n.

";

fn table(rows: &[Row]) -> String {
    let mut works: Vec<&str> = Vec::new();
    let mut cells: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut families: Vec<&str> = Vec::new();
    let mut memory: BTreeMap<&str, f64> = BTreeMap::new();
    for row in rows {
        if !works.contains(&row.work.as_str()) {
            works.push(&row.work);
        }
        if !families.contains(&row.family.as_str()) {
            families.push(&row.family);
        }
        let a_byte = row.instructions[2] as f64 / row.input[2] as f64;
        let cell = format!("{:.2} ({a_byte:.0})", row.ratio());
        cells.entry(&row.family).or_default().push(cell);
        let most = memory.entry(&row.work).or_default();
        *most = most.max(row.held());
    }
    let mut text = String::new();
    let _ = writeln!(text, "| family | {} |", works.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(works.len()));
    for family in families {
        let _ = writeln!(text, "| {family} | {} |", cells[family].join(" | "));
    }
    let held: Vec<String> = works.iter().map(|work| format!("{:.1}", memory[work])).collect();
    let _ = writeln!(text, "| most memory, bytes a byte | {} |", held.join(" | "));
    text
}

/// Builds the program and runs it under callgrind.
fn measure() -> Result<Vec<Row>, Failure> {
    Run::cargo(["build", "--quiet", "--release", "--locked", "--package", "url1738-limits"])
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
        .arg(target().join("release/limits"))
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
            cell.ok_or_else(|| Failure::new(format!("the program told {three:?}")))
        };
        let counted = |of: usize| total(&dumps, number * 3 + of + 1);
        rows.push(Row {
            family: three[0][0].to_owned(),
            work: three[0][1].to_owned(),
            input: [cell(0, 3)?, cell(1, 3)?, cell(2, 3)?],
            peak: [cell(0, 4)?, cell(1, 4)?, cell(2, 4)?],
            instructions: [counted(0)?, counted(1)?, counted(2)?],
        });
    }
    Ok(rows)
}

/// The instructions of one dump, which callgrind numbers.
fn total(dumps: &Path, number: usize) -> Result<u64, Failure> {
    let path = PathBuf::from(format!("{}.{number}", dumps.display()));
    let dump = fs::read_to_string(&path)
        .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
    let total = dump.lines().find_map(|line| line.strip_prefix("totals:"));
    let total = total.and_then(|total| total.trim().parse().ok());
    total.ok_or_else(|| Failure::new(format!("{} tells no total", path.display())))
}
