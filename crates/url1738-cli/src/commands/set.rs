//! `url1738 set`: other values for parts of URLs.

use std::borrow::Cow;

use clap::{Arg, ArgGroup, ArgMatches, Args};
use globset::{Glob, GlobMatcher};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url1738::{EditError, Part, SCHEMES, Url};

use super::{
    inputs::Inputs,
    line_command::{self, Rewritten},
};
use crate::{
    commands::build::{self, capitalized, has_option, schemes, switch},
    config::Config,
    exit::{self, Outcome, with_exit_status},
    fields::form_decoded,
};

/// Set parts of URLs: host, port, user, path, typecode and others
///
/// Values are decoded text, which is percent-encoded if needed, so that every URL that is written is valid. A URL whose
/// scheme does not have one of the parts is reported and written unchanged. A part that a URL can lack has a switch that
/// removes it: --no-user, --no-port, --no-search.
#[derive(Args, Clone)]
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
    parts: Parts,
    #[command(flatten)]
    queries: QueryEdits,
}

const COLUMNS: &[&str] =
    &["file", "line", "ok", "url", "changed", "refused", "code", "message", "input", "masked"];

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { inputs, queries, .. } = arguments;
    let edits = Edits::of(&config.usage.matches);
    edits.check().map_err(exit::Error::Usage)?;
    line_command::rewrite(config, COLUMNS, "url", inputs.sources(config)?, |line| {
        let url = line.parse()?;
        let (text, refused) = match edits.apply(&url).and_then(|text| queries.apply(text)) {
            Ok(text) => (text, None),
            Err(refused) => (url.as_str().to_owned(), Some(refused)),
        };
        Ok(Rewritten { refused, ..Rewritten::new(line, &url, config.passwords, Cow::Owned(text)) })
    })
}

/// The options of the parts.
#[derive(Args, Clone)]
#[command(args = options(), group = group())]
#[group(skip)]
struct Parts {}

/// The changes of every URL: the name of a part, and its value unless it is removed.
struct Edits(Vec<(&'static str, Option<Vec<u8>>)>);

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
            let is_it = |named: &Named| named.part.alias() == part.alias();
            if !all.iter().any(is_it) {
                all.push(Named { part, labels: Vec::new(), is_optional: false });
            }
            let Some(named) = all.iter_mut().find(|named| is_it(named)) else { continue };
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
    /// Returns the help: `Query string (http), search string (gopher, wais)`.
    fn help(&self) -> String {
        let label =
            |(label, schemes): &(&str, Vec<&str>)| format!("{label} ({})", schemes.join(", "));
        let labels: Vec<String> = self.labels.iter().map(label).collect();
        capitalized(&labels.join(", "))
    }
}

fn options() -> impl Iterator<Item = Arg> {
    named().into_iter().flat_map(|named| {
        let name = named.part.alias();
        let remove = named.is_optional.then(|| {
            switch(format!("no-{name}"), format!("Remove the {name}")).conflicts_with(name)
        });
        [Some(build::option(named.part, named.help())), remove].into_iter().flatten()
    })
}

/// Returns the options of which one is needed.
fn group() -> ArgGroup {
    let group = ArgGroup::new("parts").required(true).multiple(true);
    group.args(options().map(|option| option.get_id().clone()))
}

impl Edits {
    fn of(matches: &ArgMatches) -> Self {
        let edit = |named: Named| {
            let name = named.part.alias();
            let value = build::values(matches, name).last().map(|value| value.to_vec());
            let is_removed = || named.is_optional && matches.get_flag(&format!("no-{name}"));
            (value.is_some() || is_removed()).then_some((name, value))
        };
        Self(named().into_iter().filter_map(edit).collect())
    }

    /// # Errors
    /// Returns a message if a value is not allowed in the URLs of any scheme.
    fn check(&self) -> Result<(), String> {
        // Some values are wrong only in a whole URL, as `x` is for a typecode.
        let examples = SCHEMES.iter().map(|scheme| scheme.example).chain(["x-any://host.dom/a"]);
        let urls: Vec<Url> = examples.filter_map(|url| url.parse().ok()).collect();
        let set = |url: &Url, name, value| match url.edit().set(name, value)?.text() {
            Err(error @ EditError::Value { .. }) => Err(error),
            _ => Ok(()),
        };
        for (name, value) in &self.0 {
            let results = urls.iter().map(|url| set(url, name, value));
            let mut results =
                results.filter(|result| !matches!(result, Err(EditError::NoSuchPart)));
            if let Some(Err(error)) = results.next()
                && results.all(|result| result.is_err())
            {
                return Err(build::message(&error));
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
                    return Err(unchanged(url, name));
                }
                Err(error) => return Err(build::message(&error)),
            }
        }
        let text = editor.map_or_else(|| Ok(url.as_str().to_owned()), |editor| editor.text());
        let text = text.map_err(|error| build::message(&error))?;
        // In the general syntax, the query is in the path.
        let sets_path = self.0.iter().any(|(name, value)| *name == "path" && value.is_some());
        Ok(match url.search().filter(|_| sets_path && matches!(url, Url::Other(_))) {
            Some(query) => format!("{text}?{}", query.as_str()),
            None => text,
        })
    }
}

/// Says that a URL lacks a part, which others of its scheme may have: one with two hosts is opaque.
fn unchanged(url: &Url<&str>, name: &str) -> String {
    format!("this {} URL takes no --{name}: it is unchanged", url.scheme())
}

/// The changes of the query of every URL, in the order in which they are made.
#[derive(Args, Clone)]
struct QueryEdits {
    /// Remove pairs of the query by name, as in `utm_*`
    #[arg(long, value_name = "NAME", value_parser = pattern, group = "parts")]
    trim_query: Vec<GlobMatcher>,
    /// Set the value of a name in the query
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, group = "parts")]
    query: Vec<(String, String)>,
    /// Sort the pairs of the query by their names
    #[arg(long, group = "parts")]
    sort_query: bool,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected a name, `=` and a value")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Reads a name in which a star stands for any text. No other character is special.
fn pattern(text: &str) -> Result<GlobMatcher, globset::Error> {
    Ok(Glob::new(&globset::escape(text).replace("[*]", "*"))?.compile_matcher())
}

/// What of a name or a value is percent-encoded. A `+` would be read as a space.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

impl QueryEdits {
    /// Returns the URL with the changes made.
    ///
    /// # Errors
    /// Returns a message if the URLs of the scheme have no query.
    fn apply(&self, text: String) -> Result<String, String> {
        if self.query.is_empty() && self.trim_query.is_empty() && !self.sort_query {
            return Ok(text);
        }
        let Ok(url) = Url::parse(&text) else { return Ok(text) };
        let has_query = matches!(url, Url::Other(_))
            || url.scheme_info().forms.iter().any(|form| form.contains('?'));
        if !has_query {
            if self.query.is_empty() {
                // There is nothing to remove or to sort.
                return Ok(text);
            }
            return Err(unchanged(&url, "query"));
        }
        // A user and a password may contain a `?`.
        let host = url.login().map_or(0, |login| login.spans().host().range().start);
        let (login, rest) = text.split_at(host);
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let given = query.split('&').filter(|pair| !pair.is_empty());
        let mut pairs: Vec<String> = given.clone().map(str::to_owned).collect();
        let is_trimmed = |name: &str| self.trim_query.iter().any(|it| it.is_match(name));
        pairs.retain(|pair| !is_trimmed(&String::from_utf8_lossy(&name(pair))));
        for (key, value) in &self.query {
            let encoded = |text| utf8_percent_encode(text, ENCODED);
            let new = format!("{}={}", encoded(key), encoded(value));
            let is_same = |pair: &String| name(pair) == key.as_bytes();
            let at = pairs.iter().position(is_same);
            pairs.retain(|pair| !is_same(pair));
            pairs.insert(at.unwrap_or(pairs.len()).min(pairs.len()), new);
        }
        if self.sort_query {
            pairs.sort_by_key(|pair| name(pair));
        }
        // The path of `http://host` is empty, and a query follows a path.
        let slash = if url.path().is_none() && url.host().is_some() { "/" } else { "" };
        let changed = match pairs.is_empty() {
            // An empty pair, and a `?` without any, stay if nothing else changes.
            _ if given.eq(&pairs) => return Ok(text),
            true => format!("{login}{path}"),
            false => format!("{login}{path}{slash}?{}", pairs.join("&")),
        };
        // No query follows the document of a WAIS URL.
        match Url::parse(&changed) {
            Ok(_) => Ok(changed),
            Err(error) => Err(format!("{}: the URL is unchanged", error.message())),
        }
    }
}

/// Returns the decoded name of a pair.
fn name(pair: &str) -> Vec<u8> {
    form_decoded(pair.split('=').next().unwrap_or_default())
}
