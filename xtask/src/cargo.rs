//! Commands that the tasks start.

use core::fmt;
use std::process::{Command, ExitStatus};

/// A command that failed, or a check that did not hold.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    /// The exit status of xtask.
    pub(crate) status: u8,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: 1 }
    }

    /// Says in which step it failed.
    pub(crate) fn during(self, step: &str) -> Self {
        Self { message: format!("{step}: {}", self.message), ..self }
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

/// A command that is printed before it runs.
pub(crate) struct Run {
    command: Command,
    words: Vec<String>,
}

impl Run {
    /// Returns a call of the cargo that runs xtask, at the top of the workspace.
    pub(crate) fn cargo<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Self {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        // Cargo sets this variable for xtask; cargo-machete would read it as its own and skip an argument.
        command.current_dir(top()).env_remove("CARGO_PKG_NAME");
        Self { command, words: vec!["cargo".to_owned()] }.args(arguments)
    }

    /// Returns a call of the cargo of another toolchain, by way of rustup.
    pub(crate) fn toolchain<'a>(
        toolchain: &str,
        arguments: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        // Both variables would make rustup choose the toolchain of xtask again.
        let mut command = Command::new("rustup");
        command.current_dir(top()).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        command.args(["run", toolchain, "cargo"]);
        Self { command, words: vec!["cargo".to_owned(), format!("+{toolchain}")] }.args(arguments)
    }

    /// Returns a call of another program, at the top of the workspace.
    pub(crate) fn program<'a>(program: &str, arguments: impl IntoIterator<Item = &'a str>) -> Self {
        let mut command = Command::new(program);
        command.current_dir(top()).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        Self { command, words: vec![program.to_owned()] }.args(arguments)
    }

    /// Runs the command in another folder.
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

    /// Runs the command and waits for its end.
    ///
    /// # Errors
    /// Returns an error if it cannot be started or does not succeed.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        let line = self.words.join(" ");
        eprintln!("$ {line}");
        let status =
            self.command.status().map_err(|error| Failure::new(format!("{line}: {error}")))?;
        ended(&line, status)
    }

    /// Runs the command and returns its stdout. The command is not printed.
    ///
    /// # Errors
    /// Returns an error with its stderr if it cannot be started or does not succeed.
    pub(crate) fn output(mut self) -> Result<String, Failure> {
        let line = self.words.join(" ");
        let output =
            self.command.output().map_err(|error| Failure::new(format!("{line}: {error}")))?;
        ended(&line, output.status).map_err(|failure| {
            let stderr = String::from_utf8_lossy(&output.stderr);
            Failure { message: format!("{}\n{failure}", stderr.trim_end()), ..failure }
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

/// Returns the root folder of the workspace.
pub(crate) fn top() -> std::path::PathBuf {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Returns the target folder.
pub(crate) fn target() -> std::path::PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| top().join("target"), Into::into)
}
