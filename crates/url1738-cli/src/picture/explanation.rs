//! A line and its picture.

use url1738::{Error, Lints, Redacted, Url};
use url1738_picture::{Finding, Picture};

use crate::{
    diagnostics::{Passwords, Report},
    line::Line,
    line_repair,
    records::{ValidLine, lint},
    selection::Selection,
};

/// A line, what is known of it, and its picture.
#[derive(Debug)]
pub(crate) struct Explanation<'a> {
    pub(crate) picture: Picture,
    pub(super) subject: Subject<'a>,
}

/// The line that a picture is of.
#[derive(Debug)]
pub(super) enum Subject<'a> {
    Valid { valid: ValidLine<'a>, lints: Lints, passwords: Passwords },
    Invalid { line: Line<'a>, error: Error, masked: Redacted<'a> },
}

/// The longest repaired line that the help shows, in bytes. A longer one is not read.
const MAX_HELP: usize = 1000;

impl<'a> Explanation<'a> {
    /// Draws a line, whether it is a URL or not.
    pub(crate) fn new(
        line: Line<'a>,
        result: Result<Url<&'a str>, Error>,
        passwords: Passwords,
        selection: &Selection,
    ) -> Self {
        match result {
            Ok(url) => {
                let lints = selection.reported(lint::of(&url));
                let picture = Picture::of_url(&url, lints.clone(), passwords.keeps());
                let valid = ValidLine::new(line, url, passwords);
                Self { picture, subject: Subject::Valid { valid, lints, passwords } }
            }
            Err(error) => Self::of_error(line, error, passwords),
        }
    }

    /// Returns whether a password in the line is masked.
    pub(crate) fn is_masked(&self) -> bool {
        match &self.subject {
            Subject::Valid { valid, .. } => valid.is_masked(),
            Subject::Invalid { masked, .. } => !masked.secrets().is_empty(),
        }
    }

    fn of_error(line: Line<'a>, error: Error, passwords: Passwords) -> Self {
        let masked = passwords.redact(line.bytes);
        let whole = masked.secrets().is_empty().then(|| line_repair::whole(line.bytes, &error));
        let whole = whole.flatten().filter(|url| url.len() <= MAX_HELP);
        let column = line.column(error.span());
        let mut picture = Picture::of_error(line.bytes, &error, passwords.keeps());
        if let Finding::Invalid { place, help, note, .. } = &mut picture.finding {
            *place = format!("{}:{}:{column}", line.origin.name(), line.number);
            *note = Report::error(&error).notes().join("; ");
            if let Some(url) = whole {
                *help = format!("try '{url}'");
            }
        }
        Self { picture, subject: Subject::Invalid { line, error, masked } }
    }
}
