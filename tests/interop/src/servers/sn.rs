//! News by `sn`: a temporary spool, and `snntpd` for each connection.

use std::fs;
use std::process::{Command, Stdio};

use super::process::{clean, free_address};
use super::socat::{User, listen};
use super::{Place, Running};
use crate::error::{Error, Result};
use crate::seed::{ARTICLES, Article, EMPTY_GROUPS};

/// Serves the seeded articles. The first one of a group has the number 10.
pub(super) fn start(place: &Place) -> Result<Running> {
    let spool = place.scratch.join("news");
    fs::create_dir(&spool)?;
    let mut groups: Vec<&str> = ARTICLES.iter().map(|article| article.group).collect();
    groups.extend(EMPTY_GROUPS);
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        let mut snnewgroup = clean("snnewgroup");
        run(snnewgroup.env("SNROOT", &spool).arg(group))?;
    }
    let articles = place.scratch.join("articles");
    fs::write(&articles, ARTICLES.iter().flat_map(Article::wire).collect::<Vec<_>>())?;
    let mut snstore = clean("snstore");
    run(snstore.env("SNROOT", &spool).stdin(fs::File::open(&articles)?))?;

    let address = free_address()?;
    let environment = [("SNROOT", spool.as_path())];
    let line = "/usr/sbin/snntpd -t 20";
    let process = listen(address, line, User::Same, &environment, &place.log("sn"))?;
    Ok(Running::new(address, process))
}

fn run(command: &mut Command) -> Result<()> {
    let output = command.stdout(Stdio::null()).stderr(Stdio::piped()).output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(Error::new(format!("{}: {said}", command.get_program().to_string_lossy())))
}
