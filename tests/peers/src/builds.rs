//! Builds of this program: with both profiles, with and without SSE2, and linked in several orders.
//!
//! Where the linker places a function moves the time of a race by a third, of any library. A single binary therefore
//! says little; the median over several orders does.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::store;

/// The settings with which a program is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Fat LTO and one codegen unit: the profile `dist` of this workspace.
    Fat,
    /// The settings of cargo's `release`: the profile `default-release` of this workspace.
    Default,
}

impl Profile {
    pub(crate) const ALL: [Self; 2] = [Self::Fat, Self::Default];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Fat => "fat LTO",
            Self::Default => "default",
        }
    }

    /// Returns the name in `Cargo.toml`, which is also that of the folder.
    const fn in_cargo(self) -> &'static str {
        match self {
            Self::Fat => "dist",
            Self::Default => "default-release",
        }
    }
}

/// Which of the scans the core crate is built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scan {
    Sse2,
    /// What processors without SSE2 use: `--cfg url1738_portable`.
    Portable,
}

impl Scan {
    pub(crate) const ALL: [Self; 2] = [Self::Sse2, Self::Portable];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sse2 => "SSE2",
            Self::Portable => "portable",
        }
    }
}

/// Returns the path of the program with functions in an order.
pub(crate) fn place(profile: Profile, scan: Scan, order: usize) -> Result<PathBuf, String> {
    Ok(target()?.join(profile.in_cargo()).join(format!("peers-{}-{order}", scan.name())))
}

/// Builds the program with functions in a random order, which depends only on the number.
pub(crate) fn ordered(profile: Profile, scan: Scan, order: usize) -> Result<(), String> {
    let mut cargo = cargo("rustc", profile);
    if scan == Scan::Portable {
        cargo.args(["--config", "build.rustflags=[\"--cfg\", \"url1738_portable\"]"]);
    }
    // Every function has a section. Of the programs that link, rustc's own, `rust-lld`, can shuffle them.
    cargo.arg("--").arg(format!("-Clink-arg=-Wl,--shuffle-sections=.text.*={order}"));
    let (built, program) = (build(&mut cargo, profile)?, place(profile, scan, order)?);
    fs::copy(&built, &program).map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(())
}

/// Builds the program as it is, without the peer that needs a C++ compiler, and returns its path.
pub(crate) fn plain(profile: Profile) -> Result<PathBuf, String> {
    let mut cargo = cargo("rustc", profile);
    cargo.arg("--no-default-features");
    // The simulated predictor knows branches by their addresses. Code that begins with a page is where it is whatever the
    // length of the constants before it.
    cargo.args(["--", "-Clink-arg=-Wl,-z,separate-code"]);
    build(&mut cargo, profile)
}

fn cargo(command: &str, profile: Profile) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args([command, "--quiet", "--profile", profile.in_cargo()])
        .args(["--package", env!("CARGO_PKG_NAME"), "--bin", "peers"])
        .current_dir(store::folder());
    cargo
}

fn build(cargo: &mut Command, profile: Profile) -> Result<PathBuf, String> {
    match cargo.status() {
        Ok(status) if status.success() => Ok(target()?.join(profile.in_cargo()).join("peers")),
        _ => Err(format!("the profile {} was not built", profile.in_cargo())),
    }
}

/// Returns the target folder that this program is in.
fn target() -> Result<PathBuf, String> {
    // The name of this program says that it is deleted once another one is built in its place; its folder does not.
    let this = env::current_exe().map_err(|error| error.to_string())?;
    this.ancestors().nth(2).map(Path::to_owned).ok_or_else(|| "no target folder".to_owned())
}
