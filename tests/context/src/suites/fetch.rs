//! Fetches the suites by npm, pip, cargo and apt into the target folder. They are not part of this repository.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

/// A package that contains a suite.
#[derive(Clone, Copy, Debug)]
pub enum Package {
    /// A crate and its version.
    Cargo(&'static str, &'static str),
    /// A package of npm and its version.
    Npm(&'static str, &'static str),
    /// A package of the Python Package Index and its version, as source.
    Pip(&'static str, &'static str),
    /// A package of Debian, in the version that it has there.
    Apt(&'static str),
    /// A folder for what no package contains, and the file to put there.
    Local(&'static str, &'static str),
}

/// Returns a file of a package, which is fetched if it is not in the folder yet.
///
/// # Errors
///
/// Returns an error if the package cannot be fetched, or does not contain the file.
pub fn file(package: Package, path: &str, folder: &Path) -> io::Result<String> {
    let name = match package {
        Package::Cargo(name, _)
        | Package::Npm(name, _)
        | Package::Pip(name, _)
        | Package::Apt(name)
        | Package::Local(name, _) => name,
    };
    let folder = folder.join(name);
    let file = folder.join(path);
    if !file.exists() {
        fs::create_dir_all(&folder)?;
        fetch(package, &folder)?;
    }
    fs::read_to_string(&file)
}

fn fetch(package: Package, folder: &Path) -> io::Result<()> {
    match package {
        Package::Cargo(name, version) => {
            let manifest = format!(
                "[package]\nname = \"suites\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
                 [lib]\npath = \"lib.rs\"\n[dependencies]\n{name} = \"={version}\"\n[workspace]\n"
            );
            fs::write(folder.join("Cargo.toml"), manifest)?;
            fs::write(folder.join("lib.rs"), "")?;
            run("cargo", &["vendor", "--quiet", "vendor"], folder)
        }
        Package::Npm(name, version) => {
            run("npm", &["pack", "--silent", &format!("{name}@{version}")], folder)?;
            unpack(folder, "tgz")
        }
        Package::Pip(name, version) => {
            let package = format!("{name}=={version}");
            let source = ["download", "--quiet", "--no-deps", "--no-binary", ":all:", &package];
            run("python3", &[&["-m", "pip"], &source[..]].concat(), folder)?;
            unpack(folder, "gz")
        }
        Package::Apt(name) => {
            run("apt-get", &["download", name], folder)?;
            let archive = fetched(folder, "deb")?.to_string_lossy().into_owned();
            run("dpkg-deb", &["--extract", &archive, "."], folder)
        }
        Package::Local(name, source) => Err(io::Error::other(format!(
            "no package has it: copy {source} to target/suites/{name}"
        ))),
    }
}

fn unpack(folder: &Path, extension: &str) -> io::Result<()> {
    let archive = fetched(folder, extension)?.to_string_lossy().into_owned();
    run("tar", &["-xzf", &archive, "--strip-components=1"], folder)
}

/// Returns the archive that was fetched.
fn fetched(folder: &Path, extension: &str) -> io::Result<PathBuf> {
    let mut paths = fs::read_dir(folder)?.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let archive = paths.find(|path| path.extension().is_some_and(|found| found == extension));
    archive.ok_or_else(|| io::Error::other(format!("no .{extension} file was fetched")))
}

fn run(program: &str, arguments: &[&str], folder: &Path) -> io::Result<()> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|error| io::Error::other(format!("{program}: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = said.lines().last().unwrap_or("it fails");
    Err(io::Error::other(format!("{program} {}: {last}", arguments.join(" "))))
}
