//! The picture of a line that is not a URL.

use alloc::{
    borrow::ToOwned as _,
    format,
    string::{String, ToString as _},
    vec,
    vec::Vec,
};

use url1738::{
    Error, ErrorKind, PartSpan, Redacted, SCHEMES, Span, Url,
    syntax::{
        part,
        scheme::{Generic, Scheme as _},
    },
};

use super::{FIRST_PARTS, Finding, LAST_PARTS, Picture};
use crate::{
    LabelledPart, Sanitized,
    layout::{Ends, Window},
};

impl Picture {
    /// Draws a text that is not a URL, with the parts that are certain and the place of the error. Passwords are masked as
    /// `***` if `show_passwords` is false.
    #[must_use]
    pub fn of_error(bytes: &[u8], error: &Error, show_passwords: bool) -> Self {
        let masked = match show_passwords {
            true => Redacted::revealed(bytes),
            false => Redacted::new(bytes),
        };
        let window = Window::around(&masked, error.span());
        let before = parts_before(bytes, error);
        let scheme = before.first().map(|at| at.span.slice_bytes(bytes)).unwrap_or_default();
        let mut known = SCHEMES.iter().copied();
        let info = known.find(|info| info.name.as_bytes().eq_ignore_ascii_case(scheme));
        let info = info.unwrap_or(Generic::INFO);
        let Span { mut start, mut end } = error.span();
        // All of a secret is marked if the error is in it.
        let is_around = |secret: &&Span| secret.start <= start && start < secret.end;
        if let Some(secret) = masked.secrets().iter().find(is_around) {
            (start, end) = (secret.start, end.max(secret.end));
        }
        let span = Span::new(start, end);
        let mut ends = Ends::new(FIRST_PARTS, LAST_PARTS);
        for (number, at) in (1..).zip(&before) {
            ends.push(LabelledPart::new(number, *at, info.meaning(at.part, false), &window));
        }
        let (number, at) = (before.len() + 1, PartSpan { part: error.part(), span });
        let error_at = LabelledPart::new(number, at, "the error is here", &window);
        ends.push(LabelledPart { is_error: true, ..error_at });
        let (parts, skipped) = ends.finish();
        let known = Some(error).filter(|error| !masked.covers(error.span()));
        let finding = Finding::Invalid {
            code: error.code().to_owned(),
            place: String::new(),
            // The help for a byte of a secret names no more than that byte.
            help: known.map_or_else(|| error.help().to_string(), |error| Url::help(bytes, error)),
            note: String::new(),
        };
        let about = title(error, &masked);
        let about = Sanitized::new(Redacted::revealed(about.as_bytes())).to_string();
        Self { url: window.text(), about, parts, skipped, finding }
    }
}

/// Returns the message of the error in a line. For a character outside US-ASCII, the message has the character instead of its
/// first byte. It contains no secret of the line.
///
/// ```
/// use url1738::{Redacted, Url};
/// use url1738_picture::title;
///
/// let text = "http://h/caf\u{e9}";
/// let line = Redacted::new(text.as_bytes());
/// let title = title(&Url::parse(text).unwrap_err(), &line);
/// assert_eq!(title, "unexpected `\u{e9}` in path segment");
/// ```
#[must_use]
pub fn title(error: &Error, line: &Redacted<'_>) -> String {
    let is_part_of_character = matches!(error.kind(), ErrorKind::UnexpectedByte(0x80..));
    match core::str::from_utf8(error.span().slice_bytes(line.bytes())) {
        Ok(shown) if is_part_of_character && !line.covers(error.span()) => {
            let shown: String = shown.chars().take(24).collect();
            let shown = Sanitized::new(Redacted::revealed(shown.as_bytes()));
            error.message_naming(&format!("`{shown}`")).to_string()
        }
        _ => error.message().to_string(),
    }
}

/// Returns the parts that end before an error, and that are certain.
///
/// Before an error in the login, only the scheme is certain: in `ftp://joe:se cret@h/` the `joe` is a user, although
/// `ftp://joe:se` has a host `joe`.
fn parts_before(text: &[u8], error: &Error) -> Vec<PartSpan> {
    let end = error.span().start as usize;
    let Some(head) = text.get(..end).and_then(|head| core::str::from_utf8(head).ok()) else {
        return Vec::new();
    };
    let Some((scheme, rest)) = head.split_once(':') else { return Vec::new() };
    if !is_login_uncertain(rest, &text[end..]) {
        // An error may follow a delimiter: the text before it may be a URL, or the text with something after it.
        let shorter = head.get(..head.len() - 1).unwrap_or_default();
        let longer = format!("{head}h");
        let heads = [head, shorter, &longer];
        if let Some(url) = heads.iter().find_map(|head| Url::parse_bytes(head.as_bytes()).ok()) {
            let mut parts = url.parts();
            parts.retain(|at| (at.span.end as usize) < end);
            return parts;
        }
    }
    let is_scheme = ["", "//h/"]
        .iter()
        .any(|rest| Url::parse_bytes(format!("{scheme}:{rest}").as_bytes()).is_ok());
    match is_scheme {
        true => vec![PartSpan { part: &part::SCHEME, span: (0..scheme.len()).into() }],
        false => Vec::new(),
    }
}

/// Returns whether an error between these texts is in an authority with an `@` after the error. `before` begins after the
/// colon of the scheme.
fn is_login_uncertain(before: &str, after: &[u8]) -> bool {
    let Some(authority) = before.strip_prefix("//") else { return false };
    let mut rest = after.iter().take_while(|byte| **byte != b'/');
    !authority.contains('/') && rest.any(|byte| *byte == b'@')
}
