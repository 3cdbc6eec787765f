//! What was found, and what was not searched.

use core::fmt;

/// The counts of URLs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) ok: u64,
    pub(super) bad: u64,
    /// Invalid URLs that are not reported.
    pub(super) ignored: u64,
    /// Errors and lints, whether shown or not.
    pub(super) reports: u64,
    pub(super) lints: u64,
    /// Lints that fail the run.
    pub(super) denied: u64,
    /// URLs with passwords that were masked or withheld.
    pub(super) masked: u64,
}

/// Writes `4 URLs = 3 ok + 1 bad`, and the other counts if there are any.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ok, bad, ignored, lints, denied, .. } = *self;
        let all = ok + bad + ignored;
        let urls = if all == 1 { "URL" } else { "URLs" };
        write!(f, "{all} {urls} = {ok} ok + {bad} bad")?;
        if ignored > 0 {
            write!(f, " + {ignored} ignored")?;
        }
        let warnings = lints - denied;
        let others = [
            (warnings, if warnings == 1 { "warning" } else { "warnings" }),
            (denied, if denied == 1 { "denied lint" } else { "denied lints" }),
        ];
        let mut separator = ";";
        for (count, words) in others.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, "{separator} {count} {words}")?;
            separator = ",";
        }
        Ok(())
    }
}

/// The entries of folders that were not searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Skipped {
    pub(super) hidden: u64,
    pub(super) binary: u64,
}

/// Writes `skipped in folders: 2 hidden, 1 binary`.
impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hidden, binary } = *self;
        f.write_str("skipped in folders:")?;
        let kinds = [(hidden, "hidden"), (binary, "binary")];
        let mut separator = " ";
        for (count, kind) in kinds.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, "{separator}{count} {kind}")?;
            separator = ", ";
        }
        Ok(())
    }
}
