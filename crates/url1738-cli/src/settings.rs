//! The settings of a project: `url1738.toml`.
//!
//! They choose what `check` reports and how, and what happens to passwords. They name no paths, and a file that comes with
//! a checkout must not make the program unsafe: only one that the command line names may keep passwords.

use core::fmt;
use std::{
    collections::BTreeMap,
    env,
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use globset::{Glob, GlobSet, GlobSetBuilder};
use serde::Deserialize;
use toml::Spanned;
use url1738::PARTS;

use crate::{
    codes::{self, Code},
    diagnostics::{Passwords, message, sanitized},
    records::OutputFormat,
    selection::{Layer, Level, Selection, Selector, is_part},
};

/// The name of the file.
const FILE_NAME: &str = "url1738.toml";

/// What only the root of a repository contains.
const ROOTS: [&str; 3] = [".git", ".hg", ".jj"];

/// The size of the largest file that is read.
const MAX_LEN: u64 = 64 * 1024;

/// The defaults of a project.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) passwords: Option<Passwords>,
    pub(crate) format: Option<OutputFormat>,
    pub(crate) limit: Option<u64>,
    pub(crate) layer: Layer,
    pub(crate) texts: TextSettings,
    /// The file that they are from.
    pub(crate) path: Option<PathBuf>,
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
        message::print(&format_args!(
            "{name} {}: use --config {name} to read it, or --no-config",
            DISTRUSTED
        ));
        return Ok(Settings::default());
    }
    let bytes = contents(file).map_err(on_read)?;
    let settings = parse(&bytes, is_named).map_err(|(at, message)| {
        let before = bytes.get(..at).unwrap_or(&bytes);
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        format!("{name}:{line}:{column}: {message}")
    })?;
    Ok(Settings { path: Some(path), ..settings })
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

/// Reads the file, without a byte order mark.
fn contents(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // A FIFO or a device may have no end.
    file.take(MAX_LEN + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_LEN {
        return Err(io::Error::other("longer than 64 KiB"));
    }
    Ok(bytes.strip_prefix(b"\xEF\xBB\xBF").map(<[u8]>::to_vec).unwrap_or(bytes))
}

/// The file as it is written.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Document {
    passwords: Option<Spanned<Passwords>>,
    check: Check,
    lints: BTreeMap<Spanned<Selector>, Level>,
    text: Text,
    url: Urls,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Check {
    format: Option<OutputFormat>,
    limit: Option<u64>,
    select: Option<Vec<Selector>>,
    ignore: Vec<Selector>,
}

/// What is searched of folders, and what is accepted in some of their files.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Text {
    include: Vec<Spanned<String>>,
    exclude: Vec<Spanned<String>>,
    code: CodeBlocks,
    per_file_ignores: BTreeMap<Spanned<String>, Vec<Selector>>,
}

/// What happens to code spans and code blocks of Markdown.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum CodeBlocks {
    #[default]
    Skip,
    Check,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Urls {
    ignore: Vec<UrlIgnore>,
}

/// URLs that are accepted whatever is wrong with them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UrlIgnore {
    pattern: Spanned<String>,
    #[expect(dead_code, reason = "it has to be given, for those who read the file")]
    reason: String,
}

/// The settings of texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextSettings {
    include: GlobSet,
    exclude: GlobSet,
    code: CodeBlocks,
    /// For each pattern of files, what is not reported in them.
    per_file: Vec<(GlobSet, Vec<Selector>)>,
    urls: GlobSet,
}

impl TextSettings {
    fn new(text: Text, urls: Urls) -> Result<Self, (usize, String)> {
        let Text { include, exclude, code, per_file_ignores } = text;
        let per_file = per_file_ignores.into_iter();
        let per_file = per_file.map(|(pattern, codes)| Ok((globs([pattern])?, codes)));
        Ok(Self {
            include: globs(include)?,
            exclude: globs(exclude)?,
            code,
            per_file: per_file.collect::<Result<_, _>>()?,
            urls: globs(urls.ignore.into_iter().map(|it| it.pattern))?,
        })
    }

    /// Returns whether a file of a folder is searched.
    pub(crate) fn includes(&self, path: &Path) -> bool {
        let path = path.strip_prefix("./").unwrap_or(path);
        (self.include.is_empty() || self.include.is_match(path)) && !self.exclude.is_match(path)
    }

    /// Returns whether code in Markdown is not searched.
    pub(crate) fn skips_code(&self) -> bool {
        self.code == CodeBlocks::Skip
    }

    /// Returns whether a code is not reported in a file, or of a URL.
    pub(crate) fn accepts(&self, file: &str, code: &str, url: &str) -> bool {
        let accepts = |selectors: &[Selector]| selectors.iter().any(|it| it.names(code));
        let mut here = self.per_file.iter().filter(|(files, _)| files.is_match(file));
        here.any(|(_, selectors)| accepts(selectors)) || self.urls.is_match(url)
    }
}

/// Compiles patterns of files or URLs, as `.gitignore` writes them: `*` and `**`, `?`, `[...]` and `{a,b}`.
fn globs(patterns: impl IntoIterator<Item = Spanned<String>>) -> Result<GlobSet, (usize, String)> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        let wrong = |error: globset::Error| (pattern.span().start, error.to_string());
        set.add(Glob::new(pattern.get_ref()).map_err(wrong)?);
    }
    set.build().map_err(|error| (0, error.to_string()))
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
    let Document { passwords, check, lints, text, url } =
        toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            (at, error.message().to_owned())
        })?;
    let kept = passwords.as_ref().filter(|it| *it.get_ref() == Passwords::Keep && !is_named);
    if let Some(kept) = kept {
        let message = "`keep` needs --config with the name of this file, or --passwords keep";
        return Err((kept.span().start, message.to_owned()));
    }
    let Check { format, limit, select, ignore } = check;
    if let Some(error) = lints.keys().find(|selector| !selector.get_ref().is_of_lints()) {
        let selector = error.get_ref();
        let message = format!("`{selector}` is not a lint; use `ignore` to turn an error off");
        return Err((error.span().start, message));
    }
    let lints = lints.into_iter();
    let levels = lints.map(|(selector, level)| (selector.into_inner(), level)).collect();
    let layer = Layer { select, ignore, levels };
    let passwords = passwords.map(Spanned::into_inner);
    let texts = TextSettings::new(text, url)?;
    Ok(Settings { passwords, format, limit, layer, texts, path: None })
}

/// What `--show-settings` writes: TOML that gives the same settings.
#[derive(Debug)]
pub(crate) struct Shown<'s> {
    pub(crate) path: Option<&'s Path>,
    pub(crate) passwords: Passwords,
    pub(crate) format: OutputFormat,
    pub(crate) limit: Option<u64>,
    pub(crate) selection: &'s Selection,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => writeln!(f, "# read from {}", sanitized::path(path))?,
            None => writeln!(f, "# no {FILE_NAME}")?,
        }
        writeln!(f, "passwords = \"{}\"\n", self.passwords.as_str())?;
        writeln!(f, "[check]\nformat = \"{}\"", self.format.as_str())?;
        match self.limit {
            Some(limit) => writeln!(f, "limit = {limit}")?,
            None => writeln!(f, "# limit = 10")?,
        }
        let (lints, errors): (Vec<Code>, _) = codes::all().partition(|code| code.is_lint());
        let (mut select, mut ignore) = (vec!["\"all\"".to_owned()], Vec::new());
        for (name, level, in_part) in self.levels(&errors) {
            match level {
                Level::Off => ignore.push(format!("\"{name}\"")),
                _ if in_part => select.push(format!("\"{name}\"")),
                _ => {}
            }
        }
        if select.len() > 1 {
            writeln!(f, "select = [{}]", select.join(", "))?;
        }
        writeln!(f, "ignore = [{}]\n\n[lints]", ignore.join(", "))?;
        for (name, level, in_part) in self.levels(&lints) {
            let quote = if in_part { "\"" } else { "" };
            writeln!(f, "{quote}{name}{quote} = \"{}\"", level.as_str())?;
        }
        Ok(())
    }
}

impl Shown<'_> {
    /// Returns the name and the level of each code, and of each in a part in which its level is another one, with whether
    /// the name has a part.
    fn levels(&self, codes: &[Code]) -> Vec<(String, Level, bool)> {
        let mut levels = Vec::new();
        for &Code(info) in codes {
            let level = self.selection.level(info, None);
            levels.push((info.code.to_owned(), level, false));
            for name in self.selection.parts() {
                let part = PARTS.iter().find(|part| is_part(name, part));
                let other = self.selection.level(info, part);
                if other != level {
                    levels.push((format!("{}:{name}", info.code), other, true));
                }
            }
        }
        levels
    }
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

/// Why a file is not read.
const DISTRUSTED: &str = if cfg!(unix) {
    "belongs to another user and is not read"
} else {
    "is not in your user folder and is not read"
};

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
