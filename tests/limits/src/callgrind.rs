//! Instructions of an operation, counted by callgrind.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

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
