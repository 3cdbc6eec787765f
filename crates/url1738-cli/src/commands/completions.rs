//! `url1738 completions`: completions for a shell.

use std::io::{self, Write as _};

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::{
    exit::{self, Outcome},
    help::with_exit_status,
};

/// Write a script that completes commands, options and their values in a shell
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 completions bash > ~/.local/share/bash-completion/completions/url1738
  url1738 completions zsh > ~/.zfunc/_url1738
  url1738 completions fish > ~/.config/fish/completions/url1738.fish", "the script was written"))]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Writes the script for `command`, which is the whole program.
pub(crate) fn run(arguments: &Arguments, mut command: Command) -> exit::Result<Outcome> {
    // The generator panics if it cannot write.
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, "url1738", &mut script);
    let mut out = io::stdout().lock();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Outcome::Valid)
}
