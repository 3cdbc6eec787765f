//! The probable scheme of a text without a known one.

use alloc::{borrow::ToOwned as _, format, string::String};
use core::ops::Range;

use url1738_core::{
    __private::inside, Change, Error, Host, Repaired, Rule, Span, codes::CodeInfo, part::SCHEME,
    repair::EXPECTED_DELIMITER,
};

use super::{UNKNOWN_SCHEME, is_host_and_port, is_known, resembled};
use crate::{SCHEMES, Url};

/// A guess: the text that replaces the beginning of a line, so that it has a known scheme.
pub(crate) struct Guess {
    /// The bytes that are replaced.
    at: Range<usize>,
    text: String,
    info: &'static CodeInfo,
}

const NO_SCHEME: &CodeInfo =
    &EXPECTED_DELIMITER.with_message("a URL begins with a scheme name and `:`");
const NO_COLON: &CodeInfo = &EXPECTED_DELIMITER.with_message("`:` must follow the scheme name");
const HOST_AND_PORT: &CodeInfo =
    &UNKNOWN_SCHEME.with_message("a host and a port follow a scheme name and `://`");

impl Guess {
    /// Returns the guess for a line, or `None` if its scheme is known or resembles none, or if the guess does not make
    /// the line a URL.
    pub(crate) fn find(line: &[u8]) -> Option<Self> {
        let inner = inside(line);
        let start = inner.start as usize;
        let text = core::str::from_utf8(inner.slice_bytes(line)).ok()?;
        let (len, text, info) = replacement(text)?;
        let guess = Self { at: start..start.saturating_add(len), text, info };
        guess.repair(line, &mut |_| ()).is_ok().then_some(guess)
    }

    /// Repairs the line, and calls `each` with every change in the order of the places: the guess, and the repairs of the
    /// text with the guess.
    pub(crate) fn repair(
        &self,
        line: &[u8],
        each: &mut dyn FnMut(Change),
    ) -> Result<Repaired<Url>, Error> {
        // INVARIANT: the guess was found in this line, so that its bytes are there.
        let mut text = line.to_vec();
        text.splice(self.at.clone(), self.text.bytes());
        let at = Span::from(self.at.clone());
        let guess = Change::guessed(at, self.text.clone(), &SCHEME, Rule::Prose("2.1"), self.info);
        // The removal of `<URL:` before the scheme is reported first, that of the `>` after it.
        let mut guess = Some(guess);
        let result = Url::repair_named(&text, &mut |mut change| {
            if let Some(guess) = guess.take_if(|_| change.span.start >= at.start) {
                each(guess);
            }
            let original = change.span.range();
            change.span = Span::from(self.original(original.start)..self.original(original.end));
            each(change);
        });
        if let Some(guess) = guess.take() {
            each(guess);
        }
        result
    }

    /// Returns the place in the line of a place in the text with the guess.
    ///
    /// If `http` is guessed for `htp` in `htp://h/~`, the `~` is at 9 in the text, and at 8 in the line.
    fn original(&self, at: usize) -> usize {
        let Range { start, end } = self.at;
        let guessed = start.saturating_add(self.text.len());
        match at {
            _ if at <= start => at,
            // The guess has no letters of the line, so that a place in it is only known to be in what it replaces.
            _ if at < guessed => at.min(end),
            _ => at.saturating_sub(guessed).saturating_add(end),
        }
    }
}

/// Returns the length of the beginning that is replaced, its replacement, and the declaration of the change.
fn replacement(text: &str) -> Option<(usize, String, &'static CodeInfo)> {
    if let Some(url) = without_colon(text) {
        return Some(url);
    }
    if let Some((name, rest)) = text.split_once(':').filter(|(name, _)| is_name(name)) {
        let name_in_lower = name.to_ascii_lowercase();
        if is_known(&name_in_lower) {
            return None;
        }
        if is_host_and_port(&name_in_lower, rest) {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let len = name.len().saturating_add(1).saturating_add(digits);
            let url = with_slash(text, len, "http");
            return Some((len, url, HOST_AND_PORT));
        }
        let near = resembled(&name_in_lower)?;
        return Some((name.len(), near.to_owned(), &UNKNOWN_SCHEME));
    }
    let len = text.find(['/', '?', '#']).unwrap_or(text.len());
    let scheme = scheme_of_host(text.split_at_checked(len)?.0)?;
    Some((len, with_slash(text, len, scheme), NO_SCHEME))
}

/// Returns the guess for a known name without its colon: `http//host.dom/` or `http;//host.dom/`.
fn without_colon(text: &str) -> Option<(usize, String, &'static CodeInfo)> {
    let mut names = SCHEMES.iter().map(|scheme| scheme.name).chain(["https"]);
    names.find_map(|name| {
        let (head, rest) = text.split_at_checked(name.len())?;
        let mark = usize::from(rest.starts_with(';'));
        let is_missing = head.eq_ignore_ascii_case(name) && rest.get(mark..)?.starts_with("//");
        is_missing.then(|| (name.len().saturating_add(mark), format!("{name}:"), NO_COLON))
    })
}

/// Returns whether a text before a colon is the name of a scheme, and not the letter of a drive.
fn is_name(name: &str) -> bool {
    name.len() > 1 && name.bytes().all(|byte| SCHEME.class().contains(byte))
}

/// Returns the URL of the host and port that `text` begins with. A `/` follows it, unless the text has one.
fn with_slash(text: &str, len: usize, scheme: &str) -> String {
    let (host, rest) = text.split_at_checked(len).unwrap_or((text, ""));
    let slash = if rest.starts_with('/') { "" } else { "/" };
    format!("{scheme}://{host}{slash}")
}

/// Returns the scheme for a text that has a host in place of one: a name with a dot that does not end like the name of a file.
fn scheme_of_host(host: &str) -> Option<&'static str> {
    const ENDINGS: [&str; 16] = [
        "bz2", "conf", "csv", "gz", "htm", "html", "json", "jsonl", "list", "log", "lst", "md",
        "toml", "tsv", "txt", "urls",
    ];
    let ((first, _), (_, ending)) = host.split_once('.').zip(host.rsplit_once('.'))?;
    // `www.json` may be a host, as `www.` is in front of nothing else.
    let is_file = ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending));
    if is_file && !first.eq_ignore_ascii_case("www") || Host::parse(host).is_err() {
        return None;
    }
    // `ftp.host.dom` has said for decades what it serves.
    let named = ["ftp", "gopher"].into_iter().find(|scheme| first.eq_ignore_ascii_case(scheme));
    Some(named.unwrap_or("http"))
}
