//! The cost of a first dependency: a fresh clone, a program that depends on one scheme, a cold build.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::cargo::{Failure, top};

/// The highest number of crates that a program with one scheme may build, without procedural macros and build scripts.
const MOST_CRATES: usize = 8;
/// The highest build time, as a multiple of that of the crate `url`. Half of the time is that of thiserror's macro.
const MOST_TIME: f64 = 0.60;
/// The number of builds; the figure is their median.
const TURNS: usize = 3;

/// A first program with one dependency.
struct Program {
    name: &'static str,
    dependency: &'static str,
    main: &'static str,
}

const OURS: Program = Program {
    name: "with-url1738-ftp",
    dependency: "url1738-ftp = { path = \"CLONE/crates/url1738-ftp\" }",
    main: "fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    match url1738_ftp::FtpUrl::parse(&text) {
        Ok(url) => println!(\"{}\", url.host()),
        Err(error) => println!(\"{error}\"),
    }
}
",
};

const PEERS: [Program; 2] = [
    Program {
        name: "with-fluent-uri",
        dependency: "fluent-uri = \"0.4\"",
        main: "fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    match fluent_uri::Uri::parse(text.as_str()) {
        Ok(uri) => println!(\"{:?}\", uri.authority().map(|it| it.host())),
        Err(error) => println!(\"{error}\"),
    }
}
",
    },
    Program {
        name: "with-url",
        dependency: "url = \"2\"",
        main: "fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    match url::Url::parse(&text) {
        Ok(url) => println!(\"{:?}\", url.host()),
        Err(error) => println!(\"{error}\"),
    }
}
",
    },
];

/// Builds the programs and prints the figures.
///
/// # Errors
/// Returns an error if a bound is exceeded.
pub(crate) fn cold_build() -> Result<(), Failure> {
    let folder = env::temp_dir().join(format!("url1738-cold-build-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let outcome = compare(&folder);
    // Hundreds of megabytes of build artifacts.
    let _ = fs::remove_dir_all(&folder);
    outcome
}

fn compare(folder: &Path) -> Result<(), Failure> {
    let clone = folder.join("clone");
    let from = top();
    shell(folder, &format!("git clone --quiet --no-hardlinks '{}' clone", from.display()))?;
    let programs: Vec<&Program> = [&OURS].into_iter().chain(&PEERS).collect();
    let mut laid = Vec::new();
    for program in &programs {
        laid.push(lay_out(program, folder, &clone)?);
    }
    let mut times = vec![Vec::new(); laid.len()];
    for _ in 0..TURNS {
        // In turns, so that other load on the machine affects all of them.
        for (program, times) in laid.iter().zip(&mut times) {
            times.push(build(program)?);
        }
    }
    let mut figures = Vec::new();
    for ((program, place), mut times) in programs.iter().zip(&laid).zip(times) {
        times.sort_by(f64::total_cmp);
        let time = times.get(TURNS / 2).copied().unwrap_or_default();
        let (built, compiler) = crates(place)?;
        println!(
            "{}: {time:.2} s of user and system time, {built} crates, {compiler} more in the compiler",
            program.name
        );
        figures.push((time, built));
    }
    let [(ours, built), (fluent, _), (url, _)] = figures[..] else {
        return Err(Failure::new("three programs are built"));
    };
    let (ratio, of_url) = (ours / fluent, ours / url);
    println!("crates: {built} of at most {MOST_CRATES}");
    println!("time: {of_url:.2} of url's, at most {MOST_TIME:.2}; {ratio:.2} of fluent-uri's");
    if built > MOST_CRATES || of_url > MOST_TIME {
        return Err(Failure::new("a first dependency costs more than allowed"));
    }
    Ok(())
}

/// Writes a package and downloads its dependencies, so that the network does not count.
fn lay_out(program: &Program, folder: &Path, clone: &Path) -> Result<PathBuf, Failure> {
    let place = folder.join(program.name);
    fs::create_dir_all(place.join("src"))?;
    let dependency = program.dependency.replace("CLONE", &clone.display().to_string());
    let manifest = format!(
        "[package]\nname = \"{}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\n{dependency}\n",
        program.name
    );
    fs::write(place.join("Cargo.toml"), manifest)?;
    fs::write(place.join("src/main.rs"), program.main)?;
    shell(&place, "cargo fetch --quiet")?;
    Ok(place)
}

/// Builds in release mode from nothing and runs the program. Returns the user and system time of the build.
fn build(place: &Path) -> Result<f64, Failure> {
    let _ = fs::remove_dir_all(place.join("target"));
    let times = shell(place, "cargo build --quiet --offline --release && times")?;
    shell(place, "cargo run --quiet --offline --release -- ftp://host.dom/")?;
    // The second line is for the shell's children: "0m1.234s 0m0.567s".
    let children = times.lines().last().unwrap_or_default();
    let seconds = |time: &str| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    Ok(children.split_whitespace().filter_map(seconds).sum())
}

/// Returns how many crates the program consists of, including itself, and how many more run in the compiler.
fn crates(place: &Path) -> Result<(usize, usize), Failure> {
    let count = |edges: &str| -> Result<usize, Failure> {
        let tree = shell(place, &format!("cargo tree --offline --prefix none --edges {edges}"))?;
        let mut crates: Vec<&str> =
            tree.lines().filter_map(|line| line.split(" (").next()).collect();
        crates.sort_unstable();
        crates.dedup();
        Ok(crates.len())
    };
    let built = count("normal,no-proc-macro")?;
    Ok((built, count("normal,build")?.saturating_sub(built)))
}

/// Runs a shell command in a folder, with the default target folder of that folder.
fn shell(folder: &Path, line: &str) -> Result<String, Failure> {
    let done = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env_remove("CARGO_TARGET_DIR")
        .env_remove("RUSTFLAGS")
        .output()?;
    if !done.status.success() {
        return Err(Failure::new(format!("{line}: {}", String::from_utf8_lossy(&done.stderr))));
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}
