//! The module for WebAssembly, by a toolchain that has its standard library, or by Debian's.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::cargo::{Failure, Run, top};

/// The target of the module.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's Rust for browsers: the compiler, cargo, the sources of the standard library, and the links to its linker.
const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm"];

/// The folders of Debian's packages that a build does not read.
const UNUSED: [&str; 4] = ["src/doc", "src/tools", "src/llvm-project", "src/gcc"];

/// A small module counts more than the last microsecond: the page carries it.
const PROFILE: [&str; 4] =
    ["--config", "profile.dist.opt-level=\"z\"", "--config", "profile.dist.strip=true"];

/// Builds the module and returns its path, or `None` if this machine has no toolchain for it and cannot get one.
///
/// # Errors
/// Returns an error if a download or the build fails.
pub(crate) fn build(folder: &Path) -> Result<Option<PathBuf>, Failure> {
    let output = folder.join("build");
    let arguments = ["build", "--profile", "dist", "--locked", "--package", "url1738-wasm"];
    let build = if has_target() {
        Run::cargo(arguments)
    } else if let Some(toolchain) = Debian::find(folder)? {
        toolchain.cargo(&arguments)?
    } else {
        return Ok(None);
    };
    build
        .args(["--target", TARGET, "--target-dir", &output.to_string_lossy()])
        .args(PROFILE)
        .run()?;
    Ok(Some(output.join(TARGET).join("dist/url1738_wasm.wasm")))
}

/// A panic is a trap without a message: no input makes the libraries panic, and messages take a tenth of the module.
const WITHOUT_PANICS: &str = "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none";

/// Returns whether the toolchain that runs xtask has the standard library of the target.
fn has_target() -> bool {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let folder = Run::program(&rustc, ["--print", "target-libdir", "--target", TARGET]).output();
    folder.is_ok_and(|folder| has_core(Path::new(folder.trim())))
}

fn has_core(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut files| {
        files.any(|file| {
            file.is_ok_and(|it| it.file_name().to_string_lossy().starts_with("libcore-"))
        })
    })
}

/// Debian's packages, in one folder of the target: installed, they would conflict with rustup's.
struct Debian {
    root: PathBuf,
}

impl Debian {
    /// Returns the packages, downloaded if need be, or `None` if this system has no such packages.
    fn find(folder: &Path) -> Result<Option<Self>, Failure> {
        let this = Self { root: folder.join("root") };
        let complete = folder.join("root.complete");
        if complete.exists() && this.root.join("usr/bin/rustc").exists() {
            return Ok(Some(this));
        }
        let policy = Run::program("apt-cache", ["policy"]).args(PACKAGES).output();
        let has_all = |text: &str| {
            let candidates = text.lines().filter(|it| it.trim_start().starts_with("Candidate:"));
            candidates.filter(|it| !it.contains("(none)")).count() == PACKAGES.len()
        };
        let has_tools = Run::program("dpkg-deb", ["--version"]).output().is_ok();
        if !has_tools || !policy.is_ok_and(|text| has_all(&text)) {
            return Ok(None);
        }
        fs::create_dir_all(&this.root)?;
        let archives = folder.join("debs");
        // The linker's package has a number in its name: the link to it names the program, and that is the package's name.
        this.extract(&archives, &["rust-web-llvm".to_owned()])?;
        let linker = fs::read_link(this.root.join("usr/bin/rust-lld"))?;
        let linker = linker.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut wanted: Vec<String> = PACKAGES[..3].iter().map(ToString::to_string).collect();
        wanted.push(owner(&linker));
        let list = Run::program("apt-get", ["install", "--print-uris", "--yes"])
            .args(["--no-install-recommends"])
            .args(&wanted)
            .output()?;
        // What is installed is not listed; it need not be extracted, except what was named.
        wanted.extend(listed(&list));
        wanted.sort();
        wanted.dedup();
        this.extract(&archives, &wanted)?;
        for unused in UNUSED {
            for sources in fs::read_dir(this.root.join("usr/src"))?.flatten() {
                let _ = fs::remove_dir_all(sources.path().join(unused));
            }
        }
        fs::remove_dir_all(&archives)?;
        fs::write(&complete, "")?;
        Ok(Some(this))
    }

    /// Downloads packages and extracts them, one after another.
    fn extract(&self, archives: &Path, packages: &[String]) -> Result<(), Failure> {
        fs::create_dir_all(archives)?;
        Run::program("apt-get", ["download"]).args(packages).inside(archives).run()?;
        for archive in fs::read_dir(archives)?.flatten() {
            let paths = [archive.path(), self.root.clone()];
            let paths = paths.iter().map(|path| path.to_string_lossy());
            Run::program("dpkg-deb", ["--extract"]).args(paths).output()?;
            fs::remove_file(archive.path())?;
        }
        Ok(())
    }

    /// Returns a call of Debian's cargo, which builds the standard library, too.
    fn cargo(&self, arguments: &[&str]) -> Result<Run, Failure> {
        let path = |name: &str| self.root.join(name).to_string_lossy().into_owned();
        let linker = fs::read_link(self.root.join("usr/bin/rust-lld"))?;
        let number = linker.to_string_lossy().rsplit('-').next().unwrap_or_default().to_owned();
        let linker = path(&format!("usr/lib/llvm-{number}/bin/wasm-ld"));
        Ok(Run::program(&path("usr/bin/cargo"), [])
            .args(arguments)
            .args(["-Z", "build-std=core,alloc", "-Z", "build-std-features=optimize_for_size"])
            .inside(&top())
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTFLAGS", WITHOUT_PANICS)
            .env("RUSTC", &path("usr/bin/rustc"))
            .env("LD_LIBRARY_PATH", &path("usr/lib/x86_64-linux-gnu"))
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", &linker))
    }
}

/// Returns the package of a program: the one that is installed, or the one that has its name.
fn owner(program: &str) -> String {
    let found = Run::program("dpkg", ["--search", &format!("/usr/bin/{program}")]).output();
    let found = found.ok().and_then(|line| Some(line.split(':').next()?.trim().to_owned()));
    found.unwrap_or_else(|| program.to_owned())
}

/// Returns the names of the packages in the lines of `apt-get --print-uris`: `'address' name_version_architecture.deb ...`.
fn listed(uris: &str) -> impl Iterator<Item = String> + '_ {
    let lines = uris.lines().filter(|line| line.starts_with('\''));
    lines.filter_map(|line| Some(line.split_whitespace().nth(1)?.split('_').next()?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_read_from_what_apt_prints() {
        let uris =
            "Reading package lists...\n'http://h/a_1.deb' lld-22_1%3a22.1_amd64.deb 12 MD5Sum:0\n";
        assert!(listed(uris).eq(["lld-22"]));
        assert_eq!(listed("").count(), 0);
    }

    #[test]
    fn a_folder_without_a_core_library_has_no_target() {
        assert!(!has_core(&top()));
        assert!(!has_core(Path::new("/nonexistent")));
    }
}
