//! `url1738 set`: other values for parts of URLs.

mod query;

use std::borrow::Cow;

use clap::{ArgGroup, ArgMatches, Args, Command, FromArgMatches};
use url1738::{EditError, Editor, Part, Url};

use self::query::QueryEdits;
use super::{
    inputs::Inputs,
    rewritten::{self, Rewritten},
};
use crate::{
    commands::{
        part_options,
        part_options::{capitalized, has_option, schemes, switch},
    },
    config::Config,
    exit::{self, Outcome, with_exit_status},
};

/// Set parts of URLs: host, port, user, path, typecode and others
///
/// Values are decoded text, which is percent-encoded if needed, so that every URL that is written is valid. A URL whose
/// scheme does not have one of the parts is reported and written unchanged. A part that a URL can lack has a switch that
/// removes it: --no-user, --no-port, --no-search.
#[derive(Args, Clone, Debug)]
#[command(override_usage = "url1738 set [OPTIONS] [URL|FILE]...")]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 set --host mirror.dom --no-port urls.txt
  url1738 set --no-password urls.txt
  url1738 set --path '/pub/a b' --typecode i ftp://host.dom/
  url1738 set --trim-query 'utm_*' --sort-query --references urls.txt
  url1738 set --selector /new --type 1 gopher://host.dom/0/old

URLs with a password are withheld, unless --passwords is keep or mask. Lines
longer than 1 MiB are reported and skipped.", "all parts are set", "a URL is invalid, or its scheme has no such part"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    edits: Edits,
    #[command(flatten)]
    queries: QueryEdits,
}

const COLUMNS: &[&str] =
    &["file", "line", "ok", "url", "changed", "refused", "code", "message", "input", "masked"];

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { inputs, edits, queries } = arguments;
    edits.check().map_err(exit::Error::Usage)?;
    rewritten::run(config, COLUMNS, inputs.sources(config), |line, url| {
        let (text, refused) = match edits.apply(url).and_then(|text| queries.apply(text)) {
            Ok(text) => (text, None),
            Err(refused) => (url.as_str().to_owned(), Some(refused)),
        };
        Rewritten { refused, ..Rewritten::new(line, config.passwords, Cow::Owned(text)) }
    })
}

/// The changes of every URL: the name of a part, and its value unless it is removed.
#[derive(Clone)]
struct Edits(Vec<(&'static str, Option<Vec<u8>>)>);

/// Writes no values: one may be a password.
impl core::fmt::Debug for Edits {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

/// A part with one option: its labels, each with the schemes that use it.
struct Named {
    part: &'static Part,
    labels: Vec<(&'static str, Vec<&'static str>)>,
    is_optional: bool,
}

/// Returns the parts of all schemes, by the names of their options.
fn named() -> Vec<Named> {
    let mut all: Vec<Named> = Vec::new();
    for (scheme, editor) in schemes() {
        for (part, is_required) in editor.parts().into_iter().filter(|(part, _)| has_option(part)) {
            let label = if part.alias() == "path" { "path" } else { part.label() };
            let at = all.iter().position(|named| named.part.alias() == part.alias());
            let at = at.unwrap_or_else(|| {
                all.push(Named { part, labels: Vec::new(), is_optional: false });
                all.len().saturating_sub(1)
            });
            let Some(named) = all.get_mut(at) else { continue };
            named.is_optional |= !is_required;
            match named.labels.iter_mut().find(|(known, _)| *known == label) {
                Some((_, schemes)) => schemes.push(scheme),
                None => named.labels.push((label, vec![scheme])),
            }
        }
    }
    all
}

impl Named {
    /// Returns the label of the part, or the name of the option if schemes call it differently.
    fn shared_label(&self) -> &'static str {
        match self.labels.as_slice() {
            [(label, _)] => label,
            _ => self.part.alias(),
        }
    }

    /// Returns the help: `Query string (http), search string (gopher, wais)`.
    fn help(&self) -> String {
        let label =
            |(label, schemes): &(&str, Vec<&str>)| format!("{label} ({})", schemes.join(", "));
        let labels: Vec<String> = self.labels.iter().map(label).collect();
        capitalized(&labels.join(", "))
    }
}

impl Args for Edits {
    fn augment_args(command: Command) -> Command {
        let options = named().into_iter().flat_map(|named| {
            let name = named.part.alias();
            let remove = named.is_optional.then(|| {
                switch(format!("no-{name}"), format!("Remove the {}", named.shared_label()))
                    .conflicts_with(name)
            });
            [Some(part_options::option(named.part, named.help())), remove]
        });
        let options: Vec<clap::Arg> = options.flatten().collect();
        let group = ArgGroup::new("parts").required(true).multiple(true);
        let group = group.args(options.iter().map(clap::Arg::get_id)).args(query::OPTIONS);
        command.args(options).group(group)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Edits {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut edits = Vec::new();
        for named in named() {
            let name = named.part.alias();
            let value = part_options::values(matches, name).last().map(|value| value.to_vec());
            if value.is_some() || named.is_optional && matches.get_flag(&format!("no-{name}")) {
                edits.push((name, value));
            }
        }
        Ok(Self(edits))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Edits {
    /// # Errors
    /// Returns a message if a value is not allowed in the URLs of any scheme.
    fn check(&self) -> Result<(), String> {
        let editors: Vec<Editor> = schemes().map(|(_, editor)| editor).collect();
        for (name, value) in &self.0 {
            let results = editors.iter().map(|editor| editor.clone().set(name, value));
            let mut results =
                results.filter(|result| !matches!(result, Err(EditError::NoSuchPart)));
            if let Some(Err(error)) = results.next()
                && results.all(|result| result.is_err())
            {
                return Err(part_options::message(&error));
            }
        }
        Ok(())
    }

    /// Returns the URL with all changes made.
    ///
    /// # Errors
    /// Returns a message if one of them cannot be made.
    fn apply(&self, url: &Url<&str>) -> Result<String, String> {
        let mut editor = None;
        for (name, value) in &self.0 {
            let before = editor.clone().unwrap_or_else(|| url.edit());
            match before.set(name, value) {
                Ok(edited) => editor = Some(edited),
                // A part that no URL of the scheme has is removed already.
                Err(EditError::NoSuchPart) if value.is_none() => {}
                Err(EditError::NoSuchPart) => {
                    return Err(format!(
                        "{} URLs have no {name}: the URL is unchanged",
                        url.scheme()
                    ));
                }
                Err(error) => return Err(part_options::message(&error)),
            }
        }
        let text = editor.map_or_else(|| Ok(url.as_str().to_owned()), |editor| editor.text());
        text.map_err(|error| part_options::message(&error))
    }
}
