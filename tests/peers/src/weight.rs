//! The cost of a dependency on one scheme: the time of a cold build, and the size of the program.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::store::{self, Table};

/// The committed figures.
pub(crate) const FILE: &str = "weight.tsv";

/// A program that parses its first argument.
struct Program {
    name: &'static str,
    dependency: &'static str,
    main: &'static str,
}

const PROGRAMS: [Program; 3] = [
    Program {
        name: "empty",
        dependency: "",
        main: "fn main() { println!(\"{}\", std::env::args().count()); }",
    },
    Program {
        name: "ftp",
        dependency: "url1738-ftp = { path = \"ROOT/crates/url1738-ftp\" }",
        main: "fn main() {
            let text = std::env::args().nth(1).unwrap_or_default();
            println!(\"{}\", url1738_ftp::FtpUrl::parse(&text).is_ok());
        }",
    },
    Program {
        name: "url",
        dependency: "url = \"2\"",
        main: "fn main() {
            let text = std::env::args().nth(1).unwrap_or_default();
            println!(\"{}\", url::Url::parse(&text).is_ok());
        }",
    },
];

/// The profile in which other libraries give their sizes: stripped, with fat LTO.
const PROFILE: &str = "[profile.small]
inherits = \"release\"
lto = \"fat\"
codegen-units = 1
strip = true
";

pub(crate) fn run(write: bool) -> Result<(), String> {
    let mut table = Table::new();
    let mut built = Vec::new();
    for program in &PROGRAMS {
        let folder = lay_out(program)?;
        let seconds = build(&folder, "release")?;
        build(&folder, "small")?;
        let bytes = fs::metadata(folder.join("target/small").join(program.name))
            .map_err(|error| error.to_string())?
            .len();
        println!("{}: {seconds:.2} s of user and system time, {bytes} bytes", program.name);
        built.push((program.name, seconds, bytes as f64));
        // Up to a hundred megabytes of build artifacts.
        let _ = fs::remove_dir_all(&folder);
    }
    let [(_, _, empty), (_, ftp, ftp_size), (_, url, url_size)] = built[..] else {
        return Err("three programs are built".to_owned());
    };
    table.insert("build ratio".to_owned(), vec![ftp / url]);
    table.insert("build, ftp, s".to_owned(), vec![ftp]);
    table.insert("build, url, s".to_owned(), vec![url]);
    table.insert("program, ftp, KB".to_owned(), vec![(ftp_size - empty) / 1000.0]);
    table.insert("program, url, KB".to_owned(), vec![(url_size - empty) / 1000.0]);
    for (name, cells) in &table {
        println!("{name}: {:.2}", cells[0]);
    }
    if write { store::write(FILE, "what\tfigure", &table) } else { Ok(()) }
}

/// Writes a package outside the workspace, with the workspace's versions.
fn lay_out(program: &Program) -> Result<PathBuf, String> {
    let name = program.name;
    let root = store::path("../..");
    let root = root.canonicalize().map_err(|error| error.to_string())?;
    let folder = env::temp_dir().join(format!("url1738-weight-{}-{name}", std::process::id()));
    let dependency = program.dependency.replace("ROOT", &root.display().to_string());
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\n{dependency}\n\n{PROFILE}"
    );
    let lay = || {
        fs::create_dir_all(folder.join("src"))?;
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        fs::write(folder.join("Cargo.toml"), manifest)?;
        fs::write(folder.join("src/main.rs"), program.main)
    };
    lay().map_err(|error| format!("{}: {error}", folder.display()))?;
    // Downloads must not count.
    cargo(&folder, "fetch").map(|_| folder)
}

/// Builds from nothing and returns the user and system time of all processes, measured by the shell.
fn build(folder: &Path, profile: &str) -> Result<f64, String> {
    let times = cargo(folder, &format!("build --quiet --offline --profile {profile} && times"))?;
    // The second line is about the shell's children: "0m1.234s 0m0.567s".
    let children = times.lines().last().unwrap_or_default();
    let seconds = |time: &str| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    Ok(children.split_whitespace().filter_map(seconds).sum())
}

fn cargo(folder: &Path, command: &str) -> Result<String, String> {
    let done = Command::new("sh")
        .args(["-c", &format!("cargo {command}")])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .output()
        .map_err(|error| error.to_string())?;
    if !done.status.success() {
        return Err(format!("cargo {command}: {}", String::from_utf8_lossy(&done.stderr)));
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}
