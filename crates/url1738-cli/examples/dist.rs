//! Writes the shell completions and man pages of `url1738` into a folder: `dist FOLDER`.

use std::{env, fs, io, path::PathBuf};

use clap_complete::{Shell, generate_to};

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| io::Error::other("dist FOLDER"))?;
    let (completions, man) = (folder.join("completions"), folder.join("man"));
    fs::create_dir_all(&completions)?;
    fs::create_dir_all(&man)?;
    for shell in [Shell::Bash, Shell::Elvish, Shell::Fish, Shell::PowerShell, Shell::Zsh] {
        let path = generate_to(shell, &mut url1738_cli::command(), "url1738", &completions)?;
        println!("{}", path.display());
    }
    clap_mangen::generate_to(url1738_cli::command(), &man)?;
    println!("{}", man.display());
    Ok(())
}
