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
        let Range { start, end } = self.at;
        let piece = |range: Range<usize>| line.get(range).unwrap_or_default();
        let text = [piece(0..start), self.text.as_bytes(), piece(end..line.len())].concat();
        let own = Change::guessed(
            Span::new(offset(start), offset(end)),
            self.text.clone(),
            &SCHEME,
            Rule::Prose("2.1"),
            self.info,
        );
        let mut own = Some(own);
        let result = Url::repair_named(&text, &mut |mut change| {
            let is_after = change.span.start as usize >= start;
            if let Some(own) = own.take_if(|_| is_after) {
                each(own);
            }
            change.span =
                Span::new(self.original(change.span.start), self.original(change.span.end));
            each(change);
        });
        if let Some(own) = own.take() {
            each(own);
        }
        result
    }

    /// Returns the place in the line of a place in the text with the guess.
    fn original(&self, at: u32) -> u32 {
        let Range { start, end } = self.at;
        let at = at as usize;
        let guessed = start.saturating_add(self.text.len());
        offset(match at {
            _ if at <= start => at,
            _ if at < guessed => at.min(end),
            _ => at.saturating_sub(guessed).saturating_add(end),
        })
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
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
    let scheme = scheme_of_host(text)?;
    let len = text.find(['/', '?', '#']).unwrap_or(text.len());
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

/// Returns the scheme for a text that begins with a host in place of one.
fn scheme_of_host(text: &str) -> Option<&'static str> {
    if !is_host_like(text) {
        return None;
    }
    let named = ["ftp", "gopher"].into_iter().find(|scheme| {
        text.get(..=scheme.len()).is_some_and(|head| {
            head.strip_suffix('.').is_some_and(|name| name.eq_ignore_ascii_case(scheme))
        })
    });
    Some(named.unwrap_or("http"))
}

/// Returns whether a text begins with a host name that has a dot and does not end like the name of a file.
fn is_host_like(text: &str) -> bool {
    const ENDINGS: [&str; 16] = [
        "bz2", "conf", "csv", "gz", "htm", "html", "json", "jsonl", "list", "log", "lst", "md",
        "toml", "tsv", "txt", "urls",
    ];
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    let ending = host.rsplit('.').next().unwrap_or_default();
    let is_file = ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending));
    let www = host.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("www."));
    host.contains('.') && (www || !is_file) && Host::parse(host).is_ok()
}
