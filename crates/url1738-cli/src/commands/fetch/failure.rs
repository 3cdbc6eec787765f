//! Why a URL was not fetched, and how many items of listings were not.

use std::{io, path::Path};

use url1738::Span;
use url1738_client::{Error, ErrorKind};

use crate::{
    diagnostics::{message, sanitized},
    exit::{self, Outcome},
    fields::is_scheme,
};

/// Why a URL was not fetched: an error of the client or of this program. In an exchange, it is the error of the content's
/// writer.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(super) struct Failure {
    pub(super) message: String,
    pub(super) help: Option<&'static str>,
    /// The outcome of the URL, or the error that ends the run.
    pub(super) outcome: exit::Result<Outcome>,
    /// The part of the URL that is refused, unless that is one that a server redirects to.
    pub(super) span: Option<Span>,
    /// The code of the server's reply.
    pub(super) code: Option<u16>,
    /// How many bytes are kept, to be resumed.
    pub(super) kept: Option<u64>,
}

impl Failure {
    /// Something on this machine is in the way.
    pub(super) const fn local(message: String, help: Option<&'static str>) -> Self {
        let outcome = Ok(Outcome::ReadFailed);
        Self { message, help, outcome, span: None, code: None, kept: None }
    }

    /// A file or folder cannot be written.
    pub(super) fn writing(path: &Path) -> impl Fn(io::Error) -> Self {
        |error| Self::local(format!("cannot write {}: {error}", sanitized::path(path)), None)
    }

    /// A line of a directory has no name that this program recognizes.
    pub(super) fn of_line(line: &str) -> Self {
        let message = format!("a line of the directory is not understood: {line}");
        let help = Some("if it is a file, fetch it by its name");
        Self { outcome: Ok(Outcome::NetworkFailed), ..Self::local(message, help) }
    }

    /// The content cannot be written to a file or, without a path, to stdout.
    pub(super) fn of_content(path: Option<&Path>, error: io::Error) -> Self {
        match (error.downcast(), path) {
            (Ok(failure), _) => failure,
            (Err(error), Some(path)) => Self::writing(path)(error),
            (Err(error), None) => error.into(),
        }
    }

    /// Returns whether an FTP server has no directory, or no file of the name.
    pub(super) fn is_refused(&self, is_directory: bool) -> bool {
        let is_refused = is_directory || self.message.starts_with("RETR");
        is_refused && self.code.is_some_and(|code| code / 100 == 5)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let error = match error {
            Error::Sink(source) => return Self::of_content(None, source),
            error => error,
        };
        let outcome = Ok(match error.kind() {
            ErrorKind::Refused => Outcome::Invalid,
            ErrorKind::Network => Outcome::NetworkFailed,
            _ => Outcome::ReadFailed,
        });
        let span = match &error {
            Error::Refused(refusal) => Some(refusal.span),
            _ => None,
        };
        let code = error.reply().map(|reply| reply.code);
        Self { outcome, span, code, ..Self::local(error.to_string(), help(&error)) }
    }
}

impl From<exit::Error> for Failure {
    fn from(error: exit::Error) -> Self {
        Self { outcome: Err(error), ..Self::local(String::new(), None) }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        exit::Error::from(error).into()
    }
}

impl From<Failure> for io::Error {
    fn from(failure: Failure) -> Self {
        Self::other(failure)
    }
}

/// What to do if a file cannot be resumed.
pub(super) const START_OVER: &str = "start over, without --resume";

/// Returns what to do about an error, in terms of the options.
fn help(error: &Error) -> Option<&'static str> {
    Some(match error {
        Error::Warned { code: "non-default-port" | "reserved-port", .. } => {
            "use --allow-port if you trust the URL"
        }
        Error::Denied { .. } | Error::LocalFile => "remove --public-only if you trust the URL",
        Error::NoNewsServer => "use --news-server, or an nntp URL",
        Error::NotResumable(_) | Error::Changed { .. } => START_OVER,
        Error::Rejected { step, reply } if step == "REST" && reply.code != 421 => START_OVER,
        Error::Redirected { location, .. } => match location.split_once(':') {
            Some((scheme, _))
                if !scheme.eq_ignore_ascii_case("http") && is_scheme(scheme.as_bytes()) =>
            {
                "fetch the new URL by its protocol: --redirects follows only http"
            }
            _ => "raise --redirects, or fetch the new URL",
        },
        Error::TooLong { what: "content", .. } => "raise --max-size if the content is wanted",
        Error::TimedOut { .. } => "try again, or raise --timeout",
        // It is a server of this protocol: its answer has a status.
        Error::Protocol { expected, .. } if expected.starts_with("the answer to ") => {
            "use curl, which reads such answers"
        }
        Error::Unanswered { question, .. } => match question.name() {
            "password" => "run it on a terminal, or use --netrc",
            "search" => "use --search",
            "form" => "use --form once for each question",
            _ => "use --email",
        },
        Error::Rejected { reply, .. } if reply.code == 480 => {
            "use --netrc, with a login and a password for the server"
        }
        Error::RefusedRedirect { error, .. } => return help(error),
        _ => return error.help(),
    })
}

/// The items of listings, and those that failed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Items {
    pub(super) total: usize,
    pub(super) failed: usize,
}

impl Items {
    pub(super) fn add(&mut self, has_failed: bool) {
        self.total += 1;
        self.failed += usize::from(has_failed);
    }

    /// Returns the outcome `failed` and says how many items failed, if any did.
    pub(super) fn report(self, failed: Outcome) -> Outcome {
        if self.failed == 0 {
            return Outcome::Valid;
        }
        let items = if self.total == 1 { "item" } else { "items" };
        message::print(&format_args!("{} of {} {items} failed", self.failed, self.total));
        failed
    }
}

#[cfg(test)]
mod tests {
    use url1738::Url;

    use super::*;

    #[test]
    fn the_span_of_a_url_that_a_server_redirects_to_is_none_of_the_line() {
        let refusal = || Url::parse("ftp://host.dom/a%0D").unwrap().plan().unwrap_err();
        assert_eq!(Failure::from(Error::Refused(refusal())).span, Some(Span::new(15, 19)));
        let (url, error) = ("ftp://host.dom/a%0D".to_owned(), Box::new(refusal().into()));
        assert_eq!(Failure::from(Error::RefusedRedirect { url, error }).span, None);
    }
}
