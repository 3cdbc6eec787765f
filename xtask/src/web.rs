//! The module for WebAssembly, the npm package and the page: built, compared with the native library, and driven.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::Args;

use crate::{
    cargo::{Failure, Run, target, top},
    release,
    tools::{path_of, skip},
};

/// What makes the module smaller, and what the tests are written for.
const NODE_PACKAGES: &str = "binaryen@132.0.0 playwright-core@1.65.1 axe-core@4.14.1 typescript@5.9.3 esbuild@0.28.2 \
    vite@8.3.8 webpack@5.113.0 rollup@4.68.8 @rollup/plugin-node-resolve@16.0.3 puppeteer-core@24.43.1 marked@18.2.1 \
    @gfx/zopfli@1.0.15";

/// The browsers that can be driven, by the names of their programs.
const BROWSERS: [&str; 5] =
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"];

#[derive(Args)]
pub(crate) struct Options {
    /// Number of generated texts to compare with the native library
    #[arg(long, default_value_t = 50_000, value_name = "N")]
    texts: u64,
    /// Also measure `parse` beside `new URL`, and refuse if it takes four times as long
    #[arg(long)]
    measure: bool,
    /// Folder for screenshots of the page [default: report in the target folder]
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

/// Builds the module, the package and the page, and runs their tests. What is missing on this machine is skipped with a
/// line that names it.
///
/// # Errors
/// Returns an error if a build or a test fails.
pub(crate) fn web(options: &Options) -> Result<(), Failure> {
    let folder = target().join("web");
    fs::create_dir_all(&folder)?;
    if let Err(failure) = Run::program("rustup", ["target", "add", TARGET]).output() {
        skip("the module", &format!("its target cannot be installed by rustup: {failure}"));
        return Ok(());
    }
    let node = folder.join("node");
    if let Err(failure) = install(&node) {
        skip("the package and the page", &format!("npm cannot install their tools: {failure}"));
        return Ok(());
    }
    let module = build(&folder, &node)?;
    let package = package(&folder, &module)?;
    let page = page(&folder, &module, &node)?;
    test_package(&folder, &package, &node, options)?;
    let Some(browser) = BROWSERS.iter().find_map(|name| path_of(name)) else {
        skip("the tests of the page", "chromium-headless-shell is not installed");
        return Ok(());
    };
    let report = options.report.clone().unwrap_or_else(|| folder.join("report"));
    let attacks = top().join("crates/url1738/tests/data/attacks.tsv");
    Run::program("node", ["--test", "--test-reporter=spec"])
        .args([
            "crates/url1738-wasm/npm/test/bundlers.mjs",
            "crates/url1738-wasm/page/test/page.mjs",
        ])
        .env("URL1738_PACKAGE", &package.to_string_lossy())
        .env("URL1738_FIREFOX", &path_of("firefox-esr").unwrap_or_default().to_string_lossy())
        .env("URL1738_PAGE", &page.to_string_lossy())
        .env("URL1738_NODE", &node.to_string_lossy())
        .env("URL1738_BROWSER", &browser.to_string_lossy())
        .env("URL1738_VECTORS", &attacks.to_string_lossy())
        .env("URL1738_REPORT", &report.to_string_lossy())
        .run()?;
    Run::cargo(["test", "--package", "url1738-cli", "--test", "it", "gateway"])
        .env("URL1738_AXE", &node.join("node_modules/axe-core/axe.min.js").to_string_lossy())
        .run()?;
    println!("the page: {}\nscreenshots: {}", page.display(), report.display());
    Ok(())
}

const TARGET: &str = "wasm32-unknown-unknown";

/// A small module counts more than the last microsecond: the page carries it.
const PROFILE: [&str; 4] =
    ["--config", "profile.dist.opt-level=\"z\"", "--config", "profile.dist.strip=true"];

/// What `wasm-opt` does, with what every browser has that knows `compileStreaming`.
const SMALLER: [&str; 3] = ["-Oz", "--enable-bulk-memory", "--enable-nontrapping-float-to-int"];

/// Builds the module and returns its path.
fn build(folder: &Path, node: &Path) -> Result<PathBuf, Failure> {
    let output = folder.join("build");
    Run::cargo(["build", "--profile", "dist", "--locked", "--package", "url1738-wasm"])
        .args(["--target", TARGET, "--target-dir", &output.to_string_lossy()])
        .args(PROFILE)
        .run()?;
    let built = output.join(TARGET).join("dist/url1738_wasm.wasm");
    let small = folder.join("url1738.wasm");
    Run::program(&node.join("node_modules/.bin/wasm-opt").to_string_lossy(), SMALLER)
        .args([built.to_string_lossy(), "-o".into(), small.to_string_lossy()])
        .run()?;
    Ok(small)
}

/// Puts the npm package together, and returns its entry for Node.
fn package(folder: &Path, module: &Path) -> Result<PathBuf, Failure> {
    let (from, to) = (top().join("crates/url1738-wasm/npm"), folder.join("npm"));
    fs::create_dir_all(&to)?;
    for entry in fs::read_dir(&from)?.flatten() {
        if entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    release::license(&to)?;
    fs::copy(module, to.join("url1738.wasm"))?;
    let inline = fs::read_to_string(to.join("inline.js"))?;
    let octets = data_encoding::BASE64.encode(&fs::read(module)?);
    fs::write(to.join("inline.js"), inline.replace("MODULE", &octets))?;
    println!("the package: {}", to.display());
    Ok(to.join("node.js"))
}

/// Puts the folder of the page together, for any static host.
fn page(folder: &Path, module: &Path, node: &Path) -> Result<PathBuf, Failure> {
    let page = folder.join("page");
    fs::create_dir_all(&page)?;
    Run::program("node", ["crates/url1738-wasm/page/build.mjs"])
        .args([module.to_string_lossy(), page.to_string_lossy(), node.to_string_lossy()])
        .run()?;
    Ok(page.join("index.html"))
}

/// Compares the package with the native library, on all vectors and on generated texts, and checks its types with the
/// compiler in `node`.
fn test_package(
    folder: &Path,
    package: &Path,
    node: &Path,
    options: &Options,
) -> Result<(), Failure> {
    let example =
        ["run", "--quiet", "--locked", "--package", "url1738-wasm", "--example", "expected"];
    let expected = Run::cargo(example).args(["--", &options.texts.to_string()]);
    let expected = expected.args(vectors()?).output()?;
    let path = folder.join("expected.jsonl");
    fs::write(&path, expected)?;
    let tests = Run::program("node", ["--test", "--test-reporter=spec"])
        .args(["crates/url1738-wasm/npm/test/library.mjs"])
        .env("URL1738_PACKAGE", &package.to_string_lossy())
        .env("URL1738_EXPECTED", &path.to_string_lossy())
        .env("URL1738_NODE", &node.to_string_lossy());
    if options.measure { tests.env("URL1738_MEASURE", "1") } else { tests }.run()
}

/// Returns the files with conformance vectors and URLs.
fn vectors() -> Result<Vec<String>, Failure> {
    let files =
        ["crates/*/tests/data/*.tsv", "tests/conformance/data/nasty.tsv", "tests/data/urls/*"];
    let list = Run::program("git", ["ls-files"]).args(files).output()?;
    Ok(list.lines().map(|path| top().join(path).to_string_lossy().into_owned()).collect())
}

/// Installs what drives the browser, in the target folder. It runs no script of a package.
fn install(node: &Path) -> Result<(), Failure> {
    let is_there = NODE_PACKAGES.split(' ').all(|package| {
        let (name, version) = package.rsplit_once('@').unwrap_or_default();
        fs::read_to_string(node.join("node_modules").join(name).join("package.json"))
            .is_ok_and(|text| text.contains(&format!("\"version\": \"{version}\"")))
    });
    if is_there {
        return Ok(());
    }
    fs::create_dir_all(node)?;
    fs::write(node.join("package.json"), "{ \"private\": true }\n")?;
    Run::program("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact"])
        .args(NODE_PACKAGES.split(' '))
        .inside(node)
        .run()
}
