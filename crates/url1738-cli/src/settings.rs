//! The settings of a project: `url1738.toml`.
//!
//! They choose what `check` reports and how, and what happens to passwords. They name no paths, and a file that comes with
//! a checkout must not make the program unsafe: only one that the command line names may keep passwords.

use core::cell::LazyCell;
use std::{
    collections::BTreeMap,
    env,
    fs::File,
    io::{self, Read as _, Write},
    path::{self, Path, PathBuf},
};

use globset::{Glob, GlobMatcher};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::json;
use toml::Spanned;
use url1738::{Part, Redacted};

use crate::{
    diagnostics::{Passwords, Sanitized, message, sanitized},
    records::OutputFormat,
    selection::{Layer, Level, Selector},
};

/// The name of the file.
pub(crate) const FILE_NAME: &str = "url1738.toml";

/// What only the root of a repository contains.
const ROOTS: [&str; 3] = [".git", ".hg", ".jj"];

/// The words of serde in messages, and those of TOML.
const WORDS: [(&str, &str); 7] = [
    ("unknown field", "unknown key"),
    ("missing field", "missing key"),
    ("unknown variant", "unknown value"),
    ("wanted string or table", "invalid type, expected a string"),
    ("a sequence", "an array"),
    ("a map", "a table"),
    ("u64", "a number from 0"),
];

/// The size of the largest file that is read.
const MAX_LEN: u64 = 64 * 1024;

/// The defaults of a project, as the file has them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub(crate) struct Settings {
    passwords: Option<Spanned<Passwords>>,
    pub(crate) check: Check,
    lints: BTreeMap<Spanned<Selector>, Level>,
    text: Text,
    url: Urls,
    /// The file that they are from.
    #[serde(skip)]
    pub(crate) path: Option<PathBuf>,
    /// The folder that patterns of files are about: that of the file, or the working directory if the command line names it.
    #[serde(skip)]
    root: PathBuf,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub(crate) struct Check {
    #[serde(deserialize_with = "of_check")]
    pub(crate) format: Option<OutputFormat>,
    pub(crate) limit: Option<u64>,
    select: Option<Vec<Selector>>,
    ignore: Vec<Selector>,
}

/// What is searched of folders, and what is accepted in some files.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table", rename_all = "kebab-case")]
struct Text {
    include: Files,
    exclude: Files,
    code: CodeBlocks,
    #[serde(deserialize_with = "per_file")]
    per_file_ignores: Vec<(Files, Vec<Selector>)>,
}

/// Patterns of files, as `.gitignore` has them.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Vec<String>")]
struct Files {
    patterns: Vec<String>,
    matcher: Gitignore,
}

impl Default for Files {
    fn default() -> Self {
        Self { patterns: Vec::new(), matcher: Gitignore::empty() }
    }
}

impl TryFrom<Vec<String>> for Files {
    type Error = ignore::Error;

    fn try_from(patterns: Vec<String>) -> Result<Self, Self::Error> {
        let mut files = GitignoreBuilder::new("");
        files.allow_unclosed_class(false);
        for pattern in &patterns {
            files.add_line(None, pattern)?;
        }
        files.build().map(|matcher| Self { patterns, matcher })
    }
}

impl Files {
    fn contain(&self, path: &Path) -> bool {
        // The matcher panics on a path from the root of the system.
        !path.has_root() && self.matcher.matched_path_or_any_parents(path, false).is_ignore()
    }
}

/// What happens to code spans and code blocks of Markdown.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum CodeBlocks {
    #[default]
    Skip,
    Check,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
struct Urls {
    ignore: Vec<UrlIgnore>,
}

/// URLs that are accepted whatever is wrong with them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct UrlIgnore {
    #[serde(deserialize_with = "matcher")]
    pattern: GlobMatcher,
    /// For those who read the file.
    reason: String,
}

/// Reads a format of `check`. Pictures and pages are of other commands.
fn of_check<'d, D: Deserializer<'d>>(format: D) -> Result<Option<OutputFormat>, D::Error> {
    let name = String::deserialize(format)?;
    OutputFormat::named(&name, "check", OutputFormat::CHECKED).map(Some).map_err(D::Error::custom)
}

/// Reads the pattern of a URL.
fn matcher<'d, D: Deserializer<'d>>(pattern: D) -> Result<GlobMatcher, D::Error> {
    Glob::deserialize(pattern).map(|pattern| pattern.compile_matcher())
}

/// Reads patterns and what is not reported in their files.
fn per_file<'d, D>(table: D) -> Result<Vec<(Files, Vec<Selector>)>, D::Error>
where
    D: Deserializer<'d>,
{
    let table = BTreeMap::<String, Vec<Selector>>::deserialize(table)?;
    let files = |pattern| Files::try_from(vec![pattern]).map_err(D::Error::custom);
    table.into_iter().map(|(pattern, codes)| Ok((files(pattern)?, codes))).collect()
}

impl Settings {
    pub(crate) fn passwords(&self) -> Option<Passwords> {
        self.passwords.as_ref().map(|passwords| *passwords.get_ref())
    }

    /// Returns what errors and lints are on.
    pub(crate) fn layer(&self) -> Layer {
        let Check { select, ignore, .. } = self.check.clone();
        let levels = self.lints.iter().map(|(selector, it)| (selector.get_ref().clone(), *it));
        Layer::new(select, ignore, levels)
    }

    /// Writes the tables that no option overrides. A string in JSON is one in TOML.
    pub(crate) fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let Text { include, exclude, code, per_file_ignores } = &self.text;
        writeln!(out, "\n[text]\ninclude = {}", json!(include.patterns))?;
        writeln!(out, "exclude = {}\ncode = {}", json!(exclude.patterns), json!(code))?;
        writeln!(out, "\n[text.per-file-ignores]")?;
        for (files, codes) in per_file_ignores {
            let codes: Vec<String> = codes.iter().map(Selector::to_string).collect();
            writeln!(out, "{} = {}", json!(files.patterns.concat()), json!(codes))?;
        }
        for UrlIgnore { pattern, reason } in &self.url.ignore {
            let pattern = json!(pattern.glob().glob());
            writeln!(out, "\n[[url.ignore]]\npattern = {pattern}\nreason = {}", json!(reason))?;
        }
        Ok(())
    }

    /// Returns whether a file of a folder is searched.
    pub(crate) fn includes(&self, path: &Path) -> bool {
        let Text { include, exclude, .. } = &self.text;
        let path = LazyCell::new(|| self.below_root(path));
        (include.patterns.is_empty() || include.contain(&path))
            && (exclude.patterns.is_empty() || !exclude.contain(&path))
    }

    /// Returns the path of a file from the folder that the patterns are about, or the path as it is if it is elsewhere.
    fn below_root(&self, file: &Path) -> PathBuf {
        let whole = file.canonicalize().or_else(|_| path::absolute(file)).unwrap_or_default();
        whole.strip_prefix(&self.root).unwrap_or(file).to_owned()
    }

    /// Returns whether code in Markdown is not searched.
    pub(crate) fn skips_code(&self) -> bool {
        self.text.code == CodeBlocks::Skip
    }

    /// Returns whether a code is not reported in a file, or of a URL.
    pub(crate) fn accepts(
        &self,
        file: &Path,
        (code, part): (&str, Option<&Part>),
        url: Redacted<'_>,
    ) -> bool {
        let file = LazyCell::new(|| self.below_root(file));
        let mut ignores = self.text.per_file_ignores.iter();
        let ignored = &self.url.ignore;
        ignores.any(|(files, codes)| {
            codes.iter().any(|it| it.names(code, part)) && files.contain(&file)
        }) || !ignored.is_empty() && {
            // A pattern is compared with the URL as it is written.
            let url = Sanitized::masked(url).unescaped().to_string();
            ignored.iter().any(|it| it.pattern.is_match(&url))
        }
    }
}

/// Reads the settings: the file of this name, or without one that in the working directory or above it. A file of another
/// user is not read unless it is named.
///
/// # Errors
/// Returns an error if the file cannot be read, if it is wrong, or if it was not named and would keep passwords.
pub(crate) fn load(named: Option<PathBuf>) -> Result<Settings, String> {
    let is_named = named.is_some();
    let Some(path) = named.or_else(upward) else { return Ok(Settings::default()) };
    let name = sanitized::path(&path);
    let on_read = |error| format!("cannot read {name}: {error}");
    let file = File::open(&path).map_err(on_read)?;
    if !is_named && !is_trusted(&path, &file).map_err(on_read)? {
        let owner =
            if cfg!(unix) { "belongs to another user" } else { "is not in your user folder" };
        message::print(&format_args!(
            "{name} {owner} and is not read: use --config {name} to read it, or --no-config"
        ));
        return Ok(Settings::default());
    }
    let mut bytes = Vec::new();
    // A FIFO or a device may have no end.
    file.take(MAX_LEN + 1).read_to_end(&mut bytes).map_err(on_read)?;
    if bytes.len() as u64 > MAX_LEN {
        return Err(on_read(io::Error::other("longer than 64 KiB")));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let mut settings = parse(bytes, is_named).map_err(|(at, message)| {
        let before = bytes.get(..at).unwrap_or(bytes);
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        format!("{name}:{line}:{column}: {message}")
    })?;
    let folder = if is_named { None } else { path.parent() };
    settings.root = folder.unwrap_or(Path::new("")).join(".").canonicalize().unwrap_or_default();
    settings.path = Some(path);
    Ok(settings)
}

/// Returns the file in the working directory, or in the nearest directory above it. The search ends at the root of a
/// repository: what lies outside of a checkout does not change what it reports.
fn upward() -> Option<PathBuf> {
    let working = env::current_dir().ok()?;
    let mut up = PathBuf::new();
    for directory in working.ancestors() {
        if directory.join(FILE_NAME).is_file() {
            return Some(up.join(FILE_NAME));
        }
        if ROOTS.iter().any(|root| directory.join(root).exists()) {
            return None;
        }
        up.push("..");
    }
    None
}

/// Reads the contents of a file. Only one that the command line names may keep passwords: others come with a checkout.
///
/// # Errors
/// Returns the offset of what is wrong, and a message.
fn parse(bytes: &[u8], is_named: bool) -> Result<Settings, (usize, String)> {
    let text = core::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let byte = bytes.get(at).copied().unwrap_or_default();
        (at, format!("byte 0x{byte:02X} is not UTF-8"))
    })?;
    let settings: Settings = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let message = error.message().to_owned();
        (at, WORDS.iter().fold(message, |text, (word, own)| text.replace(word, own)))
    })?;
    let kept = settings.passwords.as_ref().filter(|it| *it.get_ref() == Passwords::Keep);
    if let Some(kept) = kept.filter(|_| !is_named) {
        let message = "`keep` needs --config with the name of this file, or --passwords keep";
        return Err((kept.span().start, message.to_owned()));
    }
    if let Some(error) = settings.lints.keys().find(|selector| !selector.get_ref().is_of_lints()) {
        let selector = error.get_ref();
        let message = format!("`{selector}` is not a lint; use `ignore` to turn an error off");
        return Err((error.span().start, message));
    }
    Ok(settings)
}

/// Returns whether the file belongs to the user, to the superuser, or to the user that `sudo` was called by. A symbolic
/// link must belong to one of them, too.
#[cfg(unix)]
fn is_trusted(path: &Path, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let user = rustix::process::geteuid().as_raw();
    let sudo = env::var("SUDO_UID").ok().filter(|_| user == ROOT);
    let sudo = sudo.and_then(|user| user.parse().ok());
    let owners = [path.symlink_metadata()?.uid(), file.metadata()?.uid()];
    Ok(owners.into_iter().all(|owner| trusts(user, sudo, owner)))
}

/// Returns whether a file of `owner` is read by `user`, who became the superuser from `sudo`.
#[cfg(unix)]
fn trusts(user: u32, sudo: Option<u32>, owner: u32) -> bool {
    owner == ROOT || owner == user || Some(owner) == sudo
}

#[cfg(unix)]
const ROOT: u32 = 0;

/// Returns whether the file is in the folder of the user. The owner of a file is not known here.
#[cfg(not(unix))]
fn is_trusted(path: &Path, _file: &File) -> io::Result<bool> {
    let home = std::env::home_dir().and_then(|home| home.canonicalize().ok());
    let path = path.canonicalize()?;
    Ok(home.is_some_and(|home| path.starts_with(home)))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_user_and_the_superuser_are_trusted() {
        for (user, sudo, trusted) in [
            (1000, None, [true, true, false, false]),
            (ROOT, None, [true, false, false, false]),
            (ROOT, Some(1000), [true, true, false, false]),
        ] {
            assert_eq!([ROOT, 1000, 1001, 65534].map(|owner| trusts(user, sudo, owner)), trusted);
        }
    }
}
