//! curl, as the real client to compare with, and where it is known to send something else: `data/curl-differences.tsv`.

use core::net::SocketAddr;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
};

use crate::{
    octets::{Error, Result, unquote},
    servers::process::{clean, find},
};

/// The schemes that curl speaks and the recorder understands.
pub const SCHEMES: [&str; 4] = ["ftp", "http", "gopher", "telnet"];

/// An installed curl.
#[derive(Debug)]
pub struct Curl {
    netrc: PathBuf,
}

impl Curl {
    /// Returns the curl of this machine, if there is one.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn find(scratch: &Path) -> Result<Option<Self>> {
        if find("curl").is_none() {
            return Ok(None);
        }
        Ok(Some(Self { netrc: scratch.join("netrc") }))
    }

    /// Returns its name and version.
    ///
    /// # Errors
    /// Returns an error if it does not run.
    pub fn version(&self) -> Result<String> {
        let output = clean("curl").arg("--version").output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(text.split(' ').take(2).collect::<Vec<_>>().join(" "))
    }

    /// Lets curl follow `url`, whatever host it names, at `address`. A failure of curl is not an error: what
    /// it sent is what counts.
    ///
    /// The options ask for what the plan asks for (HTTP/1.0 without curl's own header fields, names
    /// only if `lists`) and do not change how curl reads the URL. A password that the user is
    /// asked for comes from a netrc file, since curl asks at a terminal only.
    ///
    /// # Errors
    /// Returns an error if it does not run.
    pub fn follow(
        &self,
        url: &str,
        address: SocketAddr,
        password: Option<&str>,
        lists: bool,
    ) -> Result<()> {
        let mut curl = clean("curl");
        curl.args(["--disable", "--silent", "--noproxy", "*", "--globoff", "--max-time", "8"])
            .args(["--proto", "=ftp,http,gopher,telnet", "--http1.0"])
            .args(["--header", "User-Agent:", "--header", "Accept:"])
            .args(["--connect-to", &format!("::{address}")]);
        if lists {
            curl.arg("--list-only");
        }
        if let Some(password) = password {
            fs::write(&self.netrc, format!("default login myname password {password}\n"))?;
            curl.arg("--netrc-optional").arg("--netrc-file").arg(&self.netrc);
        }
        let status = curl.arg(url).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.map(drop).map_err(Error::during("curl"))
    }
}

/// A known difference.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The URL as written in `urls.tsv`.
    pub url: String,
    /// The requirement that the plan follows.
    pub requirement: String,
    /// Its section of RFC 1738.
    pub section: String,
    /// The octets that curl sends and the plan does not; empty if curl only sends less.
    pub instead: Vec<u8>,
    /// What curl does.
    pub what: String,
}

/// Returns the known differences.
///
/// # Errors
/// Returns an error if a line is malformed.
pub fn all() -> Result<Vec<Difference>> {
    let text = include_str!("../data/curl-differences.tsv");
    let rows = (1..).zip(text.lines()).filter(|(_, row)| !row.is_empty() && !row.starts_with('#'));
    rows.map(|(line, row)| {
        let bad = |what: &str| Error::new(format!("curl-differences.tsv, line {line}: {what}"));
        let fields: Vec<&str> = row.split('\t').collect();
        let [url, requirement, section, instead, what] = fields[..] else {
            return Err(bad("not five columns"));
        };
        let (instead, _) = unquote(instead).map_err(|error| bad(&error.to_string()))?;
        Ok(Difference {
            url: url.to_owned(),
            requirement: requirement.to_owned(),
            section: section.to_owned(),
            instead,
            what: what.to_owned(),
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_url_is_one_that_is_compared() {
        let cases = crate::cases::all().unwrap();
        for difference in all().unwrap() {
            let compared = cases.iter().filter(|case| crate::compare::role(case).is_some());
            assert!(compared.into_iter().any(|case| case.url == difference.url), "{difference:?}");
        }
    }
}
