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
    /// A source package of Debian, and the folder of its archive in which the files are. It may be large.
    Source(&'static str, &'static str),
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
        | Package::Source(name, _) => name,
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
            run("cargo", &["vendor", "--quiet", "vendor"], folder).map(drop)
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
            let archive = the_one(folder, "deb")?;
            run("dpkg-deb", &["--extract", &archive, "."], folder).map(drop)
        }
        Package::Source(name, inside) => source(name, inside, folder),
    }
}

/// Fetches a source package from the repository of apt's binary packages, and unpacks the files of one folder in it.
fn source(name: &str, inside: &str, folder: &Path) -> io::Result<()> {
    let targets = ["indextargets", "--format", "deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)"];
    let targets = run("apt-get", &[&targets[..], &["Created-By: Packages"]].concat(), folder)?;
    // The first one is the release. Mirrors often have no sources of its updates.
    fs::write(folder.join("sources.list"), targets.lines().next().unwrap_or_default())?;
    fs::create_dir_all(folder.join("lists/partial"))?;
    let apt = |command: &[&str]| {
        let here = folder.canonicalize()?;
        let list = format!("Dir::Etc::sourcelist={}", here.join("sources.list").display());
        let lists = format!("Dir::State::lists={}", here.join("lists").display());
        let caches = ["-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache="];
        let options = ["-o", &list, "-o", "Dir::Etc::sourceparts=-", "-o", &lists];
        run("apt-get", &[&options[..], &caches, command].concat(), folder)
    };
    apt(&["update"])?;
    apt(&["source", "--download-only", name])?;
    let archives = fetched(folder, "xz")?;
    let archive = archives.iter().find(|path| path.to_string_lossy().ends_with(".orig.tar.xz"));
    let archive = archive.ok_or_else(|| io::Error::other("the source package has no archive"))?;
    let files = format!("*/{inside}/*");
    let levels = inside.split('/').count() + 1;
    let strip = format!("--strip-components={levels}");
    let unpack = ["--extract", "--wildcards", &strip, "--file", &archive.to_string_lossy(), &files];
    run("tar", &unpack, folder).map(drop)
}

fn unpack(folder: &Path, extension: &str) -> io::Result<()> {
    let archive = the_one(folder, extension)?;
    run("tar", &["-xzf", &archive, "--strip-components=1"], folder).map(drop)
}

/// Returns the archive that was fetched.
fn the_one(folder: &Path, extension: &str) -> io::Result<String> {
    let archives = fetched(folder, extension)?;
    let archive = archives.first().map(|path| path.to_string_lossy().into_owned());
    archive.ok_or_else(|| io::Error::other(format!("no .{extension} file was fetched")))
}

/// Returns the files with an extension that were fetched.
fn fetched(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    Ok(paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect())
}

/// Runs a program. Returns what it printed.
fn run(program: &str, arguments: &[&str], folder: &Path) -> io::Result<String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|error| io::Error::other(format!("{program}: {error}")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = said.lines().last().unwrap_or("it fails");
    Err(io::Error::other(format!("{program} {}: {last}", arguments.join(" "))))
}
