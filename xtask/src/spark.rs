//! Compares the Spark jobs of the program's examples with one run of the program.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use clap::Args;

use crate::{
    cargo::{Failure, Run, top},
    family::target,
};

/// Options of `cargo xtask spark`.
#[derive(Args)]
pub(crate) struct Spark {
    /// Number of URLs to generate
    #[arg(long, default_value_t = 5_000_000, value_name = "N")]
    rows: u64,
    /// Percentage of invalid URLs
    #[arg(long, default_value_t = 1.0, value_name = "PERCENT")]
    bad: f32,
}

/// The number of files of the corpus, each written by one process.
const FILES: u64 = 4;

/// Sets up the environment, generates the URLs, and runs `verify.py`.
pub(crate) fn spark(options: &Spark) -> Result<(), Failure> {
    let target = target()?;
    let folder = target.join("spark");
    Run::cargo(["build", "--release", "--locked", "--package", "url1738-cli"]).run()?;
    let python = environment(&folder)?;
    let corpus = corpus(&folder, options.rows, options.bad)?;
    let examples = examples();
    let binary = target.join("release/url1738");
    Run::program(&python.to_string_lossy(), [])
        .args([examples.join("verify.py").to_string_lossy()])
        .args(["--binary", &binary.to_string_lossy()])
        .args(["--corpus", &corpus.to_string_lossy()])
        .args(["--documents", &top().join("tests/context/data").to_string_lossy()])
        .args(["--work", &folder.join("work").to_string_lossy()])
        .env("PYSPARK_PYTHON", &python.to_string_lossy())
        .env("PYSPARK_DRIVER_PYTHON", &python.to_string_lossy())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        // Driver, master and executors communicate over loopback, whatever the network.
        .env("SPARK_LOCAL_IP", "127.0.0.1")
        .run()
}

fn examples() -> PathBuf {
    top().join("crates/url1738-cli/examples/spark")
}

/// Returns the Python of a virtual environment with the packages of `requirements.txt`, rebuilt when that file changes.
fn environment(folder: &Path) -> Result<PathBuf, Failure> {
    let (venv, list) = (folder.join("venv"), examples().join("requirements.txt"));
    let (python, done) = (venv.join("bin/python"), venv.join("requirements.txt"));
    let wanted = fs::read(&list).map_err(|error| Failure::new(format!("{list:?}: {error}")))?;
    if fs::read(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    Run::program("python3", ["-m", "venv", "--clear", &venv.to_string_lossy()]).run()?;
    Run::program(&python.to_string_lossy(), [])
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"])
        .args([list.to_string_lossy()])
        .run()?;
    fs::write(&done, wanted).map_err(|error| Failure::new(format!("{done:?}: {error}")))?;
    Ok(python)
}

/// Returns the folder of generated URLs, which the generator of the benchmarks writes if it does not exist.
pub(crate) fn corpus(folder: &Path, rows: u64, bad: f32) -> Result<PathBuf, Failure> {
    let corpus = folder.join(format!("corpus-{rows}-{bad}"));
    if corpus.exists() {
        return Ok(corpus);
    }
    let unfinished = folder.join("corpus-unfinished");
    let failed = |error: std::io::Error| Failure::new(format!("{}: {error}", corpus.display()));
    let _ = fs::remove_dir_all(&unfinished);
    fs::create_dir_all(&unfinished).map_err(failed)?;
    eprintln!("generating {rows} URLs, {bad} % invalid, in {}", corpus.display());
    let generator = top().join("tests/peers/corpus/gen_corpus.py");
    let start = |number: u64| {
        let share = rows / FILES + u64::from(number < rows % FILES);
        Command::new("python3")
            .arg(&generator)
            .args(["-n", &share.to_string(), "-s", &(1738 + number).to_string()])
            .args(["--bad", &bad.to_string(), "-o"])
            .arg(unfinished.join(format!("{number}.txt")))
            .spawn()
    };
    let running: Vec<_> = (0..FILES).map(start).collect::<Result<_, _>>().map_err(failed)?;
    for mut process in running {
        if !process.wait().map_err(failed)?.success() {
            return Err(Failure::new("the generator of the corpus failed"));
        }
    }
    fs::rename(&unfinished, &corpus).map_err(failed)?;
    Ok(corpus)
}
