//! How the program ends: what it says, and its exit code.

use std::{io, path::PathBuf, process::ExitCode};

use url1738::Redacted;

use crate::{
    nearest,
    shown::{self, Shown},
};

/// What ends the program early, or spoils its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    /// Standard output was closed by its reader, who has seen enough.
    #[error("standard output is closed")]
    Closed,
    /// Another worker met the trouble and tells it.
    #[error("stopped")]
    Stopped,
    /// Standard output was closed by whoever started the program.
    #[error("cannot write standard output: it is closed")]
    NoOutput,
    /// Standard output cannot be written.
    #[error("cannot write standard output: {0}")]
    Output(io::Error),
    /// A file cannot be written.
    #[error("cannot write {}: {}", shown::name(.0), .1)]
    File(PathBuf, io::Error),
    /// An output is one of the inputs.
    #[error("{0} is an input: its lines would be overwritten")]
    OutputIsInput(String),
    /// The command line asks for what cannot be done.
    #[error("{0}")]
    Usage(String),
    /// The threads cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Output(error),
        }
    }
}

/// What a command that ran to its end has to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// All valid.
    #[default]
    Good,
    /// Something is invalid or refused.
    Bad,
    /// An input could not be read; said already.
    Unread,
}

/// The exit code: 0 all valid, 1 something invalid or refused, 2 usage or input/output trouble.
pub(crate) fn end(result: Result<Outcome, Trouble>) -> ExitCode {
    match result {
        Ok(Outcome::Good) | Err(Trouble::Closed) => ExitCode::SUCCESS,
        Ok(Outcome::Bad) => ExitCode::from(1),
        Ok(Outcome::Unread) => ExitCode::from(2),
        Err(trouble) => {
            say(&trouble);
            ExitCode::from(2)
        }
    }
}

/// Writes a message to stderr, with the secrets in it masked. If stderr is closed too, nothing can be done.
pub(crate) fn say(message: &dyn core::fmt::Display) {
    use std::io::Write as _;
    let message = message.to_string();
    let masked = Shown::masked(Redacted::of_text(message.as_bytes()));
    let _ = writeln!(anstream::stderr(), "url1738: {masked}");
}

/// Help and version go to standard output, usage errors to standard error.
pub(crate) fn of_clap(mut error: clap::Error) -> ExitCode {
    use std::io::Write as _;
    suggest(&mut error);
    sanitize(&mut error);
    match error.print().and_then(|()| io::stdout().flush()) {
        Ok(()) => ExitCode::from(if error.use_stderr() { 2 } else { 0 }),
        Err(error) => end(Err(error.into())),
    }
}

/// Masks the secrets in what an error repeats of the command line, and escapes what commands a terminal: a URL may
/// have been given where the name of a command belongs.
fn sanitize(error: &mut clap::Error) {
    use clap::error::{ContextKind, ContextValue};
    let context: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    // Tips repeat an argument within their own words and styles.
    let mut repeated = Vec::new();
    for (kind, value) in &context {
        let value = match value {
            ContextValue::String(text) => {
                let masked = argument(text);
                repeated.push((text.clone(), masked.clone()));
                ContextValue::String(masked)
            }
            ContextValue::Strings(texts) => {
                ContextValue::Strings(texts.iter().map(|text| argument(text)).collect())
            }
            _ => continue,
        };
        error.insert(*kind, value);
    }
    let tip = |tip: &clap::builder::StyledStr| {
        let text = repeated.iter().fold(tip.ansi().to_string(), |tip, (text, masked)| {
            if text == masked { tip } else { tip.replace(text, masked) }
        });
        text.into()
    };
    for (kind, value) in context.iter().filter(|(kind, _)| *kind != ContextKind::Usage) {
        let value = match value {
            ContextValue::StyledStr(text) => ContextValue::StyledStr(tip(text)),
            ContextValue::StyledStrs(tips) => {
                ContextValue::StyledStrs(tips.iter().map(tip).collect())
            }
            _ => continue,
        };
        error.insert(*kind, value);
    }
}

/// An argument as it may be shown. A login may be all of it, without a scheme.
fn argument(text: &str) -> String {
    let login = Redacted::of_fragment(text.as_bytes());
    let masked =
        login.secrets().iter().fold(Redacted::new(text.as_bytes()), |all, one| all.and(*one));
    Shown::masked(masked).to_string()
}

/// Adds the name that was meant, where clap finds none: it does not see two letters swapped.
fn suggest(error: &mut clap::Error) {
    use clap::error::{ContextKind::*, ContextValue};
    let Some(ContextValue::String(name)) = error.get(InvalidSubcommand) else { return };
    let name = name.clone();
    let suggested = error.get(SuggestedSubcommand).is_some();
    let command = crate::command();
    // Only `build` has schemes to choose from.
    let of_build = matches!(error.get(Usage), Some(ContextValue::StyledStr(usage)) if usage.to_string().contains(" build "));
    if of_build && name.bytes().all(|byte| byte.is_ascii_graphic()) {
        let tip = format!(
            "`build other --scheme {name} ...` builds URLs of a scheme that is none of the ten"
        );
        error.insert(Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    let build =
        command.find_subcommand("build").into_iter().flat_map(clap::Command::get_subcommands);
    let known = command.get_subcommands().chain(build).map(clap::Command::get_name);
    if let (Some(meant), false) = (nearest::nearest(&name, known), suggested) {
        let meant = ContextValue::Strings(vec![meant.to_owned()]);
        error.insert(SuggestedSubcommand, meant);
    }
}
