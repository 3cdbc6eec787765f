//! What a file is by its name and content, and what the markup of a text says: where code is, and where links lead.

use core::ops::Range;
use std::{
    borrow::Cow,
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
};

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};
use url1738::{Error, SCHEMES, Url, syntax::part::SCHEME};
use url1738_context::{Alternative, Ambiguity, Match};

use crate::{
    codes::MISSING_TARGET,
    commands::extract::{mapped::decoded, text::extension},
    diagnostics::Report,
    pipeline::content,
};

/// The extensions of prose.
const PROSE: [&str; 18] = [
    "md", "markdown", "mdx", "html", "htm", "xhtml", "shtml", "rst", "tex", "bib", "eml", "mbox",
    "adoc", "org", "log", "csv", "vcf", "ics",
];

/// The extensions of source code and of settings.
const CODE: [&str; 78] = [
    "rs", "py", "pyi", "js", "mjs", "cjs", "ts", "mts", "cts", "tsx", "jsx", "go", "c", "h", "cc",
    "cpp", "hpp", "java", "rb", "sh", "bash", "toml", "yaml", "yml", "json", "xml", "css", "scss",
    "ini", "cfg", "conf", "po", "pl", "pm", "php", "lua", "sql", "swift", "kt", "scala", "hs",
    "el", "clj", "zig", "cs", "dart", "vue", "svelte", "bnf", "diff", "patch", "supp", "vim", "r",
    "ex", "exs", "erl", "ml", "mli", "ps1", "psm1", "tcl", "tf", "gradle", "groovy", "f90", "jl",
    "nix", "scm", "lisp", "m4", "mk", "cmake", "proto", "sol", "mustache", "erb", "j2",
];

/// Returns whether a file is source code or has settings, and is not prose.
pub(super) fn is_code(path: &Path) -> bool {
    CODE.contains(&extension(path).as_str())
}

/// Returns whether a text with an error stands for many URLs: `http://{host}/`, `http://%s/`, `http://$HOST/`,
/// `http://h/%user%/`, `http://h/|release|/`, `http://h/[^/]+`. It may also be the beginning of one, which the end of a string
/// ends, `"http://host:" + port`, or in source code an escape.
pub(in crate::commands) fn is_template(url: &str, error: &Error, path: &Path) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_:".contains(c);
    let is_octet = |it: &str| it.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
    url.ends_with(':')
        || error.code() == "backslash" && is_code(path)
        || url.match_indices(['{', '$', '%', '|', '[']).any(|(at, mark)| {
            let (before, rest) = (url.split_at(at).0, url.split_at(at + 1).1);
            match mark {
                "{" => true,
                // A class of a regular expression: `[^/]`, `[0-9a-f]`.
                "[" => matches!(rest.as_bytes(), [b'^', ..] | [_, b'-', _, ..]),
                // A substitution of reStructuredText.
                "|" => before.ends_with('/') && rest.contains('|'),
                "$" => rest.starts_with(|c: char| c.is_ascii_alphabetic() || "({_".contains(c)),
                _ if is_octet(rest) => false,
                _ => {
                    let name = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
                    // Conversions, as `%s`, `%lld` and `%@` of Swift, and variables as `%HOST` has them.
                    let is_variable = name.bytes().take_while(u8::is_ascii_uppercase).count() > 2;
                    let closed = rest.trim_start_matches(is_name).strip_prefix('%');
                    let is_closed = closed.is_some_and(|after| !is_octet(after));
                    rest.starts_with(['(', '%', '@'])
                        || name.len() == 1
                        || ["ld", "lu", "zu", "lld"].contains(&name)
                        || is_variable
                        || is_closed
                }
            }
        })
}

/// Returns whether a repair of a URL may change the text after it: it is cut, or may end before a letter, as in
/// `http://h/a에서`.
pub(in crate::commands) fn is_open(found: &Match<'_>) -> bool {
    let ends_before = |other: &Alternative| {
        other.ambiguity == Ambiguity::EndsAtLetter && !other.url.ends_with('/')
    };
    found.is_truncated() || found.alternatives().iter().any(ends_before)
}

/// Returns whether the name of a file says that it is a text.
pub(in crate::commands) fn is_named_text(path: &Path) -> bool {
    let extension = extension(path);
    PROSE.iter().chain(&CODE).any(|known| *known == extension)
}

/// Returns whether a file is a text by its name and content, and not a list.
pub(crate) fn is_text(path: &Path) -> bool {
    let mut start = Vec::new();
    // Opening a pipe would wait, and take its content away.
    let file = Some(path).filter(|path| path.is_file()).and_then(|it| File::open(it).ok());
    let content = file.and_then(|file| content::decompressed(file).ok());
    let read = content.map(|content| content.take(8 * 1024).read_to_end(&mut start));
    read.is_some_and(|read| read.is_ok() && !is_list(path, &start, false))
}

/// Returns whether a file is a list of URLs, one a line: what `check` reads if the command line names no text. In a folder most
/// lines have to begin like a URL, since files of single words are common; one that is named has to be other than prose, and
/// its URLs begin their lines, if only after a mark around them: those of `.env` or of a feed follow something.
pub(super) fn is_list(path: &Path, bytes: &[u8], in_folder: bool) -> bool {
    if is_named_text(path) {
        return false;
    }
    let start = bytes.get(..8 * 1024).unwrap_or(bytes);
    let lines = start.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let lines: Vec<&[u8]> = lines.filter(|line| !line.is_empty()).collect();
    let count = |is: &dyn Fn(&[u8]) -> bool| lines.iter().filter(|line| is(line)).count();
    let begins = |line: &[u8]| {
        let name = line.iter().position(|byte| *byte == b':').and_then(|end| line.get(..end));
        let is = |scheme: &str| name.is_some_and(|it| it.eq_ignore_ascii_case(scheme.as_bytes()));
        SCHEMES.iter().any(|scheme| is(scheme.name))
    };
    // Whether something precedes the URL of a line, if it has one.
    let follows = |line: &[u8]| {
        let slashes = memchr::memmem::find(line, b"://");
        let (before, _) = line.split_at(slashes.filter(|_| !begins(line)).unwrap_or(0));
        let mut name = before.iter().skip_while(|byte| b"<\"'".contains(byte));
        let follows = name.any(|byte| *byte != b':' && !SCHEME.class.contains(*byte));
        (slashes.is_some() || begins(line)).then_some(follows)
    };
    let is_prose =
        |line: &[u8]| line.split(u8::is_ascii_whitespace).filter(|it| !it.is_empty()).count() > 2;
    match in_folder {
        true => !lines.is_empty() && count(&begins) * 4 >= lines.len() * 3,
        false => {
            let (preceded, all) =
                (|it: &[u8]| follows(it) == Some(true), |it: &[u8]| follows(it).is_some());
            count(&preceded) * 2 <= count(&all) && count(&is_prose) * 2 <= lines.len()
        }
    }
}

/// The longest Markdown that is parsed, in bytes. A longer one is searched as plain text.
const LONGEST_MARKDOWN: usize = 1 << 20;

/// The places of code, and the destinations of links, of a text in Markdown or HTML.
#[derive(Default)]
pub(crate) struct Links {
    /// Code that is skipped, in order.
    code: Vec<Range<usize>>,
    /// Destinations as written, with their places.
    destinations: Vec<(Range<usize>, String)>,
}

impl Links {
    pub(crate) fn of(path: &Path, bytes: &[u8], skips_code: bool) -> Self {
        // Markup is US-ASCII in other character sets, too. Links that are not are left to the search.
        let ascii = |byte: &u8| if byte.is_ascii() { char::from(*byte) } else { '\0' };
        let text = core::str::from_utf8(bytes)
            .map_or_else(|_| Cow::Owned(bytes.iter().map(ascii).collect()), Cow::Borrowed);
        let mut links = match extension(path).as_str() {
            "md" | "markdown" | "mdx" => Self::of_markdown(&text, skips_code),
            "html" | "htm" | "xhtml" | "shtml" => {
                Self { code: Vec::new(), destinations: attributes(&text, 0) }
            }
            _ => Self::default(),
        };
        links.destinations.retain(|(_, link)| !link.contains('\0'));
        links.destinations.sort_by_key(|(place, _)| place.start);
        links
    }

    fn of_markdown(text: &str, skips_code: bool) -> Self {
        let mut links = Self::default();
        // Its parser takes some fifty bytes for each mark.
        if text.len() > LONGEST_MARKDOWN {
            return links;
        }
        let parser = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES);
        for (_, definition) in parser.reference_definitions().iter() {
            links.add(text, definition.span.clone(), &definition.dest);
        }
        for (event, place) in parser.into_offset_iter() {
            match event {
                Event::Code(_) | Event::Start(Tag::CodeBlock(_)) => links.code.push(place),
                Event::Start(
                    Tag::Link {
                        link_type: LinkType::Inline | LinkType::Autolink, dest_url, ..
                    }
                    | Tag::Image { link_type: LinkType::Inline, dest_url, .. },
                ) => links.add(text, place, &dest_url),
                Event::Html(_) | Event::InlineHtml(_) => {
                    // INVARIANT: the parser returns a range of the text.
                    links.destinations.extend(attributes(&text[place.clone()], place.start));
                }
                _ => {}
            }
        }
        if !skips_code {
            links.code.clear();
        }
        links.code.sort_by_key(|code| code.start);
        links
    }

    /// Adds the destination of a link. Its last occurrence in the link is its place, or the link if it is written with
    /// escapes or character references.
    fn add(&mut self, text: &str, link: Range<usize>, destination: &str) {
        let found = text.get(link.clone()).and_then(|it| it.rfind(destination));
        let end = |start| start + destination.len();
        let place = found.map_or(link.clone(), |at| link.start + at..end(link.start + at));
        if !destination.is_empty() {
            self.destinations.push((place, destination.to_owned()));
        }
    }

    /// Returns whether a place is in code that is skipped.
    pub(crate) fn skips(&self, place: &Range<usize>) -> bool {
        let before = self.code.partition_point(|code| code.start <= place.start);
        self.code.iter().take(before).next_back().is_some_and(|code| place.start < code.end)
    }

    /// Returns the destinations that are URLs, where the parser of the markup delimits them: a search would end some early.
    pub(crate) fn urls(&self) -> impl Iterator<Item = (Range<usize>, &str)> {
        self.shown().filter(|it| is_url(it)).map(|(place, link)| (place.clone(), &**link))
    }

    /// Returns whether a place is within a destination that is a URL.
    pub(crate) fn delimits(&self, place: &Range<usize>) -> bool {
        let before = self.destinations.partition_point(|(link, _)| link.start <= place.start);
        let last = self.destinations.iter().take(before).next_back();
        last.is_some_and(|it| place.start < it.0.end && is_url(it))
    }

    /// Returns the relative links that lead nowhere, with their reports.
    pub(crate) fn relative(
        &self,
        base: &Base,
        file: &Path,
    ) -> impl Iterator<Item = (Range<usize>, Report)> {
        let relative = self.shown().filter(|(_, link)| is_relative(link));
        relative.filter_map(move |(place, link)| Some((place.clone(), base.report(file, link)?)))
    }

    /// Returns the destinations that are not in code that is skipped.
    fn shown(&self) -> impl Iterator<Item = &(Range<usize>, String)> {
        self.destinations.iter().filter(|(place, _)| !self.skips(place))
    }
}

/// Returns whether a destination is a URL that is written as it is: in another, a search decodes the references.
fn is_url((place, link): &(Range<usize>, String)) -> bool {
    has_scheme(link) && place.len() == link.len()
}

fn has_scheme(link: &str) -> bool {
    let len = SCHEME.class.run(link.as_bytes());
    len > 1 && link.as_bytes().get(len) == Some(&b':') && !link.contains("::")
}

/// Returns whether a destination is resolved: it has no scheme and no host, and is not only a fragment.
fn is_relative(link: &str) -> bool {
    // Rustdoc links to items by their paths.
    let is_other = link.contains("::") || link.starts_with("//");
    !has_scheme(link) && !is_other && !link.starts_with(['#', '?', '{', '<', '$'])
}

/// Returns the values of `href` and `src` in HTML, with their places.
fn attributes(html: &str, offset: usize) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let lower = html.to_ascii_lowercase();
    for name in ["href", "src"] {
        for (at, _) in lower.match_indices(name) {
            let (before, rest) = html.split_at(at);
            let (_, rest) = rest.split_at(name.len());
            let Some(value) = rest.trim_ascii_start().strip_prefix('=') else { continue };
            let value = value.trim_ascii_start();
            let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''));
            // Scripts have names like these, too.
            let is_certain = quote.is_some() && rest.len() == value.len() + 1;
            if !before.ends_with(|c: char| c.is_ascii_whitespace())
                || !is_certain && !is_in_tag(before)
            {
                continue;
            }
            let start = html.len() - value.len();
            let (start, end) = match quote {
                Some(quote) => (start + 1, value.split_at(1).1.find(quote)),
                None => (start, value.find(|c: char| c == '>' || c.is_ascii_whitespace())),
            };
            let Some(place) = end.map(|len| start..start + len) else { continue };
            let value = decoded(html.get(place.clone()).unwrap_or_default());
            found.push((place.start + offset..place.end + offset, value));
        }
    }
    found
}

/// The longest beginning of a tag that is looked for, in bytes.
const LONGEST_TAG: usize = 4096;

/// Returns whether a text ends in a tag of HTML, after its name.
fn is_in_tag(text: &str) -> bool {
    let near = text.as_bytes().rchunks(LONGEST_TAG).next().unwrap_or_default();
    let last = memchr::memrchr2(b'<', b'>', near).and_then(|at| near.get(at..));
    let tag = last.and_then(|last| last.strip_prefix(b"<")).unwrap_or_default();
    let name = tag.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    name.first().is_some_and(u8::is_ascii_alphabetic)
        && name.iter().all(|it| it.is_ascii_alphanumeric() || *it == b'-')
}

/// What relative links are resolved against.
#[derive(Clone, Debug)]
pub(crate) enum Base {
    /// Links lead to files: from the folder of the text, or with a `/` before them from this one.
    Folder(PathBuf),
    /// Links are resolved to URLs.
    Url(Url),
}

impl Base {
    /// Reads the option `--base`.
    pub(crate) fn new(text: &str) -> Result<Self, String> {
        if Path::new(text).is_dir() {
            return Ok(Self::Folder(text.into()));
        }
        match Url::parse(text) {
            Ok(url) => Ok(Self::Url(url.to_owned())),
            Err(error) => Err(format!("--base {text} is neither a folder nor a URL: {error}")),
        }
    }

    /// Returns what is wrong with a link of a file, if anything is.
    fn report(&self, file: &Path, link: &str) -> Option<Report> {
        match self {
            Self::Folder(root) => {
                let end = link.find(['#', '?']).unwrap_or(link.len());
                let path =
                    percent_encoding::percent_decode_str(link.get(..end)?).decode_utf8_lossy();
                let target = match path.strip_prefix('/') {
                    Some(path) => root.join(path),
                    None => file.parent().unwrap_or(Path::new("")).join(path.as_ref()),
                };
                let exists = path.is_empty() || target.exists();
                (!exists).then(|| Report::of_code(&MISSING_TARGET, true))
            }
            Self::Url(base) => {
                let error = base.join(link).err()?;
                let mut report = Report::of_code(&MISSING_TARGET, true);
                report.title = format!("the link cannot be resolved: {error}");
                Some(report)
            }
        }
    }
}
