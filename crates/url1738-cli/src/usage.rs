//! Errors of the command line, as clap reports them: secrets are masked, and suggestions added.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use clap::{
    builder::StyledStr,
    error::{ContextKind, ContextValue},
};
use url1738::Redacted;

use crate::{
    cli,
    diagnostics::{Sanitized, suggest},
    exit,
};

/// Prints help and version to stdout and errors to stderr, and returns the exit code.
pub(crate) fn end(mut error: clap::Error) -> ExitCode {
    add_suggestion(&mut error);
    suggest_policy(&mut error);
    sanitize(&mut error);
    match error.print().and_then(|()| io::stdout().flush()) {
        Ok(()) => ExitCode::from(if error.use_stderr() { 2 } else { 0 }),
        Err(error) => exit::end(Err(error.into())),
    }
}

/// Masks the secrets in the arguments that an error repeats, and escapes control characters: a URL may have been given
/// in place of the name of a command.
fn sanitize(error: &mut clap::Error) {
    let context: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    // Tips repeat an argument within their own words and styles.
    let repeated = context.iter().filter_map(|(_, value)| match value {
        ContextValue::String(text) => Some((text.clone(), argument(text))),
        _ => None,
    });
    let repeated: Vec<_> = repeated.filter(|(text, masked)| text != masked).collect();
    let tip = |tip: StyledStr| {
        let text = tip.ansi().to_string();
        repeated.iter().fold(text, |tip, (text, masked)| tip.replace(text, masked)).into()
    };
    for (kind, value) in context {
        let value = match value {
            ContextValue::String(text) => ContextValue::String(argument(&text)),
            ContextValue::Strings(texts) => {
                ContextValue::Strings(texts.iter().map(|text| argument(text)).collect())
            }
            ContextValue::StyledStr(text) if kind != ContextKind::Usage => {
                ContextValue::StyledStr(tip(text))
            }
            ContextValue::StyledStrs(tips) => {
                ContextValue::StyledStrs(tips.into_iter().map(tip).collect())
            }
            other => other,
        };
        error.insert(kind, value);
    }
}

/// Returns an argument with its secrets masked. All of it may be a login without a scheme.
fn argument(text: &str) -> String {
    let login = Redacted::of_fragment(text.as_bytes());
    let masked =
        login.secrets().iter().fold(Redacted::new(text.as_bytes()), |all, one| all.and(*one));
    Sanitized::masked(masked).to_string()
}

/// Suggests `--passwords` if an option is named like one of its values.
fn suggest_policy(error: &mut clap::Error) {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return };
    let value = match given.as_str() {
        "--show-passwords" | "--show-password" | "--keep-passwords" | "--keep" => "keep",
        "--mask" | "--mask-passwords" | "--hide-passwords" => "mask",
        _ => return,
    };
    let tip = format!("use '--passwords {value}'");
    error.remove(ContextKind::SuggestedArg);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
}

/// Suggests a command if clap finds none: clap does not recognize two swapped letters.
fn add_suggestion(error: &mut clap::Error) {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
        return;
    };
    let name = name.clone();
    let suggested = error.get(ContextKind::SuggestedSubcommand).is_some();
    let command = cli::command();
    // Only the subcommands of `build` are schemes.
    let usage = error.get(ContextKind::Usage);
    let is_build = matches!(usage, Some(ContextValue::StyledStr(usage)) if usage.to_string().contains(" build "));
    if is_build && name.bytes().all(|byte| byte.is_ascii_graphic()) {
        let tip = format!("use `build other --scheme {name} ...` for a scheme outside RFC 1738");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    let build =
        command.find_subcommand("build").into_iter().flat_map(clap::Command::get_subcommands);
    let known = command.get_subcommands().chain(build).map(clap::Command::get_name);
    if let (Some(name), false) = (suggest::name(&name, known), suggested) {
        let names = ContextValue::Strings(vec![name.to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, names);
    }
}
