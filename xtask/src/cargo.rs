//! Commands that the chores start.

use core::fmt;
use std::process::{Command, ExitStatus};

/// A command that went wrong, or a check that did not hold.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    /// What the program ends with.
    pub(crate) status: u8,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: 1 }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::new(error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// A command, shown before it runs.
pub(crate) struct Run {
    command: Command,
    words: Vec<String>,
}

impl Run {
    /// The cargo that runs the chores, with these arguments, at the top of the workspace.
    pub(crate) fn cargo<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Self {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        // What cargo tells of this package is nothing to those it starts; cargo-machete takes it for a sign.
        command.current_dir(top()).env_remove("CARGO_PKG_NAME");
        Self { command, words: vec!["cargo".to_owned()] }.args(arguments)
    }

    /// The same of another toolchain, which rustup brings where it is missing.
    pub(crate) fn toolchain<'a>(
        toolchain: &str,
        arguments: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        // Cargo tells its own children which one they are; the toolchain chosen here is another.
        let mut command = Command::new("rustup");
        command.current_dir(top()).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        command.args(["run", toolchain, "cargo"]);
        Self { command, words: vec!["cargo".to_owned(), format!("+{toolchain}")] }.args(arguments)
    }

    /// Another program, at the top of the workspace.
    pub(crate) fn program<'a>(program: &str, arguments: impl IntoIterator<Item = &'a str>) -> Self {
        let mut command = Command::new(program);
        command.current_dir(top()).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        Self { command, words: vec![program.to_owned()] }.args(arguments)
    }

    /// In another folder.
    pub(crate) fn inside(mut self, folder: &std::path::Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    pub(crate) fn args<S: AsRef<str>>(mut self, arguments: impl IntoIterator<Item = S>) -> Self {
        for argument in arguments {
            self.command.arg(argument.as_ref());
            self.words.push(argument.as_ref().to_owned());
        }
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self.words.insert(0, format!("{name}='{value}'"));
        self
    }

    /// Runs it to its end.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        let line = self.words.join(" ");
        eprintln!("$ {line}");
        let status =
            self.command.status().map_err(|error| Failure::new(format!("{line}: {error}")))?;
        ended(&line, status)
    }

    /// Runs it to its end and gives what it wrote to standard output; it is not shown.
    pub(crate) fn output(mut self) -> Result<String, Failure> {
        let line = self.words.join(" ");
        let output =
            self.command.output().map_err(|error| Failure::new(format!("{line}: {error}")))?;
        ended(&line, output.status).map_err(|failure| {
            let told = String::from_utf8_lossy(&output.stderr);
            Failure { message: format!("{}\n{failure}", told.trim_end()), ..failure }
        })?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

fn ended(line: &str, status: ExitStatus) -> Result<(), Failure> {
    if status.success() {
        return Ok(());
    }
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Err(Failure { message: format!("{line}: {status}"), status: code })
}

/// The top of the workspace.
pub(crate) fn top() -> std::path::PathBuf {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Where the workspace is built.
pub(crate) fn target() -> std::path::PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| top().join("target"), Into::into)
}
