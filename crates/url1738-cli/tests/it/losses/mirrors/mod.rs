//! What servers and planted files do to a folder that `fetch --recursive` writes.

mod names;
mod planted;
mod runs;

use std::sync::{Arc, Mutex};

use super::{
    Attacks,
    trees::{self, Files, Place},
};

fn files_of(list: &[(&[u8], &[u8])]) -> Files {
    let files = list.iter().map(|(path, content)| (path.to_vec(), content.to_vec()));
    Arc::new(Mutex::new(files.collect()))
}

/// A mirror of an FTP server, and its files.
fn ftp(list: &[(&[u8], &[u8])]) -> (Place, Files) {
    let files = files_of(list);
    (Place::new(trees::ftp_files(&files)), files)
}

/// Returns names as they are shown in the table.
fn shown(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let short = |name: &str| match name.char_indices().nth(60) {
        Some(_) => {
            let head: String = name.chars().take(12).collect();
            let tail: Vec<char> = name.chars().rev().take(8).collect();
            format!("`{head}...{}`", tail.iter().rev().collect::<String>())
        }
        None => format!("`{name}`"),
    };
    names.into_iter().map(|name| short(name.as_ref())).collect::<Vec<_>>().join(", ")
}

#[test]
fn nothing_outside_a_mirror_is_written_and_nothing_in_it_is_lost() {
    let mut attacks = Attacks::on("mirrors");
    names::hostile(&mut attacks);
    names::with_errors(&mut attacks);
    runs::second(&mut attacks);
    planted::files(&mut attacks);
    planted::indexes(&mut attacks);
    runs::failing(&mut attacks);
    runs::of_single_files(&mut attacks);
    attacks.compare();
}
