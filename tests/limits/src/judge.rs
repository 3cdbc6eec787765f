//! Instructions of an operation, counted by callgrind, the bounds, and the table of what is highest.

use core::fmt::Write as _;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

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

/// The function whose calls are counted.
const MEASURED: &str = "limits::measured";

/// One operation on one family of inputs: instructions and peak memory at n, 2n and 10n.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) family: String,
    pub(crate) work: String,
    pub(crate) input: [u64; 3],
    /// Not known of the program, whose start takes more.
    pub(crate) peak: Option<[u64; 3]>,
    pub(crate) instructions: [u64; 3],
}

impl Row {
    pub(crate) fn ratio(&self) -> f64 {
        self.instructions[2] as f64 / self.instructions[0] as f64
    }

    /// Returns the instructions per byte of the longest input.
    pub(crate) fn per_byte(&self) -> f64 {
        self.instructions[2] as f64 / self.input[2] as f64
    }

    /// Returns the peak memory per byte of the longest input.
    pub(crate) fn held(&self) -> f64 {
        self.peak.unwrap_or_default()[2] as f64 / self.input[2] as f64
    }
}

/// Returns callgrind, under which `memcpy` uses the same instructions for every length: beyond a threshold glibc switches to
/// `rep movsb`, which callgrind counts once per byte.
pub(crate) fn valgrind() -> Command {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet"]);
    command.env("GLIBC_TUNABLES", "glibc.cpu.x86_rep_movsb_threshold=1073741824");
    command
}

/// Returns the folder of this program, in which cargo builds the others of its profile.
pub(crate) fn target() -> PathBuf {
    env::current_exe().ok().and_then(|path| Some(path.parent()?.to_owned())).unwrap_or_default()
}

/// Builds the program of a package in the profile of this one.
pub(crate) fn build(package: &str) -> Result<(), String> {
    let build = ["build", "--quiet", "--profile", "dist", "--locked", "--package", package];
    let built = Command::new("cargo").args(build).current_dir(env!("CARGO_MANIFEST_DIR")).status();
    match built {
        Ok(status) if status.success() => Ok(()),
        other => Err(format!("{package} does not build: {other:?}")),
    }
}

/// Runs this program under callgrind, which writes a dump for each call of the measured function.
pub(crate) fn measure() -> Result<Vec<Row>, String> {
    let folder = target().join("limits-dumps");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let dumps = folder.join("callgrind");
    let output = valgrind()
        .args([format!("--zero-before={MEASURED}"), format!("--dump-after={MEASURED}")])
        .arg(format!("--callgrind-out-file={}", dumps.display()))
        .args([target().join("limits").as_os_str(), "--run".as_ref()])
        .output()
        .map_err(|error| format!("valgrind (apt-get install valgrind): {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let lines = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<Vec<&str>> =
        lines.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let mut rows = Vec::new();
    for (number, three) in lines.chunks(3).enumerate() {
        let cells = |column: usize| -> Result<[u64; 3], String> {
            let mut cells = three.iter().filter_map(|line| line.get(column)?.parse().ok());
            let mut next = || cells.next().ok_or_else(|| format!("the program printed {three:?}"));
            Ok([next()?, next()?, next()?])
        };
        let counted = |of: usize| total(&dumps, number * 3 + of + 1);
        rows.push(Row {
            family: three[0][0].to_owned(),
            work: three[0][1].to_owned(),
            input: cells(3)?,
            peak: Some(cells(4)?),
            instructions: [counted(0)?, counted(1)?, counted(2)?],
        });
    }
    Ok(rows)
}

/// Returns the instructions of one of callgrind's numbered dumps.
pub(crate) fn total(dumps: &Path, number: usize) -> Result<u64, String> {
    let path = PathBuf::from(format!("{}.{number}", dumps.display()));
    let dump = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let total = dump.lines().find_map(|line| line.strip_prefix("totals:"));
    let total = total.and_then(|total| total.trim().parse().ok());
    total.ok_or_else(|| format!("{} has no total", path.display()))
}
