//! The libraries on other machines, with the oldest Rust that they promise: Debian's, with its cross linkers, under qemu.

use crate::{
    cargo::{Failure, Run, target, top},
    debian::Debian,
    family::{self, arguments},
    tools::path_of,
};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Machines [default: all]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(MACHINES.map(|it| it.debian)))]
    machines: Vec<String>,
}

struct Machine {
    /// The architecture as Debian names it.
    debian: &'static str,
    target: &'static str,
    /// The name of the linker before `-gcc`, and of the folder of its C library.
    gnu: &'static str,
    qemu: &'static str,
    /// Whether all tests run there: emulated, they take minutes.
    all: bool,
}

/// A big-endian machine, two of 32 bits, and one with other vector instructions.
const MACHINES: [Machine; 4] = [
    Machine {
        debian: "s390x",
        target: "s390x-unknown-linux-gnu",
        gnu: "s390x-linux-gnu",
        qemu: "qemu-s390x",
        all: true,
    },
    Machine {
        debian: "armhf",
        target: "armv7-unknown-linux-gnueabihf",
        gnu: "arm-linux-gnueabihf",
        qemu: "qemu-arm",
        all: true,
    },
    Machine {
        debian: "arm64",
        target: "aarch64-unknown-linux-gnu",
        gnu: "aarch64-linux-gnu",
        qemu: "qemu-aarch64",
        all: false,
    },
    Machine {
        debian: "i386",
        target: "i686-unknown-linux-gnu",
        gnu: "i686-linux-gnu",
        qemu: "qemu-i386",
        all: false,
    },
];

/// Builds the libraries with the oldest Rust for each machine and runs tests there: all of the family, the suite and the
/// sampled strings of the grammar on two of them, the vectors of the schemes on the others.
///
/// # Errors
/// Returns an error if a build or a test fails, or if Debian's packages cannot be had.
pub(crate) fn portable(options: &Options) -> Result<(), Failure> {
    let libraries = family::libraries()?;
    let rust = libraries.first().and_then(|it| it.manifest["rust_version"].as_str());
    let debian = Debian::for_machines(rust.unwrap_or_default(), &MACHINES.map(|it| it.debian))?;
    for machine in MACHINES {
        if !options.machines.is_empty() && !options.machines.iter().any(|it| it == machine.debian) {
            continue;
        }
        linker(&machine)?;
        let cargo = |command: &str| {
            let name = machine.target.to_uppercase().replace('-', "_");
            let run = debian.rustc(Run::cargo([
                command,
                "--quiet",
                "--locked",
                "--target",
                machine.target,
            ]));
            run.env(&format!("CARGO_TARGET_{name}_LINKER"), &format!("{}-gcc", machine.gnu))
                .env(
                    &format!("CARGO_TARGET_{name}_RUNNER"),
                    &format!("{} -L /usr/{}", machine.qemu, machine.gnu),
                )
                .env("CARGO_TARGET_DIR", &target().join("portable").to_string_lossy())
        };
        cargo("build").args(["--all-features"]).args(arguments(&libraries)).run()?;
        let tested = libraries.iter().filter(|it| !LEFT_OUT.contains(&&*it.name));
        let tests =
            cargo("test").args(["--all-features", "--lib", "--test", "it"]).args(arguments(tested));
        // Fewer cases of each law: qemu is ten times slower.
        let tests = tests.env("PROPTEST_CASES", "25");
        if machine.all {
            tests.args(["--package", "url1738-conformance", "--package", "url1738-suite"]).run()?;
        } else {
            tests.args(["--", "vectors"]).run()?;
        }
        println!("{}: passed", machine.debian);
    }
    Ok(())
}

/// Libraries that are built, and whose tests need sockets, a browser or a newer Rust.
const LEFT_OUT: [&str; 3] = ["url1738-client", "url1738-picture", "url1738-wasm"];

/// Installs the linker, the C library and the emulator of a machine.
fn linker(machine: &Machine) -> Result<(), Failure> {
    if path_of(&format!("{}-gcc", machine.gnu)).is_some() && path_of(machine.qemu).is_some() {
        return Ok(());
    }
    let names = [format!("gcc-{}", machine.gnu), format!("libc6-dev-{}-cross", machine.debian)];
    Run::program("apt-get", ["install", "--yes", "--no-install-recommends", "qemu-user"])
        .args(names)
        .inside(&top())
        .run()
}
