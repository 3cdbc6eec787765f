//! Commands that the chores start.

use core::fmt;
use std::process::Command;

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
        command.current_dir(top());
        Self { command, words: vec!["cargo".to_owned()] }.args(arguments)
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
        if status.success() {
            return Ok(());
        }
        let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
        Err(Failure { message: format!("{line}: {status}"), status: code })
    }
}

/// The top of the workspace.
pub(crate) fn top() -> std::path::PathBuf {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
