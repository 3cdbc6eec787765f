//! Errors of URLs that are those of this program rather than of the client, and the items that failed.

use std::{io, path::Path};

use url1738_client::Error;

use crate::{
    diagnostics::{message, sanitized},
    exit::Outcome,
};

/// An error of one URL. In an exchange, it is the error of the content's writer.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(super) struct Stopped {
    pub(super) message: String,
    pub(super) help: Option<&'static str>,
    pub(super) outcome: Outcome,
}

impl Stopped {
    /// Something on this machine is in the way.
    pub(super) fn local(message: String) -> Self {
        Self { message, help: None, outcome: Outcome::ReadFailed }
    }

    /// The server has nothing there.
    pub(super) fn refused(message: String, help: &'static str) -> Self {
        Self { message, help: Some(help), outcome: Outcome::Invalid }
    }

    /// A file or folder cannot be written.
    pub(super) fn writing(path: &Path, error: &io::Error) -> Self {
        Self::local(format!("cannot write {}: {error}", sanitized::path(path)))
    }

    /// A name is that of a folder and of a file.
    pub(super) fn kind(path: &Path, is: &str, needed: &str) -> Self {
        let path = sanitized::path(path);
        let help = Some("use another folder by --into, or move what is there");
        Self { help, ..Self::local(format!("{path} is a {is}, and this item needs a {needed}")) }
    }

    /// A symbolic link or a device has the name.
    pub(super) fn other(path: &Path) -> Self {
        let path = sanitized::path(path);
        let message =
            format!("{path} is a link or device: a mirror writes to files and folders only");
        Self { help: Some("remove it"), ..Self::local(message) }
    }

    /// Returns the error that ended an exchange, if this program ended it.
    pub(super) fn of(error: &Error) -> Option<&Self> {
        match error {
            Error::Sink(source) => source.get_ref()?.downcast_ref(),
            _ => None,
        }
    }
}

/// The items of listings, and those that failed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Items {
    pub(super) total: usize,
    pub(super) failed: usize,
}

impl Items {
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
