//! The Python package: its wheel, the program in it, its tests and the comparison of its speed.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use clap::Args;

use crate::{
    cargo::{Failure, Run, target, top},
    release,
    tools::skip,
};

const PACKAGE: &str = "url1738-python";

/// What builds the wheel and what the tests use.
const TOOLS: &str = "maturin>=1.9,<2 cargo-zigbuild ziglang numpy pydantic pyarrow polars pandas \
    pandas-stubs pyarrow-stubs pytest mypy pyright[nodejs] duckdb daft zopflipy";

/// What the package is compared with.
const PEERS: [&str; 6] = ["yarl", "can_ada", "ada_url", "uritools", "rfc3986", "hyperlink"];

/// Largest wheel in bytes, with columns and without.
const LARGEST: u64 = 4_000_000;
const LARGEST_SLIM: u64 = 1_000_000;

/// The oldest glibc for which `zig` links, and the tag that pip knows it by.
const GLIBC: &str = "2.17";
const PLATFORM: &str = "manylinux2014";

/// Drops the tables for unwinding, a ninth of the program: a panic aborts, and without symbols a backtrace has no names.
const WITHOUT_TABLES: &str =
    "SECTIONS { /DISCARD/ : { *(.eh_frame) *(.gcc_except_table*) } } INSERT AFTER .text;";

#[derive(Args)]
pub(crate) struct Options {
    /// Compare the speed with other packages, and write the table
    #[arg(long)]
    bench: bool,
    /// Also build the wheel without columns and program, and check its size
    #[arg(long)]
    slim: bool,
    /// Number of generated URLs that are compared with the program
    #[arg(long, default_value_t = 200_000, value_name = "N")]
    urls: u64,
    /// Do not build: use the wheel of the last run
    #[arg(long)]
    no_build: bool,
    /// Also run the tests with this interpreter, such as python3.10; may be repeated
    #[arg(long, value_name = "PYTHON")]
    also: Vec<PathBuf>,
}

/// Builds the wheel in a virtual environment, installs it in a fresh one as a user does, and runs the tests.
///
/// # Errors
/// Returns an error if a wheel is too large or a test fails. Without an interpreter, `venv` or a package index it prints
/// that it is skipped, and succeeds.
pub(crate) fn python(options: &Options) -> Result<(), Failure> {
    let home = target().join("python");
    let Some(tools) = environment(&home.join("venv"), &TOOLS.split(' ').collect::<Vec<_>>()) else {
        skip(
            "the Python package",
            "what it needs cannot be installed: python3 with venv, pip, a package index",
        );
        return Ok(());
    };
    let wheels = home.join("wheels");
    if !options.no_build {
        build(&tools, &wheels)?;
    }
    let wheel = only_wheel(&wheels)?;
    check_size(&wheel, LARGEST)?;
    if options.slim {
        let slim = home.join("slim");
        maturin(&tools, &slim, &["--no-default-features"])?;
        check_size(&only_wheel(&slim)?, LARGEST_SLIM)?;
    }
    first_steps(&home.join("user"), &wheel)?;
    pip(&tools, &["--force-reinstall", "--no-deps", &wheel.to_string_lossy()])?;
    let tests = top().join("crates").join(PACKAGE).join("tests");
    if options.bench {
        pip(&tools, &PEERS)?;
        return Run::program(&tools.to_string_lossy(), [])
            .args([tests.join("bench.py").to_string_lossy()])
            .args(["--write", &tests.join("../docs/speed.md").to_string_lossy()])
            .run();
    }
    test(&tools, &tests, options.urls)?;
    for (number, interpreter) in options.also.iter().enumerate() {
        let venv = home.join(format!("also-{number}"));
        if venv.exists() {
            fs::remove_dir_all(&venv)?;
        }
        let wheel = wheel.to_string_lossy();
        let packages = ["pytest", "pyarrow", "polars", "pandas", "duckdb", "pydantic", &wheel];
        let python = environment_of(interpreter, &venv, &packages).ok_or_else(|| {
            Failure::new(format!("{} cannot install the wheel", interpreter.display()))
        })?;
        test(&python, &tests, options.urls)?;
    }
    Ok(())
}

/// Runs the tests; those of what is not installed are skipped.
fn test(python: &Path, tests: &Path, urls: u64) -> Result<(), Failure> {
    Run::program(&python.to_string_lossy(), ["-m", "pytest", "-q", "-p", "no:cacheprovider"])
        .args([tests.to_string_lossy()])
        .env("URL1738_GENERATED", &urls.to_string())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .run()
}

/// Builds the program, without the gateway, for which the wheel has no room, and the module. Puts both in one wheel.
fn build(tools: &Path, wheels: &Path) -> Result<(), Failure> {
    maturin(tools, wheels, &[])?;
    let script = target().join("without-tables.ld");
    fs::write(&script, WITHOUT_TABLES)?;
    let machine = format!("{}-unknown-linux-gnu", env::consts::ARCH);
    Run::cargo(["zigbuild", "--locked", "--profile", "wheel-program", "--package", "url1738-cli"])
        .args(["--no-default-features", "--target", &format!("{machine}.{GLIBC}")])
        .env("RUSTFLAGS", &format!("-C link-arg=-Wl,-T,{}", script.display()))
        .env("PATH", &path_with(tools))
        .run()?;
    let program = target().join(machine).join("wheel-program/url1738");
    let paths = [only_wheel(wheels)?, program].map(|path| path.display().to_string());
    Run::program(&tools.to_string_lossy(), ["-c", ADD_PROGRAM]).args(paths).run()
}

/// Builds a wheel, which `zig` links for an old glibc.
fn maturin(tools: &Path, wheels: &Path, more: &[&str]) -> Result<(), Failure> {
    if wheels.exists() {
        fs::remove_dir_all(wheels)?;
    }
    release::license(&top().join("crates").join(PACKAGE))?;
    Run::program(&tools.to_string_lossy(), ["-m", "maturin", "build", "--locked", "--zig"])
        .args(["--compatibility", PLATFORM])
        .args(["--profile", "wheel", "--interpreter", &tools.to_string_lossy()])
        .args(["--out", &wheels.to_string_lossy()])
        .args(more)
        // maturin asks the first Python on the path for `zig`.
        .env("PATH", &path_with(tools))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .inside(&top().join("crates").join(PACKAGE))
        .run()
}

/// Returns the search path, with the folder of the interpreter first.
fn path_with(python: &Path) -> String {
    let others = env::var("PATH").unwrap_or_default();
    let folder = python.parent().unwrap_or(python).to_string_lossy();
    format!("{folder}:{others}")
}

/// Adds the program to the scripts of a wheel, which pip installs beside the interpreter. Zopfli saves 3 % of its size.
const ADD_PROGRAM: &str = "
import base64, hashlib, sys, zipfile, zopfli
wheel, program = sys.argv[1:]
with zipfile.ZipFile(wheel) as old:
    files = {item.filename: (item, old.read(item)) for item in old.infolist()}
[record] = [name for name in files if name.endswith('.dist-info/RECORD')]
script = zipfile.ZipInfo(record.replace('.dist-info/RECORD', '.data/scripts/url1738'))
script.external_attr, script.compress_type = 0o100755 << 16, zipfile.ZIP_DEFLATED
data = open(program, 'rb').read()
digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')
item, rows = files.pop(record)
files[script.filename] = (script, data)
files[record] = (item, f'{script.filename},sha256={digest},{len(data)}\\n'.encode() + rows)
with zopfli.ZipFile(wheel, 'w', zipfile.ZIP_DEFLATED) as new:
    for item, data in files.values():
        new.writestr(item, data)
";

/// Installs the wheel in a new environment and runs the first lines of the README.
fn first_steps(venv: &Path, wheel: &Path) -> Result<(), Failure> {
    if venv.exists() {
        fs::remove_dir_all(venv)?;
    }
    let wheel = wheel.to_string_lossy();
    let Some(python) = environment(venv, &["--no-index", &wheel]) else {
        return Err(Failure::new(format!("{wheel} cannot be installed in a fresh environment")));
    };
    let page = fs::read_to_string(top().join("crates").join(PACKAGE).join("README.md"))?;
    let lines = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next());
    Run::program(&python.to_string_lossy(), ["-c", lines.unwrap_or_default()]).run()?;
    let program = venv.join("bin/url1738");
    Run::program(&program.to_string_lossy(), ["check", "ftp://host.dom/"]).run()
}

/// Returns the interpreter of a virtual environment with these packages, or `None` if it cannot be made.
fn environment(venv: &Path, packages: &[&str]) -> Option<PathBuf> {
    environment_of(Path::new("python3"), venv, packages)
}

/// Like [`environment`], of this interpreter.
fn environment_of(interpreter: &Path, venv: &Path, packages: &[&str]) -> Option<PathBuf> {
    let python = venv.join("bin/python");
    if !python.exists() {
        let words = ["-m", "venv", "--clear", &venv.to_string_lossy()];
        Run::program(&interpreter.to_string_lossy(), words).output().ok()?;
    }
    pip(&python, packages).ok()?;
    Some(python)
}

fn pip(python: &Path, packages: &[&str]) -> Result<(), Failure> {
    let quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    Run::program(&python.to_string_lossy(), quiet).args(packages).output().map(drop)
}

fn check_size(wheel: &Path, largest: u64) -> Result<(), Failure> {
    let size = fs::metadata(wheel)?.len();
    let name = wheel.file_name().unwrap_or_default().to_string_lossy();
    println!("{name}: {size} bytes, of {largest}");
    if size < largest { Ok(()) } else { Err(Failure::new(format!("{name} is too large"))) }
}

/// Returns the only wheel of a folder.
fn only_wheel(folder: &Path) -> Result<PathBuf, Failure> {
    let entries = fs::read_dir(folder)
        .map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
    let mut paths = entries.flatten().map(|entry| entry.path());
    let found = paths.find(|path| path.extension().is_some_and(|end| end == "whl"));
    found.ok_or_else(|| Failure::new(format!("{} has no wheel", folder.display())))
}
