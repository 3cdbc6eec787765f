//! `url1738 completions` and `url1738 man`: what shells and readers of man pages take.

use std::{fs, io, path::PathBuf};

use clap::{Args, Command};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use super::line_command;
use crate::{
    diagnostics::suggest,
    exit::{self, Outcome, with_exit_status},
};

/// Write a script that completes commands, options and their values in a shell
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 completions bash > ~/.local/share/bash-completion/completions/url1738
  url1738 completions zsh > ~/.zfunc/_url1738
  url1738 completions fish > ~/.config/fish/completions/url1738.fish", "the script was written"))]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Writes the script for `command`, which is the whole program.
pub(crate) fn completions(arguments: &Completions, mut command: Command) -> exit::Result<Outcome> {
    // The generator panics if it cannot write.
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, "url1738", &mut script);
    line_command::print(&script)
}

/// Write man pages: of the program, of one command, or of all
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 man | man -l -                       read the page of the program
  url1738 man build ftp | man -l -             read the page of a command
  url1738 man --folder ~/.local/share/man/man1 install all pages", "the pages were written"))]
pub(crate) struct ManPages {
    /// The command [default: the program]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Write the pages of all commands into this folder, which is created if needed
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    folder: Option<PathBuf>,
}

/// Writes pages of `program`, which is the whole program.
pub(crate) fn man(arguments: &ManPages, program: Command) -> exit::Result<Outcome> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &arguments.folder {
        fs::create_dir_all(folder).map_err(|error| exit::Error::File(folder.clone(), error))?;
        return write_all(&program, folder);
    }
    let mut command = &program;
    for name in &arguments.command {
        command = command.find_subcommand(name).ok_or_else(|| unknown(command, name))?;
    }
    line_command::print(text(&page(command))?.as_bytes())
}

fn page(command: &Command) -> Man {
    let version = concat!("url1738 ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(version).manual("url1738")
}

/// Returns the source of a page. The synopsis may break between options of which one is needed: `\\:` allows it.
fn text(page: &Man) -> io::Result<String> {
    let mut text = Vec::new();
    page.render(&mut text)?;
    let text = String::from_utf8_lossy(&text).replace(r"\fR|\fB", r"\fR|\:\fB");
    // A line with a single long word cannot be filled.
    let text = text.replacen(".SH SYNOPSIS\n", ".SH SYNOPSIS\n.na\n", 1);
    Ok(text.replacen(".SH DESCRIPTION\n", ".ad\n.SH DESCRIPTION\n", 1))
}

fn write_all(command: &Command, folder: &PathBuf) -> exit::Result<Outcome> {
    for inner in command.get_subcommands() {
        write_all(inner, folder)?;
    }
    let page = page(command);
    let path = folder.join(page.get_filename());
    fs::write(&path, text(&page)?).map_err(|error| exit::Error::File(path, error))?;
    Ok(Outcome::Valid)
}

fn unknown(command: &Command, name: &str) -> exit::Error {
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let known = suggest::name(name, names.into_iter());
    let tip = known.map_or_else(String::new, |known| format!(": did you mean '{known}'?"));
    exit::Error::Usage(format!("'{}' has no command '{name}'{tip}", command.get_name()))
}
