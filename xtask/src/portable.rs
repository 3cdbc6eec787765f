//! The libraries on other machines, with the oldest Rust that they promise, Debian's cross linkers, and under qemu.

use crate::{
    cargo::{Failure, Run, target},
    family::{self, arguments},
    tools::path_of,
};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Machines [default: all]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(MACHINES.map(|it| it.0)))]
    machines: Vec<String>,
}

/// A big-endian machine, two of 32 bits, and one with other vector instructions: the architecture as Debian names it, the
/// target, the name of the linker before `-gcc` and of the folder of its C library, the emulator, and whether all tests run
/// there, which takes minutes.
const MACHINES: [(&str, &str, &str, &str, bool); 4] = [
    ("s390x", "s390x-unknown-linux-gnu", "s390x-linux-gnu", "qemu-s390x", true),
    ("armhf", "armv7-unknown-linux-gnueabihf", "arm-linux-gnueabihf", "qemu-arm", true),
    ("arm64", "aarch64-unknown-linux-gnu", "aarch64-linux-gnu", "qemu-aarch64", false),
    ("i386", "i686-unknown-linux-gnu", "i686-linux-gnu", "qemu-i386", false),
];

/// Builds the libraries with the oldest Rust for each machine and runs tests there: all of the family, the suite and the
/// sampled strings of the grammar on two of them, the vectors of the schemes on the others.
///
/// # Errors
/// Returns an error if a build or a test fails, or if what it needs cannot be installed.
pub(crate) fn portable(options: &Options) -> Result<(), Failure> {
    let libraries = family::libraries()?;
    let rust = libraries.first().and_then(|it| it.manifest["rust_version"].as_str());
    let toolchain = format!("{}.0", rust.unwrap_or_default());
    Run::program("rustup", ["toolchain", "install", &toolchain, "--profile", "minimal"])
        .output()?;
    for (debian, triple, gnu, qemu, is_whole) in MACHINES {
        if !options.machines.is_empty() && !options.machines.iter().any(|it| it == debian) {
            continue;
        }
        let add = ["target", "add", "--toolchain", &toolchain, triple];
        Run::program("rustup", add).output()?;
        linker(debian, gnu, qemu)?;
        let cargo = |command: &str| {
            let name = triple.to_uppercase().replace('-', "_");
            let words = [command, "--quiet", "--locked", "--target", triple];
            let run = Run::toolchain(&toolchain, words);
            run.env(&format!("CARGO_TARGET_{name}_LINKER"), &format!("{gnu}-gcc"))
                .env(&format!("CARGO_TARGET_{name}_RUNNER"), &format!("{qemu} -L /usr/{gnu}"))
                .env("CARGO_TARGET_DIR", &target().join("portable").to_string_lossy())
        };
        cargo("build").args(["--all-features"]).args(arguments(&libraries)).run()?;
        let tested = libraries.iter().filter(|it| !LEFT_OUT.contains(&&*it.name));
        let tests =
            cargo("test").args(["--all-features", "--lib", "--test", "it"]).args(arguments(tested));
        // Fewer cases of each law: qemu is ten times slower.
        let tests = tests.env("PROPTEST_CASES", "25");
        if is_whole {
            tests.args(["--package", "url1738-conformance", "--package", "url1738-suite"]).run()?;
        } else {
            tests.args(["--", "vectors"]).run()?;
        }
        println!("{debian}: passed");
    }
    Ok(())
}

/// Libraries that are built, and whose tests need sockets, a browser or a newer Rust.
const LEFT_OUT: [&str; 4] = ["url1738-client", "url1738-picture", "url1738-serve", "url1738-wasm"];

/// Installs the linker, the C library and the emulator of a machine.
fn linker(debian: &str, gnu: &str, qemu: &str) -> Result<(), Failure> {
    if path_of(&format!("{gnu}-gcc")).is_some() && path_of(qemu).is_some() {
        return Ok(());
    }
    let names = [format!("gcc-{gnu}"), format!("libc6-dev-{debian}-cross")];
    Run::program("apt-get", ["install", "--yes", "--no-install-recommends", "qemu-user"])
        .args(names)
        .run()
}
