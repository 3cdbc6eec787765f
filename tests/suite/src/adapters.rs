//! Other implementations, run by adapters that speak the runner protocol.

use std::{
    env,
    io::{self, BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use serde_json::{Value, json};

use crate::{
    files::{File, NAMES},
    judge,
    scoreboard::{CLAIMS, Cell, Result},
};

/// An implementation and how it is started.
#[derive(Clone, Copy, Debug)]
pub struct Adapter {
    /// Its name on the command line.
    pub name: &'static str,
    /// What has to be there.
    needs: Need,
    /// The program with its arguments; `{here}` is `tests/suite`, `{tools}` the folder of what is installed.
    command: &'static [&'static str],
}

/// What an adapter needs, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// Nothing besides the program that runs this.
    Nothing,
    /// A command, and the Debian package that has it.
    Command(&'static str, &'static str),
    /// A command that succeeds only if a library is there, and the Debian package of the library.
    Library(&'static [&'static str], &'static str),
    /// A package of Python, in a virtual environment.
    Python(&'static str),
    /// A package of Node.
    Node(&'static str),
    /// Go, whose adapter is built.
    Go,
    /// The crates, whose adapter is built.
    Crates,
}

const PYTHON: &str = "{tools}/python/bin/python";

/// All adapters, those of the issue of record first: every language's usual library for URLs.
pub const ADAPTERS: &[Adapter] = &[
    Adapter { name: "url1738", needs: Need::Nothing, command: &["{self}", "--serve"] },
    Adapter {
        name: "perl-uri",
        needs: Need::Library(&["perl", "-MURI", "-MJSON::PP", "-e", "1"], "liburi-perl"),
        command: &["perl", "{here}/adapters/perl.pl"],
    },
    Adapter {
        name: "ruby-uri",
        needs: Need::Command("ruby", "ruby"),
        command: &["ruby", "{here}/adapters/ruby.rb", "uri"],
    },
    Adapter {
        name: "ruby-addressable",
        needs: Need::Library(&["ruby", "-e", "require 'addressable'"], "ruby-addressable"),
        command: &["ruby", "{here}/adapters/ruby.rb", "addressable"],
    },
    Adapter {
        name: "python-urllib",
        needs: Need::Command("python3", "python3"),
        command: &["python3", "{here}/adapters/python.py", "urllib"],
    },
    Adapter {
        name: "rfc3986",
        needs: Need::Python("rfc3986"),
        command: &[PYTHON, "{here}/adapters/python.py", "rfc3986"],
    },
    Adapter {
        name: "yarl",
        needs: Need::Python("yarl"),
        command: &[PYTHON, "{here}/adapters/python.py", "yarl"],
    },
    Adapter {
        name: "hyperlink",
        needs: Need::Python("hyperlink"),
        command: &[PYTHON, "{here}/adapters/python.py", "hyperlink"],
    },
    Adapter {
        name: "node-url",
        needs: Need::Command("node", "nodejs"),
        command: &["node", "{here}/adapters/node.js", "url"],
    },
    Adapter {
        name: "fast-uri",
        needs: Need::Node("fast-uri"),
        command: &["node", "{here}/adapters/node.js", "fast-uri", "{tools}/node/node_modules"],
    },
    Adapter {
        name: "trurl",
        needs: Need::Command("trurl", "trurl"),
        command: &["python3", "{here}/adapters/curl.py", "trurl"],
    },
    Adapter {
        name: "libcurl",
        needs: Need::Library(
            &["python3", "{here}/adapters/curl.py", "libcurl", "--version"],
            "libcurl4",
        ),
        command: &["python3", "{here}/adapters/curl.py", "libcurl"],
    },
    Adapter { name: "go-net-url", needs: Need::Go, command: &["{tools}/go-net-url"] },
    Adapter { name: "url", needs: Need::Crates, command: &["{tools}/crates", "url"] },
    Adapter { name: "fluent-uri", needs: Need::Crates, command: &["{tools}/crates", "fluent-uri"] },
    Adapter { name: "iri-string", needs: Need::Crates, command: &["{tools}/crates", "iri-string"] },
    Adapter { name: "oxiri", needs: Need::Crates, command: &["{tools}/crates", "oxiri"] },
    Adapter { name: "ada-url", needs: Need::Crates, command: &["{tools}/crates", "ada-url"] },
];

/// Installs and runs the named adapters, or all. One that cannot run is skipped with one line that says why.
///
/// # Errors
///
/// Returns an error if the name is unknown, or if no folder for tools can be made.
pub fn run(here: &Path, files: &[File], names: &[String]) -> io::Result<Vec<Result>> {
    if let Some(unknown) = names.iter().find(|name| ADAPTERS.iter().all(|it| it.name != **name)) {
        return Err(io::Error::other(format!("no adapter has the name {unknown}")));
    }
    let target = env::var_os("CARGO_TARGET_DIR").map_or(here.join("../../target"), PathBuf::from);
    std::fs::create_dir_all(target.join("suite-tools"))?;
    let tools = target.join("suite-tools").canonicalize()?;
    let mut results = Vec::new();
    for adapter in ADAPTERS {
        if !names.is_empty() && !names.iter().any(|name| name == adapter.name) {
            continue;
        }
        let outcome = install(adapter.needs, here, &tools).and_then(|()| {
            eprintln!("running: {}", adapter.name);
            let words = adapter.command.iter().map(|word| placed(word, here, &tools));
            run_one(&words.collect::<Vec<_>>(), here, files).map_err(|error| error.to_string())
        });
        match outcome {
            Ok(result) => results.push(result),
            Err(reason) => {
                eprintln!("skipped: {}: {}", adapter.name, reason.lines().last().unwrap_or(""));
            }
        }
    }
    Ok(results)
}

fn placed(word: &str, here: &Path, tools: &Path) -> String {
    let this = env::current_exe().unwrap_or_default();
    word.replace("{here}", &here.to_string_lossy())
        .replace("{tools}", &tools.to_string_lossy())
        .replace("{self}", &this.to_string_lossy())
}

/// Makes available what an adapter needs. The error says what is missing.
fn install(need: Need, here: &Path, tools: &Path) -> core::result::Result<(), String> {
    let run = |words: &[&str]| succeeds(words, here, tools);
    let apt = |package: &str| {
        run(&["apt-get", "install", "--yes", "--no-install-recommends", package])
            .map_err(|reason| format!("the Debian package {package} cannot be installed: {reason}"))
    };
    match need {
        Need::Nothing => Ok(()),
        Need::Command(command, package) => run(&[command, "--version"]).or_else(|_| apt(package)),
        Need::Library(probe, package) => {
            run(probe).or_else(|_| apt(package)).and_then(|()| run(probe))
        }
        Need::Python(package) => {
            run(&[PYTHON, "--version"])
                .or_else(|_| run(&["python3", "-m", "venv", "{tools}/python"]))?;
            let import = format!("import {package}");
            run(&[PYTHON, "-c", &import])
                .or_else(|_| run(&[PYTHON, "-m", "pip", "install", "--quiet", package]))
        }
        Need::Node(package) => {
            if tools.join("node/node_modules").join(package).is_dir() {
                return Ok(());
            }
            let prefix = "{tools}/node";
            run(&["npm", "install", "--silent", "--no-fund", "--prefix", prefix, package])
        }
        Need::Go => {
            run(&["go", "version"]).map_err(|_| "Go is not installed".to_owned())?;
            run(&["go", "build", "-o", "{tools}/go-net-url", "{here}/adapters/main.go"])
        }
        Need::Crates => {
            let manifest = "{here}/adapters/crates/Cargo.toml";
            run(&["cargo", "build", "--quiet", "--manifest-path", manifest])?;
            let built = tools.join("../debug/url1738-suite-crates");
            std::fs::copy(built, tools.join("crates")).map(drop).map_err(|it| it.to_string())
        }
    }
}

/// Runs a command without its output; the error is the last line of what it prints.
fn succeeds(words: &[&str], here: &Path, tools: &Path) -> core::result::Result<(), String> {
    let words: Vec<String> = words.iter().map(|word| placed(word, here, tools)).collect();
    let output = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{}: {error}", words[0]))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(text.lines().last().unwrap_or("it fails").to_owned())
}

/// A program that answers line by line.
struct Peer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    id: u64,
}

impl Peer {
    fn start(words: &[String], folder: &Path) -> io::Result<Self> {
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let gone = || io::Error::other("the program has no stdin or stdout");
        let input = child.stdin.take().ok_or_else(gone)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(gone)?);
        Ok(Self { child, input, output, id: 0 })
    }

    /// Sends a request and returns the answer, which has to bear its number.
    fn ask(&mut self, mut request: Value) -> io::Result<Value> {
        self.id += 1;
        request["id"] = self.id.into();
        writeln!(self.input, "{request}")?;
        self.input.flush()?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let shown = |line: &str| format!("answered {request} with {:?}", line.trim_end());
        let answer: Value =
            serde_json::from_str(&line).map_err(|_| io::Error::other(shown(&line)))?;
        if answer["id"] != request["id"] {
            return Err(io::Error::other(shown(&line)));
        }
        Ok(answer)
    }
}

/// Runs the whole suite on one program.
///
/// # Errors
///
/// Returns an error if the program cannot be started, ends early, or does not speak the protocol.
pub fn run_one(words: &[String], here: &Path, files: &[File]) -> io::Result<Result> {
    let mut peer = Peer::start(words, here)?;
    let outcome = ask_all(&mut peer, files);
    // A program that reads to the end of its input ends here; another one is ended.
    drop(peer.input);
    if outcome.is_err() {
        let _ = peer.child.kill();
    }
    peer.child.wait()?;
    outcome
}

fn ask_all(peer: &mut Peer, files: &[File]) -> io::Result<Result> {
    let about = peer.ask(json!({"op": "describe"}))?;
    let text = |key: &str| about[key].as_str().unwrap_or_default().to_owned();
    let mut result = Result {
        name: text("name"),
        version: text("version"),
        language: text("language"),
        cells: Vec::new(),
        claims: Vec::new(),
    };
    for (text, ..) in CLAIMS {
        // By the general syntax, as a URL of any scheme.
        let scheme = text.split(':').next().unwrap_or_default();
        let scheme = if NAMES.contains(&scheme) { scheme } else { "generic" };
        result.claims.push(peer.ask(json!({"op": "parse", "scheme": scheme, "text": text}))?);
    }
    for file in files {
        let mut cell = Cell { file: file.name.clone(), ..Cell::default() };
        for (list, op, level) in judge::LISTS {
            for vector in file.list(list) {
                let answer = peer.ask(judge::request(list, op, &file.name, vector))?;
                let answer = of_scheme(list, &file.name, answer);
                cell.count(list, level, vector, &answer);
            }
        }
        result.cells.push(cell);
    }
    Ok(result)
}

/// An implementation of the generic syntax accepts a URL of a scheme only if it finds that scheme in it.
fn of_scheme(list: &str, scheme: &str, mut answer: Value) -> Value {
    let found = answer["scheme"].as_str();
    let is_other = found.is_some_and(|found| !found.eq_ignore_ascii_case(scheme));
    if list == "urls" && scheme != "generic" && answer["valid"] == true && is_other {
        answer["valid"] = false.into();
    }
    answer
}
