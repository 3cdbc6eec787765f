//! Debian's Rust for browsers, which has the standard library of many machines: extracted into the target folder.
//! Installed, its packages would conflict with rustup's, and foreign ones would need `dpkg --add-architecture`.

use std::{fs, path::PathBuf};

use crate::cargo::{Failure, Run, target, top};

/// Packages of Debian in a folder.
pub(crate) struct Debian {
    root: PathBuf,
    /// The options by which apt keeps its lists apart from those of the machine.
    apt: Vec<String>,
}

impl Debian {
    /// Returns the compiler, cargo, the sources of the standard library and the linker for WebAssembly.
    ///
    /// # Errors
    /// Returns an error if apt does not have them.
    pub(crate) fn for_wasm() -> Result<Self, Failure> {
        let this = Self { root: target().join("debian-wasm"), apt: Vec::new() };
        this.complete(|| {
            // The linker's package has a number in its name: the link to it names the program, and that is the package's
            // name if dpkg does not know another.
            this.extract(&["rust-web-llvm".to_owned()])?;
            let linker = fs::read_link(this.root.join("usr/bin/rust-lld"))?;
            let linker = linker.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let owner = Run::program("dpkg", ["--search", &format!("/usr/bin/{linker}")]).output();
            let owner = owner.ok().and_then(|line| Some(line.split(':').next()?.to_owned()));
            let packages = ["rustc-web", "cargo-web", "rust-web-src"].map(str::to_owned);
            this.extract(&this.with_needs(packages.into_iter().chain([owner.unwrap_or(linker)]))?)?;
            // The sources are a gigabyte of folders that a build does not read.
            for sources in fs::read_dir(this.root.join("usr/src"))?.flatten() {
                for unused in ["src/doc", "src/tools", "src/llvm-project", "src/gcc"] {
                    let _ = fs::remove_dir_all(sources.path().join(unused));
                }
            }
            Ok(())
        })?;
        Ok(this)
    }

    /// Returns the compiler of a version, with the standard library for other architectures of Debian.
    ///
    /// # Errors
    /// Returns an error if apt does not have them.
    pub(crate) fn for_machines(rust: &str, architectures: &[&str]) -> Result<Self, Failure> {
        let root = target().join(format!("debian-{rust}"));
        let lists = root.join("apt");
        let mut apt = vec![
            format!("-o=Dir::State={}", lists.display()),
            format!("-o=Dir::Cache={}", lists.display()),
            "-o=Dir::State::status=/var/lib/dpkg/status".to_owned(),
        ];
        apt.extend(
            ["amd64"].iter().chain(architectures).map(|it| format!("-o=APT::Architectures::={it}")),
        );
        let this = Self { root, apt };
        this.complete(|| {
            for folder in ["lists/partial", "archives/partial"] {
                fs::create_dir_all(lists.join(folder))?;
            }
            // A source that does not answer leaves the lists of the others.
            if let Err(failure) = this.apt("apt-get", ["update"]).output() {
                eprintln!("warning: {}", failure.to_string().lines().next().unwrap_or_default());
            }
            let versions = this.apt("apt-cache", ["madison", "rustc-web"]).output()?;
            let mut versions = versions.lines().filter_map(|line| line.split('|').nth(1));
            let version = versions.find(|version| version.trim().starts_with(rust));
            let version =
                version.ok_or_else(|| Failure::new(format!("apt has no rustc-web {rust}")))?;
            let of = |name: &str| format!("{name}={}", version.trim());
            let mut all =
                this.with_needs(["rustc-web", "libstd-rust-web-dev"].map(of).into_iter())?;
            all.extend(architectures.iter().map(|it| of(&format!("libstd-rust-web-dev:{it}"))));
            this.extract(&all)
        })?;
        Ok(this)
    }

    /// Fills the folder unless that is done.
    fn complete(&self, fill: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
        let complete = self.root.join("complete");
        if !complete.exists() {
            fs::create_dir_all(&self.root)?;
            fill()?;
            fs::write(complete, "")?;
        }
        Ok(())
    }

    fn apt<'a>(&self, program: &str, arguments: impl IntoIterator<Item = &'a str>) -> Run {
        Run::program(program, []).args(&self.apt).args(arguments)
    }

    /// Returns packages with those that they need. What is installed is not listed, and is extracted only if it is named.
    fn with_needs(&self, packages: impl Iterator<Item = String>) -> Result<Vec<String>, Failure> {
        let mut all: Vec<String> = packages.collect();
        let list = ["install", "--print-uris", "--yes", "--no-install-recommends"];
        let list = self.apt("apt-get", list).args(&all).output()?;
        // 'address' name_version_architecture.deb ...
        let lines = list.lines().filter(|line| line.starts_with('\''));
        let listed = lines.filter_map(|line| line.split_whitespace().nth(1)?.split('_').next());
        for name in listed {
            if !all.iter().any(|known| known.split('=').next() == Some(name)) {
                all.push(name.to_owned());
            }
        }
        Ok(all)
    }

    /// Downloads packages and extracts them, one after another.
    fn extract(&self, packages: &[String]) -> Result<(), Failure> {
        let archives = self.root.join("archives");
        fs::create_dir_all(&archives)?;
        self.apt("apt-get", ["download"]).args(packages).inside(&archives).output()?;
        for archive in fs::read_dir(&archives)?.flatten() {
            let paths = [archive.path(), self.root.clone()];
            let paths = paths.iter().map(|path| path.to_string_lossy());
            Run::program("dpkg-deb", ["--extract"]).args(paths).output()?;
            fs::remove_file(archive.path())?;
        }
        Ok(())
    }

    /// Returns a call of Debian's cargo with the linker for WebAssembly.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Result<Run, Failure> {
        let linker = fs::read_link(self.root.join("usr/bin/rust-lld"))?;
        let number = linker.to_string_lossy().rsplit('-').next().unwrap_or_default().to_owned();
        let linker = self.path(&format!("usr/lib/llvm-{number}/bin/wasm-ld"));
        let run = Run::program(&self.path("usr/bin/cargo"), []).args(arguments).inside(&top());
        let run = run.env("RUSTC_BOOTSTRAP", "1");
        Ok(self.rustc(run).env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", &linker))
    }

    /// Lets a call of cargo use Debian's compiler.
    pub(crate) fn rustc(&self, run: Run) -> Run {
        let run = run.env("RUSTC", &self.path("usr/bin/rustc"));
        run.env("LD_LIBRARY_PATH", &self.path("usr/lib/x86_64-linux-gnu"))
    }

    fn path(&self, below: &str) -> String {
        self.root.join(below).to_string_lossy().into_owned()
    }
}
